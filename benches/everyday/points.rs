//! Points, pixels and coordinates: many rows, short ones.

use crate::table::{Table, noise};
use bcast::ndarray::{Array1, Array2};

/// Lengths of the last axis.
const LENGTHS: [usize; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 16, 20, 31, 33];

pub fn measure(table: &mut Table) {
    for length in LENGTHS {
        of_f64(table, 100_000 / length, length);
        of_f32(table, 100_000 / length, length);
    }
    of_f64(table, 333, 3);
    for (rows, columns) in [(3_000_000, 3), (2_000_000, 5), (500_000, 20)] {
        of_f64(table, rows, columns);
        of_f32(table, rows, columns);
    }
    for size in [3, 13] {
        distances(table, 300, size);
    }
}

/// Arrays of points, and something for each point and each coordinate.
struct Points<T> {
    p: Array2<T>,
    q: Array2<T>,
    w: Array1<T>,
    g: Array1<T>,
}

impl<T> Points<T> {
    fn new(n: usize, d: usize, of: fn(f64) -> T) -> Self {
        Points {
            p: Array2::from_shape_fn((n, d), |(i, j)| of(noise(i * d + j) + 0.5)),
            q: Array2::from_shape_fn((n, d), |(i, j)| of(noise(i * 7 + j * 3) - 0.5)),
            w: Array1::from_shape_fn(n, |i| of(noise(i + 11))),
            g: Array1::from_shape_fn(d, |j| of(noise(j + 5))),
        }
    }
}

macro_rules! of_floats {
    ($name:ident $t:ident) => {
        fn $name(table: &mut Table, n: usize, d: usize) {
            let points = Points::new(n, d, |number| number as $t);
            let on = format!("{} {n}x{d}", stringify!($t));
            $t::maps(table, &on, &points);
            $t::sums(table, &on, &points);
            $t::lengths(table, &on, &points);
            $t::norms(table, &on, &points);
        }

        mod $t {
            use super::{Points, Table};

            /// One multiplication, one subtraction.
            pub(super) fn maps(table: &mut Table, on: &str, Points { p, w, g, .. }: &Points<$t>) {
                let ((n, d), mut out) = (p.dim(), p.clone());
                let (ps, ws, gs) = (p.as_slice().unwrap(), w.as_slice().unwrap(), g.as_slice().unwrap());
                assigns!(table, on, n * d; out .= p .* w @ (0); |out: &mut [$t]| {
                    for i in 0..n {
                        for j in 0..d {
                            out[i * d + j] = ps[i * d + j] * ws[i];
                        }
                    }
                });
                assigns!(table, on, n * d; out .= p .- g @ (1); |out: &mut [$t]| {
                    for i in 0..n {
                        for j in 0..d {
                            out[i * d + j] = ps[i * d + j] - gs[j];
                        }
                    }
                });
            }

            pub(super) fn sums(table: &mut Table, on: &str, Points { p, w, g, .. }: &Points<$t>) {
                let ((n, d), mut r, mut m) = (p.dim(), w.clone(), g.clone());
                let (ps, gs) = (p.as_slice().unwrap(), g.as_slice().unwrap());
                assigns!(table, on, n * d; r .= sum[1](p); |r: &mut [$t]| {
                    for i in 0..n {
                        let mut sum = 0.0;
                        for j in 0..d {
                            sum += ps[i * d + j];
                        }
                        r[i] = sum;
                    }
                });
                assigns!(table, on, n * d; r .= sum[1](p .* g @ (1)); |r: &mut [$t]| {
                    for i in 0..n {
                        let mut sum = 0.0;
                        for j in 0..d {
                            sum += ps[i * d + j] * gs[j];
                        }
                        r[i] = sum;
                    }
                });
                assigns!(table, on, n * d; m .= mean[0](p); |m: &mut [$t]| {
                    m.fill(0.0);
                    for i in 0..n {
                        for j in 0..d {
                            m[j] += ps[i * d + j];
                        }
                    }
                    m.iter_mut().for_each(|mean| *mean /= n as $t);
                });
            }

            /// Distances, and directions.
            pub(super) fn lengths(table: &mut Table, on: &str, Points { p, q, w, .. }: &Points<$t>) {
                let ((n, d), mut r, mut out) = (p.dim(), w.clone(), p.clone());
                let (ps, qs) = (p.as_slice().unwrap(), q.as_slice().unwrap());
                assigns!(table, on, n * d; r .= sqrt.(sum[1]((p .- q).^2)); |r: &mut [$t]| {
                    for i in 0..n {
                        let mut sum = 0.0;
                        for j in 0..d {
                            let difference = ps[i * d + j] - qs[i * d + j];
                            sum += difference * difference;
                        }
                        r[i] = sum.sqrt();
                    }
                });
                assigns!(table, on, n * d; out .= p ./ sqrt.(sum[1](p.^2)); |out: &mut [$t]| {
                    for i in 0..n {
                        let mut sum = 0.0;
                        for j in 0..d {
                            sum += ps[i * d + j] * ps[i * d + j];
                        }
                        let length = sum.sqrt();
                        for j in 0..d {
                            out[i * d + j] = ps[i * d + j] / length;
                        }
                    }
                });
            }

            /// Softmax of each point.
            pub(super) fn norms(table: &mut Table, on: &str, Points { p, .. }: &Points<$t>) {
                let ((n, d), mut out) = (p.dim(), p.clone());
                let ps = p.as_slice().unwrap();
                let softmax = |out: &mut [$t]| {
                    for i in 0..n {
                        let mut largest = $t::NEG_INFINITY;
                        for j in 0..d {
                            largest = largest.max(ps[i * d + j]);
                        }
                        let mut sum = 0.0;
                        for j in 0..d {
                            out[i * d + j] = (ps[i * d + j] - largest).exp();
                            sum += out[i * d + j];
                        }
                        for j in 0..d {
                            out[i * d + j] /= sum;
                        }
                    }
                };
                assigns!(table, on, n * d; out .= exp.(p .- max[1](p)) ./ sum[1](exp.(p .- max[1](p))); softmax);
            }
        }
    };
}
of_floats!(of_f64 f64);
of_floats!(of_f32 f32);

/// Of all pairs of points.
fn distances(table: &mut Table, n: usize, d: usize) {
    let y = Array2::from_shape_fn((n, d), |(i, j)| noise(i * d + j));
    let z = Array2::from_shape_fn((n, d), |(i, j)| noise(i * 5 + j + 1));
    let (ys, zs) = (y.as_slice().unwrap(), z.as_slice().unwrap());
    let mut out = Array2::zeros((n, n));
    let on = format!("f64 {n} and {n} points of {d}");
    assigns!(table, on, n * n * d; out .= sum[2]((z @ (0, 2) .- y @ (1, 2)).^2); |out: &mut [f64]| {
        for i in 0..n {
            for k in 0..n {
                let mut sum = 0.0;
                for j in 0..d {
                    let difference = zs[i * d + j] - ys[k * d + j];
                    sum += difference * difference;
                }
                out[i * n + k] = sum;
            }
        }
    });
}
