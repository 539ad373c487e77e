//! A pass that accumulates: for each output, a tree of joins that the shape alone determines.
//!
//! The reduced axes are walked in logical order, the innermost last. What is reduced for one output is cut into
//! *leaves*; a leaf is accumulated by the kernel, then leaves join in pairs, pairs of pairs, and so on:
//!
//! ```text
//! along rows (the last axis is reduced)            across rows (the last axis is kept)
//!   leaf: rows of it, 16384 elements or so           leaf: 64 rows
//!   64 accumulators, one per lane, then halved       an accumulator per column
//! ```
//!
//! Rows shorter than the lanes, of which an output has several, run end to end, over the ends of axes: a leaf has as
//! many as fill runs of lanes.
//!
//! A row of 16 to 255 elements that is all of an output is a short one, and has 16 accumulators, which take them in
//! turn; they are halved to 8, 4, 2 and 1, each of which takes as many of the elements behind the last 16, if there are
//! as many.
//!
//! Where other rows that are reduced would be shorter than the lanes, and the innermost axis that is kept is not, that
//! axis takes the place of the last one: each of its outputs is a column. In a matrix it does so from 16 rows on, or
//! from 8 if there are no more columns, elsewhere from 16 on if there are no more columns; and so does a long axis
//! along which there are arrays of no more than 64 elements. So does the axis along which memory runs, where only the
//! last one is reduced, of 64 elements at least: then a column has the 64 accumulators of its lanes, and each takes one
//! row in 64. Or it has the 16 of a short row, which is read so where it is not too short.
//!
//! Where the last axes are kept and have 2 to 63 elements together, and 128 elements in 32 rows or more are reduced to
//! these, rows lie end to end in lines of about 1024 elements, or of an eighth of all if that is less, a power of two
//! rows: a column has an accumulator for each row of a line, and a leaf 64 lines. Where other axes are kept, too, so do
//! rows of fewer than 16 elements, or 8192 elements and more.
//!
//! Axes of size 1 do not count, and neither memory order nor threads decide anything: they only say who computes which
//! leaf. The error of a sum of `n` floats is at most `(262 + log2(n / 16384)) * epsilon / 2` of the sum of magnitudes
//! along rows, and `(64 + log2(n / 64)) * epsilon / 2` across them, in lines too.

mod across;
mod glance;
mod leaves;
mod nothing;
mod one_by_one;
mod order;
mod partial;
mod pieces;
mod sums;
mod text;
mod tiles;
mod traversal;

use super::Made;
use super::cursor::LANES;
use super::few::Few;
use super::fold::{Fold, Yield};
use super::notes::Note;
use super::parallel::{Rectangles, cut};
use super::pass::{Pass, Streams};
use super::passes::{Item, PlacedPass, Shaped, Work};
use super::slab::with_scratch;
use super::tuning::{NEAR_OUTPUTS, PIECES, SHARED_REDUCTION};
use super::walk::Walk;
use super::work_sharing::{share, threads};
use crate::loop_plan::{Group, LoopPlan, Window};
use order::order;
use std::ops::Range;
use sums::{Level, Sums, levels};
use tiles::Tile;

pub(super) use order::{
    are_in_any_order, by_short_rows, has_rows_for_lanes, is_across, is_short, line_of, may_go_along,
};
pub(super) use partial::{Grain, Partial, grain_along};
pub(super) use pieces::{Accumulated, Along, reach, run as run_in_pieces};
pub(super) use sums::halve_rows;
pub(super) use traversal::Traversal;

/// The plan of a pass, or of its part in a window.
pub(super) type PlanOf<'a> = (&'a LoopPlan, Option<Window>);

/// How the outputs of a pass are computed.
pub(super) struct Reduction<'a> {
    pub(super) pass: Pass<'a>,
    folds: Vec<&'static Fold>,
    /// Which of the plan's streams takes the results of each fold.
    results: usize,
    traversal: Traversal,
    /// Leaves of each output.
    leaves: usize,
    /// Outputs that are computed side by side.
    tile: usize,
    /// All outputs of a tile's columns come before the next columns, as memory holds them together.
    by_columns: bool,
    /// A leaf is one part of a row, and nothing cuts it for the kernel.
    whole: bool,
    /// Kernels can write accumulators of one element each.
    writes_each: bool,
    /// What takes outputs one by one, if that is how they are taken.
    few: Option<Few>,
    /// The number of elements of each output.
    count: usize,
    /// Where the accumulators of a tile are, and the bytes of all of them.
    levels: Vec<Level>,
    room: usize,
}

