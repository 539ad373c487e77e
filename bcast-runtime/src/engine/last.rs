//! Last passes, as the expansion builds them: what each reads, assigns and makes.

use super::direct::{Handed, LeadsTo, Looked, Whole};
use super::dispatch::Driver;
use super::kernel::Evaluation;
use super::mapped;
use super::notes::Note;
use super::passes::{Bare, Passes, Run, Work};
use super::stage::Listed;
use super::streams::{Filled, Goals, Reads, Tree};
use super::{Fresh, Made, Site};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::operand::{Along, RawOperand};
use crate::place::{Arrays, PartOf};
use crate::rank::{Rank, Rk, rk};
use crate::shape::Shape;
use crate::simd::SimdToken;
use std::marker::PhantomData;

/// A last pass: it writes targets and fresh results.
pub struct Last<E, K, T, L, W, F> {
    call: &'static Call<'static>,
    targets: T,
    operands: L,
    f: F,
    evaluation: PhantomData<E>,
    types: PhantomData<fn() -> (K, W)>,
}

/// Makes a last pass.
#[inline(always)]
pub fn last<E, K, T, L, W, F>(
    _: E,
    call: &'static Call<'static>,
    _: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> Last<E, K, T, L, W, F>
where
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    Last { call, targets, operands, f, evaluation: PhantomData, types: PhantomData }
}

