//! Reads the entries of slices.

use proc_macro2::{Group, TokenStream, TokenTree};

use super::elsewhere;
use super::slice::{is_slice, is_value, skip};
use super::{Bounds, Context, Entry, Slice};
use crate::messages;
use crate::tokens::{Cursor, Range, solid};

/// The slices of an operand: brackets with a comma, a range or a step. Any other index is Rust's.
pub(super) fn slices(operand: &[TokenTree], context: &mut Context) -> Vec<Slice> {
    let (mut found, mut types) = (Vec::new(), 0_usize);
    for (at, token) in operand.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &operand[at]);
        match token {
            // An operand has `<` among types only, where brackets are no index: `f::<&'a [u8; 4]>(x)`.
            TokenTree::Punct(sign) if sign.as_char() == '<' => types += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' && !is_minus(before) => types = types.saturating_sub(1),
            TokenTree::Group(group) if types == 0 && before.is_some_and(is_value) && is_slice(group) => {
                found.push(Slice { at, entries: entries(group, context), range: Range::at(group.span()) });
            }
            _ => {}
        }
    }
    found
}

/// Of `->`.
fn is_minus(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == '-')
}

fn entries(group: &Group, context: &mut Context) -> Vec<Entry> {
    if let Some(message) = elsewhere::entries(group) {
        context.error(Range::at(group.span()), message);
        return Vec::new();
    }
    let mut cursor = Cursor::new(group.stream(), group.span());
    let mut entries = Vec::new();
    while !cursor.is_at_end() {
        let here = cursor.here();
        let entry = entry(&mut cursor, context);
        if matches!(&entry, Entry::Index(index) if index.is_empty()) {
            context.error(here, messages::missing_entry());
        }
        entries.push(entry);
        cursor.skip(1);
    }
    entries
}

fn entry(cursor: &mut Cursor, context: &mut Context) -> Entry {
    let first = until(cursor, |cursor| cursor.is_range(0) || matches!(cursor.punct(0), Some(',' | ';')));
    if !cursor.is_range(0) {
        if cursor.punct(0) == Some(';') {
            let here = cursor.here();
            context.error(here, messages::step_of_an_index());
            cursor.skip_to(&[',']);
        }
        return Entry::Index(first.unwrap_or_default());
    }
    cursor.skip(2);
    let inclusive = cursor.punct(0) == Some('=');
    let sign = cursor.here();
    cursor.skip(usize::from(inclusive));
    let end = until(cursor, |cursor| matches!(cursor.punct(0), Some(',' | ';')));
    if inclusive && end.is_none() {
        context.error(sign, messages::missing_last());
    }
    let mut step = None;
    if cursor.punct(0) == Some(';') {
        let here = cursor.here();
        cursor.skip(1);
        step = until(cursor, |cursor| matches!(cursor.punct(0), Some(',' | ';')));
        if step.as_ref().is_none_or(|step| step.to_string() == "0") {
            context.error(here, messages::missing_step());
        }
    }
    if cursor.punct(0) == Some(';') {
        context.error(cursor.here(), messages::step_of_an_index());
        cursor.skip_to(&[',']);
    }
    Entry::Range(Bounds { start: first, end, inclusive, step })
}

/// The tokens before what ends them, if there are any.
fn until(cursor: &mut Cursor, ends: impl Fn(&Cursor) -> bool) -> Option<TokenStream> {
    let start = cursor.position();
    while !cursor.is_at_end() && !ends(cursor) {
        skip(cursor);
    }
    (cursor.position() > start).then(|| solid(cursor.stream_since(start)))
}