// SAFETY: what `Pass` says; what is accumulated belongs to one thread at a time.
unsafe impl Sync for Reduction<'_> {}

/// Runs a reducing stage.
///
/// # Safety
/// The pass's kernel, function and operands are valid, its shape is joined, its items have memory.
pub(super) unsafe fn run(placed: &PlacedPass) {
    if !has_outputs(placed) {
        return;
    }
    let plan = plan(placed, None);
    if placed.shape.len() == 0 {
        // SAFETY: placed pass 1 to 3: the items have memory.
        return unsafe { nothing::write(placed, &plan) };
    }
    let outputs = placed.outputs();
    let reduction = Reduction::new(placed, &outputs, (&plan, None));
    // SAFETY: placed pass 1 to 3; the reduction has just been made of this pass, its outputs and its plan.
    unsafe { reduction.all(helpers(placed)) };
}

/// What is noted of a reducing stage.
pub(super) fn note(placed: &PlacedPass) -> Note {
    let note = placed.note();
    if !has_outputs(placed) || placed.shape.len() == 0 {
        return note;
    }
    let (plan, outputs, helpers) = (plan(placed, None), placed.outputs(), helpers(placed));
    let reduction = Reduction::new(placed, &outputs, (&plan, None));
    let pieces = match reduction.division(helpers) {
        Some(rectangles) => rectangles.len(),
        None => reduction.pieces_of_leaves(helpers),
    };
    reduction.note(placed, note).shared(pieces, pieces.min(helpers))
}

/// Whether there is an output.
fn has_outputs(placed: &PlacedPass) -> bool {
    let sizes = placed.shape.sizes();
    (0..sizes.len()).all(|axis| placed.reduces(axis) || sizes[axis] != 0)
}

/// How many threads take part.
fn helpers(placed: &PlacedPass) -> usize {
    let work = placed.shape.len().saturating_mul(1 + placed.site.work(placed.call) / 4);
    if placed.call.serial || work < SHARED_REDUCTION { 1 } else { threads() }
}

/// The plan of a reducing stage, or of its part in a window along an axis that it keeps.
pub(super) fn plan(placed: &PlacedPass, window: Option<Window>) -> LoopPlan {
    let mut plan = LoopPlan::empty();
    let order = order(placed, window.map(|window| window.axis));
    plan.nest(&placed.shape, window, &order, &placed.operands, &outputs(placed));
    debug_assert_eq!(plan.columns(), columns(placed, window, &order), "what runs on into the last axis is merged");
    plan
}

/// How many columns a plan in this order has: those of the innermost axis and all in its group.
fn columns(placed: &Shaped, window: Option<Window>, order: &[(usize, Group)]) -> usize {
    let innermost = order.iter().filter(|(_, group)| order.last().is_some_and(|last| last.1 == *group));
    innermost.map(|&(axis, _)| size(placed, axis, window)).product()
}

/// The size of a pass along an axis, or that of a window.
fn size(placed: &Shaped, axis: usize, window: Option<Window>) -> usize {
    window.filter(|window| window.axis == axis).map_or(placed.shape.sizes()[axis], |window| window.extent)
}

/// How many short rows have at most so many elements: such that they fill whole runs of lanes, if there are so many.
#[inline]
fn short_rows(columns: usize, elements: usize) -> usize {
    let rows = elements / columns.max(1);
    let whole = LANES >> columns.trailing_zeros().min(LANES.ilog2());
    if rows < whole { rows } else { rows - rows % whole }
}

/// The strides of what a stage writes: first the elements that it keeps, then the results of its folds.
fn outputs<'n>(placed: &'n PlacedPass) -> Vec<impl Fn(usize) -> isize + 'n> {
    let Work::Stage { yields, .. } = &placed.work else {
        return Vec::new();
    };
    let strides = |(_, at): (&Yield, &'n Item)| move |axis: usize| at.strides[axis];
    let is_kept = |(item, _): &(&Yield, &Item)| matches!(item, Yield::Kept(_));
    let all = || yields.iter().zip(placed.items());
    all().filter(is_kept).chain(all().filter(move |item| !is_kept(item))).map(strides).collect()
}

