//! Dual numbers, which change with one operand. Formulas of them are plain loops.

use bcast::ndarray::{Array, Dimension};
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

#[path = "../common/dual.rs"]
mod number;
pub(crate) use number::Dual;

impl From<f64> for Dual {
    fn from(value: f64) -> Self {
        Dual(value, 0.0)
    }
}
impl Sum for Dual {
    fn sum<I: Iterator<Item = Dual>>(all: I) -> Dual {
        all.fold(Dual(0.0, 0.0), Add::add)
    }
}
macro_rules! beside_numbers {
    ($($of:ident $method:ident;)*) => {$(
        impl $of<f64> for Dual {
            type Output = Dual;
            fn $method(self, other: f64) -> Dual {
                $of::$method(self, Dual::from(other))
            }
        }
        impl $of<Dual> for f64 {
            type Output = Dual;
            fn $method(self, other: Dual) -> Dual {
                $of::$method(Dual::from(self), other)
            }
        }
    )*};
}
beside_numbers! { Add add; Sub sub; Mul mul; Div div; }

#[allow(dead_code, reason = "random gradients call more of them than models do")]
impl Dual {
    /// A function of it, by value and slope.
    fn of(self, value: f64, slope: f64) -> Self {
        Dual(value, self.1 * slope)
    }
    pub(crate) fn exp(self) -> Self {
        self.of(self.0.exp(), self.0.exp())
    }
    pub(crate) fn ln(self) -> Self {
        self.of(self.0.ln(), 1.0 / self.0)
    }
    pub(crate) fn sqrt(self) -> Self {
        self.of(self.0.sqrt(), 0.5 / self.0.sqrt())
    }
    pub(crate) fn tanh(self) -> Self {
        self.of(self.0.tanh(), self.0.cosh().powi(-2))
    }
    pub(crate) fn sin(self) -> Self {
        self.of(self.0.sin(), self.0.cos())
    }
    pub(crate) fn cos(self) -> Self {
        self.of(self.0.cos(), -self.0.sin())
    }
    pub(crate) fn atan(self) -> Self {
        self.of(self.0.atan(), 1.0 / (1.0 + self.0 * self.0))
    }
    /// The angle of the point `(x, self)`.
    pub(crate) fn atan2(self, x: Dual) -> Self {
        let square = x.0 * x.0 + self.0 * self.0;
        Dual(self.0.atan2(x.0), (self.1 * x.0 - self.0 * x.1) / square)
    }
    pub(crate) fn asinh(self) -> Self {
        self.of(self.0.asinh(), 1.0 / (1.0 + self.0 * self.0).sqrt())
    }
    /// It does not change at 0.
    pub(crate) fn abs(self) -> Self {
        self.of(self.0.abs(), if self.0 == 0.0 { 0.0 } else { self.0.signum() })
    }
    pub(crate) fn powi(self, n: i32) -> Self {
        self.of(self.0.powi(n), f64::from(n) * self.0.powi(n - 1))
    }
    pub(crate) fn powf(self, n: Dual) -> Self {
        (n * self.ln()).exp()
    }
    pub(crate) fn sigmoid(self) -> Self {
        1.0 / (1.0 + (-self).exp())
    }
    /// The integral of the bell curve, by its series. From 6 on it is 1 in double precision.
    pub(crate) fn erf(self) -> Self {
        let square = self.0 * self.0;
        if self.0.abs() > 6.0 {
            return self.of(self.0.signum(), std::f64::consts::FRAC_2_SQRT_PI * (-square).exp());
        }
        let (mut term, mut sum) = (self.0, self.0);
        for n in 1..200 {
            term *= 2.0 * square / f64::from(2 * n + 1);
            sum += term;
        }
        let bell = std::f64::consts::FRAC_2_SQRT_PI * (-square).exp();
        self.of(sum * bell, bell)
    }
    pub(crate) fn max(self, other: Dual) -> Self {
        if self.0 >= other.0 { self } else { other }
    }
}

/// What changes: an array or a number.
pub(crate) trait Changing {
    type Duals;
    fn count(&self) -> usize;
    fn values(&self) -> Vec<f64>;
    /// As dual numbers, of which one changes.
    fn duals(&self, at: usize) -> Self::Duals;
}
impl Changing for f64 {
    type Duals = Dual;
    fn count(&self) -> usize {
        1
    }
    fn values(&self) -> Vec<f64> {
        vec![*self]
    }
    fn duals(&self, at: usize) -> Dual {
        Dual(*self, if at == 0 { 1.0 } else { 0.0 })
    }
}
impl<D: Dimension> Changing for Array<f64, D> {
    type Duals = Array<Dual, D>;
    fn count(&self) -> usize {
        self.len()
    }
    fn values(&self) -> Vec<f64> {
        self.iter().copied().collect()
    }
    fn duals(&self, at: usize) -> Array<Dual, D> {
        let mut duals = self.map(|&value| Dual::from(value));
        if let Some(one) = duals.iter_mut().nth(at) {
            one.1 = 1.0;
        }
        duals
    }
}

/// Compares the value of a formula and its gradients with what a loop makes of dual numbers.
macro_rules! model {
    ([$($x:ident),+] [$($formula:tt)*] $by_loop:expr) => {{
        use crate::dual::Changing;
        let (value, gradients) = bcast::bcast!(#[grad($($x),+)] $($formula)*);
        let value: f64 = Changing::values(&value).into_iter().sum();
        let found = {
            #[allow(unused_parens)]
            let ($($x),+) = gradients;
            let mut all = Vec::new();
            $(all.extend(Changing::values(&$x));)+
            all
        };
        let by_loop = $by_loop;
        for (at, &gradient) in found.iter().enumerate() {
            let mut first = 0;
            let crate::dual::Dual(expected, change) = by_loop($({
                let duals = Changing::duals(&$x, at.wrapping_sub(first));
                first += Changing::count(&$x);
                duals
            }),+);
            let is_close = |a: f64, b: f64| (a - b).abs() <= 2e-12 * b.abs().max(1.0);
            assert!(is_close(value, expected), "{value} is not {expected}");
            assert!(is_close(gradient, change), "element {at} of {}: {gradient} is not {change}", stringify!($($x),+));
            assert!(first == found.len());
        }
    }};
}
