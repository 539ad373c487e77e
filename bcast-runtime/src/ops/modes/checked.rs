//! What integers do under `#[checked]`: the exact result, or a report that it does not fit.

use super::exact::Exact;
use crate::checks::Report;
use crate::ops;
use crate::ops::own::Derived;
use crate::ops::reduce::{self, Folded, Reducer};
use crate::ops::scan::Scanner;
use crate::simd::SimdToken;
use std::marker::PhantomData;

macro_rules! traits {
    ($(
        $name:ident $method:ident [$($p:ident),*] ($($arg:ident: $t:ident),*; $($token:ident)?) -> $result:ident
            $message:literal $label:literal $note:literal;
    )*) => {$(
        #[doc = concat!("[`ops::", stringify!($name), "`](crate::ops::", stringify!($name), ") under `#[checked]`.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = $label,
            note = $note,
            note = "under an attribute for integers, types of your own need `#[derive(bcast::Element)]`"
        )]
        pub trait $name<$($p),*>: Sized {
            /// The first operand comes last; then what hears whether there is a result.
            fn $method($($arg: $t,)* x: Self $(, $token: SimdToken)?, report: impl Report) -> $result;
        }
        #[diagnostic::do_not_recommend]
        impl<A: by::$name<$($p),*>, $($p),*> $name<$($p),*> for A {
            #[inline(always)]
            #[track_caller]
            fn $method($($arg: $t,)* x: A $(, $token: SimdToken)?, report: impl Report) -> $result {
                by::$name::$method($($arg,)* x $(, $token)?, report)
            }
        }
    )*};
}
super::rows! { traits }

/// What the operators do with each type of elements: implementations of a trait for one type alone would be shown.
pub(crate) mod by {
    use crate::checks::Report;
    use crate::ops;
    use crate::ops::own::Derived;
    use crate::simd::SimdToken;

    macro_rules! traits {
        ($(
            $name:ident $method:ident [$($p:ident),*] ($($arg:ident: $t:ident),*; $($token:ident)?) -> $result:ident
                $message:literal $label:literal $note:literal;
        )*) => {$(
            pub trait $name<$($p),*>: Sized {
                fn $method($($arg: $t,)* x: Self $(, $token: SimdToken)?, report: impl Report) -> $result;
            }
            #[diagnostic::do_not_recommend]
            impl<A: Derived + ops::$name<$($p),*>, $($p),*> $name<$($p),*> for A {
                #[inline]
                #[track_caller]
                fn $method($($arg: $t,)* x: A $(, $token: SimdToken)?, _: impl Report) -> $result {
                    ops::$name::$method($($arg,)* x $(, $token)?)
                }
            }
        )*};
    }
    crate::ops::modes::rows! { traits }
}
/// [`ops::LiteralPower`] under `#[checked]`.
#[diagnostic::on_unimplemented(
    message = "bcast!: there is no power of `{Self}`",
    label = "`{Self}` cannot be multiplied by itself"
)]
pub trait LiteralPower: Sized {
    /// `x` to the power `N`.
    fn literal_power<const N: u32>(x: Self, report: impl Report) -> Self;
}
#[diagnostic::do_not_recommend]
impl<A: Derived + ops::LiteralPower> LiteralPower for A {
    #[inline]
    #[track_caller]
    fn literal_power<const N: u32>(x: A, _: impl Report) -> A {
        x.literal_power::<N>()
    }
}

/// What a reduction gives under `#[checked]`: the result, or that none fits.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// assert_eq!(bcast!(#[checked] sum(array![100_i8, 100, -100])), 100);
/// ```
pub trait Fit: Copy + Send + Sync {
    /// The type of the result.
    type Value;
    /// The result; a report where it does not fit.
    fn fit(self, report: impl Report) -> Self::Value;
    /// The same where it fits, or nobody asks.
    #[doc(hidden)]
    fn bare(self) -> Self::Value;
}
#[diagnostic::do_not_recommend]
impl<T: Copy + Send + Sync> Fit for Exact<T> {
    type Value = T;
    #[inline(always)]
    fn fit(self, report: impl Report) -> T {
        report.overflow(!self.fits);
        self.value
    }
    #[inline(always)]
    fn bare(self) -> T {
        self.value
    }
}
#[diagnostic::do_not_recommend]
impl<A: Derived + Copy + Send + Sync> Fit for A {
    type Value = A;
    #[inline(always)]
    fn fit(self, _: impl Report) -> A {
        self
    }
    #[inline(always)]
    fn bare(self) -> A {
        self
    }
}

