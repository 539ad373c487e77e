//! Axes that are counted from the end, or values of the program.

use bcast::ndarray::{Array, Array1, Array2, Array3, ArrayD, Axis, Dimension, IxDyn, RemoveAxis, array};
use bcast::{BroadcastError, bcast, try_bcast};

fn cuboid() -> Array3<f64> {
    Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (100 * i + 10 * j + k) as f64)
}

#[test]
fn axes_from_the_end() {
    let (x, v, m) = (cuboid(), array![1., 2., 3., 4.], Array2::from_shape_fn((2, 4), |(i, k)| (i + 2 * k) as f64));
    assert_eq!(bcast!(x .+ v @ (-1)), bcast!(x .+ v @ (2)));
    assert_eq!(bcast!(x .* m @ (-3, -1)), bcast!(x .* m @ (0, 2)));
    assert_eq!(bcast!(x .* m @ (0, -1)), bcast!(x .* m @ (0, 2)));
    assert_eq!(bcast!(sum[-1](x)), x.sum_axis(Axis(2)));
    assert_eq!(bcast!(sum[-3](x)), x.sum_axis(Axis(0)));
    assert_eq!(bcast!(max[-2, -1](x)), bcast!(max[1, 2](x)));
    assert_eq!(bcast!(x .- mean[-2](x)), bcast!(x .- mean[1](x)));
    assert_eq!(bcast!(x .- mean[-2; keep](x)), bcast!(x .- mean[1](x)));
    assert_eq!(bcast!(argmax[-1](x)), bcast!(argmax[2](x)));
    assert_eq!(
        bcast!(sum[-1](x) .- m.slice(bcast::ndarray::s![.., ..3])),
        bcast!(sum[2](x) .- m.slice(bcast::ndarray::s![.., ..3]))
    );
    assert_eq!(bcast!(sum[1](x) @ (-2, -1) .* x.slice(bcast::ndarray::s![.., ..1, ..])).shape(), [2, 2, 4]);
    let softmax = bcast!(exp.(x .- max[2](x)) ./ sum[2](exp.(x .- max[2](x))));
    assert_eq!(bcast!(exp.(x .- max[-1](x)) ./ sum[-1](exp.(x .- max[-1](x)))), softmax);
    let nothing = bcast!(sum[-1](v));
    assert_eq!((nothing.ndim(), nothing[()]), (0, 10.));
    let mut out = x.clone();
    bcast!(out .-= v @ (-1));
    assert_eq!(out, bcast!(x .- v @ (2)));
}

#[test]
fn axes_from_values() {
    let (x, m) = (cuboid(), Array2::from_shape_fn((2, 4), |(i, k)| (i + 2 * k) as f64));
    let dims = [0, 2];
    assert_eq!(bcast!(x .+ m @ {dims}), bcast!(x .+ m @ (0, 2)));
    assert_eq!(bcast!(x .+ m @ {&dims[..]}), bcast!(x .+ m @ (0, 2)));
    let list = vec![0, 2];
    assert_eq!(bcast!(x .+ m @ {list}), bcast!(x .+ m @ (0, 2)));
    assert_eq!(list.len(), 2);
    for k in 0..3 {
        let v = Array1::from_iter((0..x.shape()[k]).map(|at| at as f64));
        let stretched =
            v.to_shape(std::array::from_fn::<usize, 3, _>(|axis| if axis == k { v.len() } else { 1 })).unwrap();
        assert_eq!(bcast!(x .* v @ {k}), &x * &stretched);
        assert_eq!(bcast!(sum[{ k }](x)), x.sum_axis(Axis(k)));
        assert_eq!(
            bcast!(x ./ max[{k}](x)),
            &x / &x.fold_axis(Axis(k), 0., |&a: &f64, &b| a.max(b)).insert_axis(Axis(k))
        );
        assert_eq!(bcast!(sum[{k}](x) .- mean[{k}](x)), x.sum_axis(Axis(k)) - x.mean_axis(Axis(k)).unwrap());
    }
    let sums: ArrayD<f64> = bcast!(sum[{ &dims[..] }](x));
    assert_eq!(sums, bcast!(sum[0, 2](x)).into_dyn());
    assert_eq!(bcast!(x .- mean[{&dims[..]}](x)), bcast!(x .- mean[0, 2](x)));
    assert_eq!(bcast!(sum[{ dims }](x)), bcast!(sum[0, 2](x)));
    // The expression is evaluated once.
    let mut turns = 0;
    let found = bcast!(x .+ m @ { turns += 1; dims });
    assert_eq!((found, turns), (bcast!(x .+ m @ (0, 2)), 1));
}

/// In generic code a dimension needs nothing but what `ndarray` asks of one.
fn centred<D: Dimension>(x: &Array<f64, D>) -> Array<f64, D> {
    bcast!(x .- mean[-1](x))
}

