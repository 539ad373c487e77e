//! Integer ranges: rank-1 operands with no array behind them, computed lane by lane.

use super::{Geometry, Leaf, Operand, RawOperand};
use crate::rank::Full;
use ndarray::Ix1;
use std::ops::{Range, RangeInclusive};

macro_rules! ranges {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Operand for Range<$t> {
            type Elem = $t;
            type Rank = Full<Ix1>;
            #[inline(always)]
            fn leaf(&self) -> Leaf<'_, $t, Full<Ix1>> {
                let len = if self.start < self.end { self.end.abs_diff(self.start) as usize } else { 0 };
                counting(&self.start, len)
            }
        }
        #[diagnostic::do_not_recommend]
        impl Operand for RangeInclusive<$t> {
            type Elem = $t;
            type Rank = Full<Ix1>;
            #[inline(always)]
            fn leaf(&self) -> Leaf<'_, $t, Full<Ix1>> {
                let steps = if self.is_empty() { None } else { Some(self.end().abs_diff(*self.start()) as usize) };
                counting(self.start(), steps.map_or(0, |n| n.saturating_add(1)))
            }
        }
        impl Count for $t {
            #[inline(always)]
            fn nth(self, n: isize) -> $t {
                self.wrapping_add(n as $t)
            }
        }
    )*};
}

/// An integer that can be counted from.
trait Count: Copy {
    fn nth(self, n: isize) -> Self;
}

fn counting<T: Count>(start: &T, len: usize) -> Leaf<'_, T, Full<Ix1>> {
    let raw = RawOperand { fill: Some(fill::<T>), ..RawOperand::memory(start, Geometry::Line(len)) };
    // SAFETY: `fill::<T>` computes any position from the borrowed start.
    unsafe { Leaf::new(raw) }
}

/// # Safety
/// `source` points at a `T`, `out` has room for `n` of them.
unsafe fn fill<T: Count>(source: *const u8, at: isize, step: isize, n: usize, out: *mut u8) {
    let out = out.cast::<T>();
    // SAFETY: by the contract.
    let start = unsafe { *source.cast::<T>() };
    for i in 0..n {
        // SAFETY: `i < n`.
        unsafe { out.add(i).write(start.nth(at + step * i as isize)) };
    }
}

ranges! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
