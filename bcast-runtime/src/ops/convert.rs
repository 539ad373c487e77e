//! Conversions `f32.(x)`, `u8.(x)` ..: Rust's `as`, written so that it is vectorised.
//!
//! `as` from a float to an integer saturates and maps NaN to 0; LLVM compiles that one element at a time on x86-64.
//! Clamping first and converting unchecked gives the same values ten times faster.

/// `T.(x)`: Rust's `x as T`.
///
/// * From floats to integers: rounded towards 0, saturating; NaN gives 0.
/// * From integers to integers: the lowest bits. To floats, and from `f64` to `f32`: the nearest.
/// * From `bool`: 0 or 1 of any number type. Between `char` and integers: as `as` has it.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// assert_eq!(bcast!(u8.(array![-1.5, 3.9, 300.0, f64::NAN])), array![0, 3, 255, 0]);
/// assert_eq!(bcast!(u8.(array![256_i32, -1])), array![0, 255]);
/// assert_eq!(bcast!(f32.(array![1, 2] .> 1)), array![0.0, 1.0]);
/// assert_eq!(bcast!(f32.(16_777_217_i32)), 16_777_216.0); // the nearest `f32`
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be converted to `{T}`",
    label = "no `{T}.({Self})`",
    note = "number types and `bool` convert to number types; for a `bool` compare: `x .!= 0`"
)]
pub trait Convert<T> {
    /// Converts one element.
    fn convert(self) -> T;
}

macro_rules! by_as {
    ($($from:ty => $($to:ty)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl Convert<$to> for $from {
            #[inline]
            fn convert(self) -> $to {
                self as $to
            }
        }
    )*)*};
}
macro_rules! integers_by_as {
    ($($from:ty)*) => { by_as! { $($from => i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64;)* } };
}
integers_by_as! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
by_as! {
    bool => i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
    f32 => f32 f64 i64 i128 isize u64 u128 usize;
    f64 => f32 f64 i64 i128 isize u64 u128 usize;
    u8 => char;
    char => u8 u16 u32 u64 i32 i64;
}

macro_rules! bool_to_float {
    ($($to:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Convert<$to> for bool {
            #[inline]
            fn convert(self) -> $to {
                self as u8 as $to
            }
        }
    )*};
}
bool_to_float! { f32 f64 }

#[diagnostic::do_not_recommend]
impl Convert<bool> for bool {
    #[inline]
    fn convert(self) -> bool {
        self
    }
}

/// Floats to integers of at most 32 bits, by way of a signed integer `$via` that holds every clamped value.
macro_rules! saturating {
    ($($from:ident => $($to:ident via $via:ident)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl Convert<$to> for $from {
            #[inline]
            fn convert(self) -> $to {
                const LOW: $from = $to::MIN as $from;
                // The largest value of `$from` that is not above `$to::MAX`: `$to::MAX` itself may round up.
                const HIGH: $from = {
                    let rounded = $to::MAX as $from;
                    if rounded as i128 > $to::MAX as i128 { rounded.next_down() } else { rounded }
                };
                const EXACT: bool = HIGH as i128 == $to::MAX as i128;
                // Where the low end is 0, NaN ends there by the first comparison.
                let number = if LOW == 0.0 || self == self { self } else { 0.0 };
                let low = if number > LOW { number } else { LOW };
                let inside = if low < HIGH { low } else { HIGH };
                // SAFETY: `inside` is no NaN, and between the ends of `$to`, which `$via` holds.
                let converted = unsafe { inside.to_int_unchecked::<$via>() } as $to;
                if !EXACT && number > HIGH { $to::MAX } else { converted }
            }
        }
    )*)*};
}
saturating! {
    f32 => i8 via i32 u8 via i32 i16 via i32 u16 via i32 i32 via i32 u32 via i64;
    f64 => i8 via i32 u8 via i32 i16 via i32 u16 via i32 i32 via i32 u32 via i64;
}
