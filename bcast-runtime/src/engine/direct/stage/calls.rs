//! Kernel calls of a small stage that needs several.

use super::DirectStage;
use crate::engine::cursor::{Accs, Cursor, DOWN, LANES, RIGHT};
use crate::engine::direct::copies::Copies;
use crate::engine::direct::{Cursors, Nest};
use crate::engine::erased::Order;
use crate::engine::fold::Yield;
use crate::operand::RawOperand;
use crate::simd;

impl DirectStage {
    /// One leaf, some operands of which are copied part by part.
    ///
    /// # Safety
    /// As for [`DirectStage::run`]; the copies are those of these operands, and have parts.
    #[inline(never)]
    pub(in crate::engine::direct) unsafe fn run_parts(
        &self,
        nest: Nest,
        cursors: &mut Cursors,
        (copies, operands): (&Copies, &[RawOperand]),
        yields: &[Yield],
        f: *const u8,
    ) {
        let (first, reads) = (cursors.clone(), operands.len());
        // SAFETY: kernel 1 to 5, as cursors and function are the stage's; accumulators are cleared, and the parts are
        // all columns, once each.
        unsafe {
            self.clear(yields);
            for (start, columns) in copies.parts() {
                copies.make_part(operands, cursors, (start, columns));
                let inputs = cursors.as_ptr();
                nest.kernels[simd::level()](f, inputs, inputs.add(reads), columns, nest.rows, self.accs);
                for at in (0..reads + yields.len()).filter(|&at| !copies.has(at)) {
                    cursors.advance(at, cursors.step(at, RIGHT) * columns as isize);
                }
            }
            self.finish(yields);
        }
        *cursors = first;
    }

    /// What is left behind whole lines.
    ///
    /// # Safety
    /// As for [`DirectStage::run`]; the accumulators have taken all lines.
    #[inline(never)]
    pub(super) unsafe fn run_rest(
        &self,
        nest: Nest,
        cursors: &mut Cursors,
        reads: usize,
        yields: &[Yield],
        f: *const u8,
    ) {
        let (first, len) = (cursors.clone(), (nest.columns * nest.rows) as isize);
        go_on(cursors, reads, yields, len);
        let inputs = cursors.as_ptr();
        // SAFETY: kernel 1 to 5: so many elements are left, and the first accumulators are theirs.
        unsafe { nest.kernels[simd::level()](f, inputs, inputs.add(reads), self.rest, 1, self.accs) };
        *cursors = first;
    }

    /// One leaf after the other, each into accumulators of its own.
    ///
    /// # Safety
    /// As for [`DirectStage::run`]; all accumulators are cleared.
    #[inline(never)]
    pub(super) unsafe fn run_leaves(
        &self,
        nest: Nest,
        cursors: &mut Cursors,
        reads: usize,
        yields: &[Yield],
        f: *const u8,
    ) {
        let Nest { rows, columns, kernels } = nest;
        let (count, direction, size) = self.leaves;
        for leaf in 0..count {
            let left = |all: usize| size.min(all - leaf * size);
            let (rows, columns) = if direction == DOWN { (left(rows), columns) } else { (rows, left(columns)) };
            let inputs = cursors.as_ptr();
            // SAFETY: kernel 1 to 5: leaves divide the rows, or the columns, and each has accumulators.
            unsafe { kernels[simd::level()](f, inputs, inputs.add(reads), columns, rows, self.accs) };
            for at in 0..reads + yields.len() {
                let bytes = match at.checked_sub(reads).and_then(|item| yields[item].fold()) {
                    Some(fold) => (self.outputs * self.lanes * fold.acc) as isize,
                    None => cursors.step(at, direction) * size as isize,
                };
                cursors.advance(at, bytes);
            }
        }
    }

    /// Rows end to end, each element of which has an accumulator, some rows at a time.
    ///
    /// # Safety
    /// As for [`DirectStage::run`]; there are accumulators for so many outputs.
    #[inline(never)]
    pub(super) unsafe fn run_some(
        &self,
        nest: Nest,
        cursors: &mut Cursors,
        reads: usize,
        yields: &[Yield],
        f: *const u8,
    ) {
        let first = cursors.clone();
        let columns = nest.columns / self.outputs;
        for start in (0..self.outputs).step_by(self.at_once) {
            let rows = self.at_once.min(self.outputs - start);
            // SAFETY: kernel 1 to 5: the elements of these rows follow each other, and each has an accumulator.
            unsafe {
                if self.accs != Accs::Each {
                    self.folds(yields).for_each(|((fold, _), acc)| (fold.clear)(acc, rows * columns));
                }
                let inputs = cursors.as_ptr();
                nest.kernels[simd::level()](f, inputs, inputs.add(reads), rows * columns, 1, self.accs);
                for ((fold, out), acc) in self.folds(yields) {
                    (fold.few)(acc, (rows, columns), Order::Halves, out.wrapping_add(start * fold.out));
                }
            }
            go_on(cursors, reads, yields, (rows * columns) as isize);
        }
        *cursors = first;
    }

    /// Leaves end to end, each a row, and one that has fewer columns.
    ///
    /// # Safety
    /// As for [`DirectStage::run`].
    #[inline(never)]
    pub(super) unsafe fn run_rows(
        &self,
        nest: Nest,
        cursors: &mut Cursors,
        reads: usize,
        yields: &[Yield],
        f: *const u8,
    ) {
        let Nest { rows, columns, kernels } = nest;
        let kernel = kernels[simd::level()];
        // SAFETY: kernel 1 to 5: leaves divide the elements, and each has an accumulator; that of the last one comes
        // first among those of its lanes.
        unsafe {
            let inputs = cursors.as_ptr();
            if rows > 0 {
                kernel(f, inputs, inputs.add(reads), columns, rows, Accs::Rows);
            }
            if self.rest == 0 {
                return;
            }
            for at in 0..reads + yields.len() {
                let fold = at.checked_sub(reads).and_then(|item| yields[item].fold());
                let row =
                    if fold.is_some() { cursors.step(at, DOWN) } else { cursors.step(at, RIGHT) * columns as isize };
                cursors.advance(at, row * rows as isize);
                if let Some(fold) = fold {
                    let accs = cursors.ptr(at);
                    (fold.clear)(accs, LANES);
                    cursors.set(at, Cursor::new(accs, [0, 0]));
                }
            }
            kernel(f, inputs, inputs.add(reads), self.rest, 1, Accs::Lanes);
            for (at, item) in yields.iter().enumerate() {
                if let Some(fold) = item.fold() {
                    (fold.halve)(cursors.ptr(reads + at), 1, LANES);
                }
            }
        }
    }
}

/// Has cursors lead so many elements on, but those of accumulators.
fn go_on(cursors: &mut Cursors, reads: usize, yields: &[Yield], elements: isize) {
    let is_fold = |at: usize| at.checked_sub(reads).is_some_and(|item| yields[item].fold().is_some());
    for at in (0..reads + yields.len()).filter(|&at| !is_fold(at)) {
        cursors.advance(at, cursors.step(at, RIGHT) * elements);
    }
}
