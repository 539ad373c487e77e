//! The fused loop: from operands, targets and an element function to results, in one pass.
//!
//! [`run`] is the thin generic part, compiled once per call in the user's crate: it erases the operands, lets the
//! shapes join, allocates the results and passes the address of a kernel on. All that follows knows bytes and strides
//! only and is compiled once, here: calls without a plan ([`direct`]), the split over threads (`parallel`), the walk
//! over rows (`walk`) and what feeds kernels with lanes that are not adjacent in memory (`staging`).
//!
//! Calls with reductions are several passes: [`run_stages`] is their front (`stage`, `last`), `program` runs them,
//! `reduce` those that accumulate.

mod added;
mod ahead;
mod conditional;
mod contraction;
mod direct;
mod dispatch;
mod erased;
mod factors;
mod feed;
mod few;
mod fold;
mod fresh;
mod gemm;
mod joined;
mod kernel;
mod last;
mod layout;
mod lend;
mod lifetimes;
#[cfg(feature = "rayon")]
mod lingering;
mod mapped;
mod mode;
pub(crate) mod notes;
pub(crate) mod on;
mod optional;
mod pages;
mod parallel;
mod part;
mod pass;
mod passes;
mod permuted;
mod prepared;
mod program;
mod reduce;
mod rounds;
mod route;
mod scan;
mod segment;
mod short;
mod short_row;
mod slab;
mod stage;
mod staged;
mod stages;
mod staging;
pub(crate) mod streams;
mod strided;
mod transpose;
mod tuning;
mod turned;
mod walk;
mod work_sharing;

use crate::call::Call;
pub(crate) use crate::cursor::{self, ALIGN};
use crate::error::BroadcastError;
use crate::operand::RawOperand;
use crate::rank::{Rank, Rk};
use crate::shape::Shape;
use crate::simd::SimdToken;
use cursor::Cursor;
use direct::Cursors;
use dispatch::{Driver, dispatch_alike};
use kernel::{Compiled, Kernels, prefetches, speculates};
use std::mem::MaybeUninit;
use streams::{AnyAxis, Filled, Goals, LastAxis, Reads, Tree, Writes};

pub use conditional::{choose, conditional, there};
pub(crate) use few::Few;
pub(crate) use fold::Yields;
pub(crate) use fresh::Fresh;
use fresh::Made;
use gemm::Gemm;
pub use kernel::{Contracting, Costly, Deciding, Identity, Looking, Once, Parts, Plain, Speculative};
pub(crate) use kernel::{Evaluation, computation};
pub(crate) use last::Lasts;
pub use last::last;
pub(crate) use mode::Explaining;
use mode::Running;
use notes::Note;
pub use optional::{given, spared};
pub(crate) use parallel::{each_piece, sharing};
pub use part::part;
pub use passes::Reduce;
pub use rounds::{either, then};
pub use route::Route;
#[cfg(debug_assertions)]
pub use route::{routes, traversals};
pub(crate) use stage::Stage;
pub use stage::{given_scan_stage, given_stage, scan_stage, stage};
pub(crate) use staged::start_stages;
pub use staged::{run_stages, try_run_stages};
pub(crate) use stages::Stages;
pub(crate) use streams::New;
pub use streams::Stored;

/// A call ready to run: every size is checked, every output has its memory.
///
/// Invariants, established by [`Job::new`] and relied upon by the engine, as "job 1":
/// 1. The site's kernels are those of `f`, and of the types of operands, of targets and of fresh results.
/// 2. Operands have their elements, as [`RawOperand`] has it, and the shape was joined from them.
/// 3. Fresh results have memory for the shape's elements.
pub(crate) struct Job<'a> {
    call: &'a Call<'a>,
    site: &'a Site,
    shape: &'a Shape,
    operands: &'a [RawOperand<'a>],
    fresh: &'a [Made],
    f: *const u8,
}

impl<'a> Job<'a> {
    /// # Safety
    /// Invariants 1 to 3.
    #[inline]
    unsafe fn new(
        call: &'a Call<'a>,
        site: &'a Site,
        shape: &'a Shape,
        operands: &'a [RawOperand<'a>],
        fresh: &'a [Made],
        f: *const u8,
    ) -> Self {
        debug_assert_eq!(operands.len() + site.targets + fresh.len(), site.streams, "a cursor for each stream");
        debug_assert!(!f.is_null());
        Job { call, site, shape, operands, fresh, f }
    }
}

