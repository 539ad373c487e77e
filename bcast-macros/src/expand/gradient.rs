//! Gradients: what is an element of one, and of what the passes have made for them.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::element::Writer;
use super::names::Names;
use crate::check::GradientPart;
use crate::derivative;
use crate::front::Front;
use crate::plan::{Fold, Function, Gradient, LeafUse, Onto, Plan, Source, Value};
use crate::tokens::{Range, Tokens};

/// The gradient with respect to what was evaluated in a slot, in its shape: the sum of some results.
pub(super) fn gradient(plan: &Plan, Gradient { slot, parts }: &Gradient, names: &Names, front: &Front) -> TokenStream {
    let (private, slot) = (names.private(), *slot);
    // On a device that is one more pass where an axis was stretched, and may fail.
    let (machine, may_fail) = (names.machine(), plan.is_gpu() && front.is_try());
    let (prefix, tried) = if may_fail { ("try_", quote!(?)) } else { ("", TokenStream::new()) };
    let [fitted, added] = ["fitted", "added"].map(|name| names.ident(&format!("{prefix}{name}")));
    let is_it = |leaf: &&LeafUse| leaf.source == Source::Slot(slot);
    let range = plan.leaves().iter().find(is_it).map_or(Range::at(Span::call_site()), |leaf| leaf.range);
    let (leaf, reference) = (names.private_path("Operand::leaf", range), names.evaluated(slot, range));
    let fits = names.path("ops::Differentiable::fits", range);
    let operand = names.ident("of");
    // A device knows no threads.
    let serial = (!plan.is_gpu()).then(|| plan.is_serial()).map(|serial| quote!(, #serial));
    let mut sum = quote!(#private::nothing(&#operand));
    for (at, part) in parts.iter().enumerate() {
        let made = |value: usize| names.output(value);
        sum = match part {
            GradientPart::Whole(value, order) => {
                let (made, order) = (made(*value), order.iter().map(|&axis| Literal::usize_unsuffixed(axis)));
                match at {
                    0 => quote!(#private::#fitted(#machine &#operand, #made, &[#(#order),*] #serial) #tried),
                    _ => quote!(#private::#added(#machine &#operand, #sum, #made, &[#(#order),*] #serial) #tried),
                }
            }
            GradientPart::Scattered(value, indices) => {
                let (made, indices) = (made(*value), indices.iter().map(|index| found(index, names)));
                quote!(#private::scattered(&#operand, #sum, &#made, [#(#indices),*]))
            }
        };
    }
    let elements = names.ident("elements");
    let asked = names.parenthesis(names.relocate(quote!(#elements), range).into_token_stream(), range.last);
    quote!({
        let #operand = #leaf(#reference);
        let #elements = #private::elements_of(&#operand);
        #fits #asked;
        #sum
    })
}

/// An index, and the axes along which it lies.
fn found((index, axes): &(usize, Vec<usize>), names: &Names) -> TokenStream {
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
