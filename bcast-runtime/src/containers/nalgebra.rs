//! Matrices of `nalgebra`, static or dynamic, owned or views: with one column they are vectors, with one axis.

use super::{FromArray, misfit};
use crate::operand::{FewAxes, Leaf, Operand, OperandAxes, RawOperand};
use crate::rank::Full;
use crate::target::{Goal, Target};
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, Dim, Dyn, Matrix, OMatrix, RawStorage, RawStorageMut, Scalar, U1};
use ndarray::{Array, Dimension, Ix1, Ix2};

/// The number of a matrix's columns as a type: it says how many axes there are.
pub trait Columns: Dim {
    /// `Ix1` of one column, else `Ix2`.
    type Axes: Dimension;
}
impl Columns for U1 {
    type Axes = Ix1;
}
impl Columns for Dyn {
    type Axes = Ix2;
}
macro_rules! columns {
    ($($count:literal)*) => {$(
        impl Columns for Const<$count> {
            type Axes = Ix2;
        }
    )*};
}
columns! {
    0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42
    43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 96 100 120 127 128 192 200 255 256 384 500 512 768
    1000 1024
}

/// Rows, and columns if they are an axis.
fn axes<T, R: Dim, C: Columns, S: RawStorage<T, R, C>>(storage: &S) -> FewAxes {
    let ((rows, columns), (down, right)) = (storage.shape(), storage.strides());
    let mut axes = FewAxes::default();
    axes.push(rows.value(), down.value() as isize);
    if C::Axes::NDIM == Some(2) {
        axes.push(columns.value(), right.value() as isize);
    }
    axes
}

#[diagnostic::do_not_recommend]
impl<T: Copy + Sync, R: Dim, C: Columns, S: RawStorage<T, R, C>> Operand for Matrix<T, R, C, S> {
    type Elem = T;
    type Rank = Full<C::Axes>;
    type Leaf<'a>
        = Leaf<'a, T, Full<C::Axes>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<C::Axes>> {
        let axes = OperandAxes::few(axes(&self.data));
        // SAFETY: the unsafe trait `RawStorage` promises initialised elements at these strides, which the matrix lends
        // for the lifetime of `self`; there are as many axes as `C::Axes` says.
        unsafe { Leaf::new(RawOperand::memory(self.data.ptr(), axes)) }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Copy + Send + Sync, R: Dim, C: Columns, S: RawStorageMut<T, R, C>> Target for Matrix<T, R, C, S> {
    type Elem = T;
    type Rank = Full<C::Axes>;
    #[inline]
    fn target(&mut self) -> Goal<'_, T, Full<C::Axes>> {
        let axes = OperandAxes::few(axes(&self.data));
        // SAFETY: as for `leaf`; the trait `RawStorageMut` promises elements of its own, each at one place.
        unsafe { Goal::new(self.data.ptr_mut(), axes) }
    }
}

impl<T: Scalar, R: Dim, C: Dim> FromArray<T, Ix2> for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    fn from_array(array: Array<T, Ix2>) -> Self {
        let (rows, columns) = array.dim();
        let (fixed_rows, fixed_columns) = (R::try_to_usize(), C::try_to_usize());
        if fixed_rows.is_some_and(|fixed| fixed != rows) || fixed_columns.is_some_and(|fixed| fixed != columns) {
            let size = |fixed: Option<usize>| fixed.map_or("any".to_owned(), |fixed| fixed.to_string());
            misfit(array.shape(), &format!("a matrix of {}x{}", size(fixed_rows), size(fixed_columns)));
        }
        OMatrix::from_fn_generic(R::from_usize(rows), C::from_usize(columns), |i, j| array[[i, j]].clone())
    }
}

impl<T: Scalar, R: Dim> FromArray<T, Ix1> for OMatrix<T, R, U1>
where
    DefaultAllocator: Allocator<R, U1>,
{
    fn from_array(array: Array<T, Ix1>) -> Self {
        if let Some(fixed) = R::try_to_usize().filter(|&fixed| fixed != array.len()) {
            misfit(array.shape(), &format!("a vector of {fixed}"));
        }
        OMatrix::from_fn_generic(R::from_usize(array.len()), Const::<1>, |i, _| array[i].clone())
    }
}
