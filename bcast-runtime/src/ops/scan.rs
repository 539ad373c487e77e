//! Running results: what each element makes with all before it along an axis.
//!
//! They join as the reductions of the same name do, and what a reduction of nothing is plays no part.

use super::reduce::{Folded, Max, Min, Prod, Reducer, Sum};
use std::marker::PhantomData;

/// How elements of a type join into those after them.
pub trait Scanner<T> {
    /// The reduction whose results run along.
    type Reducer: Reducer<Out = T>;
    /// Lifts an element.
    fn lift(x: T) -> Folded<Self::Reducer>;
}

macro_rules! scans {
    ($(
        $name:ident $method:ident $by:ident $of:ident $lift:ident: $doc:literal, $message:literal, $note:literal;
    )*) => {$(
        #[doc = $doc]
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
scans! {
    CumSum cumsum Summing Sum sum:
        "The sum of each element and all before it along an axis, in their own type.",
        "bcast!: there is no `cumsum` of `{Self}`",
        "convert elements first, for example `cumsum[0](f64.(x))`; of truth values, `cumsum[0](u64.(c))` counts";
    CumProd cumprod Multiplied Prod prod:
        "The product of each element and all before it along an axis, in their own type.",
        "bcast!: there is no `cumprod` of `{Self}`",
        "convert elements first, for example `cumprod[0](f64.(x))`";
    CumMax cummax Largest Max max:
        "The largest of each element and all before it along an axis; a NaN loses.",
        "bcast!: there is no `cummax` of `{Self}`",
        "`cummax` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";
    CumMin cummin Smallest Min min:
        "The smallest of each element and all before it along an axis; a NaN loses.",
        "bcast!: there is no `cummin` of `{Self}`",
        "`cummin` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";
}
