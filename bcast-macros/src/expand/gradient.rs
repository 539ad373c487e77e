//! Gradients: what is an element of one, and of what the passes have made for them.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::element::Writer;
use super::names::Names;
use crate::check::GradientPart;
use crate::derivative;
use crate::front::Front;
use crate::plan::{Fold, Function, Gradient, Last, LeafUse, Onto, Plan, Source, Value};
use crate::tokens::{Range, Tokens};

/// The gradient with respect to what was evaluated in a slot, in its shape: the sum of some results.
fn gradient(plan: &Plan, Gradient { slot, parts }: &Gradient, names: &Names, front: &Front) -> TokenStream {
    let (private, slot) = (names.private(), *slot);
    let leaf = plan.leaves().iter().find(|leaf| leaf.source == Source::Slot(slot));
    let range = leaf.map_or(Range::at(Span::call_site()), |leaf| leaf.range);
    let (operand, elements) = (names.ident("of"), names.ident("elements"));
    let sum = sum(plan, parts, names, (front, leaf));
    let place = names.place();
    let sum = match (plan.place(), may_fail(plan, front)) {
        (Some(_), true) => {
            let found = names.ident("sum");
            quote!(#sum.map(|#found| #private::result_on(#place, #private::rank(&#operand), #found)))
        }
        (Some(_), false) => quote!(#private::result_on(#place, #private::rank(&#operand), #sum)),
        (None, _) => sum,
    };
    let (leaf, reference) = (names.private_path("Operand::leaf", range), names.evaluated(slot, range));
    let fits = names.path("ops::Differentiable::fits", range);
    let asked = names.parenthesis(names.relocate(quote!(#elements), range).into_token_stream(), range.last);
    quote!({
        let #operand = #leaf(#reference);
        let #elements = #private::elements_of(&#operand);
        #fits #asked;
        #sum
    })
}

/// The sum of what passes have made.
fn sum(plan: &Plan, parts: &[GradientPart], names: &Names, (front, leaf): (&Front, Option<&LeafUse>)) -> TokenStream {
    let (private, operand) = (names.private(), names.ident("of"));
    let may_fail = may_fail(plan, front);
    let named = |name| names.ident(&if may_fail { format!("try_{name}") } else { str::to_owned(name) });
    let [fitted, added, scattered] = ["fitted", "added", "scattered"].map(named);
    let first = match (plan.place(), leaf) {
        (Some(_), Some(leaf)) => {
            let (call, text) = (front.name(), &leaf.text);
            quote!((#call, #text),)
        }
        _ => names.machine(),
    };
    // A device knows no threads.
    let serial = (!plan.is_gpu()).then(|| plan.is_serial()).map(|serial| quote!(, #serial));
    let (begun, last) = may_be_one(plan, parts).map_or((fitted, None), |last| (names.ident("begun"), Some(last)));
    let nothing = quote!(#private::nothing(&#operand));
    let mut sum = if may_fail { quote!(#private::Ok(#nothing)) } else { nothing };
    for (at, part) in parts.iter().enumerate() {
        let (found, before) = (names.ident("sum"), sum);
        let so_far = if may_fail { quote!(#found) } else { before.clone() };
        let with = |more| if may_fail { quote!(#before.and_then(|#found| #more)) } else { more };
        sum = match part {
            GradientPart::Whole(value, order) => {
                let (made, order) = (names.output(*value), order.iter().map(|&axis| Literal::usize_unsuffixed(axis)));
                match at {
                    0 => quote!(#private::#begun(#first &#operand, #made, &[#(#order),*] #serial)),
                    _ => {
                        let added = quote!(#private::#added(#first &#operand, #so_far, #made, &[#(#order),*] #serial));
                        with(if last == Some(at) { quote!(#private::whole(&#operand, #added)) } else { added })
                    }
                }
            }
            GradientPart::Scattered(value, indices) => {
                let (made, indices) = (names.output(*value), indices.iter().map(|index| index_found(index, names)));
                with(quote!(#private::#scattered(#first &#operand, #so_far, &#made, [#(#indices),*] #serial)))
            }
        };
    }
    sum
}

/// The last part of which all is one, if such parts may become one where the call runs: see [`groups`].
fn may_be_one(plan: &Plan, parts: &[GradientPart]) -> Option<usize> {
    let is_here = !plan.is_gpu() && plan.place().is_none();
    wholes(parts).checked_sub(1).filter(|&last| last > 0 && is_here)
}

/// How many parts are values of which all is one.
fn wholes(parts: &[GradientPart]) -> usize {
    parts.iter().filter(|part| matches!(part, GradientPart::Whole(..))).count()
}

/// Of which gradients the values of a last pass are parts, as the engine takes it: a number of four bits for each, 0
/// where it is none, or all of one. Parts whose axes are turned are added in the end.
pub(super) fn groups(plan: &Plan, last: &Last) -> u64 {
    const BITS: u32 = 4;
    let is_part = |part: &GradientPart, value: usize| match part {
        GradientPart::Whole(own, order) => *own == value && order.is_empty(),
        GradientPart::Scattered(..) => false,
    };
    let group = |value: usize| {
        let all = plan.gradients().iter().take((1 << BITS) - 1);
        let found = all.enumerate().find(|(_, all)| all.parts.iter().any(|part| is_part(part, value)));
        found.filter(|(_, all)| wholes(&all.parts) > 1).map_or(0, |(at, _)| at as u64 + 1)
    };
    let values = last.values().iter().take((u64::BITS / BITS) as usize).enumerate();
    if plan.place().is_some() { 0 } else { values.map(|(at, (value, _))| group(*value) << (at as u32 * BITS)).sum() }
}

/// Whether each gradient is a `Result`: on a device it is one more pass where an axis was stretched, and on a place
/// such an axis may be cut.
fn may_fail(plan: &Plan, front: &Front) -> bool {
    front.is_try() && (plan.is_gpu() || plan.place().is_some())
}

/// The value and all gradients: `Ok` of them if one may fail. Without `?`, behind which the type of a literal would not
/// be found: what nothing else decides is `!` there.
pub(super) fn all(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let (private, value) = (names.private(), value(plan, names));
    let gradients = plan.gradients().iter().map(|found| gradient(plan, found, names, front));
    match (may_fail(plan, front), front.is_try()) {
        (true, _) => {
            let found: Vec<_> = (0..plan.gradients().len()).map(|at| names.gradient(at)).collect();
            let whole = quote!(#private::Ok((#value, (#(#found),*))));
            let with = |whole, (gradient, found)| quote!(#gradient.and_then(|#found| #whole));
            gradients.zip(&found).rev().fold(whole, with)
        }
        (false, true) => quote!(#private::Ok((#value, (#(#gradients),*)))),
        (false, false) => quote!((#value, (#(#gradients),*))),
    }
}

/// The value of a call that has gradients: on a place it was a block until now.
fn value(plan: &Plan, names: &Names) -> TokenStream {
    let (private, value) = (names.private(), names.output(0));
    let is_its = |last: &Last| last.values().iter().any(|(place, _)| *place == 0);
    match (plan.place(), plan.lasts().iter().position(is_its)) {
        (Some(_), Some(last)) => {
            let (place, rank) = (names.place(), names.last_rank(last));
            quote!(#private::result_on(#place, #rank, #value))
        }
        _ => quote!(#value),
    }
}

/// An index, and the axes along which it lies.
fn index_found((index, axes): &(usize, Vec<usize>), names: &Names) -> TokenStream {
    let (index, axes) = (names.output(*index), axes.iter().map(|&axis| Literal::usize_unsuffixed(axis)));
    quote!((&#index, &[#(#axes),*]))
}

impl Writer<'_> {
    /// A call of what gives the slopes of a function of the user's.
    pub(super) fn slope(&self, path: &TokenStream, arguments: &[Value], range: Range) -> TokenStream {
        let slope = derivative::slope(path, arguments.len(), self.names.private());
        self.call(&Function::Path(slope), arguments, range)
    }

    /// An element of a gradient, which is summed or kept as types say.
    pub(super) fn onto(&self, onto: Onto, fold: &Fold, what: &str) -> Tokens {
        let (range, value) = (fold.range, self.value(&fold.value.clone().blamed(fold.range)));
        let (place, ranks) = match onto {
            Onto::Operand(operand) => ("onto", vec![self.names.leaf_rank(operand)]),
            Onto::Left(of, own) => ("left", vec![self.names.left(of), self.names.space(own)]),
        };
        let path = self.names.private_path(&format!("{place}_{what}"), range);
        self.called(path, ranks.into_iter().map(Tokens::from).chain([value]), range)
    }
}
