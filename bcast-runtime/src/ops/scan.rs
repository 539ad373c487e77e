//! Running results: what each element makes with all before it along an axis.
//!
//! They join as the reductions of the same name do, and what a reduction of nothing is plays no part.

use super::reduce::{Folded, Max, Min, Prod, Reducer, Sum};
use std::marker::PhantomData;

/// How elements of a type join into those after them: as those of the reduction do.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let x = array![3, 1, 2];
/// assert_eq!(bcast!(cumsum[0](x))[2], bcast!(sum(x))); // the last running sum is the sum
/// ```
pub trait Scanner<T> {
    /// The reduction whose results run along.
    type Reducer: Reducer<Out = T>;
    /// Whether it runs from the last element to the first.
    #[doc(hidden)]
    const FROM_THE_END: bool = false;
    /// Lifts an element.
    fn lift(x: T) -> Folded<Self::Reducer>;
}

/// Scans by the reductions that are in scope.
macro_rules! scans {
    ($(
        $(#[$doc:meta])*
        $name:ident $method:ident $by:ident $of:ident $lift:ident; $message:literal $note:literal;
    )*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "elements of type `{Self}`",
            note = $note
        )]
        pub trait $name: Copy + Send {
            /// The element as it is: asks whether its type has this scan.
            #[inline(always)]
            fn $method(x: Self) -> Self {
                x
            }
            /// How its elements join.
            #[doc(hidden)]
            type By: Scanner<Self>;
            #[doc(hidden)]
            fn by(_: PhantomData<Self>) -> Self::By;
        }
        #[diagnostic::do_not_recommend]
        impl<T: $of<Reducer: Reducer<Out = T>> + Copy + Send> $name for T {
            type By = $by;
            fn by(_: PhantomData<T>) -> $by {
                $by
            }
        }
        /// Joins elements so.
        pub struct $by;
        impl<T: $of<Reducer: Reducer<Out = T>>> Scanner<T> for $by {
            type Reducer = T::Reducer;
            #[inline(always)]
            fn lift(x: T) -> Folded<T::Reducer> {
                T::$lift(x)
            }
        }
    )*};
}
pub(crate) use scans;

scans! {
    /// `cumsum[k](x)`: the sum of each element and all before it along axis `k`, in their own type.
    ///
    /// Of what has [`Sum`]. All axes stay. NaN, and infinities of both signs, make all behind them NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[1, 2, 3], [10, 20, 30]];
    /// assert_eq!(bcast!(cumsum[1](x)), array![[1, 3, 6], [10, 30, 60]]);
    /// assert_eq!(bcast!(cumsum[0](x)), array![[1, 2, 3], [11, 22, 33]]);
    /// ```
    CumSum cumsum Summing Sum sum;
    "bcast!: there is no `cumsum` of `{Self}`"
    "convert elements first, for example `cumsum[0](f64.(x))`; of truth values, `cumsum[0](u64.(c))` counts";

    /// `cumprod[k](x)`: the product of each element and all before it along axis `k`, in their own type.
    ///
    /// Of what has [`Prod`]. All axes stay. NaN makes all behind it NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let growth = array![1.5, 2.0, 0.5];
    /// assert_eq!(bcast!(100 .* cumprod[0](growth)), array![150.0, 300.0, 150.0]);
    /// ```
    CumProd cumprod Multiplied Prod prod;
    "bcast!: there is no `cumprod` of `{Self}`"
    "convert elements first, for example `cumprod[0](f64.(x))`";

    /// `cummax[k](x)`: the largest of each element and all before it along axis `k`; a NaN loses.
    ///
    /// Of what has [`Max`]. All axes stay. NaN comes out as long as there was nothing else.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![2.0, 5.0, f64::NAN, 3.0, 7.0];
    /// assert_eq!(bcast!(cummax[0](x)), array![2.0, 5.0, 5.0, 5.0, 7.0]);
    /// ```
    CumMax cummax Largest Max max;
    "bcast!: there is no `cummax` of `{Self}`"
    "`cummax` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";

    /// `cummin[k](x)`: the smallest of each element and all before it along axis `k`; a NaN loses.
    ///
    /// Of what has [`Min`]. All axes stay. NaN comes out as long as there was nothing else.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[5, 3, 4], [2, 6, 1]];
    /// assert_eq!(bcast!(cummin[1](x)), array![[5, 3, 3], [2, 2, 1]]);
    /// assert_eq!(bcast!(x .- cummin[1](x)), array![[0, 0, 1], [0, 4, 0]]);
    /// ```
    CumMin cummin Smallest Min min;
    "bcast!: there is no `cummin` of `{Self}`"
    "`cummin` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";
}
