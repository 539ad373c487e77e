//! Memory for a while: uninitialised, aligned as elements may need.

use super::ALIGN;
use std::mem::MaybeUninit;

/// As much as any element's alignment.
#[repr(align(64))]
struct Line(#[expect(dead_code)] MaybeUninit<[u8; ALIGN]>);
const _: () = assert!(align_of::<Line>() == ALIGN && size_of::<Line>() == ALIGN);

/// Uninitialised memory on the heap.
pub(super) struct Slab(Vec<Line>);

impl Slab {
    pub(super) fn new(bytes: usize) -> Slab {
        Slab(Vec::with_capacity(bytes.div_ceil(ALIGN)))
    }

    /// Where it is, for as long as the slab lives.
    pub(super) fn ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}
