//! Trees of stages, with what each can do: be listed, run by itself, or hand on what it makes.

use super::direct::{Handed, Whole};
use super::dispatch::Driver;
use super::passes::Passes;
use super::route::Route;
use crate::shape::Shape;

/// A tree of stages.
pub trait Stages {
    /// How many of them run.
    #[doc(hidden)]
    const LEN: usize;
    /// Where they are listed.
    #[doc(hidden)]
    type Listed<'s>: Default
    where
        Self: 's;
    #[doc(hidden)]
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>);
    /// Runs the only one if it reduces all it reads, and is simple enough.
    #[doc(hidden)]
    #[inline(always)]
    fn whole<M: Driver>(&self, _: M, _: &mut Whole) -> Option<()> {
        None
    }
    /// What looks at their operands find.
    #[doc(hidden)]
    type Looked;
    #[doc(hidden)]
    fn looked() -> Self::Looked;
    /// Whether each is simple enough, as if those before it had run: several run so if all can.
    #[doc(hidden)]
    #[inline(always)]
    fn are_whole(&self, _: &mut Whole, _: &mut Self::Looked) -> bool {
        false
    }
    /// Runs them one after the other.
    #[doc(hidden)]
    #[inline(always)]
    fn run_whole<M: Driver>(&self, _: M, _: &mut Whole, _: &mut Self::Looked) -> Option<()> {
        None
    }
    /// Runs them if they are one with one result, which is all that the call makes, and simple enough: the shape
    /// becomes that of the result, with so many axes.
    #[doc(hidden)]
    #[inline(always)]
    fn hand_on<M: Driver>(&self, _: M, _: &mut Handed, _: (usize, &mut Shape)) -> Option<Route> {
        None
    }
}
impl Stages for () {
    const LEN: usize = 0;
    type Listed<'s> = ();
    fn list<'s>(&'s self, (): &'s mut (), _: &mut Passes<'s>) {}
    type Looked = ();
    #[inline(always)]
    fn looked() {}
    #[inline(always)]
    fn are_whole(&self, _: &mut Whole, (): &mut ()) -> bool {
        true
    }
    #[inline(always)]
    fn run_whole<M: Driver>(&self, _: M, _: &mut Whole, (): &mut ()) -> Option<()> {
        Some(())
    }
}
impl<A: Stages, B: Stages> Stages for (A, B) {
    const LEN: usize = A::LEN + B::LEN;
    type Listed<'s>
        = (A::Listed<'s>, B::Listed<'s>)
    where
        Self: 's;
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>) {
        self.0.list(&mut listed.0, passes);
        self.1.list(&mut listed.1, passes);
    }
    type Looked = (A::Looked, B::Looked);
    #[inline(always)]
    fn looked() -> Self::Looked {
        (A::looked(), B::looked())
    }
    #[inline(always)]
    fn are_whole(&self, whole: &mut Whole, looked: &mut Self::Looked) -> bool {
        self.0.are_whole(whole, &mut looked.0) && self.1.are_whole(whole, &mut looked.1)
    }
    #[inline(always)]
    fn run_whole<M: Driver>(&self, mode: M, whole: &mut Whole, looked: &mut Self::Looked) -> Option<()> {
        self.0.run_whole(mode, whole, &mut looked.0)?;
        self.1.run_whole(mode, whole, &mut looked.1)
    }
}
