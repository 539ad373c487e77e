//! Memory for a while: uninitialised, aligned as elements may need.

use super::ALIGN;
use super::tuning::SCRATCH;
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

/// Lends uninitialised scratch: a little or a lot of stack, or the heap for elements of unusual size.
pub(super) fn with_scratch<R>(bytes: usize, f: impl FnOnce(*mut u8) -> R) -> R {
    #[repr(align(64))]
    struct Room<const N: usize>(MaybeUninit<[u8; N]>);
    #[inline(never)]
    fn on_stack<const N: usize, R>(f: impl FnOnce(*mut u8) -> R) -> R {
        let mut room = Room::<N>(MaybeUninit::uninit());
        f(room.0.as_mut_ptr().cast())
    }
    match bytes {
        0 => f(std::ptr::null_mut()),
        1..=2048 => on_stack::<2048, R>(f),
        _ if bytes <= SCRATCH => on_stack::<SCRATCH, R>(f),
        _ => f(Slab::new(bytes).ptr()),
    }
}
