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
    let (mut beside, mut is_for_kernels) = (None, cfg!(feature = "gpu"));
    // A GPU has few functions in double precision: with a derivative one may be for the processor.
    let is_of_doubles = derivative::is_of_doubles(&item);
    match &derivative {
        Some(path) => {
            is_for_kernels &= !is_of_doubles;
            beside = Some(derivative::beside(item.clone(), path, &attribute, !is_for_kernels));
        }
        None => {
            let of_body = derivative::of_body(item.clone(), &attribute);
            #[cfg(feature = "gpu")]
            if of_body.is_some() && is_of_doubles && elemental::lacks_functions_of_doubles(&item) {
                is_for_kernels = false;
            }
            if let Some(of_body) = of_body {
                beside = Some(of_body.tokens(!is_for_kernels));
            }
        }
    }
    #[cfg(feature = "gpu")]
    let item = if is_for_kernels { elemental::elemental(attribute, item) } else { item };
    quote::quote!(#item #beside).into()
}
