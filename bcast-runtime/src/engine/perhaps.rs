//! Stages that run if some of their operands are numbers.
//!
//! How `exp.(s .* d @ (0)) .* x` is written does not tell whether `s` is a number; its type does. The expansion makes the
//! part a stage, and its element function a value of its own, [`Perhaps`]. If all plain operands of the part are single
//! values, the stage runs, and later passes read what it yields. If not, there is no such stage and no such operand: later
//! passes call the function, inlined, with the elements that they read for it. All of this is constant where code is
//! generated, so either way only that is compiled which runs.

use super::fold::Yields;
use super::kernel::Cursor;
use super::node::{Node, Reduce};
use super::part::Each;
use super::stage::{Stage, Stages, stage};
use super::streams::{New, Reads, Tree, Variant, Varies};
use crate::call::Call;
use crate::operand::{Geometry, Leaf, RawOperand};
use crate::rank::{Full, Rk, YieldRank};
use crate::simd::Tok;
use std::marker::PhantomData;
use std::num::NonZero;
use std::ops::Deref;

/// Ranks, as a balanced tree.
pub trait Numbers {
    /// Whether all are those of single values.
    #[doc(hidden)]
    const ALL: bool;
}
impl<R: Varies> Numbers for Rk<R> {
    const ALL: bool = !R::VARIES;
}
impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    const ALL: bool = A::ALL && B::ALL;
}

/// The element function of a stage that runs if operands of the ranks `N` are numbers.
pub struct Perhaps<N, F, E> {
    each: Each<F, E>,
    numbers: PhantomData<fn() -> N>,
}

/// Makes the function of a stage over these operands.
#[inline(always)]
pub fn perhaps<N: Numbers, L: Reads, F, E>(_: N, _: L, f: F) -> Perhaps<N, F, E>
where
    F: Fn(Tok, L::Elems) -> E + Sync,
{
    Perhaps { each: Each::new(f), numbers: PhantomData }
}

impl<N: Numbers, F, E: Copy + Send + Sync> Perhaps<N, F, E> {
    /// A function whose stage may run.
    ///
    /// Where memory cannot hold its elements, there is no such method, and the compiler goes on to [`Each`]'s.
    #[inline(always)]
    pub fn __bcast_once(self) -> Before<N, F, E> {
        Before(self)
    }
}

impl<N, F, E> Deref for Perhaps<N, F, E> {
    type Target = Each<F, E>;
    #[inline(always)]
    fn deref(&self) -> &Each<F, E> {
        &self.each
    }
}

/// The function of a stage whose elements can be kept.
pub struct Before<N, F, E>(Perhaps<N, F, E>);

impl<N, F, E> Before<N, F, E> {
    /// What the stage computes of these elements.
    #[inline(always)]
    pub fn __bcast_element<A>(&self, t: Tok, elements: A) -> E
    where
        F: Fn(Tok, A) -> E,
    {
        self.0.each.__bcast_element(t, elements)
    }
}

/// Whether a stage runs.
pub trait Runs {
    #[doc(hidden)]
    const RUNS: bool;
}
impl<X: Runs> Runs for &X {
    const RUNS: bool = X::RUNS;
}
/// Whether both run.
impl<A: Runs, B: Runs> Runs for (A, B) {
    const RUNS: bool = A::RUNS && B::RUNS;
}
impl<N: Numbers, F, E> Runs for Before<N, F, E> {
    const RUNS: bool = N::ALL;
}
impl<F, E> Runs for Each<F, E> {
    const RUNS: bool = false;
}

