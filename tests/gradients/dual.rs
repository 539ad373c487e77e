//! Dual numbers through plain loops: a number, and how it changes with one operand.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy)]
struct Dual(f64, f64);

impl Dual {
    fn of(value: f64) -> Self {
        Dual(value, 0.0)
    }
    fn exp(self) -> Self {
        Dual(self.0.exp(), self.1 * self.0.exp())
    }
    fn ln(self) -> Self {
        Dual(self.0.ln(), self.1 / self.0)
    }
    fn sqrt(self) -> Self {
        Dual(self.0.sqrt(), self.1 / (2.0 * self.0.sqrt()))
    }
    fn tanh(self) -> Self {
        Dual(self.0.tanh(), self.1 / self.0.cosh().powi(2))
    }
}
impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual(self.0 + other.0, self.1 + other.1)
    }
}
impl Sub for Dual {
    type Output = Dual;
    fn sub(self, other: Dual) -> Dual {
        self + -other
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

type Duals = Vec<Vec<Dual>>;

fn values() -> (Array2<f64>, Array1<f64>, Array1<f64>) {
    let x = Array2::from_shape_fn((7, 5), |(i, j)| ((i * 13 + j * 29) % 17) as f64 / 8.0 - 1.0);
    let w = Array1::from_shape_fn(5, |j| (j as f64 * 0.7).sin());
    let y = Array1::from_shape_fn(7, |i| if i % 3 == 0 { 1.0 } else { -1.0 });
    (x, w, y)
}

/// The operands as dual numbers; the element at `at` of all of them, one behind the other, is the one that changes.
fn duals(x: &Array2<f64>, w: &Array1<f64>, y: &Array1<f64>, at: usize) -> (Duals, Vec<Dual>, Vec<Dual>) {
    let mut place = 0;
    let mut dual = |&value: &f64| {
        place += 1;
        Dual(value, if place == at + 1 { 1.0 } else { 0.0 })
    };
    let x = x.rows().into_iter().map(|row| row.iter().map(&mut dual).collect()).collect();
    (x, w.iter().map(&mut dual).collect(), y.iter().map(&mut dual).collect())
}

fn sum(all: impl IntoIterator<Item = Dual>) -> Dual {
    all.into_iter().fold(Dual::of(0.0), Add::add)
}

/// Derivatives with respect to the three operands.
type Gradients = (Array2<f64>, Array1<f64>, Array1<f64>);

/// Compares gradients with the changes of a loop.
fn compare((value, (dx, dw, dy)): (f64, Gradients), by_loop: impl Fn(Duals, Vec<Dual>, Vec<Dual>) -> Dual) {
    let (x, w, y) = values();
    for (at, &found) in dx.iter().chain(&dw).chain(&dy).enumerate() {
        let (x, w, y) = duals(&x, &w, &y, at);
        let Dual(expected, change) = by_loop(x, w, y);
        assert!((value - expected).abs() < 1e-12 * expected.abs().max(1.0), "{value} is not {expected}");
        assert!((found - change).abs() < 1e-12 * change.abs().max(1.0), "element {at}: {found} is not {change}");
    }
}

fn dot(row: &[Dual], w: &[Dual]) -> Dual {
    sum(row.iter().zip(w).map(|(&x, &w)| x * w))
}

#[test]
fn logistic_loss() {
    let (x, w, y) = values();
    let found = bcast!(#[grad(x, w, y)] mean(ln_1p.(exp.(-y .* sum[1](x .* w @ (1))))));
    compare(found, |x, w, y| {
        let losses = x.iter().zip(&y).map(|(row, &y)| (Dual::of(1.0) + (-y * dot(row, &w)).exp()).ln());
        sum(losses) / Dual::of(7.0)
    });
}

#[test]
fn softmax_cross_entropy() {
    let (x, w, y) = values();
    let found = bcast!(
        #[grad(x, w, y)]
        let z = x .* w @ (1);
        let p = exp.(z .- max[1](z)) ./ sum[1](exp.(z .- max[1](z)));
        sum(p.^2 .* y @ (0)) .- sum(ln.(p)) ./ 7
    );
    compare(found, |x, w, y| {
        let mut total = Dual::of(0.0);
        for (row, &y) in x.iter().zip(&y) {
            let z: Vec<Dual> = row.iter().zip(&w).map(|(&x, &w)| x * w).collect();
            let all = sum(z.iter().map(|z| z.exp()));
            for z in z {
                let p = z.exp() / all;
                total = total + p * p * y - p.ln() / Dual::of(7.0);
            }
        }
        total
    });
}

#[test]
fn layer_norm() {
    let (x, w, y) = values();
    let found = bcast!(
        #[grad(x, w, y)]
        let d = x .- mean[1](x);
        let s = sqrt.(mean[1](d .* d) .+ 0.01);
        sum(tanh.(d ./ s .* w @ (1)) .* y @ (0))
    );
    compare(found, |x, w, y| {
        let mut total = Dual::of(0.0);
        for (row, &y) in x.iter().zip(&y) {
            let n = Dual::of(row.len() as f64);
            let mean = sum(row.iter().copied()) / n;
            let d: Vec<Dual> = row.iter().map(|&x| x - mean).collect();
            let s = (sum(d.iter().map(|&d| d * d)) / n + Dual::of(0.01)).sqrt();
            total = total + sum(d.iter().zip(&w).map(|(&d, &w)| (d / s * w).tanh())) * y;
        }
        total
    });
}

#[test]
fn two_layers() {
    let (x, w, y) = values();
    let v = Array2::from_shape_fn((5, 3), |(i, j)| ((i * 3 + j) as f64).cos());
    let found = bcast!(
        #[grad(x, w, y)]
        let h = tanh.(sum[k](x @ (i, k) .* v @ (k, j)));
        sum(h.^2) .* sum(w @ (k)) .+ sum(y @ (i) .* sum[j](h))
    );
    compare(found, |x, w, y| {
        let mut squares = Dual::of(0.0);
        let mut beside = Dual::of(0.0);
        for (row, &y) in x.iter().zip(&y) {
            for j in 0..3 {
                let h = sum(row.iter().enumerate().map(|(k, &x)| x * Dual::of(v[[k, j]]))).tanh();
                squares = squares + h * h;
                beside = beside + y * h;
            }
        }
        squares * sum(w) + beside
    });
}

#[test]
fn pairwise_distances() {
    let (x, w, y) = values();
    let found = bcast!(
        #[grad(x, w, y)]
        let d = sum[2]((x @ (0, 2) .- x @ (1, 2)).^2);
        sum(1 ./ (d .+ 0.5)) .+ sum(w.^2) .* sum(y)
    );
    compare(found, |x, w, y| {
        let mut total = Dual::of(0.0);
        for a in &x {
            for b in &x {
                let d = sum(a.iter().zip(b).map(|(&a, &b)| (a - b) * (a - b)));
                total = total + Dual::of(1.0) / (d + Dual::of(0.5));
            }
        }
        total + sum(w.iter().map(|&w| w * w)) * sum(y)
    });
}