/// A tree of last passes.
pub trait Lasts {
    /// Their results, and these on a place, where each pass may have made a part of a whole.
    type Results;
    #[doc(hidden)]
    type On<P: Arrays>;
    #[doc(hidden)]
    fn on<P: Arrays>(results: Self::Results, wholes: &mut dyn Iterator<Item = Option<PartOf>>) -> Self::On<P>;
    /// What each of them makes of one element: one that stands in for others makes the same.
    type Values;
    /// Where they are listed.
    #[doc(hidden)]
    type Listed<'s>: Default
    where
        Self: 's;
    #[doc(hidden)]
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>);
    /// Whether they compute nothing but single values.
    #[doc(hidden)]
    const SINGLE: bool = false;
    /// Computes them from what stages have yielded.
    #[doc(hidden)]
    fn of_whole(&self, _: &Whole) -> Self::Results {
        unreachable!("these are not single values")
    }
    /// Whether they are one that maps, which can run behind such stages.
    #[doc(hidden)]
    const MAPS: bool = false;
    /// Whether it can, as if they had run.
    #[doc(hidden)]
    fn fits(&self, _: &Whole, _: &mut Looked) -> bool {
        false
    }
    /// Runs it behind them.
    #[doc(hidden)]
    fn behind<M: Driver>(&self, _: M, _: &Whole, _: &mut Looked) -> M::Made<Self::Results> {
        unreachable!("these do not map")
    }
    /// The number of axes, if they are one that hands on what a stage yields, element by element, and nothing else.
    #[doc(hidden)]
    const HANDS_ON: Option<usize> = None;
    /// Where it hands that on to, if it has the axes of what the stage yields.
    #[doc(hidden)]
    fn handed(&self) -> Option<Handed<'_>> {
        None
    }
    /// Whether they can run without any stage in a way of their own.
    #[doc(hidden)]
    const ALONE: bool;
    /// Runs them so.
    #[doc(hidden)]
    fn alone<M: Driver>(self, mode: M) -> Result<M::Made<Self::Results>, Box<BroadcastError>>;
    /// Says what they would do where they compute single values.
    #[doc(hidden)]
    fn explain<M: Driver>(&self, _: M) {}
    /// The number of axes of all of them, if types tell that they make arrays of the same rank.
    #[doc(hidden)]
    const RANK: Option<usize>;
    /// Whether all of them have the shape of `first`, or of the first one.
    #[doc(hidden)]
    fn agree(&self, first: &mut Option<Shape>) -> bool;
    /// Their results, of what one pass has made in their place.
    ///
    /// # Safety
    /// `made` begins with what they are to make, every element of which is written, in the order of their values.
    #[doc(hidden)]
    unsafe fn take(&self, made: &mut &[Made], shape: &Shape) -> Self::Results;
    /// # Safety
    /// These are the next of the last passes.
    #[doc(hidden)]
    unsafe fn finish(&self, run: &mut dyn Run) -> Self::Results;
}
impl<A: Lasts, B: Lasts> Lasts for (A, B) {
    type Results = (A::Results, B::Results);
    type On<P: Arrays> = (A::On<P>, B::On<P>);
    fn on<P: Arrays>((a, b): Self::Results, wholes: &mut dyn Iterator<Item = Option<PartOf>>) -> Self::On<P> {
        (A::on(a, wholes), B::on(b, wholes))
    }
    type Values = (A::Values, B::Values);
    type Listed<'s>
        = (A::Listed<'s>, B::Listed<'s>)
    where
        Self: 's;
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>) {
        self.0.list(&mut listed.0, passes);
        self.1.list(&mut listed.1, passes);
    }
    const SINGLE: bool = A::SINGLE && B::SINGLE;
    #[inline(always)]
    fn of_whole(&self, whole: &Whole) -> Self::Results {
        (self.0.of_whole(whole), self.1.of_whole(whole))
    }
    const ALONE: bool = false;
    fn alone<M: Driver>(self, _: M) -> Result<M::Made<Self::Results>, Box<BroadcastError>> {
        unreachable!("there are two")
    }
    fn explain<M: Driver>(&self, mode: M) {
        self.0.explain(mode);
        self.1.explain(mode);
    }
    const RANK: Option<usize> = match (A::RANK, B::RANK) {
        (Some(a), Some(b)) if a == b => Some(a),
        _ => None,
    };
    fn agree(&self, first: &mut Option<Shape>) -> bool {
        self.0.agree(first) && self.1.agree(first)
    }
    unsafe fn take(&self, made: &mut &[Made], shape: &Shape) -> Self::Results {
        // SAFETY: the first one leaves `made` behind what is its own.
        unsafe { (self.0.take(made, shape), self.1.take(made, shape)) }
    }
    unsafe fn finish(&self, run: &mut dyn Run) -> Self::Results {
        // SAFETY: passes are finished in the order of the tree, which is theirs.
        unsafe { (self.0.finish(run), self.1.finish(run)) }
    }
}
impl<E, K, T, L, W, F> Lasts for Last<E, K, T, L, W, F>
where
    E: Evaluation,
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    type Results = W::Out<K>;
    type On<P: Arrays> = W::On<P, K>;
    fn on<P: Arrays>(results: W::Out<K>, wholes: &mut dyn Iterator<Item = Option<PartOf>>) -> W::On<P, K> {
        W::on::<P, K>(results, wholes.next().flatten())
    }
    type Values = W;
    type Listed<'s>
        = Listed<RawOperand<'s>, <(T, L) as Tree>::Slots<RawOperand<'s>>, Made, W::Slots<Made>>
    where
        Self: 's;
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>) {
        self.targets.each(&mut |operand| listed.operands.push(operand));
        self.operands.each(&mut |operand| listed.operands.push(operand));
        if !K::SCALAR {
            W::each(&mut |made| listed.outputs.push(made));
        }
        passes.push(Bare {
            call: self.call,
            site: Self::SITE,
            operands: listed.operands.as_mut_slice(),
            f: (&raw const self.f).cast(),
            work: Work::Last { single: K::SCALAR },
            fresh: listed.outputs.as_mut_slice(),
        });
    }
    const SINGLE: bool = K::SCALAR;
    #[inline(always)]
    fn of_whole(&self, whole: &Whole) -> Self::Results {
        let mut operands = self.erased();
        whole.place(operands.as_mut_slice());
        super::single::<K, T, L, W, &F>(operands.as_slice(), &self.f)
    }
    // Beside an operand with a map of its own others are not alike.
    const MAPS: bool = !K::SCALAR && !L::ARE_MAPPED;
    #[inline(always)]
    fn fits(&self, whole: &Whole, looked: &mut Looked) -> bool {
        let (of, Looked { adjacent, cursors }) = ((&self.targets, &self.operands), looked);
        *adjacent = mapped::adjacent::<K, T, L>(Self::SITE, of, Some(&whole.items), cursors);
        adjacent.as_ref().is_some_and(|adjacent| adjacent.nest(self.call, Self::SITE, cursors).is_some())
    }
    #[inline(always)]
    fn behind<M: Driver>(&self, mode: M, whole: &Whole, looked: &mut Looked) -> M::Made<W::Out<K>> {
        let mut fresh = Filled::<Made, W::Slots<Made>>::new();
        W::each(&mut |made| fresh.push(made));
        let (site, of) = ((self.call, Self::SITE), (&self.targets, &self.operands));
        let makes = (fresh.as_mut_slice(), (&raw const self.f).cast());
        let mut leads = LeadsTo::new(&whole.items, &mut looked.cursors);
        self.targets.look(&mut leads);
        self.operands.look(&mut leads);
        let found = (looked.adjacent.as_ref().expect("it fits"), &mut looked.cursors);
        // SAFETY: the kernels are those of the function and of these operands and results, which are adjacent.
        let results = unsafe { mapped::map_of::<M, K, T, L, W>(mode, site, of, (Some(&whole.items), found), makes) };
        results.expect("it fits")
    }
    const HANDS_ON: Option<usize> =
        if E::IDENTITY && T::LEN + W::LEN == 1 && L::LEN == 1 && !K::SCALAR { K::NDIM } else { None };
    #[inline(always)]
    fn handed(&self) -> Option<Handed<'_>> {
        let erased = self.erased();
        let operands = erased.as_slice();
        let lies = operands[T::LEN].axes().lies();
        if !matches!(lies, Along::Same | Along::Kept(..)) {
            return None;
        }
        if T::LEN == 1 {
            return Some(Handed::Target(operands[0]));
        }
        let mut made = Filled::<Made, W::Slots<Made>>::new();
        W::each(&mut |item| made.push(item));
        Some(Handed::Fresh(made.as_slice()[0]))
    }
    const ALONE: bool = true;
    #[inline(always)]
    fn alone<M: Driver>(self, mode: M) -> Result<M::Made<Self::Results>, Box<BroadcastError>> {
        super::start::<M, E, K, T, L, W, F>(mode, self.call, rk::<K>(), self.targets, self.operands, self.f)
    }
    fn explain<M: Driver>(&self, mode: M) {
        mode.note(|| Note::single(self.call, self.erased().as_slice(), T::LEN, E::IDENTITY));
    }
    const RANK: Option<usize> = if K::SCALAR { None } else { K::NDIM };
    fn agree(&self, first: &mut Option<Shape>) -> bool {
        let operands = self.erased();
        let mut shape = Shape::empty();
        // What is wrong is said when it runs by itself.
        let fits = shape.join(self.call, operands.as_slice(), Self::SITE.rank, Self::SITE.largest).is_ok();
        fits && first.get_or_insert(shape).sizes() == shape.sizes()
    }
    unsafe fn take(&self, made: &mut &[Made], shape: &Shape) -> Self::Results {
        let (own, rest) = made.split_at(W::LEN);
        *made = rest;
        // SAFETY: these pieces of memory are those of `W`, and every element of them is written.
        unsafe { W::finish::<K>(own, shape.extents()) }
    }
    unsafe fn finish(&self, run: &mut dyn Run) -> Self::Results {
        // SAFETY: this is the next of the last passes, which are valid: `staged` has listed them.
        let done = unsafe { run.next() };
        if K::SCALAR {
            return super::single::<K, T, L, W, &F>(done.operands, &self.f);
        }
        // SAFETY: the pass has run, so every element of the memory made for these results is written.
        unsafe { W::finish::<K>(done.fresh, done.shape.extents()) }
    }
}

impl<E, K, T, L, W, F> Last<E, K, T, L, W, F>
where
    E: Evaluation,
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    const SITE: &'static Site = &Site::of::<E, K, T, L, W, F>();

    /// Its targets and operands without their types.
    fn erased(&self) -> Filled<RawOperand<'_>, <(T, L) as Tree>::Slots<RawOperand<'_>>> {
        super::erased(&self.targets, &self.operands)
    }
}
