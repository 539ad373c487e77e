//! How the macro was called: what stands before the user's tokens.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// How the macro was called.
pub(crate) struct Front {
    /// The path of the crate `bcast`.
    pub(crate) krate: TokenStream,
    /// Errors are returned, not raised.
    pub(crate) is_try: bool,
}

impl Front {
    /// The macro's name in messages at run time.
    pub(crate) fn name(&self) -> &'static str {
        if self.is_try { "try_bcast!" } else { "bcast!" }
    }
}

/// Splits `[$crate] bcast ..` into the front and the user's tokens.
pub(crate) fn front(input: TokenStream) -> (Front, TokenStream) {
    let mut tokens = input.into_iter();
    let krate = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => quote!(::bcast),
    };
    let is_try = matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "try_bcast");
    (Front { krate, is_try }, tokens.collect())
}
