//! Transposed, stepped, reversed and sliced operands.

use crate::table::{Table, noise};
use bcast::ndarray::{Array2, s};

pub fn measure(table: &mut Table) {
    for side in [20, 300, 1500] {
        square(table, side);
    }
}

fn square(table: &mut Table, n: usize) {
    let x = Array2::from_shape_fn((n, n), |(i, j)| noise(i * n + j));
    let wide = Array2::from_shape_fn((n, 2 * n), |(i, j)| noise(i * 3 + j));
    let (xs, ws) = (x.as_slice().unwrap(), wide.as_slice().unwrap());
    let mut out = x.clone();
    let on = || format!("f64 {n}x{n}");
    assigns!(table, on(), n * n; out .= x .+ x.t(); |out: &mut [f64]| {
        for i in 0..n {
            for j in 0..n {
                out[i * n + j] = xs[i * n + j] + xs[j * n + i];
            }
        }
    });
    let stepped = wide.slice(s![.., ..;2]);
    assigns!(table, on(), n * n; out .= x .* stepped; |out: &mut [f64]| {
        for i in 0..n {
            for j in 0..n {
                out[i * n + j] = xs[i * n + j] * ws[i * 2 * n + 2 * j];
            }
        }
    });
    let reversed = x.slice(s![.., ..;-1]);
    assigns!(table, on(), n * n; out .= x .- reversed; |out: &mut [f64]| {
        for i in 0..n {
            for j in 0..n {
                out[i * n + j] = xs[i * n + j] - xs[i * n + n - 1 - j];
            }
        }
    });
    let sliced = wide.slice(s![.., 1..=n]);
    assigns!(table, on(), n * n; out .= x .+ sliced .* 2.0; |out: &mut [f64]| {
        for i in 0..n {
            for j in 0..n {
                out[i * n + j] = xs[i * n + j] + ws[i * 2 * n + 1 + j] * 2.0;
            }
        }
    });
}
