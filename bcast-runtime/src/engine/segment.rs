//! Passes that run together, block by block along an axis that none of them reduces.
//!
//! ```text
//! softmax of rows:   for each block of rows:  max of each row;  exp, kept, and its sum;  the quotient
//! ```
//! So a block is read from memory once, and what is kept between passes is as large as a block.

use super::Made;
use super::fold::Yield;
use super::kernel::LANES;
use super::node::{Node, Reduce, Shaped, Work, bytes};
use super::prepared::{Prepared, plan, steps};
use super::reduce;
use super::share::{share, threads};
use super::slab::Slab;
use super::tuning::{BLOCK, LARGEST_BLOCK, PAGE, PIECES_OF_BLOCKS, SHARED_BLOCKS};
use super::walk::{Walk, with_scratch};
use crate::loop_plan::LoopPlan;
use crate::operand::{Form, RawOperand, Yielded};
use std::ops::Range;

/// Passes in a row.
pub(super) struct Segment {
    pub(super) nodes: Range<usize>,
    /// How they run together; without, each runs as a whole.
    pub(super) blocks: Option<Blocks>,
}

/// The cut of a segment.
pub(super) struct Blocks {
    /// The first pass.
    pub(super) first: usize,
    /// The axis of each pass along which it is cut.
    pub(super) axes: Vec<usize>,
    /// The size along it, and how much of it a block has.
    size: usize,
    pub(super) extent: usize,
    threads: usize,
    /// How many blocks a thread takes at a time.
    piece: usize,
    /// Whether passes ask the cache for the next block: it is in the lot of the thread, and the second cache holds it beside this one.
    /// Columns do not: their next block is a page of each row, and dividing them took 1.1 times as long.
    asks: bool,
}

/// Cuts the passes of a call.
pub(super) fn all(nodes: &[Shaped]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut first = 0;
    while first < nodes.len() {
        let blocks = longest(nodes, first).and_then(|axes| blocks(nodes, first, axes));
        let end = first + blocks.as_ref().map_or(1, |blocks| blocks.axes.len());
        segments.push(Segment { nodes: first..end, blocks });
        first = end;
    }
    segments
}

/// The cut that most passes from `first` on agree to, if there are several.
fn longest(nodes: &[Shaped], first: usize) -> Option<Vec<usize>> {
    let rank = nodes[first].shape.sizes().len();
    let candidates = (0..rank).filter(|&axis| nodes[first].shape.sizes()[axis] > 1 && !nodes[first].reduces(axis));
    let cuts = candidates.map(|axis| agreeing(nodes, first, axis)).filter(|axes| axes.len() > 1);
    let unit = |axes: &Vec<usize>| block_bytes(nodes, first, axes);
    // The outermost axis is best, unless even one index along it is more than a block.
    cuts.reduce(|best, other| {
        let better = other.len() > best.len() || (other.len() == best.len() && unit(&best) > BLOCK);
        if better { other } else { best }
    })
}

/// The axes along which passes from `first` on can be cut, when the first one is cut along `axis`.
fn agreeing(nodes: &[Shaped], first: usize, axis: usize) -> Vec<usize> {
    let size = nodes[first].shape.sizes()[axis];
    let mut axes: Vec<usize> = Vec::new();
    axes.push(axis);
    for node in &nodes[first + 1..] {
        let Some(axis) = cut(node, nodes, first, &axes) else {
            break;
        };
        let fits = node.shape.sizes().get(axis) == Some(&size) && !node.reduces(axis);
        if !fits || nodes[first..].iter().zip(&axes).any(|(other, &its)| disturbs((node, axis), (other, its))) {
            break;
        }
        axes.push(axis);
    }
    // What is kept lives in a block, so whoever reads it must be inside.
    while axes.len() > 1 && leaks(nodes, first, first + axes.len()) {
        axes.pop();
    }
    axes
}

