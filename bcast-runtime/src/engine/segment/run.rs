//! How the passes of a segment run, block by block.

use super::Blocks;
use crate::engine::Made;
use crate::engine::passes::PlacedPass;
use crate::engine::prepared::{Lives, Prepared, Steps, plan_of, steps};
use crate::engine::reduce::Partial;
use crate::engine::slab::{Slab, with_scratch};
use crate::engine::walk::Walk;
use crate::engine::work_sharing::share;
use crate::loop_plan::{LoopPlan, Window};
use crate::operand::Yielded;
use smallvec::SmallVec;
use std::ops::Range;

/// Runs the passes of a segment, block by block, for these indices along their axis.
///
/// # Safety
/// The invariants of each pass, and what earlier segments yield is there; nobody else writes what these yield or
/// assign.
pub(in crate::engine) unsafe fn run(blocks: &Blocks, passes: &[PlacedPass], indices: Range<usize>) {
    let count = indices.len().div_ceil(blocks.extent);
    let partial = |(pass, &axis): (&PlacedPass, &usize)| {
        pass.reduces(axis).then(|| Partial::new(pass, Window { axis, extent: blocks.extent }))
    };
    let partials: Partials = passes.iter().zip(&blocks.axes).map(partial).collect();
    if blocks.threads == 1 {
        // SAFETY: all blocks, once each.
        unsafe { some(blocks, (passes, &partials), &indices, &mut (0..count)) };
    } else {
        let piece = blocks.piece;
        share(count.div_ceil(piece), |pieces| {
            let range = |at: usize| at * piece..count.min((at + 1) * piece);
            // SAFETY: each piece is taken once, so no two threads have the same blocks.
            unsafe { some(blocks, (passes, &partials), &indices, &mut pieces.flat_map(range)) };
        });
    }
    for (pass, partial) in passes.iter().zip(partials) {
        // SAFETY: all blocks have run.
        partial.into_iter().for_each(|partial| unsafe { partial.finish(pass) });
    }
}

/// What blocks accumulate of the passes that reduce the axis along which they are cut.
type Partials = SmallVec<[Option<Partial>; 8]>;

/// Blocks one after the other on this thread, with memory of its own for what is kept.
///
/// # Safety
/// As for [`run`]; nobody else runs these blocks.
unsafe fn some(
    blocks: &Blocks,
    (passes, partials): (&[PlacedPass], &Partials),
    indices: &Range<usize>,
    some: &mut dyn Iterator<Item = usize>,
) {
    let mut some = some.peekable();
    if some.peek().is_none() {
        return;
    }
    let mut own = passes.to_vec();
    let slabs = slabs(blocks, &mut own);
    let mut open: SmallVec<[Option<Slab>; 8]> =
        partials.iter().map(|partial| partial.as_ref().map(Partial::open)).collect();
    // The last block may have less than the others: it waits until they are done, whenever it comes.
    let whole = indices.len() / blocks.extent;
    let mut last = None;
    // SAFETY: nobody else runs these blocks; the slabs, which hold what passes keep, live until the end.
    unsafe {
        let mut others = some.filter(|&block| {
            let is_last = block >= whole;
            if is_last {
                last = Some(block);
            }
            !is_last
        });
        let passes = (&own[..], partials);
        same(blocks, passes, &mut open, &mut others, (indices.start, blocks.extent));
        let extent = indices.len() - whole * blocks.extent;
        same(blocks, passes, &mut open, &mut last.into_iter(), (indices.start, extent));
    }
    drop(slabs);
}

/// Gives the passes memory for what they keep in a block.
fn slabs(blocks: &Blocks, passes: &mut [PlacedPass]) -> Vec<Slab> {
    let mut slabs = Vec::new();
    for at in 0..passes.len() {
        let items = 0..passes[at].work.yields().len();
        for item in items.filter(|&item| passes[at].lives_in_block(item)).collect::<Vec<_>>() {
            let mut slab = Slab::new(blocks.bytes(&passes[at], item));
            let base = slab.ptr();
            // SAFETY: there is room for a block, at a multiple of `ALIGN`; its readers are told below.
            unsafe { passes[at].yield_to(item, base) };
            for pass in &mut passes[at + 1..] {
                for (operand, yielded) in pass.yielded.clone() {
                    if yielded.is_of(blocks.first + at) && yielded.item == item {
                        // SAFETY: the stage yields a block of it before this pass reads it.
                        unsafe { pass.read_from(operand, base) };
                    }
                }
            }
            slabs.push(slab);
        }
    }
    slabs
}

/// Blocks of one extent, the first of which begins at an index.
///
/// # Safety
/// As for [`some`]; the open leaves are those of the blocks that this thread has run before.
unsafe fn same(
    blocks: &Blocks,
    (passes, partials): (&[PlacedPass], &Partials),
    open: &mut [Option<Slab>],
    some: &mut dyn Iterator<Item = usize>,
    (first, extent): (usize, usize),
) {
    let mut some = some.peekable();
    if some.peek().is_none() {
        return;
    }
    let stays = |yielded: Yielded| blocks.have(passes, yielded);
    let along = || passes.iter().zip(&blocks.axes);
    let lives = Lives::Here(&stays);
    let plan = |(pass, &axis): (&PlacedPass, &usize)| plan_of(pass, axis, first..first + extent, lives);
    let plans: Vec<LoopPlan> = along().map(plan).collect();
    let outputs: Vec<Vec<Made>> = passes.iter().map(PlacedPass::outputs).collect();
    let prepared = |(at, plan)| {
        let earlier = if blocks.prefetches { &passes[..at] } else { &[] };
        Prepared::new(&passes[at], &outputs[at], (plan, Some(Window { axis: blocks.axes[at], extent })), earlier)
    };
    let prepared: Vec<Prepared> = plans.iter().enumerate().map(prepared).collect();
    let steps: Vec<Steps> = along().map(|(pass, &axis)| steps(pass, axis, blocks.extent, lives)).collect();
    // The passes take turns.
    let scratch = prepared.iter().map(Prepared::scratch).max().unwrap_or(0);
    with_scratch(scratch, |scratch| {
        let mut walks: Vec<Walk> = prepared.iter().zip(&steps).map(|(pass, steps)| pass.walk(scratch, steps)).collect();
        for block in some {
            let all = prepared.iter().zip(&mut walks).zip(partials.iter().zip(&mut *open)).zip(passes);
            for (((pass, walk), (partial, open)), _) in all.filter(|(_, placed)| !placed.is_written) {
                walk.go_to_block(block);
                let partial = partial.as_ref().zip(open.as_mut()).map(|(partial, open)| (partial, open.ptr(), block));
                // SAFETY: the block is inside; what the pass reads of it has just been yielded.
                unsafe { pass.run(walk, scratch, partial) };
            }
        }
    });
}
