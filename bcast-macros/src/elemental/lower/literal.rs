//! Literals, and the types that they have.

use quote::ToTokens;
use syn::{Expr, Lit, Type, UnOp};

use super::{Expected, Lower, Yielded};
use crate::messages::elemental as messages;

/// Types of values that kernels compute with, as Rust names them.
const NUMBERS: [&str; 9] = ["f32", "f64", "i32", "u32", "i64", "u64", "isize", "usize", "bool"];

/// Number types of Rust that kernels lack.
const OTHERS: [&str; 7] = ["u8", "i8", "u16", "i16", "u128", "i128", "char"];

/// What a type is, as far as its name tells.
pub(super) enum TypeName {
    /// One of [`NUMBERS`].
    Known(String),
    /// No GPU has it.
    Lacking(String),
    /// A type of the user's, an alias, a parameter.
    Other,
}

pub(super) fn type_name(of: &Type) -> TypeName {
    let name = match of {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident().map(ToString::to_string),
        _ => None,
    };
    match name {
        Some(name) if is_known(&name) => TypeName::Known(name),
        Some(name) if lacks(&name) => TypeName::Lacking(name),
        _ => TypeName::Other,
    }
}

/// Whether kernels compute with the type of this name.
pub(in crate::elemental) fn is_known(name: &str) -> bool {
    NUMBERS.contains(&name)
}

/// Whether no GPU has the type of this name.
pub(super) fn lacks(name: &str) -> bool {
    OTHERS.contains(&name)
}

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

/// The type behind the digits.
fn suffix(digits: &str) -> Option<&'static str> {
    let is_hex = digits.trim_start_matches('-').starts_with("0x");
    let all = NUMBERS.into_iter().chain(OTHERS);
    all.into_iter().find(|name| digits.ends_with(name) && !(is_hex && name.starts_with('f')))
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
