//! The operations of the language: one table that the parser, the checks and the generators read.
//!
//! A row says how an operation is written, which item of the runtime computes it and what it costs.
//! A generator for another machine adds a column here, not a list of its own.

mod functions;
mod operators;

pub(crate) use functions::{
    Arity, CONVERSIONS, Function, Reducer, function, function_names, is_reduction, near_miss, reducer_of,
};
pub(crate) use operators::{
    Infix, Level, NEGATE, NOT, Prefix, infix, is_operator_character, longest_sign, printed_sign_length,
};
#[cfg(all(test, feature = "gpu"))]
pub(crate) use {functions::reducer_names, operators::operator_methods};

/// Cost of a call of the user's own function.
pub(crate) const USER_COST: u32 = 20;
/// From this cost on, a value is not computed again where it can be read.
pub(crate) const COSTLY: u32 = 8;

/// The trait and method of the runtime's `ops` that compute an operation.
#[derive(Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) owner: &'static str,
    pub(crate) method: &'static str,
}
