//! The passes of a call without their types: what each reads, reduces and writes, and what is done when it has run.

mod item;
mod listed;
mod noted;

use super::fold::Yield;
use super::scan::Scanned;
use super::{Made, Site};
use crate::call::{Call, text_of};
use crate::error::BroadcastError;
use crate::given::Given;
use crate::operand::{Form, HasAxes, OperandAxes, POSITIONS, RawOperand, Source, Yielded};
use crate::place::Here;
use crate::shape::{MAX_RANK, Shape, dynamic_rank};
pub(super) use item::{Item, bytes, width};
pub(super) use listed::Bare;
pub(crate) use listed::Passes;
pub(super) use noted::{Explain, items, scans};
use smallvec::SmallVec;
use std::ops::Deref;

/// Passes that are ready to run.
pub trait Run<'a> {
    /// The next last pass. All up to it have run, and itself too unless it computes single values: these are left to
    /// whoever knows their types, at once, as later passes may read what it assigns. The memory of fresh results is
    /// left to [`Fresh::finish`](super::Fresh::finish).
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

/// One pass of a call with its shape, and with the axes of all that it reads. What stages yield has no memory yet, and
/// lies as if all of it were there.
#[derive(Clone)]
pub(super) struct Shaped<'a> {
    pub(super) call: &'a Call<'static>,
    pub(super) site: &'a Site,
    pub(super) operands: Vec<RawOperand<'a>>,
    /// Which operands a stage yields.
    pub(super) yielded: SmallVec<[(usize, Yielded); 2]>,
    pub(super) f: *const u8,
    pub(super) work: Work<'a>,
    /// The fresh results of a last pass.
    pub(super) fresh: Vec<Made>,
    pub(super) shape: Shape,
    /// Whether stages write all outputs of a last pass.
    pub(super) is_written: bool,
    /// Whether its results have become part of others, and have no elements.
    pub(super) joins: bool,
    /// The items of a stage that are added to what is there: a bit for each.
    pub(super) adds: u16,
    /// Whether outputs hold what a stage keeps, which else lives in blocks.
    pub(super) keeps_in_outputs: bool,
    /// Whether results of a stage's reductions live in blocks, which else memory holds for all of them.
    pub(super) results_in_blocks: bool,
    /// Where the items that a stage yields lie, once a pass can run.
    items: Vec<Item>,
    /// Where there is memory for a part only of what it makes: the axis, and the indices along it. Then the order in
    /// which it goes over elements must not follow from memory, which differs from process to process.
    pub(super) part: Option<Here>,
    pub(super) is_apart: bool,
}

/// A pass that can run, with memory for all that it reads and yields.
///
/// Invariants, established by [`PlacedPass::place`] and relied upon by the engine:
/// 1. Every operand has a source, and axes from layouts that are final. Memory that stages yield holds as much of a
///    result as the axes reach: all of it, or a block of what is kept in blocks.
/// 2. The shape is that of the operands, each of which was checked to fit it.
/// 3. Each item has memory for the elements that its strides reach, aligned to [`ALIGN`](super::ALIGN) or, where an
///    output lends it, for elements. No other pass writes it before the last one that reads it, which may replace each
///    element by what it makes of it. Parts of a gradient, `f32` or `f64`, lie in one result, and add to the first one.
#[derive(Clone)]
#[repr(transparent)]
pub(super) struct PlacedPass<'a>(Shaped<'a>);

// SAFETY: operands hold `Sync` elements, the function behind `f` is `Sync`, and threads divide what is written.
unsafe impl Sync for PlacedPass<'_> {}

/// A pass that can run is a pass that has a shape.
impl<'a> Deref for PlacedPass<'a> {
    type Target = Shaped<'a>;
    fn deref(&self) -> &Shaped<'a> {
        &self.0
    }
}

impl<'a> AsRef<Shaped<'a>> for PlacedPass<'a> {
    fn as_ref(&self) -> &Shaped<'a> {
        &self.0
    }
}
impl<'a> AsRef<Shaped<'a>> for Shaped<'a> {
    fn as_ref(&self) -> &Shaped<'a> {
        self
    }
}

/// What a pass does.
#[derive(Clone, Copy)]
pub(crate) enum Work<'a> {
    /// Yields items for later passes.
    Stage { reduce: Reduce, yields: &'a [Yield] },
    /// Writes targets and fresh results; a single value is left to whoever knows its type.
    Last { single: bool },
}

