//! Operands that are computed and lie nowhere: lanes by position.
//!
//! A position is to a computed operand what an address is to one in memory: the sum over its axes of an index times a
//! stride, which whoever makes the operand chooses. With the strides of an array in row-major order it is the number of
//! an element, whatever the number of axes; the engine only ever asks for positions that indices below the sizes make,
//! so it can map, turn, cut and merge the axes as those of memory.

use std::mem::MaybeUninit;

/// Positions of lanes: `len` of them from `first` on, `step` apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positions {
    pub(crate) first: isize,
    pub(crate) step: isize,
    pub(crate) len: usize,
}

/// What computes elements, without their type.
///
/// # Safety
/// 1. `fill` initialises all lanes, with elements of one type: that of the operand which is made of it.
/// 2. It gives the same element for a position each time, on any thread.
pub(crate) unsafe trait Lanes: Sync {
    /// Computes lanes.
    ///
    /// # Safety
    /// The positions are made of indices below the operand's sizes; `out` is aligned for its elements, and has room
    /// for all lanes.
    unsafe fn fill(&self, positions: Positions, out: *mut u8);

    /// Whether the element at position `p` is the one at 0 plus `p`: then kernels that have no lanes can count, too,
    /// and may ask for the one at 0 even if there is none.
    #[cfg(feature = "gpu")]
    fn counts(&self) -> bool;
}

/// A type of elements that a position tells. All that an operand of this kind has to say of its elements is safe.
pub(crate) trait Computed: Sync {
    /// The element.
    type Elem: Copy;
    /// The element at a position.
    fn element(&self, position: isize) -> Self::Elem;
    /// As `Lanes::counts`.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code))]
    const COUNTS: bool = false;
}

// SAFETY: 1. each lane is written with an `Elem`. 2. is what `Computed` stands for; an element that is another one each
// time is a valid element all the same.
unsafe impl<C: Computed> Lanes for C {
    unsafe fn fill(&self, Positions { first, step, len }: Positions, out: *mut u8) {
        let out = out.cast::<C::Elem>();
        debug_assert!(out.is_aligned());
        // SAFETY: by the contract there is room for so many, which may be uninitialised.
        let lanes = unsafe { std::slice::from_raw_parts_mut(out.cast::<MaybeUninit<C::Elem>>(), len) };
        for (lane, at) in lanes.iter_mut().zip(0_isize..) {
            lane.write(self.element(first + step * at));
        }
    }

    #[cfg(feature = "gpu")]
    fn counts(&self) -> bool {
        C::COUNTS
    }
}

/// Every position itself: what `argmin` and its kin read.
pub(crate) struct OwnPosition;
impl Computed for OwnPosition {
    type Elem = usize;
    #[inline]
    fn element(&self, position: isize) -> usize {
        position as usize
    }
    const COUNTS: bool = true;
}

#[cfg(test)]
mod tests;
