//! The kinds of square matrices of which parts are zero, and their rules.
//!
//! Sums and differences have what either has, products what both have: zero times anything is zero, also times what is
//! no number. A product with something dense keeps the structure, and so does a quotient by a single value.

use super::rule::{Dense, Finish, Literal, Plain, Rule, Structured, op, rules};
use crate::operand::Operand;
use crate::rank::Scalar;
use crate::structure::lend::{Line, Square};
use crate::structure::rows::{Rows, Span};
use crate::structure::{Banded, Lower, SymTridiagonal, Upper};
use ndarray::{Array1, Array2, s};

macro_rules! kinds {
    ($($(#[$attr:meta])* $kind:ident $(<$(const $number:ident: usize),*>)?;)*) => {$(
        $(#[$attr])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $kind $(<$(const $number: usize),*>)? {
            size: usize,
        }
        impl $(<$(const $number: usize),*>)? $kind $(<$($number),*>)? {
            fn of(size: usize) -> Self {
                Self { size }
            }
        }
    )*};
}
kinds! {
    /// So many diagonals below the main one and above it: a [`Banded`] matrix.
    Diagonals<const BELOW: usize, const ABOVE: usize>;
    /// The main diagonal and the same on both sides of it: a [`SymTridiagonal`] matrix.
    Symmetric;
    /// On and below the main diagonal: a [`Lower`] triangle.
    LowerTriangle;
    /// On and above the main diagonal: an [`Upper`] triangle.
    UpperTriangle;
}

// Where portions lie ------------------------------------------------------------------------------------------------

/// A kind of square matrix, and where its portions lie.
pub(super) trait Spans {
    /// Rows, and columns.
    fn size(&self) -> usize;
    /// Where a portion lies.
    fn span(&self, at: usize) -> Span;
}

/// The diagonal that is so many columns right of the main one, or left of it.
fn diagonal(size: usize, right: usize, left: usize) -> Span {
    let len = size.saturating_sub(right + left);
    Span { row: left.min(size), column: right.min(size), len, is_diagonal: true }
}

impl<const BELOW: usize, const ABOVE: usize> Spans for Diagonals<BELOW, ABOVE> {
    fn size(&self) -> usize {
        self.size
    }
    fn span(&self, at: usize) -> Span {
        diagonal(self.size, at.saturating_sub(BELOW), BELOW.saturating_sub(at))
    }
}
impl Spans for Symmetric {
    fn size(&self) -> usize {
        self.size
    }
    fn span(&self, at: usize) -> Span {
        diagonal(self.size, at, 0)
    }
}
impl Spans for LowerTriangle {
    fn size(&self) -> usize {
        self.size
    }
    fn span(&self, at: usize) -> Span {
        Span { row: at, column: 0, len: at + 1, is_diagonal: false }
    }
}
impl Spans for UpperTriangle {
    fn size(&self) -> usize {
        self.size
    }
    fn span(&self, at: usize) -> Span {
        Span { row: at, column: at, len: self.size - at, is_diagonal: false }
    }
}

// Which operands are of these kinds, and what results are ------------------------------------------------------------

impl<X: Line<Elem: Copy + Default> + Sync, const BELOW: usize, const ABOVE: usize> Structured
    for Banded<X, BELOW, ABOVE>
{
    type Kind<'a>
        = Diagonals<BELOW, ABOVE>
    where
        Self: 'a;
    fn kind(&self) -> Diagonals<BELOW, ABOVE> {
        Diagonals { size: self.size() }
    }
}
macro_rules! structured {
    ($($matrix:ident $made_of:ident $kind:ident;)*) => {$(
        impl<X: $made_of<Elem: Copy + Default> + Sync> Structured for $matrix<X> {
            type Kind<'a>
                = $kind
            where
                Self: 'a;
            fn kind(&self) -> $kind {
                $kind { size: self.size() }
            }
        }
    )*};
}
structured! {
    SymTridiagonal Line Symmetric;
    Lower Square LowerTriangle;
    Upper Square UpperTriangle;
}

/// A portion as long as it lies in the matrix, though nothing but single values may have been read for it.
fn stretched<T: Clone>(portion: Array1<T>, span: Span) -> Array1<T> {
    match portion.len() == span.len {
        true => portion,
        false => Array1::from_elem(span.len, portion[0].clone()),
    }
}

impl<T: Clone, const BELOW: usize, const ABOVE: usize> Finish<Array1<T>> for Diagonals<BELOW, ABOVE> {
    type Out = Banded<Array1<T>, BELOW, ABOVE>;
    fn finish<E>(
        self,
        mut portion: impl FnMut(&Self, usize) -> Result<Array1<T>, E>,
    ) -> Result<Banded<Array1<T>, BELOW, ABOVE>, E> {
        let made = (0..BELOW + 1 + ABOVE).map(|at| Ok(stretched(portion(&self, at)?, self.span(at))));
        let mut made = made.collect::<Result<Vec<_>, E>>()?.into_iter();
        let mut next = || made.next().expect("as many portions as diagonals");
        let below = std::array::from_fn(|_| next());
        let diagonal = next();
        Ok(Banded::of(below, diagonal, std::array::from_fn(|_| next())))
    }
}
impl<T: Clone> Finish<Array1<T>> for Symmetric {
    type Out = SymTridiagonal<Array1<T>>;
    fn finish<E>(
        self,
        mut portion: impl FnMut(&Self, usize) -> Result<Array1<T>, E>,
    ) -> Result<SymTridiagonal<Array1<T>>, E> {
        let mut made = |at| Ok(stretched(portion(&self, at)?, self.span(at)));
        Ok(SymTridiagonal::new(made(0)?, made(1)?))
    }
}
macro_rules! triangles {
    ($($kind:ident $matrix:ident;)*) => {$(
        impl<T: Copy + Default> Finish<Array1<T>> for $kind {
            type Out = $matrix<Array2<T>>;
            fn finish<E>(
                self,
                mut portion: impl FnMut(&Self, usize) -> Result<Array1<T>, E>,
            ) -> Result<$matrix<Array2<T>>, E> {
                // Zeroed memory that nobody touches costs nothing.
                let mut matrix = Array2::from_elem((self.size, self.size), T::default());
                for row in 0..self.size {
                    let Span { column, len, .. } = self.span(row);
                    matrix.slice_mut(s![row, column..column + len]).assign(&portion(&self, row)?);
                }
                Ok($matrix::new(matrix))
            }
        }
    )*};
}
triangles! { LowerTriangle Lower; UpperTriangle Upper; }

// Rules --------------------------------------------------------------------------------------------------------------

/// Beside single values, beside what is dense, and alone.
macro_rules! beside_others {
    ($([$($generics:tt)*] $kind:ty, $times_dense:ty;)*) => {$(
        rules! {
            [$($generics)*] op::DotNegate: $kind, () => $kind { |a, _| a }
            [$($generics)*] op::OfZero: $kind, () => $kind { |a, _| a }
            [X: Operand<Rank = Scalar> + ?Sized, $($generics)*] op::DotTimes: $kind, Plain<'_, X> => $kind { |a, _| a }
            [X: Operand<Rank = Scalar> + ?Sized, $($generics)*] op::DotTimes: Plain<'_, X>, $kind => $kind { |_, b| b }
            [X: Operand<Rank = Scalar> + ?Sized, $($generics)*] op::DotDivide: $kind, Plain<'_, X> => $kind { |a, _| a }
            [const N: i128, $($generics)*] op::DotTimes: $kind, Literal<N> => $kind { |a, _| a }
            [const N: i128, $($generics)*] op::DotTimes: Literal<N>, $kind => $kind { |_, b| b }
            [const N: i128, $($generics)*] op::DotDivide: $kind, Literal<N> => $kind { |a, _| a }
            [$($generics)*] op::DotTimes: $kind, Dense<op::OfNumbers> => $kind { |a, _| a }
            [$($generics)*] op::DotTimes: Dense<op::OfNumbers>, $kind => $kind { |_, b| b }
            [$($generics)*] op::DotDivide: $kind, Dense<op::OfNumbers> => $kind { |a, _| a }
            [By: op::Unknown, $($generics)*]
            op::DotTimes: $kind, Dense<By> => $times_dense { |a, _| <$times_dense>::of(a.size) }
            [By: op::Unknown, $($generics)*]
            op::DotTimes: Dense<By>, $kind => $times_dense { |_, b| <$times_dense>::of(b.size) }
        }
    )*};
}
beside_others! {
    [const BELOW: usize, const ABOVE: usize] Diagonals<BELOW, ABOVE>, Diagonals<BELOW, ABOVE>;
    [] Symmetric, Diagonals<1, 1>;
    [] LowerTriangle, LowerTriangle;
    [] UpperTriangle, UpperTriangle;
}

/// What either has, and what both have.
macro_rules! two {
    ($($a:ty, $b:ty => $($either:ty)?; $both:ty;)*) => {$(
        $(rules! {
            [] op::DotPlus: $a, $b => $either { |a, _| <$either>::of(a.size) }
            [] op::DotMinus: $a, $b => $either { |a, _| <$either>::of(a.size) }
        })?
        rules! { [] op::DotTimes: $a, $b => $both { |a, _| <$both>::of(a.size) } }
    )*};
}
/// The same, whichever comes first.
macro_rules! either_way {
    ($($a:ty, $b:ty => $($either:ty)?; $both:ty;)*) => {$(
        two! { $a, $b => $($either)?; $both; $b, $a => $($either)?; $both; }
    )*};
}
const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}
const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}
macro_rules! diagonals {
    ($($below:literal $above:literal;)*) => {$(
        diagonals! { $below $above: 0 0, 0 1, 1 0, 1 1 }
        either_way! { Symmetric, Diagonals<$below, $above> => Diagonals<1, 1>; Diagonals<$below, $above>; }
    )*};
    ($below:literal $above:literal: $($lower:literal $upper:literal),*) => {
        two! {$(
            Diagonals<$below, $above>, Diagonals<$lower, $upper> =>
                Diagonals<{ max($below, $lower) }, { max($above, $upper) }>;
                Diagonals<{ min($below, $lower) }, { min($above, $upper) }>;
        )*}
    };
}
diagonals! { 0 0; 0 1; 1 0; 1 1; }
two! {
    Symmetric, Symmetric => Symmetric; Symmetric;
    LowerTriangle, LowerTriangle => LowerTriangle; LowerTriangle;
    UpperTriangle, UpperTriangle => UpperTriangle; UpperTriangle;
}
either_way! {
    LowerTriangle, UpperTriangle => ; Diagonals<0, 0>;
    LowerTriangle, Symmetric => ; Diagonals<1, 0>;
    UpperTriangle, Symmetric => ; Diagonals<0, 1>;
    LowerTriangle, Diagonals<0, 0> => LowerTriangle; Diagonals<0, 0>;
    LowerTriangle, Diagonals<1, 0> => LowerTriangle; Diagonals<1, 0>;
    LowerTriangle, Diagonals<0, 1> => ; Diagonals<0, 0>;
    LowerTriangle, Diagonals<1, 1> => ; Diagonals<1, 0>;
    UpperTriangle, Diagonals<0, 0> => UpperTriangle; Diagonals<0, 0>;
    UpperTriangle, Diagonals<0, 1> => UpperTriangle; Diagonals<0, 1>;
    UpperTriangle, Diagonals<1, 0> => ; Diagonals<0, 0>;
    UpperTriangle, Diagonals<1, 1> => ; Diagonals<0, 1>;
}
