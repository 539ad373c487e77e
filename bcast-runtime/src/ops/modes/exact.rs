//! Sums and products of integers that say whether they fit the type of the elements. No order changes them.

use super::reduce::reducer;
use crate::lane_room::Together;
use crate::ops::reduce::Reducer;
use std::marker::PhantomData;

/// A result, if it fits its type; else anything.
#[derive(Clone, Copy, Debug)]
pub struct Exact<T> {
    pub(super) value: T,
    pub(super) fits: bool,
}

/// The exact sum.
pub struct ExactSum<T>(PhantomData<T>);
/// The exact product.
pub struct ExactProduct<T>(PhantomData<T>);

/// A sum in a wider type. Those of 64 bits hold the sum of 2^32 elements of 32; where there are more, what leaves them
/// stays at their ends, which a type of 128 bits would not pay for.
macro_rules! sums {
    ($($t:ident $wide:ident)*) => {$(
        reducer! {
            ExactSum $t -> Exact<$t>: $wide = 0;
            a, b => a.saturating_add(b);
            x => x.into();
            all => Exact { value: all as $t, fits: $t::try_from(all).is_ok() }
        }
    )*};
}
sums! { i8 i64 i16 i64 i32 i64 i64 i128 u8 u64 u16 u64 u32 u64 u64 u128 }

macro_rules! sizes {
    ($($t:ident $wide:ident)*) => {$(
        reducer! {
            ExactSum $t -> Exact<$t>: $wide = 0;
            a, b => a + b;
            x => x as $wide;
            all => Exact { value: all as $t, fits: $t::try_from(all).is_ok() }
        }
    )*};
}
sizes! { isize i128 usize u128 }

// In two parts, `high * 2^64 + low`, as there is no wider type.
macro_rules! in_two_parts {
    ($($t:ident)*) => {$(
        reducer! {
            ExactSum $t -> Exact<$t>: ($t, $t) = (0, 0);
            a, b => (a.0 + b.0, a.1 + b.1);
            x => (x >> 64, x & $t::from(u64::MAX));
            all => {
                let (high, low) = (all.0 + (all.1 >> 64), all.1 & $t::from(u64::MAX));
                Exact { value: high << 64 | low, fits: ($t::MIN >> 64..=$t::MAX >> 64).contains(&high) }
            }
        }
    )*};
}
in_two_parts! { i128 u128 }

/// A size, and whether it left its type: then it cannot come back, but for a factor 0.
#[inline(always)]
fn product<T: Copy + Default + PartialEq>(
    a: (T, bool),
    b: (T, bool),
    overflowing: impl FnOnce(T, T) -> (T, bool),
) -> (T, bool) {
    let is_zero = |of: (T, bool)| !of.1 & (of.0 == T::default());
    let (size, leaves) = overflowing(a.0, b.0);
    if is_zero(a) | is_zero(b) { (T::default(), false) } else { (size, a.1 | b.1 | leaves) }
}

macro_rules! products {
    ($($t:ident)*) => {$(
        reducer! {
            ExactProduct $t -> Exact<$t>: ($t, bool) = (1, false);
            a, b => product(a, b, $t::overflowing_mul);
            x => (x, false);
            all => Exact { value: all.0, fits: !all.1 }
        }
    )*};
}
products! { u8 u16 u32 u64 u128 usize }

/// The same with a sign: all ones where it is negative. The lower end has a size that the upper one has not.
macro_rules! signed_products {
    ($($t:ident $size:ident)*) => {$(
        reducer! {
            ExactProduct $t -> Exact<$t>: (($size, bool), $t) = ((1, false), 0);
            a, b => (product(a.0, b.0, $size::overflowing_mul), a.1 ^ b.1);
            x => ((x.unsigned_abs(), false), x >> ($t::BITS - 1));
            all => {
                let ((size, leaves), is_negative) = (all.0, all.1 != 0);
                let end = if is_negative { $t::MIN.unsigned_abs() } else { $t::MAX as $size };
                let value = if is_negative { (size as $t).wrapping_neg() } else { size as $t };
                Exact { value, fits: !leaves & (size <= end) }
            }
        }
    )*};
}
signed_products! { i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize }
