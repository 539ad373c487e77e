//! Many small matrices, histories, heads of attention.

use crate::table::{Table, noise};
use bcast::ndarray::{Array1, Array2, Array3, Array4};

pub fn measure(table: &mut Table) {
    for (count, side) in [(10_000, 3), (10_000, 4), (500_000, 3)] {
        with_vectors(table, count, side);
        maps(table, count, side);
        centred(table, count, side);
        reduced(table, count, side);
    }
    attention(table, 8, 12, 64);
    covariance(table, 1000, 20);
    one_hot(table, 10_000, 10);
}

fn with_vectors(table: &mut Table, n: usize, side: usize) {
    let square = side * side;
    let a = Array3::from_shape_fn((n, side, side), |(i, j, k)| noise(i * square + j * side + k));
    let v = Array2::from_shape_fn((n, side), |(i, j)| noise(i * side + j + 3));
    let mut r = v.clone();
    let (a_elements, v_elements) = (a.as_slice().unwrap(), v.as_slice().unwrap());
    let on = || format!("f64 {n}x{side}x{side}");
    // Each matrix times its vector.
    assigns!(table, on(), n * square; r .= sum[2](a .* v @ (0, 2)); |r: &mut [f64]| {
        for i in 0..n {
            for j in 0..side {
                let mut sum = 0.0;
                for k in 0..side {
                    sum += a_elements[i * square + j * side + k] * v_elements[i * side + k];
                }
                r[i * side + j] = sum;
            }
        }
    });
}

fn maps(table: &mut Table, n: usize, side: usize) {
    let square = side * side;
    let a = Array3::from_shape_fn((n, side, side), |(i, j, k)| noise(i * square + j * side + k));
    let v = Array2::from_shape_fn((n, side), |(i, j)| noise(i * side + j + 3));
    let (mut b, on) = (a.clone(), || format!("f64 {n}x{side}x{side}"));
    let (a_elements, v_elements) = (a.as_slice().unwrap(), v.as_slice().unwrap());
    assigns!(table, on(), n * square; b .= a .* v @ (0, 1) .+ 1.0; |b: &mut [f64]| {
        for i in 0..n {
            for j in 0..side {
                for k in 0..side {
                    let at = i * square + j * side + k;
                    b[at] = a_elements[at] * v_elements[i * side + j] + 1.0;
                }
            }
        }
    });
    // The columns of each matrix.
    assigns!(table, on(), n * square; b .= a .* v @ (0, 2); |b: &mut [f64]| {
        for i in 0..n {
            for j in 0..side {
                for k in 0..side {
                    let at = i * square + j * side + k;
                    b[at] = a_elements[at] * v_elements[i * side + k];
                }
            }
        }
    });
    // Each matrix turned round.
    let turned = a.view().permuted_axes([0, 2, 1]);
    assigns!(table, on(), n * square; b .= a .+ turned; |b: &mut [f64]| {
        for i in 0..n {
            for j in 0..side {
                for k in 0..side {
                    let at = i * square + j * side + k;
                    b[at] = a_elements[at] + a_elements[i * square + k * side + j];
                }
            }
        }
    });
}

fn centred(table: &mut Table, n: usize, side: usize) {
    let square = side * side;
    let a = Array3::from_shape_fn((n, side, side), |(i, j, k)| noise(i * square + j * side + k));
    let (mut b, a_elements, on) = (a.clone(), a.as_slice().unwrap(), || format!("f64 {n}x{side}x{side}"));
    assigns!(table, on(), n * square; b .= a .- mean[1](a); |b: &mut [f64]| {
        for i in 0..n {
            for k in 0..side {
                let mut sum = 0.0;
                for j in 0..side {
                    sum += a_elements[i * square + j * side + k];
                }
                for j in 0..side {
                    let at = i * square + j * side + k;
                    b[at] = a_elements[at] - sum / side as f64;
                }
            }
        }
    });
}

