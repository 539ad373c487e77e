//! Where the largest element is, and questions that are decided early or late.

use crate::table::{Table, noise};
use bcast::ndarray::{Array1, Array2};

pub fn measure(table: &mut Table) {
    for length in [2, 3, 8, 20, 512] {
        of_rows(table, 100_000 / length, length);
    }
    of_rows(table, 3_000_000, 3);
    whole(table, 1_000_000);
}

fn of_rows(table: &mut Table, n: usize, d: usize) {
    let p = Array2::from_shape_fn((n, d), |(i, j)| noise(i * d + j));
    let ps = p.as_slice().unwrap();
    let mut places = Array1::<usize>::zeros(n);
    assigns!(table, format!("f64 {n}x{d}"), n * d; places .= argmax[1](p); |places: &mut [usize]| {
        for i in 0..n {
            let mut best = 0;
            for j in 1..d {
                if ps[i * d + j] > ps[i * d + best] {
                    best = j;
                }
            }
            places[i] = best;
        }
    });
}

fn whole(table: &mut Table, n: usize) {
    let x = Array1::from_shape_fn(n, |i| noise(i) as f32);
    let with_nan = Array1::from_shape_fn(n, |i| if i % 1000 == 7 { f32::NAN } else { noise(i) as f32 });
    for (x, on) in [(&x, format!("f32 {n}")), (&with_nan, format!("f32 {n}, some NaN"))] {
        let xs = x.as_slice().unwrap();
        values!(table, on.clone(), n; argmax(x); {
            let mut best = 0;
            for i in 1..n {
                if xs[i] > xs[best] {
                    best = i;
                }
            }
            best
        });
        values!(table, on, n; max(x); {
            let mut largest = f32::NEG_INFINITY;
            for &x in xs {
                largest = largest.max(x);
            }
            largest
        });
    }
    let xs = x.as_slice().unwrap();
    for (bound, on) in [(0.999, "early"), (1.5, "late")] {
        values!(table, format!("f32 {n}, decided {on}"), n; any(x .> bound); {
            let mut any = false;
            for &x in xs {
                if x > bound {
                    any = true;
                    break;
                }
            }
            any
        });
    }
}
