//! Counting the calls of functions.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How often functions were called; the calls of tests that run at the same time do not mix.
#[derive(Default)]
pub(super) struct Calls(AtomicUsize);

impl Calls {
    /// One call more, of a function that gives this.
    pub(super) fn note<T>(&self, value: T) -> T {
        self.0.fetch_add(1, Relaxed);
        value
    }

    /// So many since this was asked last.
    pub(super) fn take(&self) -> usize {
        self.0.swap(0, Relaxed)
    }

    #[track_caller]
    pub(super) fn expect(&self, expected: usize) {
        assert_eq!(self.take(), expected);
    }
}
