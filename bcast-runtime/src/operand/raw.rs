//! Operands without their types: axes, and where the elements come from.

use super::axes::{Along, HasAxes, OperandAxes, Readable};
use super::lanes::Lanes;
use crate::place::{Here, OutOfCore};
use crate::rank::Form;

/// An operand without its types.
///
/// Invariants, guaranteed by whoever builds one and relied upon by the engine, for the lifetime `'a`:
/// 1. An operand in [`Memory`](Source::Memory) has an initialised element of `size` bytes at its pointer, moved on by
///    any index below the sizes times the strides.
/// 2. One of [`Lanes`](Source::Lanes) has elements of `size` bytes at the positions that indices below the sizes, times
///    the strides, make.
/// 3. A target is in memory; its elements are writable, each at an address of its own, and no other operand of the call
///    shares them, but for the same target in another pass.
/// 4. A [`Part`](Source::Part) is memory as in 1, but only of the indices that its cut says. Its sizes are those of
///    all, more than one along the axis that is cut.
/// 5. One that is [`OutOfCore`](Source::OutOfCore) is in no memory: its place lends some of it.
/// 6. What is [yielded](Source::Yielded) is an item of an earlier stage of the same call, with elements of `size`
///    bytes.
#[derive(Clone, Copy)]
pub struct RawOperand<'a> {
    axes: OperandAxes<'a>,
    size: usize,
    source: Source<'a>,
}

static NOTHING: u8 = 0;

/// Where the elements of an operand come from.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// Memory: the element at index 0.
    Memory(*mut u8),
    /// Computed from positions.
    Lanes(&'a dyn Lanes),
    /// A stage of the same call, which has no memory for them yet.
    Yielded(Yielded),
    /// Memory of some of them, which a [place](crate::place) looks into: the first one that is there.
    Part(*mut u8, &'a Here),
    /// A slice of what is cut, across pieces along this axis of its own: a place refuses it.
    Across(usize),
    /// No memory: a [place](crate::place) reads and writes it.
    OutOfCore(&'a dyn OutOfCore),
    /// The same of a target of which the call does not need what it has before. (A `bool` beside the array would make
    /// all operands larger, and small calls slower.)
    Unread(&'a dyn OutOfCore),
}

// What tells sources apart lies in a gap of `Yielded`.
const _: () = assert!(size_of::<Source>() == size_of::<Yielded>());

/// Which item of which stage, and in what form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Yielded {
    pub(crate) stage: usize,
    pub(crate) item: usize,
    pub(crate) form: Form,
    /// The place of its text among those of the call's operands, if operands before it may be left out.
    pub(crate) text: Option<u16>,
}
impl Yielded {
    /// Whether it is an item of a stage, and no position.
    pub(crate) fn is_of(self, stage: usize) -> bool {
        self.stage == stage && self.form != Form::Position
    }

    /// Whether it is an element of a stage, which lives as long as a block, and not a reduction.
    pub(crate) fn is_element(self) -> bool {
        matches!(self.form, Form::Full | Form::Along)
    }
}

/// Where a stream of elements is: the source of an operand, or the memory of a result.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) at: At<'a>,
    /// Bytes per element.
    pub(crate) size: usize,
}

impl Place<'_> {
    /// Where it begins if it lies in memory.
    #[inline(always)]
    pub(crate) fn memory(&self) -> Option<*mut u8> {
        if let At::Memory(ptr) = self.at { Some(ptr) } else { None }
    }

    /// Where a result begins.
    pub(crate) fn written(&self) -> *mut u8 {
        match self.at {
            At::Memory(ptr) => ptr,
            At::Lanes(_) => unreachable!("results lie in memory"),
        }
    }
}

/// Memory, or something that computes.
#[derive(Clone, Copy)]
pub(crate) enum At<'a> {
    Memory(*mut u8),
    Lanes(&'a dyn Lanes),
}

impl<'a> RawOperand<'a> {
    /// # Safety
    /// Invariant 1; of a target, invariant 3.
    #[inline]
    pub(crate) unsafe fn memory<E>(ptr: *const E, axes: OperandAxes<'a>) -> Self {
        RawOperand { axes, size: size_of::<E>(), source: Source::Memory(ptr.cast_mut().cast()) }
    }

    /// One value.
    #[inline]
    pub(crate) fn value<E>(value: &'a E) -> Self {
        // SAFETY: without axes there is one element, which is lent.
        unsafe { RawOperand::memory(value, OperandAxes::single()) }
    }

