//! Numbers and other literals, sorted by how they take a type.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{ToTokens, quote};

/// A literal, perhaps with a minus folded into it.
#[derive(Clone)]
pub(crate) struct Literal {
    pub(crate) kind: LiteralKind,
    pub(crate) tokens: TokenStream,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LiteralKind {
    /// No suffix: adopts the type of its neighbour.
    Integer(i128),
    /// No suffix: Rust infers its type.
    Float,
    /// Has a type of its own.
    Typed,
}

impl Literal {
    pub(crate) fn number(token: &Token) -> Self {
        Literal { kind: kind(&token.to_string()), tokens: token.to_token_stream() }
    }

    pub(crate) fn typed(tokens: TokenStream) -> Self {
        Literal { kind: LiteralKind::Typed, tokens }
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.tokens.to_string().starts_with('-')
    }

    /// The literal with its sign changed; `None` where Rust has no such literal.
    pub(crate) fn negated(&self) -> Option<Self> {
        let tokens = &self.tokens;
        let written = tokens.to_string();
        let is_number = written.starts_with(|c: char| c.is_ascii_digit());
        let kind = match self.kind {
            LiteralKind::Integer(value) => LiteralKind::Integer(-value),
            other => other,
        };
        is_number.then(|| Literal { kind, tokens: quote!(-#tokens) })
    }
}

fn kind(written: &str) -> LiteralKind {
    let digits = written.replace('_', "");
    let (radix, body) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits.as_str()),
    };
    if !body.starts_with(|c: char| c.is_digit(radix)) {
        return LiteralKind::Typed;
    }
    if let Ok(value) = i128::from_str_radix(body, radix) {
        return LiteralKind::Integer(value);
    }
    let is_float = radix == 10 && body.chars().all(|c| c.is_ascii_digit() || ".eE+-".contains(c));
    if is_float { LiteralKind::Float } else { LiteralKind::Typed }
}
