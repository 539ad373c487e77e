//! Stages, as the expansion builds them: what each reads and yields.

use super::direct::{Adjacent, Cursors, Handed, Items, LeadsTo, Looked, LooksAt, Whole};
use super::dispatch::Driver;
use super::few::OfFew;
use super::fold::{Yield, Yields};
use super::gemm::Gemm;
use super::kernel::{Compiled, Evaluation, prefetches, speculates, writes_each};
use super::passes::{Bare, Passes, Reduce, Work};
use super::route::Route;
use super::scan::{Scan, Scanned};
use super::stages::Stages;
use super::streams::{AnyAxis, Filled, New, Reads, Tree};
use super::{Site, row_kernels};
use crate::call::Call;
use crate::given::Given;
use crate::operand::{Form, RawOperand};
use crate::ops::scan::Scanner;
use crate::rank::{Full, Rank, Rk, YieldRank};
use crate::shape::Shape;
use crate::simd::SimdToken;
use ndarray::Dimension;
use std::marker::PhantomData;

/// One pass before the last, whose results later ones read.
pub struct Stage<E, P, L, W, F> {
    index: usize,
    call: &'static Call<'static>,
    reduce: Reduce,
    operands: L,
    f: F,
    evaluation: PhantomData<E>,
    types: PhantomData<fn() -> (P, W)>,
}

/// Makes stage `index` of a call, which runs over the axes of `P`.
#[inline(always)]
pub fn stage<E, D, L, W, F>(
    _: E,
    index: usize,
    call: &'static Call<'static>,
    _: Rk<Full<D>>,
    reduce: Reduce,
    operands: L,
    f: F,
) -> Stage<E, Full<D>, L, W, F>
where
    L: Reads,
    W: Yields,
    F: Fn(SimdToken, L::Elems) -> W + Sync,
{
    Stage { index, call, reduce, operands, f, evaluation: PhantomData, types: PhantomData }
}

/// Makes stage `index` of a call, whose elements run along an axis; before, they are those of an operand, or are
/// computed.
#[inline(always)]
pub fn scan_stage<E, D, L, T, S, F>(
    evaluation: E,
    index: usize,
    call: &'static Call<'static>,
    space: Rk<Full<D>>,
    (axis, _, is_plain): (u8, fn(PhantomData<T>) -> S, bool),
    operands: L,
    f: F,
) -> Stage<E, Full<D>, L, New<T>, F>
where
    L: Reads,
    T: Copy + Send + Sync,
    S: Scanner<T>,
    F: Fn(SimdToken, L::Elems) -> New<T> + Sync,
{
    let scanned = Scanned { axis, scan: const { &Scan::by::<T, S>() }, is_plain };
    stage(evaluation, index, call, space, Reduce::Scan(scanned), operands, f)
}

/// The same where a value says which axes are reduced.
pub fn given_stage<E, D, L, W, F>(
    evaluation: E,
    index: usize,
    call: &'static Call<'static>,
    space: Rk<Full<D>>,
    reduce: Reduce,
    operands: L,
    f: F,
) -> Stage<E, Full<D>, L, W, F>
where
    D: Dimension,
    L: Reads,
    W: Yields,
    F: Fn(SimdToken, L::Elems) -> W + Sync,
{
    let reduce = resolved::<D>(reduce, call, &operands);
    stage(evaluation, index, call, space, reduce, operands, f)
}

/// The same where a value says along which axis elements run.
pub fn given_scan_stage<E, D, L, T, S, F>(
    evaluation: E,
    index: usize,
    call: &'static Call<'static>,
    space: Rk<Full<D>>,
    (axis, by, is_plain): (Given, fn(PhantomData<T>) -> S, bool),
    operands: L,
    f: F,
) -> Stage<E, Full<D>, L, New<T>, F>
where
    D: Dimension,
    L: Reads,
    T: Copy + Send + Sync,
    S: Scanner<T>,
    F: Fn(SimdToken, L::Elems) -> New<T> + Sync,
{
    let reduce = resolved::<D>(Reduce::Given(axis), call, &operands);
    let known = if let Reduce::Axes(&[axis]) = reduce { axis } else { 0 };
    let scan = scan_stage(evaluation, index, call, space, (known, by, is_plain), operands, f);
    // An axis that does not fit is told from the value.
    if let Reduce::Given(_) = reduce { Stage { reduce, ..scan } } else { scan }
}

/// The axes of a value by their numbers, as far as they are known.
fn resolved<D: Dimension>(reduce: Reduce, call: &Call, operands: &impl Reads) -> Reduce {
    let mut all = Vec::new();
    if D::NDIM.is_none() {
        operands.each(&mut |operand| all.push(*operand.axes()));
    }
    reduce.resolved(call, D::NDIM, &all)
}

impl<E, P, L, W: Yields, F> Stage<E, P, L, W, F> {
    /// The place of the next stage.
    #[inline(always)]
    pub fn next(&self) -> usize {
        self.index + 1
    }