    /// What stands in the place of an operand that nobody reads.
    #[inline]
    pub(crate) fn nothing() -> Self {
        RawOperand::value(&NOTHING)
    }

    /// Whether it is that.
    pub(crate) fn is_nothing(&self) -> bool {
        self.memory_ptr().is_some_and(|ptr| ptr.addr() == (&raw const NOTHING).addr())
    }

    /// # Safety
    /// Invariant 2, with `size` bytes for an element.
    #[inline]
    pub(crate) unsafe fn computed(lanes: &'a dyn Lanes, size: usize, axes: OperandAxes<'a>) -> Self {
        RawOperand { axes, size, source: Source::Lanes(lanes) }
    }

    /// Elements of which some are in memory, from `ptr` on.
    ///
    /// # Safety
    /// Invariant 4; of a target, invariant 3.
    pub(crate) unsafe fn part<E>(ptr: *const E, axes: OperandAxes<'a>, cut: &'a Here) -> Self {
        RawOperand { axes, size: size_of::<E>(), source: Source::Part(ptr.cast_mut().cast(), cut) }
    }

    /// Some of the indices along an axis of an array that is cut along it. Nobody reads it.
    pub(crate) fn across<E>(axes: OperandAxes<'a>, axis: usize) -> Self {
        RawOperand { axes, size: size_of::<E>(), source: Source::Across(axis) }
    }

    /// The axis of an array that is cut along it of which this would be some indices.
    pub(crate) fn lies_across(&self) -> Option<usize> {
        if let Source::Across(axis) = self.source { Some(axis) } else { None }
    }

    /// Whether only a part of it is here.
    pub(crate) fn is_cut(&self) -> bool {
        matches!(self.source, Source::Part(..))
    }

