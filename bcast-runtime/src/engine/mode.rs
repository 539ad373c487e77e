//! What becomes of a decision: the call runs, or it is explained.
//!
//! Whoever decides is handed a mode, asks it what to do, and tells it what it would be. Of a call that runs, nothing of
//! this is left in the code: [`Running`] takes no place, and its answers are constants. So the plan that `explain!`
//! gives and the call that runs come of the same decisions.

use super::notes::{Note, Notes};
use super::route::{self, Route};

/// Whether a call runs, or is explained.
pub trait Mode: Copy {
    /// Whether kernels run.
    #[doc(hidden)]
    const RUNS: bool;
    /// What a call makes, if it runs.
    type Made<R>;
    /// Makes it.
    #[doc(hidden)]
    fn made<R>(self, make: impl FnOnce() -> R) -> Self::Made<R>;
    /// A route is taken.
    #[doc(hidden)]
    fn take(self, route: Route);
    /// A pass runs like this.
    #[doc(hidden)]
    fn note(self, note: impl FnOnce() -> Note);
    /// There is more to say of the last pass.
    #[doc(hidden)]
    fn amend(self, add: impl FnOnce(&mut Note));
    /// The place of so many bytes of a result where nobody writes them.
    #[doc(hidden)]
    fn result(self, bytes: usize) -> Option<*mut u8>;
    /// The same of what stages yield, so many bytes of which would lie on the heap.
    #[doc(hidden)]
    fn yielded(self, bytes: usize, on_heap: usize) -> Option<*mut u8>;
}

/// The call runs.
#[derive(Clone, Copy)]
pub(crate) struct Running;

impl Mode for Running {
    const RUNS: bool = true;
    type Made<R> = R;
    #[inline(always)]
    fn made<R>(self, make: impl FnOnce() -> R) -> R {
        make()
    }
    #[inline(always)]
    fn take(self, route: Route) {
        route::take(route);
    }
    #[inline(always)]
    fn note(self, _: impl FnOnce() -> Note) {}
    #[inline(always)]
    fn amend(self, _: impl FnOnce(&mut Note)) {}
    #[inline(always)]
    fn result(self, _: usize) -> Option<*mut u8> {
        None
    }
    #[inline(always)]
    fn yielded(self, _: usize, _: usize) -> Option<*mut u8> {
        None
    }
}

/// The call is explained: these notes are taken.
#[derive(Clone, Copy)]
pub(crate) struct Explaining<'n>(pub(crate) &'n Notes);

impl Mode for Explaining<'_> {
    const RUNS: bool = false;
    type Made<R> = ();
    fn made<R>(self, _: impl FnOnce() -> R) {}
    fn take(self, route: Route) {
        self.0.take(route);
    }
    fn note(self, note: impl FnOnce() -> Note) {
        self.0.note(note());
    }
    fn amend(self, add: impl FnOnce(&mut Note)) {
        self.0.amend(add);
    }
    fn result(self, bytes: usize) -> Option<*mut u8> {
        Some(self.0.result(bytes))
    }
    fn yielded(self, bytes: usize, on_heap: usize) -> Option<*mut u8> {
        Some(self.0.yielded(bytes, on_heap))
    }
}