/// Whether a block of one pass writes what another block of the other reads or writes: a target that both go through
/// along different axes of its own.
fn disturbs((a, a_axis): (&Shaped, usize), (b, b_axis): (&Shaped, usize)) -> bool {
    let step =
        |operand: &RawOperand, node: &Shaped, axis: usize| operand.axes().output_stride(axis, node.shape.sizes().len());
    let writes = |(w, w_axis): (&Shaped, usize), (o, o_axis): (&Shaped, usize)| {
        w.operands[..w.site.targets].iter().any(|target| {
            let mut same = o.operands.iter().filter(|operand| operand.begins_with(target));
            same.any(|operand| step(operand, o, o_axis) != step(target, w, w_axis))
        })
    };
    writes((a, a_axis), (b, b_axis)) || writes((b, b_axis), (a, a_axis))
}

/// The axis of a pass that is cut with those before it.
fn cut(node: &Shaped, nodes: &[Shaped], first: usize, axes: &[usize]) -> Option<usize> {
    let rank = node.shape.sizes().len();
    let mut found = None;
    for &(at, yielded) in &node.yielded {
        if yielded.form == Form::Position || yielded.stage < first {
            continue;
        }
        let axis = axes[yielded.stage - first];
        let stage = &nodes[yielded.stage];
        let own = match yielded.form {
            Form::Kept => axis - (0..axis).filter(|&other| stage.reduces(other)).count(),
            // Of the axes along which it runs.
            Form::Along => match stage.work {
                Work::Stage { reduce: Reduce::Along(axes), .. } => axes.iter().position(|&a| a as usize == axis)?,
                _ => axis,
            },
            _ => axis,
        };
        // A result that is one value leaves nothing to cut along.
        let lies =
            (own < node.operands[at].axes().sizes().len()).then(|| node.operands[at].axes().output_axis(own, rank))?;
        if found.is_some_and(|found| found != lies) {
            return None;
        }
        found = Some(lies);
    }
    found.or(Some(axes[0]))
}

/// Whether a pass outside reads what one inside keeps.
fn leaks(nodes: &[Shaped], first: usize, end: usize) -> bool {
    let inside = |stage: usize| (first..end).contains(&stage);
    let full = |node: &Shaped| node.yielded.iter().any(|&(_, y)| y.is_element() && inside(y.stage));
    nodes[end..].iter().any(full)
}

/// Bytes that one index of a cut touches.
fn block_bytes(nodes: &[Shaped], first: usize, axes: &[usize]) -> usize {
    let touched = |(node, &axis): (&Shaped, &usize)| {
        let len = node.shape.len();
        // What is stretched counts for little.
        let reads: usize = node.operands.iter().filter(|operand| node.is_large(operand)).map(RawOperand::size).sum();
        let writes: usize = match &node.work {
            Work::Stage { yields, .. } => {
                yields.iter().filter(|item| matches!(item, Yield::Kept(_))).map(|&item| bytes(item)).sum()
            }
            Work::Last { fresh, .. } => fresh.iter().map(|made| made.size).sum(),
        };
        len / node.shape.sizes()[axis].max(1) * (reads + writes)
    };
    nodes[first..].iter().zip(axes).map(touched).max().unwrap_or(0)
}

/// Bytes from one index of a cut to the next, in the first operand of which a block is not one piece of memory.
fn apart(nodes: &[Shaped], axes: &[usize]) -> Option<usize> {
    nodes.iter().zip(axes).find_map(|(node, &axis)| {
        let sizes = node.shape.sizes();
        let step = |operand: &RawOperand, axis: usize| operand.axes().output_stride(axis, sizes.len()).unsigned_abs();
        let is_apart = |operand: &RawOperand| {
            let own = step(operand, axis);
            own > 0 && (0..sizes.len()).any(|other| sizes[other] > 1 && step(operand, other) > own)
        };
        let mut large = node.large().map(|(_, operand)| operand);
        large.find(|operand| is_apart(operand)).map(|operand| step(operand, axis) * operand.size())
    })
}

/// Whether passes touch what others of them have touched: else there is nothing that a block would keep in the cache.
fn touch_again(nodes: &[Shaped]) -> bool {
    (0..nodes.len()).any(|at| nodes[at].again(&nodes[..at]).next().is_some())
}

