//! Reductions: what an accumulator holds, how two of them join, what comes out in the end.
//!
//! Each reduction is a trait of its element type, called by path like the operators, that lifts an element into a
//! [`Folded`]; the [`Reducer`] behind it is all that the engine needs. Accumulators start from the exact identity of
//! their reduction (for `min` of floats that is NaN, which loses against everything), never from a value that could
//! win.

mod choices;

#[cfg(feature = "complex")]
use num_complex::Complex;
use std::marker::PhantomData;

use super::Sqrt;
pub use super::number::{Chosen, ChosenOtherwise, NoOrder, Number, Order};
use super::overflow::{Overflow, noted};
use crate::lane_room::LaneRoom;
use crate::simd::SimdToken;
pub use choices::*;

/// What `norm(x)` is of: elements whose squares have a sum with a root, [`Sqrt`].
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// assert_eq!(bcast!(norm(array![3.0, -4.0])), 5.0);
/// assert_eq!(bcast!(norm[1](f32.(array![[3, 4], [0, 2]]))), array![5.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: there is no `norm` of `{Self}`",
    label = "elements of type `{Self}`",
    note = "convert the elements first: `norm(f64.(x))`"
)]
pub trait Norm<R>: Sized {
    /// The root of the sum of squares.
    fn sqrt(sum: Self, t: SimdToken) -> R;
}
#[diagnostic::do_not_recommend]
impl<T: Sqrt<R>, R> Norm<R> for T {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqrt(sum: T, t: SimdToken) -> R {
        Sqrt::sqrt(sum, t)
    }
}

