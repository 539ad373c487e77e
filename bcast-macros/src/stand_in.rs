//! What stands for an elemental in its place, and its names.
//!
//! rustc prints these names where something else is an elemental that should be: they read as the reason.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprPath, PathArguments};

/// What calls of a function stand for in copies and in kernels.
pub(crate) fn typed(span: Span) -> Ident {
    Ident::new("typed", span)
}

/// The same as [`typed`] for a method.
pub(crate) fn twin(method: &Ident) -> Ident {
    format_ident!("{}_with_elemental_before_its_impl", method)
}

/// What stands for a function in the place of its path.
pub(crate) struct StandIn {
    pub(crate) path: TokenStream,
    /// The type of its name, if it is no method.
    pub(crate) callee: Option<TokenStream>,
}

/// What stands for `f`: `<f>::typed`; and for `P::f` the method beside it.
pub(crate) fn stand_in(mut path: ExprPath) -> StandIn {
    let span = path.span();
    let owner = path.path.segments.iter().nth_back(1).map(|owner| owner.ident.to_string());
    let is_method = path.qself.is_some() || owner.is_some_and(|owner| owner.starts_with(char::is_uppercase));
    let Some(last) = path.path.segments.last_mut() else {
        return StandIn { path: quote!(#path), callee: None };
    };
    if is_method {
        last.ident = twin(&last.ident);
        return StandIn { path: quote!(#path), callee: None };
    }
    let arguments = std::mem::replace(&mut last.arguments, PathArguments::None);
    let typed = typed(last.ident.span());
    StandIn { path: quote_spanned!(span=> <#path>::#typed #arguments), callee: Some(quote!(#path)) }
}
