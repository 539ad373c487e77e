//! Which programs are run: those that mean something, with numbers that a machine can agree with.

use super::data;
use super::spec::{self, Array, Noise, Outcome, Wrong};
use super::tree::{Expr, Program, Statement};

/// Whether a program means something clear, with well-behaved numbers.
pub(crate) fn is_sound(program: &Program) -> bool {
    is_written_well(program) && (0..data::SMALL_RUNS).all(|run| steady(program, run, 2).is_some())
}

/// Whether it would mean something but for the rule of ranks.
pub(crate) fn is_refused(program: &Program) -> bool {
    is_written_well(program) && matches!(outcome(program, 0, Noise::none()), Err(Wrong::Refused))
}

/// What the language asks of texts apart from ranks.
fn is_written_well(program: &Program) -> bool {
    let mapped_target = |expr: &Expr| {
        let mut found = false;
        expr.each(&mut |part| {
            if let Expr::Map(inner, _) = part {
                found |= inner.reads_target(&program.lets);
            }
        });
        found
    };
    let assigns = program.statements.iter().any(|statement| matches!(statement, Statement::Assign(..)));
    let does_something = assigns || program.values.iter().any(|value| computes(value, &program.lets));
    does_something && !program.expressions().any(mapped_target) && lets_are_formulas(program)
}

fn computes(value: &Expr, lets: &[Expr]) -> bool {
    match value {
        Expr::Let(index) => computes(&lets[*index], lets),
        other => other.computes(),
    }
}

/// Whether its values are true or false.
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Call(op, _) => op.truth,
        Expr::Reduce(reduction, _) => matches!(reduction.name, "any" | "all"),
        _ => false,
    }
}

/// A `let` names a formula, each name stands behind its definition, and a formula is more than a literal.
fn lets_are_formulas(program: &Program) -> bool {
    let mut defined = Vec::new();
    let knows = |expr: &Expr, defined: &[usize]| {
        let mut all = !matches!(expr, Expr::Literal(_));
        expr.each(&mut |part| match part {
            Expr::Let(index) => all &= defined.contains(index),
            Expr::Call(op, parts) if matches!(op.text, "if" | "select") => {
                all &= is_truth(&parts[0]) && !parts[1..].iter().any(is_truth);
            }
            // Literals have the type of their neighbours.
            Expr::Call(op, parts) => {
                all &= !parts.iter().all(|part| matches!(part, Expr::Literal(_)));
                all &= parts.iter().all(|part| is_truth(part) == matches!(op.text, ".&&" | ".||"));
            }
            Expr::Map(part, _) => all &= !matches!(**part, Expr::Literal(_)) && !is_truth(part),
            Expr::Reduce(reduction, part) => {
                let of_truth = matches!(reduction.name, "any" | "all" | "count");
                all &= !matches!(**part, Expr::Literal(_)) && is_truth(part) == of_truth;
            }
            _ => {}
        });
        all && !is_truth(expr)
    };
    for statement in &program.statements {
        match statement {
            Statement::Let(index) if !knows(&program.lets[*index], &defined) => return false,
            Statement::Let(index) => defined.push(*index),
            Statement::Assign(_, _, Expr::Literal(_)) => {}
            Statement::Assign(_, _, expr) if !knows(expr, &defined) => return false,
            Statement::Assign(..) => {}
        }
    }
    program.values.iter().all(|value| knows(value, &defined))
}

/// What a run must give, and how far off each array may be.
pub(crate) struct Expected {
    pub(crate) outcome: Outcome,
    pub(crate) off: Outcome,
}

/// `None` where the program has no clear meaning, or small errors make other numbers of it.
fn steady(program: &Program, run: usize, rounds: u64) -> Option<Expected> {
    let expected = expected(program, run, rounds)?;
    let least = if program.single { 3e-3 } else { 1e-7 };
    let is_steady =
        all(&expected.off).zip(all(&expected.outcome)).all(|(off, exact)| *off <= least * exact.abs().max(1.0));
    is_steady.then_some(expected)
}

/// `None` where the program has no clear meaning. Elements that small errors change a lot may be far off, others not.
pub(crate) fn expected(program: &Program, run: usize, rounds: u64) -> Option<Expected> {
    let exact = outcome(program, run, Noise::none()).ok()?;
    if !all(&exact).all(|value| value.is_finite() && value.abs() < 1e9) {
        return None;
    }
    let mut off = exact.clone();
    all_mut(&mut off).for_each(|value| *value = 0.0);
    for round in 0..rounds {
        let noisy = outcome(program, run, Noise::of(program.single, round + 1)).ok()?;
        for (off, (noisy, exact)) in all_mut(&mut off).zip(all(&noisy).zip(all(&exact))) {
            *off = off.max((noisy - exact).abs());
        }
    }
    Some(Expected { outcome: exact, off })
}

/// What a program gives in a run.
fn outcome(program: &Program, run: usize, noise: Noise) -> Result<Outcome, Wrong> {
    let sizes = data::sizes(program, run);
    let (operands, targets) = data::elements(program, &sizes);
    let shape: Option<Vec<usize>> =
        program.shape.as_ref().map(|labels| labels.iter().map(|&label| sizes[label]).collect());
    spec::outcome(program, &operands, &targets, shape.as_deref(), noise)
}

fn all(outcome: &Outcome) -> impl Iterator<Item = &f64> {
    outcome.targets.iter().chain(&outcome.values).flat_map(|array: &Array| &array.elements)
}

fn all_mut(outcome: &mut Outcome) -> impl Iterator<Item = &mut f64> {
    outcome.targets.iter_mut().chain(&mut outcome.values).flat_map(|array: &mut Array| &mut array.elements)
}
