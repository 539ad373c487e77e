//! What stands for an elemental in its place, and its names.
//!
//! rustc prints these names where something else is an elemental that should be: they read as the reason.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
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

/// The most arguments with which a function without the attribute has a stand-in.
const MOST_ARGUMENTS: usize = 8;

/// The most functions that are imported beside each other.
pub(crate) const MOST_CALLEES: usize = 16;

/// Imports the type that stands for a function under another name.
///
/// An import brings what it finds in each namespace. Of a function without the attribute it finds no type; then the
/// name means what is around, where a glob has brought a type that tells the reason.
pub(crate) fn imported(path: &TokenStream, name: &Ident) -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use #path as #name;
    }
}

/// The name of one of several, and of one alone.
pub(crate) fn callee_of(number: usize, span: Span) -> Ident {
    format_ident!("callee{number}", span = span)
}
fn callee(span: Span) -> Ident {
    Ident::new("callee", span)
}

/// What stands for a function in the place of its path.
pub(crate) struct StandIn {
    pub(crate) path: TokenStream,
    /// Its path, if it is no method.
    pub(crate) callee: Option<TokenStream>,
}

/// What stands for `f`, called with so many arguments: `<f>::typed`, where `f` is a type; and for `P::f` the method
/// beside it.
pub(crate) fn stand_in(mut path: ExprPath, arguments: usize, private: &TokenStream) -> StandIn {
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
    let turbofish = std::mem::replace(&mut last.arguments, PathArguments::None);
    let (typed, name) = (typed(last.ident.span()), callee(span));
    let unknown = format_ident!("of{}", arguments.min(MOST_ARGUMENTS));
    let (imported, stands) = (imported(&quote!(#path), &name), quote_spanned!(span=> <#name>::#typed #turbofish));
    let around = quote! {
        #[allow(unused_imports)]
        use #private::unknown::#unknown::*;
        { #imported #stands }
    };
    // The block is where the path is, as rustc tells a mistake there.
    let mut around = Group::new(Delimiter::Brace, around);
    around.set_span(span);
    StandIn { path: around.into_token_stream(), callee: Some(quote!(#path)) }
}
