//! Which parts are numbers that take their type from what stands beside them.

use super::Facts;
use crate::check::Meaning;
use crate::ops::Arity;
use crate::syntax::{Call, Callee, Expr, ExprKind, Link, LiteralKind};

impl Facts<'_> {
    /// Whether an expression consists of numbers without suffix.
    pub(in crate::plan) fn is_literal(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(literal) => literal.kind != LiteralKind::Typed,
            ExprKind::Leaf(leaf) => match self.scope().meaning(leaf) {
                Meaning::Let(id) => self.is_literal(&self.scope().definition(id).value),
                _ => false,
            },
            ExprKind::Row(first, links) => {
                self.is_literal(first) && links.iter().all(|link| self.is_literal_link(link))
            }
            ExprKind::Prefix(_, value) | ExprKind::Map(value, _) | ExprKind::Block(_, value) => self.is_literal(value),
            ExprKind::Power(base, exponent) => self.is_literal(base) && self.is_literal(&exponent.operand),
            ExprKind::Call(call) => self.is_literal_call(call),
            ExprKind::If(parts) => self.is_literal(&parts.then) && self.is_literal(&parts.otherwise),
            ExprKind::Chain(..) | ExprKind::Lazy(..) | ExprKind::Reduction(_) | ExprKind::Missing => false,
        }
    }

    pub(in crate::plan) fn is_literal_link(&self, link: &Link) -> bool {
        self.is_literal(&link.operand)
    }

    fn is_literal_call(&self, call: &Call) -> bool {
        match call.callee {
            Callee::Builtin(function) if function.arity == Arity::Exactly(3) && function.name == "select" => {
                call.arguments.iter().skip(1).all(|argument| self.is_literal(argument))
            }
            Callee::Builtin(function) => function.keeps_type && call.arguments.iter().all(|a| self.is_literal(a)),
            _ => false,
        }
    }
}
