//! One of several numbers. `minimum` and `maximum` are those of IEEE 754-2019: NaN wins, and -0 is below +0.

use crate::simd::SimdToken;

function! {
    /// The smaller of two, or of more: `min.(a, b, c)`. A NaN loses.
    ///
    /// Of numbers of one type, `bool`, and types of your own with an order. NaN comes out where all are NaN. Which of 0
    /// and -0 comes out is not promised.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(min.(array![1.0, f64::NAN, 5.0], 3)), array![1.0, 3.0, 3.0]);
    /// assert_eq!(bcast!(min.(array![4, 9], array![6, 2], 5)), array![4, 2]);
    /// assert_eq!(bcast!(min(array![4, 9])), 4); // without the dot: the smallest element
    /// ```
    Min min(other: O);
    "bcast!: there is no `min.({Self}, {O})`"
    "two numbers of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! { min: f32 f64; (x, y, _) => x.min(y) }
binary! { min: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::min(x, y) }

function! {
    /// The larger of two, or of more: `max.(a, b, c)`. A NaN loses.
    ///
    /// Of numbers of one type, `bool`, and types of your own with an order. NaN comes out where all are NaN. Which of 0
    /// and -0 comes out is not promised.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(max.(array![-1.0, 2.0, f64::NAN], 0)), array![0.0, 2.0, 0.0]);
    /// assert_eq!(bcast!(max.(array![4, 9], array![6, 2], 5)), array![6, 9]);
    /// ```
    Max max(other: O);
    "bcast!: there is no `max.({Self}, {O})`"
    "two numbers of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! { max: f32 f64; (x, y, _) => x.max(y) }
binary! { max: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::max(x, y) }

function! {
    /// The smaller of two, or of more: `minimum.(a, b, c)`. A NaN wins, and -0 is below 0.
    ///
    /// Of numbers of one type, `bool`, and types of your own with an order.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let least = bcast!(minimum.(array![1.0, f64::NAN, 0.0], array![3.0, 3.0, -0.0]));
    /// assert!(least[0] == 1.0 && least[1].is_nan() && least[2].is_sign_negative());
    /// ```
    Minimum minimum(other: O);
    "bcast!: there is no `minimum.({Self}, {O})`"
    "two numbers of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! {
    minimum: f32 f64;
    (x, y, _) => if x < y || (x == y && x.is_sign_negative()) || x.is_nan() { x } else { y }
}
binary! { minimum: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::min(x, y) }

function! {
    /// The larger of two, or of more: `maximum.(a, b, c)`. A NaN wins, and 0 is above -0.
    ///
    /// Of numbers of one type, `bool`, and types of your own with an order.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let most = bcast!(maximum.(array![1.0, f64::NAN, -0.0], array![3.0, 3.0, 0.0]));
    /// assert!(most[0] == 3.0 && most[1].is_nan() && most[2].is_sign_positive());
    /// ```
    Maximum maximum(other: O);
    "bcast!: there is no `maximum.({Self}, {O})`"
    "two numbers of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! {
    maximum: f32 f64;
    (x, y, _) => if x > y || (x == y && x.is_sign_positive()) || x.is_nan() { x } else { y }
}
binary! { maximum: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::max(x, y) }

function! {
    /// `min(max(x, low), high)`: `x`, but not below `low`, and not above `high`.
    ///
    /// Of three numbers of one type, or `char`s. Where `low` is above `high` it gives `high`, and does not panic. A NaN
    /// as `x` gives `low`; as a bound it bounds nothing.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(clamp.(array![-3.0, 0.5, 7.0, f64::NAN], 0, 1)), array![0.0, 0.5, 1.0, 0.0]);
    /// assert_eq!(bcast!(clamp.(array![-3, 300], 0, array![255, 255])), array![0, 255]);
    /// ```
    Clamp clamp(low: L, high: H);
    "bcast!: there is no `clamp.({Self}, {L}, {H})`"
    "three numbers of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
ternary! { clamp: f32 f64; (x, low, high, _) => x.max(low).min(high) }
ternary! {
    clamp: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize char;
    (x, low, high, _) => Ord::min(Ord::max(x, low), high)
}
