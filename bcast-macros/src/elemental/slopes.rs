//! The derivative that the attribute names, for kernels: a function of its own, or a closure as one.
//!
//! ```text
//! impl Elemental for f {
//!     ..
//!     fn slopes() -> Option<Instance> { { use df as callee; Named::<callee>::slopes() } }
//! }
//! impl<'a> KnowsDerivative<Kernel> for &'a f where &'a callee: KnowsSlopes {}
//! ```

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{ExprClosure, FnArg, ItemFn, Pat, ReturnType, parse_quote};

use super::doubles::lacks_functions_of_doubles;
use super::signature::Signature;
use super::{Instance, lower};
use crate::stand_in as names;

/// What stands beside a function whose derivative is named, and what is said of it as an elemental.
#[derive(Default)]
pub(super) struct Slopes {
    pub(super) beside: TokenStream,
    pub(super) method: TokenStream,
}

impl Slopes {
    pub(super) fn of(function: &ItemFn, derivative: &TokenStream, private: &TokenStream) -> Self {
        if is_path(derivative) {
            return Self::of_path(function, derivative, private);
        }
        let closure = syn::parse2::<ExprClosure>(derivative.clone()).ok();
        closure.and_then(|closure| Self::of_closure(function, closure, private)).unwrap_or_default()
    }

    fn of_path(function: &ItemFn, path: &TokenStream, private: &TokenStream) -> Self {
        let (own, unknown) = (&function.sig.ident, format_ident!("of{}", function.sig.inputs.len()));
        let callee = Ident::new("callee", Span::mixed_site());
        let imported = names::imported(path, &callee);
        let unknown = quote! {
            #[allow(unused_imports)]
            use #private::unknown::#unknown::*;
        };
        let beside = quote! {
            const _: () = {
                #unknown
                const _: () = {
                    #imported
                    #[diagnostic::do_not_recommend]
                    impl<'a> #private::KnowsDerivative<#private::Kernel> for &'a #own
                    where
                        &'a #callee: #private::KnowsSlopes
                    {}
                };
            };
        };
        let method = quote! {
            fn slopes() -> ::core::option::Option<#private::Instance> {
                #unknown
                {
                    use #private::NamedOnProcessor;
                    #imported
                    #private::Named::<#callee>::slopes()
                }
            }
        };
        Slopes { beside, method }
    }

    /// None if it has what kernels lack, or calls functions: these need not be elementals on the processor.
    fn of_closure(function: &ItemFn, closure: ExprClosure, private: &TokenStream) -> Option<Self> {
        let (own, slopes) = (&function.sig.ident, as_function(&function.sig, closure)?);
        let tokens = quote!(#slopes);
        if names_doubles(tokens.clone()) && lacks_functions_of_doubles(&tokens) {
            return None;
        }
        let signature = Signature::of(&slopes.sig, None).ok()?;
        let lowered = lower::function(&signature, &slopes.block, None, private).ok()?;
        if lowered.calls > 0 {
            return None;
        }
        let instance = Instance::of(&slopes.sig.generics, None, private);
        let (structure, name) = (instance.structure(), &instance.name);
        let elemental = instance.elemental(&slopes.sig.ident, &signature, &lowered, &TokenStream::new());
        let beside = quote! {
            #structure
            #elemental
            #[diagnostic::do_not_recommend]
            impl<'a> #private::KnowsDerivative<#private::Kernel> for &'a #own {}
        };
        let method = quote! {
            fn slopes() -> ::core::option::Option<#private::Instance> {
                ::core::option::Option::Some(<#name as #private::Elemental>::instance())
            }
        };
        Some(Slopes { beside, method })
    }
}

/// A closure that gives the slopes of this function as a function, which has the same parameters.
fn as_function(of: &syn::Signature, closure: ExprClosure) -> Option<ItemFn> {
    let types = of.inputs.iter().map(|input| match input {
        FnArg::Typed(typed) => Some(&typed.ty),
        FnArg::Receiver(_) => None,
    });
    let types: Vec<_> = types.collect::<Option<_>>()?;
    let parameters: Vec<Pat> = closure.inputs.iter().map(name).collect::<Option<_>>()?;
    let ReturnType::Type(_, result) = &of.output else { return None };
    let result = match types.len() {
        1 => quote!(#result),
        count => {
            let each = (0..count).map(|_| result);
            quote!((#(#each),*))
        }
    };
    let (body, name) = (closure.body, format_ident!("slopes_of_{}", of.ident));
    let is_fitting = parameters.len() == types.len();
    is_fitting.then(|| parse_quote!(fn #name(#(#parameters: #types),*) -> #result { #body }))
}

/// Whether it is the path of a function.
fn is_path(derivative: &TokenStream) -> bool {
    derivative.clone().into_iter().all(|token| match token {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_lowercase),
        TokenTree::Punct(sign) => sign.as_char() == ':',
        _ => false,
    })
}

/// The name of a parameter, without its type.
fn name(parameter: &Pat) -> Option<Pat> {
    match parameter {
        Pat::Type(typed) => name(&typed.pat),
        Pat::Ident(_) => Some(parameter.clone()),
        // It has a name that nobody reads.
        Pat::Wild(_) => Some(parse_quote!(_unread)),
        _ => None,
    }
}

fn names_doubles(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => names_doubles(group.stream()),
        TokenTree::Ident(word) => word == "f64",
        _ => false,
    })
}
