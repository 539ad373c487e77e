//! Calls so small that the cost of calling is all there is.

use crate::paired::compare;
use bcast::bcast;
use bcast::ndarray::{Array1, Array2};
use criterion::Criterion;
use std::hint::black_box;

pub fn run(criterion: &mut Criterion) {
    let a = Array2::from_shape_fn((3, 4), |(i, j)| (i * 4 + j) as f32);
    let b = a.mapv(|a| a + 1.0);
    let v = Array1::from_shape_fn(4, |j| j as f32);
    compare(
        criterion,
        "f32 3x4  a .+ b  against ndarray &a + &b",
        || drop(black_box(bcast!({ black_box(&a) } .+ { black_box(&b) }))),
        || drop(black_box(black_box(&a) + black_box(&b))),
    );
    compare(
        criterion,
        "f32 3x4  (a .+ v @ (1)) ./ 10  against ndarray",
        || drop(black_box(bcast!(({ black_box(&a) } .+ { black_box(&v) } @ (1)) ./ 10))),
        || drop(black_box((black_box(&a) + black_box(&v)) / 10.0)),
    );
    let mut y = Array1::from_elem(1000, 1.0f32);
    let mut z = y.to_vec();
    compare(
        criterion,
        "f32 1000  y .*= 2  against the bare loop",
        || {
            let y = black_box(&mut y);
            bcast!(y .*= 2);
        },
        || {
            for z in black_box(&mut z) {
                *z *= 2.0;
            }
        },
    );
}
