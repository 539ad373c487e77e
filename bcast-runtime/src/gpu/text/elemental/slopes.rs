//! The slopes of a function, which gradients call.

use super::described::{CallMark, Calling, Description, Elemental, Instance, Mistaken};
use crate::gradient::without_derivative::{Kernel, KnowsDerivative};
use std::marker::PhantomData;

/// Stands for the slopes of a function. Its lines are those of the function until a kernel is written with them.
pub struct Slopes<I>(PhantomData<I>);
impl<I: Elemental> Elemental for Slopes<I> {
    const NAME: &'static str = I::NAME;
    const LINES: &'static str = I::LINES;
    fn tell(to: &mut Description) {
        I::tell(to);
    }
    fn instance() -> Instance {
        I::instance().slopes()
    }
}

/// A function whose derivative a GPU knows: references to the types of such functions are it.
#[diagnostic::on_unimplemented(
    message = "bcast!: no derivative of this function on a GPU",
    label = "a function whose derivative a GPU does not know",
    note = "write `#[bcast::elemental]` above it if it has no loops, `#[bcast::elemental(derivative = df)]` if it has, \
            and above `df` in turn; a closure in the place of `df` calls no functions"
)]
pub trait KnowsDerivativeOnGpu {}
#[diagnostic::do_not_recommend]
impl<F: KnowsDerivative<Kernel>> KnowsDerivativeOnGpu for F {}
#[diagnostic::do_not_recommend]
impl KnowsDerivative<Kernel> for &Mistaken {}

/// A function that gives the slopes of another one: references to the types of functions are it.
pub trait KnowsSlopes {}
#[diagnostic::do_not_recommend]
impl<F: Elemental> KnowsSlopes for &F {}

/// Calls of the slopes of a function with so many arguments. Never called. (Written with a macro, its lines would be
/// part of the message.)
pub struct SlopesOnGpu;
#[allow(missing_docs)]
impl SlopesOnGpu {
    pub fn of1<'a, C: Calling>(_: &CallMark<Slopes<C::Function>>, _: C) -> C::Result
    where
        C::Function: 'a,
        &'a C::Function: KnowsDerivativeOnGpu,
    {
        unreachable!("only its type is asked for")
    }
    pub fn of2<'a, C: Calling>(_: &CallMark<Slopes<C::Function>>, _: C) -> (C::Result, C::Result)
    where
        C::Function: 'a,
        &'a C::Function: KnowsDerivativeOnGpu,
    {
        unreachable!("only its type is asked for")
    }
    pub fn of3<'a, C: Calling>(_: &CallMark<Slopes<C::Function>>, _: C) -> (C::Result, C::Result, C::Result)
    where
        C::Function: 'a,
        &'a C::Function: KnowsDerivativeOnGpu,
    {
        unreachable!("only its type is asked for")
    }
    pub fn of4<'a, C: Calling>(_: &CallMark<Slopes<C::Function>>, _: C) -> (C::Result, C::Result, C::Result, C::Result)
    where
        C::Function: 'a,
        &'a C::Function: KnowsDerivativeOnGpu,
    {
        unreachable!("only its type is asked for")
    }
}

/// Finds out whether a type stands for a function: what the type has itself comes before what a trait gives it.
pub struct Named<F>(PhantomData<F>);
impl<F: Elemental> Named<F> {
    /// The function.
    pub fn slopes() -> Option<Instance> {
        Some(F::instance())
    }
}
/// What is called where it stands for none: then the function is for the processor.
pub trait NamedOnProcessor {
    /// None.
    fn slopes() -> Option<Instance> {
        None
    }
}
impl<F> NamedOnProcessor for Named<F> {}