/// Whether passes keep more elements for others of them than stay in the cache anyway.
fn keep(nodes: &[Shaped], stages: Range<usize>) -> bool {
    let is_read =
        |stage: usize| nodes.iter().flat_map(|node| &node.yielded).any(|&(_, y)| y.is_element() && y.stage == stage);
    let kept = |(stage, node): (usize, &Shaped)| match &node.work {
        Work::Stage { yields, .. } if is_read(stage) => {
            let sizes = yields.iter().filter(|item| matches!(item, Yield::Kept(_))).map(|&item| bytes(item));
            node.shape.len() * sizes.sum::<usize>()
        }
        _ => 0,
    };
    stages.zip(nodes).map(kept).sum::<usize>() > BLOCK
}

/// The least that a block should have along its axis, of which an index touches `unit` bytes, `apart` bytes behind the one before.
fn least(nodes: &[Shaped], axes: &[usize], unit: usize, apart: Option<usize>) -> usize {
    let piece = apart.map_or(1, |step| PAGE.div_ceil(step.max(1)));
    let piece = if unit.saturating_mul(piece) > LARGEST_BLOCK { piece.div_ceil(2) } else { piece };
    // Where outputs are columns, a run of lanes.
    let is_across = nodes.iter().zip(axes).any(|(node, &axis)| reduce::is_across(node, axis));
    if is_across { piece.max(LANES) } else { piece }
}

/// How large the blocks are, if blocks are worth it.
fn blocks(nodes: &[Shaped], first: usize, axes: Vec<usize>) -> Option<Blocks> {
    let end = first + axes.len();
    let keep = keep(&nodes[first..end], first..end);
    if !keep && !touch_again(&nodes[first..end]) {
        return None;
    }
    let size = nodes[first].shape.sizes()[axes[0]];
    let work: usize = nodes[first..].iter().zip(&axes).map(|(node, _)| node.shape.len()).sum();
    let threads = if nodes[first].call.serial || work < SHARED_BLOCKS { 1 } else { threads() };
    let unit = block_bytes(nodes, first, &axes).max(1);
    let apart = apart(&nodes[first..end], &axes);
    let least = least(&nodes[first..end], &axes, unit, apart).min(size);
    // Whole rows are read faster, though once more, than pieces of them that the cache does not hold.
    if apart.is_some() && !keep && unit.saturating_mul(least) > 4 * BLOCK {
        return None;
    }
    let mut extent = (BLOCK / unit).clamp(least, size);
    if threads > 1 {
        extent = extent.min(size.div_ceil(threads * 2)).max(least.min(size.div_ceil(threads)).max(1));
    }
    if apart.is_some() && extent < size {
        extent = extent.next_multiple_of(LANES).min(size);
    }
    // Few blocks that no cache holds: better that each pass divides its work by itself.
    let held = unit.saturating_mul(extent) <= 4 * BLOCK;
    let count = size.div_ceil(extent);
    let is_coarse = count < threads && !held;
    let is_whole = nodes[first..end].iter().all(|node| node.shape.len() > 0);
    let piece = if threads == 1 { count } else { count.div_ceil(threads * PIECES_OF_BLOCKS) };
    let asks = held && apart.is_none() && count > threads;
    (!is_coarse && is_whole).then_some(Blocks { first, axes, size, extent, threads, piece, asks })
}

/// Runs the passes of a segment, block by block.
///
/// # Safety
/// The invariants of each node, and what earlier segments yield is there; nobody else writes what these yield or
/// assign.
pub(super) unsafe fn run(segment: &Segment, nodes: &[Node]) {
    let Some(blocks) = &segment.blocks else {
        return;
    };
    let count = blocks.size.div_ceil(blocks.extent);
    if blocks.threads == 1 {
        // SAFETY: all blocks, once each.
        return unsafe { some(blocks, nodes, &mut (0..count)) };
    }
    let piece = blocks.piece;
    share(count.div_ceil(piece), |pieces| {
        let range = |at: usize| at * piece..count.min((at + 1) * piece);
        // SAFETY: each piece is taken once, so no two threads have the same blocks.
        unsafe { some(blocks, nodes, &mut pieces.flat_map(range)) };
    });
}