/// The function of a stage, and what a later pass makes of it.
pub trait Function: Runs {
    /// What it computes.
    type Elem;
    /// What the stage keeps of it.
    type Given: Copy + Send + Sync;
    #[doc(hidden)]
    fn either(given: Option<Self::Given>, inline: impl FnOnce() -> Self::Elem) -> Self::Elem;
}
impl<X: Function> Function for &X {
    type Elem = X::Elem;
    type Given = X::Given;
    #[inline(always)]
    fn either(given: Option<X::Given>, inline: impl FnOnce() -> X::Elem) -> X::Elem {
        X::either(given, inline)
    }
}
impl<N: Numbers, F, E: Copy + Send + Sync> Function for Before<N, F, E> {
    type Elem = E;
    type Given = E;
    #[inline(always)]
    fn either(given: Option<E>, inline: impl FnOnce() -> E) -> E {
        // Asked first: one of the two is never compiled.
        if N::ALL { there(given) } else { inline() }
    }
}
impl<F, E> Function for Each<F, E> {
    type Elem = E;
    type Given = ();
    #[inline(always)]
    fn either(_: Option<()>, inline: impl FnOnce() -> E) -> E {
        inline()
    }
}

/// What the stage of this function gave, if it runs; else what is computed here.
#[inline(always)]
pub fn choose<C: Function>(_: &C, given: Option<C::Given>, inline: impl FnOnce() -> C::Elem) -> C::Elem {
    C::either(given, inline)
}

/// An element that this code would not ask for if it were not there.
#[inline(always)]
pub fn there<E>(element: Option<E>) -> E {
    match element {
        Some(element) => element,
        None => unreachable!("operands are left out where nothing reads them"),
    }
}

/// A function as a stage calls it, with elements of type `A`.
pub trait Gives<A>: Function {
    #[doc(hidden)]
    fn give(&self, t: Tok, elements: A) -> Self::Given;
}
impl<A, X: Gives<A>> Gives<A> for &X {
    #[inline(always)]
    fn give(&self, t: Tok, elements: A) -> Self::Given {
        (**self).give(t, elements)
    }
}
impl<A, N: Numbers, F: Fn(Tok, A) -> E, E: Copy + Send + Sync> Gives<A> for Before<N, F, E> {
    #[inline(always)]
    fn give(&self, t: Tok, elements: A) -> E {
        self.__bcast_element(t, elements)
    }
}
impl<A, F, E> Gives<A> for Each<F, E> {
    fn give(&self, _: Tok, _: A) {}
}

/// A stage that runs if its function `C` says so.
pub struct PerhapsStage<C, S> {
    stage: S,
    function: PhantomData<fn() -> C>,
}

/// Makes stage `index` of a call, unless it does not run.
#[inline(always)]
pub fn perhaps_stage<'c, D, L, C>(
    index: usize,
    call: &'static Call,
    space: Rk<Full<D>>,
    reduce: Reduce,
    operands: L,
    function: &'c C,
) -> PerhapsStage<C, Stage<Full<D>, L, New<C::Given>, impl Fn(Tok, L::Elems) -> New<C::Given> + Sync + use<'c, D, L, C>>>
where
    L: Reads,
    C: Gives<L::Elems> + Sync,
{
    let stage = stage(
        index,
        call,
        space,
        reduce,
        operands,
        #[inline(always)]
        move |t: Tok, elements: L::Elems| New(function.give(t, elements)),
    );
    PerhapsStage { stage, function: PhantomData }
}

impl<C: Runs, P, L, W: Yields, F> PerhapsStage<C, Stage<P, L, W, F>> {
    /// The place of the next stage.
    #[inline(always)]
    pub fn next(&self) -> usize {
        self.stage.next() - usize::from(!C::RUNS)
    }

    /// What it yields if it runs.
    #[inline(always)]
    pub fn leaves<'a, R: YieldRank>(&self, rank: Rk<R>) -> W::Leaves<'a, R> {
        self.stage.leaves(rank)
    }
}

impl<C: Runs, S: Stages> Stages for PerhapsStage<C, S> {
    const LEN: usize = if C::RUNS { S::LEN } else { 0 };
    #[inline(always)]
    fn each<'s>(&'s self, push: &mut impl FnMut(Node<'s>)) {
        if C::RUNS {
            self.stage.each(push);
        }
    }
}

