//! Scans inside formulas, of all kinds of operands and types; expectations by hand.

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, IxDyn, array};
use bcast::{BroadcastError, bcast, from_shape_fn, lazy, try_bcast};

#[test]
fn along_each_axis() {
    let x = array![[1, 2, 3], [4, 5, 6]];
    assert_eq!(bcast!(cumsum[0](x)), array![[1, 2, 3], [5, 7, 9]]);
    assert_eq!(bcast!(cumsum[1](x)), array![[1, 3, 6], [4, 9, 15]]);
    assert_eq!(bcast!(cumprod[1](x)), array![[1, 2, 6], [4, 20, 120]]);
    assert_eq!(bcast!(cummax[0](array![3, 1, 4, 1, 5])), array![3, 3, 4, 4, 5]);
    assert_eq!(bcast!(cummin[0](array![3, 1, 4, 1, 5])), array![3, 1, 1, 1, 1]);
    assert_eq!(bcast!(cumsum[0](x.t())), array![[1, 4], [3, 9], [6, 15]]);
    assert_eq!(bcast!(cumsum[0](cumsum[1](x))), array![[1, 3, 6], [5, 12, 21]]);
}

#[test]
fn a_not_a_number_loses_and_spreads_in_sums() {
    let nan = f64::NAN;
    let x = array![nan, 2., nan, 1., 3.];
    let largest = bcast!(cummax[0](x));
    assert!(largest[0].is_nan());
    assert_eq!(largest.slice(bcast::ndarray::s![1..]), array![2., 2., 2., 3.]);
    assert!(bcast!(cumsum[0](x)).iter().all(|sum| sum.is_nan()));
}

#[test]
fn signed_zeros_and_infinities() {
    assert!(bcast!(cumsum[0](array![-0.0_f64, -0.0]))[1].is_sign_negative());
    assert_eq!(bcast!(cumsum[0](array![f64::INFINITY, 1.])), array![f64::INFINITY, f64::INFINITY]);
    assert_eq!(bcast!(cummax[0](array![f64::NEG_INFINITY, 1.])), array![f64::NEG_INFINITY, 1.]);
}

#[test]
fn parts_beside_others() {
    let x = array![[1., 2., 3.], [4., 5., 6.]];
    let w = array![10., 100.];
    assert_eq!(bcast!(cumsum[1](x .* w @ (0)) ./ w @ (0)), array![[1., 3., 6.], [4., 9., 15.]]);
    assert_eq!(bcast!(cumsum[1](x) ./ sum[1](x)), array![[1. / 6., 0.5, 1.], [4. / 15., 0.6, 1.]]);
    assert_eq!(bcast!(sum[1](cumsum[1](x))), array![10., 28.]);
    assert_eq!(bcast!(max(cumsum[0](x) .- x)), 3.);
    assert_eq!(bcast!(cumsum[0](sum[1](x))), array![6., 21.]);
    assert_eq!(bcast!(cumsum[0](w) @ (0) .+ w @ (1)), array![[20., 110.], [120., 210.]]);
    assert_eq!(bcast!(cumsum[0](x .- mean[0](x))), array![[-1.5, -1.5, -1.5], [0., 0., 0.]]);
    assert_eq!(bcast!(if cumsum[0](x) .> 4 { x } else { 0 }), array![[0., 0., 0.], [4., 5., 6.]]);
    // An operand of size 1 is stretched before.
    assert_eq!(bcast!(cumsum[0](x .+ array![[1., 2., 3.]])), array![[2., 4., 6.], [7., 11., 15.]]);
}

