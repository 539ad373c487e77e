//! The operations of the language: one table that the parser, the checks and the generators read.
//!
//! A row says how an operation is written, which item of the runtime computes it, of what kind it is and what it costs.
//! A generator for another machine adds a column here, not a list of its own. `tests/rows` knows what else a row needs,
//! all over the repository.

pub(crate) mod derivatives;
mod functions;
mod mode;
mod near_misses;
mod operators;

pub(crate) use functions::{
    Arity, BEGUN, CONVERSIONS, Composed, Function, LOG_SUM_EXP, ROOT_OF_NORM, Reducer, Reducing, Takes, function,
    functions, reducer, reducing, reduction_names, several,
};
#[cfg(test)]
pub(crate) use functions::{Error, reducers};
pub(crate) use mode::{FIT, Mode};
pub(crate) use near_misses::{instead_of, missing_reduction, near_miss};
pub(crate) use operators::{
    Infix, Level, NEGATE, NOT, PLUS, POWER, Prefix, infix, infix_of, is_operator_character, longest_sign,
    printed_sign_length,
};
#[cfg(test)]
pub(crate) use operators::{infixes, prefixes};

/// Cost of a call of the user's own function.
pub(crate) const USER_COST: u32 = 20;
/// Cost of finding an element by its indices.
pub(crate) const LOOK_UP_COST: u32 = 4;
/// From this cost on, a value is not computed again where it can be read.
pub(crate) const COSTLY: u32 = 8;

/// The trait and method of the runtime's `ops` that compute an operation.
#[derive(Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) owner: &'static str,
    pub(crate) method: &'static str,
    pub(crate) kind: Kind,
}

/// What the generators have to know of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A few instructions, the same on every machine.
    Arithmetic,
    /// A question about an element, answered by a `bool`.
    Question,
    /// One of two values, by a condition: a block, and no call of an item.
    Choice,
    /// A function of `math`, of floats, without a loop or a call: vector code, but for `tan` of `f64` at the baseline
    /// of x86-64. It may have a short way for ordinary arguments, and a GPU has it for some floats only.
    Elementary,
    /// The same with a loop or a call.
    ElementaryLoop,
    /// `x .^ y`: elementary for a float exponent, multiplications for an integer.
    Power,
    /// A reduction.
    Reduction,
    /// A reduction that takes the position of each element, too.
    PlaceReduction,
    /// What each element makes with those before it.
    Scan,
}

impl Kind {
    /// Whether it is a function of `math`.
    pub(crate) const fn is_elementary(self) -> bool {
        matches!(self, Kind::Elementary | Kind::ElementaryLoop)
    }
}
