//! What stands beside a function with a mistake, so that those who call it are told nothing.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, Generics, ImplItemFn, ItemFn, ItemImpl, ReturnType, Type};

use super::signature::owned;
use super::type_names::known_type;
use crate::stand_in as names;

pub(super) fn function(function: &ItemFn, private: &TokenStream) -> TokenStream {
    let (name, visibility, signature) = (&function.sig.ident, &function.vis, &function.sig);
    if owned(signature).is_some() || known_type(&name.to_string()).is_some() {
        return TokenStream::new();
    }
    let (typed, types) = (names::typed(name.span()), signature.inputs.iter().filter_map(of));
    let parameters = quote!(#(_: #types),*);
    let stand_in = stand_in(&typed, &signature.generics, parameters, &signature.output, private);
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #name {}
        #[allow(warnings, clippy::all)]
        const _: () = {
            impl #name {
                #stand_in
            }
            impl #private::GpuKnowsNoRecursion for #name {}
        };
    }
}

pub(super) fn method(block: &ItemImpl, method: &ImplItemFn, private: &TokenStream) -> TokenStream {
    let ((declared, _, bounds), own, signature) = (block.generics.split_for_impl(), &block.self_ty, &method.sig);
    let (twin, parameters) = (names::twin(&signature.ident), signature.inputs.to_token_stream());
    let stand_in = stand_in(&twin, &signature.generics, parameters, &signature.output, private);
    quote! {
        #[allow(warnings, clippy::all)]
        impl #declared #own #bounds {
            #[doc(hidden)]
            #stand_in
        }
    }
}

fn stand_in(
    name: &impl ToTokens,
    generics: &Generics,
    parameters: TokenStream,
    output: &ReturnType,
    private: &TokenStream,
) -> TokenStream {
    let (declared, _, bounds) = generics.split_for_impl();
    let result = match output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, result) => quote!(#result),
    };
    quote!(pub fn #name #declared (#parameters) -> #private::Called<#private::Mistaken, #result> #bounds { loop {} })
}

/// The type of a parameter, which is not `self`.
fn of(parameter: &FnArg) -> Option<&Type> {
    match parameter {
        FnArg::Receiver(_) => None,
        FnArg::Typed(typed) => Some(&typed.ty),
    }
}
