//! The stretch of source that a piece of syntax covers.
//!
//! `Span::join` is unstable, so a stretch is kept as its first and last span; rustc joins the two
//! when an error is reported on tokens that carry them.

use proc_macro2::{Span, TokenTree};

/// From the first token to the last one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// Where the first token stands.
    pub(crate) first: Span,
    /// Where the last token stands.
    pub(crate) last: Span,
}

impl Range {
    /// The stretch of a single token.
    pub(crate) fn at(span: Span) -> Self {
        Range { first: span, last: span }
    }

    /// From the beginning of this stretch to the end of another one.
    pub(crate) fn to(self, end: Range) -> Self {
        Range { first: self.first, last: end.last }
    }

    /// The stretch of these tokens, or `empty` when there are none.
    pub(crate) fn of(tokens: &[TokenTree], empty: Span) -> Self {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => Range { first: first.span(), last: last.span() },
            _ => Range::at(empty),
        }
    }
}