/// Blocks one after the other on this thread, with memory of its own for what is kept.
///
/// # Safety
/// As for [`run`]; nobody else runs these blocks.
unsafe fn some(blocks: &Blocks, nodes: &[Node], some: &mut dyn Iterator<Item = usize>) {
    let mut some = some.peekable();
    if some.peek().is_none() {
        return;
    }
    let mut own = nodes.to_vec();
    let slabs = slabs(blocks, &mut own);
    // The last block may have less than the others: it waits until they are done, whenever it comes.
    let whole = blocks.size / blocks.extent;
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
        same(blocks, &own, &mut others, blocks.extent);
        same(blocks, &own, &mut last.into_iter(), blocks.size - whole * blocks.extent);
    }
    drop(slabs);
}

/// Gives the passes memory for what they keep in a block.
fn slabs(blocks: &Blocks, nodes: &mut [Node]) -> Vec<Slab> {
    let mut slabs = Vec::new();
    for at in 0..nodes.len() {
        let Work::Stage { yields, .. } = nodes[at].work.clone() else {
            continue;
        };
        let elements = nodes[at].shape.len() / blocks.size * blocks.extent;
        for (item, kept) in yields.iter().enumerate().filter(|(_, item)| matches!(item, Yield::Kept(_))) {
            let mut slab = Slab::new(elements * bytes(*kept));
            let base = slab.ptr();
            // SAFETY: there is room for a block, at a multiple of `ALIGN`; its readers are told below.
            unsafe { nodes[at].yield_to(item, base) };
            for node in &mut nodes[at + 1..] {
                for (operand, yielded) in node.yielded.clone() {
                    if yielded.is_element() && (yielded.stage, yielded.item) == (blocks.first + at, item) {
                        // SAFETY: the stage yields a block of it before this pass reads it.
                        unsafe { node.read_from(operand, base) };
                    }
                }
            }
            slabs.push(slab);
        }
    }
    slabs
}

/// Blocks of one extent.
///
/// # Safety
/// As for [`some`].
unsafe fn same(blocks: &Blocks, nodes: &[Node], some: &mut dyn Iterator<Item = usize>, extent: usize) {
    let mut some = some.peekable();
    if some.peek().is_none() {
        return;
    }
    let inside =
        |yielded: Yielded| yielded.is_element() && (blocks.first..blocks.first + nodes.len()).contains(&yielded.stage);
    let along = || nodes.iter().zip(&blocks.axes);
    let plans: Vec<LoopPlan> = along().map(|(node, &axis)| plan(node, axis, extent)).collect();
    let outputs: Vec<Vec<Made>> = nodes.iter().map(Node::outputs).collect();
    let prepared = |(at, plan)| {
        let earlier = if blocks.asks { &nodes[..at] } else { &[] };
        Prepared::new(&nodes[at], &outputs[at], plan, earlier)
    };
    let passes: Vec<Prepared> = plans.iter().enumerate().map(prepared).collect();
    let steps =
        |(node, &axis)| steps(node, axis, inside).into_iter().map(|step| step * blocks.extent as isize).collect();
    let steps: Vec<Vec<isize>> = along().map(steps).collect();
    // The passes take turns.
    let scratch = passes.iter().map(Prepared::scratch).max().unwrap_or(0);
    with_scratch(scratch, |scratch| {
        let mut walks: Vec<Walk> = passes.iter().zip(&steps).map(|(pass, steps)| pass.walk(scratch, steps)).collect();
        for block in some {
            for (pass, walk) in passes.iter().zip(&mut walks) {
                walk.go_to_block(block);
                // SAFETY: the block is inside; what the pass reads of it has just been yielded.
                unsafe { pass.run(walk, scratch) };
            }
        }
    });
}