#[test]
fn names_for_axes() {
    let x = array![[1., 2., 3.], [4., 5., 6.]];
    let w = array![1., 10.];
    assert_eq!(bcast!(cumsum[j](x @ (i, j))), array![[1., 3., 6.], [4., 9., 15.]]);
    assert_eq!(bcast!(cumsum[j](x @ (i, j)) .* w @ (i)), array![[1., 3., 6.], [40., 90., 150.]]);
    assert_eq!(bcast!(w @ (i) .* cumsum[i](x @ (i, j))), array![[1., 2., 3.], [50., 70., 90.]]);
    assert_eq!(bcast!(sum[i](cumsum[j](x @ (i, j)))), array![5., 12., 21.]);
    let y = array![1., 2., 3.];
    assert_eq!(bcast!(#[axes(j, i)] cumsum[j](y @ (j)) .* w @ (i)), array![[1., 10.], [3., 30.], [6., 60.]]);
}

#[test]
fn operands_of_all_kinds() {
    let d: ArrayD<i64> = ArrayD::from_shape_vec(IxDyn(&[2, 3]), vec![1, 2, 3, 4, 5, 6]).expect("six elements");
    assert_eq!(bcast!(cumsum[1](d)), array![[1, 3, 6], [4, 9, 15]].into_dyn());
    assert_eq!(bcast!(cumsum[0]((1..5))), array![1, 3, 6, 10]);
    assert_eq!(bcast!(cumsum[0](from_shape_fn(4, |i| i * i))), array![0, 1, 5, 14]);
    let x = array![1., 2., 3.];
    let squares = lazy!(x .* x);
    assert_eq!(bcast!(cumsum[0](squares)), array![1., 5., 14.]);
    assert_eq!(bcast!(cumsum[0](u32.(x .> 1))), array![0, 1, 2]);
    assert_eq!(bcast!(cumsum[0]([1_u8, 2, 3])), array![1, 3, 6]);
    assert_eq!(bcast!(cumsum[0](x[..;-1])), array![3., 5., 6.]);
    let words = [std::num::Wrapping(200_u8), std::num::Wrapping(100)];
    assert_eq!(bcast!(cumsum[0](words))[1].0, 44);
}

#[test]
fn functions_are_called_once_for_each_element() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let calls = AtomicUsize::new(0);
    let square = |x: f64| {
        calls.fetch_add(1, Ordering::Relaxed);
        x * x
    };
    let x = array![1., 2., 3.];
    let (sums, squares) = bcast! {
        let s = (square).(x);
        (cumsum[0](s), s)
    };
    assert_eq!((sums, squares), (array![1., 5., 14.], array![1., 4., 9.]));
    // What a scan runs through is computed for it alone, as what a reduction reads is.
    assert!(calls.load(Ordering::Relaxed) <= 6);
}

#[test]
fn nothing_runs_along_nothing() {
    let none: Array2<f64> = Array2::zeros((0, 3));
    assert_eq!(bcast!(cumsum[0](none)).dim(), (0, 3));
    assert_eq!(bcast!(cummax[1](none)).dim(), (0, 3));
    let one: Array3<f64> = Array3::ones((1, 1, 1));
    assert_eq!(bcast!(cumsum[1](one)), one);
}

#[test]
fn sizes_are_checked_before() {
    let (x, y) = (array![1, 2, 3], array![1, 2]);
    assert!(matches!(try_bcast!(cumsum[0](x .+ y)), Err(BroadcastError::Sizes { axis: 0, .. })));
    assert!(matches!(try_bcast!(cumsum[0](x) .+ y), Err(BroadcastError::Sizes { axis: 0, .. })));
    let d = Array1::from(vec![1, 2]).into_dyn();
    let error = try_bcast!(cumsum[1](d)).expect_err("there is one axis");
    assert!(matches!(error, BroadcastError::Reduced { axis: 1, rank: 1, .. }), "{error}");
}

#[cfg(debug_assertions)]
#[test]
fn overflow_is_that_of_the_plain_loop() {
    // The prefixes fit, though the second chunk by itself would not.
    let mut x = vec![0_i8; 2000];
    (x[0], x[1100], x[1101]) = (-100, 100, 100);
    assert_eq!(bcast!(cumsum[0](x))[1999], 100);
    let caught = std::panic::catch_unwind(|| bcast!(cumsum[0](array![100_i8, 100])));
    assert!(caught.is_err());
}
