//! What the operators do with each type of elements, by the mode `M`. Each type has implementations of its own: so a
//! literal before an operator takes the type that stands behind it, as it does without a mode.

use super::integer::{Amount, Mode, SignedMode};
use super::reduce::{ClampedProduct, ClampedSum, WrappedProduct, WrappedSum};
use crate::ops;
use crate::ops::own::Derived;
use crate::ops::reduce::Folded;
use crate::simd::SimdToken;

macro_rules! traits {
    ($(
        $name:ident $method:ident [$($p:ident),*] ($($arg:ident: $t:ident),*; $($token:ident)?) -> $result:ident
            $message:literal $label:literal $note:literal;
    )*) => {$(
        pub trait $name<M, $($p),*>: Sized {
            fn $method($($arg: $t,)* x: Self $(, $token: SimdToken)?) -> $result;
        }
        #[diagnostic::do_not_recommend]
        impl<M, A: Derived + ops::$name<$($p),*>, $($p),*> $name<M, $($p),*> for A {
            #[inline]
            #[track_caller]
            fn $method($($arg: $t,)* x: A $(, $token: SimdToken)?) -> $result {
                ops::$name::$method($($arg,)* x $(, $token)?)
            }
        }
    )*};
}
super::rows! { traits }

/// Operators that no mode changes.
macro_rules! unchanged {
    ($own:ty; $(
        $name:ident $method:ident [$($p:ident),*] ($($arg:ident: $t:ident),*; $($token:ident)?) -> $result:ident
            $message:literal $label:literal $note:literal;
    )*) => {$(
        impl<M, $($p),*> $crate::ops::modes::by::$name<M, $($p),*> for $own
        where
            $own: $crate::ops::$name<$($p),*>,
        {
            #[inline]
            #[track_caller]
            fn $method($($arg: $t,)* x: $own $(, $token: $crate::simd::SimdToken)?) -> $result {
                $crate::ops::$name::$method($($arg,)* x $(, $token)?)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($p),*> $crate::ops::modes::checked::by::$name<$($p),*> for $own
        where
            $own: $crate::ops::$name<$($p),*>,
        {
            #[inline]
            #[track_caller]
            fn $method(
                $($arg: $t,)* x: $own $(, $token: $crate::simd::SimdToken)?, _: impl $crate::checks::Report
            ) -> $result {
                $crate::ops::$name::$method($($arg,)* x $(, $token)?)
            }
        }
    )*};
}
#[cfg(feature = "glam")]
pub(crate) use unchanged;

/// Types that no mode changes.
macro_rules! as_ever {
    ($($own:ty)*) => {$(
        $crate::ops::modes::rows! { unchanged $own; }
        impl<M> $crate::ops::modes::by::LiteralPower<M> for $own {
            #[inline]
            #[track_caller]
            fn literal_power<const N: u32>(x: $own) -> $own {
                $crate::ops::LiteralPower::literal_power::<N>(x)
            }
        }
        as_ever! { @reduction $own: wrapping saturating => Sum sum }
        as_ever! { @reduction $own: wrapping saturating => Prod prod }
        $crate::ops::modes::checked::as_ever! { $own }
    )*};
    (@reduction $own:ty: $($mode:ident)* => $name:tt $method:ident) => {$(
        #[diagnostic::do_not_recommend]
        impl $crate::ops::$mode::$name for $own {
            type Reducer = <$own as $crate::ops::reduce::$name>::Reducer;
            #[inline]
            #[track_caller]
            fn $method(x: $own) -> $crate::ops::reduce::Folded<Self::Reducer> {
                $crate::ops::reduce::$name::$method(x)
            }
        }
    )*};
}
#[cfg(feature = "glam")]
pub(crate) use as_ever;
as_ever! { f32 f64 }
#[cfg(feature = "half")]
as_ever! { half::f16 }
#[cfg(feature = "complex")]
as_ever! { num_complex::Complex<f32> num_complex::Complex<f64> }

macro_rules! integers {
    ($($t:ident)*) => {$(
        integers! { @binary $t: Plus plus Minus minus Times times Divide divide Remainder remainder }
        impl<M: Mode<$t>> RemEuclid<M, $t, $t> for $t {
            #[inline]
            #[track_caller]
            fn rem_euclid(divisor: $t, x: $t, _: SimdToken) -> $t {
                M::rem_euclid(x, divisor)
            }
        }
        impl<M: Mode<$t>, N: Amount> ShiftLeft<M, N, $t> for $t {
            #[inline]
            #[track_caller]
            fn shift_left(n: N, x: $t) -> $t {
                M::shift_left(x, n)
            }
        }
        impl<M: Mode<$t>, N: Amount> ShiftRight<M, N, $t> for $t {
            #[inline]
            #[track_caller]
            fn shift_right(n: N, x: $t) -> $t {
                M::shift_right(x, n)
            }
        }
        impl<M: Mode<$t>> Power<M, u32, $t> for $t {
            #[inline]
            #[track_caller]
            fn power(n: u32, x: $t, _: SimdToken) -> $t {
                M::power(x, n)
            }
        }
        impl<M: Mode<$t>> LiteralPower<M> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn literal_power<const N: u32>(x: $t) -> $t {
                literal_power::<$t, N>(x, M::ONE, M::times)
            }
        }
        integers! { @reduction $t: Sum sum wrapping WrappedSum }
        integers! { @reduction $t: Sum sum saturating ClampedSum }
        integers! { @reduction $t: Prod prod wrapping WrappedProduct }
        integers! { @reduction $t: Prod prod saturating ClampedProduct }
    )*};
    (@binary $t:ident: $($name:ident $method:ident)*) => {$(
        impl<M: Mode<$t>> $name<M, $t, $t> for $t {
            #[inline]
            #[track_caller]
            fn $method(b: $t, a: $t) -> $t {
                M::$method(a, b)
            }
        }
    )*};
    (@reduction $t:ident: $name:ident $method:ident $mode:ident $reducer:ident) => {
        #[diagnostic::do_not_recommend]
        impl super::$mode::$name for $t {
            type Reducer = $reducer<$t>;
            #[inline]
            #[track_caller]
            fn $method(x: $t) -> Folded<$reducer<$t>> {
                Folded(x)
            }
        }
    };
}
integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! signed {
    ($($t:ident)*) => {$(
        impl<M: SignedMode<$t>> Negate<M, $t> for $t {
            #[inline]
            #[track_caller]
            fn negate(x: $t) -> $t {
                M::negate(x)
            }
        }
        impl<M: SignedMode<$t>> Abs<M, $t> for $t {
            #[inline]
            #[track_caller]
            fn abs(x: $t, _: SimdToken) -> $t {
                M::abs(x)
            }
        }
    )*};
}
signed! { i8 i16 i32 i64 i128 isize }

pub trait LiteralPower<M>: Sized {
    fn literal_power<const N: u32>(x: Self) -> Self;
}
#[diagnostic::do_not_recommend]
impl<M, A: Derived + ops::LiteralPower> LiteralPower<M> for A {
    #[inline]
    #[track_caller]
    fn literal_power<const N: u32>(x: A) -> A {
        x.literal_power::<N>()
    }
}

/// What leaves its type is not 1, 0 or -1, and squares are positive: what happens on the way happens in the end.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn literal_power<T: Copy, const N: u32>(x: T, one: T, mut times: impl FnMut(T, T) -> T) -> T {
    if N == 0 {
        return one;
    }
    let (mut power, mut square, mut rest) = (x, x, N - 1);
    while rest > 0 {
        if rest & 1 == 1 {
            power = times(power, square);
        }
        rest >>= 1;
        if rest > 0 {
            square = times(square, square);
        }
    }
    power
}