fn reduced(table: &mut Table, n: usize, side: usize) {
    let square = side * side;
    let a = Array3::from_shape_fn((n, side, side), |(i, j, k)| noise(i * square + j * side + k));
    let (mut r, mut lengths) = (Array2::zeros((n, side)), Array1::zeros(n));
    let (a_elements, on) = (a.as_slice().unwrap(), || format!("f64 {n}x{side}x{side}"));
    assigns!(table, on(), n * square; lengths .= sum[1, 2](a.^2); |lengths: &mut [f64]| {
        for i in 0..n {
            let mut sum = 0.0;
            for j in 0..square {
                sum += a_elements[i * square + j] * a_elements[i * square + j];
            }
            lengths[i] = sum;
        }
    });
    assigns!(table, on(), n * square; r .= max[1](a); |r: &mut [f64]| {
        for i in 0..n {
            for k in 0..side {
                let mut largest = f64::NEG_INFINITY;
                for j in 0..side {
                    largest = largest.max(a_elements[i * square + j * side + k]);
                }
                r[i * side + k] = largest;
            }
        }
    });
}

/// Scores of `heads` heads, each `tokens` square, to weights.
fn attention(table: &mut Table, batch: usize, heads: usize, tokens: usize) {
    let s = Array4::from_shape_fn((batch, heads, tokens, tokens), |(i, j, k, l)| {
        noise(((i * heads + j) * tokens + k) * tokens + l) as f32
    });
    let scores = s.as_slice().unwrap();
    let mut out = s.clone();
    let on = format!("f32 {batch}x{heads}x{tokens}x{tokens}");
    assigns!(table, on, scores.len(); out .= exp.(s .- max[3](s)) ./ sum[3](exp.(s .- max[3](s))); |out: &mut [f32]| {
        for row in 0..scores.len() / tokens {
            let scores = &scores[row * tokens..][..tokens];
            let out = &mut out[row * tokens..][..tokens];
            let mut largest = f32::NEG_INFINITY;
            for l in 0..tokens {
                largest = largest.max(scores[l]);
            }
            let mut sum = 0.0;
            for l in 0..tokens {
                out[l] = (scores[l] - largest).exp();
                sum += out[l];
            }
            for l in 0..tokens {
                out[l] /= sum;
            }
        }
    });
}

/// Of columns that are centred already.
fn covariance(table: &mut Table, n: usize, d: usize) {
    let z = Array2::from_shape_fn((n, d), |(i, j)| noise(i * d + j) - 0.5);
    let zs = z.as_slice().unwrap();
    let mut out = Array2::zeros((d, d));
    assigns!(table, format!("f64 {n}x{d}"), n * d * d; out .= mean[0](z @ (0, 1) .* z @ (0, 2)); |out: &mut [f64]| {
        out.fill(0.0);
        for i in 0..n {
            for j in 0..d {
                for k in 0..d {
                    out[j * d + k] += zs[i * d + j] * zs[i * d + k];
                }
            }
        }
        for element in out.iter_mut() {
            *element /= n as f64;
        }
    });
}

/// Labels as rows with a single one.
fn one_hot(table: &mut Table, n: usize, classes: usize) {
    let labels = Array1::from_shape_fn(n, |i| (noise(i) * classes as f64) as i32);
    let class = Array1::from_shape_fn(classes, |j| j as i32);
    let (labels_of, classes_of) = (labels.as_slice().unwrap(), class.as_slice().unwrap());
    let mut out = Array2::<f32>::zeros((n, classes));
    let on = format!("i32 {n} labels of {classes}");
    assigns!(table, on, n * classes; out .= f32.(labels @ (0) .== class @ (1)); |out: &mut [f32]| {
        for i in 0..n {
            for j in 0..classes {
                out[i * classes + j] = if labels_of[i] == classes_of[j] { 1.0 } else { 0.0 };
            }
        }
    });
}
