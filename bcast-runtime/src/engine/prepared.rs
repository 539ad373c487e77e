//! One pass of a call: as a job, or prepared to run block by block.

use super::notes::Note;
use super::pass::{INLINE, Pass};
use super::passes::{Kind, PlacedPass, Work, bytes};
use super::reduce::{self, Partial, PlanOf, Reduction};
use super::tuning::{ROW_WITH_TIME, UNCACHED};
use super::walk::Walk;
use super::{Job, Made};
use crate::loop_plan::{LoopPlan, Window};
use crate::operand::{RawOperand, Readable, Yielded};
use smallvec::SmallVec;
use std::ops::Range;

/// The job of a pass that accumulates nothing, whose outputs these are.
pub(super) fn job<'n>(placed: &'n PlacedPass<'n>, outputs: &'n [Made]) -> Job<'n> {
    // SAFETY: job 1 as the types of a pass say; job 2 and 3 are placed pass 1 to 3.
    unsafe { Job::new(placed.call, placed.site, &placed.shape, &placed.operands, outputs, placed.f) }
}

/// The plan of a pass, of so much of it along an axis.
pub(super) fn plan(placed: &PlacedPass, axis: usize, extent: usize) -> LoopPlan {
    let window = Window { axis, extent };
    if placed.kind() == Kind::Reduction {
        return reduce::plan(placed, Some(window));
    }
    // What a stage keeps in a block is as wide as the block.
    let strides = match (&placed.work, placed.items().first()) {
        (Work::Stage { yields, .. }, Some(item)) => {
            let size = bytes(yields[0]).max(1) as isize;
            Some(std::array::from_fn(|axis| (item.strides[axis] / size) as usize))
        }
        _ => None,
    };
    let mut plan = LoopPlan::empty();
    let fresh = placed.outputs();
    let units = fresh.iter().map(Made::unit);
    plan.build_window(&placed.shape, &placed.operands, placed.site.targets, units, window, strides.as_ref());
    plan
}

/// The plan of a pass, of these indices along an axis. What lives in a block is there for the first one.
pub(super) fn plan_of(placed: &PlacedPass, axis: usize, indices: Range<usize>, lives: Lives) -> LoopPlan {
    let mut plan = plan(placed, axis, indices.len());
    if indices.start > 0 {
        plan.go_on(&steps(placed, axis, indices.start, lives));
    }
    plan
}

/// One step for each stream of a plan.
pub(super) type Steps = SmallVec<[isize; INLINE]>;

/// A pass that runs block by block along an axis, with its plan for one block.
pub(super) enum Prepared<'a> {
    Map(Pass<'a>),
    Reduction(Reduction<'a>),
}

impl<'a> Prepared<'a> {
    /// Prepares a pass. For operands that `earlier` passes of the block have read, it prefetches the next block.
    pub(super) fn new(
        placed: &'a PlacedPass<'a>,
        outputs: &'a [Made],
        (plan, window): PlanOf<'a>,
        earlier: &[PlacedPass],
    ) -> Self {
        let mut prepared = match placed.kind() {
            Kind::Reduction => {
                let accumulates = window.is_some_and(|window| placed.reduces(window.axis));
                let new = if accumulates { Reduction::of_leaves } else { Reduction::new };
                Prepared::Reduction(new(placed, outputs, (plan, window)))
            }
            Kind::Map => Prepared::Map(Pass::new(plan, &job(placed, outputs))),
        };
        if let Prepared::Map(pass) = &mut prepared {
            pass.asks = pass.packed && window.is_some() && is_far(placed);
        }
        if has_time(placed, plan) {
            let again = placed.again(earlier);
            match &mut prepared {
                Prepared::Map(pass) => pass.again(again),
                Prepared::Reduction(reduction) => reduction.pass.again(again),
            }
        }
        prepared
    }

    /// Adds to a note how it runs.
    pub(super) fn note(&self, placed: &PlacedPass, note: Note) -> Note {
        match self {
            Prepared::Map(pass) => pass.note(note),
            Prepared::Reduction(reduction) => reduction.note(placed, note),
        }
    }

    /// Bytes of scratch that it needs.
    pub(super) fn scratch(&self) -> usize {
        match self {
            Prepared::Map(pass) => pass.scratch(),
            Prepared::Reduction(reduction) => reduction.scratch(),
        }
    }

    /// A walk over its blocks, of which each lies so many bytes after the one before, for each stream.
    pub(super) fn walk<'w>(&'w self, scratch: *mut u8, steps: &'w [isize]) -> Walk<'w, 'a> {
        match self {
            Prepared::Map(pass) => Walk::new(pass, scratch, steps),
            Prepared::Reduction(reduction) => reduction.walk(scratch, steps),
        }
    }

    /// Runs the block at which its own walk is, with the scratch of that walk. Of a reduction over the axis along which
    /// there are blocks it accumulates this one.
    ///
    /// # Safety
    /// Placed pass 1 to 3, and what it reads has been yielded; nobody else writes what it yields or assigns. With what
    /// is accumulated goes the thread's open leaf.
    pub(super) unsafe fn run(
        &self,
        walk: &mut Walk<'_, 'a>,
        scratch: *mut u8,
        partial: Option<(&Partial, *mut u8, usize)>,
    ) {
        // SAFETY: the walk is at a block inside, and with its own scratch; what the pass reads has been yielded.
        unsafe {
            match (self, partial) {
                (Prepared::Map(pass), _) => walk.rectangle(0..pass.rows(), 0..pass.columns()),
                (Prepared::Reduction(reduction), None) => reduction.alone(walk, scratch),
                (Prepared::Reduction(reduction), Some(partial)) => reduction.accumulate_block(walk, scratch, partial),
            }
        }
    }
}