fn means<D: RemoveAxis>(x: &Array<f64, D>, axis: usize) -> Array<f64, D::Smaller> {
    bcast!(mean[{ axis }](x))
}

fn scaled<D: Dimension>(x: &Array<f64, D>, weights: &Array1<f64>) -> Array<f64, D> {
    bcast!((x .- mean[-1](x)) .* weights @ (-1) .+ 1)
}

#[test]
fn generic_code() {
    let x = cuboid();
    let w = array![1., 2., 3., 4.];
    assert_eq!(centred(&x), bcast!(x .- mean[2](x)));
    assert_eq!(centred(&w), bcast!(w .- mean(w)));
    assert_eq!(centred(&x.clone().into_dyn()), bcast!(x .- mean[2](x)).into_dyn());
    assert_eq!(means(&x, 1), bcast!(mean[1](x)));
    assert_eq!(means(&x.clone().into_dyn(), 0), bcast!(mean[0](x)).into_dyn());
    assert_eq!(scaled(&x, &w), bcast!((x .- mean[2](x)) .* w @ (2) .+ 1));
    assert_eq!(scaled(&x.clone().into_dyn(), &w), bcast!((x .- mean[2](x)) .* w @ (2) .+ 1).into_dyn());
}

#[test]
fn axes_that_do_not_fit() {
    let (x, m, v) = (cuboid(), Array2::<f64>::zeros((4, 3)), array![1., 2., 3., 4.]);
    let dims = [2, 1];
    let error = try_bcast!(x .+ m @ {dims}).unwrap_err();
    assert!(matches!(&error, BroadcastError::Axis { axes, rank: 3, .. } if *axes == [2, 1]), "{error:?}");
    assert_eq!(error.to_string(), "try_bcast!: `m @ {dims}` names the axes [2, 1] of 3 axes, which must increase");
    let k = 3;
    let error = try_bcast!(x .+ v @ {k}).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `v @ {k}` names axis 3, but there are 3 axes");
    let error = try_bcast!(x .+ v @ (-4)).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `v @ (-4)` names axis -4, but there are 3 axes");
    let list = vec![1_usize];
    let error = try_bcast!(x .+ m @ {list}).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `m @ {list}` has 2 axes, but 1 given: [1]");
    for error in [
        try_bcast!(sum[{ k }](x)).unwrap_err(),
        try_bcast!(x .- sum[{k}](x)).unwrap_err(),
        try_bcast!(sum[{ k }](x.clone().into_dyn())).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "try_bcast!: a reduction names axis 3, but there are 3 axes");
    }
    let error = try_bcast!(sum[{ dims }](x)).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: a reduction names the axes [2, 1] of 3 axes, which must increase");
    let error = try_bcast!(sum[-2](v)).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: a reduction names axis -2, but there is 1 axis");
}

#[test]
fn dynamic_ranks() {
    let x = cuboid().into_dyn();
    let v: ArrayD<f64> = ArrayD::from_shape_fn(IxDyn(&[4]), |at| at[0] as f64);
    assert_eq!(bcast!(x .+ v @ (-1)), bcast!(x .+ v @ (2)));
    let k = 2;
    assert_eq!(bcast!(x .- sum[{k}](x) .* v @ {k}), bcast!(x .- sum[2](x) .* v @ (2)));
    assert_eq!(bcast!(sum[-1](x .- mean[-1](x))), bcast!(sum[2](x .- mean[2](x))));
    // Nothing but what other reductions left: its rank is known when these have run.
    assert_eq!(bcast!(sum[{0}](exp.(mean[0](x)))), bcast!(sum[0](exp.(mean[0](x)))));
    let error = try_bcast!(sum[-1](exp.(mean[0](x)))).unwrap_err();
    let text = "try_bcast!: a reduction names the axes [-1], but from the end of what is not known yet";
    assert_eq!(error.to_string(), text);
    let error = try_bcast!(x .+ v @ {[0_usize, 1]}).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `v @ {[0_usize, 1]}` has 1 axis, but 2 given: [0, 1]");
}

