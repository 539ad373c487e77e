//! The procedural macros of the crate `bcast`.
//!
//! `expand!` turns dotted array expressions into one call of the runtime's loop. It is reached through the
//! `macro_rules!` fronts of `bcast`, which hand it the path of their crate, so that the expansion names nothing else.
//! The phases of the macro are listed in `pipeline`.
#![forbid(unsafe_code)]

mod check;
mod derivative;
mod derive;
#[cfg(feature = "gpu")]
mod derive_gpu;
#[cfg(feature = "gpu")]
mod elemental;
mod expand;
mod fallback;
mod front;
mod memo;
mod messages;
mod ops;
mod pipeline;
mod plan;
mod report;
mod sorted;
#[cfg(feature = "gpu")]
mod stand_in;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;

use proc_macro::TokenStream;

/// Expands the body of `bcast!` and `try_bcast!`; not to be called by itself.
#[proc_macro]
pub fn expand(input: TokenStream) -> TokenStream {
    pipeline::expand(input.into()).into()
}

/// Makes a type of yours an element and a plain scalar of `bcast!`.
///
/// `#[bcast(crate = path)]` names the crate where it is not `::bcast`.
#[proc_macro_derive(Element, attributes(bcast))]
pub fn derive_element(input: TokenStream) -> TokenStream {
    derive::element(input.into()).into()
}

/// Makes a struct of numbers a value of functions on a GPU.
///
/// `#[bcast(crate = path)]` names the crate where it is not `::bcast`.
#[proc_macro_derive(GpuElement, attributes(bcast))]
pub fn derive_gpu_element(input: TokenStream) -> TokenStream {
    #[cfg(feature = "gpu")]
    return derive_gpu::gpu_element(input.into()).into();
    #[cfg(not(feature = "gpu"))]
    {
        let _ = input;
        TokenStream::new()
    }
}

#[allow(missing_docs, reason = "the crate `bcast` documents it")]
#[proc_macro_attribute]
pub fn elemental(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let (attribute, derivative) = derivative::taken(attribute.into());
    let item = proc_macro2::TokenStream::from(item);
    let of_body = derivative.is_none().then(|| derivative::of_body(item.clone(), &attribute)).flatten();
    // What makes it known to kernels, unless it is for the processor.
    #[cfg(feature = "gpu")]
    let for_kernels = {
        // With a derivative a function has a use without them, and in double precision they have few functions.
        let may_lack = (derivative.is_some() || of_body.is_some()) && derivative::is_of_doubles(&item);
        elemental::elemental(attribute.clone(), item.clone(), derivative.as_ref(), may_lack)
    };
    #[cfg(not(feature = "gpu"))]
    let for_kernels = None::<proc_macro2::TokenStream>;
    let makes_type = for_kernels.is_none();
    let slopes = match &derivative {
        Some(path) => Some(derivative::beside(item.clone(), path, &attribute, makes_type)),
        None => of_body.map(|of_body| of_body.tokens(makes_type)),
    };
    quote::quote!(#item #for_kernels #slopes).into()
}
