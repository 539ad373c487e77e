//! Results that a call makes: their memory, and what they become.
//!
//! Memory comes and goes without types, so that no call compiles code for it. It is what a `Vec` of the element type
//! would ask for, and becomes one when every element is written.

use super::mode::Mode;
use super::pages;
use super::streams::{New, Writes};
use crate::operand::{At, Place};
use crate::place::{Arrays, PartOf};
use crate::rank::Rank;
use crate::shape::Extents;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

/// Memory of a result: where it is, once there is some, and the size and the alignment of its elements.
#[derive(Clone, Copy)]
pub struct Made {
    pub(crate) ptr: *mut u8,
    pub(crate) size: usize,
    /// Of 32 bits, so that nothing has become larger: the results of small calls lie where glibc keeps them.
    pub(crate) align: u32,
    /// Whether what is made is added to what is there.
    pub(crate) adds: bool,
}

/// Results that the engine makes.
///
/// # Safety
/// `each` pushes the size and the alignment of each item's element.
pub unsafe trait Fresh: Writes {
    /// What the results become at the rank `K`.
    type Out<K: Rank>;
    /// What these become on a place.
    #[doc(hidden)]
    type On<P: Arrays, K: Rank>;
    #[doc(hidden)]
    fn on<P: Arrays, K: Rank>(results: Self::Out<K>, whole: Option<PartOf>) -> Self::On<P, K>;
    #[doc(hidden)]
    const LARGEST: Option<usize>;
    #[doc(hidden)]
    fn each(push: &mut impl FnMut(Made));
    /// # Safety
    /// There is memory for each item, from [`Owned::new`] with the number of elements; it has been kept, and every
    /// element is written. The extents are those of a shape or of an array.
    #[doc(hidden)]
    unsafe fn finish<K: Rank>(made: &[Made], extents: Extents) -> Self::Out<K>;
    #[doc(hidden)]
    fn single<K: Rank>(self) -> Self::Out<K>;
}
// SAFETY: no item.
unsafe impl Fresh for () {
    type Out<K: Rank> = ();
    type On<P: Arrays, K: Rank> = ();
    fn on<P: Arrays, K: Rank>((): (), _: Option<PartOf>) {}
    const LARGEST: Option<usize> = None;
    #[inline(always)]
    fn each(_: &mut impl FnMut(Made)) {}
    #[inline(always)]
    unsafe fn finish<K: Rank>(_: &[Made], _: Extents) {}
    #[inline(always)]
    fn single<K: Rank>(self) {}
}
// SAFETY: each half pushes its own items, in order.
unsafe impl<A: Fresh, B: Fresh> Fresh for (A, B) {
    type Out<K: Rank> = (A::Out<K>, B::Out<K>);
    type On<P: Arrays, K: Rank> = (A::On<P, K>, B::On<P, K>);
    fn on<P: Arrays, K: Rank>((a, b): Self::Out<K>, whole: Option<PartOf>) -> Self::On<P, K> {
        (A::on::<P, K>(a, whole.clone()), B::on::<P, K>(b, whole))
    }
    const LARGEST: Option<usize> = match (A::LARGEST, B::LARGEST) {
        (Some(a), Some(b)) => Some(if a > b { a } else { b }),
        (Some(a), None) | (None, Some(a)) => Some(a),
        (None, None) => None,
    };
    #[inline(always)]
    fn each(push: &mut impl FnMut(Made)) {
        A::each(push);
        B::each(push);
    }
    #[inline(always)]
    unsafe fn finish<K: Rank>(made: &[Made], extents: Extents) -> Self::Out<K> {
        let (a, b) = made.split_at(A::LEN);
        // SAFETY: the first `A::LEN` pieces of memory are those of `A`, the others those of `B`; each is kept and
        // written.
        unsafe { (A::finish::<K>(a, extents), B::finish::<K>(b, extents)) }
    }
    #[inline(always)]
    fn single<K: Rank>(self) -> Self::Out<K> {
        (self.0.single::<K>(), self.1.single::<K>())
    }
}
// SAFETY: one item, with the size and alignment of `T`.
unsafe impl<T> Fresh for New<T> {
    type Out<K: Rank> = K::Out<T>;
    type On<P: Arrays, K: Rank> = K::On<P, T>;
    fn on<P: Arrays, K: Rank>(result: K::Out<T>, whole: Option<PartOf>) -> K::On<P, T> {
        K::on::<P, T>(result, whole)
    }
    const LARGEST: Option<usize> = Some(size_of::<T>());
    #[inline(always)]
    fn each(push: &mut impl FnMut(Made)) {
        push(Made { ptr: std::ptr::null_mut(), size: size_of::<T>(), align: align_of::<T>() as u32, adds: false });
    }
    #[inline(always)]
    unsafe fn finish<K: Rank>(made: &[Made], Extents { sizes, strides, len }: Extents) -> K::Out<T> {
        // SAFETY: the memory is that of `len` elements of `T`, all written; they are `Copy`, as only `Stored`
        // makes a `New`. Sizes and strides lead to exactly `len` distinct ones.
        unsafe {
            let memory = Vec::from_raw_parts(made[0].ptr.cast::<T>(), len, len);
            K::from_memory(memory, sizes, strides)
        }
    }
    #[inline(always)]
    fn single<K: Rank>(self) -> K::Out<T> {
        K::from_value(self.0)
    }
}