/// What the types say about a pass.
pub(crate) struct Site {
    /// The joined rank, where they know it.
    rank: Option<usize>,
    targets: usize,
    /// What a kernel reads and what it writes: a target is both.
    streams: usize,
    /// Bytes of one element of each operand and of each fresh result.
    bytes: usize,
    /// The size of the largest element of a fresh result, if there is one.
    largest: Option<usize>,
    /// The work per element in expressions among the operands, besides what the call says.
    cost: u32,
    /// Whether kernels can ask the cache for another block than theirs.
    prefetches: bool,
    /// Whether kernels compute groups of lanes: see [`Speculative`].
    speculates: bool,
    /// Whether kernels can write accumulators of one element each.
    writes_each: bool,
    /// Whether outputs are the operands, one after the other, unchanged.
    is_identity: bool,
    /// The numbers of the gradients that fresh results are parts of, see [`Parts`].
    groups: u64,
    /// How matrices are multiplied, asked of the types of a stage that may be a contraction.
    contracts: Option<fn() -> Option<&'static Gemm>>,
    /// Whether the function of such a stage multiplies by more than its operands.
    scales: bool,
    kernels: Kernels,
    /// Reduces a few elements to one result, if that is all that a pass does, by arithmetic.
    few: Option<Few>,
    /// The kernels for lanes along the last axis, if some operand is one value along it: its map ends before that axis,
    /// or it is what a reduction of rows kept.
    row_kernels: Option<Kernels>,
}

impl Site {
    const fn of<E, K, T, L, W, F>() -> Site
    where
        E: Evaluation,
        K: Rank,
        T: Goals,
        L: Reads,
        W: Fresh,
        F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
    {
        Site {
            rank: K::NDIM,
            targets: T::LEN,
            streams: 2 * T::LEN + L::LEN + W::LEN,
            bytes: T::Olds::BYTES + L::BYTES + W::BYTES,
            largest: W::LARGEST,
            cost: <(T::Olds, L)>::COMPUTATION.cost,
            prefetches: prefetches::<E, L>().is_some(),
            speculates: speculates::<E, L>(),
            writes_each: false,
            is_identity: E::IDENTITY,
            groups: E::GROUPS,
            contracts: None,
            scales: false,
            few: None,
            kernels: <F as Compiled<E, AnyAxis, (T::Olds, L), (T::News, W)>>::KERNELS,
            row_kernels: row_kernels::<E, K, (T::Olds, L), (T::News, W), F>(),
        }
    }

    /// An estimate of the work per element, in additions.
    fn work(&self, call: &Call) -> usize {
        call.cost.saturating_add(self.cost) as usize
    }

    /// The kernels, those for lanes along the last axis if there are any and rows go by it.
    #[inline(always)]
    fn kernels(&self, by_rows: bool) -> &Kernels {
        self.row_kernels.as_ref().filter(|_| by_rows).unwrap_or(&self.kernels)
    }
}

/// Kernels for lanes along the last axis of rank `K`, if some operand is one value in a row.
const fn row_kernels<E: Evaluation, K: Rank, L: Reads, W: Writes, F: Fn(SimdToken, L::Elems) -> W>() -> Option<Kernels>
{
    match K::NDIM {
        Some(rank) if L::LOWEST_REACH < rank => Some(<F as Compiled<E, LastAxis<K>, L, W>>::KERNELS),
        _ => None,
    }
}

