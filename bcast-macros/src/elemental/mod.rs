//! `#[elemental]`: a function on both machines.
//!
//! The function stays as it is. Beside it stand
//! * a type of its name, which lives in another namespace, so that every `use` brings both;
//! * its body as [`lines`], of which the runtime makes WGSL;
//! * where rules do not tell all types, a closure that is never called: a copy of the body with marks, whose types
//!   rustc finds (`lower`).
//!
//! ```text
//! pub struct f {}
//! const _: () = {
//!     impl Elemental for f {                                 of a generic one, for a type with its parameters
//!         const NAME: &str = "f";
//!         const LINES: &str = "param 0\n..";
//!         fn tell(to: &mut Description) {
//!             to.signature(&[<f32 as GpuValue>::TYPE, <i32 as GpuValue>::TYPE], <f32 as GpuValue>::TYPE);
//!             tell(to, || { let type0 = Mark::new(); let _ = |x: f32, n: i32| -> f32 { .. }; (type0) })
//!         }
//!         fn constants() -> Vec<Constant> { [constant(LIMIT)].into() }
//!     }
//!     impl f {
//!         pub fn typed(_: f32, _: i32) -> Called<f, f32> { .. }     what calls of `f` are in copies and in kernels
//!     }
//!     impl GpuKnowsNoRecursion for f where g: GpuKnowsNoRecursion {}
//! };
//! ```
//!
//! In an `impl` block a method has a hidden one beside it instead of a type, which rustc finds as it finds the method.

mod closure;
mod conditions;
mod doubles;
mod lines;
mod lower;
mod lowered;
mod methods;
mod mistaken;
mod signature;
mod slopes;
mod type_names;
mod types;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Error, Generics, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Path};

use crate::messages::elemental as messages;
use crate::stand_in as names;
pub(crate) use closure::{captured, in_kernel, with_parameters};
use doubles::lacks_functions_of_doubles;
use lowered::Lowered;
use signature::{Signature, this, with_own_type, with_this};
use slopes::Slopes;

/// What stands beside the item, or what is wrong with it; its derivative, if it is named. Nothing if the function may
/// have what kernels lack, and has.
pub(crate) fn elemental(
    attribute: TokenStream,
    item: TokenStream,
    derivative: Option<&TokenStream>,
    may_lack: bool,
) -> Option<TokenStream> {
    if may_lack && lacks_functions_of_doubles(&item) {
        return None;
    }
    let beside = private(attribute).and_then(|private| match syn::parse2(item)? {
        Item::Fn(function) => match of_function(&function, derivative, &private) {
            Err(_) if may_lack => Ok(None),
            Err(errors) => Ok(Some(with_stand_in(&errors, mistaken::function(&function, &private)))),
            Ok(beside) => Ok(Some(beside)),
        },
        Item::Impl(block) => beside_block(&block, &private).map(Some),
        other => Err(Error::new_spanned(other, messages::misplaced())),
    });
    beside.unwrap_or_else(|error| Some(error.to_compile_error()))
}

