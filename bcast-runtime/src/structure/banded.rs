//! Square matrices of a few diagonals.

use super::lend::{Line, LineMut};
use super::rows::{Elements, Rows, Span, one_by_one};
use ndarray::ArrayViewMut1;

/// A square matrix of some diagonals, zero elsewhere: `BELOW` of them below the main one, and `ABOVE` above it. A zero
/// is `T::default()`.
///
/// ```
/// use bcast_runtime::{Operand, structure::{Bidiagonal, Diagonal, Tridiagonal}};
/// # use bcast_runtime::{Broadcast, ndarray::Ix2};
/// # fn is_matrix(_: &impl Broadcast<Ix2>) {}
/// let v = vec![1., 2., 3.];
/// # is_matrix(&Diagonal::new(&v));
/// let _ = Diagonal::new(&v).leaf();                       // 1 0 0, 0 2 0, 0 0 3
/// let _ = Bidiagonal::new(&v[..], &v[1..]).leaf();        // 1 2 0, 0 2 3, 0 0 3
/// let _ = Tridiagonal::new(&v[..2], &v[..], &v[1..]).leaf(); // 1 2 0, 1 2 3, 0 2 3
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Banded<X, const BELOW: usize, const ABOVE: usize> {
    /// From the lowest.
    below: [X; BELOW],
    diagonal: X,
    /// To the highest.
    above: [X; ABOVE],
}

/// A matrix of its main diagonal.
pub type Diagonal<X> = Banded<X, 0, 0>;
/// A matrix of its main diagonal and the one above.
pub type Bidiagonal<X> = Banded<X, 0, 1>;
/// A matrix of its main diagonal and the one below.
pub type LowerBidiagonal<X> = Banded<X, 1, 0>;
/// A matrix of its main diagonal and those beside it.
pub type Tridiagonal<X> = Banded<X, 1, 1>;

impl<X: Line, const BELOW: usize, const ABOVE: usize> Banded<X, BELOW, ABOVE> {
    /// # Panics
    /// If a diagonal is not as long as it lies in the matrix.
    #[track_caller]
    pub(super) fn of(below: [X; BELOW], diagonal: X, above: [X; ABOVE]) -> Self {
        let n = diagonal.line().len();
        let fits = |beside: &X, apart: usize| {
            let len = beside.line().len();
            let want = n.saturating_sub(apart);
            assert!(len == want, "bcast: a diagonal of {len} beside one of {n}, where {want} fit");
        };
        below.iter().rev().zip(1..).for_each(|(beside, apart)| fits(beside, apart));
        above.iter().zip(1..).for_each(|(beside, apart)| fits(beside, apart));
        Banded { below, diagonal, above }
    }

    /// The main diagonal.
    pub fn diagonal(&self) -> &X {
        &self.diagonal
    }

    /// Those below it, from the lowest.
    pub fn below(&self) -> &[X; BELOW] {
        &self.below
    }

    /// Those above it, to the highest.
    pub fn above(&self) -> &[X; ABOVE] {
        &self.above
    }
}

impl<X: LineMut, const BELOW: usize, const ABOVE: usize> Banded<X, BELOW, ABOVE> {
    /// The diagonal of this number, from the lowest.
    pub(super) fn line_mut(&mut self, at: usize) -> ArrayViewMut1<'_, X::Elem> {
        match at.checked_sub(BELOW) {
            None => self.below[at].line_mut(),
            Some(0) => self.diagonal.line_mut(),
            Some(right) => self.above[right - 1].line_mut(),
        }
    }
}

impl<X: Line> Diagonal<X> {
    /// With this main diagonal.
    pub fn new(diagonal: X) -> Self {
        Banded::of([], diagonal, [])
    }
}

impl<X: Line> Bidiagonal<X> {
    /// With these diagonals.
    ///
    /// # Panics
    /// If the one above is not shorter by one.
    #[track_caller]
    pub fn new(diagonal: X, above: X) -> Self {
        Banded::of([], diagonal, [above])
    }
}

