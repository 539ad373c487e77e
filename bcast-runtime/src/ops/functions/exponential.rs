//! Powers, roots, exponentials and logarithms.

use crate::math;
use crate::simd::SimdToken;

float_functions! {
    /// `√x`, rounded once.
    ///
    /// For `x ≥ 0`; numbers below 0 give NaN, -0 gives -0, ∞ gives ∞, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(sqrt.(array![0.0, 0.25, 9.0, f64::INFINITY])), array![0.0, 0.5, 3.0, f64::INFINITY]);
    /// assert!(bcast!(sqrt.(-1.0_f64)).is_nan());
    /// ```
    Sqrt sqrt(x, _) => x.sqrt();
    "bcast!: there is no `sqrt.({Self})`"
    "convert first, for example `sqrt.(f64.(x))`";

    /// `∛x`, of the sign of `x`.
    ///
    /// For all `x`; zeros, infinities and NaN give themselves.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(cbrt.(array![-27.0, 0.0, 0.125])), array![-3.0, 0.0, 0.5]);
    /// assert_eq!(bcast!(cbrt.(f64::NEG_INFINITY)), f64::NEG_INFINITY);
    /// ```
    Cbrt cbrt(x, t) => math::cbrt(x, t), within "0.5000" "0.4999";
    "bcast!: there is no `cbrt.({Self})`"
    "convert first, for example `cbrt.(f64.(x))`";

    /// `eˣ`.
    ///
    /// For all `x`; -∞ gives 0, ∞ gives ∞, NaN gives NaN. Beyond 709.78, for `f32` 88.72, it gives ∞; below -745.13,
    /// for `f32` -103.97, it gives 0.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::{E, LN_2};
    ///
    /// let y = bcast!(exp.(array![0.0, 1.0, -LN_2, f64::NEG_INFINITY, 710.0]));
    /// assert!(bcast!(all(abs.(y[..3] .- array![1.0, E, 0.5]) .< 1e-15)));
    /// assert_eq!((y[3], y[4]), (0.0, f64::INFINITY));
    /// ```
    Exp exp(x, t) => math::exp(x, t), within "0.9091" "0.8404";
    "bcast!: there is no `exp.({Self})`"
    "convert first, for example `exp.(f64.(x))`";

    /// `2ˣ`.
    ///
    /// For all `x`; -∞ gives 0, ∞ gives ∞, NaN gives NaN. From 1024 on, for `f32` 128, it gives ∞; below -1075, for
    /// `f32` -150, it gives 0.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(exp2.(array![-1.0, 0.0, 10.0, 1024.0])), array![0.5, 1.0, 1024.0, f64::INFINITY]);
    /// ```
    Exp2 exp2(x, t) => math::exp2(x, t), within "0.9102" "0.7600";
    "bcast!: there is no `exp2.({Self})`"
    "convert first, for example `exp2.(f64.(x))`";

    /// `eˣ - 1`, accurate near zero, where the difference of `exp.(x)` and 1 has no digits left.
    ///
    /// For all `x`; -0 gives -0, -∞ gives -1, ∞ gives ∞, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(exp_m1.(array![0.0, 1e-20, f64::NEG_INFINITY])), array![0.0, 1e-20, -1.0]);
    /// ```
    ExpM1 exp_m1(x, t) => math::exp_m1(x, t), within "0.8350" "0.7510";
    "bcast!: there is no `exp_m1.({Self})`"
    "convert first, for example `exp_m1.(f64.(x))`";

    /// `ln x`: the logarithm to base e.
    ///
    /// For `x > 0`; zeros give -∞, numbers below 0 give NaN, ∞ gives ∞, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(ln.(array![1.0, std::f64::consts::E, 0.0, -1.0]));
    /// assert!(y[0] == 0.0 && (y[1] - 1.0).abs() < 1e-15 && y[2] == f64::NEG_INFINITY && y[3].is_nan());
    /// ```
    Ln ln(x, t) => math::ln(x, t), within "0.9576" "0.6621";
    "bcast!: there is no `ln.({Self})`"
    "convert first, for example `ln.(f64.(x))`";

    /// `ln(1 + x)`, accurate near zero, where `1 .+ x` has lost the digits of `x`.
    ///
    /// For `x > -1`; -1 gives -∞, numbers below -1 give NaN, -0 gives -0, ∞ gives ∞, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(ln_1p.(array![0.0_f64, 1e-20, -1.0, -2.0]));
    /// assert!(y[0] == 0.0 && y[1] == 1e-20 && y[2] == f64::NEG_INFINITY && y[3].is_nan());
    /// ```
    Ln1p ln_1p(x, t) => math::ln_1p(x, t), within "0.7626" "0.5886";
    "bcast!: there is no `ln_1p.({Self})`"
    "convert first, for example `ln_1p.(f64.(x))`";

    /// `log₂ x`: the logarithm to base 2.
    ///
    /// For `x > 0`; zeros give -∞, numbers below 0 give NaN, ∞ gives ∞, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(log2.(array![0.125, 1.0, 1024.0, 0.0])), array![-3.0, 0.0, 10.0, f64::NEG_INFINITY]);
    /// ```
    Log2 log2(x, t) => math::log2(x, t), within "0.9463" "0.5427";
    "bcast!: there is no `log2.({Self})`"
    "convert first, for example `log2.(f64.(x))`";

    /// `log₁₀ x`: the logarithm to base 10.
    ///
    /// For `x > 0`; zeros give -∞, numbers below 0 give NaN, ∞ gives ∞, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let decibels = bcast!(10 .* log10.(array![1.0, 100.0, 1e-3]));
    /// assert!(bcast!(all(abs.(decibels .- array![0.0, 20.0, -30.0]) .< 1e-13)));
    /// ```
    Log10 log10(x, t) => math::log10(x, t), within "0.8258" "0.5514";
    "bcast!: there is no `log10.({Self})`"
    "convert first, for example `log10.(f64.(x))`";
}

