//! What stands in a call for a function without `#[elemental]`.
//!
//! A call imports the type of its function's name inside a block that has all names of a module here. They are looked
//! at where the import finds no type.

#![allow(non_camel_case_types, missing_docs)]

use super::described::{Called, GpuKnowsNoRecursion, Mistaken};

/// A function with the attribute: no type is one.
#[diagnostic::on_unimplemented(
    message = "bcast: a GPU does not know this function",
    label = "a function without `#[elemental]`",
    note = "write `#[bcast::elemental]` above it, if it is yours"
)]
pub trait GpuKnowsFunction {}

/// Any function, whose calls with so many arguments are a mistake. The bound depends on a lifetime, so that it is asked
/// for where it is called, and not here. (Written with a macro, its lines would be part of the message.)
pub struct FunctionWithoutElemental<const ARGUMENTS: usize>;
impl<const ARGUMENTS: usize> GpuKnowsNoRecursion for FunctionWithoutElemental<ARGUMENTS> {}
impl FunctionWithoutElemental<0> {
    pub fn typed<'a, R>() -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<1> {
    pub fn typed<'a, A, R>(_: A) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<2> {
    pub fn typed<'a, A, B, R>(_: A, _: B) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<3> {
    pub fn typed<'a, A, B, C, R>(_: A, _: B, _: C) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<4> {
    pub fn typed<'a, A, B, C, D, R>(_: A, _: B, _: C, _: D) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<5> {
    pub fn typed<'a, A, B, C, D, E, R>(_: A, _: B, _: C, _: D, _: E) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<6> {
    pub fn typed<'a, A, B, C, D, E, F, R>(_: A, _: B, _: C, _: D, _: E, _: F) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<7> {
    pub fn typed<'a, A, B, C, D, E, F, G, R>(_: A, _: B, _: C, _: D, _: E, _: F, _: G) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}
impl FunctionWithoutElemental<8> {
    #[allow(clippy::too_many_arguments)]
    pub fn typed<'a, A, B, C, D, E, F, G, H, R>(_: A, _: B, _: C, _: D, _: E, _: F, _: G, _: H) -> Called<Mistaken, R>
    where
        &'a Self: GpuKnowsFunction,
    {
        unreachable!("only its type is asked for")
    }
}

macro_rules! names {
    ($($module:ident: $($name:ident)* = $arguments:literal;)*) => {$(
        pub mod $module {
            $(pub type $name = super::FunctionWithoutElemental<$arguments>;)*
        }
    )*};
}
names! {
    of0: callee = 0;
    of1: callee = 1;
    of2: callee = 2;
    of3: callee = 3;
    of4: callee = 4;
    of5: callee = 5;
    of6: callee = 6;
    of7: callee = 7;
    of8: callee = 8;
    several: callee0 callee1 callee2 callee3 callee4 callee5 callee6 callee7 callee8 callee9 callee10 callee11 callee12
        callee13 callee14 callee15 = 0;
}
