//! What values are computed from, as far as a driver must not see it.
//!
//! Drivers know that `x - x` is 0, that `(x + y) - x` is `y`, that `(x * 1e30) * 1e-30` is `x` and `1 / (1 / x)` too.
//! Of floats none of that holds where they are infinite, very large or of different sizes. So where the sides of a sum
//! come from the same, or those of a product from literals, a side and the result are hidden.

use super::spell::hidden;
use crate::gpu::device::types::Type;
use std::collections::BTreeSet;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// An operand or a parameter.
    Leaf(usize),
    /// The old element of a target.
    Old(usize),
    /// A variable that a loop assigns to.
    Variable(usize),
    /// Any literal or constant.
    Literal,
}

/// All of those of a value.
pub(super) type Origins = BTreeSet<Origin>;

/// Those of what an operation gives.
pub(super) fn of_operation(name: &str, arguments: impl Iterator<Item = Origins>) -> Origins {
    let has_constant = matches!(name, "recip" | "to_degrees" | "to_radians");
    arguments.flatten().chain(has_constant.then_some(Origin::Literal)).collect()
}

/// Those of what a function of the user's gives, which may have literals of its own.
pub(super) fn of_call(arguments: impl Iterator<Item = Origins>) -> Origins {
    arguments.flatten().chain([Origin::Literal]).collect()
}

/// An argument of an operation or of a function.
pub(super) struct Argument {
    pub(super) text: String,
    pub(super) of: Type,
    pub(super) origins: Origins,
}

impl Argument {
    fn has_literal(&self) -> bool {
        self.origins.contains(&Origin::Literal)
    }

    fn meets(&self, other: &Argument) -> bool {
        !self.origins.is_disjoint(&other.origins)
    }
}

/// What drivers must not see of an operation, as it would not be computed as written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hides {
    /// What each product of two numbers gives.
    pub(super) products: bool,
    /// Its last argument, since both may be the same, and what it gives, since a later operation may undo it.
    pub(super) sides: bool,
}

impl Hides {
    /// Of an operation of these.
    pub(super) fn of(name: &str, arguments: &[Argument]) -> Hides {
        let sides = match (name, arguments) {
            ("plus" | "minus", [left, right]) => left.meets(right),
            ("times" | "divide", [left, right]) => left.has_literal() && right.has_literal(),
            ("recip", [own]) => own.has_literal(),
            _ => false,
        };
        Hides { products: false, sides }
    }

    /// The arguments of an operation of numbers.
    pub(super) fn arguments(self, values: &[String], types: &[Type]) -> Vec<String> {
        let is_hidden = |at: usize| self.sides && at + 1 == values.len();
        let text = |(at, (text, &of)): (usize, (&String, &Type))| {
            if is_hidden(at) { hidden_float(text, of) } else { text.clone() }
        };
        values.iter().zip(types).enumerate().map(text).collect()
    }

    /// What an operation of numbers gives.
    pub(super) fn made(self, name: &str, made: String, of: Type) -> String {
        // Those of halves are rounded by steps of their own.
        let is_product = self.products && name == "times" && of.computed() == of;
        if self.sides || is_product { hidden_float(&made, of) } else { made }
    }
}

/// The arguments of a function of the user's. Drivers put its body in the place of the call, where they would see that
/// two arguments come from the same, or literals beside those of the body.
pub(super) fn passed(arguments: &[Argument]) -> String {
    let is_known =
        |at: usize, own: &Argument| own.has_literal() || arguments[..at].iter().any(|other| own.meets(other));
    let text = |(at, own): (usize, &Argument)| {
        if is_known(at, own) { hidden_float(&own.text, own.of) } else { own.text.clone() }
    };
    arguments.iter().enumerate().map(text).collect::<Vec<_>>().join(", ")
}

/// A value, hidden if it is a float.
pub(super) fn hidden_float(text: &str, of: Type) -> String {
    if of.is_float() { hidden(text, of.computed()) } else { text.to_owned() }
}
