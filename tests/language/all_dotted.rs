//! The all-dotted form `@.`: every operator and every call is per element.

use bcast::ndarray::{Array1, array};
use bcast::{bcast, try_bcast};

#[test]
fn operators() {
    let (x, y) = (array![1, 2, 3], array![10, 20, 30]);
    assert_eq!(bcast!(@. x + y * 2 - 1), array![20, 41, 62]);
    assert_eq!(bcast!(@. (x + y) * 2), array![22, 44, 66]);
    assert_eq!(bcast!(@. y / x % 4), array![2, 2, 2]);
    assert_eq!(bcast!(@. x << 1 | 1), array![3, 5, 7]);
    assert_eq!(bcast!(@. y & 6 >> 1), array![2, 0, 2]);
    assert_eq!(bcast!(@. -x + !y), array![-12, -23, -34]);
    assert_eq!(bcast!(@. x < 2), array![true, false, false]);
    assert_eq!(bcast!(@. 1 < x && x < 3 || x == 1), array![true, true, false]);
    assert_eq!(bcast!(@. x .+ y .* 2), array![21, 42, 63]);
}

/// "`^` is power" here, as `.^` is.
#[test]
fn power() {
    let x = array![1.5, -2.0];
    assert_eq!(bcast!(@. x^2), array![2.25, 4.0]);
    assert_eq!(bcast!(@. -x^2 + 1), array![-1.25, -3.0]);
    assert_eq!(bcast!(@. 2 * x^-1), array![2.0 / 1.5, -1.0]);
    assert_eq!(bcast!(@. 2^x^2), array![2.0_f64.powf(2.25), 16.0]);
}

fn cube(x: f64) -> f64 {
    x * x * x
}

trait Twice {
    fn twice(self) -> Self;
    fn plus(self, other: Self) -> Self;
}

impl Twice for f64 {
    fn twice(self) -> f64 {
        2.0 * self
    }
    fn plus(self, other: f64) -> f64 {
        self + other
    }
}

/// "every call is per element"; methods named like a built-in are the built-in.
#[test]
fn calls() {
    let (x, y) = (array![1.0, 4.0], array![3.0, -3.0]);
    assert_eq!(bcast!(@. sqrt(x) + abs(y)), array![4.0, 5.0]);
    assert_eq!(bcast!(@. x.sqrt() + y.abs()), array![4.0, 5.0]);
    assert_eq!(bcast!(@. y.min(x)), array![1.0, -3.0]);
    assert_eq!(bcast!(@. max(x, y, 2)), array![3.0, 4.0]);
    assert_eq!(bcast!(@. y.clamp(0, 2)), array![2.0, 0.0]);
    assert_eq!(bcast!(@. cube(x) - x.powi(3)), array![0.0, 0.0]);
    assert_eq!(bcast!(@. f64::sqrt(x).floor()), array![1.0, 2.0]);
    assert_eq!(bcast!(@. (x + y).abs().sqrt()), array![2.0, 1.0]);
    assert_eq!(bcast!(@. x.twice() + 1), array![3.0, 9.0]);
    assert_eq!(bcast!(@. x.plus(y).twice()), array![8.0, 2.0]);
    assert_eq!(bcast!(@. (|a: f64, b: f64| a * b)(x, y)), array![3.0, -12.0]);
    assert_eq!(bcast!(@. select(x > 2, x, y)), array![3.0, 4.0]);
    assert_eq!(bcast!(@. cube.(x)), array![1.0, 64.0]);
}

/// "`x as f32` converts".
#[test]
fn conversions() {
    let n = array![1, -2, 300];
    assert_eq!(bcast!(@. n as f64 / 2), array![0.5, -1.0, 150.0]);
    assert_eq!(bcast!(@. n as f64 as u8), array![1, 0, 255]);
    assert_eq!(bcast!(@. -n as i64 + 1), array![0_i64, 3, -299]);
    assert_eq!(bcast!(@. (n > 0) as u8), array![1_u8, 0, 1]);
    assert_eq!(bcast!(@. f32(n) * 0.5), array![0.5_f32, -1.0, 150.0]);
}

#[test]
fn conditions_and_statements() {
    let x = array![1.0, -4.0];
    let mut y = array![0.0, 0.0];
    assert_eq!(bcast!(@. if x > 0 { x } else { -x * 2 }), array![1.0, 8.0]);
    bcast!(@. y = x * 2);
    assert_eq!(y, array![2.0, -8.0]);
    bcast!(@. y += x; y *= 2; y -= 1; y /= 5);
    assert_eq!(y, array![1.0, -5.0]);
    bcast!(@. let d = x - y; y = d * d);
    assert_eq!(y, array![0.0, 1.0]);
    let (a, b) = bcast!(@. (x + 1, x > 0));
    assert_eq!((a, b), (array![2.0, -3.0], array![true, false]));
    assert_eq!(try_bcast!(@. x + 1), Ok(array![2.0, -3.0]));
}

/// "the `@` maps keep their meaning".
#[test]
fn maps() {
    let m = array![[1.0, 2.0], [3.0, 4.0]];
    let (mu, sigma) = (array![2.0, 3.0], array![0.5, 2.0]);
    let expected = array![[-2.0, -0.5], [2.0, 0.5]];
    assert_eq!(bcast!(@. (m - mu @ (1)) / sigma @ (1)), expected);
    assert_eq!(bcast!(@. ((m - mu @ (1)) / sigma @ (1)) @ (0, 1) + m * 0), expected);
    assert_eq!(bcast!(@. mu @ (0) * sigma @ (1)), array![[1.0, 4.0], [1.5, 6.0]]);
    assert_eq!(bcast!(@. -mu.sqrt().floor() @ (0) + m), array![[0.0, 1.0], [2.0, 3.0]]);
}

/// "braces escape" to plain Rust; fields, indices and macro calls are operands.
#[test]
fn escapes() {
    let x = array![1, 2, 3];
    let rows = [array![10, 20, 30], array![5, 5, 5]];
    let (pair, y) = ((array![1, 1, 1], 7), &x);
    fn total(x: &Array1<i32>) -> i32 {
        x.sum()
    }
    assert_eq!(bcast!(@. x + { total(&x) }), array![7, 8, 9]);
    assert_eq!(bcast!(@. x * { let n = x.len(); n as i32 }), array![3, 6, 9]);
    assert_eq!(bcast!(@. x + rows[0] - rows[1]), array![6, 17, 28]);
    assert_eq!(bcast!(@. x + pair.0 * pair.1), array![8, 9, 10]);
    assert_eq!(bcast!(@. x + vec![1, 2, 3]), array![2, 4, 6]);
    assert_eq!(bcast!(@. x + (0..3)), array![1, 3, 5]);
    assert_eq!(bcast!(@. *y + &x), array![2, 4, 6]);
}
