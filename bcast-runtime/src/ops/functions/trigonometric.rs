//! Angles, in radians.

use crate::math;
use crate::simd::SimdToken;

float_functions! {
    /// `sin x`, of an angle in radians.
    ///
    /// For all finite `x`, however large; infinities and NaN give NaN, -0 gives -0.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let y = bcast!(sin.(array![0.0, PI / 6.0, PI / 2.0, -PI / 2.0]));
    /// assert!(bcast!(all(abs.(y .- array![0.0, 0.5, 1.0, -1.0]) .< 1e-15)));
    /// assert!(bcast!(sin.(f64::INFINITY)).is_nan());
    /// ```
    Sin sin(x, t) => math::sin(x, t), within "0.8827" "0.8202";
    "bcast!: there is no `sin.({Self})`"
    "convert first, for example `sin.(f64.(x))`";

    /// `cos x`, of an angle in radians.
    ///
    /// For all finite `x`, however large; infinities and NaN give NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let y = bcast!(cos.(array![0.0, PI / 3.0, PI / 2.0, PI]));
    /// assert!(bcast!(all(abs.(y .- array![1.0, 0.5, 0.0, -1.0]) .< 1e-15)));
    /// ```
    Cos cos(x, t) => math::cos(x, t), within "0.8807" "0.7959";
    "bcast!: there is no `cos.({Self})`"
    "convert first, for example `cos.(f64.(x))`";

    /// `tan x`, of an angle in radians.
    ///
    /// For all finite `x`, however large; infinities and NaN give NaN, -0 gives -0. No float is at a pole, so no finite
    /// `x` gives an infinity.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let y = bcast!(tan.(array![0.0, PI / 4.0, -PI / 4.0]));
    /// assert!(bcast!(all(abs.(y .- array![0.0, 1.0, -1.0]) .< 1e-15)));
    /// ```
    Tan tan(x, t) => math::tan(x, t), within "0.5001" "0.7843";
    "bcast!: there is no `tan.({Self})`"
    "convert first, for example `tan.(f64.(x))`";

    /// `arcsin x`: the angle between -π/2 and π/2 whose sine is `x`.
    ///
    /// For `x` from -1 to 1; all else gives NaN, -0 gives -0.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let y = bcast!(asin.(array![-1.0, 0.0, 0.5]));
    /// assert!(bcast!(all(abs.(y .- array![-PI / 2.0, 0.0, PI / 6.0]) .< 1e-15)));
    /// assert!(bcast!(asin.(1.5_f64)).is_nan());
    /// ```
    Asin asin(x, t) => math::asin(x, t), within "0.6226" "0.5854";
    "bcast!: there is no `asin.({Self})`"
    "convert first, for example `asin.(f64.(x))`";

    /// `arccos x`: the angle between 0 and π whose cosine is `x`.
    ///
    /// For `x` from -1 to 1; all else gives NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let y = bcast!(acos.(array![-1.0, 0.0, 0.5, 1.0]));
    /// assert!(bcast!(all(abs.(y .- array![PI, PI / 2.0, PI / 3.0, 0.0]) .< 1e-15)));
    /// ```
    Acos acos(x, t) => math::acos(x, t), within "0.6403" "0.5582";
    "bcast!: there is no `acos.({Self})`"
    "convert first, for example `acos.(f64.(x))`";

    /// `arctan x`: the angle between -π/2 and π/2 whose tangent is `x`.
    ///
    /// For all `x`; infinities give ±π/2, -0 gives -0, NaN gives NaN. [`Atan2`] knows all four quadrants.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let y = bcast!(atan.(array![0.0, 1.0, f64::NEG_INFINITY]));
    /// assert!(bcast!(all(abs.(y .- array![0.0, PI / 4.0, -PI / 2.0]) .< 1e-15)));
    /// ```
    Atan atan(x, t) => math::atan(x, t), within "0.6577" "0.5586";
    "bcast!: there is no `atan.({Self})`"
    "convert first, for example `atan.(f64.(x))`";

    /// `x * 180 / π`: radians to degrees. The factor and the product are rounded.
    ///
    /// For all `x`; infinities and NaN give themselves.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let degrees = bcast!(to_degrees.(array![0.0, PI, -PI / 2.0]));
    /// assert!(bcast!(all(abs.(degrees .- array![0.0, 180.0, -90.0]) .< 1e-13)));
    /// ```
    ToDegrees to_degrees(x, _) => x.to_degrees();
    "bcast!: there is no `to_degrees.({Self})`"
    "convert first, for example `to_degrees.(f64.(x))`";

    /// `x * π / 180`: degrees to radians. The factor and the product are rounded.
    ///
    /// For all `x`; infinities and NaN give themselves.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let y = bcast!(cos.(to_radians.(array![0.0, 60.0, 90.0, 180.0])));
    /// assert!(bcast!(all(abs.(y .- array![1.0, 0.5, 0.0, -1.0]) .< 1e-15)));
    /// ```
    ToRadians to_radians(x, _) => x.to_radians();
    "bcast!: there is no `to_radians.({Self})`"
    "convert first, for example `to_radians.(f64.(x))`";
}

function! {
    /// The angle between -π and π of the point whose coordinates are `across` and `x`: `atan2.(y, x)`, as in `std`.
    ///
    /// The first argument is the point's height, the second how far it lies to the right: `arctan(y / x)` in the right
    /// quadrant. Of two floats, zeros and infinities too: (0, 0) gives 0, (0, -0) gives π, (∞, ∞) gives π/4. NaN gives
    /// NaN.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    /// use std::f64::consts::PI;
    ///
    /// let y = array![1.0, 1.0, -1.0, 0.0, 0.0, f64::INFINITY];
    /// let x = array![1.0, -1.0, 0.0, 0.0, -0.0, f64::INFINITY];
    /// let angle = array![0.25, 0.75, -0.5, 0.0, 1.0, 0.25];
    /// assert!(bcast!(all(abs.(atan2.(y, x) .- PI .* angle) .< 1e-15)));
    /// ```
    Atan2 atan2(across: X), within "0.7466" "0.5865";
    "bcast!: there is no `atan2.({Self}, {X})`"
    "two floats of one type: convert, for example with `f64.(x)`; a variable is `f32` by `let k = 0.1_f32;`"
}
binary! { atan2: f32 f64; (y, x, t) => math::atan2(y, x, t) }
