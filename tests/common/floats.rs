//! Comparing floats by units in the last place, and the values at which functions go wrong.

/// `f32` and `f64` as far as the tests of the functions need them.
pub(crate) trait Float: Copy + PartialEq + std::fmt::Debug {
    fn is_nan(self) -> bool;
    /// A number that grows by one from each float to the next larger one; both zeros give 0.
    fn place(self) -> i128;
    /// Equal bits, or both not a number.
    fn same(self, other: Self) -> bool;
}

macro_rules! float {
    ($t:ident, $bits:ident) => {
        impl Float for $t {
            fn is_nan(self) -> bool {
                self.is_nan()
            }
            fn place(self) -> i128 {
                let magnitude = i128::from(self.abs().to_bits());
                if self.is_sign_negative() { -magnitude } else { magnitude }
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
            }
        }
    };
}
float!(f32, u32);
float!(f64, u64);

/// How many floats `a` lies from `b`; 0 when both are NaN, and when they are zeros of any sign.
pub(crate) fn ulps<T: Float>(a: T, b: T) -> i128 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => 0,
        (false, false) => (a.place() - b.place()).abs(),
        _ => i128::MAX,
    }
}

/// Zeros, ones, the ends of the normal and of the subnormal range, infinities, NaN, halves for the
/// rounding functions, and numbers beyond which there are no fractions.
#[rustfmt::skip]
pub(crate) const EDGES: [f64; 60] = [
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.499_999_999_999_999_94, -0.499_999_999_999_999_94,
    2.0, -2.0, 3.0, -3.0, 0.1, -0.1, 0.75, -0.75, 1e-3, -1e-3, 1e-8, -1e-8, 1e-20, -1e-20, 1e-300, -1e-300,
    5e-324, -5e-324, f64::MIN_POSITIVE, -f64::MIN_POSITIVE, f64::MAX, f64::MIN, f64::EPSILON, -f64::EPSILON,
    f32::MAX as f64, f32::MIN as f64, f32::MIN_POSITIVE as f64, 1e-45, 8_388_608.5, -8_388_608.5, 16_777_217.0,
    4_503_599_627_370_497.5, 9_007_199_254_740_993.0, 1e22, -1e22, 88.7, -104.0, 709.7, -745.2,
    std::f64::consts::PI, std::f64::consts::FRAC_PI_2, std::f64::consts::E, std::f64::consts::LN_2, 12.25, 170.6,
    f64::INFINITY, f64::NEG_INFINITY, f64::NAN,
];

/// The edges and a few hundred ordinary values: enough for whole lanes and a tail.
pub(crate) fn arguments() -> Vec<f64> {
    let ordinary = (0..401).map(|i| (f64::from(i) - 200.0) * 0.173);
    EDGES.into_iter().chain(ordinary).collect()
}

/// The same in single precision; what overflows there is infinite.
pub(crate) fn arguments_f32() -> Vec<f32> {
    arguments().into_iter().map(|x| x as f32).collect()
}
