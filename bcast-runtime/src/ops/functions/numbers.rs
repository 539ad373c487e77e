//! Signs, reciprocals, remainders, and questions.

use crate::simd::SimdToken;

float_functions! {
    /// `1 / x`, rounded once.
    ///
    /// Of floats. 0 gives ∞, -0 gives -∞, infinities give zeros of their sign, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![4.0, -0.5, 0.0, f64::NEG_INFINITY];
    /// assert_eq!(bcast!(recip.(x)), array![0.25, -2.0, f64::INFINITY, 0.0]);
    /// ```
    Recip recip(x, _) => x.recip();
    "bcast!: there is no `recip.({Self})`"
    "convert first, for example `recip.(f64.(x))`";
}

function! {
    /// `|x|`: the absolute value, exactly; of a complex number the modulus `√(re² + im²)`, a real number.
    ///
    /// Of floats, signed integers, and complex numbers. Infinities give ∞, NaN gives NaN. The smallest integer of a
    /// type has no absolute value there: overflow, as of `-x`.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(abs.(array![-1.5, 0.0, 2.0, f64::NEG_INFINITY])), array![1.5, 0.0, 2.0, f64::INFINITY]);
    /// assert_eq!(bcast!(abs.(array![-3_i32, 4])), array![3, 4]);
    /// ```
    Abs abs();
    "bcast!: there is no `abs.({Self})`"
    "it is of numbers with a sign: a `usize` has none, and differences are `abs.(i64.(x) .- i64.(y))`"
}
unary! { abs -> own: f32 f64; (x, _) => x.abs() }
// As `std` has it, but that it panics at the line of the call.
unary! { abs -> own: i8 i16 i32 i64 i128 isize; (x, _) => if x.is_negative() { -x } else { x } }

function! {
    /// The sign, as a number: -1, 0 or 1 of an integer, -1 or 1 of a float.
    ///
    /// Of floats and signed integers. -0 gives -1, 0 gives 1, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(signum.(array![-7, 0, 7])), array![-1, 0, 1]);
    /// assert_eq!(bcast!(signum.(array![-0.5, -0.0, 0.0, f64::INFINITY])), array![-1.0, -1.0, 1.0, 1.0]);
    /// ```
    Signum signum();
    "bcast!: there is no `signum.({Self})`"
    "convert first, for example `signum.(i64.(x))`"
}
unary! { signum -> own: f32 f64 i8 i16 i32 i64 i128 isize; (x, _) => x.signum() }

function! {
    /// The magnitude of `x` with the sign of `sign`, exactly.
    ///
    /// Of two floats. Zeros and NaN have a sign and give it, or take one.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(copysign.(array![3.0, -3.0, 5.0], array![-1.0, 2.0, -0.0])), array![-3.0, 3.0, -5.0]);
    /// ```
    Copysign copysign(sign: S);
    "bcast!: there is no `copysign.({Self}, {S})`"
    "two floats of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! { copysign: f32 f64; (x, sign, _) => x.copysign(sign) }

function! {
    /// The remainder of `x` by `divisor` that is not negative: `x - divisor * n` for some integer `n`, from 0 to below
    /// `|divisor|`.
    ///
    /// Of two numbers of one type. Of floats, a divisor of 0, an infinite `x` and NaN give NaN; a result may be rounded
    /// up to `|divisor|`. An integer divisor of 0 panics.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(rem_euclid.(array![-7, -1, 8], 5)), array![3, 4, 3]);
    /// assert_eq!(bcast!(rem_euclid.(array![-90.0, 450.0], 360)), array![270.0, 90.0]);
    /// assert_eq!(bcast!(array![-7, -1, 8] .% 5), array![-2, -1, 3]); // the remainder with the sign of `x`
    /// ```
    RemEuclid rem_euclid(divisor: D);
    "bcast!: there is no `rem_euclid.({Self}, {D})`"
    "two numbers of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! {
    rem_euclid: f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
    (x, divisor, _) => x.rem_euclid(divisor)
}

function! {
    /// `x * factor + term`, rounded once, where `x .* factor .+ term` rounds twice.
    ///
    /// Of three floats. `0 * ∞` and `∞ - ∞` are NaN. On a GPU it may round twice.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(mul_add.(array![2.0, 3.0], 10, 1)), array![21.0, 31.0]);
    /// let x = 1.0 + f64::EPSILON;
    /// assert_eq!(bcast!(mul_add.(x, x, -(x .* x))), f64::EPSILON.powi(2)); // what `x .* x` is off by
    /// ```
    MulAdd mul_add(factor: F, term: T);
    "bcast!: there is no `mul_add.({Self}, {F}, {T})`"
    "three floats of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
ternary! { mul_add: f32 f64; (x, factor, term, _) => x.mul_add(factor, term) }

function! {
    /// Whether `x` is NaN.
    ///
    /// Of floats.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![1.0, f64::NAN, f64::INFINITY];
    /// assert_eq!(bcast!(is_nan.(x)), array![false, true, false]);
    /// assert_eq!(bcast!(count(is_nan.(x))), 1);
    /// ```
    IsNan is_nan();
    "bcast!: there is no `is_nan.({Self})`"
    "only floats can be NaN"
}
unary! { is_nan -> bool: f32 f64; (x, _) => x.is_nan() }

function! {
    /// Whether `x` is neither infinite nor NaN.
    ///
    /// Of floats.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(is_finite.(array![1.0, f64::NAN, f64::INFINITY])), array![true, false, false]);
    /// ```
    IsFinite is_finite();
    "bcast!: there is no `is_finite.({Self})`"
    "only floats can be infinite"
}
unary! { is_finite -> bool: f32 f64; (x, _) => x.is_finite() }
