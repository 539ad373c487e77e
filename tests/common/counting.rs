//! An allocator that counts. A test binary installs it with `#[global_allocator]`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};

pub(crate) struct Counting;

/// What was asked of the allocator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Requests {
    pub(crate) count: usize,
    pub(crate) bytes: usize,
}

thread_local! {
    // Constant and without a destructor, so that counting never allocates.
    static REQUESTS: Cell<Requests> = const { Cell::new(Requests { count: 0, bytes: 0 }) };
}

/// Memory may be freed by another thread than the one that asked for it.
static LIVE: AtomicIsize = AtomicIsize::new(0);

fn note(bytes: usize) {
    let requests = REQUESTS.get();
    REQUESTS.set(Requests { count: requests.count + 1, bytes: requests.bytes + bytes });
    LIVE.fetch_add(bytes as isize, Ordering::Relaxed);
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        note(size);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// Runs `work` and tells what it asked for on this thread.
pub(crate) fn requests<R>(work: impl FnOnce() -> R) -> (R, Requests) {
    let before = REQUESTS.get();
    let result = work();
    let after = REQUESTS.get();
    let during = Requests { count: after.count - before.count, bytes: after.bytes - before.bytes };
    (result, during)
}

/// What `work` asks for on one thread when it runs for the second time: the first may find out what the machine is.
pub(crate) fn settled<R>(work: impl FnMut() -> R + Send) -> Requests {
    settled_on(1, work)
}

/// The same on a thread of a pool that has so many.
pub(crate) fn settled_on<R>(threads: usize, mut work: impl FnMut() -> R + Send) -> Requests {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| {
        drop(work());
        requests(work).1
    })
}

/// The bytes that are allocated now, by all threads.
pub(crate) fn live_bytes() -> isize {
    LIVE.load(Ordering::Relaxed)
}
