//! Passes that run together, block by block along an axis.
//!
//! ```text
//! softmax of rows:   for each block of rows:  max of each row;  exp, kept, and its sum;  the quotient
//! ```
//! So a block is read from memory once, and what is kept between passes is as large as a block. What reduces the axis
//! itself accumulates its leaves, which are joined when all blocks have run: its results are not read before.

mod run;

use super::contraction::Contraction;
use super::cursor::LANES;
use super::notes::{Note, Together};
use super::passes::{PlacedPass, Reduce, Shaped, Work};
use super::prepared::{Prepared, plan};
use super::reduce::{self, Grain, grain_along};
use super::tuning::{
    BLOCK, LARGEST_BLOCK, LEAF, LEAVES_OF_THREAD, LENT, MANY_RESULTS, NEAR_BLOCK, PAGE, PIECES_OF_BLOCKS, SHARED_BLOCKS,
};
use super::work_sharing::threads;
use crate::loop_plan::{LoopPlan, Window};
use crate::operand::{Form, RawOperand, Yielded};
pub(super) use run::run;
use smallvec::SmallVec;
use std::ops::Range;

/// Passes in a row.
pub(super) struct Segment {
    pub(super) passes: Range<usize>,
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
    /// Whether passes ask the cache for the next block: it is in the lot of the thread, and the second cache holds it
    /// beside this one. Columns do not: their next block is a page of each row, and dividing them took 1.1 times as
    /// long.
    prefetches: bool,
}

impl Blocks {
    /// All indices along their axis.
    pub(super) fn indices(&self) -> Range<usize> {
        0..self.size
    }

    /// Whether a pass reduces the axis along which it is cut.
    pub(super) fn reduces(&self, pass: &Shaped, number: usize) -> bool {
        pass.reduces(self.axes[number - self.first])
    }

    /// Bytes of an item of a stage in a block.
    fn bytes(&self, stage: &Shaped, item: usize) -> usize {
        stage.item_bytes(item) / self.size * self.extent
    }

    /// Whether caches do not hold what a stage keeps in a block.
    pub(super) fn are_large(&self, stage: &Shaped) -> bool {
        stage.len() / self.size * self.extent * stage.kept_bytes() > LENT
    }

    /// Whether an operand lives in a block, one of whose passes yields it.
    fn have<'a>(&self, passes: &[impl AsRef<Shaped<'a>>], from: Yielded) -> bool {
        let stage = from.stage.checked_sub(self.first).and_then(|at| passes.get(at));
        from.is_of(from.stage) && stage.is_some_and(|stage| stage.as_ref().lives_in_block(from.item))
    }
}

/// The axis of each pass along which a place cuts it; none where every piece has all of it.
pub(super) type Cuts = Vec<Option<usize>>;

/// Cuts the passes of a call. On a place, passes that it cuts along other axes than each other do not run together.
pub(super) fn all(passes: &[Shaped], place: Option<&Cuts>) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut first = 0;
    while first < passes.len() {
        let may_cut = |pass: usize, axis: usize| place.is_none_or(|cuts| cuts[pass] == Some(axis));
        let cut = |may_leak| {
            let axes = longest(passes, first, (may_cut, may_leak, place.is_none()));
            let leaks = axes.as_ref().is_some_and(|axes| leaks(passes, first, first + axes.len()));
            (axes.and_then(|axes| blocks(passes, first, axes)), leaks)
        };
        let blocks = match cut(place.is_none()) {
            (None, true) => cut(false).0,
            (blocks, _) => blocks,
        };
        let end = first + blocks.as_ref().map_or(1, |blocks| blocks.axes.len());
        segments.push(Segment { passes: first..end, blocks });
        first = end;
    }
    segments
}

/// The cut that most passes from `first` on agree to, if there are several.
fn longest(
    passes: &[Shaped],
    first: usize,
    (may_cut, may_leak, may_join): (impl Fn(usize, usize) -> bool, bool, bool),
) -> Option<Vec<usize>> {
    if runs_alone(&passes[first]) {
        return None;
    }
    let rank = passes[first].shape.sizes().len();
    let is_kept = |axis| !passes[first].reduces(axis) || may_join && self::may_join(&passes[first], axis, (&[], &[]));
    let candidates = (0..rank).filter(|&axis| passes[first].shape.sizes()[axis] > 1 && is_kept(axis));
    let candidates = candidates.filter(|&axis| may_cut(first, axis));
    let cuts = candidates
        .map(|axis| agreeing(passes, first, axis, (&may_cut, may_leak, may_join)))
        .filter(|axes| axes.len() > 1);
    let unit = |axes: &Vec<usize>| block_bytes(passes, first, axes);
    // The outermost axis is best, unless even one index along it is more than a block.
    cuts.reduce(|best, other| {
        let better = other.len() > best.len() || (other.len() == best.len() && unit(&best) > BLOCK);
        if better { other } else { best }
    })
}