/// Memory of results until every element is written; if that fails, it is freed.
pub(super) struct Owned<'a> {
    made: &'a mut [Made],
    len: usize,
}

impl<'a> Owned<'a> {
    /// Memory for `len` elements of each, which have been counted: their bytes are no more than an `isize` tells. Where
    /// nothing runs, there is none to be freed.
    #[inline(always)]
    pub(super) fn new<M: Mode>(mode: M, made: &'a mut [Made], len: usize) -> Self {
        made.iter_mut().for_each(|made| made.allocate(mode, len));
        Owned { made, len: if M::RUNS { len } else { 0 } }
    }

    pub(super) fn made(&self) -> &[Made] {
        self.made
    }

    /// Does not free the memory: [`Fresh::finish`] takes it over.
    pub(super) fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        self.made.iter().for_each(|made| made.free(self.len));
    }
}

impl Made {
    #[inline(always)]
    fn layout(&self, len: usize) -> Layout {
        debug_assert!(Layout::from_size_align(len * self.size, self.align as usize).is_ok());
        // SAFETY: size and alignment are those of a type, so the bytes are a multiple of the alignment; they have been
        // counted.
        unsafe { Layout::from_size_align_unchecked(len * self.size, self.align as usize) }
    }

    /// The place of its stream.
    #[inline(always)]
    pub(super) fn place<'a>(&self) -> Place<'a> {
        Place { at: At::Memory(self.ptr), size: self.size }
    }

    /// What the strides of its stream count: bytes.
    pub(super) fn unit(&self) -> isize {
        self.size as isize
    }

    /// What is noted of so many elements: see [`Note::writing`](super::notes::Note::writing).
    pub(super) fn noted(&self, len: usize) -> (usize, usize, usize) {
        (self.size, len, self.ptr.addr())
    }

    /// Gets memory for so many elements, which have been counted, or where nothing runs a place without.
    #[inline(always)]
    pub(super) fn allocate<M: Mode>(&mut self, mode: M, len: usize) {
        let layout = self.layout(len);
        if let Some(place) = mode.result(layout.size()) {
            self.ptr = place;
            return;
        }
        if layout.size() == 0 {
            self.ptr = std::ptr::without_provenance_mut(self.align as usize);
            return;
        }
        // SAFETY: the size is not 0.
        self.ptr = unsafe { alloc(layout) };
        if self.ptr.is_null() {
            handle_alloc_error(layout);
        }
        pages::advise(self.ptr, layout.size());
    }

    /// Gives it back, if there is some.
    pub(super) fn free(&self, len: usize) {
        if !self.ptr.is_null() && len * self.size != 0 {
            // SAFETY: `allocate` has got it with this layout.
            unsafe { dealloc(self.ptr, self.layout(len)) };
        }
    }
}
