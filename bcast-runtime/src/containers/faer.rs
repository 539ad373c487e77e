//! Matrices, columns and rows of `faer`, owned or views.

use super::FromArray;
use crate::operand::{Leaf, Operand};
use crate::rank::Full;
use crate::target::{Goal, Target};
use faer::{Col, ColMut, ColRef, Mat, MatMut, MatRef, Row, RowMut, RowRef, Shape, Stride};
use ndarray::{Array, Ix1, Ix2};

/// Containers of so many axes, of which these strides are told.
macro_rules! read {
    ($($(#[$attr:meta])* $t:ty, $dim:ty, [$($generics:tt)*], $x:ident => [$($size:expr, $stride:expr;)*];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Operand for $t {
            type Elem = T;
            type Rank = Full<$dim>;
            type Leaf<'l>
                = Leaf<'l, T, Full<$dim>>
            where
                Self: 'l;
            #[inline]
            fn leaf(&self) -> Leaf<'_, T, Full<$dim>> {
                let $x = self;
                let (sizes, strides) = ([$($size.unbound()),*], [$($stride.element_stride()),*]);
                // SAFETY: 1 and 2: it lends initialised elements at these strides for the lifetime of `self`.
                unsafe { Leaf::from_raw(self.as_ptr(), sizes, strides) }
            }
        }
    )*};
}
read! {
    Mat<T, R, C>, Ix2, [T: Copy + Sync, R: Shape, C: Shape],
        x => [x.nrows(), x.row_stride(); x.ncols(), x.col_stride();];
    MatRef<'_, T, R, C, D, A>, Ix2, [T: Copy + Sync, R: Shape, C: Shape, D: Stride, A: Stride],
        x => [x.nrows(), x.row_stride(); x.ncols(), x.col_stride();];
    MatMut<'_, T, R, C, D, A>, Ix2, [T: Copy + Sync, R: Shape, C: Shape, D: Stride, A: Stride],
        x => [x.nrows(), x.row_stride(); x.ncols(), x.col_stride();];
    Col<T, R>, Ix1, [T: Copy + Sync, R: Shape], x => [x.nrows(), x.row_stride();];
    ColRef<'_, T, R, D>, Ix1, [T: Copy + Sync, R: Shape, D: Stride], x => [x.nrows(), x.row_stride();];
    ColMut<'_, T, R, D>, Ix1, [T: Copy + Sync, R: Shape, D: Stride], x => [x.nrows(), x.row_stride();];
    Row<T, C>, Ix1, [T: Copy + Sync, C: Shape], x => [x.ncols(), x.col_stride();];
    RowRef<'_, T, C, A>, Ix1, [T: Copy + Sync, C: Shape, A: Stride], x => [x.ncols(), x.col_stride();];
    RowMut<'_, T, C, A>, Ix1, [T: Copy + Sync, C: Shape, A: Stride], x => [x.ncols(), x.col_stride();];
}

macro_rules! written {
    ($($t:ty, $dim:ty, [$($generics:tt)*], $x:ident => [$($size:expr, $stride:expr;)*];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Target for $t {
            type Elem = T;
            type Rank = Full<$dim>;
            #[inline]
            fn target(&mut self) -> Goal<'_, T, Full<$dim>> {
                let $x = &*self;
                let (sizes, strides) = ([$($size.unbound()),*], [$($stride.element_stride()),*]);
                // SAFETY: 1 to 3: it lends its elements exclusively, each at one place, at these strides.
                unsafe { Goal::from_raw(self.as_ptr_mut(), sizes, strides) }
            }
        }
    )*};
}
written! {
    Mat<T, R, C>, Ix2, [T: Copy + Send + Sync, R: Shape, C: Shape],
        x => [x.nrows(), x.row_stride(); x.ncols(), x.col_stride();];
    MatMut<'_, T, R, C, D, A>, Ix2, [T: Copy + Send + Sync, R: Shape, C: Shape, D: Stride, A: Stride],
        x => [x.nrows(), x.row_stride(); x.ncols(), x.col_stride();];
    Col<T, R>, Ix1, [T: Copy + Send + Sync, R: Shape], x => [x.nrows(), x.row_stride();];
    ColMut<'_, T, R, D>, Ix1, [T: Copy + Send + Sync, R: Shape, D: Stride], x => [x.nrows(), x.row_stride();];
    Row<T, C>, Ix1, [T: Copy + Send + Sync, C: Shape], x => [x.ncols(), x.col_stride();];
    RowMut<'_, T, C, A>, Ix1, [T: Copy + Send + Sync, C: Shape, A: Stride], x => [x.ncols(), x.col_stride();];
}

impl<T: Clone> FromArray<T, Ix2> for Mat<T> {
    fn from_array(array: Array<T, Ix2>) -> Self {
        Mat::from_fn(array.nrows(), array.ncols(), |i, j| array[[i, j]].clone())
    }
}
impl<T: Clone> FromArray<T, Ix1> for Col<T> {
    fn from_array(array: Array<T, Ix1>) -> Self {
        Col::from_fn(array.len(), |i| array[i].clone())
    }
}
impl<T: Clone> FromArray<T, Ix1> for Row<T> {
    fn from_array(array: Array<T, Ix1>) -> Self {
        Row::from_fn(array.len(), |j| array[j].clone())
    }
}
