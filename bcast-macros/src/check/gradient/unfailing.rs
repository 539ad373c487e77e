//! Indices that cannot fail, whatever they are computed of: so no branch has to guard them.
//!
//! Guarded, `at.(x, j @ (1) .+ 1)` in `if j @ (1) .< last { .. }` would have an index for each element that `last` has,
//! as far as spelling tells. Where the branch is not taken 0 arrives, and an index beyond the table finds nothing.

use super::known::Known;
use super::template::hidden;
use crate::syntax::{Call, Callee, Expr, ExprKind, Literal, LiteralKind};

/// The same index, if it is made of an operand and integers by sums, differences, `max.` and `min.`. Sums wrap around:
/// where they would overflow in a branch that is taken, the call has failed before.
pub(super) fn unfailing(index: &Expr, known: &Known) -> Option<Expr> {
    match &index.kind {
        ExprKind::Literal(_) => is_integer(index).then(|| index.clone()),
        ExprKind::Row(first, links) => links.iter().try_fold(unfailing(first, known)?, |sum, link| {
            let moved = match link.operator.item.method {
                "plus" => "ahead",
                "minus" => "behind",
                _ => return None,
            };
            is_integer(&link.operand).then(|| hidden(moved, vec![sum, link.operand.clone()]))
        }),
        ExprKind::Call(call) => match &call.callee {
            Callee::Builtin(function) if ["max", "min"].contains(&function.name) => {
                let arguments: Option<Vec<Expr>> = call.arguments.iter().map(|part| unfailing(part, known)).collect();
                let call = Call { callee: call.callee.clone(), range: call.range, arguments: arguments? };
                Some(Expr::new(index.range, ExprKind::Call(call)))
            }
            _ => None,
        },
        _ => known.is_operand(index).then(|| index.clone()),
    }
}

fn is_integer(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Literal(Literal { kind: LiteralKind::Integer(_), .. }))
}