/// How elements are folded into one value.
///
/// `join` is associative up to rounding; `identity` joined with anything is that thing, bit by bit.
///
/// In generic code it tells the type of a result:
///
/// ```
/// use bcast::{bcast, ndarray::{Array1, array}, ops::reduce::{Reducer, Sum}};
///
/// fn total<T: Sum + Copy + Send + Sync>(x: &Array1<T>) -> <T::Reducer as Reducer>::Out {
///     bcast!(sum(x))
/// }
///
/// assert_eq!((total(&array![1_u8, 2]), total(&array![0.5, 1.0])), (3, 1.5));
/// ```
pub trait Reducer {
    /// What an element is lifted to.
    type Lifted: Copy;
    /// What is accumulated.
    type Acc: Copy + Send + Sync;
    /// How lanes of both lie in a kernel.
    type Room: LaneRoom<Self::Lifted> + LaneRoom<Self::Acc>;
    /// The result.
    type Out: Copy + Send + Sync;
    /// Whether a reduction over nothing has a value, which is then the identity's.
    const OF_NOTHING: bool;
    /// The neutral element.
    fn identity() -> Self::Acc;
    /// What changes no accumulator.
    fn nothing() -> Self::Lifted;
    /// The accumulator of one element.
    fn one(lifted: Self::Lifted) -> Self::Acc;
    /// Two accumulators as one; the first has the earlier elements.
    fn join(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    /// The result of `count` elements.
    fn finish(acc: Self::Acc, count: usize) -> Self::Out;
    /// Whether the order in which elements are joined changes nothing, not even bits or panics.
    const ANY_ORDER: bool = false;
    /// Whether elements that run along an axis join from the first one on: in another order a join might panic, as of
    /// integers that are checked for overflow, or give something else.
    const IN_ORDER: bool = false;
    /// Whether an accumulator is a result, which is lifted to that accumulator again.
    const RETURNS: bool = false;
    /// Whether the number of elements alone says the result.
    const OF_COUNT: bool = false;
    /// Whether what is accumulated is how many elements are true.
    const COUNTS: bool = false;
    /// An element as a number, 0 or 1, where elements are counted.
    #[inline(always)]
    fn counted(_: Self::Lifted) -> u8 {
        0
    }
    /// So many elements.
    #[inline(always)]
    fn so_many(_: u8) -> Self::Acc {
        Self::identity()
    }
    /// Whether few elements change what they join, in any order, and it is sooner seen than done.
    const SELDOM: bool = false;
    /// Whether an accumulator has taken no element yet, so that any changes it.
    #[inline(always)]
    fn has_none(_: Self::Acc) -> bool {
        false
    }
    /// Whether an element may change an accumulator: the first look.
    #[inline(always)]
    fn may_change(_: Self::Acc, _: Self::Lifted) -> bool {
        true
    }
    /// Whether it does.
    #[inline(always)]
    fn changes(_: Self::Acc, _: Self::Lifted) -> bool {
        true
    }
    /// Accumulators of a run of lanes as one, where that takes less than joining halves of them.
    #[inline(always)]
    fn of_lanes(_: impl Fn(usize) -> Self::Acc) -> Option<Self::Acc> {
        None
    }
    /// Whether some accumulators are such that no further element can change them.
    const SETTLES: bool = false;
    /// Whether no further element can change it.
    #[inline(always)]
    fn is_settled(_: Self::Acc) -> bool {
        false
    }
}

/// What a reducer says whose elements are lifted to accumulators.
macro_rules! lifted_to_accumulators {
    () => {
        lifted_to_accumulators!(in crate::lane_room::Together);
    };
    (in $room:ty) => {
        type Lifted = Self::Acc;
        type Room = $room;
        #[inline(always)]
        fn nothing() -> Self::Acc {
            Self::identity()
        }
        #[inline(always)]
        fn one(lifted: Self::Acc) -> Self::Acc {
            lifted
        }
    };
}
pub(crate) use lifted_to_accumulators;

/// One element, lifted for a reduction.
pub struct Folded<R: Reducer>(pub(crate) R::Lifted);

/// A trait that lifts elements for one reduction, its message, and its implementations.
macro_rules! reduction {
    ($(#[$attr:meta])* $name:ident $method:ident $($by:tt)*) => {
        $(#[$attr])*
        pub trait $name $($by)*: Sized {
            /// The reduction of this type.
            type Reducer: Reducer;
            /// Lifts an element.
            fn $method(x: Self) -> Folded<Self::Reducer>;
        }
    };
}

pub(crate) use reduction;

reduction! {
    /// `sum(x)`: the sum of the elements, in their own type; over nothing it is 0.
    ///
    /// Of numbers, and of types of your own with `+`. Integers overflow as those of `.+` do; `sum(i64.(x))` widens.
    /// Floats are added in a tree that follows from the shape alone: a sum of `n` along rows is off by at most `(262 +
    /// log2(n / 16384)) * ε / 2` of the sum of magnitudes, one across rows by `(64 + log2(n / 64)) * ε / 2`. NaN, and
    /// infinities of both signs, give NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    /// assert_eq!(bcast!((sum(x), sum[0](x))), (21.0, array![5.0, 7.0, 9.0]));
    /// assert_eq!(bcast!(sum[1](x.^2)), array![14.0, 77.0]); // no array for the squares
    /// assert_eq!(bcast!(sum(i32.(array![200_u8, 100]))), 300);
    /// assert_eq!(bcast!(sum(x[2.., ..])), 0.0);
    /// ```
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `sum` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`count(c)` counts what is true; convert other elements first, for example `sum(f64.(x))`",
        note = "types of your own have one by `+` and `#[derive(bcast::Element)]`",
        note = "a generic `T` has one by `T: Sum<Reducer: Reducer<Out = T>>`, both of `bcast::ops::reduce`"
    )]
    Sum sum
}
reduction! {
    /// `prod(x)`: the product of the elements, in their own type; over nothing it is 1.
    ///
    /// Of numbers, and of types of your own with `*`. Integers overflow as those of `.*` do. Floats round once for each
    /// multiplication, in a tree that follows from the shape alone; 0 beside ∞, and NaN, give NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(prod[1](array![[1, 2, 3], [4, 5, 0]])), array![6, 0]);
    /// assert_eq!(bcast!(prod((1..=10))), 3_628_800);
    /// ```
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `prod` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`all(c)` asks whether all are true; convert other elements first, for example `prod(f64.(x))`",
        note = "types of your own have one by `*` and `#[derive(bcast::Element)]`",
        note = "a generic `T` has one by `T: Prod<Reducer: Reducer<Out = T>>`, both of `bcast::ops::reduce`"
    )]
    Prod prod
}
/// The reducer of [`Sum`].
pub struct Adding<T>(PhantomData<T>);
/// The reducer of [`Prod`].
pub struct Multiplying<T>(PhantomData<T>);
macro_rules! sums {
    ($($t:ty, $neutral:expr, $zero:expr, $one:expr $(, $wraps:ident)?;)*) => {$(
        sums! { @impl Adding Sum sum $t, [$($wraps)?] a + b overflowing_add, $neutral, $zero }
        sums! { @impl Multiplying Prod prod $t, [$($wraps)?] a * b overflowing_mul, $one, $one }
    )*};
    (@join [wraps] $name:ident $a:ident $sign:tt $b:ident $overflowing:ident) => {
        if cfg!(debug_assertions) { noted($a.$overflowing($b), Overflow::$name) } else { $a $sign $b }
    };
    (@join [] $name:ident $a:ident $sign:tt $b:ident $overflowing:ident) => { $a $sign $b };
    // With checks, one order may overflow on the way where another does not.
    (@any_order [wraps]) => { cfg!(not(debug_assertions)) };
    (@any_order []) => { false };
    (@in_order [wraps]) => { cfg!(debug_assertions) };
    (@in_order []) => { false };
    (@impl $reducer:ident $name:ident $method:ident $t:ty, $wraps:tt $a:ident $sign:tt $b:ident $overflowing:ident,
     $neutral:expr, $of_nothing:expr) => {
        impl Reducer for $reducer<$t> {
            lifted_to_accumulators!();
            type Acc = $t;
            type Out = $t;
            const OF_NOTHING: bool = true;
            const ANY_ORDER: bool = sums!(@any_order $wraps);
            const IN_ORDER: bool = sums!(@in_order $wraps);
            const RETURNS: bool = true;
            #[inline(always)]
            fn identity() -> $t {
                $neutral
            }
            #[inline(always)]
            fn join($a: $t, $b: $t) -> $t {
                sums!(@join $wraps $name $a $sign $b $overflowing)
            }
            #[inline(always)]
            fn finish(acc: $t, count: usize) -> $t {
                if count == 0 { $of_nothing } else { acc }
            }
        }
        #[diagnostic::do_not_recommend]
        impl $name for $t {
            type Reducer = $reducer<$t>;
            #[inline(always)]
            fn $method(x: $t) -> Folded<$reducer<$t>> {
                Folded(x)
            }
        }
    };
}
#[cfg(feature = "glam")]
pub(crate) use sums;
// Nothing but -0 leaves every float as it is; a sum over nothing is 0 all the same.
sums! {
    f32, -0.0, 0.0, 1.0; f64, -0.0, 0.0, 1.0;
    i8, 0, 0, 1, wraps; i16, 0, 0, 1, wraps; i32, 0, 0, 1, wraps; i64, 0, 0, 1, wraps; i128, 0, 0, 1, wraps;
    u8, 0, 0, 1, wraps; u16, 0, 0, 1, wraps; u32, 0, 0, 1, wraps; u64, 0, 0, 1, wraps; u128, 0, 0, 1, wraps;
    isize, 0, 0, 1, wraps; usize, 0, 0, 1, wraps;
}
#[cfg(feature = "complex")]
sums! {
    Complex<f32>, Complex::new(-0.0, -0.0), Complex::new(0.0, 0.0), Complex::new(1.0, 0.0);
    Complex<f64>, Complex::new(-0.0, -0.0), Complex::new(0.0, 0.0), Complex::new(1.0, 0.0);
}

