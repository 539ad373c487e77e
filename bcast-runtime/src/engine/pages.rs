//! Large pages under large fresh memory, where the system has them.
//!
//! Fresh memory costs a fault for each page that is first touched, which takes longer than to compute and write what
//! comes into it: on Linux a page has 4 KB, a large one 2 MB.

#[cfg(all(target_os = "linux", not(miri)))]
use super::tuning::LARGE_PAGES;
#[cfg(all(target_os = "linux", not(miri)))]
use std::ffi::{c_int, c_void};

// Of the C library that std links. The crate `libc` would be compiled for this one function.
#[cfg(all(target_os = "linux", not(miri)))]
unsafe extern "C" {
    /// `madvise(2)`.
    fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
}

/// Asks for large pages under memory that nothing has been written to yet. What the answer is does not matter.
pub(super) fn advise(start: *mut u8, bytes: usize) {
    #[cfg(all(target_os = "linux", not(miri)))]
    if bytes >= LARGE_PAGES {
        /// What addresses for `madvise` must be a multiple of, on every machine that Linux runs on.
        const PAGE: usize = 64 * 1024;
        /// The same number on every machine that Linux runs on.
        const MADV_HUGEPAGE: c_int = 14;
        let skipped = start.align_offset(PAGE);
        let whole = bytes.saturating_sub(skipped) / PAGE * PAGE;
        // SAFETY: the range is inside memory of the caller's, and the advice changes no byte of it.
        unsafe { madvise(start.wrapping_add(skipped).cast(), whole, MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = (start, bytes);
}