impl<X: Line> LowerBidiagonal<X> {
    /// With these diagonals.
    ///
    /// # Panics
    /// If the one below is not shorter by one.
    #[track_caller]
    pub fn new(below: X, diagonal: X) -> Self {
        Banded::of([below], diagonal, [])
    }
}

impl<X: Line> Tridiagonal<X> {
    /// With these diagonals.
    ///
    /// # Panics
    /// If those beside the main one are not shorter by one.
    #[track_caller]
    pub fn new(below: X, diagonal: X, above: X) -> Self {
        Banded::of([below], diagonal, [above])
    }
}

impl<X: Line<Elem: Copy + Default> + Sync, const BELOW: usize, const ABOVE: usize> Rows for Banded<X, BELOW, ABOVE> {
    type Elem = X::Elem;
    #[inline(always)]
    fn size(&self) -> usize {
        self.diagonal.line().len()
    }
    #[inline(always)]
    fn at(&self, row: usize, column: usize) -> X::Elem {
        match column.checked_sub(row) {
            Some(0) => self.diagonal.line()[row],
            Some(apart) => self.above[apart - 1].line()[row],
            None => self.below[BELOW - (row - column)].line()[column],
        }
    }
    #[inline(always)]
    fn within(&self, row: usize) -> (usize, usize) {
        (row.saturating_sub(BELOW), (row + ABOVE + 1).min(self.size()))
    }
    fn along(&self, span: Span) -> Elements<'_, X::Elem> {
        let diagonal = match (span.row, span.column) {
            _ if !span.is_diagonal => return one_by_one(self, span),
            (0, 0) => Some(&self.diagonal),
            (0, right) => self.above.get(right - 1),
            (left, _) => BELOW.checked_sub(left).map(|at| &self.below[at]),
        };
        diagonal.map_or_else(|| Elements::Zero(X::Elem::default()), |diagonal| Elements::Lent(diagonal.line()))
    }
}

/// A symmetric matrix of its main diagonal and what stands on both sides of it, zero elsewhere.
///
/// ```
/// use bcast_runtime::{Operand, structure::SymTridiagonal};
/// let _laplacian = SymTridiagonal::new(vec![2.; 4], vec![-1.; 3]).leaf();
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SymTridiagonal<X> {
    diagonal: X,
    beside: X,
}

impl<X: Line> SymTridiagonal<X> {
    /// With these diagonals.
    ///
    /// # Panics
    /// If the one beside the main one is not shorter by one.
    #[track_caller]
    pub fn new(diagonal: X, beside: X) -> Self {
        let (n, len) = (diagonal.line().len(), beside.line().len());
        let want = n.saturating_sub(1);
        assert!(len == want, "bcast: a diagonal of {len} beside one of {n}, where {want} fit");
        SymTridiagonal { diagonal, beside }
    }

    /// The main diagonal.
    pub fn diagonal(&self) -> &X {
        &self.diagonal
    }

    /// What stands beside it.
    pub fn beside(&self) -> &X {
        &self.beside
    }
}

impl<X: LineMut> SymTridiagonal<X> {
    /// The main diagonal, or what stands beside it.
    pub(super) fn line_mut(&mut self, at: usize) -> ArrayViewMut1<'_, X::Elem> {
        if at == 0 { self.diagonal.line_mut() } else { self.beside.line_mut() }
    }
}

impl<X: Line<Elem: Copy + Default> + Sync> Rows for SymTridiagonal<X> {
    type Elem = X::Elem;
    #[inline(always)]
    fn size(&self) -> usize {
        self.diagonal.line().len()
    }
    #[inline(always)]
    fn at(&self, row: usize, column: usize) -> X::Elem {
        if row == column { self.diagonal.line()[row] } else { self.beside.line()[row.min(column)] }
    }
    #[inline(always)]
    fn within(&self, row: usize) -> (usize, usize) {
        (row.saturating_sub(1), (row + 2).min(self.size()))
    }
    fn along(&self, span: Span) -> Elements<'_, X::Elem> {
        match (span.is_diagonal, span.row.max(span.column)) {
            (true, 0) => Elements::Lent(self.diagonal.line()),
            (true, 1) => Elements::Lent(self.beside.line()),
            _ => one_by_one(self, span),
        }
    }
}
