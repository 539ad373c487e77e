//! `#[derive(Element)]`: a type of the user as element and as plain scalar.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Path, Result};

use crate::messages;

/// The implementations, or the error.
pub(crate) fn element(input: TokenStream) -> TokenStream {
    syn::parse2(input).and_then(|input| implementations(&input)).unwrap_or_else(|error| error.to_compile_error())
}

fn implementations(input: &DeriveInput) -> Result<TokenStream> {
    if let Data::Union(union) = &input.data {
        return Err(Error::new(union.union_token.span, messages::derive_union()));
    }
    let krate = krate(input)?;
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics #krate::Element for #name #arguments #bounds {}

        impl #generics #krate::own::Derived for #name #arguments #bounds {
            type By<J> = #krate::own::Joining<Self, J>;
        }

        impl #generics #krate::Operand for #name #arguments #bounds {
            type Elem = Self;
            type Rank = #krate::Scalar;
            type Leaf<'a> = #krate::__private::Leaf<'a, Self, #krate::Scalar> where Self: 'a;
            #[inline]
            fn leaf(&self) -> #krate::__private::Leaf<'_, Self, #krate::Scalar> {
                #krate::__private::Leaf::value(self)
            }
        }

        impl #generics #krate::Target for #name #arguments #bounds {
            type Elem = Self;
            type Rank = #krate::Scalar;
            #[inline]
            fn target(&mut self) -> #krate::__private::Goal<'_, Self, #krate::Scalar> {
                #krate::__private::Goal::value(self)
            }
        }
    })
}

/// The path of `bcast`, which `#[bcast(crate = path)]` overrides.
pub(crate) fn krate(input: &DeriveInput) -> Result<Path> {
    let mut path = syn::parse_quote!(::bcast);
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("bcast")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("crate") {
                return Err(meta.error(messages::derive_attribute()));
            }
            path = meta.value()?.call(Path::parse_mod_style)?;
            Ok(())
        })?;
    }
    Ok(path)
}
