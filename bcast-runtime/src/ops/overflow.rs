//! Overflow in sums and products of integers, in builds with debug assertions: it panics at the line of the call.
//!
//! Accumulators join in the engine, on any thread, far from the user's text. So whoever joins notes what overflows and
//! goes on with the wrapped value, threads hand their notes to the one that has the work, and the call does what
//! integers of `std` do, panic or not, when its passes have run. Other builds note nothing.

use super::checks::{product_overflows, sum_overflows};
use std::cell::Cell;
#[cfg(feature = "rayon")]
use std::sync::atomic::{AtomicU8, Ordering};

/// What a value in the type of the elements was too small for.
#[derive(Clone, Copy)]
pub(crate) enum Overflow {
    Sum = 1,
    Prod = 2,
}

thread_local! {
    /// The sum of what this thread has noted since its call, or its share of one, began.
    static NOTES: Cell<u8> = const { Cell::new(0) };
}

/// The wrapped value, and a note if it had to be wrapped.
#[inline]
pub(crate) fn noted<T>((value, is_wrapped): (T, bool), overflow: Overflow) -> T {
    if is_wrapped {
        NOTES.set(NOTES.get() | overflow as u8);
    }
    value
}

/// Notes from its making on; what an outer call has noted waits meanwhile.
pub(crate) struct Notes {
    outer: u8,
}

impl Notes {
    #[inline]
    pub(crate) fn begin() -> Notes {
        Notes { outer: if cfg!(debug_assertions) { NOTES.replace(0) } else { 0 } }
    }

    /// Panics, at the caller's line, if a sum or a product has overflowed and this build is one that checks.
    #[inline]
    #[track_caller]
    pub(crate) fn tell(self) {
        if cfg!(debug_assertions) {
            let noted = NOTES.get();
            drop(self);
            raise(noted);
        }
    }
}

impl Drop for Notes {
    #[inline]
    fn drop(&mut self) {
        if cfg!(debug_assertions) {
            NOTES.set(self.outer);
        }
    }
}

#[track_caller]
fn raise(noted: u8) {
    if noted & Overflow::Sum as u8 != 0 {
        sum_overflows();
    }
    if noted & Overflow::Prod as u8 != 0 {
        product_overflows();
    }
}

/// The notes of all threads that share some work.
#[cfg(feature = "rayon")]
#[derive(Default)]
pub(crate) struct Gathered(AtomicU8);

#[cfg(feature = "rayon")]
impl Gathered {
    /// Works; what is noted meanwhile is gathered.
    pub(crate) fn with(&self, work: impl FnOnce()) {
        if !cfg!(debug_assertions) {
            return work();
        }
        let _outer = Notes::begin();
        work();
        self.0.fetch_or(NOTES.get(), Ordering::Relaxed);
    }

    /// As if this thread had noted all of it.
    pub(crate) fn note(self) {
        if cfg!(debug_assertions) {
            NOTES.set(NOTES.get() | self.0.into_inner());
        }
    }
}
