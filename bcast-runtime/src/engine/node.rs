//! The passes of a call without their types: what each reads, reduces and writes.

use super::fold::{Fold, Yield};
use super::kernel::{Kernel, Kernels};
use crate::call::Call;
use crate::operand::{Geometry, RawOperand, Yielded};
use crate::shape::{MAX_RANK, Shape};
use smallvec::SmallVec;

/// One pass of a call, without its types.
#[derive(Clone)]
pub struct Node<'a> {
    pub(super) call: &'a Call<'static>,
    pub(super) rank: Option<usize>,
    pub(super) operands: SmallVec<[RawOperand<'a>; 4]>,
    /// Which operands a stage yields.
    pub(super) yielded: SmallVec<[(usize, Yielded); 4]>,
    pub(super) kernel: Kernel,
    pub(super) row_kernel: Option<Kernel>,
    pub(super) f: *const u8,
    pub(super) work: Work,
    pub(super) shape: Shape,
    /// Where the items that a stage yields lie.
    pub(super) items: SmallVec<[Item; 2]>,
}

// SAFETY: operands hold `Sync` elements, the function behind `f` is `Sync`, and threads divide what is written.
unsafe impl Sync for Node<'_> {}

/// What a pass does.
#[derive(Clone)]
pub(crate) enum Work {
    /// Yields items for later passes.
    Stage { reduce: Reduce, yields: SmallVec<[Yield; 2]> },
    /// Writes `targets` and fresh results; a single value is left to whoever knows its type.
    Last { targets: usize, largest: Option<usize>, single: bool, fresh: SmallVec<[(*mut u8, usize); 2]> },
}

/// Memory of something yielded: bytes from one element to the next along each axis of its stage.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub(super) ptr: *mut u8,
    pub(super) strides: [isize; MAX_RANK],
}

/// Which axes a stage reduces.
#[derive(Clone, Copy, Debug)]
pub enum Reduce {
    /// None: it maps elements to elements, of what a reduction over these axes left.
    Nothing(&'static [u8]),
    /// None: it maps elements to elements, along these axes.
    Along(&'static [u8]),
    /// These.
    Axes(&'static [u8]),
    /// All.
    All,
}

impl<'a> Node<'a> {
    pub(super) fn new(
        call: &'a Call<'static>,
        rank: Option<usize>,
        operands: SmallVec<[RawOperand<'a>; 4]>,
        (kernels, by_rows, f): (&'static Kernels, Option<&'static Kernels>, *const u8),
        work: Work,
    ) -> Self {
        let level = crate::simd::level();
        let (kernel, row_kernel) = (kernels[level], by_rows.map(|kernels| kernels[level]));
        let yielded = operands.iter().enumerate().filter_map(|(at, operand)| match operand.geometry {
            Geometry::Yielded(yielded) => Some((at, yielded)),
            _ => None,
        });
        let (yielded, items) = (yielded.collect(), SmallVec::new());
        Node { call, rank, operands, yielded, kernel, row_kernel, f, work, shape: Shape::empty(), items }
    }

    /// The texts of its operands that are there.
    pub(super) fn names(&self) -> SmallVec<[&'static str; 8]> {
        let mut names = SmallVec::from_slice(self.call.operands);
        for &(at, Yielded { text, .. }) in &self.yielded {
            if let Some(text) = text {
                names[at - self.call.targets.len()] = self.call.operands[usize::from(text)];
            }
        }
        names
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(super) fn len(&self) -> usize {
        self.shape.len()
    }

    pub(super) fn operands(&self) -> &[RawOperand<'a>] {
        &self.operands
    }

    pub(super) fn write_to(&mut self, output: (*mut u8, usize)) {
        if let Work::Last { fresh, .. } = &mut self.work {
            fresh.push(output);
        }
    }

    /// Whether it reduces an axis.
    pub(super) fn reduces(&self, axis: usize) -> bool {
        match &self.work {
            Work::Stage { reduce: Reduce::All, .. } => true,
            Work::Stage { reduce: Reduce::Axes(axes), .. } => axes.contains(&(axis as u8)),
            Work::Stage { reduce: Reduce::Nothing(_) | Reduce::Along(_), .. } | Work::Last { .. } => false,
        }
    }
}

/// How many bytes an item of a stage takes.
pub(super) fn bytes(item: Yield) -> usize {
    match item {
        Yield::Fold(Fold { out, .. }) => *out,
        Yield::Kept(size) => size,
    }
}