/// Which axes a stage reduces.
#[derive(Clone, Copy, Debug)]
pub enum Reduce {
    /// None: it maps elements to elements, of what a reduction over these axes left.
    Nothing(&'static [u8]),
    /// None: it maps elements to elements, along these axes.
    Along(&'static [u8]),
    /// None: it maps elements to elements, which then run along this axis.
    Scan(Scanned),
    /// These.
    Axes(&'static [u8]),
    /// All.
    All,
    /// Those of a value, which do not fit what is reduced.
    Given(Given),
}

/// What a kernel does to the elements of a pass: every choice between the two is made here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Each element of the shape has its outputs: a stage that maps, or a last pass.
    Map,
    /// Elements accumulate.
    Reduction,
}

impl Reduce {
    /// Whether it maps or accumulates.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Reduce::Nothing(_) | Reduce::Along(_) | Reduce::Scan(..) => Kind::Map,
            Reduce::Axes(_) | Reduce::All | Reduce::Given(_) => Kind::Reduction,
        }
    }

    /// Whether it reduces an axis.
    #[inline(always)]
    pub(super) fn reduces(&self, axis: usize) -> bool {
        match self {
            Reduce::All => true,
            Reduce::Axes(axes) => axes.iter().any(|&reduced| reduced as usize == axis),
            Reduce::Nothing(_) | Reduce::Along(_) | Reduce::Scan(..) | Reduce::Given(_) => false,
        }
    }

    /// The axes of a value by their numbers, if they fit the rank that types or these operands say. If not, the call
    /// says so when it looks at their shapes. Where no type knows the rank, and only what other stages yield is
    /// reduced, none is known yet: then axes cannot be counted from the end.
    pub(crate) fn resolved(self, call: &Call, rank: Option<usize>, operands: &[impl HasAxes]) -> Self {
        let Reduce::Given(given) = self else { return self };
        let rank = rank.or_else(|| dynamic_rank(call, operands).ok().filter(|&rank| rank > 0));
        let is_counted = given.values().iter().any(|&axis| axis < 0);
        let rank = rank.or((!is_counted).then_some(MAX_RANK));
        rank.and_then(|rank| given.among(rank)).map_or(self, Reduce::Axes)
    }

    /// The mistake in the axes of a value.
    pub(crate) fn mistake(self, call: &Call, rank: usize) -> Option<Box<BroadcastError>> {
        let Reduce::Given(given) = self else { return None };
        let axes: Vec<isize> = given.values().iter().map(|&axis| axis.into()).collect();
        Some(Box::new(BroadcastError::Axis { call: call.name, operand: None, own: axes.len(), axes, rank }))
    }
}

impl<'a> Work<'a> {
    /// What a stage yields.
    #[inline]
    pub(super) fn yields(&self) -> &'a [Yield] {
        if let Work::Stage { yields, .. } = self { yields } else { &[] }
    }

    pub(super) fn is_stage(&self) -> bool {
        matches!(self, Work::Stage { .. })
    }
}

impl<'a> PlacedPass<'a> {
    /// Gives passes the items of the stages that they read, and the final axes of these.
    pub(super) fn place(
        mut passes: Vec<Shaped<'a>>,
        axes: impl Fn(Yielded) -> OperandAxes<'a>,
        items: &[Vec<Item>],
    ) -> Vec<Self> {
        for (own, pass) in passes.iter_mut().enumerate() {
            pass.items.clone_from(&items[own]);
            for &(at, from) in &pass.yielded {
                let source = match from.form {
                    Form::Position => POSITIONS,
                    _ => Source::Memory(items[from.stage][from.item].ptr),
                };
                // SAFETY: the item has memory for what the axes of its layout reach, and holds it when this pass runs.
                unsafe { pass.operands[at].place_at(axes(from), source) };
            }
        }
        passes.into_iter().map(PlacedPass).collect()
    }

    /// Where the items that a stage yields lie.
    pub(super) fn items(&self) -> &[Item] {
        &self.0.items
    }

    /// Moves an item to other memory.
    ///
    /// # Safety
    /// Invariant 3; and whoever reads it is [told](PlacedPass::read_from).
    pub(super) unsafe fn yield_to(&mut self, item: usize, ptr: *mut u8) {
        self.0.items[item].ptr = ptr;
    }

    /// Has an operand that a stage yields read from other memory.
    ///
    /// # Safety
    /// Invariant 1.
    pub(super) unsafe fn read_from(&mut self, operand: usize, ptr: *mut u8) {
        // SAFETY: placed pass 1: the memory holds all that the operand's axes reach.
        unsafe { self.0.operands[operand].move_to(ptr) };
    }
}

