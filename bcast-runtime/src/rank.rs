//! Ranks as types: how those of the operands join, and what is said when one does not fit.
//!
//! | | [`Scalar`] | [`Full<D>`](Full), `N` axes | [`Map<D>`](Map), reaching axis `M` |
//! |---|---|---|---|
//! | `Scalar` | `Scalar` | `Full`, `N` | `Map`, `M` |
//! | `Full`, `K` axes | `Full`, `K` | `Full` if `K = N` (or one is 0) | `Full` if `M < K` |
//! | `Map`, reaching `L` | `Map`, `L` | `Full` if `L < N` | `Map`, `max(L, M)` |
//!
//! [`Join`] is total: it takes the larger rank even where the table says no. Whether each operand fits the joined rank
//! is asked separately, by traits that carry the message ([`Fits`] and its like): so one wrong operand is one error.

use crate::place::{Arrays, Blocks, Made, PartOf};
use dims::{dimension, row_major};
use ndarray::{Array, Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, ShapeBuilder};
use std::marker::PhantomData;

/// The rank of a plain value: no axes, beside anything.
pub struct Scalar;
/// The rank of an array with the dimension type `D`.
pub struct Full<D>(PhantomData<D>);
/// The rank of operands that name their output axes, `@ (..)`, and reach the last axis of `D`.
pub struct Map<D>(PhantomData<D>);

/// A rank as a value without size.
pub struct Rk<R>(PhantomData<fn() -> R>);
impl<R> Clone for Rk<R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R> Copy for Rk<R> {}
pub(crate) const fn rk<R>() -> Rk<R> {
    Rk(PhantomData)
}

/// The rank of an expression without operands.
#[inline]
pub fn scalar() -> Rk<Scalar> {
    rk()
}

/// What a joined rank makes of the results.
pub trait Rank {
    /// The number of axes, if the type says so.
    const NDIM: Option<usize>;
    /// Whether results are plain values.
    const SCALAR: bool;
    /// A result with elements of type `T`.
    type Out<T>;
    /// What that becomes on a place.
    type On<P: Arrays, T>;
    #[doc(hidden)]
    fn on<P: Arrays, T>(result: Self::Out<T>, whole: Option<PartOf>) -> Self::On<P, T>;
    /// The same of what has been a block until now.
    #[doc(hidden)]
    fn placed<P: Arrays, T>(made: Self::On<Blocks, T>) -> Self::On<P, T>;
    #[doc(hidden)]
    fn from_value<T>(value: T) -> Self::Out<T>;
    /// The first element of a result, and if it has axes their sizes and strides.
    #[doc(hidden)]
    #[allow(clippy::type_complexity)]
    fn elements<T>(result: &Self::Out<T>) -> (*const T, Option<(&[usize], &[isize])>);
    /// # Safety
    /// The sizes and strides describe distinct elements that fill `memory` exactly. No axis runs backwards.
    #[doc(hidden)]
    unsafe fn from_memory<T>(memory: Vec<T>, sizes: &[usize], strides: Option<&[usize]>) -> Self::Out<T>;
}

impl Rank for Scalar {
    const NDIM: Option<usize> = Some(0);
    const SCALAR: bool = true;
    type Out<T> = T;
    type On<P: Arrays, T> = T;
    fn on<P: Arrays, T>(result: T, _: Option<PartOf>) -> T {
        result
    }
    fn placed<P: Arrays, T>(made: T) -> T {
        made
    }
    #[inline]
    fn from_value<T>(value: T) -> T {
        value
    }
    #[inline]
    fn elements<T>(result: &T) -> (*const T, Option<(&[usize], &[isize])>) {
        (result, None)
    }
    unsafe fn from_memory<T>(mut memory: Vec<T>, _: &[usize], _: Option<&[usize]>) -> T {
        memory.pop().expect("a scalar result is one value")
    }
}

macro_rules! array_rank {
    ($([$($other:ident)?] $rank:ident of $dim:ty;)*) => {$(
        impl<$($other,)? D: Dimension> Rank for $rank<$($other,)? D> {
            const NDIM: Option<usize> = <$dim as Dimension>::NDIM;
            const SCALAR: bool = false;
            type Out<T> = Array<T, $dim>;
            type On<P: Arrays, T> = P::Array<T, $dim>;
            fn on<P: Arrays, T>(result: Array<T, $dim>, whole: Option<PartOf>) -> P::Array<T, $dim> {
                P::array(result, whole)
            }
            fn placed<P: Arrays, T>(made: Made<T, $dim>) -> P::Array<T, $dim> {
                made.on::<P>()
            }
            fn from_value<T>(_: T) -> Array<T, $dim> {
                unreachable!("only scalar results are single values")
            }
            #[inline]
            fn elements<T>(result: &Array<T, $dim>) -> (*const T, Option<(&[usize], &[isize])>) {
                (result.as_ptr(), Some((result.shape(), result.strides())))
            }
            // Without calls, and one expression for all strides: what a function or a branch gives is copied, and wide
            // loads wait for the narrow stores before: `a .+ b` of 3x4 took 12% longer.
            #[inline(always)]
            unsafe fn from_memory<T>(memory: Vec<T>, sizes: &[usize], strides: Option<&[usize]>) -> Array<T, $dim> {
                // SAFETY: sizes and strides lead to each element of the memory once: none is negative as `isize`.
                unsafe {
                    let dim = dimension::<$dim>(sizes);
                    let strides = match strides {
                        None => row_major(&dim),
                        Some(strides) => dimension::<$dim>(strides),
                    };
                    Array::from_shape_vec_unchecked(dim.strides(strides), memory)
                }
            }
        }
    )*};
}
array_rank! { [] Full of D; [] Map of D; [S] Reduced of D; [] Shed of D::Smaller; }

