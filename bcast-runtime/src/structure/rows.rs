//! Square matrices of which a row tells where its elements are, and how they are read along spans.

use crate::operand::{Leaf, Operand, OperandAxes, RawOperand};
use crate::rank::Full;
use ndarray::{Array1, ArrayView1, ArrayView2, Ix1, s};

/// Where a portion lies in a square matrix: from this element on, so many along a row or down a diagonal.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) len: usize,
    pub(super) is_diagonal: bool,
}

impl Span {
    /// The elements of a matrix there.
    pub(super) fn of<T>(self, matrix: ArrayView2<'_, T>) -> ArrayView1<'_, T> {
        let Span { row, column, len, is_diagonal } = self;
        match is_diagonal {
            true => matrix.slice_move(s![row..row + len, column..column + len]).into_diag(),
            false => matrix.slice_move(s![row, column..column + len]),
        }
    }
}

/// A square matrix of which a row tells where its elements are.
pub(super) trait Rows: Sync {
    type Elem: Copy + Default;
    /// Rows, and columns.
    fn size(&self) -> usize;
    /// The element of this row and column.
    fn at(&self, row: usize, column: usize) -> Self::Elem;
    /// The first column of a row that has an element, and the first one behind these.
    fn within(&self, row: usize) -> (usize, usize);
    /// The same, or zero where the row has none.
    #[inline(always)]
    fn element(&self, row: usize, column: usize) -> Self::Elem {
        let (first, end) = self.within(row);
        if (first..end).contains(&column) { self.at(row, column) } else { Self::Elem::default() }
    }
    /// The elements along a span.
    fn along(&self, span: Span) -> Elements<'_, Self::Elem> {
        one_by_one(self, span)
    }
}

/// Elements of a structured matrix.
pub enum Elements<'a, T> {
    /// Those that it has in a row.
    Lent(ArrayView1<'a, T>),
    /// Among zeros.
    Mixed(Array1<T>),
    /// All zeros.
    Zero(T),
}
#[diagnostic::do_not_recommend]
impl<T: Copy + Sync> Operand for Elements<'_, T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, T, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        match self {
            Elements::Lent(view) => view.leaf(),
            Elements::Mixed(array) => array.leaf(),
            // SAFETY: one element, which is lent, along one axis.
            Elements::Zero(zero) => unsafe { Leaf::new(RawOperand::memory(zero, OperandAxes::line(1))) },
        }
    }
}

/// Elements of a structured matrix along a span, one by one.
pub(super) fn one_by_one<X: Rows + ?Sized>(matrix: &X, span: Span) -> Elements<'_, X::Elem> {
    let element = |at| matrix.element(if span.is_diagonal { span.row + at } else { span.row }, span.column + at);
    Elements::Mixed(Array1::from_shape_fn(span.len, element))
}