/// The axes along which passes from `first` on can be cut, when the first one is cut along `axis`.
fn agreeing(
    passes: &[Shaped],
    first: usize,
    axis: usize,
    (may_cut, may_leak, may_join): (impl Fn(usize, usize) -> bool, bool, bool),
) -> Vec<usize> {
    let size = passes[first].shape.sizes()[axis];
    let mut axes: Vec<usize> = Vec::new();
    axes.push(axis);
    let joins = |pass: &Shaped, axis: usize, axes: &[usize]| {
        let reads = |&(_, from): &(usize, Yielded)| from.stage >= first && waits(passes, from);
        let reads_again = || pass.again(&passes[first..first + axes.len()]).next().is_some();
        let joins = pass.yielded.iter().any(reads) || reads_again();
        may_join && joins && self::may_join(pass, axis, (&passes[first..], axes))
    };
    for pass in &passes[first + 1..] {
        let Some(axis) = cut(pass, passes, first, &axes) else {
            break;
        };
        let is_kept = !pass.reduces(axis) || joins(pass, axis, &axes);
        let divides = pass.shape.sizes().get(axis) == Some(&size) && is_kept;
        let fits = divides && !runs_alone(pass) && may_cut(first + axes.len(), axis);
        if !fits || passes[first..].iter().zip(&axes).any(|(other, &its)| disturbs((pass, axis), (other, its))) {
            break;
        }
        axes.push(axis);
    }
    // What is kept lives in a block, so whoever reads it must be inside, unless memory holds all of it.
    while !may_leak && axes.len() > 1 && leaks(passes, first, first + axes.len()) {
        axes.pop();
    }
    axes
}

/// Whether a pass accumulates in blocks, beside others that do, and threads have leaves enough of all of them.
fn may_join(pass: &Shaped, axis: usize, (passes, axes): (&[Shaped], &[usize])) -> bool {
    // Few elements are one leaf, and a cache holds them all.
    if passes[..axes.len()].iter().all(|other| other.shape.len() < LEAF) && pass.shape.len() < LEAF {
        return false;
    }
    let Some(own) = grain_along(pass, axis) else { return false };
    let all = || grains(passes, axes).chain([own]);
    let whole = whole(all());
    let threads = if pass.call.serial { 1 } else { threads() };
    let are_many = threads == 1 || pass.shape.sizes()[axis] / whole >= LEAVES_OF_THREAD * threads;
    are_many && all().all(|grain| grain.fit(whole))
}

/// The grains of the passes that reduce the axis along which they are cut.
fn grains<'n>(passes: &'n [Shaped], axes: &'n [usize]) -> impl Iterator<Item = Grain> + 'n {
    let joined = passes.iter().zip(axes).filter(|&(pass, &axis)| pass.reduces(axis));
    joined.filter_map(|(pass, &axis)| grain_along(pass, axis))
}

/// How many indices have whole leaves of all passes.
fn whole(grains: impl Iterator<Item = Grain>) -> usize {
    grains.map(|grain| grain.whole).max().unwrap_or(1)
}

/// How many indices a block has that should have so many: blocks have whole leaves, or leaves whole blocks.
fn fitting(extent: usize, grains: &[Grain]) -> usize {
    let whole = whole(grains.iter().copied());
    let mut part = whole;
    while part > extent && part.is_multiple_of(2) && grains.iter().all(|grain| grain.fit(part / 2)) {
        part /= 2;
    }
    if part < whole { part } else { extent.next_multiple_of(whole) }
}

/// Whether a pass runs as a whole: matrices are multiplied so, and what runs along an axis is gone over again.
fn runs_alone(pass: &Shaped) -> bool {
    let scans = matches!(pass.work, Work::Stage { reduce: Reduce::Scan(_), .. });
    scans || Contraction::of_pass(pass).is_some()
}

/// Whether a block of one pass writes what another block of the other reads or writes: a target that both go through
/// along different axes of its own.
fn disturbs((a, a_axis): (&Shaped, usize), (b, b_axis): (&Shaped, usize)) -> bool {
    if a.site.targets + b.site.targets == 0 {
        return false;
    }
    let step =
        |operand: &RawOperand, pass: &Shaped, axis: usize| operand.axes().output_stride(axis, pass.shape.sizes().len());
    let writes = |(w, w_axis): (&Shaped, usize), (o, o_axis): (&Shaped, usize)| {
        w.operands[..w.site.targets].iter().any(|target| {
            let mut same = o.operands.iter().filter(|operand| operand.begins_with(target));
            same.any(|operand| step(operand, o, o_axis) != step(target, w, w_axis))
        })
    };
    writes((a, a_axis), (b, b_axis)) || writes((b, b_axis), (a, a_axis))
}

