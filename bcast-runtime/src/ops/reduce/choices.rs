//! Reductions that choose one of the elements, or say where it stands.

use super::{Chosen, ChosenOtherwise, Folded, NoOrder, Number, Order, Reducer, lifted_to_accumulators, reduction};
use crate::cursor::LANES;
use crate::lane_room::{Apart, InRow, Room, halved};
use crate::ops::number::chosen_otherwise;
use std::marker::PhantomData;

reduction! {
    /// `min(x)`: the smallest element; a NaN loses. Over nothing it is an error.
    ///
    /// Of numbers, and of types with an order. Which of equals comes out, such as 0 and -0, is not promised. NaN comes
    /// out where all are NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[3.0, f64::NAN, 1.0], [f64::NAN, f64::NAN, f64::NAN]];
    /// let least = bcast!(min[1](x));
    /// assert!(least[0] == 1.0 && least[1].is_nan());
    /// assert_eq!(bcast!(min(array![4, -2, 7])), -2);
    /// ```
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `min` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`min` takes what has an order: numbers, and types with `PartialOrd` and \
                `#[derive(bcast::Element)]`",
        note = "a generic `T` has one by `T: Min<Reducer: Reducer<Out = T>>`, both of `bcast::ops::reduce`"
    )]
    Min min <By = Order>
}
reduction! {
    /// `max(x)`: the largest element; a NaN loses. Over nothing it is an error.
    ///
    /// Of numbers, and of types with an order. Which of equals comes out, such as 0 and -0, is not promised. NaN comes
    /// out where all are NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[3.0, f64::NAN, 1.0], [2.0, 5.0, 4.0]];
    /// assert_eq!(bcast!(max[1](x)), array![3.0, 5.0]);
    /// assert_eq!(bcast!(x ./ max[0](x))[[1, 2]], 1.0); // beside `x` the maxima lie along axis 1
    /// assert_eq!(bcast!(max(array![(1, 4), (2, 0), (1, 9)])), (2, 0));
    /// ```
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `max` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`max` takes what has an order: numbers, and types with `PartialOrd` and \
                `#[derive(bcast::Element)]`",
        note = "a generic `T` has one by `T: Max<Reducer: Reducer<Out = T>>`, both of `bcast::ops::reduce`"
    )]
    Max max <By = Order>
}
reduction! {
    /// `minimum(x)`: the smallest element; a NaN wins, and -0 is below 0. Over nothing it is an error.
    ///
    /// Of numbers, and of types with an order. Which of equals comes out is not promised.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let least = bcast!(minimum[1](array![[3.0, f64::NAN], [0.0, -0.0]]));
    /// assert!(least[0].is_nan() && least[1].is_sign_negative());
    /// ```
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `minimum` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`minimum` takes what has an order: numbers, and types with `PartialOrd` and \
                `#[derive(bcast::Element)]`",
        note = "a generic `T` has one by `T: Minimum<Reducer: Reducer<Out = T>>`, both of `bcast::ops::reduce`"
    )]
    Minimum minimum <By = Order>
}
reduction! {
    /// `maximum(x)`: the largest element; a NaN wins, and 0 is above -0. Over nothing it is an error.
    ///
    /// Of numbers, and of types with an order. Which of equals comes out is not promised.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let most = bcast!(maximum[1](array![[3.0, f64::NAN], [-0.0, 0.0]]));
    /// assert!(most[0].is_nan() && most[1].is_sign_positive());
    /// ```
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `maximum` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`maximum` takes what has an order: numbers, and types with `PartialOrd` and \
                `#[derive(bcast::Element)]`",
        note = "a generic `T` has one by `T: Maximum<Reducer: Reducer<Out = T>>`, both of `bcast::ops::reduce`"
    )]
    Maximum maximum <By = Order>
}

#[inline(always)]
fn either<K>(a: K, b: K, is_first: bool) -> K {
    if is_first { a } else { b }
}

