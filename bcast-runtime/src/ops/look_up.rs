//! `at.(table, i, j)`: the element of an array with these indices.

use crate::checks::Report;
use crate::operand::{Found, Table};
use crate::simd::SimdToken;
use ndarray::{ArrayView, Dim, Dimension, IxDyn};

/// An integer that finds an element: an index of `at.(table, i)`, of any type of up to 64 bits, counted from 0.
///
/// An index below 0 or beyond the table panics.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let names = array!['a', 'b', 'c'];
/// assert_eq!(bcast!(at.(names, array![2_u8, 0, 0])), array!['c', 'a', 'a']);
/// assert_eq!(bcast!(at.(names, usize.(array![1.0, 2.0]))), array!['b', 'c']);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be an index of `at.`",
    label = "not an integer",
    note = "an index is an integer of any type, counted from 0; convert with `usize.(x)`"
)]
pub trait Index {
    #[doc(hidden)]
    fn index(self) -> Found;
}

macro_rules! indices {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Index for $t {
            #[inline(always)]
            #[allow(unused_comparisons, reason = "of unsigned types none is negative")]
            fn index(self) -> Found {
                Found::new(self as usize, self < 0)
            }
        }
    )*};
}
indices! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

/// An array that `at.` finds elements in by so many indices: one for each of its axes, of which there may be six, or
/// any number where ranks are dynamic.
///
/// The sizes of the table and of what is computed have nothing to do with each other.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let m = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(bcast!(at.(m, array![1, 0], array![2, 0])), array![6, 1]);
/// assert_eq!(bcast!(at.(m, (0..2) @ (1), (0..3) @ (0))), m.t()); // all of them, turned over
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: `at.` with another number of indices than the array has axes",
    label = "write an index for each axis",
    note = "`at.(v, i)` for one axis, `at.(m, row, column)` for two"
)]
pub trait LookUp<const INDICES: usize> {
    /// What kernels look up in.
    type Table;
    #[doc(hidden)]
    fn table(self, written: &'static str) -> Self::Table;
}

macro_rules! look_up {
    ($($indices:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, A: Copy + Sync> LookUp<$indices> for ArrayView<'a, A, Dim<[usize; $indices]>> {
            type Table = Table<'a, A, $indices>;
            #[inline]
            fn table(self, written: &'static str) -> Self::Table {
                table(&self, written)
            }
        }
    )*};
}
look_up! { 1 2 3 4 5 6 }

#[diagnostic::do_not_recommend]
impl<'a, A: Copy + Sync, const INDICES: usize> LookUp<INDICES> for ArrayView<'a, A, IxDyn> {
    type Table = Table<'a, A, INDICES>;
    #[track_caller]
    fn table(self, written: &'static str) -> Self::Table {
        check_indices(INDICES, self.ndim(), written);
        table(&self, written)
    }
}

/// Panics where there is not one index for each axis.
#[track_caller]
pub(crate) fn check_indices(indices: usize, axes: usize, written: &str) {
    let word = if indices == 1 { "index" } else { "indices" };
    assert!(indices == axes, "bcast!: {indices} {word} for the {axes} axes of `{written}`");
}

#[inline]
fn table<'a, A: Copy + Sync, D: Dimension, const N: usize>(
    view: &ArrayView<'a, A, D>,
    written: &'static str,
) -> Table<'a, A, N> {
    let sizes = std::array::from_fn(|axis| view.shape()[axis]);
    let strides = std::array::from_fn(|axis| view.strides()[axis]);
    // SAFETY: the view lends its initialised elements for `'a`, at these strides.
    unsafe { Table::new(view.as_ptr(), sizes, strides, written) }
}

/// The same under `#[checked]`: of indices that may come from what failed, any element.
#[inline(always)]
#[track_caller]
pub fn look_up_checked<E: Copy, const N: usize>(table: Table<'_, E, N>, indices: [Found; N], report: impl Report) -> E {
    match table.holds(&indices) || !report.has_failed() {
        true => table.look_up(indices),
        false => table.look_up(indices.map(|_| Found::new(0, false))),
    }
}

/// The element of a table. The number is that of the look-up in its element function.
#[inline(always)]
#[track_caller]
pub fn find<E: Copy, const N: usize>(table: Table<'_, E, N>, indices: [Found; N], look_up: usize, t: SimdToken) -> E {
    table.find(look_up, indices, t)
}

/// The same in an element function that is computed once.
#[inline(always)]
#[track_caller]
pub fn look_up<E: Copy, const N: usize>(table: Table<'_, E, N>, indices: [Found; N]) -> E {
    table.look_up(indices)
}
