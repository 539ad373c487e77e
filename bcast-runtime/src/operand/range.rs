//! Integer ranges: rank-1 operands with no array behind them, computed lane by lane.

use super::{Geometry, Leaf, Operand, RawOperand};
use crate::rank::Full;
use ndarray::Ix1;
use std::ops::{Range, RangeInclusive};

/// An integer that can be counted from: ranges of it are operands.
#[diagnostic::on_unimplemented(
    message = "bcast!: a range of `{Self}` cannot be an operand",
    label = "not a range of integers",
    note = "count in integers and convert: `f64.((0..10))`"
)]
pub trait Count: Copy + Sync + PartialOrd {
    #[doc(hidden)]
    fn nth(self, n: isize) -> Self;
    /// The steps from `self` up to `end`, if it is not below.
    #[doc(hidden)]
    fn steps_to(self, end: Self) -> Option<usize>;
}

macro_rules! counts {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Count for $t {
            #[inline]
            fn nth(self, n: isize) -> $t {
                self.wrapping_add(n as $t)
            }
            #[inline]
            fn steps_to(self, end: $t) -> Option<usize> {
                (self <= end).then(|| usize::try_from(end.abs_diff(self)).unwrap_or(usize::MAX))
            }
        }
    )*};
}
counts! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

#[diagnostic::do_not_recommend]
impl<T: Count> Operand for Range<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        counting(&self.start, self.start.steps_to(self.end).unwrap_or(0))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Count> Operand for RangeInclusive<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        // A range that has been iterated to its end is empty, though its bounds are not.
        let steps = if self.is_empty() { None } else { self.start().steps_to(*self.end()) };
        counting(self.start(), steps.map_or(0, |steps| steps.saturating_add(1)))
    }
}

fn counting<T: Count>(start: &T, len: usize) -> Leaf<'_, T, Full<Ix1>> {
    let raw = RawOperand { fill: Some(fill::<T>), ..RawOperand::memory(start, Geometry::Line(len)) };
    // SAFETY: `fill::<T>` computes any position from the borrowed start.
    unsafe { Leaf::new(raw) }
}

/// # Safety
/// `source` points at a `T`; `out` is aligned for `T` and has room for `n` of them.
unsafe fn fill<T: Count>(source: *const u8, at: isize, step: isize, n: usize, out: *mut u8) {
    let out = out.cast::<T>();
    // SAFETY: by the contract.
    let start = unsafe { *source.cast::<T>() };
    for i in 0..n {
        // SAFETY: `i < n`.
        unsafe { out.add(i).write(start.nth(at + step * i as isize)) };
    }
}

/// Counts positions.
pub(super) fn fill_positions() -> super::Fill {
    fill::<usize>
}
