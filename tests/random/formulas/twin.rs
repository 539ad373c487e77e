//! Changes of whole programs: costly functions for cheap ones, and which state of a target is read where.

use super::ops::named;
use super::tree::{Expr, Program, Statement};

/// The same formula where costly functions are cheap and cheap ones costly.
pub(crate) fn twin(program: &mut Program) {
    each_mut(program, &mut |part| {
        if let Expr::Call(op, _) = part {
            *op = named(op.twin);
        }
    });
}

/// Built-in functions for those of the user's.
pub(crate) fn without_own(program: &mut Program) {
    each_mut(program, &mut |part| {
        if let Expr::Reduce(reduction, _) = part {
            reduction.name = reduction.gives();
        }
        if let Expr::Call(op, _) = part {
            *op = match op.text {
                "own::bump" => named("tanh"),
                "own::half" => named("abs"),
                "own::mix" => named("hypot"),
                "own::three" => named("mul_add"),
                _ => op,
            };
        }
    });
}

/// Calls a function with all parts, in a fixed order.
pub(crate) fn each_mut(program: &mut Program, changed: &mut dyn FnMut(&mut Expr)) {
    program.lets.iter_mut().for_each(|expr| expr.each_mut(changed));
    for statement in &mut program.statements {
        if let Statement::Assign(_, _, expr) = statement {
            expr.each_mut(changed);
        }
    }
    program.values.iter_mut().for_each(|expr| expr.each_mut(changed));
}

/// Every target that is read is the one of its place in the text.
pub(crate) fn renew(program: &mut Program) {
    let mut assigned = vec![0; program.targets.len()];
    let Program { statements, lets, values, .. } = program;
    for statement in statements {
        match statement {
            Statement::Let(index) => read_now(&mut lets[*index], &assigned),
            Statement::Assign(target, _, expr) => {
                read_now(expr, &assigned);
                assigned[*target] += 1;
            }
        }
    }
    values.iter_mut().for_each(|value| read_now(value, &assigned));
}

fn read_now(expr: &mut Expr, assigned: &[usize]) {
    expr.each_mut(&mut |part| {
        if let Expr::Target(index, state) = part {
            *state = assigned[*index];
        }
    });
}
