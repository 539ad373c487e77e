//! Structs, and methods of theirs.

use crate::equal::{floats, integers};
use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, Debug, GpuElement)]
struct Complex {
    re: f32,
    im: f32,
}

#[elemental]
impl Complex {
    const ONE: Complex = Complex { re: 1.0, im: 0.0 };

    fn times(self, other: Self) -> Self {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn square(mut self) -> Self {
        let re = self.re;
        self.re = re * re - self.im * self.im;
        self.im *= 2.0 * re;
        self
    }

    fn of(re: f32) -> Self {
        let im = 0.5;
        Self { im, re }
    }

    #[cfg(test)]
    fn norm(self) -> f32 {
        (self.re * self.re + self.im * self.im).sqrt()
    }

    #[cfg(not(test))]
    fn norm(self) -> Missing {
        self.re
    }
}

#[elemental]
fn turned(x: f32, n: i32) -> f32 {
    let step = Complex::of(x);
    let mut z = Complex::ONE;
    for _ in 0..n {
        z = z.times(step).square();
        if z.norm() > 100.0 {
            z = Complex { re: 0.125, im: Complex::ONE.im };
        }
    }
    z.re += 1.0;
    z.norm()
}

/// A pair of any numbers.
#[derive(Clone, Copy, GpuElement)]
struct Pair<T>(T, [T; 2]);

#[elemental]
impl<T: Copy + std::ops::Sub<Output = T>> Pair<T> {
    fn new(a: T, b: T) -> Self {
        Pair(a, [b, a])
    }

    fn apart(self) -> T {
        self.0 - self.1[0] - self.1[1]
    }
}

#[elemental]
fn pairs(x: f32, n: i32) -> f32 {
    let whole = Pair::new(n, 3).apart();
    Pair::new(x, 0.5).apart() + whole as f32
}

#[test]
fn are_as_on_the_processor() {
    let (x, n) = (floats(), integers());
    let few = n.mapv(|n| n.rem_euclid(12));
    equal! { turned(x, few); }
    // Whole numbers: drivers may add several floats in another order.
    let x = x.mapv(|x| x.min(1e3).max(-1e3).round());
    equal! { pairs(x, few); }
}

#[elemental]
impl Pair<i32> {
    fn product(self) -> i32 {
        if self.0 < 2 { 1 } else { self.0 * Pair(self.0 - 1, self.1).product() }
    }
}

#[elemental]
fn factorial(n: i32) -> i32 {
    Pair(n, [0, 0]).product()
}

/// rustc tells a recursion of functions; which methods a method calls, it finds too late for that.
#[test]
#[should_panic(expected = "bcast: `product` calls itself")]
fn know_no_recursion() {
    let n = integers();
    bcast::wgsl!(factorial.(n));
}
