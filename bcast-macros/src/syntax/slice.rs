//! `x[1..-1, 0]`: an index that takes a view, and which brackets are one.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::tokens::{Cursor, Range};

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

/// Whether brackets behind this token are an index.
pub(super) fn is_value(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Ident(word) => word != "mut",
        TokenTree::Group(_) | TokenTree::Literal(_) => true,
    }
}

/// Whether brackets hold more than one plain index.
pub(crate) fn is_slice(group: &Group) -> bool {
    let mut cursor = Cursor::new(group.stream(), group.span());
    let mut found = group.delimiter() == Delimiter::Bracket && holds_colon(group);
    while group.delimiter() == Delimiter::Bracket && !found && !cursor.is_at_end() {
        found = cursor.is_range(0) || matches!(cursor.punct(0), Some(',' | ';'));
        skip(&mut cursor);
    }
    found
}

/// Whether a `:` stands in brackets that is no path's.
pub(super) fn holds_colon(group: &Group) -> bool {
    let mut cursor = Cursor::new(group.stream(), group.span());
    while !cursor.is_at_end() {
        if cursor.is_path_separator(0) {
            let ends = matches!(cursor.peek(2), None | Some(TokenTree::Literal(_)));
            if ends || matches!(cursor.punct(2), Some(',' | '-' | ':')) {
                return true;
            }
            cursor.skip(1);
        } else if cursor.punct(0) == Some(':') {
            return true;
        }
        cursor.skip(1);
    }
    false
}

/// Steps over a token, or over `::<..>`, in which commas separate types.
pub(super) fn skip(cursor: &mut Cursor) {
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
