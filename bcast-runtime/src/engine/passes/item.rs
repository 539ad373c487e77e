//! The items that a stage yields: what they take, and where they live. And memory that operands are lent.

use super::{PlacedPass, Reduce, Shaped, Work};
use crate::engine::fold::{Fold, Yield};
use crate::engine::slab::Slab;
use crate::engine::{ALIGN, Made};
use crate::operand::{OperandAxes, Source};
use crate::shape::MAX_RANK;

/// Memory of something yielded: bytes from one element to the next along each axis of its stage.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Item {
    pub(in crate::engine) ptr: *mut u8,
    pub(in crate::engine) strides: [isize; MAX_RANK],
}

impl Shaped<'_> {
    /// Whether a stage keeps an item, and does not accumulate it.
    pub(in crate::engine) fn keeps(&self, item: usize) -> bool {
        self.work.yields()[item].fold().is_none()
    }

    /// Bytes of what a stage keeps of an element.
    pub(in crate::engine) fn kept_bytes(&self) -> usize {
        self.work.yields().iter().filter(|item| item.fold().is_none()).map(|&item| bytes(item)).sum()
    }

    /// Whether an item lives in a block, where the stage runs block by block.
    pub(in crate::engine) fn lives_in_block(&self, item: usize) -> bool {
        if self.keeps(item) { !self.keeps_in_outputs } else { self.results_in_blocks }
    }

    /// Whether an item is known before the stage runs: one result, which the number of elements says.
    pub(in crate::engine) fn knows(&self, item: usize) -> bool {
        matches!(&self.work, Work::Stage { reduce: Reduce::All, yields }
            if yields[item].fold().is_some_and(|fold| fold.of_count))
    }

    /// Bytes of all elements of an item: of each element of the stage, or of each result of a reduction.
    pub(in crate::engine) fn item_bytes(&self, item: usize) -> usize {
        let sizes = self.shape.sizes();
        let counts = |&axis: &usize| self.keeps(item) || !self.reduces(axis);
        let len: usize = (0..sizes.len()).filter(counts).map(|axis| sizes[axis]).product();
        len * bytes(self.work.yields()[item])
    }
}

impl PlacedPass<'_> {
    /// Frees the memory of results that have become part of others, when all is done that may lie in it.
    pub(in crate::engine) fn let_go(&mut self) {
        if !self.joins {
            return;
        }
        let (len, Shaped { fresh, shape, .. }) = (self.fresh_len(), &mut self.0);
        *shape = shape.without_elements();
        for made in fresh {
            made.free(len);
            made.ptr = std::ptr::without_provenance_mut(made.align as usize);
        }
    }
}

impl<'a> PlacedPass<'a> {
    /// Writes the items that are known before the stage runs.
    ///
    /// # Safety
    /// They have memory that nobody else needs until they are read.
    pub(in crate::engine) unsafe fn write_known(&self) {
        let yields = self.work.yields();
        let known = (0..yields.len()).filter(|&item| self.knows(item));
        for (item, fold) in known.filter_map(|item| Some((item, yields[item].fold()?))) {
            let mut acc = Slab::new(fold.acc);
            // SAFETY: there is room for one accumulator, and whoever calls says that there is for the result.
            unsafe {
                (fold.clear)(acc.ptr(), 1);
                (fold.finish)(acc.ptr(), self.items()[item].ptr, 0, 1, self.len());
            }
        }
    }

    /// What it writes, as a kernel sees it, but for targets: fresh results; or the items of a stage, those that are
    /// kept first.
    pub(in crate::engine) fn outputs(&self) -> Vec<Made> {
        let Work::Stage { yields, .. } = &self.work else { return self.fresh.clone() };
        let made = |item: usize| {
            let adds = self.adds.checked_shr(item as u32).is_some_and(|bits| bits & 1 == 1);
            Made { ptr: self.items()[item].ptr, size: bytes(yields[item]), align: ALIGN as u32, adds }
        };
        let all = |kept: bool| (0..yields.len()).filter(move |&item| self.keeps(item) == kept);
        all(true).chain(all(false)).map(made).collect()
    }

    /// Has an operand read from memory that has a block of it.
    ///
    /// # Safety
    /// Invariant 1, of what the block has.
    pub(in crate::engine) unsafe fn lend(&mut self, operand: usize, axes: OperandAxes<'a>, ptr: *mut u8) {
        // SAFETY: as whoever calls says.
        unsafe { self.0.operands[operand].place_at(axes, Source::Memory(ptr)) };
    }
}

/// How many bytes an item of a stage takes.
pub(in crate::engine) fn bytes(item: Yield) -> usize {
    match item {
        Yield::Fold(Fold { out, .. }) => *out,
        Yield::Kept(size) => size,
    }
}

/// Bytes of what a kernel writes for a lane of an item.
pub(in crate::engine) fn width(item: Yield) -> usize {
    match item {
        Yield::Fold(fold) => fold.acc,
        Yield::Kept(size) => size,
    }
}
