//! The passes of a call without their types: what each reads, reduces and writes.

use super::fold::{Fold, Yield};
use super::{Made, Site};
use crate::call::Call;
use crate::operand::{Geometry, RawOperand, Yielded};
use crate::shape::{MAX_RANK, Shape};
use smallvec::SmallVec;

/// One pass of a call, without its types.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub(super) call: &'a Call<'static>,
    pub(super) site: &'a Site,
    pub(super) operands: SmallVec<[RawOperand<'a>; 4]>,
    /// Which operands a stage yields.
    pub(super) yielded: SmallVec<[(usize, Yielded); 4]>,
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
    /// Writes targets and fresh results; a single value is left to whoever knows its type.
    Last { single: bool, fresh: SmallVec<[Made; 2]> },
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
    #[inline(always)]
    pub(super) fn new(
        call: &'a Call<'static>,
        site: &'a Site,
        operands: &[RawOperand<'a>],
        f: *const u8,
        work: Work,
    ) -> Self {
        let mut yielded = SmallVec::new();
        for (at, operand) in operands.iter().enumerate() {
            if let Geometry::Yielded(from) = operand.geometry {
                yielded.push((at, from));
            }
        }
        let operands = SmallVec::from_slice(operands);
        Node { call, site, operands, yielded, f, work, shape: Shape::empty(), items: SmallVec::new() }
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

    /// The fresh results of a last pass.
    pub(super) fn fresh(&self) -> &[Made] {
        if let Work::Last { fresh, .. } = &self.work { fresh } else { &[] }
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
