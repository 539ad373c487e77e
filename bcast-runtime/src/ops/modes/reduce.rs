//! Sums and products of integers that wrap, or that are exact and clamped in the end. No order changes them.

use super::Saturating;
use super::integer::Mode;
use crate::lane_room::Together;
use crate::ops::reduce::Reducer;
use std::marker::PhantomData;

/// A sum that wraps.
pub struct WrappedSum<T>(PhantomData<T>);
/// A product that wraps.
pub struct WrappedProduct<T>(PhantomData<T>);
/// The exact sum, or the end of the type that lies nearest.
pub struct ClampedSum<T>(PhantomData<T>);
/// The exact product, or the end of the type that lies nearest.
pub struct ClampedProduct<T>(PhantomData<T>);

/// What joins elements: the identity is the value of nothing.
macro_rules! reducer {
    (
        $reducer:ident $t:ident -> $out:ty: $acc:ty = $identity:expr;
        $a:ident, $b:ident => $join:expr;
        $x:ident => $one:expr;
        $all:ident => $finish:expr
    ) => {
        impl Reducer for $reducer<$t> {
            type Lifted = $t;
            type Room = Together;
            type Acc = $acc;
            type Out = $out;
            const OF_NOTHING: bool = true;
            const ANY_ORDER: bool = true;
            #[inline(always)]
            fn identity() -> $acc {
                $identity
            }
            #[inline(always)]
            fn nothing() -> $t {
                reducer!(@nothing $reducer)
            }
            #[inline(always)]
            fn one($x: $t) -> $acc {
                $one
            }
            #[inline(always)]
            fn join($a: $acc, $b: $acc) -> $acc {
                $join
            }
            #[inline(always)]
            fn finish($all: $acc, _: usize) -> $out {
                $finish
            }
        }
    };
    (@nothing WrappedSum) => { 0 };
    (@nothing ClampedSum) => { 0 };
    (@nothing ExactSum) => { 0 };
    (@nothing $product:ident) => { 1 };
}
pub(super) use reducer;

macro_rules! wrapped {
    ($($t:ident)*) => {$(
        reducer! { WrappedSum $t -> $t: $t = 0; a, b => a.wrapping_add(b); x => x; all => all }
        reducer! { WrappedProduct $t -> $t: $t = 1; a, b => a.wrapping_mul(b); x => x; all => all }
    )*};
}
wrapped! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// Numbers that are not below 0: what has reached the end stays there.
macro_rules! unsigned_sums {
    ($($t:ident)*) => {$(
        reducer! { ClampedSum $t -> $t: $t = 0; a, b => a.saturating_add(b); x => x; all => all }
    )*};
}
unsigned_sums! { u8 u16 u32 u64 u128 usize }

/// A sum in a wider type, which holds that of more elements than there are.
macro_rules! signed_sums {
    ($($t:ident $wide:ident)*) => {$(
        reducer! {
            ClampedSum $t -> $t: $wide = 0;
            a, b => a + b;
            x => x as $wide;
            all => all.clamp($t::MIN as $wide, $t::MAX as $wide) as $t
        }
    )*};
}
signed_sums! { i8 i64 i16 i64 i64 i128 isize i128 }

// That of 2^32 elements is exact. Where there are more, parts of them saturate, which a wider type would not pay for.
reducer! {
    ClampedSum i32 -> i32: i64 = 0;
    a, b => a.saturating_add(b);
    x => x.into();
    all => all.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

// In two parts, `high * 2^64 + low`, as there is no wider type.
reducer! {
    ClampedSum i128 -> i128: (i128, i128) = (0, 0);
    a, b => (a.0 + b.0, a.1 + b.1);
    x => (x >> 64, x & i128::from(u64::MAX));
    all => {
        let (high, low) = (all.0 + (all.1 >> 64), all.1 & i128::from(u64::MAX));
        match high {
            _ if high < i128::MIN >> 64 => i128::MIN,
            _ if high > i128::MAX >> 64 => i128::MAX,
            _ => high << 64 | low,
        }
    }
}

/// A size that saturates: what has reached the end stays there, but for a factor 0.
macro_rules! products {
    ($($t:ident)*) => {$(
        reducer! {
            ClampedProduct $t -> $t: $t = 1;
            a, b => <Saturating as Mode<$t>>::times(a, b);
            x => x;
            all => all
        }
    )*};
}
products! { u8 u16 u32 u64 u128 usize }

/// A size, and a sign: all ones where it is negative. Of the product so far the size alone would be off by one at the
/// lower end.
macro_rules! signed_products {
    ($($t:ident $size:ident)*) => {$(
        reducer! {
            ClampedProduct $t -> $t: ($size, $t) = (1, 0);
            a, b => (<Saturating as Mode<$size>>::times(a.0, b.0), a.1 ^ b.1);
            x => (x.unsigned_abs(), x >> ($t::BITS - 1));
            all => match all.1 {
                0 => all.0.min($t::MAX as $size) as $t,
                _ => (all.0.min($t::MIN.unsigned_abs()) as $t).wrapping_neg(),
            }
        }
    )*};
}
signed_products! { i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize }
