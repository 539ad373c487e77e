//! Small calls: what a call costs before the first element.

use crate::table::{Table, noise};
use bcast::ndarray::{Array1, Array2};

pub fn measure(table: &mut Table) {
    for n in [4, 64, 256, 1000] {
        vector(table, n);
    }
    for n in [3, 8, 20, 50, 100, 300] {
        sums(table, n);
        rows(table, n);
    }
}

fn vector(table: &mut Table, n: usize) {
    let x = Array1::from_shape_fn(n, noise);
    let y = Array1::from_shape_fn(n, |i| noise(i + 1));
    let (xs, ys) = (x.as_slice().unwrap(), y.as_slice().unwrap());
    let on = || format!("f64 {n}");
    values!(table, on(), n; sum(x); {
        let mut sum = 0.0;
        for i in 0..n {
            sum += xs[i];
        }
        sum
    });
    values!(table, on(), n; sum(x .* y); {
        let mut sum = 0.0;
        for i in 0..n {
            sum += xs[i] * ys[i];
        }
        sum
    });
    values!(table, on(), n; max(x); {
        let mut largest = f64::NEG_INFINITY;
        for i in 0..n {
            largest = largest.max(xs[i]);
        }
        largest
    });
}

fn sums(table: &mut Table, n: usize) {
    let x = Array2::from_shape_fn((n, n), |(i, j)| noise(i * n + j));
    let xs = x.as_slice().unwrap();
    let mut sums = Array1::zeros(n);
    let on = || format!("f64 {n}x{n}");
    assigns!(table, on(), n * n; sums .= sum[1](x); |sums: &mut [f64]| {
        for i in 0..n {
            let mut sum = 0.0;
            for j in 0..n {
                sum += xs[i * n + j];
            }
            sums[i] = sum;
        }
    });
    assigns!(table, on(), n * n; sums .= sum[0](x); |sums: &mut [f64]| {
        sums.fill(0.0);
        for i in 0..n {
            for j in 0..n {
                sums[j] += xs[i * n + j];
            }
        }
    });
}

fn rows(table: &mut Table, n: usize) {
    let x = Array2::from_shape_fn((n, n), |(i, j)| noise(i * n + j));
    let (xs, mut out) = (x.as_slice().unwrap(), x.clone());
    let on = || format!("f64 {n}x{n}");
    assigns!(table, on(), n * n; out .= x .- mean[0](x); |out: &mut [f64]| {
        let mut means = vec![0.0; n];
        for i in 0..n {
            for j in 0..n {
                means[j] += xs[i * n + j];
            }
        }
        for i in 0..n {
            for j in 0..n {
                out[i * n + j] = xs[i * n + j] - means[j] / n as f64;
            }
        }
    });
    assigns!(table, on(), n * n; out .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))); |out: &mut [f64]| {
        for i in 0..n {
            let mut largest = f64::NEG_INFINITY;
            for j in 0..n {
                largest = largest.max(xs[i * n + j]);
            }
            let mut sum = 0.0;
            for j in 0..n {
                out[i * n + j] = (xs[i * n + j] - largest).exp();
                sum += out[i * n + j];
            }
            for j in 0..n {
                out[i * n + j] /= sum;
            }
        }
    });
}