/// The number of elements of each output.
fn count(placed: &PlacedPass) -> usize {
    let sizes = placed.shape.sizes();
    (0..sizes.len()).filter(|&axis| placed.reduces(axis)).map(|axis| sizes[axis]).product()
}

impl<'a> Reduction<'a> {
    /// A pass, or its part in a window.
    pub(super) fn new(placed: &'a PlacedPass<'a>, outputs: &'a [Made], of: PlanOf<'a>) -> Self {
        Reduction::by_kernels(placed, outputs, of).or_one_by_one(placed).seen(placed)
    }

    /// The same for who accumulates its leaves.
    pub(super) fn of_leaves(placed: &'a PlacedPass<'a>, outputs: &'a [Made], of: PlanOf<'a>) -> Self {
        Reduction::by_kernels(placed, outputs, of).seen(placed)
    }

    /// Tells tests how it goes over its elements.
    fn seen(self, _placed: &PlacedPass) -> Self {
        #[cfg(debug_assertions)]
        super::route::note(|| text::description(_placed, self.traversal));
        self
    }

    fn by_kernels(placed: &'a PlacedPass<'a>, outputs: &'a [Made], (plan, window): PlanOf<'a>) -> Self {
        let Work::Stage { yields, .. } = &placed.work else { unreachable!("only stages reduce") };
        let folds: Vec<&'static Fold> =
            yields.iter().filter_map(|item| if let Yield::Fold(fold) = item { Some(*fold) } else { None }).collect();
        let columns = plan.columns();
        let at = Streams { operands: &placed.operands, targets: 0, outputs };
        let results = plan.streams().len() - folds.len();
        let (traversal, mut pass) = traversal::gone_over(placed, at, (plan, window), folds.len());
        let acc = folds.iter().map(|fold| fold.acc).max().unwrap_or(1).max(1);
        let near = if traversal.along { 1 } else { pass.near() };
        let tile = traversal.tile(columns, acc, pass.is_staged()).min((NEAR_OUTPUTS / near).max(LANES));
        let tile = if traversal.along { tile } else { pass.in_blocks(tile) };
        // A tile has what is held of its columns.
        let tile = if near > 1 && pass.hold_columns() { tile.min(pass.block.1) } else { tile };
        let whole = traversal.is_row() && !traversal.is_singly() && traversal::has_whole_rows(yields, &pass);
        let outer = || plan.sizes()[..plan.inner()].iter().product::<usize>();
        let side_by_side = if traversal.along { outer() / traversal.rows.max(1) } else { columns };
        let leaves = traversal.leaves();
        let (levels, room) = levels(&folds, tile.min(side_by_side.max(1)), traversal.at_a_time(), leaves);
        Reduction {
            pass,
            folds,
            results,
            traversal,
            leaves,
            tile,
            by_columns: near > 1,
            whole,
            writes_each: placed.site.writes_each,
            few: None,
            count: count(placed),
            levels,
            room,
        }
    }

    /// The number of outputs along the plan's rows, and along its columns.
    fn extent(&self) -> (usize, usize) {
        let rows = self.pass.rows() / self.traversal.rows.max(1);
        (rows, if self.traversal.along { 1 } else { self.pass.columns() })
    }

    /// Every output.
    ///
    /// # Safety
    /// As for [`run`].
    unsafe fn all(&self, threads: usize) {
        let Some(rectangles) = self.division(threads) else {
            let (rows, columns) = self.extent();
            return with_scratch(self.scratch(), |scratch| {
                // SAFETY: all outputs, once each.
                unsafe { self.outputs(&mut self.walk(scratch, &[]), scratch, 0..rows, 0..columns, threads) }
            });
        };
        share(rectangles.len(), |pieces| {
            with_scratch(self.scratch(), |scratch| {
                let mut walk = self.walk(scratch, &[]);
                for piece in pieces {
                    let (rows, columns) = rectangles[piece].clone();
                    // SAFETY: the rectangles are disjoint, and together all outputs.
                    unsafe { self.outputs(&mut walk, scratch, rows, columns, 1) };
                }
            });
        });
    }