/// The rank of two things side by side; the larger one where they do not fit.
pub trait Join<B> {
    /// The joined rank.
    type Out;
}

/// Joins two ranks.
#[inline]
pub fn join<A: Join<B>, B>(_: Rk<A>, _: Rk<B>) -> Rk<A::Out> {
    rk()
}

impl Join<Scalar> for Scalar {
    type Out = Scalar;
}
impl<D> Join<Full<D>> for Scalar {
    type Out = Full<D>;
}
impl<D> Join<Scalar> for Full<D> {
    type Out = Full<D>;
}
impl<D> Join<Map<D>> for Scalar {
    type Out = Map<D>;
}
impl<D> Join<Scalar> for Map<D> {
    type Out = Map<D>;
}
impl<D> Join<Full<D>> for Full<D> {
    type Out = Full<D>;
}
impl<D> Join<Map<D>> for Map<D> {
    type Out = Map<D>;
}

/// How an operand of one rank stands in an expression of the joined rank `R`.
pub trait Within<R> {
    /// A [`Verdict`], which the checks read.
    type Verdict;
}

/// The finding about one operand: its kind, its number of axes `K`, the expression's `N`, and up to two axes `A`, `B`
/// that a map could name.
pub struct Verdict<Kind, const K: usize, const N: usize, const A: usize, const B: usize>(PhantomData<Kind>);

/// It fits.
pub struct Fine;
/// An operand with one axis among more.
pub struct Vector;
/// An operand with two axes among more.
pub struct Matrix;
/// An operand with three or more axes among more.
pub struct Lower;
/// A map that names an axis which is not there.
pub struct TooFar;
/// A map with a wrong number of entries.
pub struct WrongLength;
/// A target with fewer axes than what is assigned to it.
pub struct SmallTarget;

type Good = Verdict<Fine, 0, 0, 0, 0>;

/// What was found, handed from check to check.
pub type Found<Kind, const K: usize, const N: usize, const A: usize, const B: usize> =
    PhantomData<Verdict<Kind, K, N, A, B>>;

/// A trait that the kinds have which pass a check: asked of two ranks, or of what another check hands on.
macro_rules! check {
    ($(#[$attr:meta])* $name:ident: $($kind:ident)*; $($asked:tt)*) => {
        $(#[$attr])*
        pub trait $name<const K: usize, const N: usize, const A: usize, const B: usize>: Sized {
            check! { @ $($asked)* }
        }
        $(
            #[diagnostic::do_not_recommend]
            impl<const K: usize, const N: usize, const A: usize, const B: usize> $name<K, N, A, B> for $kind {}
        )*
    };
    (@ of $rank:ident within $whole:ident by $within:ident) => {
        /// Compiles if all is well.
        #[inline]
        fn fits<$rank: $within<$whole, Verdict = Verdict<Self, K, N, A, B>>, $whole>(
            _: Rk<$rank>,
            _: Rk<$whole>,
        ) -> Found<Self, K, N, A, B> {
            PhantomData
        }
    };
    (@ of what was found) => {
        /// Compiles if all is well.
        #[inline]
        fn fits(found: Found<Self, K, N, A, B>) -> Found<Self, K, N, A, B> {
            found
        }
    };
}

check! {
    /// An operand with one axis stands in an expression with one, `v .+ w`, or has a map: `x .+ v @ (1)`.
    #[diagnostic::on_unimplemented(
        message = "bcast!: an operand with 1 axis in an expression with {N} axes",
        label = "which of the {N} axes does it lie along?",
        note = "write `@ ({A})` behind it to lie along the last axis, `@ (0)` for the first"
    )]
    FitsVector: Fine Matrix Lower TooFar; of R within S by Within
}
check! {
    /// An operand with two axes stands in an expression with two, or has a map: `x .+ m @ (0, 2)`.
    #[diagnostic::on_unimplemented(
        message = "bcast!: an operand with 2 axes in an expression with {N} axes",
        label = "which two of the {N} axes does it lie along?",
        note = "write `@ ({A}, {B})` behind it to lie along the last two axes, `@ (0, 1)` for the first two"
    )]
    FitsMatrix: Fine Vector Lower TooFar; of what was found
}
check! {
    /// An operand has as many axes as the expression, or none, or a map that says along which it lies.
    #[diagnostic::on_unimplemented(
        message = "bcast!: an operand with {K} axes in an expression with {N} axes",
        label = "which {K} of the {N} axes does it lie along?",
        note = "write `@ (..)` behind it, with {K} of the axes 0 to {A} in increasing order"
    )]
    Fits: Fine Vector Matrix TooFar; of what was found
}
check! {
    /// The axes that a map names are axes of the expression: `v @ (1)` stands where there are two.
    #[diagnostic::on_unimplemented(
        message = "bcast!: the axis map names axis {K}, but the rank of the expression is {N}",
        label = "axis {K} is not there",
        note = "axes count from 0, the last one is {A}; for an outer product map both sides: `v @ (0) .* w @ (1)`"
    )]
    Reaches: Fine Vector Matrix Lower; of R within S by Within
}
check! {
    /// A map has an entry for each axis of its operand: `v @ (1)`, `m @ (0, 2)`.
    #[diagnostic::on_unimplemented(
        message = "bcast!: an axis map with {N} entries on an operand of rank {K}",
        label = "{N} entries for rank {K}",
        note = "write one output axis for each axis of the operand, in increasing order; a single value needs no map"
    )]
    FitsMap: Fine; of what was found
}
check! {
    /// There is a name for each axis of an operand: `v @ (i)`, `m @ (i, k)`.
    #[diagnostic::on_unimplemented(
        message = "bcast!: names for rank {N} on an operand of rank {K}",
        label = "{N} names for rank {K}",
        note = "write one name for each axis of the operand, in its own order; a single value needs none"
    )]
    FitsNames: Fine; of what was found
}
check! {
    /// A target has no fewer axes than what is assigned to it.
    #[diagnostic::on_unimplemented(
        message = "bcast!: the target has rank {K}, what is assigned to it rank {N}",
        label = "rank {K} cannot take rank {N}",
        note = "a target never grows: assign to an array of rank {N}"
    )]
    TargetFits: Fine; of R within S by TargetWithin
}

