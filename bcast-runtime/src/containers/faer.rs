//! Matrices, columns and rows of `faer`, owned or views.

use super::FromArray;
use crate::operand::{Computed, FewAxes, Leaf, Operand, OperandAxes, Positions, Unfilled};
use crate::rank::Full;
use crate::structure::{Diagonal, Line, LineMut};
use crate::target::{Goal, Target};
use faer::diag::{Diag, DiagRef};
use faer::{Col, ColMut, ColRef, Mat, MatMut, MatRef, Row, RowMut, RowRef, Shape, Stride};
use ndarray::{Array, ArrayView1, ArrayViewMut1, Axis, Ix1, Ix2, ShapeBuilder, StrideShape};

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

/// Columns are lines, of which structures consist.
macro_rules! lines {
    ($([$($generics:tt)*] $t:ty, $x:ident => $column:expr;)*) => {$(
        impl<$($generics)*> Line for $t {
            type Elem = T;
            #[inline]
            fn line(&self) -> ArrayView1<'_, T> {
                let $x = self;
                let column = $column;
                let (len, stride) = (column.nrows().unbound(), column.row_stride().element_stride());
                let (first, shape, is_backwards) = upwards(len, stride);
                // SAFETY: the column lends so many initialised elements at this stride, for the lifetime of `self`.
                let mut line = unsafe { ArrayView1::from_shape_ptr(shape, column.as_ptr().offset(first)) };
                if is_backwards {
                    line.invert_axis(Axis(0));
                }
                line
            }
        }
    )*};
}
lines! {
    [T, R: Shape] Col<T, R>, x => x.as_ref();
    [T, R: Shape, D: Stride] ColRef<'_, T, R, D>, x => *x;
    [T, R: Shape, D: Stride] ColMut<'_, T, R, D>, x => x.as_ref();
    [T, R: Shape] Diag<T, R>, x => x.column_vector();
    [T, R: Shape, D: Stride] DiagRef<'_, T, R, D>, x => x.column_vector();
}
macro_rules! mutable_lines {
    ($([$($generics:tt)*] $t:ty, $x:ident => $column:expr;)*) => {$(
        impl<$($generics)*> LineMut for $t {
            #[inline]
            fn line_mut(&mut self) -> ArrayViewMut1<'_, T> {
                let $x = self;
                let column = $column;
                let (len, stride) = (column.nrows().unbound(), column.row_stride().element_stride());
                let (first, shape, is_backwards) = upwards(len, stride);
                // SAFETY: the same, which it lends exclusively, each at one place.
                let mut line = unsafe { ArrayViewMut1::from_shape_ptr(shape, column.as_ptr_mut().offset(first)) };
                if is_backwards {
                    line.invert_axis(Axis(0));
                }
                line
            }
        }
    )*};
}
mutable_lines! {
    [T, R: Shape] Col<T, R>, x => x.as_mut();
    [T, R: Shape, D: Stride] ColMut<'_, T, R, D>, x => x.as_mut();
    [T, R: Shape] Diag<T, R>, x => x.column_vector_mut();
}

/// The way from the first element to the one at the lowest address, the shape from there on, and whether elements come
/// from the other end.
fn upwards(len: usize, stride: isize) -> (isize, StrideShape<Ix1>, bool) {
    let first = if stride < 0 { (len as isize - 1).max(0) * stride } else { 0 };
    (first, len.strides(stride.unsigned_abs()), stride < 0)
}

/// Diagonal matrices are read as the dense ones that they stand for, as `structure::Diagonal` of theirs is.
macro_rules! diagonal {
    ($([$($generics:tt)*] $t:ty;)*) => {$(
        impl<$($generics)*> Computed for $t {
            type Elem = T;
            #[inline(always)]
            fn element(&self, position: isize) -> T {
                Diagonal::new(self).element(position)
            }
            #[inline(always)]
            fn elements(&self, positions: Positions, out: &mut Unfilled<T>) {
                Diagonal::new(self).elements(positions, out);
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Operand for $t {
            type Elem = T;
            type Rank = Full<Ix2>;
            type Leaf<'l>
                = Leaf<'l, T, Full<Ix2>>
            where
                Self: 'l;
            #[inline]
            fn leaf(&self) -> Leaf<'_, T, Full<Ix2>> {
                let n = self.dim().unbound();
                Leaf::computed(self, OperandAxes::few(FewAxes::of([n, n], [n as isize, 1])))
            }
        }
    )*};
}
diagonal! {
    [T: Copy + Default + Send + Sync, R: Shape] Diag<T, R>;
    [T: Copy + Default + Send + Sync, R: Shape, D: Stride] DiagRef<'_, T, R, D>;
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
