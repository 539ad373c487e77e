//! The passes of a call without their types: what each reads, reduces and writes, and what is done when it has run.

use super::fold::{Fold, Yield};
use super::{Made, Site};
use crate::call::Call;
use crate::operand::{Geometry, RawOperand, Yielded};
use crate::shape::{MAX_RANK, Shape};
use smallvec::SmallVec;
use std::ops::Range;

/// The passes of a call as the expansion lists them: stages, then last passes.
pub struct Passes<'a> {
    pub(super) list: SmallVec<[Bare<'a>; 3]>,
    pub(super) operands: SmallVec<[RawOperand<'a>; 8]>,
}

/// One pass, with the place of its operands in the list of all.
pub(super) struct Bare<'a> {
    pub(super) call: &'a Call<'static>,
    pub(super) site: &'static Site,
    pub(super) operands: Range<usize>,
    /// Which operands a stage yields.
    pub(super) yielded: SmallVec<[(usize, Yielded); 2]>,
    pub(super) f: *const u8,
    pub(super) work: Work,
}

impl<'a> Passes<'a> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Passes { list: SmallVec::new(), operands: SmallVec::new() }
    }

    #[inline(never)]
    pub(super) fn push(
        &mut self,
        call: &'a Call<'static>,
        site: &'static Site,
        operands: &[RawOperand<'a>],
        f: *const u8,
        work: Work,
    ) {
        let mut yielded = SmallVec::new();
        for (at, operand) in operands.iter().enumerate() {
            if let Geometry::Yielded(from) = operand.geometry {
                yielded.push((at, from));
            }
        }
        let start = self.operands.len();
        self.operands.extend_from_slice(operands);
        self.list.push(Bare { call, site, operands: start..self.operands.len(), yielded, f, work });
    }

    /// The number of the first last pass from a pass on.
    pub(super) fn next_last(&self, from: usize) -> usize {
        from + self.list[from..].iter().take_while(|bare| matches!(bare.work, Work::Stage { .. })).count()
    }

    /// Forgets where the results of stages are.
    pub(super) fn restore(&mut self) {
        for bare in &self.list {
            for &(at, yielded) in &bare.yielded {
                self.operands[bare.operands.start + at].geometry = Geometry::Yielded(yielded);
            }
        }
    }
}

/// Passes that are ready to run.
pub trait Run<'a> {
    /// The next last pass. All up to it have run, and itself too unless it computes single values: these are left to whoever
    /// knows their types, at once, as later passes may read what it assigns. The memory of fresh results is left to
    /// [`Fresh::finish`](super::Fresh::finish).
    ///
    /// # Safety
    /// The kernels, functions and operands of the passes are valid.
    unsafe fn next(&mut self) -> Done<'_, 'a>;
}

/// A last pass that has run.
pub struct Done<'r, 'a> {
    pub(super) operands: &'r [RawOperand<'a>],
    pub(super) fresh: &'r [Made],
    pub(super) shape: &'r Shape,
}

/// One pass of a call with its shape.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub(super) call: &'a Call<'static>,
    pub(super) site: &'a Site,
    pub(super) operands: Vec<RawOperand<'a>>,
    /// Which operands a stage yields.
    pub(super) yielded: SmallVec<[(usize, Yielded); 2]>,
    pub(super) f: *const u8,
    pub(super) work: Work,
    pub(super) shape: Shape,
    /// Where the items that a stage yields lie.
    pub(super) items: Vec<Item>,
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

impl Reduce {
    /// Whether it reduces an axis.
    pub(super) fn reduces(&self, axis: usize) -> bool {
        match self {
            Reduce::All => true,
            Reduce::Axes(axes) => axes.iter().any(|&reduced| reduced as usize == axis),
            Reduce::Nothing(_) | Reduce::Along(_) => false,
        }
    }
}

impl Work {
    /// The fresh results of a last pass.
    pub(super) fn fresh(&self) -> &[Made] {
        if let Work::Last { fresh, .. } = self { fresh } else { &[] }
    }
}

impl<'a> Node<'a> {
    /// A pass, with the operands of all.
    pub(super) fn new(bare: Bare<'a>, all: &[RawOperand<'a>]) -> Self {
        let Bare { call, site, operands, yielded, f, work } = bare;
        let operands = all[operands].to_vec();
        Node { call, site, operands, yielded, f, work, shape: Shape::empty(), items: Vec::new() }
    }

    /// The texts of its operands that are there.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let mut names = self.call.operands.to_vec();
        for &(at, Yielded { text, .. }) in &self.yielded {
            if let Some(text) = text {
                names[at - self.call.targets.len()] = self.call.operands[usize::from(text)];
            }
        }
        names
    }

    pub(super) fn len(&self) -> usize {
        self.shape.len()
    }

    /// The operands that no stage yields, and their places, but those that are stretched to much more than they hold.
    pub(super) fn large(&self) -> impl Iterator<Item = (usize, &RawOperand<'a>)> {
        let given = |at| self.yielded.iter().all(|&(yielded, _)| yielded != at);
        self.operands.iter().enumerate().filter(move |&(at, operand)| given(at) && self.is_large(operand))
    }

    /// The places of those that one of some earlier passes has touched.
    pub(super) fn again<'n>(&'n self, earlier: &'n [Node]) -> impl Iterator<Item = usize> + 'n {
        let touches = |node: &Node, ptr: *const u8| node.large().any(|(_, operand)| operand.ptr == ptr);
        self.large().filter(move |(_, operand)| earlier.iter().any(|node| touches(node, operand.ptr))).map(|(at, _)| at)
    }

    /// Whether an operand is not stretched to much more than it holds.
    pub(super) fn is_large(&self, operand: &RawOperand) -> bool {
        operand.sizes().iter().product::<usize>() * 2 > self.shape.len()
    }

    /// The operand whose memory decides in which order a reduction goes: the first that is stored, and not stretched.
    pub(super) fn leader(&self) -> Option<&RawOperand<'a>> {
        let full = |operand: &&RawOperand| operand.sizes().iter().product::<usize>() == self.shape.len();
        self.operands.iter().filter(|operand| operand.fill.is_none()).find(full)
    }

    /// Whether it reduces an axis.
    pub(super) fn reduces(&self, axis: usize) -> bool {
        matches!(&self.work, Work::Stage { reduce, .. } if reduce.reduces(axis))
    }
}

/// How many bytes an item of a stage takes.
pub(super) fn bytes(item: Yield) -> usize {
    match item {
        Yield::Fold(Fold { out, .. }) => *out,
        Yield::Kept(size) => size,
    }
}

/// Bytes of what a kernel writes for a lane of an item.
pub(super) fn width(item: Yield) -> usize {
    match item {
        Yield::Fold(fold) => fold.acc,
        Yield::Kept(size) => size,
    }
}
