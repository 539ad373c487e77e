//! How the macro was called: what stands before the user's tokens.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// How the macro was called.
pub(crate) struct Front {
    /// The path of the crate `bcast`.
    pub(crate) krate: TokenStream,
    pub(crate) form: Form,
}

/// What becomes of the value, and of errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// `bcast!`: errors are raised.
    Run,
    /// `try_bcast!`: errors are returned.
    Try,
    /// `wgsl!`: the text of the kernels that a GPU would run.
    Text,
    /// `explain!`: what the call would do.
    Explain,
    /// `try_explain!`: the same; errors are returned.
    TryExplain,
    /// `lazy!`: the expression as a value, computed by whoever reads it; errors are raised.
    Lazy,
    /// `try_lazy!`: the same; errors are returned.
    TryLazy,
}

impl Front {
    /// The macro's name in messages at run time.
    pub(crate) fn name(&self) -> &'static str {
        match self.form {
            Form::Run => "bcast!",
            Form::Try => "try_bcast!",
            Form::Text => "wgsl!",
            Form::Explain => "explain!",
            Form::TryExplain => "try_explain!",
            Form::Lazy => "lazy!",
            Form::TryLazy => "try_lazy!",
        }
    }

    /// Whether errors are returned.
    pub(crate) fn is_try(&self) -> bool {
        matches!(self.form, Form::Try | Form::TryExplain | Form::TryLazy)
    }

    /// Whether nothing is computed, and what would be is said.
    pub(crate) fn explains(&self) -> bool {
        matches!(self.form, Form::Explain | Form::TryExplain)
    }

    /// Whether it makes an expression.
    pub(crate) fn is_lazy(&self) -> bool {
        matches!(self.form, Form::Lazy | Form::TryLazy)
    }
}

/// Splits `[$crate] bcast ..` into the front and the user's tokens.
pub(crate) fn front(input: TokenStream) -> (Front, TokenStream) {
    let mut tokens = input.into_iter();
    let krate = match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => quote!(::bcast),
    };
    let form = match tokens.next() {
        Some(TokenTree::Ident(name)) if name == "try_bcast" => Form::Try,
        Some(TokenTree::Ident(name)) if name == "wgsl" => Form::Text,
        Some(TokenTree::Ident(name)) if name == "explain" => Form::Explain,
        Some(TokenTree::Ident(name)) if name == "try_explain" => Form::TryExplain,
        Some(TokenTree::Ident(name)) if name == "lazy" => Form::Lazy,
        Some(TokenTree::Ident(name)) if name == "try_lazy" => Form::TryLazy,
        _ => Form::Run,
    };
    (Front { krate, form }, tokens.collect())
}
