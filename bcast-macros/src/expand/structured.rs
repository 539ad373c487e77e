//! `#[structured]`: the kind of the result, beside a formula that is computed portion by portion.
//!
//! ```text
//! match (&(d), &(k)) {
//!     (slot0, slot1) => {
//!         let kind0 = step(op::DotTimes, Ask(slot0).__bcast_kind(), Ask(slot1).__bcast_kind()).__bcast_step();
//!         finish(kind0, |kind, at| match (&portion(slot0, kind, at, ..), &portion(slot1, kind, at, ..)) { .. })
//!     }                                      the same as without the attribute
//! }
//! ```

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::bind;
use super::names::Names;
use crate::front::Front;
use crate::plan::{Kind, KindStep, Kinds, LeafUse, Plan, Source, View};
use crate::tree::tree;

/// The whole expansion; `body` is what the names of slots are read in.
pub(super) fn expansion(plan: &Plan, kinds: &Kinds, body: &TokenStream, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let (places, references) = (bind::scrutinee(plan, names), bind::references(plan, names));
    let target = plan.targets().first().map(|target| names.reference(target.slot));
    let old = target.as_ref().filter(|_| kinds.reads_target()).map(|target| {
        let old = names.ident("old_kind");
        quote!(let #old = #private::old_kind(&*#target);)
    });
    let steps = kinds.steps.iter().enumerate().map(|(index, step)| self::step(index, step, names));
    let result = kind(&kinds.result, names);
    let (of, at) = (names.ident("kind"), names.ident("at"));
    let portions = tree((0..plan.slots().len()).map(|slot| portion(plan, slot, names, front)));
    let each = quote!(match #portions { #references => { #body } });
    let finish = match &target {
        Some(target) => {
            let assign = names.private_path(&format!("Assign::{}", names.function(front, "assigned")), kinds.range);
            let reference = names.relocate(quote!(&mut *#target), kinds.range);
            quote!(#assign(#reference, #result, |#target, #of, #at| #each))
        }
        None => {
            let finish = names.function(front, "finish");
            quote!(#private::#finish(#result, |#of, #at| #each))
        }
    };
    quote! {{
        use #private::{AskElse as _, Reborrow as _, StepElse as _};
        match #places { #references => { #old #(#steps)* #finish } }
    }}
}

/// What is read of an operand for a portion. What is no operand, as a function, stays as it is.
fn portion(plan: &Plan, slot: usize, names: &Names, front: &Front) -> TokenStream {
    let place = names.reference(slot);
    let is_read = |leaf: &&LeafUse| leaf.source == Source::Slot(slot) && !matches!(leaf.view, View::Table(_));
    let Some(leaf) = plan.leaves().iter().find(is_read) else {
        return quote!(#place);
    };
    let (text, call) = (&leaf.text, front.name());
    let named = if front.is_try() { "Portions::try_named_portion" } else { "Portions::named_portion" };
    let portion = names.private_path(named, leaf.range);
    let place = names.relocate(quote!(#place), leaf.range);
    let (of, at) = (names.ident("kind"), names.ident("at"));
    match front.is_try() {
        false => quote!(&#portion(#place, #of, #at, #call, #text)),
        true => quote!(&#portion(#place, #of, #at, #call, #text)?),
    }
}

fn step(index: usize, step: &KindStep, names: &Names) -> TokenStream {
    let (private, name, op) = (names.private(), names.kind(index), names.ident(step.op));
    let of = kind(&step.of, names);
    let beside = step.beside.as_ref().map_or_else(|| quote!(()), |beside| kind(beside, names));
    quote!(let #name = #private::step(#private::op::#op, #of, #beside).__bcast_step();)
}

fn kind(kind: &Kind, names: &Names) -> TokenStream {
    let private = names.private();
    match kind {
        Kind::Slot(slot) => {
            let place = names.reference(*slot);
            quote!(#private::Ask(#place).__bcast_kind())
        }
        Kind::Integer(number) => {
            let number = Literal::i128_unsuffixed(*number);
            quote!(#private::Literal::<#number>)
        }
        Kind::Number(tokens) => quote!(#private::PlainKind(&#tokens)),
        Kind::Target => {
            let old = names.ident("old_kind");
            quote!(#old)
        }
        Kind::Step(step) => {
            let name = names.kind(*step);
            quote!(#name)
        }
        Kind::Packed => quote!(#private::Packed),
        Kind::Dense => quote!(#private::Dense::<#private::op::AnyStep>::new()),
    }
}
