//! Outputs one by one: a loop without lanes takes the elements of each where they lie, from the first one on.
//!
//! Very short rows are turned round for the lanes, block by block. That takes less time where a cache holds them; but
//! what comes from memory has to be waited for while a block is turned, and while kernels go over it nobody asks for
//! more. The joins are the same: an output of fewer elements than a leaf has rows is accumulated in order.

use super::Reduction;
use super::traversal::Traversal;
use crate::engine::cursor::{Cursor, GROUP, LANES};
use crate::engine::erased::Order;
use crate::engine::few::Few;
use crate::engine::pass::INLINE;
use crate::engine::passes::PlacedPass;
use crate::engine::tuning::{UNCACHED, UNCACHED_WORK};
use crate::engine::walk::Walk;
use crate::operand::{RawOperand, widest};
use smallvec::SmallVec;
use std::ops::Range;

impl<'a> Reduction<'a> {
    /// The same reduction one by one, where that is better. It has no leaves then.
    pub(in crate::engine) fn or_one_by_one(mut self, placed: &PlacedPass) -> Self {
        self.few = placed.site.few.filter(|_| self.goes_one_by_one(placed));
        if self.few.is_some() {
            self.traversal.is_one_by_one = true;
            self.pass.read_in_place();
            (self.levels, self.room) = (Vec::new(), 0);
        }
        self
    }

    /// Whether no cache holds what is read: very short rows, whose elements are adjacent, of outputs that are one
    /// column after the other; and little is computed.
    fn goes_one_by_one(&self, placed: &PlacedPass) -> bool {
        let (Traversal { rows, .. }, plan) = (self.traversal, self.pass.plan);
        let is_adjacent = |at: usize, stride: isize| stride == self.pass.at.kind(at).0 as isize;
        let is_computed = |at: usize| self.pass.at.kind(at).1;
        let runs = |at: usize| plan.streams()[at].single || !is_computed(at) && is_adjacent(at, plan.row_stride(at));
        let is_far = |operand: &RawOperand| operand.len().saturating_mul(operand.size()) >= UNCACHED;
        self.traversal == Traversal::across(rows)
            && self.extent().0 == 1
            && (2..GROUP).contains(&rows)
            && plan.run() == rows
            && placed.site.work(placed.call) <= UNCACHED_WORK
            && widest(&placed.operands) >= size_of::<f64>()
            && placed.operands.iter().any(is_far)
            && (0..plan.reads()).all(runs)
            && is_adjacent(self.results, plan.column_stride(self.results))
    }

    /// Some outputs: these columns.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`], of a reduction that goes so.
    pub(super) unsafe fn one_by_one(&self, few: Few, walk: &mut Walk<'_, 'a>, columns: Range<usize>) {
        let (plan, sizes) = (self.pass.plan, (columns.len(), self.traversal.rows));
        walk.start(0);
        let offset = |at: usize| walk.offset(at) + plan.column_stride(at) * columns.start as isize;
        let cursor = |at: usize| {
            let (ptr, size) = (self.pass.at.place(at).memory(), self.pass.at.kind(at).0);
            let ptr = ptr.expect("nothing is computed").wrapping_offset(offset(at));
            Cursor::new(ptr, [(LANES * size) as isize, plan.column_stride(at)])
        };
        let cursors: SmallVec<[Cursor; INLINE]> = (0..plan.reads()).map(cursor).collect();
        // SAFETY: kernel 1 and 2, as pass 1 and 2 say: the loop has a row for each column of the plan, with adjacent
        // elements, or one value; the results are inside their memory, and adjacent.
        unsafe {
            let out = self.pass.at.place(self.results).written().offset(offset(self.results));
            (few.in_order)(self.pass.f, cursors.as_ptr(), sizes, Order::Along, out);
        }
    }
}