    /// How it is cut, if it is. Then its memory becomes that of all elements, of which only those may be touched that
    /// are there.
    pub(crate) fn uncut(&mut self) -> Option<&'a Here> {
        let Source::Part(ptr, cut) = self.source else { return None };
        let stride = self.axes.stride(cut.axis);
        let before = stride * cut.indices.start as isize * self.size as isize;
        self.source = Source::Memory(ptr.wrapping_offset(-before));
        Some(cut)
    }

    /// Elements of `size` bytes that are in no memory.
    pub(crate) fn out_of_core(array: &'a dyn OutOfCore, size: usize, axes: OperandAxes<'a>) -> Self {
        RawOperand { axes, size, source: Source::OutOfCore(array) }
    }

    /// The same where what has been there before is needed, or not.
    #[inline]
    pub(crate) fn reading(self, is_read: bool) -> Self {
        match self.source {
            Source::OutOfCore(array) | Source::Unread(array) => {
                let source = if is_read { Source::OutOfCore(array) } else { Source::Unread(array) };
                RawOperand { source, ..self }
            }
            _ => self,
        }
    }

    /// The array, if it is in no memory, and whether what it has before is needed. From then on it has an address that
    /// is its own, until it is [moved](RawOperand::move_to) to memory.
    pub(crate) fn taken(&mut self) -> Option<(&'a dyn OutOfCore, bool)> {
        let (array, is_read) = match self.source {
            Source::OutOfCore(array) => (array, true),
            Source::Unread(array) => (array, false),
            _ => return None,
        };
        self.source = Source::Memory((&raw const *array).cast::<u8>().cast_mut());
        Some((array, is_read))
    }

    /// What a stage yields, to be [placed](RawOperand::place_at) when its axes and its memory are known.
    ///
    /// # Safety
    /// Invariant 6.
    #[inline]
    pub(crate) unsafe fn yielded(from: Yielded, size: usize, along: Along) -> Self {
        RawOperand { axes: OperandAxes::later().along(along), size, source: Source::Yielded(from) }
    }

    /// The same for another lifetime.
    ///
    /// # Safety
    /// All that it borrows is lent for that.
    #[inline]
    pub(crate) unsafe fn lent<'b>(self) -> RawOperand<'b> {
        // SAFETY: the same type, but for a lifetime for which the contract vouches.
        unsafe { std::mem::transmute::<RawOperand<'a>, RawOperand<'b>>(self) }
    }

    /// The same axes, and elements without bytes: nobody reads them.
    #[inline]
    pub(crate) fn bare(self) -> Self {
        let source = if let Source::Lanes(_) = self.source { RawOperand::nothing().source } else { self.source };
        RawOperand { source, size: 0, ..self }
    }

    /// Whether it is such.
    pub(crate) fn is_bare(&self) -> bool {
        self.size == 0
    }

    /// Something yielded, with the place of its text among those of the call's operands.
    #[inline]
    pub(crate) fn with_text(self, text: u16) -> Self {
        let Source::Yielded(from) = self.source else {
            return self;
        };
        RawOperand { source: Source::Yielded(Yielded { text: Some(text), ..from }), ..self }
    }

    /// The same elements with other axes: along others of the output, or stretched where they were not.
    #[inline]
    pub(crate) fn with_axes(self, change: impl FnOnce(OperandAxes<'a>) -> OperandAxes<'a>) -> Self {
        RawOperand { axes: change(self.axes), ..self }
    }

    /// Tells something yielded the axes of its own; its elements are still to come.
    #[inline]
    pub(crate) fn shape(&mut self, axes: OperandAxes<'a>) {
        self.axes.replace(axes);
    }

    /// Tells something yielded the axes of its own, and where its elements are.
    ///
    /// # Safety
    /// Invariant 1 or 2.
    #[inline(always)]
    pub(crate) unsafe fn place_at(&mut self, axes: OperandAxes<'a>, source: Source<'a>) {
        self.axes.replace(axes);
        self.source = source;
    }

    /// Moves something placed to other memory.
    ///
    /// # Safety
    /// Invariant 1.
    pub(crate) unsafe fn move_to(&mut self, ptr: *mut u8) {
        self.source = Source::Memory(ptr);
    }

    /// Forgets axes and memory of something that a stage yields.
    pub(crate) fn unplace(&mut self, from: Yielded) {
        self.axes.replace(OperandAxes::later());
        self.source = Source::Yielded(from);
    }

    #[inline]
    pub(crate) fn axes(&self) -> &OperandAxes<'a> {
        &self.axes
    }

    /// How many elements it has, before it is stretched.
    pub(crate) fn len(&self) -> usize {
        self.axes().sizes().iter().product()
    }

    /// Bytes of an element.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    #[inline]
    pub(crate) fn source(&self) -> Source<'a> {
        self.source
    }

    /// Where it begins, if it is in memory.
    #[inline]
    pub(crate) fn memory_ptr(&self) -> Option<*mut u8> {
        if let Source::Memory(ptr) = self.source { Some(ptr) } else { None }
    }

    /// Whether it is computed, and not stored anywhere.
    #[inline]
    pub(crate) fn is_computed(&self) -> bool {
        match self.source {
            // Nobody else looks into its memory.
            Source::Lanes(_) | Source::Part(..) | Source::Across(_) | Source::OutOfCore(_) | Source::Unread(_) => true,
            Source::Yielded(from) => from.form == Form::Position,
            Source::Memory(_) => false,
        }
    }

    /// Whether it is in memory, and begins where another one does.
    pub(crate) fn begins_with(&self, other: &RawOperand) -> bool {
        self.memory_ptr().is_some_and(|ptr| other.memory_ptr() == Some(ptr))
    }

    /// The place of its stream. Panics if it is yielded and nobody has placed it.
    #[inline(always)]
    pub(crate) fn place(&self) -> Place<'a> {
        let at = match self.source {
            Source::Memory(ptr) => At::Memory(ptr),
            Source::Lanes(lanes) => At::Lanes(lanes),
            Source::Yielded(_) => unreachable!("what stages yield is placed before a pass is planned"),
            Source::Part(..) | Source::Across(_) | Source::OutOfCore(_) | Source::Unread(_) => {
                panic!("an array that is cut into pieces is read on its place: `#[on(&place)]`")
            }
        };
        Place { at, size: self.size }
    }

    /// Where its one value is. Panics if it has to be computed, as nothing without axes is.
    #[inline]
    pub(crate) fn value_ptr(&self) -> *mut u8 {
        self.memory_ptr().expect("a single value lies in memory")
    }
}

/// Bytes of the widest element of some operands.
#[inline]
pub(crate) fn widest(operands: &[RawOperand]) -> usize {
    operands.iter().map(RawOperand::size).max().unwrap_or(0)
}

impl HasAxes for RawOperand<'_> {
    #[inline]
    fn axes(&self) -> &OperandAxes<'_> {
        &self.axes
    }
}

impl Readable for RawOperand<'_> {
    #[inline]
    fn unit(&self) -> isize {
        if self.is_computed() { 1 } else { self.size as isize }
    }
    #[inline]
    fn is_stored(&self) -> bool {
        !self.is_computed()
    }
}
