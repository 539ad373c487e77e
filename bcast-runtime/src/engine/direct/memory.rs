//! Memory of small calls: a room of a fixed size, then the heap.

use crate::engine::ALIGN;
use crate::engine::slab::Slab;
use crate::engine::tuning::{SMALL_HEAP, SPARE_BYTES};
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
        piece(&mut self.used, bytes, N).map(|start| self.memory.as_mut_ptr().cast::<u8>().wrapping_add(start))
    }
}

/// Where a piece of a room begins, if there are so many bytes left.
#[inline(always)]
fn piece(used: &mut usize, bytes: usize, all: usize) -> Option<usize> {
    let (start, end) = (*used, used.checked_add(bytes)?);
    *used = end.next_multiple_of(ALIGN);
    (end <= all).then_some(start)
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
    /// So many bytes, of which so many are given away.
    room: (*mut u8, usize),
    used: usize,
    slabs: Vec<Slab>,
}

impl Memory {
    /// Begins with none of it given away.
    ///
    /// # Safety
    /// `memory` may be written; the room of so many bytes, aligned to [`ALIGN`], is there as long as it is used.
    #[inline(always)]
    pub(super) unsafe fn start(memory: *mut Self, room: (*mut u8, usize)) {
        // SAFETY: `memory` may be written.
        unsafe { memory.write(Memory { room, used: 0, slabs: Vec::new() }) };
    }

    /// So many bytes of the room, or of the heap if neither these nor all are too much.
    #[inline(always)]
    pub(super) fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        self.take_of_room(bytes).or_else(|| self.take_on_heap(bytes))
    }

    /// So many bytes of the room.
    #[inline(always)]
    pub(super) fn take_of_room(&mut self, bytes: usize) -> Option<*mut u8> {
        piece(&mut self.used, bytes, self.room.1).map(|start| self.room.0.wrapping_add(start))
    }

    #[cold]
    fn take_on_heap(&mut self, bytes: usize) -> Option<*mut u8> {
        let is_small = bytes <= SMALL_HEAP && self.on_heap() + bytes <= SPARE_BYTES;
        is_small.then(|| heap(&mut self.slabs, bytes))
    }

    /// Bytes on the heap.
    pub(super) fn on_heap(&self) -> usize {
        self.slabs.iter().map(Slab::len).sum()
    }

    /// Bytes that are given away, in the room and on the heap.
    pub(super) fn used(&self) -> usize {
        self.used + self.on_heap()
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