impl<'a> Shaped<'a> {
    /// A pass among the operands of all, before its own shape is joined: with the axes of what earlier stages yield.
    pub(super) fn new<'p: 'a>(bare: Bare<'p>, axes: impl Fn(Yielded) -> OperandAxes<'a>) -> Self {
        let Bare { call, site, operands, f, work, fresh } = bare;
        let listed: &[RawOperand<'a>] = operands;
        let mut operands = listed.to_vec();
        let mut yielded = SmallVec::new();
        for (at, operand) in operands.iter_mut().enumerate() {
            let Source::Yielded(from) = operand.source() else { continue };
            yielded.push((at, from));
            if from.form != Form::Position {
                operand.shape(axes(from));
            }
        }
        let (fresh, items) = (fresh.to_vec(), Vec::new());
        Shaped {
            call,
            site,
            operands,
            yielded,
            f,
            work,
            fresh,
            shape: Shape::empty(),
            items,
            part: None,
            joins: false,
            adds: 0,
            is_apart: false,
            is_written: false,
            keeps_in_outputs: false,
            results_in_blocks: false,
        }
    }

    /// Elements of a fresh result.
    pub(super) fn fresh_len(&self) -> usize {
        let Some(Here { axis, indices }) = &self.part else { return self.len() };
        self.len() / self.shape.sizes()[*axis] * indices.len()
    }

    /// Joins its shape.
    pub(super) fn join(&mut self) -> Result<(), Box<BroadcastError>> {
        let (rank, largest) = (self.site.rank, self.site.largest);
        self.shape.join(self.call, &self.operands, rank, largest).or_else(|_| {
            // Only what is wrong has names.
            let names = self.names();
            let call = Call { operands: &names, ..*self.call };
            self.shape = Shape::empty();
            self.shape.join(&call, &self.operands, rank, largest)
        })
    }

    /// Tells the positions that it reads how they lie, which its own layout knows.
    pub(super) fn shape_positions(&mut self, own: OperandAxes<'a>) {
        for &(at, _) in self.yielded.iter().filter(|(_, from)| from.form == Form::Position) {
            self.operands[at].shape(own);
        }
    }

    /// The texts of its operands that are there.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let mut names = self.call.operands.to_vec();
        for &(at, Yielded { text, .. }) in &self.yielded {
            if let Some(text) = text {
                names[text_of(&self.operands, at) - self.call.targets.len()] = self.call.operands[usize::from(text)];
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
    pub(super) fn again<'n>(&'n self, earlier: &'n [impl AsRef<Shaped<'a>>]) -> impl Iterator<Item = usize> + 'n {
        let touched = |operand: &RawOperand| {
            earlier.iter().any(|pass| pass.as_ref().large().any(|(_, other)| other.begins_with(operand)))
        };
        self.large().filter(move |(_, operand)| touched(operand)).map(|(at, _)| at)
    }

    /// Whether an operand is not stretched to much more than it holds.
    pub(super) fn is_large(&self, operand: &RawOperand) -> bool {
        !operand.is_bare() && operand.len() * 2 > self.shape.len()
    }

    /// The operand whose memory decides in which order a reduction goes: the first that is stored, and not stretched.
    pub(super) fn leader(&self) -> Option<&RawOperand<'a>> {
        let full = |operand: &&RawOperand| operand.len() == self.shape.len();
        self.operands.iter().filter(|operand| !operand.is_computed() && !operand.is_bare()).find(full)
    }

    /// Whether it maps or accumulates.
    pub(super) fn kind(&self) -> Kind {
        if let Work::Stage { reduce, .. } = &self.work { reduce.kind() } else { Kind::Map }
    }

    /// Whether it reduces an axis.
    pub(super) fn reduces(&self, axis: usize) -> bool {
        matches!(&self.work, Work::Stage { reduce, .. } if reduce.reduces(axis))
    }

    /// Whether its elements run along an axis.
    pub(super) fn runs_along(&self, axis: usize) -> bool {
        matches!(self.work, Work::Stage { reduce: Reduce::Scan(scan), .. } if usize::from(scan.axis) == axis)
    }

    /// The axis, of what it yields, that is one of its own, if that is left.
    pub(super) fn axis_of(&self, from: Yielded, axis: usize) -> Option<usize> {
        match (from.form, self.work) {
            (Form::Single, _) => None,
            (Form::Kept | Form::Whole, _) if self.reduces(axis) => None,
            (Form::Kept, _) => Some(axis - (0..axis).filter(|&other| self.reduces(other)).count()),
            (Form::Along, Work::Stage { reduce: Reduce::Along(axes), .. }) => {
                axes.iter().position(|&other| usize::from(other) == axis)
            }
            (Form::Whole | Form::Full | Form::Along | Form::Position, _) => Some(axis),
        }
    }
}