check! {
    /// A shape, `#[shape(..)]`, has no fewer axes than the expression.
    #[diagnostic::on_unimplemented(
        message = "bcast!: the shape has rank {K}, the expression rank {N}",
        label = "rank {K} cannot hold rank {N}",
        note = "give one size for each axis of the result"
    )]
    ShapeFits: Fine; of R within S by TargetWithin
}

/// Whether a map on an operand of this rank may have `LEN` entries.
pub trait MapLength<At> {
    /// A [`Verdict`].
    type Verdict;
}

/// The axis map as a type: `LEN` entries, the last of which is `REACH - 1`.
#[derive(Clone, Copy)]
pub struct At<const LEN: usize, const REACH: usize>;
/// A map beyond axis 5, which only arrays of dynamic rank have.
#[derive(Clone, Copy)]
pub struct AtFar<const LEN: usize>;

/// Compares the entries of a map with the rank of its operand.
#[inline]
pub fn found_of_map<R: MapLength<A>, A>(_: Rk<R>, _: A) -> PhantomData<R::Verdict> {
    PhantomData
}

/// The rank of something with an axis map.
pub trait MapRank<A> {
    /// The rank.
    type Out;
    /// Applies the map.
    #[inline]
    fn map_rank(self, _: A) -> Rk<Self::Out>
    where
        Self: Sized,
    {
        rk()
    }
}
impl<R> MapRank<At<0, 0>> for Rk<R> {
    type Out = R;
}
impl<R, const LEN: usize> MapRank<AtFar<LEN>> for Rk<R> {
    type Out = Map<IxDyn>;
}

/// Whether every axis of the expression has an operand, when nobody lies along axis `A`.
#[diagnostic::on_unimplemented(
    message = "bcast!: no operand lies along output axis {A}",
    label = "axis {A} is skipped",
    note = "map an operand to axis {A}, or give the shape: `#[shape([..])]`"
)]
pub trait Covered<const A: usize>: Sized {
    /// Compiles if all is well.
    #[inline]
    fn covered(_: Rk<Self>) {}
}
#[diagnostic::do_not_recommend]
impl<const A: usize> Covered<A> for Scalar {}
#[diagnostic::do_not_recommend]
impl<D, const A: usize> Covered<A> for Full<D> {}
// Axes that are not there.
macro_rules! beyond {
    ($($d:ident: $($axis:literal)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl Covered<$axis> for Map<$d> {}
    )*)*};
}
beyond! { Ix1: 1 2 3 4 5; Ix2: 2 3 4 5; Ix3: 3 4 5; Ix4: 4 5; Ix5: 5; }

/// How a target of one rank stands before an expression of the joined rank `R`.
pub trait TargetWithin<R> {
    /// A [`Verdict`].
    type Verdict;
}

mod dims;
mod given;
mod names;
mod reduced;
mod table;
mod told;
mod varies;

pub use given::*;
pub use names::*;
pub use reduced::*;
pub use told::*;
pub(crate) use varies::{Numbers, Varies};
