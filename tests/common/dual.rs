//! Dual numbers: a number, and how it changes.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number, and its change.
#[derive(Clone, Copy, Debug, PartialEq, bcast::Element)]
pub(crate) struct Dual(pub(crate) f64, pub(crate) f64);

impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual(self.0 + other.0, self.1 + other.1)
    }
}
impl Sub for Dual {
    type Output = Dual;
    fn sub(self, other: Dual) -> Dual {
        Dual(self.0 - other.0, self.1 - other.1)
    }
}
impl Mul for Dual {
    type Output = Dual;
    fn mul(self, other: Dual) -> Dual {
        Dual(self.0 * other.0, self.0 * other.1 + self.1 * other.0)
    }
}
impl Div for Dual {
    type Output = Dual;
    fn div(self, other: Dual) -> Dual {
        Dual(self.0 / other.0, (self.1 * other.0 - self.0 * other.1) / (other.0 * other.0))
    }
}
impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        Dual(-self.0, -self.1)
    }
}
