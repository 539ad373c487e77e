//! `x[1..-1, 0]`: indices of an operand that take a view of it.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::Context;
use crate::messages;
use crate::tokens::{Cursor, Range, solid};

/// The entries in one pair of brackets.
#[derive(Clone)]
pub(crate) struct Slice {
    /// Which token of the operand the brackets are.
    pub(crate) at: usize,
    pub(crate) entries: Vec<Entry>,
    pub(crate) range: Range,
}

/// What stands for one axis.
#[derive(Clone)]
pub(crate) enum Entry {
    /// One index: the axis is gone.
    Index(TokenStream),
    Range(Bounds),
}

/// `start..end;step`, any of which may be missing.
#[derive(Clone, Default)]
pub(crate) struct Bounds {
    pub(crate) start: Option<TokenStream>,
    pub(crate) end: Option<TokenStream>,
    /// `..=end`
    pub(crate) inclusive: bool,
    pub(crate) step: Option<TokenStream>,
}

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

/// Whether brackets behind this token are an index.
fn is_value(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Ident(word) => word != "mut",
        TokenTree::Group(_) | TokenTree::Literal(_) => true,
    }
}

/// Whether brackets hold more than one plain index.
pub(crate) fn is_slice(group: &Group) -> bool {
    let mut cursor = Cursor::new(group.stream(), group.span());
    let mut found = false;
    while group.delimiter() == Delimiter::Bracket && !found && !cursor.is_at_end() {
        found = cursor.is_range(0) || matches!(cursor.punct(0), Some(',' | ';'));
        skip(&mut cursor);
    }
    found
}

/// Steps over a token, or over `::<..>`, in which commas separate types.
fn skip(cursor: &mut Cursor) {
    if !(cursor.is_path_separator(0) && cursor.punct(2) == Some('<')) {
        return cursor.skip(1);
    }
    cursor.skip(2);
    let mut depth = 0_usize;
    loop {
        match cursor.punct(0) {
            Some('<') => depth += 1,
            Some('>') => depth = depth.saturating_sub(1),
            _ => {}
        }
        cursor.skip(1);
        if depth == 0 || cursor.is_at_end() {
            return;
        }
    }
}

fn entries(group: &Group, context: &mut Context) -> Vec<Entry> {
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

/// Whether reading the entries twice gives the same: names, numbers and their arithmetic, and no calls.
pub(super) fn is_repeatable(group: &Group) -> bool {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_call = |pair: &[TokenTree]| matches!(pair, [before, TokenTree::Group(_)] if is_value(before));
    let is_plain = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace && is_repeatable(group),
        TokenTree::Punct(punct) => matches!(punct.as_char(), '.' | ',' | ';' | '=' | '+' | '-' | '*' | '/' | '%'),
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
    };
    tokens.iter().all(is_plain) && !tokens.windows(2).any(is_call)
}
