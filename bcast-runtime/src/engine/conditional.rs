//! Stages that run if some of their operands are numbers.
//!
//! How `exp.(s .* d @ (0)) .* x` is written does not tell whether `s` is a number; its type does. So the expansion
//! makes the part a [conditional] stage. If all plain operands of the part are single values, the stage runs, and later
//! passes [read](super::optional::given) what it yields instead of the operands that they would compute it from
//! ([`spared`](super::optional::spared)). If not, there is no such stage and no such operand: later passes compute the
//! part themselves. Types decide, so it is a constant where code is generated, and only what runs is compiled.

use super::fold::Yields;
use super::passes::{Passes, Reduce};
use super::stage::{Stage, stage};
use super::stages::Stages;
use super::streams::{New, Reads};
use crate::call::Call;
use crate::rank::{Full, Numbers, Rk, YieldRank};
use crate::simd::SimdToken;
use std::marker::PhantomData;
use std::ops::Deref;

/// A stage-to-be, which maps to elements `E`: it becomes a stage if operands of the ranks `N` are numbers.
pub struct Conditional<N, L, F, E> {
    operands: L,
    f: F,
    never: Never<E>,
    numbers: PhantomData<fn() -> N>,
}

/// Makes a stage of these operands and this element function, if those of the ranks `N` are numbers.
#[inline(always)]
pub fn conditional<N: Numbers, L: Reads, F, E>(_: N, operands: L, f: F) -> Conditional<N, L, F, E>
where
    F: Fn(SimdToken, L::Elems) -> E + Sync,
{
    Conditional { operands, f, never: Never(PhantomData), numbers: PhantomData }
}

impl<N: Numbers, L: Reads, F: Fn(SimdToken, L::Elems) -> E + Sync, E: Copy + Send + Sync> Conditional<N, L, F, E> {
    /// Stage `index` of a call, over the axes of `D`.
    ///
    /// Where memory cannot hold its elements, there is no such method, and the compiler goes on to [`Never`]'s.
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn __bcast_stage<V, D>(
        self,
        evaluation: V,
        index: usize,
        call: &'static Call<'static>,
        space: Rk<Full<D>>,
        reduce: Reduce,
    ) -> ConditionalStage<IfNumbers<N, E>, Stage<V, Full<D>, L, New<E>, impl Fn(SimdToken, L::Elems) -> New<E> + Sync>>
    {
        let f = self.f;
        let stage = stage(
            evaluation,
            index,
            call,
            space,
            reduce,
            self.operands,
            #[inline(always)]
            move |t, elements| New(f(t, elements)),
        );
        ConditionalStage { stage, choice: IfNumbers(PhantomData) }
    }
}

impl<N, L, F, E> Deref for Conditional<N, L, F, E> {
    type Target = Never<E>;
    #[inline(always)]
    fn deref(&self) -> &Never<E> {
        &self.never
    }
}

impl<E> Never<E> {
    /// No stage, in the place of stage `index`.
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn __bcast_stage<V, D>(
        &self,
        evaluation: V,
        index: usize,
        call: &'static Call<'static>,
        space: Rk<Full<D>>,
        reduce: Reduce,
    ) -> ConditionalStage<Never<E>, Stage<V, Full<D>, (), New<()>, fn(SimdToken, ()) -> New<()>>> {
        ConditionalStage {
            stage: stage(evaluation, index, call, space, reduce, (), (|_, ()| New(())) as fn(SimdToken, ()) -> _),
            choice: *self,
        }
    }
}

/// Whether a stage runs: one of [`IfNumbers`] and [`Never`], or a balanced tree of them, of which all must.
pub trait Runs {
    #[doc(hidden)]
    const RUNS: bool;
}
impl<A: Runs, B: Runs> Runs for (A, B) {
    const RUNS: bool = A::RUNS && B::RUNS;
}

/// The stage runs if operands of the ranks `N` are numbers. It maps to elements `E`.
pub struct IfNumbers<N, E>(PhantomData<fn() -> (N, E)>);
impl<N, E> Clone for IfNumbers<N, E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<N, E> Copy for IfNumbers<N, E> {}
impl<N: Numbers, E> Runs for IfNumbers<N, E> {
    const RUNS: bool = N::ALL;
}

/// The stage never runs: elements `E` cannot be kept.
pub struct Never<E>(PhantomData<fn() -> E>);
impl<E> Clone for Never<E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E> Copy for Never<E> {}
impl<E> Runs for Never<E> {
    const RUNS: bool = false;
}

/// How a later pass gets the value of such a part: from the stage, or by computing it.
pub trait Choose: Runs {
    /// What the part computes.
    type Elem;
    /// What the stage keeps of it.
    type Given;
    #[doc(hidden)]
    fn choose(given: Option<Self::Given>, here: impl FnOnce() -> Self::Elem) -> Self::Elem;
}
impl<N: Numbers, E> Choose for IfNumbers<N, E> {
    type Elem = E;
    type Given = E;
    #[inline(always)]
    fn choose(given: Option<E>, here: impl FnOnce() -> E) -> E {
        // Asked first: only one of the two is compiled.
        if N::ALL { there(given) } else { here() }
    }
}
impl<E> Choose for Never<E> {
    type Elem = E;
    type Given = ();
    #[inline(always)]
    fn choose(_: Option<()>, here: impl FnOnce() -> E) -> E {
        here()
    }
}

/// What the stage gave if it ran; else what is computed here.
#[inline(always)]
pub fn choose<C: Choose>(_: C, given: Option<C::Given>, here: impl FnOnce() -> C::Elem) -> C::Elem {
    C::choose(given, here)
}

/// The element of an optional operand, which is read only where it is there.
#[inline(always)]
pub fn there<E>(element: Option<E>) -> E {
    match element {
        Some(element) => element,
        None => unreachable!("an operand is left out where nobody reads it"),
    }
}

/// A stage that runs if `C` says so.
pub struct ConditionalStage<C, S> {
    stage: S,
    choice: C,
}

impl<C: Runs + Copy, V, P, L, W: Yields, F> ConditionalStage<C, Stage<V, P, L, W, F>> {
    /// Whether it runs.
    #[inline(always)]
    pub fn choice(&self) -> C {
        self.choice
    }

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

impl<C: Runs, S: Stages> Stages for ConditionalStage<C, S> {
    const LEN: usize = if C::RUNS { S::LEN } else { 0 };
    type Listed<'s>
        = S::Listed<'s>
    where
        Self: 's;
    #[inline(always)]
    fn list<'s>(&'s self, listed: &'s mut S::Listed<'s>, passes: &mut Passes<'s>) {
        if C::RUNS {
            self.stage.list(listed, passes);
        }
    }
    type Looked = ();
    #[inline(always)]
    fn looked() {}
}
