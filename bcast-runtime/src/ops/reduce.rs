//! Reductions: what an accumulator holds, how two of them join, what comes out in the end.
//!
//! Each reduction is a trait of its element type, called by path like the operators, that lifts an element into a
//! [`Folded`]; the [`Reducer`] behind it is all that the engine needs. Accumulators start from the exact identity of
//! their reduction (for `min` of floats that is NaN, which loses against everything), never from a value that could
//! win.

#[cfg(feature = "complex")]
use num_complex::Complex;
use std::marker::PhantomData;

pub use super::number::{Chosen, Number};
use crate::lane_room::{Apart, LaneRoom};

/// How elements are folded into one value.
///
/// `join` is associative up to rounding; `identity` joined with anything is that thing, bit by bit.
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
    ($(#[$attr:meta])* $name:ident $method:ident) => {
        $(#[$attr])*
        pub trait $name: Sized {
            /// The reduction of this type.
            type Reducer: Reducer;
            /// Lifts an element.
            fn $method(x: Self) -> Folded<Self::Reducer>;
        }
    };
}

pub(crate) use reduction;

reduction! {
    /// The sum of elements, in their own type.
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `sum` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`count(c)` counts what is true; convert other elements first, for example `sum(f64.(x))`",
        note = "types of your own have one by `+` and `#[derive(bcast::Element)]`"
    )]
    Sum sum
}
reduction! {
    /// The product of elements, in their own type.
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `prod` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`all(c)` asks whether all are true; convert other elements first, for example `prod(f64.(x))`",
        note = "types of your own have one by `*` and `#[derive(bcast::Element)]`"
    )]
    Prod prod
}
/// `sum`.
pub struct Adding<T>(PhantomData<T>);
/// `prod`.
pub struct Multiplying<T>(PhantomData<T>);
macro_rules! sums {
    ($($t:ty, $neutral:expr, $zero:expr, $one:expr $(, $wraps:ident)?;)*) => {$(
        sums! { @impl Adding Sum sum $t, [$($wraps)?] a b => a + b, $neutral, $zero }
        sums! { @impl Multiplying Prod prod $t, [$($wraps)?] a b => a * b, $one, $one }
    )*};
    // With checks, one order may overflow on the way where another does not.
    (@any_order wraps) => { cfg!(not(debug_assertions)) };
    (@any_order) => { false };
    (@in_order wraps) => { cfg!(debug_assertions) };
    (@in_order) => { false };
    (@impl $reducer:ident $name:ident $method:ident $t:ty, [$($wraps:ident)?] $a:ident $b:ident => $join:expr, $neutral:expr, $of_nothing:expr) => {
        impl Reducer for $reducer<$t> {
            lifted_to_accumulators!();
            type Acc = $t;
            type Out = $t;
            const OF_NOTHING: bool = true;
            const ANY_ORDER: bool = sums!(@any_order $($wraps)?);
            const IN_ORDER: bool = sums!(@in_order $($wraps)?);
            #[inline(always)]
            fn identity() -> $t {
                $neutral
            }
            #[inline(always)]
            fn join($a: $t, $b: $t) -> $t {
                $join
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
    /// The sum of elements divided by their number.
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `mean` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "convert the elements first: `mean(f64.(x))`"
    )]
    Mean mean
}

/// `mean`.
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

reduction! {
    /// The smallest element; a NaN loses.
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `min` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`min` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`"
    )]
    Min min
}
reduction! {
    /// The largest element; a NaN loses.
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `max` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`max` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`"
    )]
    Max max
}
reduction! {
    /// The smallest element; a NaN wins.
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `minimum` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`minimum` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`"
    )]
    Minimum minimum
}
reduction! {
    /// The largest element; a NaN wins.
    #[diagnostic::on_unimplemented(
        message = "bcast!: there is no `maximum` of `{Self}`",
        label = "elements of type `{Self}`",
        note = "`maximum` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`"
    )]
    Maximum maximum
}

/// Reductions that choose one of two elements: `$first` says when the earlier one stays.
macro_rules! choices {
    ($($reducer:ident $name:ident $method:ident from $identity:ident: $a:ident, $b:ident => $first:expr;)*) => {$(
        /// The reducer of that name.
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
                if !$a.is_nothing() && ($first) { $a } else { $b }
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
    )*};
}
choices! {
    Least Min min from LOSES_MIN: a, b => a <= b || b.is_nan();
    Most Max max from LOSES_MAX: a, b => a >= b || b.is_nan();
    LeastOrNan Minimum minimum from MOST: a, b => a < b || (a == b && a.is_negative()) || a.is_nan();
    MostOrNan Maximum maximum from LEAST: a, b => a > b || (a == b && !a.is_negative()) || a.is_nan();
}

/// Reductions that say where the chosen element stands.
macro_rules! places {
    ($($reducer:ident $name:ident $method:ident from $identity:ident $wins:tt: $doc:literal, $message:literal, $note:literal;)*) => {$(
        #[doc = $doc]
        #[diagnostic::on_unimplemented(message = $message, label = "elements of type `{Self}`", note = $note)]
        pub trait $name: Sized {
            /// The reduction of this type.
            type Reducer: Reducer;
            /// Lifts an element at its position in logical order.
            fn $method(position: usize, x: Self) -> Folded<Self::Reducer>;
        }
        /// The reducer of that name.
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
            fn may_change(a: Self::Acc, b: Self::Acc) -> bool {
                (b.0 $wins a.0) | (b.0 == a.0) | a.0.is_nan()
            }
            #[inline(always)]
            fn changes(a: Self::Acc, b: Self::Acc) -> bool {
                let better = (b.0 $wins a.0) | (a.0.is_nan() & !b.0.is_nan());
                let equal = (b.0 == a.0) | (a.0.is_nan() & b.0.is_nan());
                better | (equal & (b.1 < a.1))
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
    )*};
}
places! {
    LeastPlace ArgMin argmin from LOSES_MIN <: "Where the smallest element stands first, in logical order; a NaN loses.", "bcast!: there is no `argmin` of `{Self}`", "`argmin` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";
    MostPlace ArgMax argmax from LOSES_MAX >: "Where the largest element stands first, in logical order; a NaN loses.", "bcast!: there is no `argmax` of `{Self}`", "`argmax` takes what has an order: numbers, and types with `PartialOrd` and `#[derive(bcast::Element)]`";
}
