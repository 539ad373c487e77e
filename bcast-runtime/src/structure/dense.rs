//! Matrices with structure as the dense ones that they stand for: operands, computed row by row.

use super::lend::{Line, Square};
use super::rows::Rows;
use super::{Banded, Lower, SymTridiagonal, Upper};
use crate::operand::{Computed, FewAxes, Leaf, Operand, OperandAxes, Positions, Unfilled};
use crate::rank::Full;
use ndarray::Ix2;

/// Computes the element at a position.
#[inline(always)]
fn element<X: Rows>(of: &X, position: isize) -> X::Elem {
    let n = of.size() as isize;
    of.element((position / n) as usize, (position % n) as usize)
}

/// Computes elements, those of rows part by part.
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
