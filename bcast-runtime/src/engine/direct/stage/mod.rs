//! What is found of a small stage of one axis or two. It accumulates leaf by leaf, and joins them in the tree that
//! [`reduce`](crate::engine::reduce) describes.

mod calls;

use super::leaves::Leaves;
use super::{Cursors, Nest};
use crate::engine::cursor::{Accs, Cursor, LANES};
use crate::engine::erased::Order;
use crate::engine::fold::{Fold, Yield};
use crate::engine::layout::see;
use crate::engine::passes::{Reduce, bytes, width};
use crate::engine::reduce::halve_rows;
use crate::engine::scan::Origin;
use crate::operand::{FewAxes, Form, OperandAxes};
use crate::shape::Shape;
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
    /// Accumulators of an output in a leaf.
    lanes: usize,
    /// How many leaves there are, along which step of the cursors, and how many rows or lanes each has.
    leaves: (usize, usize, usize),
    order: Option<Order>,
    at_once: usize,
    /// Outputs of each reduction, and elements of each.
    outputs: usize,
    count: usize,
    /// Where leaves or lines are rows: columns of the last one, if it has fewer.
    rest: usize,
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
        leaves: &Leaves,
        len: usize,
    ) {
        let stage = place.as_mut_ptr();
        // SAFETY: the place of each field may be written.
        unsafe {
            (&raw mut (*stage).sizes).write(sizes);
            (&raw mut (*stage).rank).write(rank);
            (&raw mut (*stage).reduce).write(reduce);
            (&raw mut (*stage).is_turned).write(is_turned);
            (&raw mut (*stage).accs).write(leaves.accs);
            (&raw mut (*stage).lanes).write(leaves.lanes);
            (&raw mut (*stage).leaves).write((leaves.count, leaves.direction(), leaves.size));
            (&raw mut (*stage).rest).write(leaves.rest);
            (&raw mut (*stage).order).write(leaves.order);
            (&raw mut (*stage).at_once).write(leaves.at_once);
            (&raw mut (*stage).outputs).write(leaves.outputs);
            (&raw mut (*stage).count).write(if leaves.outputs == 1 { len } else { len / leaves.outputs });
        }
    }

    /// Writes where the only item of a contraction is, and the axes that its reductions left.
    pub(super) fn write_left(place: &mut MaybeUninit<Self>, sizes: [usize; 2], item: *mut u8) {
        let stage = place.as_mut_ptr();
        // SAFETY: the place of each field may be written.
        unsafe {
            (&raw mut (*stage).sizes).write(sizes);
            (&raw mut (*stage).rank).write(sizes.len());
            (&raw mut (*stage).reduce).write(Reduce::Nothing(&[]));
            (&raw mut (*stage).is_turned).write(false);
            (&raw mut (*stage).items[0]).write(MaybeUninit::new(item));
        }
    }

    /// Writes where an item is.
    pub(super) fn write_item(place: &mut MaybeUninit<Self>, at: usize, item: *mut u8) {
        // SAFETY: the place of the pointer may be written.
        unsafe { (&raw mut (*place.as_mut_ptr()).items[at]).write(MaybeUninit::new(item)) };
    }

    /// Memory for what it yields, with cursors behind those of its operands, of which there are `reads`; for items only
    /// if it `keeps` them.
    #[inline(always)]
    pub(super) fn place(
        place: &mut MaybeUninit<Self>,
        yields: &[Yield],
        leaves: &Leaves,
        (len, keeps): (usize, bool),
        reads: usize,
        cursors: &mut Cursors,
        mut take: impl FnMut(usize) -> Option<*mut u8>,
    ) -> Option<()> {
        if yields.len() > ITEMS {
            return None;
        }
        for (at, &item) in yields.iter().enumerate() {
            let (size, out) = (width(item), bytes(item));
            let count = if let Yield::Kept(_) = item { len } else { leaves.outputs };
            let items = if keeps { take(out * count)? } else { std::ptr::null_mut() };
            let (written, steps) = match item {
                Yield::Kept(_) => (items, [(LANES * size) as isize, (leaves.columns * size) as isize]),
                Yield::Fold(_) => (take(leaves.accumulators() * size)?, leaves.steps(size)),
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

    /// Sizes of all that it goes over.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes[..self.rank]
    }

    /// Gives an empty shape the axes that it does not reduce.
    pub(super) fn left(&self, shape: &mut Shape) {
        (0..self.rank).filter(|&axis| !self.reduce.reduces(axis)).for_each(|axis| shape.push(self.sizes[axis]));
    }

    /// How an operand sees what it yields.
    pub(super) fn seen<'a>(&self, form: Form) -> OperandAxes<'a> {
        seen(form, (self.sizes, self.rank), self.reduce, self.is_turned)
    }

    /// # Safety
    /// Nest, cursors, items and function are those of this stage.
    #[inline(always)]
    pub(super) unsafe fn run(&self, nest: Nest, cursors: &mut Cursors, reads: usize, yields: &[Yield], f: *const u8) {
        let Nest { rows, columns, kernels } = nest;
        if self.at_once < self.outputs {
            // SAFETY: whoever calls promises the same.
            return unsafe { self.run_some(nest, cursors, reads, yields, f) };
        }
        // SAFETY: kernel 1 to 5, as cursors and function are the stage's; accumulators are cleared unless
        // rows start from nothing.
        unsafe {
            self.clear(yields);
            if self.leaves.0 == 1 {
                let inputs = cursors.as_ptr();
                kernels[simd::level()](f, inputs, inputs.add(reads), columns, rows, self.accs);
                if self.rest > 0 {
                    self.run_rest(nest, cursors, reads, yields, f);
                }
            } else {
                // They go from leaf to leaf, and back: the next call may find them.
                let first = cursors.clone();
                match self.accs {
                    Accs::Rows => self.run_rows(nest, cursors, reads, yields, f),
                    _ => self.run_leaves(nest, cursors, reads, yields, f),
                }
                *cursors = first;
            }
            if let Reduce::Scan(scanned) = self.reduce {
                scanned.run(self.items[0].assume_init(), &self.sizes[..self.rank], true, Origin::Here);
            }
            self.finish(yields);
        }
    }

    /// Clears all accumulators, unless rows start from nothing.
    ///
    /// # Safety
    /// The items are those of this stage.
    #[inline(always)]
    unsafe fn clear(&self, yields: &[Yield]) {
        if let Accs::Rows | Accs::Each = self.accs {
            return;
        }
        for ((fold, _), acc) in self.folds(yields) {
            // SAFETY: so many accumulators are there.
            unsafe { (fold.clear)(acc, self.leaves.0 * self.outputs * self.lanes) };
        }
    }

    /// Finishes all reductions.
    ///
    /// # Safety
    /// The items are those of this stage, whose accumulators have taken all.
    #[inline(always)]
    unsafe fn finish(&self, yields: &[Yield]) {
        for ((fold, out), acc) in self.folds(yields) {
            // SAFETY: whoever calls says so.
            unsafe { self.finish_fold(fold, acc, out) };
        }
    }

    /// Joins the accumulators of all leaves and lanes, and writes the results.
    ///
    /// # Safety
    /// The accumulators are those of this stage, and there is room for the results.
    #[inline(always)]
    unsafe fn finish_fold(&self, fold: &Fold, accs: *mut u8, out: *mut u8) {
        let count = self.leaves.0;
        // SAFETY: whoever calls says so.
        unsafe {
            if let Some(order) = self.order {
                let sizes =
                    if order == Order::Across { (self.lanes, self.outputs) } else { (self.outputs, self.lanes) };
                return (fold.few)(accs, sizes, order, out);
            }
            match self.accs {
                Accs::Columns => halve_rows(fold, accs, self.outputs, self.lanes),
                _ if self.lanes > 1 => (fold.halve)(accs, count * self.outputs, self.lanes),
                _ => {}
            }
            if count > 1 {
                self.join(fold, accs);
            }
            (fold.finish)(accs, out, fold.out as isize, self.outputs, self.count);
        }
    }

    /// The reductions, each with where its results and its accumulators are.
    #[inline(always)]
    fn folds<'y>(&'y self, yields: &'y [Yield]) -> impl Iterator<Item = ((&'static Fold, *mut u8), *mut u8)> {
        let all = yields.iter().zip(&self.items).zip(&self.accumulators);
        // SAFETY: the items are those of this stage, and have been placed.
        all.filter_map(|((item, out), acc)| unsafe { Some(((item.fold()?, out.assume_init()), acc.assume_init())) })
    }

    /// Joins the leaves in pairs, and pairs of pairs, into the first one.
    ///
    /// # Safety
    /// Each has an accumulator for each output, one leaf after the other.
    unsafe fn join(&self, fold: &Fold, accs: *mut u8) {
        let (count, bytes) = (self.leaves.0, self.outputs * fold.acc);
        let mut apart = 1;
        while apart < count {
            for leaf in (0..count - apart).step_by(2 * apart) {
                let first = accs.wrapping_add(leaf * bytes);
                // SAFETY: both leaves are there, and do not overlap.
                unsafe { (fold.join)(first, first.wrapping_add(apart * bytes), self.outputs) };
            }
            apart *= 2;
        }
    }
}
