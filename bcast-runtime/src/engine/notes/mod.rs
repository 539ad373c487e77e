//! What is noted of a call that is explained: `explain!`.
//!
//! Explaining is a [mode](super::mode) of the engine. All goes as in a call that runs, up to the places where memory is
//! got and kernels run: there a pass leaves a [`Note`] instead. Results lie at addresses that nobody looks behind.

mod kernel;
mod note;
mod stream;

use super::ALIGN;
use super::route::Route;
pub use kernel::{Kernel, KernelWork};
pub(super) use note::Extent;
pub(crate) use note::{Note, Scans, Together};
use std::cell::{Cell, RefCell};
#[cfg(feature = "gpu")]
pub(crate) use stream::range;
pub use stream::{Access, Text};
pub(crate) use stream::{From, Said, Stream};

/// What is noted of a call.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) routes: RefCell<Vec<Route>>,
    pub(crate) passes: RefCell<Vec<Note>>,
    /// Bytes of results, and of what stages yield, on the heap.
    pub(crate) results: Cell<usize>,
    pub(crate) yields: Cell<usize>,
    /// Bytes of memory for a while that all passes share.
    pub(crate) shared: Cell<usize>,
    places: Cell<usize>,
}

impl Notes {
    pub(crate) fn take(&self, route: Route) {
        self.routes.borrow_mut().push(route);
    }

    /// Takes a note of a pass, which runs by the last route that was taken if it does not say another.
    pub(crate) fn note(&self, note: Note) {
        let last = self.routes.borrow().last().copied();
        self.passes.borrow_mut().push(note.by_default(last.unwrap_or(Route::Once)));
    }

    /// Adds something to the last note.
    pub(crate) fn amend(&self, add: impl FnOnce(&mut Note)) {
        if let Some(note) = self.passes.borrow_mut().last_mut() {
            add(note);
        }
    }

    /// A place for so many bytes of results. It has the alignment of what allocators give.
    pub(crate) fn result(&self, bytes: usize) -> *mut u8 {
        self.results.set(self.results.get() + bytes);
        self.place(bytes)
    }

    /// A place for what stages yield, so many bytes of which lie on the heap.
    pub(super) fn yielded(&self, bytes: usize, on_heap: usize) -> *mut u8 {
        self.yields.set(self.yields.get() + on_heap);
        self.place(bytes)
    }

    pub(super) fn share(&self, bytes: usize) {
        self.shared.set(bytes);
    }

    /// So many addresses behind those of all others, of which none is 0.
    pub(crate) fn place(&self, bytes: usize) -> *mut u8 {
        let first = self.places.get() + ALIGN;
        self.places.set(first + bytes.next_multiple_of(ALIGN));
        std::ptr::without_provenance_mut(first + ALIGN / 4)
    }
}
