//! Containers that say where their elements are zero, or pack them: as operands they are read as the dense arrays that
//! they stand for, without such an array. On a GPU they are copied to the device, as what is computed is.

mod banded;
mod bits;
pub(crate) mod kind;
mod triangle;

pub use banded::{Banded, Bidiagonal, Diagonal, LowerBidiagonal, SymTridiagonal, Tridiagonal};
pub use bits::Bits;
pub use kind::{
    Assign, Dense, Diagonals, Elements, Finish, Fits, Literal, Logic, LowerTriangle, Misfit, Packed, Pieces, Plain,
    Progress, Refilled, Rule, Structured, Symmetric, UpperTriangle, Whole, op,
};
pub use triangle::{Lower, Upper};

use crate::operand::{Computed, FewAxes, Leaf, Operand, OperandAxes, Positions, Unfilled};
use crate::rank::Full;
use kind::{Span, one_by_one};
use ndarray::{ArrayBase, ArrayView1, ArrayView2, ArrayViewMut1, ArrayViewMut2, Data, DataMut, Ix1, Ix2};

/// Adjacent elements that a container is made of: an array of one axis, a `Vec`, a slice, or a reference to one.
pub trait Line {
    /// An element.
    type Elem;
    /// Lends them.
    fn line(&self) -> ArrayView1<'_, Self::Elem>;
}
impl<S: Data> Line for ArrayBase<S, Ix1> {
    type Elem = S::Elem;
    #[inline]
    fn line(&self) -> ArrayView1<'_, S::Elem> {
        self.view()
    }
}
macro_rules! lines {
    ($([$($generics:tt)*] $line:ty,)*) => {$(
        impl<A, $($generics)*> Line for $line {
            type Elem = A;
            #[inline]
            fn line(&self) -> ArrayView1<'_, A> {
                ArrayView1::from(self as &[A])
            }
        }
    )*};
}
macro_rules! mutable_lines {
    ($([$($generics:tt)*] $line:ty,)*) => {$(
        impl<A, $($generics)*> LineMut for $line {
            #[inline]
            fn line_mut(&mut self) -> ArrayViewMut1<'_, A> {
                ArrayViewMut1::from(self as &mut [A])
            }
        }
    )*};
}
mutable_lines! { [] [A], [const LEN: usize] [A; LEN], [] Vec<A>, }
lines! { [] [A], [const LEN: usize] [A; LEN], [] Vec<A>, }
macro_rules! lent_lines {
    ($($pointer:ty;)*) => {$(
        impl<X: Line + ?Sized> Line for $pointer {
            type Elem = X::Elem;
            #[inline]
            fn line(&self) -> ArrayView1<'_, X::Elem> {
                (**self).line()
            }
        }
    )*};
}
lent_lines! { &X; &mut X; }

/// The same to be written.
pub trait LineMut: Line {
    /// Lends them.
    fn line_mut(&mut self) -> ArrayViewMut1<'_, Self::Elem>;
}
impl<S: DataMut> LineMut for ArrayBase<S, Ix1> {
    #[inline]
    fn line_mut(&mut self) -> ArrayViewMut1<'_, S::Elem> {
        self.view_mut()
    }
}
impl<X: LineMut + ?Sized> LineMut for &mut X {
    #[inline]
    fn line_mut(&mut self) -> ArrayViewMut1<'_, X::Elem> {
        (**self).line_mut()
    }
}

/// Rows and columns of which a container shows a part: an array of two axes, or a reference to one.
pub trait Square {
    /// An element.
    type Elem;
    /// Lends them.
    fn square(&self) -> ArrayView2<'_, Self::Elem>;
}
impl<S: Data> Square for ArrayBase<S, Ix2> {
    type Elem = S::Elem;
    #[inline]
    fn square(&self) -> ArrayView2<'_, S::Elem> {
        self.view()
    }
}
macro_rules! lent_squares {
    ($($pointer:ty;)*) => {$(
        impl<X: Square + ?Sized> Square for $pointer {
            type Elem = X::Elem;
            #[inline]
            fn square(&self) -> ArrayView2<'_, X::Elem> {
                (**self).square()
            }
        }
    )*};
}
lent_squares! { &X; &mut X; }

