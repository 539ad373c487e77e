//! Maps around expressions, and inside.

use super::arrays;
use bcast::ndarray::{Array2, Array3, ArrayD, IxDyn, array};
use bcast::{bcast, lazy};

#[test]
fn along_other_axes() {
    for (n, m, k) in [(2, 3, 4), (20, 30, 70), (3, 70, 5)] {
        let (x, v, w, t) = arrays(n, m, k);
        let a = lazy!(x .- v @ (1));
        let expected = Array3::from_shape_fn((n, m, k), |(i, j, l)| (x[[i, j]] - v[j]) * t[[i, j, l]]);
        assert_eq!(bcast!(a @ (0, 1) .* t), expected);
        let u = t.view().permuted_axes([2, 0, 1]);
        let expected = Array3::from_shape_fn((k, n, m), |(l, i, j)| (x[[i, j]] - v[j]) + t[[i, j, l]]);
        assert_eq!(bcast!(a @ (1, 2) .+ u), expected);
        let s = t.view().permuted_axes([0, 2, 1]);
        assert_eq!(
            bcast!(a @ (0, 2) .+ s),
            Array3::from_shape_fn((n, k, m), |(i, l, j)| x[[i, j]] - v[j] + t[[i, j, l]])
        );
        // A row among rows of its own is one value in each of them, and read as such only where types know it.
        let c = lazy!(w .* 2);
        assert_eq!(bcast!(c @ (0) .+ x), Array2::from_shape_fn((n, m), |(i, j)| w[i] * 2. + x[[i, j]]));
        assert_eq!(bcast!((a .+ x) @ (0, 1) .* t), bcast!((x .- v @ (1) .+ x) @ (0, 1) .* t));
        assert_eq!(bcast!((a .+ 1) @ (1, 2) .- a @ (1, 2) .+ u), bcast!(u .+ 1.));
        assert_eq!(bcast!(sum[0, 1](a @ (0, 1) .* t)), bcast!(sum[0, 1]((x .- v @ (1)) @ (0, 1) .* t)));
    }
}

#[test]
fn maps_of_maps() {
    let (x, v, w, t) = arrays(4, 5, 70);
    let a = lazy!(v @ (1) .* w @ (0));
    let b = lazy!(a @ (0, 1) .+ t);
    let c = lazy!(lazy!(a .+ x) @ (0, 1) .- t);
    let product = |i: usize, j: usize| v[j] * w[i];
    assert_eq!(bcast!(b .+ 0), Array3::from_shape_fn((4, 5, 70), |(i, j, l)| product(i, j) + t[[i, j, l]]));
    assert_eq!(bcast!(c .+ 0), Array3::from_shape_fn((4, 5, 70), |(i, j, l)| product(i, j) + x[[i, j]] - t[[i, j, l]]));
    let four = ArrayD::from_elem(IxDyn(&[2, 4, 5, 70]), 1.);
    let four = four.into_dimensionality::<bcast::ndarray::Ix4>().unwrap();
    let sum = bcast!(b @ (1, 2, 3) .+ four);
    assert_eq!(sum[[1, 3, 2, 69]], product(3, 2) + t[[3, 2, 69]] + 1.);
    assert_eq!(sum.sum(), 2. * bcast!(sum(b .+ 1)));
}

#[test]
fn by_names() {
    let (x, v, w, t) = arrays(4, 5, 70);
    let (a, r) = (lazy!(x .- v @ (1)), lazy!(w .* 2));
    assert_eq!(bcast!(a @ (i, j) .* t @ (i, j, l)), bcast!((x .- v @ (1)) @ (0, 1) .* t));
    assert_eq!(bcast!(t @ (i, j, l) .* a @ (i, j)), bcast!((x .- v @ (1)) @ (0, 1) .* t));
    assert_eq!(bcast!(x @ (i, j) .+ r @ (i)), bcast!(x .+ w @ (0) .* 2));
    assert_eq!(bcast!(sum[j](a @ (i, j) .* x @ (i, j))), bcast!(sum[1]((x .- v @ (1)) .* x)));
    let named = lazy!(x @ (i, j) .+ v @ (j) .* w @ (i));
    assert_eq!(bcast!(named .+ 0), bcast!(x .+ v @ (1) .* w @ (0)));
    let turned = lazy!(#[axes(j, i)] x @ (i, j) .+ v @ (j));
    assert_eq!(bcast!(turned .+ 0), bcast!(x.t() .+ v @ (0)));
}

#[test]
fn by_values_and_from_the_end() {
    let (x, v, _, t) = arrays(4, 5, 70);
    let (a, dims) = (lazy!(x .- v @ (1)), [0, 1]);
    assert_eq!(bcast!(a @ {dims} .+ t), bcast!((x .- v @ (1)) @ (0, 1) .+ t));
    let b = lazy!(t.sum_axis(bcast::ndarray::Axis(0)) .* 2);
    assert_eq!(bcast!(b @ (-2, -1) .+ t), bcast!((2 .* sum[0](t)) @ (1, 2) .+ t));
    let axis = 0;
    let inside = lazy!(t .+ x @ {dims});
    assert_eq!(bcast!(inside .+ 0), bcast!(t .+ x @ (0, 1)));
    let moved = bcast::ndarray::Array4::<f64>::ones((2, 4, 5, 70));
    assert_eq!(bcast!(moved .+ inside @ (1, 2, 3)), bcast!(moved .+ (t .+ x @ (0, 1)) @ (1, 2, 3)));
    let reduced = lazy!(t .- sum[{axis}](t));
    assert_eq!(bcast!(reduced .+ 0), bcast!(t .- sum[0](t)));
}

#[test]
fn numpy_aligns_them() {
    let (x, v, _, t) = arrays(4, 5, 3);
    let a = lazy!(#[numpy] x .+ v);
    assert_eq!(bcast!(a .+ 0), bcast!(x .+ v @ (1)));
    let u = t.view().permuted_axes([2, 0, 1]);
    assert_eq!(bcast!(#[numpy] u .* a), bcast!(u .* (x .+ v @ (1)) @ (1, 2)));
    // Inside, a column lies along the first axis, which is not the first one here.
    let w = array![1., 2., 3., 4.];
    let b = lazy!(x .* w @ (0));
    assert_eq!(bcast!(#[numpy] u .+ b), bcast!(u .+ (x .* w @ (0)) @ (1, 2)));
}

#[test]
fn of_dynamic_rank() {
    let (x, v, w, t) = arrays(4, 5, 70);
    let (dx, dv) = (x.clone().into_dyn(), v.clone().into_dyn());
    let a = lazy!(dx .- dv @ (1));
    let b = bcast!(x .- v @ (1));
    assert_eq!(bcast!(a .+ 0), b.clone().into_dyn());
    assert_eq!(bcast!(sum(a)), bcast!(sum(b)));
    assert_eq!(bcast!(a @ (0, 1) .+ t.view().into_dyn()), bcast!(b @ (0, 1) .+ t).into_dyn());
    let s = lazy!(a .* w @ (0));
    assert_eq!(bcast!(s .- a), bcast!(b .* w @ (0) .- b).into_dyn());
    let zero = lazy!(ArrayD::from_elem(IxDyn(&[]), 2.) .* 3);
    assert_eq!(bcast!(zero .+ dx), bcast!(x .+ 6).into_dyn());
    let means = lazy!(dx .- mean[0](dx));
    assert_eq!(bcast!(means .+ 0), bcast!(x .- mean[0](x)).into_dyn());
}
