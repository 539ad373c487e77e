//! A reduction over the axis along which passes run block by block: each block accumulates its leaves, and when all
//! have, their accumulators are joined by the tree that everybody else has.
//!
//! ```text
//! sum(f.(sum[2](..)))     of each block of rows: the sums, f of them, and its leaves; then the tree of all leaves
//! ```
//! So what is reduced lives in a block, and no memory holds all of it. A leaf may have several blocks, which are one
//! thread's, one after the other: it stays open until the last of them.

use super::order::order;
use super::sums::{Sums, levels};
use super::traversal::Traversal;
use super::{Reduction, columns, plan};
use crate::engine::cursor::LANES;
use crate::engine::passes::{Kind, PlacedPass, Shaped};
use crate::engine::slab::{Slab, with_scratch};
use crate::engine::tuning::{LEAF, SMALL_HEAP};
use crate::engine::walk::Walk;
use crate::loop_plan::{Group, Window};
use crate::operand::widest;

/// Leaves that a block has at least, at most: where an index has no whole leaves, they would be many.
const MOST_LEAVES: usize = 4;

/// Which part of the bytes of its largest operand all accumulators of a pass have at most, if they are many: a sum of
/// columns has a 64th. To read 100,000 x 100 `f64` once more would take half of the time of a fit, on a Zen 4.
const MOST_OF_READ: usize = 16;

/// How finely blocks may cut a pass along an axis.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Grain {
    /// So many indices have whole leaves.
    pub(in crate::engine) whole: usize,
    /// A block may end inside of a leaf after a multiple of so many: then each accumulator has had as many elements.
    pub(in crate::engine) part: usize,
}

impl Grain {
    /// Whether blocks of so many indices have whole leaves, or leaves whole blocks.
    pub(in crate::engine) fn fit(self, extent: usize) -> bool {
        extent.is_multiple_of(self.whole) || self.whole.is_multiple_of(extent) && extent.is_multiple_of(self.part)
    }
}

/// The accumulators of all leaves.
pub(in crate::engine) struct Partial {
    slab: Slab,
    base: *mut u8,
    /// Bytes of those of a leaf, and how many leaves a block has.
    bytes: usize,
    leaves: usize,
    /// How many blocks a leaf has, if it has several.
    blocks: Option<Blocks>,
}

/// Leaves of several blocks.
#[derive(Clone, Copy)]
struct Blocks {
    of_leaf: usize,
    all: usize,
    /// Bytes of the accumulators of a leaf that is not complete.
    open: usize,
}

// SAFETY: threads divide the leaves, and accumulators are `Send`.
unsafe impl Sync for Partial {}

/// The grain of a pass along an axis, if blocks along it can accumulate its leaves: it is the outermost axis of what is
/// reduced to an output, and no rows are kept.
pub(in crate::engine) fn grain_along(pass: &Shaped, axis: usize) -> Option<Grain> {
    let order = order(pass, None);
    let (&(first, group), &(last, _)) = (order.first()?, order.last()?);
    if pass.kind() != Kind::Reduction || first != axis || !pass.reduces(axis) {
        return None;
    }
    let (columns, along) = (columns(pass, None, &order), pass.reduces(last));
    let traversal = Traversal::of(pass, columns, None);
    let grain = match group {
        Group::Columns if order.len() == 1 && !traversal.is_short => Grain { whole: traversal.piece, part: LANES },
        Group::Reduced if !along || columns >= LANES => grain_of_rows(pass, axis, traversal, columns),
        _ => return None,
    };
    let elements = pass.shape.len() / pass.shape.sizes()[axis].max(1) * grain.part;
    let acc: usize = pass.work.yields().iter().filter_map(|item| item.fold()).map(|fold| fold.acc).sum();
    let bytes = traversal.leaves() * acc * if along { 1 } else { columns };
    let read = pass.shape.len() * widest(&pass.operands).max(1);
    (elements <= MOST_LEAVES * LEAF && bytes <= SMALL_HEAP.max(read / MOST_OF_READ)).then_some(grain)
}

