//! Evaluates what the user wrote, once, and hands references to the runtime.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::names::Names;
use super::slice::sliced;
use crate::plan::{GivenAxes, LeafUse, Plan, Slot, SlotKind, Source, View};
use crate::syntax::Axes;
use crate::tokens::{Range, Tokens};
use crate::tree::tree;

/// What `match` looks at. Only plain references live while operands are evaluated, so `?` and `.await` work, and a
/// future stays `Send`.
pub(super) fn scrutinee(plan: &Plan, names: &Names) -> Tokens {
    tree(plan.slots().iter().map(|slot| evaluated(slot, names)))
}

fn evaluated(slot: &Slot, names: &Names) -> TokenStream {
    let written: Vec<_> = slot.tokens.clone().into_iter().collect();
    let range = Range::of(&written, proc_macro2::Span::call_site());
    let views = (!slot.slices.is_empty()).then(|| sliced(slot, slot.kind == SlotKind::Place, false, names));
    let tokens = views.as_ref().unwrap_or(&slot.tokens);
    match slot.kind {
        SlotKind::Shared | SlotKind::Gpu | SlotKind::On => quote!(&(#tokens)),
        // A method call reborrows a `&mut` variable that is not `mut` itself.
        SlotKind::Place => names.relocate(quote!((#tokens).__bcast_place()), range).into_token_stream(),
        SlotKind::Shape => {
            let path = names.path("Sizes::output_shape", range);
            let argument = names.relocate(quote!((#tokens)), range);
            quote!(&(#path #argument))
        }
    }
}

/// The pattern that names what was evaluated.
pub(super) fn references(plan: &Plan, names: &Names) -> Tokens {
    tree((0..plan.slots().len()).map(|slot| names.reference(slot)))
}

/// `let`s of everything that the loop reads and writes.
pub(super) fn leaves(plan: &Plan, names: &Names) -> TokenStream {
    let value = |(index, leaf): (usize, &LeafUse)| Some(leaf_value(leaf, plan, names)?.bound(names.leaf(index)));
    let from_slots = |(_, leaf): &(usize, &LeafUse)| matches!(leaf.source, Source::Slot(_));
    let leaves = plan.leaves().iter().enumerate().filter(from_slots).filter_map(value);
    let olds = plan.leaves().iter().enumerate().filter(|leaf| !from_slots(leaf)).filter_map(value);
    let targets = plan.targets().iter().enumerate().map(|(index, target)| {
        let name = names.target(index);
        let path = names.private_path("Target::target", target.range);
        let place = names.reference(target.slot);
        let reference = names.relocate(quote!(&mut *#place), target.range);
        let mut bare = path.then(reference.in_parentheses());
        // A place need not read what nobody looks at.
        if plan.place().is_some() && !plan.reads_target(index) {
            let private = names.private();
            bare = quote!(#private::unread(#bare)).into();
        }
        named("named_target", target.axes.as_ref(), bare, names).bound(name)
    });
    let given = plan.given().iter().enumerate().map(|(index, given)| self::given(index, given, names));
    quote!(#(#given)* #(#leaves)* #(#targets)* #(#olds)*)
}

/// The axes that a value says.
fn given(index: usize, given: &GivenAxes, names: &Names) -> TokenStream {
    let (private, name) = (names.private(), names.axes(index));
    match given {
        GivenAxes::Slot(slot, range) => {
            let path = names.private_path("AxesValue::read", *range);
            let argument = names.evaluated(*slot, *range);
            quote!(let #name = #path(#argument);)
        }
        GivenAxes::Rest(axes) => {
            let axes = axes.iter().map(|&axis| Literal::usize_unsuffixed(axis));
            quote!(let #name = #private::AxesValue::read(&#private::Rest([#(#axes),*]));)
        }
        GivenAxes::RestOf(axes) => {
            let of = names.axes(*axes);
            quote!(let #name = #private::Others::others(#of);)
        }
        GivenAxes::Counted(axes) => {
            let axes = axes.iter().map(|&axis| Literal::isize_unsuffixed(axis));
            quote!(let #name = #private::AxesValue::read(&#private::Counted([#(#axes),*]));)
        }
    }
}

/// The operand, unless a stage yields it.
fn leaf_value(leaf: &LeafUse, plan: &Plan, names: &Names) -> Option<Tokens> {
    let private = names.private();
    let slot = match leaf.source {
        Source::Slot(slot) => slot,
        Source::Target((target, _)) => {
            let target = names.target(target);
            let read = names.ident(if leaf.view == View::Unwritten { "unwritten" } else { "old" });
            return Some(named("named", leaf.axes.as_ref(), quote!(#private::#read(&#target)).into(), names));
        }
        Source::Stage { .. } | Source::Position(_) => return None,
    };
    if let View::Table(indices) = leaf.view {
        return Some(table(leaf, names.reference(slot), indices, names).into());
    }
    let path = match leaf.view {
        View::Shape if plan.is_gpu() => names.private_path("shape", leaf.range),
        _ => names.private_path("Operand::leaf", leaf.range),
    };
    // Two tokens at least, so that all of the operand is underlined.
    let reference = names.evaluated(slot, leaf.range);
    let bare = named("named", leaf.axes.as_ref(), path.then(reference.in_parentheses()), names);
    Some(match &leaf.view {
        View::Plain if plan.is_numpy() => quote!(#private::align(#bare)).into(),
        View::Plain => bare,
        view => seen(plan, view, &bare, names).into(),
    })
}

/// Something whose axes have names: where its rank is dynamic, there have to be as many.
fn named(function: &str, axes: Option<&Axes>, bare: Tokens, names: &Names) -> Tokens {
    let Some(axes) = axes else {
        return bare;
    };
    let (private, function) = (names.private(), names.ident(function));
    let axes = axes.entries.iter().map(|axis| Literal::usize_unsuffixed(*axis));
    quote!(#private::#function(#bare, &[#(#axes),*])).into()
}

/// An operand that is looked up in by so many indices.
fn table(leaf: &LeafUse, reference: Ident, indices: usize, names: &Names) -> TokenStream {
    let (text, indices) = (&leaf.text, Literal::usize_unsuffixed(indices));
    let (whole, private) = (names.private_path("Slice::whole", leaf.range), names.private());
    let reference = names.reborrowed(reference, leaf.range);
    let table = names.relocate(quote!(#private::LookUp::<#indices>::table), leaf.range);
    let whole = names.parenthesis(quote!(#whole(#reference)), leaf.range.last);
    quote!(&#table(#whole, #text))
}

/// An operand through its map.
pub(super) fn seen(plan: &Plan, view: &View, bare: &impl ToTokens, names: &Names) -> TokenStream {
    match view {
        View::Mapped(axes) => match names.given(axes) {
            Some(given) => {
                let private = names.private();
                quote!(#private::given_map(#bare, #given.axes()))
            }
            None => along("mapped", axes, 2, bare, names),
        },
        View::Placed(axes) => along("placed", axes, 2, bare, names),
        View::PlacedBeside(axes, slots) => {
            let (placed, private) = (along("placed", axes, 2, bare, names), names.private());
            let ranks = ranks_of(plan, slots, names);
            quote!(#private::beside(#placed, #ranks))
        }
        View::Left(axes, slots) => {
            let (ranks, private) = (ranks_of(plan, slots, names), names.private());
            let axes = axes.iter().map(|axis| Literal::usize_unsuffixed(*axis));
            quote!(#private::left(#bare, &[#(#axes),*], #ranks))
        }
        View::First => {
            let private = names.private();
            quote!(#private::first(#bare))
        }
        View::Exact => {
            let private = names.private();
            quote!(#private::exact_left(#bare))
        }
        View::Plain | View::Unwritten | View::Table(_) | View::Shape => bare.to_token_stream(),
    }
}

/// The ranks of what was evaluated in these slots.
fn ranks_of(plan: &Plan, slots: &[usize], names: &Names) -> Tokens {
    let is_one = |leaf: &LeafUse| {
        matches!(leaf.source, Source::Slot(slot) if slots.contains(&slot)) && !matches!(leaf.view, View::Table(_))
    };
    let found = plan.leaves().iter().enumerate().filter(|(_, leaf)| is_one(leaf));
    tree(found.map(|(leaf, _)| names.leaf_rank(leaf)))
}

/// An operand along these axes, by a function of the runtime that also takes the last of them as a type, and so many
/// others.
pub(super) fn along(function: &str, axes: &[usize], types: usize, bare: &impl ToTokens, names: &Names) -> TokenStream {
    let (private, function) = (names.private(), names.ident(function));
    let reach = Literal::usize_unsuffixed(axes.iter().max().map_or(0, |last| last + 1));
    let axes = axes.iter().map(|axis| Literal::usize_unsuffixed(*axis));
    let types = std::iter::repeat_n(quote!(_), types);
    quote!(#private::#function::<#reach #(, #types)*>(#bare, &[#(#axes),*]))
}
