//! What is found of a small stage of one axis or two. What it accumulates is one leaf of the tree that
//! [`reduce`](super::super::reduce) describes; stages with more leaves go the general way.

use super::memory::Memory;
use super::one_leaf::OneLeaf;
use super::{Cursors, Nest};
use crate::engine::cursor::{Accs, Cursor, LANES};
use crate::engine::fold::Yield;
use crate::engine::layout::see;
use crate::engine::passes::{Reduce, bytes, width};
use crate::operand::{FewAxes, Form, OperandAxes};
use crate::simd;
use std::mem::MaybeUninit;

/// The most items of a stage.
const ITEMS: usize = 4;

/// A stage, of one axis or two.
pub(super) struct DirectStage {
    sizes: [usize; 2],
    rank: usize,
    reduce: Reduce,
    /// What it keeps lies column by column.
    pub(super) is_turned: bool,
    accs: Accs,
    /// Accumulators of an output while the kernel runs.
    lanes: usize,
    /// Outputs of each reduction, and elements of each.
    outputs: usize,
    count: usize,
    /// Where items and accumulators are, as far as there are any.
    pub(super) items: [MaybeUninit<*mut u8>; ITEMS],
    accumulators: [MaybeUninit<*mut u8>; ITEMS],
}

/// How an operand sees what a stage of one axis or two yields: of one, the second size is 1. What it keeps lies row by
/// row, or column by column.
pub(super) fn seen<'a>(
    form: Form,
    (sizes, rank): ([usize; 2], usize),
    reduce: Reduce,
    is_turned: bool,
) -> OperandAxes<'a> {
    let mut axes = FewAxes::default();
    let full = if is_turned { [1, sizes[0]] } else { [sizes[1], 1] };
    see(form, (&sizes[..rank], reduce), |axis| full[axis] as isize, |size, stride| axes.push(size, stride));
    OperandAxes::few(axes)
}

impl DirectStage {
    /// Writes all but where its items are: field by field, as what is moved as a whole waits for the fields.
    #[inline(always)]
    pub(super) fn write(
        place: &mut MaybeUninit<Self>,
        (sizes, rank): ([usize; 2], usize),
        reduce: Reduce,
        is_turned: bool,
        leaf: &OneLeaf,
        len: usize,
    ) {
        let stage = place.as_mut_ptr();
        // SAFETY: the place of each field may be written.
        unsafe {
            (&raw mut (*stage).sizes).write(sizes);
            (&raw mut (*stage).rank).write(rank);
            (&raw mut (*stage).reduce).write(reduce);
            (&raw mut (*stage).is_turned).write(is_turned);
            (&raw mut (*stage).accs).write(leaf.accs);
            (&raw mut (*stage).lanes).write(leaf.lanes);
            (&raw mut (*stage).outputs).write(leaf.outputs);
            (&raw mut (*stage).count).write(if leaf.outputs == 1 { len } else { len / leaf.outputs });
        }
    }

    /// Memory for what it yields, with cursors behind those of its operands, of which there are `reads`.
    #[inline(always)]
    pub(super) fn place(
        place: &mut MaybeUninit<Self>,
        yields: &[Yield],
        leaf: &OneLeaf,
        len: usize,
        reads: usize,
        cursors: &mut Cursors,
        memory: &mut Memory,
    ) -> Option<()> {
        if yields.len() > ITEMS {
            return None;
        }
        for (at, &item) in yields.iter().enumerate() {
            let (size, out) = (width(item), bytes(item));
            let items = memory.take(out * if let Yield::Kept(_) = item { len } else { leaf.outputs })?;
            let (written, steps) = match item {
                Yield::Kept(_) => (items, [(LANES * size) as isize, (leaf.columns * size) as isize]),
                Yield::Fold(_) => (memory.take(leaf.outputs * leaf.lanes * size)?, leaf.steps(size)),
            };
            let stage = place.as_mut_ptr();
            // SAFETY: the places of the pointers may be written.
            unsafe {
                (&raw mut (*stage).items[at]).write(MaybeUninit::new(items));
                (&raw mut (*stage).accumulators[at]).write(MaybeUninit::new(written));
            }
            cursors.set(reads + at, Cursor::new(written, steps));
        }
        Some(())
    }

    /// How an operand sees what it yields.
    pub(super) fn seen<'a>(&self, form: Form) -> OperandAxes<'a> {
        seen(form, (self.sizes, self.rank), self.reduce, self.is_turned)
    }

    /// # Safety
    /// Nest, cursors, items and function are those of this stage.
    #[inline(always)]
    pub(super) unsafe fn run(&self, nest: Nest, cursors: &Cursors, reads: usize, yields: &[Yield], f: *const u8) {
        let Nest { rows, columns, kernels } = nest;
        let inputs = cursors.as_ptr();
        // SAFETY: kernel 1 to 5, as cursors and function are the stage's; accumulators are cleared unless
        // rows start from nothing.
        unsafe {
            if self.accs != Accs::Rows {
                for (&item, acc) in yields.iter().zip(&self.accumulators) {
                    if let Yield::Fold(fold) = item {
                        (fold.clear)(acc.assume_init(), self.outputs * self.lanes);
                    }
                }
            }
            kernels[simd::level()](f, inputs, inputs.add(reads), columns, rows, self.accs);
            for ((&item, acc), out) in yields.iter().zip(&self.accumulators).zip(&self.items) {
                let Yield::Fold(fold) = item else { continue };
                let (acc, out) = (acc.assume_init(), out.assume_init());
                if self.lanes > 1 {
                    (fold.halve)(acc, self.outputs, self.lanes);
                }
                (fold.finish)(acc, out, fold.out as isize, self.outputs, self.count);
            }
        }
    }
}
