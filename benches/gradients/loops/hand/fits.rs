//! Losses of rows by hand: value and gradient in one loop, split over the rayon pool.

use rayon::prelude::*;

/// Features of a row.
pub(crate) const FEATURES: usize = 20;
/// Rows whose exponentials are computed together.
const BLOCK: usize = 64;

/// A value with its derivatives with respect to the weights and the bias.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fit {
    pub(crate) value: f64,
    pub(crate) weights: [f64; FEATURES],
    pub(crate) bias: f64,
}

impl Fit {
    fn plus(mut self, other: Fit) -> Fit {
        self.value += other.value;
        self.bias += other.bias;
        self.weights.iter_mut().zip(other.weights).for_each(|(sum, part)| *sum += part);
        self
    }

    fn over(self, n: f64) -> Fit {
        Fit { value: self.value / n, weights: self.weights.map(|sum| sum / n), bias: self.bias / n }
    }
}

/// Rows of features, and what belongs to each.
type Rows<'a> = (&'a [[f64; FEATURES]], &'a [f64]);

/// Adds up what the loss `f` says of blocks of rows: from predictions and targets to losses and their slopes.
#[inline(always)]
fn fit(
    (x, y): Rows,
    (weights, bias): (&[f64; FEATURES], f64),
    f: impl Fn(&mut [f64; BLOCK], &[f64; BLOCK]) -> f64,
) -> Fit {
    let mut fit = Fit::default();
    for (x, y) in x.chunks(BLOCK).zip(y.chunks(BLOCK)) {
        let (mut z, mut targets) = ([0.0; BLOCK], [0.0; BLOCK]);
        for (z, x) in z.iter_mut().zip(x) {
            *z = x.iter().zip(weights).fold(bias, |sum, (x, w)| x.mul_add(*w, sum));
        }
        targets[..y.len()].copy_from_slice(y);
        fit.value += f(&mut z, &targets);
        for (slope, x) in z.iter().zip(x) {
            fit.bias += slope;
            fit.weights.iter_mut().zip(x).for_each(|(sum, x)| *sum = slope.mul_add(*x, *sum));
        }
    }
    fit
}

leveled! {
    fn squares_rows<T: Send>(rows: Rows, model: (&[f64; FEATURES], f64), out: &mut Fit, _of: &T) {
        *out = fit(rows, model, |z, y| {
            let mut value = 0.0;
            for (z, y) in z.iter_mut().zip(y).take(rows.0.len()) {
                let error = *z - y;
                value += error * error;
                *z = 2.0 * error;
            }
            value
        });
    }
    fn logistic_rows<T: Send>(rows: Rows, model: (&[f64; FEATURES], f64), out: &mut Fit, _of: &T) {
        // Rows beyond the end have no target, which is a loss of ln(2) and a slope of 0.
        *out = fit(rows, model, |z, y| {
            let mut value = 0.0;
            for (z, y) in z.iter_mut().zip(y) {
                let e = (-y * *z).exp();
                value += if *y == 0.0 { 0.0 } else { e.ln_1p() };
                *z = -y * (e / (1.0 + e));
            }
            value
        });
    }
}

/// Splits rows over the pool.
fn split((x, y): Rows, model: (&[f64; FEATURES], f64), part: fn(Rows, (&[f64; FEATURES], f64), &mut Fit, &())) -> Fit {
    let piece = x.len().div_ceil(4 * rayon::current_num_threads()).next_multiple_of(BLOCK);
    let parts = x.par_chunks(piece).zip(y.par_chunks(piece)).map(|rows| {
        let mut fit = Fit::default();
        part(rows, model, &mut fit, &());
        fit
    });
    parts.reduce(Fit::default, Fit::plus).over(x.len() as f64)
}

/// The mean of squares of errors.
pub(crate) fn squares(rows: Rows, model: (&[f64; FEATURES], f64)) -> Fit {
    split(rows, model, squares_rows)
}

/// The logistic loss, where targets are signs.
pub(crate) fn logistic(rows: Rows, model: (&[f64; FEATURES], f64)) -> Fit {
    split(rows, model, logistic_rows)
}
