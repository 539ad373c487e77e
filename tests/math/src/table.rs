//! The functions.

use bcast::bcast;
use bcast::ndarray::{ArrayView1, ArrayViewMut1};

/// A function of one float.
pub struct One {
    /// Its name in `bcast!`.
    pub name: &'static str,
    /// In single precision, for as many arguments as results.
    pub f32: fn(ArrayView1<f32>, ArrayViewMut1<f32>),
    /// In double precision.
    pub f64: fn(ArrayView1<f64>, ArrayViewMut1<f64>),
    /// The same in `std` or `libm`, in double precision.
    pub reference: fn(f64) -> f64,
    /// And in single precision, to compare times.
    pub single: fn(f32) -> f32,
    /// Ordinary arguments.
    pub range: (f64, f64),
}

macro_rules! one {
    ($($name:ident $low:literal $high:literal $f64:expr, $f32:expr;)*) => {
        /// Functions of one float.
        pub static ONE: &[One] = &[$(One {
            name: stringify!($name),
            f32: |x, mut y| bcast!(y .= $name.(x)),
            f64: |x, mut y| bcast!(y .= $name.(x)),
            reference: $f64,
            single: $f32,
            range: ($low, $high),
        }),*];
    };
}
one! {
    exp -20.0 20.0 f64::exp, f32::exp;
    exp2 -20.0 20.0 f64::exp2, f32::exp2;
    exp_m1 -5.0 5.0 f64::exp_m1, f32::exp_m1;
    sigmoid -20.0 20.0 |x| if x < 0.0 { x.exp() / (1.0 + x.exp()) } else { 1.0 / (1.0 + (-x).exp()) }, |x| 1.0 / (1.0 + (-x).exp());
    tanh -5.0 5.0 f64::tanh, f32::tanh;
    ln 0.01 100.0 f64::ln, f32::ln;
    log2 0.01 100.0 f64::log2, f32::log2;
    log10 0.01 100.0 f64::log10, f32::log10;
    ln_1p -0.9 10.0 f64::ln_1p, f32::ln_1p;
    sinh -5.0 5.0 f64::sinh, f32::sinh;
    cosh -5.0 5.0 f64::cosh, f32::cosh;
    erf -4.0 4.0 libm::erf, libm::erff;
    erfc -4.0 5.0 libm::erfc, libm::erfcf;
    atan -5.0 5.0 f64::atan, f32::atan;
    asin -1.0 1.0 f64::asin, f32::asin;
    acos -1.0 1.0 f64::acos, f32::acos;
    asinh -20.0 20.0 libm::asinh, libm::asinhf;
    acosh 1.0 20.0 |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) }, libm::acoshf;
    atanh -1.0 1.0 libm::atanh, libm::atanhf;
    cbrt -100.0 100.0 f64::cbrt, f32::cbrt;
    sin -10.0 10.0 f64::sin, f32::sin;
    cos -10.0 10.0 f64::cos, f32::cos;
    tan -10.0 10.0 f64::tan, f32::tan;
    ln_gamma 0.1 20.0 libm::lgamma, libm::lgammaf;
}

/// A function of two floats.
pub struct Two {
    /// Its name in `bcast!`.
    pub name: &'static str,
    /// In single precision.
    pub f32: fn(ArrayView1<f32>, ArrayView1<f32>, ArrayViewMut1<f32>),
    /// In double precision.
    pub f64: fn(ArrayView1<f64>, ArrayView1<f64>, ArrayViewMut1<f64>),
    /// The same in `std`, in double precision.
    pub reference: fn(f64, f64) -> f64,
    /// And in single precision.
    pub single: fn(f32, f32) -> f32,
    /// Ordinary arguments.
    pub range: (f64, f64),
}

macro_rules! two {
    ($($name:ident $low:literal $high:literal;)*) => {
        /// Functions of two floats.
        pub static TWO: &[Two] = &[$(Two {
            name: stringify!($name),
            f32: |x, y, mut z| bcast!(z .= $name.(x, y)),
            f64: |x, y, mut z| bcast!(z .= $name.(x, y)),
            reference: f64::$name,
            single: f32::$name,
            range: ($low, $high),
        }),*];
    };
}
two! {
    powf 0.1 10.0;
    atan2 -10.0 10.0;
    hypot -10.0 10.0;
}
