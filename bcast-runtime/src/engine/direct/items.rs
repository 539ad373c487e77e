//! What stages yield that reduce all they read: single values.

use crate::operand::Yielded;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

/// The most stages, and items of each.
pub(in crate::engine) const STAGES: usize = 3;
pub(super) const ITEMS: usize = 4;

/// Where the items of such stages are, which run one after the other.
pub(in crate::engine) struct Items {
    /// What loops without lanes write, one for each stage.
    values: [MaybeUninit<Value>; STAGES],
    ptrs: [[MaybeUninit<*mut u8>; ITEMS]; STAGES],
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
        unsafe { (&raw mut (*items).stages).write(0) };
    }

    /// Where an item is, or nowhere before its stage has run.
    #[inline(always)]
    pub(super) fn item(&self, from: Yielded) -> *mut u8 {
        // SAFETY: a stage that has run has yielded its items.
        if from.stage < self.stages { unsafe { self.ptrs[from.stage][from.item].assume_init() } } else { null_mut() }
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