    /// What it yields, as operands of rank `R`: one per item.
    #[inline(always)]
    pub fn leaves<'a, R: YieldRank>(&self, _: Rk<R>) -> W::Leaves<'a, R> {
        let axes = match self.reduce {
            Reduce::Axes(axes) | Reduce::Nothing(axes) => axes,
            Reduce::All | Reduce::Along(_) | Reduce::Scan(..) | Reduce::Given(_) => &[],
        };
        let form = if let Reduce::Along(_) = self.reduce { Form::Along } else { Form::Full };
        // SAFETY: the items are those of this stage, and the expansion takes the rank from what the stage reduces; the
        // engine checks the number of axes again when it places them.
        unsafe { W::leaves(self.index, 0, axes, form) }
    }
}

impl<E: Evaluation, P: Rank, L: Reads, W: Yields, F: Fn(SimdToken, L::Elems) -> W + Sync> Stage<E, P, L, W, F> {
    const SITE: &'static Site = &Site {
        rank: P::NDIM,
        targets: 0,
        streams: L::LEN + W::LEN,
        bytes: L::BYTES,
        largest: Some(1),
        cost: L::COMPUTATION.cost,
        prefetches: prefetches::<E, L>().is_some(),
        speculates: speculates::<E, L>(),
        writes_each: writes_each::<E, L, W>(),
        is_identity: false,
        groups: 0,
        contracts: if E::CONTRACTS { Some(Gemm::of::<L, W>) } else { None },
        scales: E::SCALES,
        few: if speculates::<E, L>() { None } else { <W::OfFew<L, F> as OfFew>::FEW },
        kernels: <F as Compiled<E, AnyAxis, L, W>>::KERNELS,
        // Sums of functions would take up to 1.7 times as long.
        row_kernels: if speculates::<E, L>() { None } else { row_kernels::<E, P, L, W, F>() },
    };

    /// Its operands, if types tell that they are adjacent, with their cursors.
    #[inline(always)]
    fn adjacent(&self, items: Option<&Items>, cursors: &mut Cursors) -> Option<Adjacent> {
        let mut adjacent = Adjacent::new(P::NDIM, Self::SITE.streams, self.reduce);
        self.operands.look(&mut LooksAt::new(&mut adjacent, items, cursors));
        adjacent.are().then_some(adjacent)
    }

    /// Whether it reduces all it reads.
    #[inline(always)]
    fn is_whole(&self) -> bool {
        P::NDIM.is_some_and(|rank| rank > 0 && (0..rank).all(|axis| self.reduce.reduces(axis)))
    }

    /// Whether it does, or reduces rows or columns of matrices.
    #[inline(always)]
    fn may_be_whole(&self) -> bool {
        self.is_whole() || (P::NDIM == Some(2) && matches!(self.reduce, Reduce::Axes([_, ..])))
    }

    /// Runs it with operands that are adjacent.
    ///
    /// # Safety
    /// The operands are these.
    #[inline(always)]
    unsafe fn of_adjacent<M: Driver>(
        &self,
        mode: M,
        whole: &mut Whole,
        (adjacent, cursors): (&Adjacent, &mut Cursors),
    ) -> Option<()> {
        let (site, f) = ((self.call, Self::SITE), (&raw const self.f).cast());
        // SAFETY: these are the parts of this stage, and the operands are adjacent.
        unsafe {
            if let (Some(few), Some(len)) = (Self::SITE.few, adjacent.few()) {
                whole.of_few(mode, few, f, cursors, len);
                return Some(());
            }
            mode.whole_adjacent(whole, site, (adjacent, cursors), Self::yields().as_slice(), f)
        }
    }

    /// Runs it with operands that are listed.
    #[inline(always)]
    fn of_listed<M: Driver>(&self, mode: M, whole: &mut Whole) -> Option<()> {
        let (site, f) = ((self.call, Self::SITE), (&raw const self.f).cast());
        let mut listed = Listed::default();
        self.fill(&mut listed);
        let (operands, yields) = (listed.operands.as_mut_slice(), listed.outputs.as_slice());
        // SAFETY: these are the parts of this stage.
        unsafe { mode.whole(whole, site, operands, (self.reduce, yields), f) }
    }

    /// What it yields.
    #[inline(always)]
    fn yields() -> Filled<Yield, W::Slots<Yield>> {
        let mut yields = Filled::new();
        W::each(&mut |item| yields.push(item));
        yields
    }

    /// Lists what it reads and yields, without types.
    #[inline(always)]
    fn fill<'s>(&'s self, listed: &mut ListedStage<'s, L, W>) {
        self.operands.each(&mut |operand| listed.operands.push(operand));
        W::each(&mut |item| listed.outputs.push(item));
    }
}
impl<E: Evaluation, P: Rank, L: Reads, W: Yields, F: Fn(SimdToken, L::Elems) -> W + Sync> Stages
    for Stage<E, P, L, W, F>
{
    const LEN: usize = 1;
    type Listed<'s>
        = ListedStage<'s, L, W>
    where
        Self: 's;
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>) {
        self.fill(listed);
        passes.push(Bare {
            call: self.call,
            site: Self::SITE,
            operands: listed.operands.as_mut_slice(),
            f: (&raw const self.f).cast(),
            work: Work::Stage { reduce: self.reduce, yields: listed.outputs.as_slice() },
            fresh: &mut [],
        });
    }
    #[inline(always)]
    fn whole<M: Driver>(&self, mode: M, whole: &mut Whole) -> Option<()> {
        if !self.is_whole() {
            return None;
        }
        let mut cursors = Cursors::new();
        match self.adjacent(Some(&whole.items), &mut cursors) {
            // SAFETY: the operands are adjacent.
            Some(adjacent) if M::RUNS => unsafe { self.of_adjacent(mode, whole, (&adjacent, &mut cursors)) },
            _ => self.of_listed(mode, whole),
        }
    }
    type Looked = Looked;
    #[inline(always)]
    fn looked() -> Looked {
        Looked::new()
    }
    #[inline(always)]
    fn are_whole(&self, whole: &mut Whole, looked: &mut Looked) -> bool {
        if !self.may_be_whole() {
            return false;
        }
        looked.adjacent = self.adjacent(Some(&whole.items), &mut looked.cursors);
        let Some(adjacent) = &looked.adjacent else { return false };
        let are_few = Self::SITE.few.is_some() && adjacent.few().is_some();
        let fits = are_few || Whole::fits((self.call, Self::SITE), adjacent, Self::yields().as_slice());
        whole.items.foresee(if adjacent.is_whole() { (0, 0, 0) } else { adjacent.extent() });
        fits
    }
    #[inline(always)]
    fn run_whole<M: Driver>(&self, mode: M, whole: &mut Whole, looked: &mut Looked) -> Option<()> {
        if !M::RUNS {
            return self.of_listed(mode, whole);
        }
        let Looked { adjacent, cursors } = looked;
        self.operands.look(&mut LeadsTo::new(&whole.items, cursors));
        // SAFETY: the operands are adjacent, and cursors lead to them.
        unsafe { self.of_adjacent(mode, whole, (adjacent.as_ref()?, cursors)) }
    }
    #[inline(always)]
    fn hand_on<M: Driver>(&self, mode: M, handed: &mut Handed, (rank, shape): (usize, &mut Shape)) -> Option<Route> {
        // Axes that are kept with size 1 are none of what is left.
        let reduced = match self.reduce {
            Reduce::Axes(reduced) => reduced.len(),
            Reduce::Scan(_) => 0,
            _ => return None,
        };
        if P::NDIM != Some(rank + reduced) {
            return None;
        }
        let (site, f) = ((self.call, Self::SITE), (&raw const self.f).cast());
        let is_lone = matches!(P::NDIM, Some(1 | 2)) && W::LEN == 1;
        let mut cursors = Cursors::new();
        if M::RUNS
            && is_lone
            && !E::CONTRACTS
            && let Reduce::Axes(_) = self.reduce
            && let Some(adjacent) = self.adjacent(None, &mut cursors)
        {
            let (yields, found) = (Self::yields(), (&adjacent, &mut cursors));
            // SAFETY: these are the parts of this stage, which is the only one, and the operands are adjacent.
            if unsafe { mode.lone_adjacent(site, found, yields.as_slice(), f, handed, shape).is_some() } {
                return Some(Route::EachDirect);
            }
        }
        let mut listed = Listed::default();
        self.fill(&mut listed);
        let (operands, yields) = (listed.operands.as_mut_slice(), listed.outputs.as_slice());
        let does = (self.reduce, yields);
        // SAFETY: these are the parts of this stage, which is the only one.
        unsafe {
            if E::CONTRACTS
                && let Handed::Fresh(made) = handed
                && mode.contracted(site, operands, does, f, made, shape).is_some()
            {
                return Some(Route::Contraction);
            }
            (is_lone && mode.lone(site, operands, does, f, handed, shape).is_some()).then_some(Route::EachDirect)
        }
    }
}

type ListedStage<'s, L, W> =
    Listed<RawOperand<'s>, <L as Tree>::Slots<RawOperand<'s>>, Yield, <W as Tree>::Slots<Yield>>;

/// What is listed of a pass: its operands, and its outputs.
pub struct Listed<T, A, U, B> {
    pub(super) operands: Filled<T, A>,
    pub(super) outputs: Filled<U, B>,
}
impl<T: Copy, A, U: Copy, B> Default for Listed<T, A, U, B> {
    #[inline(always)]
    fn default() -> Self {
        Listed { operands: Filled::new(), outputs: Filled::new() }
    }
}