reduction! {
    /// `mean(x)`: the sum of the elements divided by their number; over nothing it is an error.
    ///
    /// Of floats and complex numbers: `mean(f64.(n))` for integers. It is as accurate as [`Sum`], and divided once. NaN
    /// gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array, try_bcast};
    ///
    /// let x = array![[1.0, 2.0], [3.0, 6.0]];
    /// assert_eq!((bcast!(mean(x)), bcast!(mean[0](x))), (3.0, array![2.0, 4.0]));
    /// assert_eq!(bcast!(x .- mean[1](x)), array![[-0.5, 0.5], [-1.5, 1.5]]);
    /// assert!(try_bcast!(mean(x[2.., ..])).is_err()); // `bcast!` panics
    /// ```
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `mean` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "convert the elements first: `mean(f64.(x))`",
        note = "a generic `T` has one by `T: Mean<Reducer: Reducer<Out = T>>`, both of `bcast::ops::reduce`"
    )]
    Mean mean
}

/// The reducer of [`Mean`].
pub struct Averaging<T>(PhantomData<T>);
macro_rules! means {
    ($($t:ty, $neutral:expr, $n:ident => $count:expr;)*) => {$(
        impl Reducer for Averaging<$t> {
            lifted_to_accumulators!();
            type Acc = $t;
            type Out = $t;
            const OF_NOTHING: bool = false;
            #[inline(always)]
            fn identity() -> $t {
                $neutral
            }
            #[inline(always)]
            fn join(a: $t, b: $t) -> $t {
                a + b
            }
            #[inline(always)]
            fn finish(acc: $t, $n: usize) -> $t {
                acc / $count
            }
        }
        #[diagnostic::do_not_recommend]
        impl Mean for $t {
            type Reducer = Averaging<$t>;
            #[inline(always)]
            fn mean(x: $t) -> Folded<Averaging<$t>> {
                Folded(x)
            }
        }
    )*};
}
#[cfg(feature = "glam")]
pub(crate) use means;
means! { f32, -0.0, n => n as f32; f64, -0.0, n => n as f64; }
#[cfg(feature = "complex")]
means! {
    Complex<f32>, Complex::new(-0.0, -0.0), n => n as f32;
    Complex<f64>, Complex::new(-0.0, -0.0), n => n as f64;
}
