//! What operands have where a container has a piece: a diagonal, or what is stored of a row.

use super::{Diagonals, LowerTriangle, Symmetric, UpperTriangle};
use crate::element::each_element;
use crate::error::BroadcastError;
use crate::operand::{Leaf, One, Operand, OperandAxes, RawOperand};
use crate::rank::Full;
use crate::structure::{Banded, Lower, Rows, SymTridiagonal, Upper};
use ndarray::{Array1, ArrayBase, ArrayView1, ArrayView2, Data, Ix1, Ix2, s};

/// A kind that is made of one piece: of operands as they are.
pub trait Whole {}

/// What can be read piece by piece where the result is of kind `K`.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be read by the pieces of `{K}`",
    label = "neither a matrix nor a number",
    note = "compute a matrix of it first, or leave out `#[structured]`"
)]
pub trait Pieces<K> {
    /// What is read for a piece.
    type Piece<'a>
    where
        Self: 'a;
    /// What is read for the piece of this number.
    ///
    /// # Errors
    /// If the sizes are not those of the kind.
    fn piece<'a>(&'a self, kind: &K, at: usize) -> Result<Self::Piece<'a>, Misfit>;
}

impl<K: Whole, X: ?Sized> Pieces<K> for X {
    type Piece<'a>
        = &'a X
    where
        X: 'a;
    #[inline(always)]
    fn piece<'a>(&'a self, _: &K, _: usize) -> Result<&'a X, Misfit> {
        Ok(self)
    }
}

/// An operand has other sizes than the structured matrices beside it.
#[derive(Clone, Debug)]
pub struct Misfit {
    /// Its sizes.
    pub sizes: Vec<usize>,
    /// The rows of the others, which are as many as their columns.
    pub expected: usize,
}

/// Where a piece lies in a square matrix: from this element on, so many along a row or down a diagonal.
#[derive(Clone, Copy)]
pub(in crate::structure) struct Span {
    pub(in crate::structure) row: usize,
    pub(in crate::structure) column: usize,
    pub(in crate::structure) len: usize,
    pub(in crate::structure) is_diagonal: bool,
}

impl Span {
    /// The elements of a matrix there.
    pub(in crate::structure) fn of<T>(self, matrix: ArrayView2<'_, T>) -> ArrayView1<'_, T> {
        let Span { row, column, len, is_diagonal } = self;
        match is_diagonal {
            true => matrix.slice_move(s![row..row + len, column..column + len]).into_diag(),
            false => matrix.slice_move(s![row, column..column + len]),
        }
    }
}

/// A kind of square matrix, and where its pieces lie.
pub(in crate::structure) trait Spans {
    /// Rows, and columns.
    fn size(&self) -> usize;
    /// Where a piece lies.
    fn span(&self, at: usize) -> Span;
}

/// Elements of a structured matrix.
pub enum Elements<'a, T> {
    /// Those that it has in a row.
    Stored(ArrayView1<'a, T>),
    /// Among zeros.
    Mixed(Array1<T>),
    /// All zeros.
    Zero(T),
}
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
            Elements::Stored(view) => view.leaf(),
            Elements::Mixed(array) => array.leaf(),
            // SAFETY: one element, which is lent, along one axis.
            Elements::Zero(zero) => unsafe { Leaf::new(RawOperand::memory(zero, OperandAxes::line(1))) },
        }
    }
}

/// Elements of a structured matrix along a span, one by one.
pub(in crate::structure) fn one_by_one<X: Rows + ?Sized>(matrix: &X, span: Span) -> Elements<'_, X::Elem> {
    let place = |at| (if span.is_diagonal { span.row + at } else { span.row }, span.column + at);
    let element = |at| {
        let (row, column) = place(at);
        let (first, end) = matrix.within(row);
        if (first..end).contains(&column) { matrix.at(row, column) } else { X::Elem::default() }
    };
    Elements::Mixed(Array1::from_shape_fn(span.len, element))
}

