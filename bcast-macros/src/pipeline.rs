//! The stages, one line each. Mistakes leave at two places: after parsing and after checking.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::syntax::{self, Context};
use crate::{check, fallback, gen_cpu, plan};

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

/// From the tokens of a front to the expansion.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let (front, body) = front(input);
    let mut context = Context::new();
    let source = syntax::parse(body, &mut context);
    if !context.report.is_empty() {
        return fallback::expansion(context);
    }
    let Some(checked) = check::check(source, &mut context) else {
        return fallback::expansion(context);
    };
    gen_cpu::generate(&plan::lower(&checked), &front)
}

/// Splits `[$crate] bcast ..` into the front and the user's tokens.
fn front(input: TokenStream) -> (Front, TokenStream) {
    let mut tokens = input.into_iter();
    let krate = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => quote!(::bcast),
    };
    let is_try = matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "try_bcast");
    (Front { krate, is_try }, tokens.collect())
}
