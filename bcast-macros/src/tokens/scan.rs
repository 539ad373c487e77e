//! Questions about a whole list of tokens, asked before deciding how to read it.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::{Cursor, is_parenthesis};
use crate::ops;

/// Whether the tokens of a parenthesis hold something fused: a dotted operator or call, an axis map or a reduction, at
/// this depth, in nested parentheses or in the branches of an `if`.
pub(crate) fn holds_fused(stream: TokenStream) -> bool {
    let mut cursor = Cursor::new(stream, proc_macro2::Span::call_site());
    let mut branches = false;
    let mut may_reduce = true;
    while !cursor.is_at_end() {
        if starts_dotted(&mut cursor) || cursor.punct(0) == Some('@') {
            return true;
        }
        if may_reduce && is_reduction(&cursor) {
            return true;
        }
        if skip_macro_call(&mut cursor) {
            continue;
        }
        branches |= cursor.is_word(0, "if");
        may_reduce = !matches!(cursor.punct(0), Some('.' | ':'));
        let searched = cursor.group(0).filter(|g| is_parenthesis(g) || branches && g.delimiter() == Delimiter::Brace);
        if searched.is_some_and(|group| holds_fused(group.stream())) {
            return true;
        }
        cursor.skip(1);
    }
    false
}

/// Whether arguments of plain Rust hold a dotted operator or call. `@` is a pattern there and `max(..)`
/// the user's function, so neither counts; the arguments of macro calls are their own business.
pub(crate) fn holds_dotted_call_or_operator(stream: TokenStream) -> bool {
    let mut cursor = Cursor::new(stream, proc_macro2::Span::call_site());
    while !cursor.is_at_end() {
        if starts_dotted(&mut cursor) {
            return true;
        }
        if skip_macro_call(&mut cursor) {
            continue;
        }
        if cursor.group(0).is_some_and(|group| holds_dotted_call_or_operator(group.stream())) {
            return true;
        }
        cursor.skip(1);
    }
    false
}

/// Whether `..` stands at this depth.
pub(crate) fn holds_range(stream: TokenStream) -> bool {
    let mut cursor = Cursor::new(stream, proc_macro2::Span::call_site());
    while !cursor.is_at_end() {
        if cursor.is_range(0) {
            return true;
        }
        cursor.skip(1);
    }
    false
}

/// Whether plain Rust reads one of these variables, unless it may have variables of its own, as closures have.
pub(crate) fn reads_variable(stream: &TokenStream, is_one: &impl Fn(&Ident) -> bool) -> bool {
    let tokens: Vec<TokenTree> = stream.clone().into_iter().collect();
    let punct = |index: usize| match tokens.get(index) {
        Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
        _ => None,
    };
    let is_own = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == '|',
        TokenTree::Ident(word) => word == "let" || word == "match",
        _ => false,
    };
    !tokens.iter().any(is_own)
        && tokens.iter().enumerate().any(|(index, token)| match token {
            TokenTree::Ident(name) => {
                let before = |back: usize| index.checked_sub(back).and_then(punct);
                // `..n` reads a variable, `.n` and `::n` do not; nor do `n!`, `n: ..`, `n::m` and `n(..)`.
                let is_member = before(1) == Some('.') && before(2) != Some('.') || before(1) == Some(':');
                let is_called = matches!(tokens.get(index + 1), Some(TokenTree::Group(group)) if is_parenthesis(group));
                !is_member && !is_called && !matches!(punct(index + 1), Some('!' | ':')) && is_one(name)
            }
            TokenTree::Group(group) => reads_variable(&group.stream(), is_one),
            _ => false,
        })
}

/// The innermost of directly nested parentheses. A loop, because macros write a thousand of them.
pub(crate) fn unwrap_parentheses(mut group: Group) -> Group {
    loop {
        let mut tokens = group.stream().into_iter();
        match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Group(inner)), None) if is_parenthesis(&inner) => group = inner,
            _ => return group,
        }
    }
}

/// The same tokens with real parentheses in place of invisible ones, which rustc ignores in an expansion.
pub(crate) fn solid(stream: TokenStream) -> TokenStream {
    stream.into_iter().map(solid_token).collect()
}

fn solid_token(token: TokenTree) -> TokenTree {
    let TokenTree::Group(group) = token else {
        return token;
    };
    let inner = solid(group.stream());
    let mut tokens = inner.clone().into_iter();
    let single = match (group.delimiter(), tokens.next(), tokens.next()) {
        (Delimiter::None, Some(single), None) => Some(single),
        _ => None,
    };
    single.unwrap_or_else(|| {
        let delimiter = match group.delimiter() {
            Delimiter::None => Delimiter::Parenthesis,
            visible => visible,
        };
        let mut solid = Group::new(delimiter, inner);
        solid.set_span(group.span());
        solid.into()
    })
}

/// Whether a dotted operator or call begins here; a range is stepped over.
fn starts_dotted(cursor: &mut Cursor) -> bool {
    if cursor.is_range(0) {
        cursor.skip(1);
        return false;
    }
    let operator = cursor.punct(1).is_some_and(ops::is_operator_character);
    cursor.punct(0) == Some('.') && (operator || cursor.is_dotted_call())
}

fn is_reduction(cursor: &Cursor) -> bool {
    let named = cursor.word(0).is_some_and(|word| ops::reducing(&word).is_some());
    let axes = usize::from(cursor.delimited(1, Delimiter::Bracket).is_some());
    named && cursor.delimited(1 + axes, Delimiter::Parenthesis).is_some()
}

fn skip_macro_call(cursor: &mut Cursor) -> bool {
    let found =
        cursor.word(0).is_some_and(|word| word != "if") && cursor.punct(1) == Some('!') && cursor.group(2).is_some();
    cursor.skip(if found { 3 } else { 0 });
    found
}
