//! Numbers with twice the digits of `f64`, and elementary functions of them, by series and Newton's method: nothing of
//! the library, and of `std` only first guesses.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two numbers, of which the second is below the last digit of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extended(pub(crate) f64, f64);

const LN_2: Extended = Extended(std::f64::consts::LN_2, 2.3190468138462996e-17);
pub(crate) const PI: Extended = Extended(std::f64::consts::PI, 1.2246467991473532e-16);

/// A sum with what its rounding lost, whichever is larger.
fn two_sum(a: f64, b: f64) -> Extended {
    let sum = a + b;
    let other = sum - a;
    Extended(sum, (a - (sum - other)) + (b - other))
}

impl From<f64> for Extended {
    fn from(x: f64) -> Self {
        Extended(x, 0.0)
    }
}
impl Add for Extended {
    type Output = Extended;
    fn add(self, other: Extended) -> Extended {
        let (high, low) = (two_sum(self.0, other.0), two_sum(self.1, other.1));
        let sum = two_sum(high.0, high.1 + low.0);
        two_sum(sum.0, sum.1 + low.1)
    }
}
impl Neg for Extended {
    type Output = Extended;
    fn neg(self) -> Extended {
        Extended(-self.0, -self.1)
    }
}
impl Sub for Extended {
    type Output = Extended;
    fn sub(self, other: Extended) -> Extended {
        self + -other
    }
}
impl Mul for Extended {
    type Output = Extended;
    fn mul(self, other: Extended) -> Extended {
        let product = self.0 * other.0;
        let lost = self.0.mul_add(other.0, -product);
        two_sum(product, lost + (self.0 * other.1 + self.1 * other.0))
    }
}
impl Div for Extended {
    type Output = Extended;
    fn div(self, other: Extended) -> Extended {
        let first = self.0 / other.0;
        let rest = self - other * first.into();
        let second = rest.0 / other.0;
        let rest = rest - other * second.into();
        two_sum(first, second) + (rest.0 / other.0).into()
    }
}

