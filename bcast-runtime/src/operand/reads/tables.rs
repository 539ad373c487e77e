//! Tables among the operands: nothing of them is read before its indices are known.

use super::{Reads, Tree, Variant, Within};
use crate::cursor::{Cursor, Prefetch};
use crate::operand::{RawOperand, Table};
use crate::simd::SimdToken;

// SAFETY: one item, one slot.
unsafe impl<E, const N: usize> Tree for &Table<'_, E, N> {
    const LEN: usize = 1;
    type Slots<T> = T;
}
// SAFETY: reads the table, which is one value, through its own cursor.
unsafe impl<'a, E, const N: usize> Reads for &'a Table<'a, E, N> {
    const LOWEST_REACH: usize = usize::MAX;
    type Elems = Table<'a, E, N>;
    // All of it, so that it stays in registers.
    type Pointers = Table<'a, E, N>;
    fn are_numbers() -> bool {
        Table::<E, N>::finds_early()
    }
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(self.raw());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(cursors: *const Cursor) -> Self::Pointers {
        // SAFETY: `reads` 1: there is a cursor, at one value.
        unsafe { (*cursors).ptr.cast::<Table<'a, E, N>>().read() }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle<V: Variant>(table: Self::Pointers, _: *mut (), _: Within) -> Self::Pointers {
        table
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(table: Self::Pointers, _: *const Cursor, _: usize, _: usize) -> Self::Pointers {
        table
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn prefetch<V: Variant>(_: Self::Pointers, _: *const Cursor, _: Prefetch) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(_: SimdToken, table: Self::Pointers, _: usize) -> Self::Elems {
        table
    }
    type Room = ();
    const LARGEST: usize = 0;
    const BYTES: usize = 0;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pad<V: Variant>(_: SimdToken, table: Self::Pointers, _: usize, _: &mut ()) -> Self::Pointers {
        table
    }
    #[inline(always)]
    fn pads_vectors<V: Variant>(_: SimdToken) -> bool {
        true
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes_from<V: Variant>(table: Self::Pointers, _: usize) -> Self::Pointers {
        table
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hide(table: Self::Pointers) -> Self::Pointers {
        table
    }
}
