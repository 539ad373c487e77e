//! What `#[checked]` cannot stand beside, and what a call with it cannot read.

use crate::messages;
use crate::ops::Mode;
use crate::syntax::{Body, Context, Expr, ExprKind, Source, Statement};
use crate::tokens::Range;

use super::{Meaning, Order, Scope};

/// Where `#[checked]` is written.
fn written(source: &Source) -> Option<Range> {
    source.attributes.mode.filter(|(mode, _)| *mode == Mode::Checked).map(|(_, range)| range)
}

/// Reports machines and expressions that cannot say where they failed.
pub(super) fn check(source: &Source, context: &mut Context) {
    let Some(range) = written(source) else { return };
    if let Some((_, gpu)) = source.attributes.gpu {
        context.error(gpu, messages::checked_on_gpu());
    } else if context.gpu {
        context.error(range, messages::checked_text());
    }
    if context.lazy {
        context.error(range, messages::checked_lazy());
    }
}

/// Reports what reads a target that the call has assigned to: all is computed once before anything is written.
pub(super) fn check_reads(source: &Source, scope: &Scope, order: &Order, context: &mut Context) {
    if written(source).is_none() {
        return;
    }
    let body = &source.body;
    let mut assignments = 0;
    for statement in &body.statements {
        if let Statement::Assignment(assignment) = statement {
            let replaced = order.replaces(assignments);
            assignments += 1;
            if let Some((target, 1..)) = replaced.filter(|_| assignment.operator.is_some()) {
                report(assignment.target.range, target, body, scope, context);
            }
        }
        reads(statement.value(), body, scope, order, context);
    }
    body.values.iter().for_each(|value| reads(value, body, scope, order, context));
}

fn reads(expr: &Expr, body: &Body, scope: &Scope, order: &Order, context: &mut Context) {
    if let ExprKind::Leaf(leaf) = &expr.kind
        && let Meaning::Target(target) = scope.meaning(leaf)
        && order.version(leaf.id) > 0
    {
        report(expr.range, target, body, scope, context);
    }
    expr.parts().into_iter().for_each(|part| reads(part, body, scope, order, context));
}

fn report(range: Range, target: usize, body: &Body, scope: &Scope, context: &mut Context) {
    let text = super::order::target_text(body, scope, target).unwrap_or_default();
    context.error(range, messages::checked_reads_written(&text));
}
