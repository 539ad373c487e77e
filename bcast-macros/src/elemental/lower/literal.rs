//! Literals, and the types that they have.

use quote::ToTokens;
use syn::{Expr, Lit, UnOp};

use super::{Expected, Lower, Yielded};
use crate::elemental::type_names::{lacks, suffix};
use crate::messages::elemental as messages;

/// A number as it is written, with its sign, if this is one.
pub(super) fn digits(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Paren(inner) => digits(&inner.expr),
        Expr::Group(inner) => digits(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(_) => digits(&unary.expr).map(|digits| format!("-{digits}")),
            _ => None,
        },
        Expr::Lit(literal) => match &literal.lit {
            number @ (Lit::Int(_) | Lit::Float(_)) => Some(number.to_token_stream().to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a literal takes its type from what is around it.
pub(super) fn adopts(expr: &Expr) -> bool {
    digits(expr).is_some_and(|digits| suffix(&digits).is_none())
}

impl Lower<'_> {
    /// A number with its sign: `-2147483648` is an `i32`, and `2147483648` none.
    pub(super) fn literal(&mut self, expr: &mut Expr, digits: &str, expected: &Expected) -> Yielded {
        let of = match (suffix(digits), expected) {
            (Some(own), _) if lacks(own) => return self.wrong(expr, messages::no_values_of(own)),
            (Some(own), _) => own.to_owned(),
            (None, Some(expected)) => expected.clone(),
            (None, None) => self.mark(expr).to_string(),
        };
        Yielded::Value(self.lines.step("literal", format_args!("{of} {digits}")))
    }
}