/// Whether who reads an item waits for its stage.
fn waits(passes: &[Shaped], from: Yielded) -> bool {
    from.form != Form::Position && !passes[from.stage].knows(from.item)
}

/// The axis of a pass that is cut with those before it.
fn cut(pass: &Shaped, passes: &[Shaped], first: usize, axes: &[usize]) -> Option<usize> {
    let rank = pass.shape.sizes().len();
    let mut found = None;
    for &(at, yielded) in &pass.yielded {
        if yielded.stage < first || !waits(passes, yielded) {
            continue;
        }
        // A result that is one value leaves nothing to cut along.
        let own = passes[yielded.stage].axis_of(yielded, axes[yielded.stage - first])?;
        let lies = pass.operands[at].axes().output_axis(own, rank);
        if found.is_some_and(|found| found != lies) {
            return None;
        }
        found = Some(lies);
    }
    found.or(Some(axes[0]))
}

/// Whether a pass outside reads what one inside keeps.
fn leaks(passes: &[Shaped], first: usize, end: usize) -> bool {
    passes[end..].iter().any(|pass| reads_kept(pass, first..end))
}

/// Whether a pass reads what some stages keep.
fn reads_kept(pass: &Shaped, stages: Range<usize>) -> bool {
    pass.yielded.iter().any(|&(_, from)| from.is_element() && stages.contains(&from.stage))
}

impl Blocks {
    /// Whether a pass outside reads what this stage keeps: then memory holds all of it.
    pub(super) fn leak(&self, passes: &[Shaped], stage: usize) -> bool {
        passes[self.first + self.axes.len()..].iter().any(|pass| reads_kept(pass, stage..stage + 1))
    }
}

/// Bytes that one index of a cut touches.
fn block_bytes(passes: &[Shaped], first: usize, axes: &[usize]) -> usize {
    let touched = |(pass, &axis): (&Shaped, &usize)| {
        let len = pass.shape.len();
        // What is stretched counts for little.
        let reads: usize = pass.operands.iter().filter(|operand| pass.is_large(operand)).map(RawOperand::size).sum();
        let writes: usize = match &pass.work {
            Work::Stage { .. } => pass.kept_bytes(),
            Work::Last { .. } => pass.fresh.iter().map(|made| made.size).sum(),
        };
        len / pass.shape.sizes()[axis].max(1) * (reads + writes)
    };
    passes[first..].iter().zip(axes).map(touched).max().unwrap_or(0)
}

/// Bytes from one index of a cut to the next, in the first operand of which a block is not one piece of memory.
fn apart(passes: &[Shaped], axes: &[usize]) -> Option<usize> {
    passes.iter().zip(axes).find_map(|(pass, &axis)| {
        let sizes = pass.shape.sizes();
        let step = |operand: &RawOperand, axis: usize| operand.axes().output_stride(axis, sizes.len()).unsigned_abs();
        let is_apart = |operand: &RawOperand| {
            let own = step(operand, axis);
            own > 0 && (0..sizes.len()).any(|other| sizes[other] > 1 && step(operand, other) > own)
        };
        let mut large = pass.large().map(|(_, operand)| operand);
        large.find(|operand| is_apart(operand)).map(|operand| step(operand, axis) * operand.size())
    })
}

/// Whether passes touch what others of them have touched: else there is nothing that a block would keep in the cache.
fn touch_again(passes: &[Shaped]) -> bool {
    (0..passes.len()).any(|at| passes[at].again(&passes[..at]).next().is_some())
}

/// Whether passes keep more elements for others of them than stay in the cache anyway, and make so many results of
/// reductions of which these make something.
fn keep(passes: &[Shaped], stages: Range<usize>) -> [bool; 2] {
    let mut all = [0; 2];
    for (stage, pass) in stages.zip(passes) {
        let is_read = |&item: &usize| {
            let is_it = |&(_, from): &(usize, Yielded)| from.is_of(stage) && from.item == item;
            let makes = |reader: &Shaped| pass.keeps(item) || !reader.site.is_identity;
            passes.iter().any(|reader| makes(reader) && reader.yielded.iter().any(is_it))
        };
        for item in (0..pass.work.yields().len()).filter(is_read) {
            all[usize::from(!pass.keeps(item))] += pass.item_bytes(item);
        }
    }
    [all[0] > BLOCK, all[1] > MANY_RESULTS]
}