/// The same to be written.
pub trait SquareMut: Square {
    /// Lends them.
    fn square_mut(&mut self) -> ArrayViewMut2<'_, Self::Elem>;
}
impl<S: DataMut> SquareMut for ArrayBase<S, Ix2> {
    #[inline]
    fn square_mut(&mut self) -> ArrayViewMut2<'_, S::Elem> {
        self.view_mut()
    }
}
impl<X: SquareMut + ?Sized> SquareMut for &mut X {
    #[inline]
    fn square_mut(&mut self) -> ArrayViewMut2<'_, X::Elem> {
        (**self).square_mut()
    }
}

/// A square matrix of which a row tells where its elements are.
trait Rows: Sync {
    type Elem: Copy + Default;
    /// Rows, and columns.
    fn size(&self) -> usize;
    /// The element of this row and column.
    fn at(&self, row: usize, column: usize) -> Self::Elem;
    /// The first column of a row that has an element, and the first one behind these.
    fn within(&self, row: usize) -> (usize, usize);
    /// The elements along a span.
    fn along(&self, span: Span) -> Elements<'_, Self::Elem> {
        one_by_one(self, span)
    }
}

/// Computes the element at a position.
#[inline(always)]
fn element<X: Rows>(of: &X, position: isize) -> X::Elem {
    let n = of.size() as isize;
    let (row, column) = ((position / n) as usize, (position % n) as usize);
    let (first, end) = of.within(row);
    if (first..end).contains(&column) { of.at(row, column) } else { X::Elem::default() }
}

/// Computes elements, those of rows piece by piece.
#[inline(always)]
fn elements<X: Rows>(of: &X, Positions { first, step, len }: Positions, out: &mut Unfilled<X::Elem>) {
    if step != 1 {
        return out.push(len, |lane| element(of, first + step * lane as isize));
    }
    let n = of.size();
    let (mut row, mut column) = (first as usize / n, first as usize % n);
    while !out.is_empty() {
        let (start, end) = of.within(row);
        out.push(start.saturating_sub(column), |_| X::Elem::default());
        let from = column.max(start);
        out.push(end.saturating_sub(from), |lane| of.at(row, from + lane));
        out.push(n - column.max(end), |_| X::Elem::default());
        (row, column) = (row + 1, 0);
    }
}

/// Such matrices are operands.
macro_rules! matrices {
    ($([$($generics:tt)*] $matrix:ty;)*) => {$(
        impl<$($generics)*> Computed for $matrix
        where
            X: Sync,
            X::Elem: Copy + Default + Send + Sync,
        {
            type Elem = X::Elem;
            #[inline(always)]
            fn element(&self, position: isize) -> X::Elem {
                element(self, position)
            }
            #[inline(always)]
            fn elements(&self, positions: Positions, out: &mut Unfilled<X::Elem>) {
                elements(self, positions, out);
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Operand for $matrix
        where
            X: Sync,
            X::Elem: Copy + Default + Send + Sync,
        {
            type Elem = X::Elem;
            type Rank = Full<Ix2>;
            type Leaf<'a>
                = Leaf<'a, X::Elem, Full<Ix2>>
            where
                Self: 'a;
            #[inline]
            fn leaf(&self) -> Leaf<'_, X::Elem, Full<Ix2>> {
                let n = self.size();
                let axes = OperandAxes::few(FewAxes::of([n, n], [n as isize, 1]));
                Leaf::computed(self, axes)
            }
        }
    )*};
}
matrices! {
    [X: Line, const BELOW: usize, const ABOVE: usize] Banded<X, BELOW, ABOVE>;
    [X: Line] SymTridiagonal<X>;
    [X: Square] Lower<X>;
    [X: Square] Upper<X>;
}
