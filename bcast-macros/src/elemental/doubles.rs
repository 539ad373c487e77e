//! What a GPU has in double precision: arithmetic, and little else.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::methods::{Types, method};

/// Whether a function calls another one, or a method that kernels lack in double precision.
pub(super) fn lacks_functions_of_doubles(item: &TokenStream) -> bool {
    match item.clone().into_iter().last() {
        Some(TokenTree::Group(body)) => lacks(body.stream()),
        _ => false,
    }
}

fn lacks(stream: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let is_dot = |at: Option<usize>| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.to_string() == ".");
    let is_called = |at: usize| match tokens.get(at + 1) {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => lacks(group.stream()),
        TokenTree::Ident(name) if is_called(at) => {
            let is_word = ["if", "match", "in", "return", "while", "else"].iter().any(|word| name == word);
            let own = method(&name.to_string()).filter(|_| is_dot(at.checked_sub(1)));
            !is_word && own.is_none_or(|own| own.types != Types::All)
        }
        _ => false,
    })
}
