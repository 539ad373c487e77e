//! A reduction over the axis along which passes run block by block: each block accumulates its leaves, and when all
//! have, their accumulators are joined by the tree that everybody else has.
//!
//! ```text
//! sum(f.(sum[2](..)))     of each block of rows: the sums, f of them, and its leaves; then the tree of all leaves
//! ```
//! So what is reduced lives in a block, and no memory holds all of it.

use super::order::order;
use super::sums::Sums;
use super::traversal::Traversal;
use super::{Reduction, Tile, columns, plan};
use crate::engine::cursor::LANES;
use crate::engine::passes::{Kind, PlacedPass, Shaped};
use crate::engine::slab::{Slab, with_scratch};
use crate::engine::tuning::{LEAF, SMALL_HEAP};
use crate::engine::walk::Walk;
use crate::loop_plan::{Group, Window};

/// Leaves that a block has at least, at most: where an index has no whole leaves, they would be many.
const MOST_LEAVES: usize = 4;

/// The only tile: there is one output.
const ONLY: Tile = Tile { row: 0, rows: 1, column: 0, columns: 1 };

/// The accumulators of all leaves.
pub(in crate::engine) struct Partial {
    slab: Slab,
    base: *mut u8,
    /// Bytes of those of a leaf, and how many leaves a block has.
    bytes: usize,
    leaves: usize,
}

// SAFETY: blocks divide the leaves, and accumulators are `Send`.
unsafe impl Sync for Partial {}

/// How many indices along an axis have whole leaves, if blocks along it can accumulate them: everything is reduced, and
/// that is the outermost axis of its rows.
pub(in crate::engine) fn leaf_extent(pass: &Shaped, axis: usize) -> Option<usize> {
    let order = order(pass, None);
    let (&(first, group), &(last, _)) = (order.first()?, order.last()?);
    let is_outermost = first == axis && group == Group::Reduced && pass.reduces(last);
    let columns = columns(pass, None, &order);
    if pass.kind() != Kind::Reduction || !is_outermost || columns < LANES {
        return None;
    }
    let traversal = Traversal::of(pass, columns, None);
    let accs: usize = pass.work.yields().iter().filter_map(|item| item.fold()).map(|fold| fold.acc).sum();
    // How many rows an index has.
    let rows = traversal.rows / pass.shape.sizes()[axis].max(1);
    let extent = (1..=traversal.leaf_rows).find(|indices| (indices * rows).is_multiple_of(traversal.leaf_rows))?;
    let is_small = extent * rows * columns <= MOST_LEAVES * LEAF && traversal.leaves() * accs <= SMALL_HEAP;
    is_small.then_some(extent)
}

impl Partial {
    /// Room for what blocks of so many indices along an axis accumulate.
    pub(in crate::engine) fn new(placed: &PlacedPass, window: Window) -> Self {
        let plan = plan(placed, None);
        let outputs = placed.outputs();
        let reduction = Reduction::new(placed, &outputs, (&plan, None));
        debug_assert_eq!(reduction.extent(), (1, 1), "everything is reduced");
        let bytes = reduction.starts()[reduction.folds.len()];
        let leaves = Traversal::of(placed, plan.columns(), Some(window)).leaves();
        let mut slab = Slab::new(bytes * reduction.leaves);
        Partial { base: slab.ptr(), slab, bytes, leaves }
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
        let reduction = Reduction::new(placed, &outputs, (&plan, None));
        with_scratch(reduction.scratch(), |scratch| {
            let mut walk = reduction.walk(scratch, &[]);
            let mut sums = Sums { base: scratch, levels: &reduction.levels };
            for leaf in 0..reduction.leaves {
                reduction.move_lot(ONLY, self.lot(leaf), &sums, true);
                sums.push(leaf, ONLY.width());
            }
            sums.collapse(reduction.leaves, ONLY.width());
            // SAFETY: level 0 has the joins, and the items have memory.
            unsafe { reduction.finish(&mut walk, ONLY, &sums) };
        });
        drop(self.slab);
    }
}

impl<'a> Reduction<'a> {
    /// Accumulates the leaves of a block, to which the walk has gone.
    ///
    /// # Safety
    /// As for [`run`](super::run), where the walk is; scratch and walk belong together, and nobody else accumulates
    /// this block.
    pub(in crate::engine) unsafe fn accumulate_block(
        &self,
        walk: &mut Walk<'_, 'a>,
        scratch: *mut u8,
        (partial, block): (&Partial, usize),
    ) {
        let mut sums = Sums { base: scratch, levels: &self.levels };
        for leaf in 0..self.leaves {
            // SAFETY: the leaf is one of the block, whose accumulators are this thread's.
            unsafe { self.serial(walk, ONLY, leaf..leaf + 1, &mut sums) };
            self.move_lot(ONLY, partial.lot(block * partial.leaves + leaf), &sums, false);
        }
    }
}
