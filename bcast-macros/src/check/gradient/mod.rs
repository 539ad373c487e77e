//! `#[grad(x, w)]`: beside its value, the derivatives of a formula, as formulas of the language.
//!
//! The formula is walked from its result to its operands. `g`, the derivative of the sum of the result with respect to
//! a part, is an expression that lies where the part does: in the *frame* of a value, of what is reduced, or of what
//! is mapped. An operator hands `g` on to its arguments, as the table of derivatives says; a reduction to each element
//! that it reduces, in a frame of its own. What arrives at an operand is summed over the axes that it lacks there.
//!
//! ```text
//! sum(exp.(x .* w @ (1)))     x: exp.(x .* w @ (1)) .* w @ (1), of the axes of x
//!                             w: sum(exp.(x .* w @ (1)) .* x) over all axes but 1
//! ```
//! The plan finds what these have in common with the formula, and with each other, as in any text.

mod arrive;
mod bare;
mod covers;
mod exchanged;
mod factor;
mod known;
mod narrow;
mod reductions;
mod refuse;
mod reverse;
mod template;
mod unfailing;
mod within;

use self::arrive::{Found, Part};
use self::known::Known;
use super::Scope;
use crate::messages;
use crate::syntax::{Context, Expr, Frame, Leaf, Source, Values};

/// An operand, and what its gradient is the sum of.
pub(crate) struct Gradient {
    pub(crate) operand: Leaf,
    pub(crate) parts: Vec<GradientPart>,
}

/// A part of a gradient, of values of the call. What is scattered comes last.
#[derive(Clone)]
pub(crate) enum GradientPart {
    /// A value, with the axes of it that are those of the operand; without any they are the same.
    Whole(usize, Vec<usize>),
    /// A value whose elements are added to elements of the operand, which other values find: each with the axes of the
    /// first along which it lies, without any the same.
    Scattered(usize, Vec<(usize, Vec<usize>)>),
}

/// Adds the derivatives to the values of a call that asks for them.
pub(super) fn derive(source: &mut Source, scope: &mut Scope, frames: &[Frame], context: &mut Context) -> Vec<Gradient> {
    let Some(wanted) = source.attributes.gradient.take() else { return Vec::new() };
    refuse::call(source, &wanted, context);
    let Values::One(value) = &source.body.values else { return Vec::new() };
    let operands = refuse::operands(&wanted, &source.body, scope, context);
    if !context.report.is_empty() {
        return Vec::new();
    }
    let known = Known::of(scope, operands.iter().filter_map(|leaf| leaf.place.clone()).collect());
    let walked = reverse::walk(value, &known, frames.last(), &operands, context);
    if !context.report.is_empty() {
        return Vec::new();
    }
    let is_scattered = |part: &Part| matches!(part, Part::Scattered(..));
    if let Some((_, range)) = source.attributes.on
        && let Some(at) = walked.arrived.iter().position(|arrived| arrived.iter().any(is_scattered))
    {
        context.error(range, messages::gradient_of_table_on_a_place(&operands[at].text));
    }
    let (mut values, mut gradients) = (vec![value.clone()], Vec::new());
    for (operand, arrived) in operands.into_iter().zip(walked.arrived) {
        let parts = arrived.into_iter().map(|part| numbered(part, &mut values)).collect();
        gradients.push(Gradient { operand, parts });
    }
    // The `let`s are not among the statements: operands are evaluated in the order of the source.
    source.body.values = Values::Tuple(values);
    scope.add(walked.lets, walked.uses);
    gradients
}

/// A part with its expressions among the values of the call.
fn numbered(part: Part, values: &mut Vec<Expr>) -> GradientPart {
    let at = values.len();
    match part {
        Part::Whole(value, order) => {
            values.push(value);
            GradientPart::Whole(at, order)
        }
        Part::Scattered(value, indices) => {
            values.push(value);
            let numbered = indices.into_iter().map(|Found { index, axes }| {
                values.push(index);
                (values.len() - 1, axes)
            });
            GradientPart::Scattered(at, numbered.collect())
        }
    }
}