    /// The outputs that each of so many threads takes at a time; nothing where threads share the leaves of each output,
    /// if anything.
    fn division(&self, threads: usize) -> Option<Rectangles> {
        let (rows, columns) = self.extent();
        let pieces = threads * PIECES;
        let outputs = rows.div_ceil(if self.traversal.along { self.tile } else { 1 }) * columns.div_ceil(LANES);
        // Whole rows are read faster than pieces of them.
        let by_leaves = !self.traversal.along && rows == 1 && columns <= self.tile && self.leaves >= pieces;
        if threads == 1 || outputs < pieces / 2 || by_leaves {
            return None;
        }
        let cut_rows = if self.by_columns { 1 } else { rows };
        let mut rectangles = cut(0..cut_rows, 0..columns, (cut_rows * columns).div_ceil(pieces), LANES);
        if self.by_columns {
            rectangles.iter_mut().for_each(|rectangle| rectangle.0 = 0..rows);
        }
        Some(rectangles)
    }

    /// Adds to a note how it goes over its elements.
    pub(super) fn note(&self, placed: &PlacedPass, note: Note) -> Note {
        let note = self.pass.note(note).with_scratch(self.scratch());
        note.traversing(text::description(placed, self.traversal))
    }

    /// Bytes of scratch that computing some outputs needs.
    pub(super) fn scratch(&self) -> usize {
        self.pass.scratch() + self.room
    }

    /// A walk over blocks, with scratch behind the accumulators.
    pub(super) fn walk<'w>(&'w self, scratch: *mut u8, steps: &'w [isize]) -> Walk<'w, 'a> {
        Walk::new(&self.pass, scratch.wrapping_add(self.room), steps)
    }

    /// All outputs of the block to which the walk has gone, by this thread.
    ///
    /// # Safety
    /// As for [`run`], where the walk is; scratch and walk belong together.
    pub(super) unsafe fn alone(&self, walk: &mut Walk<'_, 'a>, scratch: *mut u8) {
        let (rows, columns) = self.extent();
        // SAFETY: all outputs of the block are this thread's; plans of blocks reduce something, or the pass is run as
        // a whole.
        unsafe { self.outputs(walk, scratch, 0..rows, 0..columns, 1) };
    }

    /// Some outputs, by this thread; the leaves of each are shared with so many threads.
    ///
    /// # Safety
    /// As for [`run`]; nobody else computes these outputs.
    unsafe fn outputs(
        &self,
        walk: &mut Walk<'_, 'a>,
        scratch: *mut u8,
        rows: Range<usize>,
        columns: Range<usize>,
        threads: usize,
    ) {
        if let Some(few) = self.few {
            debug_assert_eq!(rows, 0..1, "there are columns alone");
            // SAFETY: whoever calls says the same.
            return unsafe { self.one_by_one(few, walk, columns) };
        }
        let mut sums = Sums { base: scratch, levels: &self.levels };
        for tile in self.tiles(rows, columns) {
            // SAFETY: the tile is part of these outputs, which are this thread's; `leaves` leaves their joins at level
            // 0.
            unsafe {
                self.leaves(walk, tile, 0..self.leaves, threads, &mut sums);
                self.finish(walk, tile, &sums);
            }
        }
    }

    /// Writes the results of a tile.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`], and level 0 of the sums holds the joins.
    unsafe fn finish(&self, walk: &mut Walk<'_, 'a>, tile: Tile, sums: &Sums<'_>) {
        let plan = self.pass.plan;
        walk.start(tile.row * self.traversal.rows);
        for (at, fold) in self.folds.iter().enumerate() {
            let stream = self.results + at;
            let (start, stride) = match self.traversal.along {
                true => (0, if plan.inner() == 0 { 0 } else { plan.row_stride(stream) }),
                false => (tile.column, plan.column_stride(stream)),
            };
            let offset = walk.offset(stream) + plan.column_stride(stream) * start as isize;
            // SAFETY: the results of the tile are inside their memory.
            unsafe {
                let out = self.pass.at.place(stream).written().offset(offset);
                (fold.finish)(sums.at(at, 0), out, stride, tile.width(), self.count);
            }
        }
    }
}
