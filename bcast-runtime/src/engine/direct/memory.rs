//! Memory of small calls: on the stack, then on the heap.

use crate::engine::ALIGN;
use crate::engine::slab::Slab;
use crate::engine::tuning::{SMALL_HEAP, SMALL_ROOM, SPARE_BYTES};
use std::mem::MaybeUninit;

/// Memory on the stack, given away piece by piece: aligned as pieces are, since it comes first.
#[repr(C, align(64))]
pub(super) struct StackRoom<const N: usize> {
    memory: MaybeUninit<[u8; N]>,
    used: usize,
}

impl<const N: usize> StackRoom<N> {
    /// An empty one where it stays: to move it would copy all of its memory.
    #[inline(always)]
    pub(super) fn of(room: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: it may be written, and all else of it may be uninitialised.
        unsafe {
            StackRoom::start(room.as_mut_ptr());
            room.assume_init_mut()
        }
    }

    /// The same for a part of something larger.
    ///
    /// # Safety
    /// `room` may be written.
    #[inline(always)]
    pub(super) unsafe fn start(room: *mut Self) {
        const { assert!(align_of::<Self>() == ALIGN) };
        // SAFETY: `room` may be written; no reference to what is uninitialised is made.
        unsafe { (&raw mut (*room).used).write(0) };
    }

    /// Bytes that are given away.
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// So many bytes, if there are so many left.
    #[inline(always)]
    pub(super) fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        let end = self.used.checked_add(bytes)?;
        let ptr = self.memory.as_mut_ptr().cast::<u8>().wrapping_add(self.used);
        self.used = end.next_multiple_of(ALIGN);
        (end <= N).then_some(ptr)
    }
}

/// So many bytes of the heap.
#[cold]
#[inline(never)]
pub(super) fn heap(slabs: &mut Vec<Slab>, bytes: usize) -> *mut u8 {
    let mut slab = Slab::new(bytes);
    let ptr = slab.ptr();
    slabs.push(slab);
    ptr
}

/// Memory for the passes of a call.
pub(super) struct Memory {
    room: StackRoom<SMALL_ROOM>,
    slabs: Vec<Slab>,
}

impl Memory {
    /// Begins with none of it given away.
    ///
    /// # Safety
    /// `memory` may be written.
    #[inline(always)]
    pub(super) unsafe fn start(memory: *mut Self) {
        // SAFETY: `memory` may be written.
        unsafe {
            (&raw mut (*memory).slabs).write(Vec::new());
            StackRoom::start(&raw mut (*memory).room);
        }
    }

    /// So many bytes of the stack, or of the heap if neither these nor all are too much.
    #[inline(always)]
    pub(super) fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        self.take_on_stack(bytes).or_else(|| self.take_on_heap(bytes))
    }

    #[cold]
    fn take_on_heap(&mut self, bytes: usize) -> Option<*mut u8> {
        let is_small = bytes <= SMALL_HEAP && self.on_heap() + bytes <= SPARE_BYTES;
        is_small.then(|| heap(&mut self.slabs, bytes))
    }

    fn on_heap(&self) -> usize {
        self.slabs.iter().map(Slab::len).sum()
    }

    /// Bytes that are given away, on the stack and on the heap.
    pub(super) fn used(&self) -> usize {
        self.room.used() + self.on_heap()
    }

    /// So many bytes of the stack.
    #[inline(always)]
    pub(super) fn take_on_stack(&mut self, bytes: usize) -> Option<*mut u8> {
        self.room.take(bytes)
    }

    /// Gives back what is on the heap.
    pub(super) fn free(&mut self) {
        self.slabs = Vec::new();
    }
}

/// Memory that is given back whatever happens.
pub(super) struct Freed<'m>(pub(super) &'m mut Memory);

impl Drop for Freed<'_> {
    fn drop(&mut self) {
        self.0.free();
    }
}