/// The same of leaves of rows.
fn grain_of_rows(pass: &Shaped, axis: usize, traversal: Traversal, columns: usize) -> Grain {
    // How many rows an index has.
    let rows = traversal.rows / pass.shape.sizes()[axis].max(1);
    let whole = traversal.leaf_rows / greatest_common_divisor(rows, traversal.leaf_rows);
    let part = match traversal.end_to_end {
        _ if traversal.along || rows != 1 || columns > LANES => whole,
        Some(line) => line,
        None if traversal.takes_turns() && !traversal.is_short => traversal.every,
        None => whole,
    };
    Grain { whole, part }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Partial {
    /// Room for what blocks of so many indices along an axis accumulate.
    pub(in crate::engine) fn new(placed: &PlacedPass, window: Window) -> Self {
        let plan = plan(placed, None);
        let outputs = placed.outputs();
        let reduction = Reduction::of_leaves(placed, &outputs, (&plan, None));
        let (rows, width) = reduction.extent();
        debug_assert_eq!(rows, 1, "no rows are kept");
        let bytes = reduction.starts()[reduction.folds.len()];
        let mut slab = Slab::new(bytes * reduction.leaves);
        let (base, all) = (slab.ptr(), placed.shape.sizes()[window.axis].div_ceil(window.extent));
        let columns = columns(placed, Some(window), &order(placed, None));
        let leaves = Traversal::of(placed, columns, Some(window)).leaves();
        let blocks = (all > reduction.leaves).then(|| {
            let (_, open) = levels(&reduction.folds, width, reduction.traversal.lanes, 1);
            let whole = grain_along(placed, window.axis).map_or(1, |grain| grain.whole);
            Blocks { of_leaf: whole / window.extent, all, open }
        });
        Partial { base, slab, bytes, leaves, blocks }
    }

    /// Memory of a thread for a leaf that is not complete, and for the last one, whose last block waits for others.
    pub(in crate::engine) fn open(&self) -> Slab {
        Slab::new(self.blocks.map_or(0, |blocks| 2 * blocks.open))
    }

    /// Where the accumulators of a leaf are.
    fn lot(&self, leaf: usize) -> *mut u8 {
        self.base.wrapping_add(leaf * self.bytes)
    }

    /// Joins all leaves, and writes the results.
    ///
    /// # Safety
    /// As for [`run`](super::run); all blocks have accumulated theirs.
    pub(in crate::engine) unsafe fn finish(self, placed: &PlacedPass) {
        let plan = plan(placed, None);
        let outputs = placed.outputs();
        let reduction = Reduction::of_leaves(placed, &outputs, (&plan, None));
        with_scratch(reduction.scratch(), |scratch| {
            let mut walk = reduction.walk(scratch, &[]);
            let mut sums = Sums { base: scratch, levels: &reduction.levels };
            for tile in reduction.all_tiles() {
                for leaf in 0..reduction.leaves {
                    reduction.move_lot(tile, self.lot(leaf), &sums, true);
                    sums.push(leaf, tile.width());
                }
                sums.collapse(reduction.leaves, tile.width());
                // SAFETY: level 0 has the joins, and the items have memory.
                unsafe { reduction.finish(&mut walk, tile, &sums) };
            }
        });
        drop(self.slab);
    }
}

impl<'a> Reduction<'a> {
    /// Accumulates the leaves of a block, to which the walk has gone; of a leaf that has several blocks, this one.
    ///
    /// # Safety
    /// As for [`run`](super::run), where the walk is; scratch and walk belong together, and nobody else accumulates
    /// this block. The open leaf is that of the thread, which has accumulated the blocks of the leaf before this one.
    pub(in crate::engine) unsafe fn accumulate_block(
        &self,
        walk: &mut Walk<'_, 'a>,
        scratch: *mut u8,
        (partial, open, block): (&Partial, *mut u8, usize),
    ) {
        if let Some(blocks) = partial.blocks {
            // SAFETY: whoever calls says the same.
            return unsafe { self.accumulate_part(walk, (partial, blocks), open, block) };
        }
        let mut sums = Sums { base: scratch, levels: &self.levels };
        for (tile, leaf) in self.all_tiles().flat_map(|tile| (0..self.leaves).map(move |leaf| (tile, leaf))) {
            // SAFETY: the leaf is one of the block, whose accumulators are this thread's.
            unsafe { self.serial(walk, tile, leaf..leaf + 1, &mut sums) };
            self.move_lot(tile, partial.lot(block * partial.leaves + leaf), &sums, false);
        }
    }

    /// # Safety
    /// As for [`accumulate_block`](Reduction::accumulate_block).
    unsafe fn accumulate_part(
        &self,
        walk: &mut Walk<'_, 'a>,
        (partial, blocks): (&Partial, Blocks),
        open: *mut u8,
        block: usize,
    ) {
        let (leaf, part) = (block / blocks.of_leaf, block % blocks.of_leaf);
        let is_last = leaf == (blocks.all - 1) / blocks.of_leaf;
        let open = open.wrapping_add(if is_last { blocks.open } else { 0 });
        let tile = self.all_tiles().next().expect("there is an output");
        debug_assert_eq!(tile.width(), self.outputs_len(), "one tile has all outputs");
        let (levels, _) = levels(&self.folds, tile.width(), self.traversal.lanes, 1);
        let sums = Sums { base: open, levels: &levels };
        // SAFETY: there is room for the accumulators of a leaf, which are those of the blocks before this one.
        unsafe {
            walk.accumulate(self.traversal.accs());
            if part == 0 {
                self.clear(tile, &sums);
            }
            self.go_on(walk, tile, self.part(tile, 0), &sums);
            if part + 1 == blocks.of_leaf || block + 1 == blocks.all {
                self.halve(tile, &sums);
                self.move_lot(tile, partial.lot(leaf), &sums, false);
            }
        }
    }
}
