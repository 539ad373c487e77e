//! Hyperbolic functions and their inverses.

use crate::math;
use crate::simd::SimdToken;

float_functions! {
    /// `sinh x = (eˣ - e⁻ˣ) / 2`.
    ///
    /// For all `x`; zeros, infinities and NaN give themselves. Beyond ±710.47, for `f32` ±89.41, it is infinite.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(sinh.(array![0.0, 2_f64.ln(), -2_f64.ln()]));
    /// assert!(bcast!(all(abs.(y .- array![0.0, 0.75, -0.75]) .< 1e-15))); // (2 - 1/2) / 2
    /// assert_eq!(bcast!(sinh.(-711.0_f64)), f64::NEG_INFINITY);
    /// ```
    Sinh sinh(x, t) => math::sinh(x, t), within "0.8088" "0.7292";
    "bcast!: there is no `sinh.({Self})`"
    "convert first, for example `sinh.(f64.(x))`";

    /// `cosh x = (eˣ + e⁻ˣ) / 2`.
    ///
    /// For all `x`; infinities give ∞, NaN gives NaN. Beyond ±710.47, for `f32` ±89.41, it is ∞.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(cosh.(array![0.0, 2_f64.ln(), -2_f64.ln()]));
    /// assert!(bcast!(all(abs.(y .- array![1.0, 1.25, 1.25]) .< 1e-15))); // (2 + 1/2) / 2
    /// ```
    Cosh cosh(x, t) => math::cosh(x, t), within "0.7408" "0.6529";
    "bcast!: there is no `cosh.({Self})`"
    "convert first, for example `cosh.(f64.(x))`";

    /// `tanh x = sinh x / cosh x`, between -1 and 1.
    ///
    /// For all `x`; infinities give ±1, -0 gives -0, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(tanh.(array![0.0, 2_f64.ln(), f64::NEG_INFINITY]));
    /// assert!(bcast!(all(abs.(y .- array![0.0, 0.6, -1.0]) .< 1e-15))); // 0.75 / 1.25
    /// ```
    Tanh tanh(x, t) => math::tanh(x, t), within "0.9725" "0.8366";
    "bcast!: there is no `tanh.({Self})`"
    "convert first, for example `tanh.(f64.(x))`";

    /// `arsinh x = ln(x + √(x² + 1))`: the number whose `sinh` is `x`.
    ///
    /// For all `x`; zeros, infinities and NaN give themselves.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(asinh.(array![0.0, 0.75, -0.75]));
    /// assert!(bcast!(all(abs.(y .- array![0.0, 2_f64.ln(), -2_f64.ln()]) .< 1e-15)));
    /// ```
    Asinh asinh(x, t) => math::asinh(x, t), within "0.7616" "0.5570";
    "bcast!: there is no `asinh.({Self})`"
    "convert first, for example `asinh.(f64.(x))`";

    /// `arcosh x = ln(x + √(x² - 1))`: the number from 0 on whose `cosh` is `x`.
    ///
    /// For `x ≥ 1`; numbers below 1 give NaN, ∞ gives ∞, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(acosh.(array![1.0_f64, 1.25, 0.5]));
    /// assert!(y[0] == 0.0 && (y[1] - 2_f64.ln()).abs() < 1e-15 && y[2].is_nan());
    /// ```
    Acosh acosh(x, t) => math::acosh(x, t), within "0.7341" "0.5233";
    "bcast!: there is no `acosh.({Self})`"
    "convert first, for example `acosh.(f64.(x))`";

    /// `artanh x = ln((1 + x) / (1 - x)) / 2`: the number whose `tanh` is `x`.
    ///
    /// For `x` between -1 and 1, which themselves give -∞ and ∞; numbers beyond give NaN, -0 gives -0, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(atanh.(array![0.0_f64, 0.6, 1.0, 1.5]));
    /// assert!(y[0] == 0.0 && (y[1] - 2_f64.ln()).abs() < 1e-15 && y[2] == f64::INFINITY && y[3].is_nan());
    /// ```
    Atanh atanh(x, t) => math::atanh(x, t), within "0.7449" "0.6318";
    "bcast!: there is no `atanh.({Self})`"
    "convert first, for example `atanh.(f64.(x))`";
}
