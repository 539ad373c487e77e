//! Balanced trees: a tree is `()`, one item, or a pair of trees.
//!
//! Pairs nest about log2 deep, so hundreds of operands stay far from the recursion limit. Each tree has as many slots
//! as it has items, in order, so the engine sees plain slices.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Two trees of slots side by side in memory.
#[repr(C)]
pub struct Both<A, B>(A, B);

/// A tree with `LEN` items.
///
/// # Safety
/// `Slots<T>` has the alignment of `T`, and room for `LEN` of them.
pub unsafe trait Tree {
    /// The number of items.
    const LEN: usize;
    /// Room for one `T` per item.
    type Slots<T>;
}
// SAFETY: no item, no slot.
unsafe impl Tree for () {
    const LEN: usize = 0;
    type Slots<T> = [T; 0];
}
// SAFETY: `Both` is `repr(C)`, and both halves are room for `T`s: no padding.
unsafe impl<A: Tree, B: Tree> Tree for (A, B) {
    const LEN: usize = A::LEN + B::LEN;
    type Slots<T> = Both<A::Slots<T>, B::Slots<T>>;
}

/// Fills one slot per item of a tree, and lends them as a slice.
pub(crate) struct Filled<T, S> {
    slots: MaybeUninit<S>,
    filled: usize,
    items: PhantomData<T>,
}
impl<T: Copy, S> Filled<T, S> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Filled { slots: MaybeUninit::uninit(), filled: 0, items: PhantomData }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        assert!((self.filled + 1) * size_of::<T>() <= size_of::<S>());
        // SAFETY: `S` has the layout of an array of `T`, and this slot is inside it, as just checked.
        unsafe { self.slots.as_mut_ptr().cast::<T>().add(self.filled).write(item) };
        self.filled += 1;
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the first `filled` slots have been written.
        unsafe { std::slice::from_raw_parts_mut(self.slots.as_mut_ptr().cast::<T>(), self.filled) }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        // SAFETY: the first `filled` slots have been written.
        unsafe { std::slice::from_raw_parts(self.slots.as_ptr().cast::<T>(), self.filled) }
    }
}
