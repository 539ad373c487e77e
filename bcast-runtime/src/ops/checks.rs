//! Where integer arithmetic panics in builds with debug assertions: at the user's line.
//!
//! Most operators of `std` panic at the line of whoever calls them, and ours pass that on. Negation, shifts and powers
//! of `std` panic at a line of `std`. So these are looked at first, and what overflows is computed here, at the line
//! of the caller, in the smallest type: whether that panics, and what it says, is Rust's.

use std::any::TypeId;
use std::hint::black_box;

/// The value, if it is an integer. Those beyond `i128::MAX` are negative, and as far out of range.
fn integer<T>(value: &T) -> Option<i128> {
    let id = typeid::of::<T>();
    macro_rules! among {
        ($($t:ident)*) => {$(
            // Sizes first: comparing types takes time.
            if size_of::<T>() == size_of::<$t>() && id == TypeId::of::<$t>() {
                // SAFETY: `T` is this type.
                return Some(unsafe { *std::ptr::from_ref(value).cast::<$t>() } as i128);
            }
        )*};
    }
    among! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
    None
}

#[track_caller]
pub(super) fn negate<T>(value: &T) {
    let least = i128::MIN >> (128 - 8 * size_of::<T>().clamp(1, 16));
    if integer(value) == Some(least) {
        let _ = -black_box(i8::MIN);
    }
}

fn is_too_far<A, B>(value: &A, amount: &B) -> bool {
    let bits = 8 * size_of::<A>() as i128;
    integer(value).is_some() && integer(amount).is_some_and(|amount| !(0..bits).contains(&amount))
}

#[track_caller]
pub(super) fn shift_left<A, B>(value: &A, amount: &B) {
    if is_too_far(value, amount) {
        let _ = black_box(1_u8) << black_box(8);
    }
}

#[track_caller]
pub(super) fn shift_right<A, B>(value: &A, amount: &B) {
    if is_too_far(value, amount) {
        let _ = black_box(1_u8) >> black_box(8);
    }
}

/// A sum that does not fit its type.
#[track_caller]
pub(super) fn sum_overflows() {
    let _ = black_box(u8::MAX) + 1;
}

/// A product that does not fit its type.
#[track_caller]
pub(super) fn product_overflows() {
    let _ = black_box(u8::MAX) * 2;
}
