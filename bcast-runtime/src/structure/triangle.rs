//! Triangles of matrices.

use super::lend::{Square, SquareMut};
use super::rows::{Elements, Rows, Span, one_by_one};
use ndarray::{ArrayViewMut1, s};

macro_rules! triangles {
    ($($(#[$attr:meta])* $name:ident $row:ident $size:ident => $within:expr;)*) => {$(
        $(#[$attr])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<X>(X);

        impl<X: Square> $name<X> {
            /// This part of a matrix.
            ///
            /// # Panics
            /// If it is not square.
            #[track_caller]
            pub fn new(matrix: X) -> Self {
                let (rows, columns) = matrix.square().dim();
                assert!(rows == columns, "bcast: a triangle of a matrix of {rows}x{columns}, which is not square");
                $name(matrix)
            }

            /// The matrix, of which the other part is not looked at.
            pub fn matrix(&self) -> &X {
                &self.0
            }
        }

        impl<X: SquareMut<Elem: Copy + Default> + Sync> $name<X> {
            /// What it has of a row.
            pub(super) fn row_mut(&mut self, row: usize) -> ArrayViewMut1<'_, X::Elem> {
                let (first, end) = self.within(row);
                self.0.square_mut().slice_move(s![row, first..end])
            }
        }

        impl<X: Square<Elem: Copy + Default> + Sync> Rows for $name<X> {
            type Elem = X::Elem;
            #[inline(always)]
            fn size(&self) -> usize {
                self.0.square().nrows()
            }
            #[inline(always)]
            fn at(&self, row: usize, column: usize) -> X::Elem {
                self.0.square()[[row, column]]
            }
            #[inline(always)]
            fn within(&self, $row: usize) -> (usize, usize) {
                let $size = self.size();
                $within
            }
            fn along(&self, span: Span) -> Elements<'_, X::Elem> {
                let (first, end) = self.within(span.row);
                // A diagonal lies on one side of the main one.
                let last = if span.is_diagonal { span.column + 1 } else { span.column + span.len };
                match (first <= span.column && last <= end, span.is_diagonal) {
                    (true, _) => Elements::Lent(span.of(self.0.square())),
                    (false, true) => Elements::Zero(X::Elem::default()),
                    (false, false) => one_by_one(self, span),
                }
            }
        }
    )*};
}
triangles! {
    /// A square matrix on and below its diagonal, zero above.
    ///
    /// ```
    /// use bcast_runtime::{Operand, ndarray::array, structure::Lower};
    /// let m = array![[1., 2.], [3., 4.]];
    /// let _ = Lower::new(&m).leaf(); // 1 0, 3 4
    /// ```
    Lower row n => (0, (row + 1).min(n));
    /// A square matrix on and above its diagonal, zero below.
    ///
    /// ```
    /// use bcast_runtime::{Operand, ndarray::array, structure::Upper};
    /// let m = array![[1., 2.], [3., 4.]];
    /// let _ = Upper::new(&m).leaf(); // 1 2, 0 4
    /// ```
    Upper row n => (row, n);
}
