//! Scans along axes that are counted from the end, or said by values.

use bcast::ndarray::{Array2, Array3, ArrayD, array};
use bcast::{BroadcastError, bcast, try_bcast};

fn cuboid() -> Array3<f64> {
    Array3::from_shape_fn((2, 3, 4), |(i, j, k)| ((7 * i + 5 * j + 3 * k) % 11) as f64 - 4.0)
}

/// Sums before each element and with it, by index arithmetic.
fn sums(x: &Array3<f64>, axis: usize) -> Array3<f64> {
    Array3::from_shape_fn(x.dim(), |(i, j, k)| {
        let at = [i, j, k];
        let before = |n: usize| std::array::from_fn::<usize, 3, _>(|other| if other == axis { n } else { at[other] });
        (0..=at[axis]).map(|n| x[before(n)]).sum()
    })
}

#[test]
fn from_the_end() {
    let x = cuboid();
    assert_eq!(bcast!(cumsum[-1](x)), sums(&x, 2));
    assert_eq!(bcast!(cumsum[-2](x)), sums(&x, 1));
    assert_eq!(bcast!(cumsum[-3](x .* 2)), sums(&x, 0) * 2.0);
    let last = sums(&x, 2).slice_move(bcast::ndarray::s![.., .., 3..]);
    assert_eq!(bcast!(cumsum[-1](x) .- sum[-1](x)), &sums(&x, 2) - &last);
    assert_eq!(bcast!(cummax[-1](array![3, 1, 4, 1, 5])), array![3, 3, 4, 4, 5]);
    assert_eq!(bcast!(cumprod[-1](cumprod[-2](array![[1, 2], [3, 4]]))), array![[1, 2], [3, 24]]);
    let mut out = x.clone();
    bcast!(out .= cumsum[-1](out));
    assert_eq!(out, sums(&x, 2));
}

#[test]
fn by_value() {
    let x = cuboid();
    for k in 0..3 {
        assert_eq!(bcast!(cumsum[{ k }](x)), sums(&x, k));
        assert_eq!(bcast!(cumsum[{[k]}](x .+ 1)), sums(&(&x + 1.0), k));
        assert_eq!(bcast!(cumsum[{2 - k}](x .* cumsum[{k}](x))), sums(&(&x * &sums(&x, k)), 2 - k));
        assert_eq!(bcast!(sum(cumsum[{k}](x) .- cumsum[{k}](x))), 0.0);
        let mut out = x.clone();
        bcast!(out .-= cumsum[{k}](x));
        assert_eq!(out, &x - &sums(&x, k));
    }
    // Long lines, on several threads.
    let long = Array2::from_shape_fn((3, 70_000), |(i, j)| ((i + j) % 3) as u64);
    let k = 1;
    assert_eq!(bcast!(cumsum[{ k }](long)), bcast!(cumsum[1](long)));
    assert_eq!(bcast!(cumsum[-1](long)), bcast!(cumsum[1](long)));
}

#[test]
fn dynamic_ranks() {
    let x = cuboid();
    let dynamic: ArrayD<f64> = x.clone().into_dyn();
    for k in 0..3 {
        assert_eq!(bcast!(cumsum[{ k }](dynamic)), sums(&x, k).into_dyn());
    }
    assert_eq!(bcast!(cumsum[-1](dynamic)), sums(&x, 2).into_dyn());
    assert_eq!(bcast!(cumsum[-3](dynamic .* 2)), sums(&x, 0).into_dyn() * 2.0);
}

/// The axis is evaluated once, in the order of the source.
#[test]
fn evaluated_once() {
    let x = array![[1, 2], [3, 4]];
    let mut asked = Vec::new();
    let mut ask = |axis: usize| {
        asked.push(axis);
        axis
    };
    assert_eq!(bcast!(cumsum[{ask(1)}](x) .+ cumsum[{ask(0)}](x)), array![[2, 5], [7, 13]]);
    assert_eq!(asked, [1, 0]);
}

#[test]
fn axes_that_are_not_there() {
    let (x, dynamic) = (cuboid(), cuboid().into_dyn());
    for k in [3, 300, usize::MAX] {
        let error = try_bcast!(cumsum[{ k }](x)).unwrap_err();
        assert!(matches!(error, BroadcastError::Axis { rank: 3, operand: None, .. }), "{error}");
        let error = try_bcast!(cumsum[{k}](x .* 2) ./ sum(x)).unwrap_err();
        assert!(matches!(error, BroadcastError::Axis { rank: 3, operand: None, .. }), "{error}");
        let error = try_bcast!(cumsum[{ k }](dynamic)).unwrap_err();
        assert!(matches!(error, BroadcastError::Axis { rank: 3, operand: None, .. }), "{error}");
    }
    let error = try_bcast!(cumsum[-4](x)).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: a reduction names axis -4, but there are 3 axes");
    let small = array![1.0, 2.0];
    let k = 1;
    assert!(matches!(try_bcast!(cumsum[{ k }](small)), Err(BroadcastError::Axis { rank: 1, .. })));
    let mut out = small.clone();
    assert!(matches!(try_bcast!(out .= cumsum[{k}](small) .+ 1), Err(BroadcastError::Axis { rank: 1, .. })));
    assert_eq!(out, small);
}
