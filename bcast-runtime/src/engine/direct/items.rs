//! What the stages of such a call yield: single values, and arrays that lie beside all elements of their stage.

use super::stage::seen;
use crate::engine::passes::Reduce;
use crate::operand::{Along, Form, RawOperand, Source, Yielded};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

/// The most stages, and items of each.
pub(in crate::engine) const STAGES: usize = 3;
pub(super) const ITEMS: usize = 4;

/// A rank of one or two, rows, which are one if there is one axis, and columns.
pub(in crate::engine) type Extent = (usize, usize, usize);

/// Where the items of such stages are, which run one after the other.
pub(in crate::engine) struct Items {
    /// What loops without lanes write, one for each stage.
    values: [MaybeUninit<Value>; STAGES],
    ptrs: [[MaybeUninit<*mut u8>; ITEMS]; STAGES],
    /// Over what each stage goes, as far as this is known before they run.
    extents: [MaybeUninit<Extent>; STAGES],
    foreseen: usize,
    /// How many stages have run.
    stages: usize,
}

/// Room for one value.
#[repr(align(64))]
struct Value(#[allow(dead_code)] [u8; 64]);

impl Items {
    /// Nothing has run yet.
    ///
    /// # Safety
    /// `items` may be written.
    #[inline(always)]
    pub(super) unsafe fn start(items: *mut Self) {
        // SAFETY: whoever calls says so; all else may be uninitialised.
        unsafe {
            (&raw mut (*items).stages).write(0);
            (&raw mut (*items).foreseen).write(0);
        }
    }

    /// Where an item is, or nowhere before its stage has run.
    #[inline(always)]
    pub(super) fn item(&self, from: Yielded) -> *mut u8 {
        // SAFETY: a stage that has run has yielded its items.
        if from.stage < self.stages { unsafe { self.ptrs[from.stage][from.item].assume_init() } } else { null_mut() }
    }

    /// The next stage will run over these rows and columns.
    #[inline(always)]
    pub(in crate::engine) fn foresee(&mut self, extent: Extent) {
        self.extents[self.foreseen].write(extent);
        self.foreseen += 1;
    }

    /// The rows and columns beside which arrays of a stage lie, if it has so many axes, at most two.
    #[inline(always)]
    pub(super) fn array(&self, stage: usize, rank: usize) -> Option<(usize, usize)> {
        let is_known = stage < self.foreseen && rank <= 2;
        // SAFETY: the extents of stages that are foreseen have been written.
        let (own, rows, columns) = unsafe { is_known.then(|| self.extents[stage].assume_init())? };
        (own == rank).then_some((rows, columns))
    }

    /// Tells operands that are such arrays how many results or elements there are: for notes.
    pub(in crate::engine) fn tell(&self, operands: &mut [RawOperand]) {
        for operand in operands {
            let Source::Yielded(from @ Yielded { form: Form::Kept | Form::Full, .. }) = operand.source() else {
                continue;
            };
            let Some((rows, columns)) = self.array(from.stage, 2) else { continue };
            let reduced = if let Along::Kept(axes, _) = operand.axes().lies() { axes } else { &[] };
            let axes = seen(from.form, ([rows, columns], 2), Reduce::Axes(reduced), false);
            // SAFETY: it stays where it is, and nobody reads it.
            unsafe { operand.place_at(axes, operand.source()) };
        }
    }

    /// Room for the only item of the next stage, of at most 64 bytes.
    #[inline(always)]
    pub(super) fn value(&mut self) -> *mut u8 {
        self.values[self.stages].as_mut_ptr().cast()
    }

    /// The next stage has run, and yields these.
    #[inline(always)]
    pub(super) fn yields(&mut self, items: impl IntoIterator<Item = *mut u8>) {
        self.ptrs[self.stages].iter_mut().zip(items).for_each(|(item, ptr)| _ = item.write(ptr));
        self.stages += 1;
    }
}
