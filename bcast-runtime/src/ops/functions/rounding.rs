//! Whole numbers near a float.

use crate::simd::SimdToken;

float_functions! {
    /// `⌊x⌋`: the largest integer not above `x`, exactly, as a float.
    ///
    /// Of floats. -0, infinities and NaN give themselves.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(floor.(array![-1.5, -1.0, 0.9, 2.7])), array![-2.0, -1.0, 0.0, 2.0]);
    /// assert_eq!(bcast!(floor.(f64::NEG_INFINITY)), f64::NEG_INFINITY);
    /// ```
    Floor floor(x, _) => x.floor();
    "bcast!: there is no `floor.({Self})`"
    "convert first, for example `floor.(f64.(x))`";

    /// `⌈x⌉`: the smallest integer not below `x`, exactly, as a float.
    ///
    /// Of floats. -0, infinities and NaN give themselves; between -1 and 0 the result is -0.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(ceil.(array![-1.5, -1.0, 0.1, 2.7])), array![-1.0, -1.0, 1.0, 3.0]);
    /// assert!(bcast!(ceil.(-0.5_f64)).is_sign_negative());
    /// ```
    Ceil ceil(x, _) => x.ceil();
    "bcast!: there is no `ceil.({Self})`"
    "convert first, for example `ceil.(f64.(x))`";

    /// The nearest integer, exactly, as a float; halves go away from zero, as in `std`.
    ///
    /// Of floats. -0, infinities and NaN give themselves.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(round.(array![-2.5, -0.4, 0.5, 1.5, 2.5])), array![-3.0, 0.0, 1.0, 2.0, 3.0]);
    /// assert_eq!(bcast!(round.(array![2.345, 0.675] .* 100) ./ 100), array![2.35, 0.68]); // to hundredths
    /// ```
    Round round(x, _) => x.round();
    "bcast!: there is no `round.({Self})`"
    "convert first, for example `round.(f64.(x))`";

    /// The integer part: `x` without what is behind the point, exactly, as a float.
    ///
    /// Of floats. -0, infinities and NaN give themselves.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(trunc.(array![-1.9, 0.9, 2.7])), array![-1.0, 0.0, 2.0]);
    /// ```
    Trunc trunc(x, _) => x.trunc();
    "bcast!: there is no `trunc.({Self})`"
    "convert first, for example `trunc.(f64.(x))`";

    /// `x - trunc(x)`, exactly: what is behind the point, with the sign of `x`.
    ///
    /// Of floats. Infinities and NaN give NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(fract.(array![-1.75, 0.5, 3.0])), array![-0.75, 0.5, 0.0]);
    /// assert!(bcast!(fract.(f64::INFINITY)).is_nan());
    /// ```
    Fract fract(x, _) => x.fract();
    "bcast!: there is no `fract.({Self})`"
    "convert first, for example `fract.(f64.(x))`";
}