/// An operand that is there if the stage of `C`, which yields it, runs.
pub struct Given<C, L> {
    leaf: L,
    function: PhantomData<fn() -> C>,
}

/// What the stage of this function yields, with its place among the texts of the call: where others are lacking, it comes
/// earlier among the operands.
#[inline(always)]
pub fn given<'a, C: Runs, E, R, const REACH: usize>(
    _: &C,
    leaf: Leaf<'a, E, R, REACH>,
    text: u16,
) -> Given<C, Leaf<'a, E, R, REACH>> {
    Given { leaf: leaf.with_text(NonZero::new(text + 1)), function: PhantomData }
}

// SAFETY: as many items as `L` has, or none, in as much room.
unsafe impl<C: Runs, L: Tree> Tree for Given<C, L> {
    const LEN: usize = if C::RUNS { L::LEN } else { 0 };
    type Slots<T> = L::Slots<T>;
}
// SAFETY: does as `L`, or nothing.
unsafe impl<C: Runs, L: Reads> Reads for Given<C, L> {
    const LOWEST_REACH: usize = if C::RUNS { L::LOWEST_REACH } else { usize::MAX };
    type Elems = Option<L::Elems>;
    type Pointers = Option<L::Pointers>;
    #[inline(always)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        if C::RUNS {
            self.leaf.each(push);
        }
    }
    #[inline(always)]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> Self::Pointers {
        // SAFETY: by the contract; so below.
        if C::RUNS { Some(unsafe { L::at_row(cursors, row) }) } else { None }
    }
    #[inline(always)]
    unsafe fn advance<V: Variant>(pointers: Self::Pointers, cursors: *const Cursor, runs: usize) -> Self::Pointers {
        // SAFETY: as above.
        pointers.map(|pointers| unsafe { L::advance::<V>(pointers, cursors, runs) })
    }
    #[inline(always)]
    unsafe fn load<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Elems {
        // SAFETY: as above.
        pointers.map(|pointers| unsafe { L::load::<V>(pointers, lane) })
    }
}

/// An operand that nobody reads if the stages of `C` run.
pub struct Spared<C, L> {
    leaf: L,
    functions: PhantomData<fn() -> C>,
}

/// An operand that is read for the sake of what the stages of these functions, a balanced tree, compute.
#[inline(always)]
pub fn spared<C: Runs, L: Reads>(_: C, leaf: L) -> Spared<C, L> {
    Spared { leaf, functions: PhantomData }
}

// SAFETY: as `L`.
unsafe impl<C: Runs, L: Tree> Tree for Spared<C, L> {
    const LEN: usize = L::LEN;
    type Slots<T> = L::Slots<T>;
}
// SAFETY: does as `L`, or reads nothing.
unsafe impl<C: Runs, L: Reads> Reads for Spared<C, L> {
    const LOWEST_REACH: usize = if C::RUNS { usize::MAX } else { L::LOWEST_REACH };
    type Elems = Option<L::Elems>;
    type Pointers = L::Pointers;
    #[inline(always)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        if C::RUNS {
            // In its place, so that the others keep theirs.
            static NOTHING: u8 = 0;
            (0..L::LEN).for_each(|_| push(RawOperand::memory(&raw const NOTHING, Geometry::Single)));
        } else {
            self.leaf.each(push);
        }
    }
    #[inline(always)]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> Self::Pointers {
        // SAFETY: passed on; so below.
        unsafe { L::at_row(cursors, row) }
    }
    #[inline(always)]
    unsafe fn advance<V: Variant>(pointers: Self::Pointers, cursors: *const Cursor, runs: usize) -> Self::Pointers {
        // SAFETY: as above.
        unsafe { L::advance::<V>(pointers, cursors, runs) }
    }
    #[inline(always)]
    unsafe fn load<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Elems {
        // SAFETY: as above.
        if C::RUNS { None } else { Some(unsafe { L::load::<V>(pointers, lane) }) }
    }
}