impl Extended {
    /// Times a power of two.
    fn scaled(self, power: i32) -> Self {
        let (half, rest) = (power / 2, power - power / 2);
        let by = |x: f64| x * 2_f64.powi(half) * 2_f64.powi(rest);
        Extended(by(self.0), by(self.1))
    }
    pub(crate) fn abs(self) -> Self {
        if self.0 < 0.0 { -self } else { self }
    }
    /// With this sign.
    fn signed(self, like: Extended) -> Self {
        if like.0 < 0.0 { -self } else { self }
    }
    pub(crate) fn sqrt(self) -> Self {
        let first = Extended::from(self.0.sqrt());
        let second = first + (self - first * first) / (first + first);
        second + (self - second * second) / (second + second)
    }
    pub(crate) fn exp(self) -> Self {
        let twos = (self.0 / LN_2.0).round();
        let x = self - LN_2 * twos.into();
        let (mut term, mut sum) = (Extended::from(1.0), Extended::from(1.0));
        for n in 1..30 {
            term = term * x / f64::from(n).into();
            sum = sum + term;
        }
        sum.scaled(twos as i32)
    }
    pub(crate) fn ln(self) -> Self {
        let first = Extended::from(self.0.ln());
        let second = first + (self * (-first).exp() - 1.0.into());
        second + (self * (-second).exp() - 1.0.into())
    }
    pub(crate) fn sin_cos(self) -> (Self, Self) {
        let quarter = PI.scaled(-1);
        let turns = (self.0 / quarter.0).round();
        let x = self - quarter * turns.into();
        let (mut term, mut sums) = (Extended::from(1.0), [Extended::from(0.0), Extended::from(1.0)]);
        for n in 1..32 {
            term = term * x / f64::from(n).into();
            let signed = if n % 4 < 2 { term } else { -term };
            let sum = &mut sums[usize::from(n % 2 == 0)];
            *sum = *sum + signed;
        }
        let [sin, cos] = sums;
        match (turns as i64).rem_euclid(4) {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }
    pub(crate) fn sin(self) -> Self {
        self.sin_cos().0
    }
    pub(crate) fn cos(self) -> Self {
        self.sin_cos().1
    }
    pub(crate) fn atan(self) -> Self {
        // Beyond 1 the angle of the other leg.
        if self.0.abs() > 1.0 {
            return PI.scaled(-1).signed(self) - (Extended::from(1.0) / self).atan();
        }
        let first = Extended::from(self.0.atan());
        let (sin, cos) = first.sin_cos();
        first + (self * cos - sin) / (cos + self * sin)
    }
    pub(crate) fn asin(self) -> Self {
        let one = Extended::from(1.0);
        (self / ((one - self) * (one + self)).sqrt()).atan()
    }
    pub(crate) fn sinh(self) -> Self {
        (self.exp() - (-self).exp()).scaled(-1)
    }
    pub(crate) fn cosh(self) -> Self {
        (self.exp() + (-self).exp()).scaled(-1)
    }
    pub(crate) fn asinh(self) -> Self {
        let x = self.abs();
        // The square of a large one is no number.
        let root = if x.0 > 1e100 { x } else { (x * x + 1.0.into()).sqrt() };
        (x + root).ln().signed(self)
    }
    pub(crate) fn acosh(self) -> Self {
        let one = Extended::from(1.0);
        let root = if self.0 > 1e100 { self } else { ((self - one) * (self + one)).sqrt() };
        (self + root).ln()
    }
    pub(crate) fn atanh(self) -> Self {
        let one = Extended::from(1.0);
        ((one + self) / (one - self)).ln().scaled(-1)
    }
    pub(crate) fn cbrt(self) -> Self {
        (self.abs().ln() / 3.0.into()).exp().signed(self)
    }
    /// To a power, of what is above 0.
    pub(crate) fn pow(self, exponent: Extended) -> Self {
        (self.ln() * exponent).exp()
    }
    pub(crate) fn erf(self) -> Self {
        let square = self * self;
        let (mut term, mut sum) = (self, self);
        for n in 1..200 {
            term = term * square.scaled(1) / f64::from(2 * n + 1).into();
            sum = sum + term;
        }
        sum.scaled(1) * (-square).exp() / PI.sqrt()
    }
}

/// The slope of a function at `x`, by differences: off by less than `f64` can tell.
pub(crate) fn slope(x: f64, f: impl Fn(Extended) -> Extended) -> f64 {
    let step = Extended::from(2_f64.powi(-30) * 2_f64.powi(x.abs().max(1e-290).log2().floor() as i32));
    let around = |step: Extended| (f(step + x.into()) - f(Extended::from(x) - step)) / (step + step);
    // The errors of the second order cancel.
    let (far, near) = (around(step), around(step.scaled(-1)));
    ((near.scaled(2) - far) / 3.0.into()).0
}

#[test]
fn functions_are_exact() {
    let is_close = |a: Extended, b: Extended| assert!((a - b).abs().0 <= 1e-29 * b.abs().0.max(1e-9), "{a:?} {b:?}");
    let one = Extended::from(1.0);
    for x in [0.1, 0.7, 1.3, 2.9, 7.5] {
        let x = Extended::from(x);
        is_close(x.exp().ln(), x);
        is_close(x.sqrt() * x.sqrt(), x);
        is_close(x.sin() * x.sin() + x.cos() * x.cos(), one);
        is_close(x.atan().sin() / x.atan().cos(), x);
        is_close((x + one).sin(), x.sin() * one.cos() + x.cos() * one.sin());
        is_close((x + one).exp(), x.exp() * one.exp());
        is_close(x.asinh().sinh(), x);
        is_close(x.cbrt() * x.cbrt() * x.cbrt(), x);
        is_close(x / (x + one) * (x + one), x);
    }
    is_close(one.atan().scaled(2), PI);
    is_close(Extended::from(0.5).asin() * 6.0.into(), PI);
    // 0.84270079294971486934122063508260925929607, of tables
    is_close(one.erf(), Extended(0.8427007929497149, -2.4801011789118602e-17));
}
