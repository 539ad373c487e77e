//! What operands have where a container has a portion: a diagonal, or what is stored of a row.

use super::diagonals::{Diagonals, LowerTriangle, Spans, Symmetric, UpperTriangle};
use super::rule::Whole;
use crate::element::each_element;
use crate::error::BroadcastError;
use crate::operand::One;
use crate::structure::lend::{Line, Square};
use crate::structure::rows::{Elements, Rows};
use crate::structure::{Banded, Lower, SymTridiagonal, Upper};
use ndarray::{ArrayBase, ArrayView1, Data, Ix2};

/// What can be read portion by portion where the result is of kind `K`.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot stand beside a matrix of kind `{K}`",
    label = "neither a matrix nor a number",
    note = "compute a matrix of it first, or leave out `#[structured]`"
)]
pub trait Portions<K> {
    /// What is read for a portion.
    type Portion<'a>
    where
        Self: 'a;
    /// What is read for the portion of this number.
    ///
    /// # Errors
    /// If the sizes are not those of the kind.
    fn portion<'a>(&'a self, kind: &K, at: usize) -> Result<Self::Portion<'a>, Misfit>;

    /// The same for an operand that is written so in a call.
    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn named_portion<'a>(
        &'a self,
        kind: &K,
        at: usize,
        call: &'static str,
        operand: &'static str,
    ) -> Self::Portion<'a> {
        self.try_named_portion(kind, at, call, operand).unwrap_or_else(|error| panic!("{error}"))
    }

    #[doc(hidden)]
    #[inline]
    fn try_named_portion<'a>(
        &'a self,
        kind: &K,
        at: usize,
        call: &'static str,
        operand: &'static str,
    ) -> Result<Self::Portion<'a>, BroadcastError> {
        let fits = self.portion(kind, at);
        fits.map_err(|Misfit { sizes, expected }| BroadcastError::Structure { call, operand, sizes, expected })
    }
}

#[diagnostic::do_not_recommend]
impl<K: Whole, X: ?Sized> Portions<K> for X {
    type Portion<'a>
        = &'a X
    where
        X: 'a;
    #[inline(always)]
    fn portion<'a>(&'a self, _: &K, _: usize) -> Result<&'a X, Misfit> {
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

macro_rules! portions {
    ($([$($generics:tt)*] $kind:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: Data, $($generics)*> Portions<$kind> for ArrayBase<S, Ix2> {
            type Portion<'a>
                = ArrayView1<'a, S::Elem>
            where
                Self: 'a;
            #[inline]
            fn portion<'a>(&'a self, kind: &$kind, at: usize) -> Result<ArrayView1<'a, S::Elem>, Misfit> {
                if self.dim() != (kind.size(), kind.size()) {
                    return Err(Misfit { sizes: self.shape().to_vec(), expected: kind.size() });
                }
                Ok(kind.span(at).of(self.view()))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<X: Portions<$kind> + ?Sized, $($generics)*> Portions<$kind> for &X {
            type Portion<'a>
                = X::Portion<'a>
            where
                Self: 'a;
            #[inline]
            fn portion<'a>(&'a self, kind: &$kind, at: usize) -> Result<X::Portion<'a>, Misfit> {
                (**self).portion(kind, at)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Copy, $($generics)*> Portions<$kind> for One<T> {
            type Portion<'a>
                = One<T>
            where
                T: 'a;
            #[inline(always)]
            fn portion(&self, _: &$kind, _: usize) -> Result<One<T>, Misfit> {
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
        impl<X: $made_of<Elem: Copy + Default> + Sync, $($own)* $($generics)*> Portions<$kind> for $matrix {
            type Portion<'a>
                = Elements<'a, X::Elem>
            where
                Self: 'a;
            #[inline]
            fn portion<'a>(&'a self, kind: &$kind, at: usize) -> Result<Elements<'a, X::Elem>, Misfit> {
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
        impl<$($generics)*> Portions<$kind> for $t {
            type Portion<'a> = $t;
            #[inline(always)]
            fn portion(&self, _: &$kind, _: usize) -> Result<$t, Misfit> {
                Ok(*self)
            }
        }
    };
}
each_element! { numbers }
portions! {
    [const BELOW: usize, const ABOVE: usize] Diagonals<BELOW, ABOVE>;
    [] Symmetric;
    [] LowerTriangle;
    [] UpperTriangle;
}