function! {
    /// `xⁿ` for a float `n`; `x .^ n` is the same.
    ///
    /// Of two floats. A base below 0 gives NaN unless `n` is a whole number. Anything to the power 0, and 1 to any
    /// power, is 1, also of NaN. 0 to a power below 0 is ∞. An `n` that is a literal whole number is better written `x
    /// .^ 2`, which multiplies.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![4.0, 0.0, -8.0, f64::NAN];
    /// let y = bcast!(powf.(x, array![0.5, -1.0, 3.0, 0.0]));
    /// assert_eq!(y, array![2.0, f64::INFINITY, -512.0, 1.0]);
    /// assert!(bcast!(powf.(-8.0_f64, 0.5)).is_nan());
    /// ```
    Powf powf(exponent: E), within "0.5309" "0.6242";
    "bcast!: there is no `powf.({Self}, {E})`"
    "two floats of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! { powf: f32 f64; (x, exponent, t) => math::powf(x, exponent, t) }

function! {
    /// `xⁿ` for an `i32`, by multiplication; `x .^ n` is the same.
    ///
    /// Of a float and an `i32`. Anything to the power 0 is 1; 0 to a power below 0 is infinite. Each multiplication
    /// rounds, so the error grows with `n`.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(powi.(array![-2.0, 0.5, 3.0], array![3, -2, 0])), array![-8.0, 4.0, 1.0]);
    /// assert_eq!(bcast!(powi.(2.0_f64, (0..4))), array![1.0, 2.0, 4.0, 8.0]);
    /// ```
    Powi powi(exponent: E = i32);
    "bcast!: there is no `powi.({Self}, {E})`"
    "a float and an `i32`: convert, for example with `i32.(n)`"
}
macro_rules! powi {
    ($($t:ident)*) => {$(
        impl powi::Of<i32, $t> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of(exponent: i32, x: $t, _: SimdToken) -> $t {
                x.powi(exponent)
            }
        }
    )*};
}
powi! { f32 f64 }

function! {
    /// `√(x² + y²)`: the length of the vector (`x`, `y`), without overflow or underflow on the way.
    ///
    /// Of two floats. An infinity gives ∞, even beside a NaN; else NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let (x, y) = (array![3.0, 5e-200, f64::NAN], array![-4.0, 12e-200, f64::INFINITY]);
    /// let length = bcast!(hypot.(x, y));
    /// assert!(length[0] == 5.0 && (length[1] / 13e-200 - 1.0).abs() < 1e-15 && length[2] == f64::INFINITY);
    /// ```
    Hypot hypot(y: Y), within "0.5000" "0.5000";
    "bcast!: there is no `hypot.({Self}, {Y})`"
    "two floats of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! { hypot: f32 f64; (x, y, t) => math::hypot(x, y, t) }
