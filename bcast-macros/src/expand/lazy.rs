//! `lazy!`: the expression as a value, which keeps its operands and its element function.
//!
//! ```text
//! match ((x).__bcast_held(), (f(y))) {               operands by reference if they are places, and else by value
//!     (slot0, slot1) => {
//!         let operand0 = Operand::leaf(&slot0); ..   as in any call
//!         lazy(nature(Plain), &Call { .. }, rank, (held(slot0), ..), move |level, elements| { .. })
//!     }
//! }
//! ```
//! Stages run here, and what they yield is kept as operands are:
//! `match run_stages(stage0, last(.., operand1, ..)) { result1 => lazy(.., held_result(place1, result1), ..) }`.

use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::names::Names;
use super::slice::sliced;
use super::{bind, call, element, evaluated, ranks, stage};
use crate::front::Front;
use crate::plan::{Form, LeafUse, Plan, Slot, SlotKind, Source, View};
use crate::tokens::Range;
use crate::tree::tree;

/// The whole expansion.
pub(super) fn expansion(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let values = tree(plan.slots().iter().enumerate().map(|(index, slot)| value(plan, index, slot, names)));
    let references = bind::references(plan, names);
    let leaves = bind::leaves(plan, names);
    let leaf_ranks = ranks::of_leaves(plan, names);
    let made = made(plan, names, front);
    quote!({
        use #private::{ByReference as _, ByValue as _};
        match #values { #references => { #leaves #leaf_ranks #made } }
    })
}