fn beside_block(block: &ItemImpl, private: &TokenStream) -> Result<TokenStream, Error> {
    if let Some((_, of, _)) = &block.trait_ {
        return Err(Error::new_spanned(of, messages::trait_block()));
    }
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let beside = methods.map(|method| {
        // What rustc takes away has nothing beside it.
        let conditions = method.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        match of_method(block, method, private) {
            Ok(made) => quote!(#(#conditions)* #made),
            Err(errors) => {
                let stand_in = mistaken::method(block, method, private);
                with_stand_in(&errors, quote!(#(#conditions)* #stand_in))
            }
        }
    });
    Ok(beside.collect())
}

fn with_stand_in(errors: &[Error], stand_in: TokenStream) -> TokenStream {
    errors.iter().map(Error::to_compile_error).chain([stand_in]).collect()
}

/// The module of the runtime's names; `crate = path` says where the crate is.
fn private(attribute: TokenStream) -> Result<TokenStream, Error> {
    let mut krate: Path = syn::parse_quote!(::bcast);
    let parser = syn::meta::parser(|meta| {
        if !meta.path.is_ident("crate") {
            return Err(meta.error(""));
        }
        krate = meta.value()?.call(Path::parse_mod_style)?;
        Ok(())
    });
    parser.parse2(attribute).map_err(|error| Error::new(error.span(), messages::attribute()))?;
    Ok(quote!(#krate::__private::elemental))
}

fn of_function(
    function: &ItemFn,
    derivative: Option<&TokenStream>,
    private: &TokenStream,
) -> Result<TokenStream, Vec<Error>> {
    let name = &function.sig.ident;
    if type_names::known_type(&name.to_string()).is_some() {
        return Err(vec![Error::new_spanned(name, messages::name_of_a_type())]);
    }
    let signature = Signature::of(&function.sig, None)?;
    let lowered = lower::function(&signature, &function.block, Some(name), private)?;
    let instance = Instance::of(&function.sig.generics, Some(name), private);
    let (declared, used, bounds) = instance.generics.split_for_impl();
    let turbofish = used.as_turbofish();
    let (of, visibility, result) = (&instance.name, &function.vis, &signature.result);
    let Slopes { beside, method } =
        derivative.map(|derivative| Slopes::of(function, derivative, private)).unwrap_or_default();
    let (structure, elemental) = (instance.structure(), instance.elemental(name, &signature, &lowered, &method));
    let (parameters, no_recursion) = (signature.types(), no_recursion(name, &lowered, private));
    let typed = names::typed(name.span());
    Ok(quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #name {}
        #[allow(warnings, clippy::all)]
        const _: () = {
            #structure
            #elemental
            impl #name {
                pub fn #typed #declared (#(_: #parameters),*) -> #private::Called<#of #used, #result> #bounds {
                    // Whom only kernels call is called, too.
                    let _ = #name #turbofish;
                    loop {}
                }
            }
            #no_recursion
            #beside
        };
    })
}

/// A function is one if those that it calls are. What is called among items of the body's is named beside them.
fn no_recursion(name: &Ident, lowered: &Lowered, private: &TokenStream) -> TokenStream {
    let (mut beside, mut imports) = (TokenStream::new(), TokenStream::new());
    let calls = lowered.callees.iter().enumerate().map(|(at, callee)| {
        let path = &callee.path;
        let bound = lower::moved(quote!(: #private::GpuKnowsNoRecursion), path.span());
        // Many more than anybody calls.
        let name = (at < names::MOST_CALLEES).then(|| names::callee_of(at, path.span()));
        let import = name.as_ref().map(|name| names::imported(path, name));
        let name = name.map_or_else(|| path.clone(), |name| quote!(#name));
        let bound = quote!(#name #(#bound)*);
        if callee.blocks.is_empty() {
            imports.extend(import);
            return bound;
        }
        let inside = quote::format_ident!("Call{at}", span = Span::mixed_site());
        let known = quote!(#import impl #private::GpuKnowsNoRecursion for #inside where #bound {});
        let known = callee.blocks.iter().rev().fold(known, |known, items| quote!(const _: () = { #items #known };));
        beside.extend(quote!(struct #inside; #known));
        quote!(#inside: #private::GpuKnowsNoRecursion)
    });
    let calls: Vec<TokenStream> = calls.collect();
    let known = quote!(impl #private::GpuKnowsNoRecursion for #name where #(#calls),* {});
    if calls.is_empty() {
        return known;
    }
    quote! {
        use #private::unknown::several::*;
        #beside
        const _: () = { #imports #known };
    }
}

/// The types that rules find for the marks of a function, in tests.
#[cfg(test)]
pub(crate) fn found_types(function: &ItemFn) -> Option<Vec<String>> {
    let signature = Signature::of(&function.sig, None).ok()?;
    lower::function(&signature, &function.block, None, &quote!(k)).ok()?.found
}

fn of_method(block: &ItemImpl, method: &ImplItemFn, private: &TokenStream) -> Result<TokenStream, Vec<Error>> {
    let (name, own) = (&method.sig.ident, &block.self_ty);
    if methods::method(&name.to_string()).is_some() || methods::exists_in_std(&name.to_string()) {
        return Err(vec![Error::new_spanned(name, messages::name_of_a_method(&name.to_string()))]);
    }
    if !method.sig.generics.params.is_empty() {
        return Err(vec![Error::new_spanned(&method.sig.generics, messages::generic_method())]);
    }
    let signature = Signature::of(&method.sig, Some(own))?;
    let lowered = lower::function(&signature, &method.block, None, private)?;
    let instance = Instance::of(&block.generics, None, private);
    let (declared, used, bounds) = instance.generics.split_for_impl();
    let (of, result, twin) = (&instance.name, &signature.result, names::twin(name));
    let no_slopes = TokenStream::new();
    let (structure, elemental) = (instance.structure(), instance.elemental(name, &signature, &lowered, &no_slopes));
    let parameters = signature.parameters.iter().map(|parameter| {
        let (name, of) = (&parameter.name, &parameter.of);
        if name == "self" { quote!(self) } else { quote!(#name: #of) }
    });
    let beside = quote! {
        #structure
        #elemental
        impl #declared #own #bounds {
            #[doc(hidden)]
            pub fn #twin(#(#parameters),*) -> #private::Called<#of #used, #result> {
                loop {}
            }
        }
    };
    let beside = with_own_type(beside, own);
    Ok(quote! {
        #[allow(warnings, clippy::all)]
        const _: () = { #beside };
    })
}

/// The type that stands for a function with its generic parameters.
struct Instance<'a> {
    name: Ident,
    /// Whether it is there already.
    exists: bool,
    /// Those of the function, whose types are values of kernels.
    generics: Generics,
    private: &'a TokenStream,
}

impl<'a> Instance<'a> {
    /// Of a function without parameters, the type of its name.
    fn of(generics: &Generics, function: Option<&Ident>, private: &'a TokenStream) -> Self {
        let mut generics = generics.clone();
        for parameter in generics.type_params_mut() {
            parameter.bounds.push(syn::parse_quote!(#private::GpuValue));
        }
        let function = function.filter(|_| generics.params.is_empty());
        let name = function.cloned().unwrap_or_else(|| Ident::new("Of", Span::mixed_site()));
        Instance { name, exists: function.is_some(), generics, private }
    }

    /// Its parameters have no bounds: what lacks one is told at the call, by rustc.
    fn structure(&self) -> TokenStream {
        if self.exists {
            return TokenStream::new();
        }
        let (name, mut generics) = (&self.name, self.generics.clone());
        generics.where_clause = None;
        generics.type_params_mut().for_each(|parameter| parameter.bounds.clear());
        let types = generics.type_params().map(|parameter| &parameter.ident);
        let fields = quote!((::core::marker::PhantomData<(#(#types,)*)>));
        let (declared, ..) = generics.split_for_impl();
        quote!(pub struct #name #declared #fields;)
    }

    /// All that is known of the function; the method says what gives its slopes, if another one does.
    fn elemental(
        &self,
        function: &Ident,
        signature: &Signature,
        lowered: &Lowered,
        slopes: &TokenStream,
    ) -> TokenStream {
        let (name, private, (declared, used, bounds)) = (&self.name, self.private, self.generics.split_for_impl());
        let [parameters, result] = [signature.types().collect::<Vec<_>>(), vec![&signature.result]]
            .map(|types| quote!(#(<#types as #private::GpuValue>::TYPE),*));
        let (text, lines, told) = (function.to_string(), &lowered.lines, told(signature, lowered, private));
        let constants = &lowered.constants;
        let constants = (!constants.is_empty()).then(|| {
            quote! {
                fn constants() -> ::std::vec::Vec<#private::Constant> {
                    [#(#private::GpuValue::constant(#constants)),*].into()
                }
            }
        });
        quote! {
            impl #declared #private::Elemental for #name #used #bounds {
                const NAME: &'static str = #text;
                const LINES: &'static str = #lines;
                fn tell(to: &mut #private::Description) {
                    to.signature(&[#parameters], #result);
                    #told
                }
                #constants
                #slopes
            }
        }
    }
}

/// What rustc finds, if anything is asked.
fn told(signature: &Signature, lowered: &Lowered, private: &TokenStream) -> Option<TokenStream> {
    let (declared, all) = lowered.marks(private);
    let asked = asked(signature, lowered.copy.as_ref()?);
    Some(quote! {
        #private::tell(to, || {
            #declared
            #asked
            #all
        });
    })
}

/// The copy as a closure, which swallows `return`. Its types are written, so that methods of parameters are found, and
/// a literal at the end takes the type of the result.
fn asked(signature: &Signature, copy: &TokenStream) -> TokenStream {
    let parameters = signature.parameters.iter().map(|parameter| {
        let of = &parameter.of;
        let name = if parameter.name == "self" { this() } else { parameter.name.clone() };
        if parameter.is_mutable { quote!(mut #name: #of) } else { quote!(#name: #of) }
    });
    let (result, body) = (&signature.result, with_this(copy.clone()));
    quote!(let _ = |#(#parameters),*| -> #result #body;)
}
