//! Simpler programs next to a program, in an order that depends on the program alone.

use super::tree::{Expr, Program, Statement};
use super::twin;

/// All that are one step simpler, in a fixed order; many of them mean nothing.
pub(crate) fn steps(program: &Program) -> Vec<Program> {
    let mut found = Vec::new();
    without_values(program, &mut found);
    without_statements(program, &mut found);
    inlined(program, &mut found);
    smaller_parts(program, &mut found);
    plainer(program, &mut found);
    found
}

/// Fewer values.
fn without_values(program: &Program, found: &mut Vec<Program>) {
    for index in 0..program.values.len() {
        let mut simpler = program.clone();
        simpler.values.remove(index);
        found.push(simpler);
    }
}

/// Fewer statements; what reads an older state of a target reads the one before.
fn without_statements(program: &Program, found: &mut Vec<Program>) {
    for index in 0..program.statements.len() {
        let mut simpler = program.clone();
        if let Statement::Let(number) = simpler.statements.remove(index) {
            let mut uses = 0;
            simpler.expressions().for_each(|expr| {
                expr.each(&mut |part| uses += usize::from(matches!(part, Expr::Let(used) if *used == number)));
            });
            if uses > 0 {
                continue;
            }
        }
        twin::renew(&mut simpler);
        found.push(simpler);
    }
}

/// Names replaced by what they stand for.
fn inlined(program: &Program, found: &mut Vec<Program>) {
    for number in 0..program.lets.len() {
        let mut simpler = program.clone();
        let value = simpler.lets[number].clone();
        let mut replace = |part: &mut Expr| {
            if matches!(part, Expr::Let(used) if *used == number) {
                *part = value.clone();
            }
        };
        twin::each_mut(&mut simpler, &mut replace);
        simpler.statements.retain(|statement| !matches!(statement, Statement::Let(other) if *other == number));
        twin::renew(&mut simpler);
        found.push(simpler);
    }
}

/// A part replaced by one of its own parts.
fn smaller_parts(program: &Program, found: &mut Vec<Program>) {
    let mut places = 0;
    program.expressions().for_each(|expr| expr.each(&mut |_| places += 1));
    for place in 0..places {
        for child in 0.. {
            let (mut simpler, mut at, mut had) = (program.clone(), 0, false);
            twin::each_mut(&mut simpler, &mut |part| {
                let inner = part.children().get(child).map(|inner| (*inner).clone());
                if at == place
                    && !had
                    && let Some(inner) = inner
                {
                    (*part, had) = (inner, true);
                }
                at += 1;
            });
            if !had {
                break;
            }
            found.push(simpler);
        }
    }
}

/// The same size, but `f64`, static ranks, owned arrays.
fn plainer(program: &Program, found: &mut Vec<Program>) {
    let mut simpler = program.clone();
    for operand in simpler.operands.iter_mut().chain(&mut simpler.targets) {
        operand.dynamic = false;
        operand.layout = super::tree::Layout::Owned;
    }
    simpler.single = false;
    let changed = simpler.single != program.single
        || program
            .operands
            .iter()
            .chain(&program.targets)
            .any(|operand| operand.dynamic || operand.layout != super::tree::Layout::Owned);
    if changed {
        found.push(simpler);
    }
}