/// What an operand is kept as.
fn value(plan: &Plan, index: usize, slot: &Slot, names: &Names) -> TokenStream {
    let tokens = &slot.tokens;
    let written: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let range = Range::of(&written, Span::call_site());
    let is_table = |leaf: &LeafUse| leaf.source == Source::Slot(index) && matches!(leaf.view, View::Table(_));
    if slot.kind == SlotKind::Shape {
        let (path, argument) = (names.path("Sizes::output_shape", range), names.relocate(quote!((#tokens)), range));
        quote!(#path #argument)
    } else if !slot.slices.is_empty() {
        sliced(slot, false, true, names)
    } else if plan.leaves().iter().any(is_table) {
        names.relocate(quote!((#tokens).__bcast_shared()), range).into_token_stream()
    } else if is_place(&written) {
        names.relocate(quote!((#tokens).__bcast_held()), range).into_token_stream()
    } else {
        quote!((#tokens))
    }
}

/// Whether something stays where it is when it is used: a name, a field, what an index or a reference leads to.
fn is_place(tokens: &[TokenTree]) -> bool {
    let is_part = |token: &TokenTree| match token {
        TokenTree::Ident(word) => word != "await",
        TokenTree::Punct(sign) => matches!(sign.as_char(), '.' | ':'),
        TokenTree::Literal(_) => true,
        TokenTree::Group(_) => false,
    };
    match tokens {
        [TokenTree::Punct(sign), ..] => sign.as_char() == '*',
        [.., before, TokenTree::Group(index)] if index.delimiter() == Delimiter::Bracket => {
            !matches!(before, TokenTree::Punct(_))
        }
        [TokenTree::Ident(_), others @ ..] => others.iter().all(is_part),
        _ => false,
    }
}

/// What the expression is made of, after the stages have run.
fn made(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let Some(last) = plan.lasts().first() else {
        return TokenStream::new();
    };
    let read = plan.leaves_as_written(last.pass());
    let stages = stage::all(plan, names, front);
    let rank = names.whole();
    let ranks = ranks::ranks(plan, last.pass(), &rank, names);
    let places = read.iter().filter(|(_, leaf)| yielded(leaf).is_some()).map(|&(index, _)| {
        let (place, leaf) = (names.place_of_leaf(index), names.leaf(index));
        quote!(let #place = #private::held_at(&#leaf);)
    });
    let held = tree(read.iter().map(|&(index, leaf)| held(plan, index, leaf, names)));
    let function = names.function(front, "lazy");
    let call = call(plan, last.pass(), &[], names, front);
    let evaluation = evaluated(plan, last.pass(), names);
    let cost = Literal::u32_unsuffixed(last.pass().cost());
    let is_shaped = read.iter().any(|(_, leaf)| leaf.view == View::Shape);
    let element = element::of_expression(plan, last, names);
    let make = quote! {
        #private::#function(#private::nature::<#cost, #is_shaped, _>(#evaluation), #call, #rank, #held, #element)
    };
    let before = quote!(#stages #ranks #(#places)*);
    if plan.stages().is_empty() {
        return quote!(#before #make);
    }
    let (run, results) = run(plan, &read, names, front);
    match front.is_try() {
        false => quote!(#before match #run { #results => #make }),
        true => {
            let error = names.error();
            quote!(#before match #run {
                #private::Ok(#results) => #make,
                #private::Err(#error) => #private::Err(#error),
            })
        }
    }
}

/// Runs the stages, and makes arrays and numbers of what the expression reads of them; and the names of these.
fn run(plan: &Plan, read: &[(usize, &LeafUse)], names: &Names, front: &Front) -> (TokenStream, TokenStream) {
    let private = names.private();
    let yielded = || read.iter().filter_map(|&(index, leaf)| Some((index, leaf, yielded(leaf)?)));
    let lasts = tree(yielded().map(|(index, leaf, (stage, item))| {
        let (bound, text, element, token) = (names.leaf(index), &leaf.text, names.output(index), names.token());
        let (pattern, rank) = stage::item_of(&plan.stages()[stage], stage, item, &bound, names);
        let (name, serial, stage) = (front.name(), plan.is_serial(), names.stage(stage));
        let store = names.path("Stored::store", leaf.range);
        quote!({
            let #pattern = #stage.leaves(#rank);
            #private::last(
                #private::Identity,
                &#private::Call {
                    name: #name,
                    operands: &[#text],
                    targets: &[],
                    axes: &[],
                    cost: 0,
                    serial: #serial
                },
                #rank,
                (),
                #bound,
                #[inline(always)]
                |#token, ((), #element)| ((), #store(#element))
            )
        })
    }));
    let results = tree(yielded().map(|(index, ..)| names.output(index)));
    let stages = stage::stages(plan, &stage::rounds(plan)[0], names);
    let function = names.function(front, "run_stages");
    let made = names.results();
    (quote!({ let #made = #lasts; #private::#function(#stages, #made) }), results.into_token_stream())
}

/// The stage, the item and its form.
fn yielded(leaf: &LeafUse) -> Option<(usize, (usize, Form))> {
    match leaf.source {
        Source::Stage { stage, item, form } => Some((stage, (item, form))),
        _ => None,
    }
}

/// What the expression keeps of a leaf.
fn held(plan: &Plan, index: usize, leaf: &LeafUse, names: &Names) -> TokenStream {
    let (private, bound) = (names.private(), names.leaf(index));
    if let Source::Stage { .. } = leaf.source {
        let (place, result) = (names.place_of_leaf(index), names.output(index));
        return quote!(#private::held_result(#place, #result));
    }
    let Source::Slot(slot) = leaf.source else {
        // Nothing is assigned, and positions are the business of stages.
        return quote!(());
    };
    let slot = names.reference(slot);
    let along = |function: &str, axes: &[usize]| bind::along(function, axes, 1, &slot, names);
    match (&leaf.view, &leaf.axes) {
        (View::Table(_), _) => quote!(#private::held_table(#bound)),
        (View::Mapped(axes), _) => match names.given(axes) {
            Some(given) => quote!(#private::held_given(#slot, #given.axes())),
            None => along("held_mapped", axes),
        },
        (View::Placed(axes), _) => along("held_placed", axes),
        (View::Plain, Some(axes)) => {
            let axes = axes.entries.iter().map(|axis| Literal::usize_unsuffixed(*axis));
            quote!(#private::held_named(#slot, &[#(#axes),*]))
        }
        (View::Plain, None) if plan.is_numpy() => quote!(#private::held_aligned(#slot)),
        _ => quote!(#private::held(#slot)),
    }
}