/// The least that a block should have along its axis, of which an index touches `unit` bytes, `apart` bytes behind the
/// one before.
fn least(passes: &[Shaped], axes: &[usize], unit: usize, apart: Option<usize>) -> usize {
    let piece = apart.map_or(1, |step| PAGE.div_ceil(step.max(1)));
    let piece = if unit.saturating_mul(piece) > LARGEST_BLOCK { piece.div_ceil(2) } else { piece };
    // Where outputs are columns, a run of lanes.
    let is_across = passes.iter().zip(axes).any(|(pass, &axis)| reduce::is_across(pass, axis));
    if is_across { piece.max(LANES) } else { piece }
}

/// A block of whole runs of lanes, if it has one; of as many as are begun, if it lies in pieces.
fn in_runs(extent: usize, size: usize, is_apart: bool) -> usize {
    match is_apart {
        _ if extent == size => size,
        true => extent.next_multiple_of(LANES).min(size),
        false if extent < LANES => extent,
        false => extent - extent % LANES,
    }
}

/// How large the blocks are, if blocks are worth it.
fn blocks(passes: &[Shaped], first: usize, axes: Vec<usize>) -> Option<Blocks> {
    let end = first + axes.len();
    let [keep, make] = keep(&passes[first..end], first..end);
    if !keep && !make && !touch_again(&passes[first..end]) {
        return None;
    }
    let size = passes[first].shape.sizes()[axes[0]];
    let work: usize = passes[first..].iter().zip(&axes).map(|(pass, _)| pass.shape.len()).sum();
    let threads = if passes[first].call.serial || work < SHARED_BLOCKS { 1 } else { threads() };
    let unit = block_bytes(passes, first, &axes).max(1);
    let apart = apart(&passes[first..end], &axes);
    let least = least(&passes[first..end], &axes, unit, apart).min(size);
    // Whole rows are read faster, though once more, than pieces of them that the cache does not hold.
    if apart.is_some() && !keep && unit.saturating_mul(least) > 4 * BLOCK {
        return None;
    }
    let mut extent = (BLOCK / unit).clamp(least, size);
    if threads > 1 {
        extent = extent.min(size.div_ceil(threads * 2)).max(least.min(size.div_ceil(threads)).max(1));
    }
    let grains: SmallVec<[Grain; 4]> = grains(&passes[first..end], &axes).collect();
    extent = fitting(in_runs(extent, size, apart.is_some()), &grains).min(size);
    // Few blocks that no cache holds, or so many that a row has less than a page or a run of lanes in them: better that
    // each pass divides its work by itself.
    let held = unit.saturating_mul(extent) <= 4 * BLOCK;
    let count = size.div_ceil(extent);
    let is_near = unit.saturating_mul(extent) <= NEAR_BLOCK;
    let is_narrow = extent < if is_near { least.min(LANES) } else { least };
    let is_coarse = is_narrow || count < threads && !held;
    let is_whole = passes[first..end].iter().all(|pass| pass.shape.len() > 0);
    // All blocks of a leaf are one thread's.
    let of_leaf = (whole(grains.into_iter()) / extent).max(1);
    let piece = if threads == 1 { count } else { count.div_ceil(threads * PIECES_OF_BLOCKS).next_multiple_of(of_leaf) };
    let prefetches = held && apart.is_none() && count > threads;
    (!is_coarse && is_whole).then_some(Blocks { first, axes, size, extent, threads, piece, prefetches })
}

/// How passes run block by block: what each does with a whole block.
pub(super) fn notes(blocks: &Blocks, passes: &[PlacedPass]) -> Vec<Note> {
    let along = || passes.iter().zip(&blocks.axes);
    let plans: Vec<LoopPlan> = along().map(|(pass, &axis)| plan(pass, axis, blocks.extent)).collect();
    let count = blocks.size.div_ceil(blocks.extent);
    let pieces = count.div_ceil(blocks.piece);
    let mut notes = Vec::new();
    for (at, (placed, plan)) in passes.iter().zip(&plans).enumerate() {
        let earlier = if blocks.prefetches { &passes[..at] } else { &[] };
        let outputs = placed.outputs();
        let window = Window { axis: blocks.axes[at], extent: blocks.extent };
        let prepared = Prepared::new(placed, &outputs, (plan, Some(window)), earlier);
        let note = prepared.note(placed, placed.note());
        let lives: Vec<bool> = (0..placed.work.yields().len()).map(|item| placed.lives_in_block(item)).collect();
        let kept = (0..lives.len()).filter(|&item| lives[item]).map(|item| blocks.bytes(placed, item)).sum();
        let together =
            Together { first: blocks.first, axis: blocks.axes[at], extent: blocks.extent, count, kept, lives };
        notes.push(note.together(together).shared(pieces, blocks.threads.min(pieces)));
    }
    notes
}