/// Whether a pass computes so much that it may prefetch the next block instead of what it reads itself a little later.
/// It then waits for the second cache, above all at both ends of a row. Softmax of 2048x2048 takes 0.84 of the time:
/// while exponentials are computed, the block arrives whose maxima are next. With quotients of `f64`, standardised rows
/// take 0.8.
fn has_time(placed: &PlacedPass, plan: &LoopPlan) -> bool {
    placed.site.prefetches && placed.site.work(placed.call).saturating_mul(plan.columns()) >= ROW_WITH_TIME
}

/// Whether no cache holds what a pass writes for the call, beside as much that it reads.
fn is_far(placed: &PlacedPass) -> bool {
    let sizes = placed.operands[..placed.site.targets].iter().map(RawOperand::size);
    let largest = sizes.chain(placed.fresh.iter().map(|made| made.size)).max();
    placed.shape.len().saturating_mul(largest.unwrap_or(0)) >= UNCACHED / 2
}

/// What lives in a block, and not in memory for all of it.
#[derive(Clone, Copy)]
pub(super) enum Lives<'s> {
    /// Nothing.
    Nowhere,
    /// These operands, and what the passes themselves say.
    Here(&'s dyn Fn(Yielded) -> bool),
}

/// Bytes from one block of `extent` indices along an axis to the next, for each stream of a pass's plan; 0 for what
/// lives in a block.
pub(super) fn steps(placed: &PlacedPass, axis: usize, extent: usize, lives: Lives) -> Steps {
    let stays = |yielded| matches!(lives, Lives::Here(stays) if stays(yielded));
    let in_blocks = matches!(lives, Lives::Here(_));
    let rank = placed.shape.sizes().len();
    let of = |operand: &RawOperand| operand.axes().output_stride(axis, rank) * operand.unit();
    let mut steps: Steps = placed.operands.iter().map(of).collect();
    for &(at, _) in placed.yielded.iter().filter(|&&(_, yielded)| stays(yielded)) {
        steps[at] = 0;
    }
    match &placed.work {
        Work::Last { .. } => {
            steps.extend(placed.operands[..placed.site.targets].iter().map(of));
            steps.extend(placed.fresh.iter().map(|made| placed.shape.fresh_stride(axis) * made.size as isize));
        }
        Work::Stage { yields, .. } => {
            let step = |item: usize| {
                if in_blocks && placed.lives_in_block(item) { 0 } else { placed.items()[item].strides[axis] }
            };
            let (kept, folds): (Vec<usize>, Vec<usize>) = (0..yields.len()).partition(|&item| placed.keeps(item));
            steps.extend(kept.into_iter().chain(folds).map(step));
        }
    }
    steps.iter_mut().for_each(|step| *step *= extent as isize);
    steps
}
