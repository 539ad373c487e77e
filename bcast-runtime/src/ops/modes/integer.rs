//! The modes, for each type of integers.

use super::{Saturating, Wrapping};

/// What integers of type `T` do in a mode. All are vector code but divisions, powers with an exponent that is no
/// literal, and saturating products of 64 bits and more. Division by zero panics.
///
/// ```
/// use bcast::bcast;
///
/// assert_eq!(bcast!(#[wrapping] 200_u8 .+ 100), 44);
/// assert_eq!(bcast!(#[saturating] 200_u8 .+ 100), 255);
/// ```
pub trait Mode<T> {
    /// The number 1.
    const ONE: T;
    #[allow(missing_docs)]
    fn plus(a: T, b: T) -> T;
    #[allow(missing_docs)]
    fn minus(a: T, b: T) -> T;
    #[allow(missing_docs)]
    fn times(a: T, b: T) -> T;
    #[allow(missing_docs)]
    fn divide(a: T, b: T) -> T;
    #[allow(missing_docs)]
    fn remainder(a: T, b: T) -> T;
    #[allow(missing_docs)]
    fn rem_euclid(a: T, b: T) -> T;
    #[allow(missing_docs)]
    fn shift_left(x: T, n: impl Amount) -> T;
    #[allow(missing_docs)]
    fn shift_right(x: T, n: impl Amount) -> T;
    #[allow(missing_docs)]
    fn power(x: T, n: u32) -> T;
}

/// The same for operators that only signed integers have.
///
/// ```
/// use bcast::bcast;
///
/// assert_eq!(bcast!(#[wrapping] .-i8::MIN), i8::MIN);
/// assert_eq!(bcast!(#[saturating] .-i8::MIN), i8::MAX);
/// ```
pub trait SignedMode<T>: Mode<T> {
    #[allow(missing_docs)]
    fn negate(x: T) -> T;
    #[allow(missing_docs)]
    fn abs(x: T) -> T;
}

/// By how many bits integers are shifted: an integer.
///
/// ```
/// use bcast::bcast;
///
/// assert_eq!(bcast!(#[wrapping] 3_u8 .<< 9), 6);
/// assert_eq!(bcast!(#[saturating] 3_u8 .<< 9), 255);
/// assert_eq!(bcast!(#[saturating] 12_u8 .<< -2), 3);
/// ```
pub trait Amount {
    /// Its low bits.
    fn low(self) -> u32;
    /// As it is, or so far from 0 that no bit stays in an integer.
    fn near(self) -> i32;
}
macro_rules! amounts {
    ($($t:ident: $n:ident => $near:expr;)*) => {$(
        impl Amount for $t {
            #[inline]
            fn low(self) -> u32 {
                self as u32
            }
            #[inline]
            fn near(self) -> i32 {
                let $n = self;
                $near
            }
        }
    )*};
}
amounts! {
    i8: n => n.into(); u8: n => n.into(); i16: n => n.into(); u16: n => n.into(); i32: n => n;
    u32: n => n.min(255) as i32; u64: n => n.min(255) as i32; u128: n => n.min(255) as i32;
    usize: n => n.min(255) as i32;
    i64: n => n.clamp(-255, 255) as i32; i128: n => n.clamp(-255, 255) as i32; isize: n => n.clamp(-255, 255) as i32;
}

macro_rules! functions {
    ($t:ident: $($name:ident($($arg:ident),*) => $value:expr;)*) => {$(
        #[inline]
        #[track_caller]
        fn $name($($arg: $t),*) -> $t {
            $value
        }
    )*};
}

