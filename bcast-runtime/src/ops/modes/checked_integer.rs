//! What integers do under `#[checked]`.

use super::by::literal_power;
use super::checked::{CumProd, CumSum, LiteralPower, Prod, Sum, by};
use super::exact::{Exact, ExactProduct, ExactSum};
use super::integer::Amount;
use crate::checks::Report;
use crate::ops::reduce::Folded;
use crate::simd::SimdToken;
use std::marker::PhantomData;

/// Whether a sum or a difference wrapped, told from the signs: LLVM makes no vectors of what `overflowing_add` of
/// signed integers is.
macro_rules! wraps {
    (signed plus $a:ident $b:ident $sum:ident) => {
        (($a ^ $sum) & ($b ^ $sum)) < 0
    };
    (signed minus $a:ident $b:ident $difference:ident) => {
        (($a ^ $b) & ($a ^ $difference)) < 0
    };
    (unsigned plus $a:ident $b:ident $sum:ident) => {
        $sum < $a
    };
    (unsigned minus $a:ident $b:ident $difference:ident) => {
        $a < $b
    };
}

/// A product, and whether it wrapped: by a wider type, of which there are vectors, where there is one. Of unsigned ones
/// the halves of a factor are multiplied, as LLVM makes `overflowing_mul`, and no vectors, of the exact product.
macro_rules! product {
    ($sign:ident $t:ident $a:ident $b:ident) => {
        $a.overflowing_mul($b)
    };
    (signed $t:ident $a:ident $b:ident $wide:ident) => {{
        let exact = $a as $wide * $b as $wide;
        (exact as $t, exact != (exact as $t) as $wide)
    }};
    (unsigned $t:ident $a:ident $b:ident $wide:ident) => {{
        let (half, factor) = ($t::BITS / 2, $b as $wide);
        let (high, low) = (($a >> half) as $wide, ($a & ($t::MAX >> half)) as $wide);
        ($a.wrapping_mul($b), high * factor + (low * factor >> half) >= 1 << half)
    }};
}

/// Operators of two integers of a type: the value, and whether it is wrapped.
macro_rules! integers {
    ($($sign:ident $t:ident $($wide:ident)?;)*) => {$(
        integers! { @sum $sign $t: Plus plus wrapping_add Minus minus wrapping_sub }
        #[diagnostic::do_not_recommend]
        impl by::Times<$t, $t> for $t {
            #[inline(always)]
            fn times(b: $t, a: $t, report: impl Report) -> $t {
                wrapped(product!($sign $t a b $($wide)?), report)
            }
        }
        integers! { @divided $t: Divide divide(b, a;) => a.overflowing_div(b) }
        // The smallest number divided by -1 leaves 0, which fits.
        integers! { @divided $t: Remainder remainder(b, a;) => (a.wrapping_rem(b), false) }
        integers! { @divided $t: RemEuclid rem_euclid(b, a; _t) => (a.wrapping_rem_euclid(b), false) }
        integers! { @shift $t: ShiftLeft shift_left wrapping_shl ShiftRight shift_right wrapping_shr }
        #[diagnostic::do_not_recommend]
        impl by::Power<u32, $t> for $t {
            #[inline]
            fn power(n: u32, x: $t, _: SimdToken, report: impl Report) -> $t {
                wrapped(x.overflowing_pow(n), report)
            }
        }
        #[diagnostic::do_not_recommend]
        impl LiteralPower for $t {
            #[inline(always)]
            fn literal_power<const N: u32>(x: $t, report: impl Report) -> $t {
                let mut wraps = false;
                let product = |a: $t, b: $t, wraps: &mut bool| {
                    let (product, is_wrapped) = product!($sign $t a b $($wide)?);
                    *wraps |= is_wrapped;
                    product
                };
                let power = literal_power::<$t, N>(x, 1, |a, b| product(a, b, &mut wraps));
                wrapped((power, wraps), report)
            }
        }
        integers! { @reduction $t: Sum sum CumSum cumsum Summing ExactSum }
        integers! { @reduction $t: Prod prod CumProd cumprod Multiplied ExactProduct }
    )*};
    (@sum $sign:ident $t:ident: $($name:ident $method:ident $wrapping:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl by::$name<$t, $t> for $t {
            #[inline(always)]
            fn $method(b: $t, a: $t, report: impl Report) -> $t {
                let result = a.$wrapping(b);
                wrapped((result, wraps!($sign $method a b result)), report)
            }
        }
    )*};
    (@divided $t:ident: $name:ident $method:ident($b:ident, $a:ident; $($token:ident)?) => $quotient:expr) => {
        #[diagnostic::do_not_recommend]
        impl by::$name<$t, $t> for $t {
            #[inline(always)]
            fn $method($b: $t, $a: $t $(, $token: SimdToken)?, report: impl Report) -> $t {
                report.division_by_zero($b == 0);
                if $b == 0 { 0 } else { wrapped($quotient, report) }
            }
        }
    };
    (@shift $t:ident: $($name:ident $method:ident $wrapping:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<N: Amount> by::$name<N, $t> for $t {
            #[inline(always)]
            fn $method(n: N, x: $t, report: impl Report) -> $t {
                let n = n.near();
                report.overflow(n < 0 || n >= $t::BITS as i32);
                x.$wrapping(n as u32)
            }
        }
    )*};
    (@reduction $t:ident: $name:ident $method:ident $scan:ident $scan_method:ident $by:ident $reducer:ident) => {
        #[diagnostic::do_not_recommend]
        impl $name for $t {
            type Reducer = $reducer<$t>;
            #[inline(always)]
            fn $method(x: $t) -> Folded<$reducer<$t>> {
                Folded(x)
            }
        }
        #[diagnostic::do_not_recommend]
        impl $scan for $t {
            type Running = Exact<$t>;
            #[inline(always)]
            fn $scan_method(x: $t) -> Exact<$t> {
                Exact { value: x, fits: true }
            }
            // What runs are results that fit or not, and these join by their own.
            type By = super::wrapping::$by;
            fn by(_: PhantomData<$t>) -> Self::By {
                super::wrapping::$by
            }
        }
    };
}
integers! {
    signed i8 i16; signed i16 i32; signed i32 i64; signed i64; signed i128; signed isize;
    unsigned u8 u16; unsigned u16 u32; unsigned u32 u64; unsigned u64; unsigned u128; unsigned usize;
}

macro_rules! signed {
    ($($t:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl by::Negate<$t> for $t {
            #[inline(always)]
            fn negate(x: $t, report: impl Report) -> $t {
                wrapped((x.wrapping_neg(), x == $t::MIN), report)
            }
        }
        #[diagnostic::do_not_recommend]
        impl by::Abs<$t> for $t {
            #[inline(always)]
            fn abs(x: $t, _: SimdToken, report: impl Report) -> $t {
                wrapped((x.wrapping_abs(), x == $t::MIN), report)
            }
        }
    )*};
}
signed! { i8 i16 i32 i64 i128 isize }

#[inline(always)]
fn wrapped<T>((value, is_wrapped): (T, bool), report: impl Report) -> T {
    report.overflow(is_wrapped);
    value
}
