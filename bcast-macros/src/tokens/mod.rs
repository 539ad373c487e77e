//! Tokens before they mean anything: where they stand, how they are walked, scanned and printed.

mod cursor;
mod quoted;
mod range;
mod scan;
mod text;

pub(crate) use cursor::{Cursor, is_parenthesis};
pub(crate) use quoted::Tokens;
pub(crate) use range::Range;
pub(crate) use scan::{
    holds_dotted_call_or_operator, holds_fused, holds_range, reads_variable, solid, unwrap_parentheses,
};
pub(crate) use text::text;
