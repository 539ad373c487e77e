//! `explain!`: what is said of each pass, beside a call that does not run.
//!
//! ```text
//! let text0 = &Text { call: Call { .. }, lines: &["sum[1](x)"], reads: &["x"], .. };
//! ..
//! explain_run(&[text0], Plain, &text0.call, rank, targets, operands, |level, (olds, elements)| { .. })
//! ```
//! The call of a pass lies in its text, which is found by that when the engine has decided.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::names::Names;
use super::said;
use crate::front::Front;
use crate::plan::{Input, Part, Plan};
use crate::tree::tree;

/// A `let` for the text of each pass.
pub(super) fn texts(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let written = plan.stages().iter().map(|_| Vec::new());
    let written =
        written.chain(plan.all_lasts().map(|last| last.stored().iter().map(|stored| stored.target).collect()));
    let texts = plan.spellings().into_iter().zip(written).enumerate();
    let texts = texts.map(|(number, ((spelling, pass), targets)): (usize, (_, Vec<usize>))| {
        let (name, call) = (names.text(number), said(plan, pass, &targets, names, front));
        let crate::plan::Spelling { lines, reads, yields, shared, kept, parts, olds, is_hoisted } = spelling;
        let parts = parts.into_iter().map(|(text, part)| {
            let part = Literal::usize_unsuffixed(part);
            quote!((#text, #part))
        });
        let olds = olds.into_iter().map(Literal::usize_unsuffixed);
        quote! {
            let #name = &#private::Text {
                call: #call,
                lines: &[#(#lines),*],
                reads: &[#(#reads),*],
                yields: &[#(#yields),*],
                shared: &[#(#shared),*],
                kept: &[#(#kept),*],
                parts: &[#(#parts),*],
                olds: &[#(#olds),*],
                is_hoisted: #is_hoisted
            };
        }
    });
    quote!(#(#texts)*)
}

/// Whether a part is made of single values, as types say.
pub(super) fn once(part: &Part, index: usize, names: &Names) -> TokenStream {
    let (private, name) = (names.private(), names.once(index));
    let leaves = tree(part.inputs.iter().filter_map(|&(input, _)| match input {
        Input::Leaf(leaf) => Some(names.leaf(leaf)),
        Input::Part(_) => None,
    }));
    let others = part.inputs.iter().filter_map(|&(input, _)| match input {
        Input::Leaf(_) => None,
        Input::Part(other) => Some(names.once(other)),
    });
    quote!(let #name = #private::are_single(#leaves) #(&& #others)*;)
}

/// The first argument of what runs or explains: the place or the machine, or all texts, and which parts are computed
/// once. A place is told the texts.
pub(super) fn argument(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    if plan.place().is_some() {
        let (place, texts) = (names.place(), all(plan, names));
        return match (front.explains(), plan.gradients()) {
            (true, _) => quote!(#texts, #place,),
            (false, []) => quote!(#place,),
            // They are put together of blocks.
            (false, _) => {
                let private = names.private();
                quote!(#private::in_blocks(#place),)
            }
        };
    }
    if plan.is_gpu() || !front.explains() {
        return names.machine();
    }
    let (texts, once) = (all(plan, names), (0..plan.parts().len()).map(|part| names.once(part)));
    quote!((#texts, &[#(#once),*]),)
}

/// What makes a machine of a GPU one that explains.
pub(super) fn machine(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let texts = all(plan, names);
    if front.explains() { quote!(.explaining(#texts)) } else { TokenStream::new() }
}

/// All texts.
fn all(plan: &Plan, names: &Names) -> TokenStream {
    let texts = (0..plan.stages().len() + plan.all_lasts().count()).map(|number| names.text(number));
    quote!(&[#(#texts),*])
}