macro_rules! wrapping {
    ($($t:ident)*) => {$(
        impl Mode<$t> for Wrapping {
            const ONE: $t = 1;
            functions! { $t:
                plus(a, b) => a.wrapping_add(b);
                minus(a, b) => a.wrapping_sub(b);
                times(a, b) => a.wrapping_mul(b);
                divide(a, b) => a.wrapping_div(b);
                remainder(a, b) => a.wrapping_rem(b);
                rem_euclid(a, b) => a.wrapping_rem_euclid(b);
            }
            #[inline]
            fn shift_left(x: $t, n: impl Amount) -> $t {
                x.wrapping_shl(n.low())
            }
            #[inline]
            fn shift_right(x: $t, n: impl Amount) -> $t {
                x.wrapping_shr(n.low())
            }
            #[inline]
            fn power(x: $t, n: u32) -> $t {
                x.wrapping_pow(n)
            }
        }
    )*};
}
wrapping! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! saturating {
    ($($t:ident: $a:ident, $b:ident => $product:expr;)*) => {$(
        impl Mode<$t> for Saturating {
            const ONE: $t = 1;
            functions! { $t:
                plus(a, b) => a.saturating_add(b);
                minus(a, b) => a.saturating_sub(b);
                times($a, $b) => $product;
                divide(a, b) => a.saturating_div(b);
                // Exact: the least number has the remainder 0 by -1.
                remainder(a, b) => a.wrapping_rem(b);
                rem_euclid(a, b) => a.wrapping_rem_euclid(b);
            }
            #[inline]
            fn shift_left(x: $t, n: impl Amount) -> $t {
                shifted! { $t, x, n.near() }
            }
            #[inline]
            fn shift_right(x: $t, n: impl Amount) -> $t {
                shifted! { $t, x, n.near().saturating_neg() }
            }
            #[inline]
            fn power(x: $t, n: u32) -> $t {
                x.saturating_pow(n)
            }
        }
    )*};
}
/// `x` times 2 to the power `n`, rounded down. Without branches, so that it is vector code.
macro_rules! shifted {
    ($t:ident, $x:ident, $n:expr) => {{
        let (n, is_negative) = ($n, $t::MIN != 0 && $x.leading_zeros() == 0);
        let (end, nothing) = if is_negative { ($t::MIN, (0 as $t).wrapping_sub(1)) } else { ($t::MAX, 0) };
        let (bits, is_kept) = (n.unsigned_abs(), n.unsigned_abs() < $t::BITS);
        let (left, right) = ($x.wrapping_shl(bits), $x.wrapping_shr(bits));
        let fits = (is_kept & (left.wrapping_shr(bits) == $x)) | ($x == 0);
        let left = if fits { left } else { end };
        let right = if is_kept { right } else { nothing };
        if n < 0 { right } else { left }
    }};
}
/// A product in a wider type, of which there are vectors.
macro_rules! clamped {
    ($t:ident $wide:ident $a:ident $b:ident) => {
        ($a as $wide * $b as $wide).clamp($t::MIN as $wide, $t::MAX as $wide) as $t
    };
}
saturating! {
    i8: a, b => clamped!(i8 i16 a b); u8: a, b => clamped!(u8 u16 a b);
    i16: a, b => clamped!(i16 i32 a b); u16: a, b => clamped!(u16 u32 a b);
    i32: a, b => clamped!(i32 i64 a b); u32: a, b => clamped!(u32 u64 a b);
    i64: a, b => a.saturating_mul(b); u64: a, b => a.saturating_mul(b);
    i128: a, b => a.saturating_mul(b); u128: a, b => a.saturating_mul(b);
    isize: a, b => a.saturating_mul(b); usize: a, b => a.saturating_mul(b);
}

macro_rules! signed {
    ($($mode:ident $negate:ident $abs:ident: $($t:ident)*;)*) => {$($(
        impl SignedMode<$t> for $mode {
            functions! { $t:
                negate(x) => x.$negate();
                abs(x) => x.$abs();
            }
        }
    )*)*};
}
signed! {
    Wrapping wrapping_neg wrapping_abs: i8 i16 i32 i64 i128 isize;
    Saturating saturating_neg saturating_abs: i8 i16 i32 i64 i128 isize;
}