/// A part whose operands lie along the same such axes is computed once for each element of its own.
#[test]
fn parts_with_fewer_axes() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    let calls = AtomicUsize::new(0);
    let f = |v: f64| {
        calls.fetch_add(1, Relaxed);
        2. * v
    };
    let (x, v, w, m) = (cuboid(), array![1., 2., 3., 4.], array![5., 6., 7., 8.], Array2::from_elem((3, 4), 0.5));
    let expected = bcast!(x .* (2 .* v .+ w) @ (2));
    assert_eq!(bcast!(x .* ((f).(v @ (-1)) .+ w @ (-1))), expected);
    assert_eq!(calls.swap(0, Relaxed), 4);
    let k = 2;
    assert_eq!(bcast!(#[serial] ((f).(v @ {k}) .+ w @ {k}) .* x), expected);
    assert_eq!(calls.swap(0, Relaxed), 4);
    assert_eq!(bcast!((f).(m @ (-2, -1)) .* x), x);
    assert_eq!(calls.swap(0, Relaxed), 12);
    let both = bcast!((f).(m @ (-2, -1) .* v @ (-1)) .* x);
    assert_eq!(both, bcast!(v @ (2) .* x));
    calls.swap(0, Relaxed);
    let dynamic = bcast!((f).(v.clone().into_dyn() @ {k}) .* x.clone().into_dyn());
    assert_eq!((dynamic, calls.swap(0, Relaxed)), (bcast!(2 .* v @ (2) .* x).into_dyn(), 4));
    // One part of such axes inside another.
    let sums: f64 = bcast!(sum(exp.(v @ {k}) .* x) .+ sum(sin.(exp.(v @ {k})) .* x));
    assert_eq!(sums, bcast!(sum(exp.(v @ (2)) .* x) .+ sum(sin.(exp.(v @ (2))) .* x)));
    let error = try_bcast!(exp.(v @ {k - 1}) .* x).unwrap_err();
    assert!(error.to_string().starts_with("try_bcast!: sizes differ along output axis 1\n"), "{error}");
    let error = try_bcast!(exp.(v @ {k + 1}) .* x).unwrap_err();
    assert!(matches!(error, BroadcastError::Axis { rank: 3, .. }), "{error}");
}

/// Types do not know whether two axes are the same one, and line reductions over them up with each other. What then
/// lies along no axis of the result is an error, as it is beside maps.
#[test]
fn the_same_axis_spelled_differently() {
    let (x, c) = (array![[1., 2., 3.], [4., 5., 6.], [7., 8., 9.]], cuboid());
    let (k, m, n) = (0_usize, 0_usize, 1_usize);
    let w = array![1., 2., 3.];
    let pair = [0, 1];
    for (error, uncovered) in [
        (try_bcast!(sum[-1](x) .- max[1](x)).unwrap_err(), 1),
        (try_bcast!(sum[-1](x) .+ sum[{ 1 }](x)).unwrap_err(), 1),
        (try_bcast!(sum[{ k }](x) .- max[{ m }](x)).unwrap_err(), 0),
        (try_bcast!(exp.(sum[{ n }](c)) .+ sum[1](c)).unwrap_err(), 1),
        (try_bcast!(sum[{ pair }](c) .+ sum[-3, -2](c)).unwrap_err(), 0),
        (try_bcast!(max[0](sum[-1](x) .- max[1](x))).unwrap_err(), 1),
        (try_bcast!(max[0](sum[-1](x) .- max[1](x)) .+ w).unwrap_err(), 1),
        (try_bcast!(w @ (1) .+ sum[{ k }](x)).unwrap_err(), 0),
        (try_bcast!((sum[-1](x) .- max[1](x)) @ (0, 1)).unwrap_err(), 1),
        (try_bcast!((w, sum[-1](x) .- max[1](x))).unwrap_err(), 1),
    ] {
        assert!(matches!(error, BroadcastError::Uncovered { axis, .. } if axis == uncovered), "{error:?}");
    }
    let error = try_bcast!(sum[-1](x) .- max[1](x)).unwrap_err();
    let text = "try_bcast!: no operand lies along output axis 1
  sum[-1](..)    3 .
  max[1](..)     3 .
if several of these reduce the same axis, write it in the same way in each";
    assert_eq!(error.to_string(), text);
    // Spelled in the same way, or over different axes, and wherever something else covers the axis.
    let by_row = array![[-3.], [-3.], [-3.]];
    assert_eq!(bcast!(sum[{k}](x) .- max[{k}](x)), array![12. - 7., 15. - 8., 18. - 9.]);
    assert_eq!(bcast!(sum[-1](x) .- max[0](x)), array![[-1., -2., -3.], [8., 7., 6.], [17., 16., 15.]]);
    assert_eq!(bcast!(sum[-1](x) ./ 3 .- max[1](x) .- 2 .+ 0 .* x)[[2, 2]], -3.);
    assert_eq!(bcast!(w @ (1) .+ sum[{n}](x)), array![[7., 8., 9.], [16., 17., 18.], [25., 26., 27.]]);
    assert_eq!(bcast!(sum[{ pair }](c) .+ sum[0, 2](c)), bcast!(sum[0, 1](c) .+ sum[0, 2](c)));
    let mut out = x.clone();
    bcast!(out .= sum[-1](x) ./ 3 .- max[1](x) .- 2);
    assert_eq!(out, bcast!(by_row .+ 0 .* x));
    assert_eq!(bcast!(#[shape([3, 1])] sum[-1](x) ./ 3 .- max[1](x) .- 2), by_row);
    // Where ranks are dynamic, they are one axis.
    let x = x.into_dyn();
    assert_eq!(bcast!(sum[-1](x) ./ 3 .- max[1](x) .- 2), array![-3., -3., -3.].into_dyn());
}

/// Nothing is left of a vector: a value of rank 0, which fits everything.
#[test]
fn one_axis_of_a_vector() {
    let (x, v, k) = (array![[1., 2.], [3., 4.]], array![1., 2., 3.], 0_usize);
    let less = array![[-5., -4.], [-3., -2.]];
    assert_eq!(bcast!(x .- sum[-1](v)), less);
    assert_eq!(bcast!(x .- sum[{k}](v)), less);
    assert_eq!(bcast!(x .- sum[{[0_usize]}](v)), less);
    assert_eq!(bcast!(x.view().into_dyn() .- sum[-1](v)), less.clone().into_dyn());
    assert_eq!(bcast!(cuboid() .- sum[-1](v))[[1, 2, 3]], 117.);
    assert_eq!(bcast!(x .- max[-1](sum[-1](x))), array![[-6., -5.], [-4., -3.]]);
    assert_eq!(bcast!(sum[-1](x) .- sum[-1](v)), array![-3., 1.]);
    assert_eq!(bcast!(sum[-1](v) .- sum[-1](x)), array![3., -1.]);
    assert_eq!(bcast!(sum[-1](v) .- sum[0](x) .* max[0](v)), array![-6., -12.]);
    assert_eq!(bcast!(sum[1](x) .- sum[{ k }](v)), array![-3., 1.]);
    assert_eq!(bcast!(sum[{k}](x) .- sum[-1](v)), array![-2., 0.]);
    assert_eq!(bcast!(v @ (0) .* v @ (1) .- sum[-1](v))[[2, 1]], 0.);
    assert_eq!(bcast!((x .- sum[-1](v)) @ (0, 1) .* 1), less);
    assert_eq!(bcast!(sum(x .* sum[-1](v))), 60.);
    assert_eq!(bcast!(#[numpy] x .- sum[-1](v)), less);
    assert_eq!(
        bcast!(
            #[shape([2])]
            sum[-1](v)
        ),
        array![6., 6.]
    );
    let (mut t, mut y, mut w) = (0., x.clone(), array![1., 2.]);
    bcast!(t .+= sum[-1](v));
    bcast!(t .+= sum[{k}](v) .* 2);
    assert_eq!(t, 18.);
    bcast!(y .-= sum[-1](v); w .= sum[-1](v) .- sum[0](v));
    assert_eq!((&y, w), (&less, array![0., 0.]));
    assert_eq!(bcast!(x @ (0, 1) .- max[-1](v) .- 3), y);
    // What was reduced once more stands beside what it came from.
    let c = cuboid();
    assert_eq!(bcast!(sum[-1](c) .- mean[-1](sum[-1](c))), bcast!(sum[2](c) .- mean[1](sum[2](c))));
    assert_eq!(bcast!(sum[-1](c) .- mean[0](sum[2](c))), bcast!(sum[2](c) .- mean[0](sum[2](c))));
    assert_eq!(bcast!(sum[2](c) .- mean[-1](sum[2](c))), bcast!(sum[2](c) .- mean[1](sum[2](c))));
}

/// A list of no axes reduces nothing, and types do not know that it is empty.
#[test]
fn no_axes() {
    let none = Vec::<usize>::new();
    for sizes in [(1, 1), (2, 3), (1, 5), (5, 1), (9, 70), (70, 9), (300, 40), (0, 3)] {
        let x = Array2::from_shape_fn(sizes, |(i, j)| (i * sizes.1 + j) as f64 + 1.);
        let twice = x.mapv(|value| value * 2.);
        assert_eq!(bcast!(sum[{ &none }](x .* 2)), twice.clone().into_dyn());
        assert_eq!(bcast!(sum[{[0_usize; 0]}](x .* 2)), twice.clone().into_dyn());
        assert_eq!(bcast!(mean[{ &none }; keep](x .* 2) .- x), x);
        assert_eq!(bcast!(max[{ &none }](x .* 2) .- x), x);
        let both = bcast!(x .+ prod[{ &none }](x .- 0) .- sum[{[0_usize; 0]}](x .+ 0));
        assert_eq!(both, x.clone().into_dyn());
        assert_eq!(bcast!(sum[0](sum[{ &none }](x .* 2))), bcast!(sum[0](x .* 2)).into_dyn());
    }
    let v = array![1., 2., 3.];
    assert_eq!(bcast!(sum[{ &none }](v .* 2)), array![2., 4., 6.].into_dyn());
    assert_eq!(bcast!(cuboid() .- sum[{ &none }](cuboid() .+ 1))[[1, 2, 3]], -1.);
}
