//! The error function, the gamma function, and the logistic function.

use crate::math;
use crate::simd::SimdToken;

function! {
    /// The error function: `2 / √π` times the integral of `exp(-t²)` from 0 to `x`.
    ///
    /// For all `x`; infinities give ±1, -0 gives -0, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(erf.(array![0.0, 0.5, -1.0, f64::INFINITY]));
    /// let known = array![0.0, 0.520_499_877_813_046_5, -0.842_700_792_949_714_9, 1.0]; // Abramowitz and Stegun, 7.1
    /// assert!(bcast!(all(abs.(y .- known) .< 1e-15)));
    /// ```
    Erf erf(), within "0.9802" "0.8424";
    "bcast!: there is no `erf.({Self})`"
    "convert first, for example `erf.(f64.(x))`"
}
unary! { erf -> own: f32 f64; (x, t) => math::erf(x, t) }

function! {
    /// `1 - erf(x)`, accurate for large `x`, where the difference has no digits left.
    ///
    /// For all `x`; -∞ gives 2, ∞ gives 0, NaN gives NaN. The standard normal distribution function is
    /// `erfc.(-x ./ 2_f64.sqrt()) ./ 2`.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(erfc.(array![0.0, f64::NEG_INFINITY, f64::INFINITY])), array![1.0, 2.0, 0.0]);
    /// // What is within one, two and three standard deviations.
    /// let within = bcast!(1 .- erfc.(array![1.0, 2.0, 3.0] ./ 2_f64.sqrt()));
    /// assert!(bcast!(all(abs.(within .- array![0.6827, 0.9545, 0.9973]) .< 5e-5)));
    /// ```
    Erfc erfc(), within "0.9095" "0.7801";
    "bcast!: there is no `erfc.({Self})`"
    "convert first, for example `erfc.(f64.(x))`"
}
unary! { erfc -> own: f32 f64; (x, t) => math::erfc(x, t) }

function! {
    /// `ln |Γ(x)|`: the logarithm of the size of the gamma function, which is `(n - 1)!` for a whole number `n`.
    ///
    /// For all `x`; 0 and whole numbers below it give ∞, infinities give ∞, NaN gives NaN. The error is at most 0.5854
    /// ULP for `f32`, but next to zeros of the function: at seven arguments between -3.2 and -2.4 it is more than one,
    /// and there 2⁻⁴⁴ at most. For `f64` it is the one of the crate `libm`, who gives no bound.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(ln_gamma.(array![1.0, 2.0, 5.0, 0.5]));
    /// let known = array![0.0, 0.0, 24_f64.ln(), std::f64::consts::PI.sqrt().ln()];
    /// assert!(bcast!(all(abs.(y .- known) .< 1e-15)));
    /// assert_eq!(bcast!(ln_gamma.(array![0.0_f32, -3.0])), array![f32::INFINITY, f32::INFINITY]);
    /// ```
    LnGamma ln_gamma();
    "bcast!: there is no `ln_gamma.({Self})`"
    "convert first, for example `ln_gamma.(f64.(x))`"
}
unary! { ln_gamma -> own: f32; (x, t) => math::ln_gamma(x, t) }
unary! { ln_gamma -> own: f64; (x, _) => libm::lgamma(x) }

function! {
    /// `1 / (1 + e⁻ˣ)`: the logistic function, between 0 and 1.
    ///
    /// For all `x`, without overflow on the way; -∞ gives 0, ∞ gives 1, NaN gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(sigmoid.(array![0.0, 3_f64.ln(), -3_f64.ln(), -1000.0]));
    /// assert!(bcast!(all(abs.(y .- array![0.5, 0.75, 0.25, 0.0]) .< 1e-15)));
    /// ```
    Sigmoid sigmoid(), within "0.9272" "0.7871";
    "bcast!: there is no `sigmoid.({Self})`"
    "convert first, for example `sigmoid.(f64.(x))`"
}
unary! { sigmoid -> own: f32 f64; (x, t) => math::sigmoid(x, t) }
