//! What stands for an elemental in its place, and its names.
//!
//! rustc prints these names where something else is an elemental that should be: they read as the reason.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprPath, PathArguments};

/// What calls of a function stand for in copies and in kernels.
pub(crate) fn typed() -> Ident {
    Ident::new("typed", Span::call_site())
}

/// A constant that needs those of the functions that are called: a cycle is a recursion.
pub(crate) fn no_recursion() -> Ident {
    Ident::new("A_GPU_KNOWS_NO_RECURSION", Span::call_site())
}

/// The same as [`typed`] for a method.
pub(crate) fn twin(method: &Ident) -> Ident {
    format_ident!("{method}_with_elemental_before_its_impl")
}

/// What stands for a function in the place of its path.
pub(crate) struct StandIn {
    pub(crate) path: TokenStream,
    /// The constant that has to be there, if it is no method.
    pub(crate) no_recursion: Option<TokenStream>,
}

/// What stands for `f`: `<f>::typed`; and for `P::f` the method beside it.
pub(crate) fn stand_in(mut path: ExprPath) -> StandIn {
    let span = path.span();
    let owner = path.path.segments.iter().nth_back(1).map(|owner| owner.ident.to_string());
    let is_method = path.qself.is_some() || owner.is_some_and(|owner| owner.starts_with(char::is_uppercase));
    let Some(last) = path.path.segments.last_mut() else {
        return StandIn { path: quote!(#path), no_recursion: None };
    };
    if is_method {
        last.ident = twin(&last.ident);
        return StandIn { path: quote!(#path), no_recursion: None };
    }
    let arguments = std::mem::replace(&mut last.arguments, PathArguments::None);
    let (mut typed, mut no_recursion) = (typed(), no_recursion());
    typed.set_span(span);
    no_recursion.set_span(span);
    StandIn {
        path: quote_spanned!(span=> <#path>::#typed #arguments),
        no_recursion: Some(quote_spanned!(span=> <#path>::#no_recursion)),
    }
}
