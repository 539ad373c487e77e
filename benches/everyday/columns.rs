//! Reductions over the first, the middle, the last and several axes.

use crate::table::{Table, noise};
use bcast::ndarray::{Array1, Array2, Array3};

pub fn measure(table: &mut Table) {
    for (rows, columns) in [(1000, 20), (3000, 333), (20_000, 5), (100, 100_000), (300_000, 33)] {
        down(table, rows, columns);
        beside(table, rows, columns);
    }
    cuboid(table, 100, 50, 40);
    integers(table, 1_000_000);
}

fn down(table: &mut Table, n: usize, d: usize) {
    let x = Array2::from_shape_fn((n, d), |(i, j)| noise(i * d + j) as f32);
    let xs = x.as_slice().unwrap();
    let mut m = Array1::zeros(d);
    let on = || format!("f32 {n}x{d}");
    assigns!(table, on(), n * d; m .= sum[0](x); |m: &mut [f32]| {
        m.fill(0.0);
        for i in 0..n {
            for j in 0..d {
                m[j] += xs[i * d + j];
            }
        }
    });
    assigns!(table, on(), n * d; m .= max[0](x); |m: &mut [f32]| {
        m.fill(f32::NEG_INFINITY);
        for i in 0..n {
            for j in 0..d {
                m[j] = m[j].max(xs[i * d + j]);
            }
        }
    });
    assigns!(table, on(), n * d; m .= mean[0](x.^2); |m: &mut [f32]| {
        m.fill(0.0);
        for i in 0..n {
            for j in 0..d {
                m[j] += xs[i * d + j] * xs[i * d + j];
            }
        }
        for mean in m.iter_mut() {
            *mean /= n as f32;
        }
    });
}

fn beside(table: &mut Table, n: usize, d: usize) {
    let x = Array2::from_shape_fn((n, d), |(i, j)| noise(i * d + j) as f32);
    let xs = x.as_slice().unwrap();
    let (mut r, mut out) = (Array1::zeros(n), x.clone());
    let on = || format!("f32 {n}x{d}");
    assigns!(table, on(), n * d; r .= sum[0](x.t()); |r: &mut [f32]| {
        for i in 0..n {
            let mut sum = 0.0;
            for j in 0..d {
                sum += xs[i * d + j];
            }
            r[i] = sum;
        }
    });
    assigns!(table, on(), n * d; out .= x .- mean[0](x); |out: &mut [f32]| {
        let mut means = vec![0.0_f32; d];
        for i in 0..n {
            for j in 0..d {
                means[j] += xs[i * d + j];
            }
        }
        for mean in &mut means {
            *mean /= n as f32;
        }
        for i in 0..n {
            for j in 0..d {
                out[i * d + j] = xs[i * d + j] - means[j];
            }
        }
    });
}

fn cuboid(table: &mut Table, n: usize, m: usize, d: usize) {
    let x = Array3::from_shape_fn((n, m, d), |(i, j, k)| noise((i * m + j) * d + k));
    let xs = x.as_slice().unwrap();
    let (mut ends, mut outer, mut inner) = (Array2::zeros((n, d)), Array1::zeros(m), Array1::zeros(d));
    let on = || format!("f64 {n}x{m}x{d}");
    assigns!(table, on(), xs.len(); ends .= sum[1](x); |ends: &mut [f64]| {
        ends.fill(0.0);
        for i in 0..n {
            for j in 0..m {
                for k in 0..d {
                    ends[i * d + k] += xs[(i * m + j) * d + k];
                }
            }
        }
    });
    assigns!(table, on(), xs.len(); outer .= sum[0, 2](x); |outer: &mut [f64]| {
        outer.fill(0.0);
        for i in 0..n {
            for j in 0..m {
                for k in 0..d {
                    outer[j] += xs[(i * m + j) * d + k];
                }
            }
        }
    });
    assigns!(table, on(), xs.len(); inner .= sum[0, 1](x); |inner: &mut [f64]| {
        inner.fill(0.0);
        for row in 0..n * m {
            for k in 0..d {
                inner[k] += xs[row * d + k];
            }
        }
    });
}

fn integers(table: &mut Table, n: usize) {
    let l = Array1::from_shape_fn(n, |i| (noise(i) * 1e6) as i64);
    let c = Array1::from_shape_fn(n, |i| noise(i) > 0.5);
    let (ls, cs) = (l.as_slice().unwrap(), c.as_slice().unwrap());
    let mut out = l.clone();
    assigns!(table, format!("i64 {n}"), n; out .= l .% 10; |out: &mut [i64]| {
        for i in 0..n {
            out[i] = ls[i] % 10;
        }
    });
    values!(table, format!("i64 {n}"), n; sum(l); {
        let mut sum = 0;
        for l in ls {
            sum += l;
        }
        sum
    });
    values!(table, format!("bool {n}"), n; count(c); {
        let mut count = 0;
        for &c in cs {
            count += usize::from(c);
        }
        count
    });
}
