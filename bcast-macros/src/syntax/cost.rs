//! What parts of an expression cost, in additions.

use super::{Callee, Expr, ExprKind, LiteralKind};
use crate::ops;

impl Expr {
    /// Whether what it does itself is worth a stage that types may leave out.
    pub(crate) fn is_costly(&self) -> bool {
        match &self.kind {
            ExprKind::Row(_, links) => links.iter().any(|link| link.operator.cost >= ops::COSTLY),
            _ => self.own_cost() >= ops::COSTLY,
        }
    }

    /// Its cost without its parts.
    pub(crate) fn own_cost(&self) -> u32 {
        match &self.kind {
            ExprKind::Leaf(_) => 0,
            ExprKind::Row(_, links) | ExprKind::Chain(_, links) | ExprKind::Lazy(_, links) => {
                links.iter().map(|link| link.operator.cost).sum()
            }
            ExprKind::Power(_, exponent) => match &exponent.operand.kind {
                ExprKind::Literal(literal) if matches!(literal.kind, LiteralKind::Integer(_)) => 2,
                _ => exponent.operator.cost,
            },
            ExprKind::Call(call) => match &call.callee {
                Callee::Builtin(function) => function.cost,
                Callee::Field(_) => 0,
                Callee::Convert(_) => 1,
                Callee::LookUp(..) => ops::LOOK_UP_COST,
                _ => ops::USER_COST,
            },
            _ => 1,
        }
    }
}
