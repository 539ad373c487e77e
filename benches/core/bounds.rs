//! Calls that one thing limits: the arithmetic of functions, or the memory of large results.

use crate::paired::compare;
use bcast::bcast;
use bcast::ndarray::Array2;
use criterion::Criterion;
use std::hint::black_box;

pub fn run(criterion: &mut Criterion) {
    functions(criterion);
    large(criterion);
}

/// Functions, against as much memory with hardly any arithmetic.
fn functions(criterion: &mut Criterion) {
    for side in [256, 1024, 2048] {
        let x = Array2::from_shape_fn((side, side), |(i, j)| ((i * 7 + j * 3) % 1000) as f32 / 500.0);
        let y = x.mapv(|x| x * 3.0);
        let (mut ours, mut plain) = (x.clone(), x.clone());
        compare(
            criterion,
            &format!("f32 {side:>4}^2  exp.(-x.*x) .* sin.(y) .+ ln.(x .+ 1)  against 2.5 .* x .+ y"),
            || bcast!(ours .= exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1)),
            || bcast!(plain .= 2.5 .* x .+ y),
        );
        let by_hand = (-x[[3, 5]] * x[[3, 5]]).exp() * y[[3, 5]].sin() + (x[[3, 5]] + 1.0).ln();
        assert!((ours[[3, 5]] - by_hand).abs() < 1e-6);
    }
}

/// 64 MB: fresh results against those of `ndarray`'s operators, targets against a plain loop.
fn large(criterion: &mut Criterion) {
    let x = Array2::from_shape_fn((4096, 4096), |(i, j)| ((i * 7 + j * 3) % 1000) as f32);
    let y = x.mapv(|x| x + 1.0);
    assert_eq!(bcast!(x .+ y), &x + &y);
    compare(
        criterion,
        "f32 64 MB, fresh  x .+ y  against ndarray &x + &y",
        || drop(black_box(bcast!(x .+ y))),
        || drop(black_box(&x + &y)),
    );
    let (mut ours, mut theirs) = (x.clone(), x.clone());
    let ys = y.as_slice().expect("contiguous");
    compare(
        criterion,
        "f32 64 MB, in place  x .-= y  against a plain loop",
        || bcast!(ours .-= y),
        || {
            let xs = black_box(theirs.as_slice_mut().expect("contiguous"));
            xs.iter_mut().zip(ys).for_each(|(x, y)| *x -= y);
        },
    );
}