/// Reductions that choose one of two elements, the earlier and the later one.
macro_rules! choices {
    ($($reducer:ident $name:ident $method:ident from $identity:ident: $a:ident, $b:ident => $chosen:expr;)*) => {$(
        #[doc = concat!("The reducer of [`", stringify!($name), "`].")]
        pub struct $reducer<T>(PhantomData<T>);
        impl<T: Chosen> Reducer for $reducer<T> {
            lifted_to_accumulators!();
            type Acc = T::Kept;
            type Out = T;
            const OF_NOTHING: bool = false;
            const ANY_ORDER: bool = T::Kept::EQUAL_ARE_THE_SAME;
            #[inline(always)]
            fn identity() -> T::Kept {
                T::Kept::$identity
            }
            #[inline(always)]
            fn join($a: T::Kept, $b: T::Kept) -> T::Kept {
                $chosen
            }
            #[inline(always)]
            fn finish(acc: T::Kept, _: usize) -> T {
                T::chosen(acc)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Chosen> $name for T {
            type Reducer = $reducer<T>;
            #[inline(always)]
            fn $method(x: T) -> Folded<$reducer<T>> {
                Folded(x.keep())
            }
        }
        chosen_otherwise! { $name $method(Self) }
    )*};
}
choices! {
    Least Min min from LOSES_MIN: a, b => a.or_lesser(b);
    Most Max max from LOSES_MAX: a, b => a.or_larger(b);
    LeastOrNan Minimum minimum from MOST: a, b => either(a, b, a < b || (a == b && a.is_negative()) || a.is_nan());
    MostOrNan Maximum maximum from LEAST: a, b => either(a, b, a > b || (a == b && !a.is_negative()) || a.is_nan());
}

/// Reductions that say where the chosen element stands.
macro_rules! places {
    ($(
        $(#[$doc:meta])*
        $reducer:ident $name:ident $method:ident from $identity:ident $wins:tt $or:ident;
        $message:literal $note:literal;
    )*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, label = "elements of type `{Self}`", note = $note)]
        pub trait $name<By = Order>: Sized {
            /// The reduction of this type.
            type Reducer: Reducer;
            /// Lifts an element at its position in logical order.
            fn $method(position: usize, x: Self) -> Folded<Self::Reducer>;
        }
        #[doc = concat!("The reducer of [`", stringify!($name), "`].")]
        pub struct $reducer<T>(PhantomData<T>);
        impl<T: Chosen> Reducer for $reducer<T> {
            lifted_to_accumulators!(in Apart);
            type Acc = (<T::Kept as Number>::Ranked, usize);
            type Out = usize;
            const OF_NOTHING: bool = false;
            const SELDOM: bool = true;
            #[inline(always)]
            fn identity() -> Self::Acc {
                (<T::Kept as Number>::Ranked::$identity, usize::MAX)
            }
            #[inline(always)]
            fn join(a: Self::Acc, b: Self::Acc) -> Self::Acc {
                let wins = Self::changes(a, b);
                if wins { b } else { a }
            }
            #[inline(always)]
            fn has_none(a: Self::Acc) -> bool {
                a.1 == usize::MAX
            }
            #[inline(always)]
            fn may_change(a: Self::Acc, b: Self::Acc) -> bool {
                (b.0 $wins a.0) | (b.0 == a.0) | a.0.is_nan()
            }
            #[inline(always)]
            fn changes(a: Self::Acc, b: Self::Acc) -> bool {
                let better = (b.0 $wins a.0) | (a.0.is_nan() & !b.0.is_nan());
                let equal = (b.0 == a.0) | (a.0.is_nan() & b.0.is_nan());
                better | (equal & (b.1 < a.1))
            }
            // The best one, then the first place where it stands: vectors have instructions for both.
            #[inline(always)]
            fn of_lanes(lane: impl Fn(usize) -> Self::Acc) -> Option<Self::Acc> {
                if !<T::Kept as Number>::Ranked::IS_ORDERED {
                    return None;
                }
                let (mut values, mut places) = (InRow::<_, LANES>::empty(), InRow::<_, LANES>::empty());
                (0..LANES).for_each(|at| values.put(at, lane(at).0));
                // SAFETY: all lanes have been put.
                let best = unsafe { halved(values, <T::Kept as Number>::Ranked::$or) };
                for at in 0..LANES {
                    let (value, place) = lane(at);
                    let is_best = (value == best) | (value.is_nan() & best.is_nan());
                    places.put(at, if is_best { place } else { usize::MAX });
                }
                // SAFETY: all lanes have been put.
                Some((best, unsafe { halved(places, Ord::min) }))
            }
            #[inline(always)]
            fn finish(acc: Self::Acc, _: usize) -> usize {
                acc.1
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Chosen> $name for T {
            type Reducer = $reducer<T>;
            #[inline(always)]
            fn $method(position: usize, x: T) -> Folded<$reducer<T>> {
                Folded((x.keep().ranked(), position))
            }
        }
        chosen_otherwise! { $name $method(usize, Self) }
    )*};
}
places! {
    /// `argmin(x)`: where the smallest element stands, as a `usize`; a NaN loses. Over nothing it is an error.
    ///
    /// The position is the one in logical order: along the axis that is reduced, or, over several, as if `x` were
    /// written out row by row. Among equals it is the first. Where all are NaN, it is the first of these.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[3.0, 1.0, 2.0], [f64::NAN, 5.0, 5.0]];
    /// assert_eq!((bcast!(argmin[1](x)), bcast!(argmin[0](x)), bcast!(argmin(x))), (array![1, 1], array![0, 0, 0], 1));
    /// ```
    LeastPlace ArgMin argmin from LOSES_MIN < or_lesser;
    "bcast!: there is no `argmin` of `{Self}`"
    "`argmin` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";

    /// `argmax(x)`: where the largest element stands, as a `usize`; a NaN loses. Over nothing it is an error.
    ///
    /// The position is the one in logical order: along the axis that is reduced, or, over several, as if `x` were
    /// written out row by row. Among equals it is the first. Where all are NaN, it is the first of these.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let scores = array![[0.1, 0.7, 0.2], [0.4, f64::NAN, 0.6]];
    /// assert_eq!((bcast!(argmax[1](scores)), bcast!(argmax(scores))), (array![1, 2], 1));
    /// assert_eq!(bcast!(at.(scores, (0..2), argmax[1](scores))), array![0.7, 0.6]); // the elements there
    /// ```
    MostPlace ArgMax argmax from LOSES_MAX > or_larger;
    "bcast!: there is no `argmax` of `{Self}`"
    "`argmax` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";
}
