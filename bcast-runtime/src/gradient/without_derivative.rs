//! What stands in a gradient for a function without a derivative.
//!
//! A gradient imports the type of its function's name inside a block that has all names of a module here. They are
//! looked at where the import finds no type.

#![allow(non_camel_case_types, missing_docs)]

/// A function whose derivative is known: no type is one.
#[diagnostic::on_unimplemented(
    message = "bcast!: no derivative of this function",
    label = "a function without `#[elemental(derivative = ..)]`",
    note = "write `#[bcast::elemental(derivative = df)]` above it, or what it computes as a part of the formula"
)]
pub trait KnowsDerivative {}

/// Any function with so many arguments. The bound depends on a lifetime, so that it is asked for where it is called.
pub struct FunctionWithoutDerivative<const ARGUMENTS: usize>;
impl FunctionWithoutDerivative<1> {
    pub fn slope<'a, A>(a: A) -> A
    where
        &'a Self: KnowsDerivative,
    {
        a
    }
}
impl FunctionWithoutDerivative<2> {
    pub fn slope<'a, A: Copy, B>(a: A, _: B) -> (A, A)
    where
        &'a Self: KnowsDerivative,
    {
        (a, a)
    }
}
impl FunctionWithoutDerivative<3> {
    pub fn slope<'a, A: Copy, B, C>(a: A, _: B, _: C) -> (A, A, A)
    where
        &'a Self: KnowsDerivative,
    {
        (a, a, a)
    }
}
impl FunctionWithoutDerivative<4> {
    pub fn slope<'a, A: Copy, B, C, D>(a: A, _: B, _: C, _: D) -> (A, A, A, A)
    where
        &'a Self: KnowsDerivative,
    {
        (a, a, a, a)
    }
}

pub mod of1 {
    pub type callee = super::FunctionWithoutDerivative<1>;
}
pub mod of2 {
    pub type callee = super::FunctionWithoutDerivative<2>;
}
pub mod of3 {
    pub type callee = super::FunctionWithoutDerivative<3>;
}
pub mod of4 {
    pub type callee = super::FunctionWithoutDerivative<4>;
}