/// Runs a call; panics at the caller's line if the shapes do not fit.
#[inline]
#[track_caller]
pub fn run<E, K, T, L, W, F>(
    _: E,
    call: &'static Call<'static>,
    rank: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> W::Out<K>
where
    E: Evaluation,
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    match start::<Running, E, K, T, L, W, F>(Running, call, rank, targets, operands, f) {
        Ok(results) => results,
        Err(error) => fail(&error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn fail(error: &BroadcastError) -> ! {
    panic!("{error}")
}

/// Runs a call, or says why the shapes do not fit.
#[inline]
pub fn try_run<E, K, T, L, W, F>(
    _: E,
    call: &'static Call<'static>,
    rank: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> Result<W::Out<K>, BroadcastError>
where
    E: Evaluation,
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    start::<Running, E, K, T, L, W, F>(Running, call, rank, targets, operands, f).map_err(|error| *error)
}

#[inline(always)]
pub(crate) fn start<M, E, K, T, L, W, F>(
    mode: M,
    call: &'static Call<'static>,
    _: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> Result<M::Made<W::Out<K>>, Box<BroadcastError>>
where
    M: Driver,
    E: Evaluation,
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    if K::SCALAR {
        let raw = erased(&targets, &operands);
        mode.note(|| Note::single(call, raw.as_slice(), T::LEN, false));
        return Ok(mode.made(|| single::<K, T, L, W, F>(raw.as_slice(), f)));
    }
    let site: &'static Site = &const { Site::of::<E, K, T, L, W, F>() };
    // SAFETY: the kernels are those of `f` and of these operands and results.
    unsafe { start_at::<M, K, T, L, W>(mode, call, site, &targets, &operands, (&raw const f).cast()) }
}

/// The part of [`start`] without the element function: unoptimised builds have one for all calls of the same types.
///
/// # Safety
/// The kernels of the site are those of `f` and of the operands' and results' types.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn start_at<M: Driver, K: Rank, T: Goals, L: Reads, W: Fresh>(
    mode: M,
    call: &'static Call<'static>,
    site: &'static Site,
    targets: &T,
    operands: &L,
    f: *const u8,
) -> Result<M::Made<W::Out<K>>, Box<BroadcastError>> {
    let mut fresh = Filled::<Made, W::Slots<Made>>::new();
    W::each(&mut |made| fresh.push(made));
    let made = fresh.as_mut_slice();
    // Beside an operand with a map of its own others are not alike.
    if L::LOWEST_REACH == usize::MAX {
        let (of, mut cursors) = ((targets, operands), Cursors::new());
        if let Some(adjacent) = mapped::adjacent::<K, T, L>(site, of, None, &mut cursors) {
            let found = (None, (&adjacent, &mut cursors));
            // SAFETY: whoever calls says the same, and the operands are adjacent.
            let results = unsafe { mapped::map_of::<M, K, T, L, W>(mode, (call, site), of, found, (made, f)) };
            if let Some(results) = results {
                return Ok(results);
            }
        }
    }
    let raw = erased(targets, operands);
    let mut shape = MaybeUninit::uninit();
    let dispatch = if L::LOWEST_REACH == usize::MAX { dispatch_alike::<M, false> } else { M::dispatch };
    // SAFETY: job 1; when `dispatch` has run, every element is written.
    unsafe {
        let extents = dispatch(mode, call, site, raw.as_slice(), made, f, &mut shape)?;
        Ok(mode.made(|| W::finish::<K>(made, extents)))
    }
}

/// Targets and operands without their types.
#[cfg_attr(not(debug_assertions), inline(always))]
fn erased<'a, T: Goals, L: Reads>(
    targets: &'a T,
    operands: &'a L,
) -> Filled<RawOperand<'a>, <(T, L) as Tree>::Slots<RawOperand<'a>>> {
    let mut raw = Filled::new();
    targets.each(&mut |target| raw.push(target));
    operands.each(&mut |operand| raw.push(operand));
    raw
}

/// No axes anywhere: the element function, once.
#[inline(always)]
fn single<K, T, L, W, F>(raw: &[RawOperand], f: F) -> W::Out<K>
where
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    let mut cursors = Filled::<Cursor, <(T, L) as Tree>::Slots<Cursor>>::new();
    for operand in raw {
        cursors.push(Cursor::new(operand.value_ptr(), [0, 0]));
    }
    let cursors = cursors.as_slice().as_ptr();
    // SAFETY: every operand is a single value, and every target a single place: lane 0 of row 0.
    unsafe {
        let t = SimdToken::of_single_values();
        let elems = <(T::Olds, L)>::load::<AnyAxis>(t, <(T::Olds, L)>::start(cursors), 0);
        let (news, results) = f(t, elems);
        T::News::store(T::News::start(cursors), 0, news);
        results.single::<K>()
    }
}