/// A reduction, and the scan that joins as it does.
macro_rules! reductions {
    ($(
        $name:ident $method:ident $scan:ident $scan_method:ident $by:ident
            $message:literal $note:literal $of_own:literal $scan_message:literal $scan_note:literal;
    )*) => {$(
        #[doc = concat!(
            "[`ops::reduce::", stringify!($name), "`](crate::ops::reduce::", stringify!($name), ") under `#[checked]`."
        )]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "elements of type `{Self}`",
            note = $note,
            note = $of_own
        )]
        pub trait $name: Sized {
            /// The reduction of this type.
            type Reducer: Reducer<Out: Fit<Value = Self>>;
            /// Lifts an element.
            fn $method(x: Self) -> Folded<Self::Reducer>;
        }
        #[diagnostic::do_not_recommend]
        impl<A: Derived + Copy + Send + Sync + reduce::$name<Reducer: Reducer<Out = A>>> $name for A {
            type Reducer = <A as reduce::$name>::Reducer;
            #[inline(always)]
            fn $method(x: A) -> Folded<Self::Reducer> {
                reduce::$name::$method(x)
            }
        }
        #[doc = concat!(
            "[`ops::scan::", stringify!($scan), "`](crate::ops::scan::", stringify!($scan), ") under `#[checked]`."
        )]
        #[diagnostic::on_unimplemented(
            message = $scan_message,
            label = "elements of type `{Self}`",
            note = $scan_note
        )]
        pub trait $scan: Copy + Send {
            /// What runs along the axis.
            type Running;
            /// An element as what runs along the axis.
            fn $scan_method(x: Self) -> Self::Running;
            /// How elements of this type join, if they run.
            #[doc(hidden)]
            type By: Scanner<Self>;
            #[doc(hidden)]
            fn by(_: PhantomData<Self>) -> Self::By;
        }
        #[diagnostic::do_not_recommend]
        impl<A: Derived + $name<Reducer: Reducer<Out = A>> + Copy + Send + Sync> $scan for A {
            reductions! { @runs A, $scan_method $by }
        }
        /// Joins elements so.
        pub struct $by;
        impl<R: Fit<Value: $name<Reducer: Reducer<Out = R>>>> Scanner<R> for $by {
            type Reducer = <R::Value as $name>::Reducer;
            #[inline(always)]
            fn lift(running: R) -> Folded<Self::Reducer> {
                R::Value::$method(running.bare())
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: $name<Reducer: Reducer<Out = Exact<T>>> + Copy + Send + Sync> $scan for Exact<T> {
            reductions! { @runs Exact<T>, $scan_method $by }
        }
    )*};
    (@runs $running:ty, $scan_method:ident $by:ident) => {
        type Running = $running;
        #[inline(always)]
        fn $scan_method(x: Self) -> $running {
            x
        }
        type By = $by;
        fn by(_: PhantomData<Self>) -> $by {
            $by
        }
    };
}
reductions! {
    Sum sum CumSum cumsum Summing
        "bcast!: there is no `sum` of `{Self}`"
        "`count(c)` counts what is true; convert other elements first, for example `sum(f64.(x))`"
        "types of your own have one by `+` and `#[derive(bcast::Element)]`"
        "bcast!: there is no `cumsum` of `{Self}`"
        "convert elements first, for example `cumsum[0](f64.(x))`; of truth values, `cumsum[0](u64.(c))` counts";
    Prod prod CumProd cumprod Multiplied
        "bcast!: there is no `prod` of `{Self}`"
        "`all(c)` asks whether all are true; convert other elements first, for example `prod(f64.(x))`"
        "types of your own have one by `*` and `#[derive(bcast::Element)]`"
        "bcast!: there is no `cumprod` of `{Self}`"
        "convert elements first, for example `cumprod[0](f64.(x))`";
}

/// Types that the mode does not change, but for their operators.
macro_rules! as_ever {
    ($own:ty) => {
        #[diagnostic::do_not_recommend]
        impl $crate::ops::checked::LiteralPower for $own {
            #[inline]
            fn literal_power<const N: u32>(x: $own, _: impl $crate::checks::Report) -> $own {
                $crate::ops::LiteralPower::literal_power::<N>(x)
            }
        }
        #[diagnostic::do_not_recommend]
        impl $crate::ops::checked::Fit for $own {
            type Value = $own;
            #[inline(always)]
            fn fit(self, _: impl $crate::checks::Report) -> $own {
                self
            }
            #[inline(always)]
            fn bare(self) -> $own {
                self
            }
        }
        $crate::ops::modes::checked::as_ever! { @reduction $own, Sum sum CumSum cumsum Summing }
        $crate::ops::modes::checked::as_ever! { @reduction $own, Prod prod CumProd cumprod Multiplied }
    };
    (@reduction $own:ty, $name:ident $method:ident $scan:ident $scan_method:ident $by:ident) => {
        #[diagnostic::do_not_recommend]
        impl $crate::ops::checked::$name for $own {
            type Reducer = <$own as $crate::ops::reduce::$name>::Reducer;
            #[inline(always)]
            fn $method(x: $own) -> $crate::ops::reduce::Folded<Self::Reducer> {
                $crate::ops::reduce::$name::$method(x)
            }
        }
        #[diagnostic::do_not_recommend]
        impl $crate::ops::checked::$scan for $own {
            type Running = $own;
            #[inline(always)]
            fn $scan_method(x: $own) -> $own {
                x
            }
            type By = $crate::ops::checked::$by;
            fn by(_: std::marker::PhantomData<$own>) -> Self::By {
                $crate::ops::checked::$by
            }
        }
    };
}
pub(crate) use as_ever;
