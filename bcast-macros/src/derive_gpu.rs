//! `#[derive(GpuElement)]`: a struct as a value of functions on a GPU.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Member, Result, Type};

use crate::derive::krate;
use crate::messages;

/// The implementation, or the error.
pub(crate) fn gpu_element(input: TokenStream) -> TokenStream {
    syn::parse2(input).and_then(|input| implementation(&input)).unwrap_or_else(|error| error.to_compile_error())
}

fn implementation(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, messages::elemental::no_struct()));
    };
    if data.fields.is_empty() {
        return Err(Error::new_spanned(&input.ident, messages::elemental::no_fields()));
    }
    let (krate, name) = (krate(input)?, &input.ident);
    let private = quote!(#krate::__private::elemental);
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(syn::parse_quote!(#private::GpuValue));
    }
    let (generics, arguments, bounds) = generics.split_for_impl();
    let members: Vec<Member> = data.fields.members().collect();
    let names = members.iter().map(|member| match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(part) => part.index.to_string(),
    });
    let types: Vec<&Type> = data.fields.iter().map(|field| &field.ty).collect();
    Ok(quote! {
        #[diagnostic::do_not_recommend]
        impl #generics #private::GpuValue for #name #arguments #bounds {
            type Told = #private::Of<Self>;
            fn ty() -> #private::Ty {
                #private::Ty::Struct(::std::vec![#((#names, <#types as #private::GpuValue>::ty())),*])
            }
            fn parts(value: &Self) -> #private::Parts {
                #private::Parts::All(::std::vec![#(<#types as #private::GpuValue>::parts(&value.#members)),*])
            }
        }
    })
}