macro_rules! pieces {
    ($([$($generics:tt)*] $kind:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: Data, $($generics)*> Pieces<$kind> for ArrayBase<S, Ix2> {
            type Piece<'a>
                = ArrayView1<'a, S::Elem>
            where
                Self: 'a;
            #[inline]
            fn piece<'a>(&'a self, kind: &$kind, at: usize) -> Result<ArrayView1<'a, S::Elem>, Misfit> {
                if self.dim() != (kind.size(), kind.size()) {
                    return Err(Misfit { sizes: self.shape().to_vec(), expected: kind.size() });
                }
                Ok(kind.span(at).of(self.view()))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<X: Pieces<$kind> + ?Sized, $($generics)*> Pieces<$kind> for &X {
            type Piece<'a>
                = X::Piece<'a>
            where
                Self: 'a;
            #[inline]
            fn piece<'a>(&'a self, kind: &$kind, at: usize) -> Result<X::Piece<'a>, Misfit> {
                (**self).piece(kind, at)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Copy, $($generics)*> Pieces<$kind> for One<T> {
            type Piece<'a>
                = One<T>
            where
                T: 'a;
            #[inline(always)]
            fn piece<'a>(&'a self, _: &$kind, _: usize) -> Result<One<T>, Misfit> {
                Ok(*self)
            }
        }
        structured! { [$($generics)*] $kind; [const LOW: usize, const HIGH: usize,] Banded<X, LOW, HIGH>: Line }
        structured! { [$($generics)*] $kind; [] SymTridiagonal<X>: Line }
        structured! { [$($generics)*] $kind; [] Lower<X>: Square }
        structured! { [$($generics)*] $kind; [] Upper<X>: Square }
    )*};
}
macro_rules! structured {
    ([$($generics:tt)*] $kind:ty; [$($own:tt)*] $matrix:ty: $made_of:ident) => {
        #[diagnostic::do_not_recommend]
        impl<X: crate::structure::$made_of<Elem: Copy + Default> + Sync, $($own)* $($generics)*> Pieces<$kind> for $matrix {
            type Piece<'a>
                = Elements<'a, X::Elem>
            where
                Self: 'a;
            #[inline]
            fn piece<'a>(&'a self, kind: &$kind, at: usize) -> Result<Elements<'a, X::Elem>, Misfit> {
                if self.size() != kind.size() {
                    return Err(Misfit { sizes: vec![self.size(); 2], expected: kind.size() });
                }
                Ok(self.along(kind.span(at)))
            }
        }
    };
}
macro_rules! numbers {
    ($($t:ty)*) => {$(
        number! { $t; [const BELOW: usize, const ABOVE: usize] Diagonals<BELOW, ABOVE> }
        number! { $t; [] Symmetric }
        number! { $t; [] LowerTriangle }
        number! { $t; [] UpperTriangle }
    )*};
}
macro_rules! number {
    ($t:ty; [$($generics:tt)*] $kind:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Pieces<$kind> for $t {
            type Piece<'a> = $t;
            #[inline(always)]
            fn piece(&self, _: &$kind, _: usize) -> Result<$t, Misfit> {
                Ok(*self)
            }
        }
    };
}
each_element! { numbers }
pieces! {
    [const BELOW: usize, const ABOVE: usize] Diagonals<BELOW, ABOVE>;
    [] Symmetric;
    [] LowerTriangle;
    [] UpperTriangle;
}

/// What an operand that is written so has for a piece.
///
/// # Panics
/// If it has other sizes than the structured matrices beside it.
#[doc(hidden)]
#[inline]
#[track_caller]
pub fn piece<'a, K, X: Pieces<K> + ?Sized>(
    x: &'a X,
    kind: &K,
    at: usize,
    call: &'static str,
    operand: &'static str,
) -> X::Piece<'a> {
    try_piece(x, kind, at, call, operand).unwrap_or_else(|error| panic!("{error}"))
}

/// The same where errors are returned.
///
/// # Errors
/// If it has other sizes than the structured matrices beside it.
#[doc(hidden)]
#[inline]
pub fn try_piece<'a, K, X: Pieces<K> + ?Sized>(
    x: &'a X,
    kind: &K,
    at: usize,
    call: &'static str,
    operand: &'static str,
) -> Result<X::Piece<'a>, BroadcastError> {
    x.piece(kind, at).map_err(|Misfit { sizes, expected }| BroadcastError::Structure { call, operand, sizes, expected })
}
