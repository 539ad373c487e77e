//! `#[cfg]` inside a function: rustc takes away what does not hold later than the macro reads the body.

use proc_macro2::{TokenStream, TokenTree};
use syn::Error;

use crate::messages::elemental as messages;

pub(super) fn find(tokens: TokenStream, errors: &mut Vec<Error>) {
    let mut is_attribute = false;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let first = group.stream().into_iter().next().map(|first| first.to_string());
            if is_attribute && matches!(first.as_deref(), Some("cfg" | "cfg_attr")) {
                errors.push(Error::new_spanned(group, messages::no_conditions()));
            }
            find(group.stream(), errors);
        }
        is_attribute = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '#');
    }
}
