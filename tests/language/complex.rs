//! The feature `complex`: `num_complex::Complex` as elements and as plain scalars.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};
use num_complex::{Complex, Complex32, Complex64};

use crate::common::floats::ulps;

fn c(re: f64, im: f64) -> Complex64 {
    Complex::new(re, im)
}

#[test]
fn operators() {
    let z = array![c(1.0, 2.0), c(0.0, -1.0)];
    let i = Complex64::I;
    assert_eq!(bcast!(z .* z), array![c(-3.0, 4.0), c(-1.0, 0.0)]);
    assert_eq!(bcast!(z .* i .+ i), array![c(-2.0, 2.0), c(1.0, 1.0)]);
    assert_eq!(bcast!(-z .- z), array![c(-2.0, -4.0), c(0.0, 2.0)]);
    assert_eq!(bcast!(z ./ i), array![c(2.0, -1.0), c(-1.0, 0.0)]);
    assert_eq!(bcast!(z .== i .* z), array![false, false]);
    assert_eq!(bcast!(z .!= z), array![false, false]);
    assert_eq!(bcast!(i .* i), c(-1.0, 0.0));
}

/// Integer literals adopt; powers multiply.
#[test]
fn literals() {
    let z = array![c(1.0, 2.0), c(0.0, -1.0)];
    assert_eq!(bcast!(z .* 2 .+ 1), array![c(3.0, 4.0), c(1.0, -2.0)]);
    assert_eq!(bcast!(z .^ 2), array![c(-3.0, 4.0), c(-1.0, 0.0)]);
    assert_eq!(bcast!(z .^ 0), array![c(1.0, 0.0), c(1.0, 0.0)]);
    assert_eq!(bcast!(z .^ -1)[1], c(0.0, 1.0));
    let single: Array1<Complex32> = array![Complex32::new(0.5, 1.0)];
    assert_eq!(bcast!(single .* 2), array![Complex32::new(1.0, 2.0)]);
}

/// Complex beside real, where `num-complex` defines it.
#[test]
fn beside_real_numbers() {
    let (z, x) = (array![c(1.0, 2.0), c(0.0, -1.0)], array![2.0, 4.0]);
    assert_eq!(bcast!(z .* x), array![c(2.0, 4.0), c(0.0, -4.0)]);
    assert_eq!(bcast!(x .* z), array![c(2.0, 4.0), c(0.0, -4.0)]);
    assert_eq!(bcast!(z .* 2.5), array![c(2.5, 5.0), c(0.0, -2.5)]);
    assert_eq!(bcast!(z ./ x .+ x), array![c(2.5, 1.0), c(4.0, -0.25)]);
}

/// "`f.(x)` with `Complex` elements uses num-complex (`abs.` real)".
#[test]
fn functions() {
    let z = array![c(3.0, 4.0), c(-5.0, 12.0)];
    let length: Array1<f64> = bcast!(abs.(z));
    assert_eq!(length, array![5.0, 13.0]);
    macro_rules! as_num_complex {
        ($($name:ident)*) => { $( assert_eq!(bcast!($name.(z)), z.mapv(|z| z.$name()), stringify!($name)); )* };
    }
    as_num_complex!(sqrt exp ln sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh);
    let euler = bcast!(exp.(Complex64::I .* std::f64::consts::PI));
    assert!(ulps(euler.re, -1.0) <= 1 && euler.im.abs() < 1e-15);
    assert_eq!(bcast!(recip.(array![c(0.0, 2.0)])), array![c(0.0, -0.5)]);
    assert_eq!(bcast!((|z: Complex64| z.conj()).(array![c(0.0, 2.0)])), array![c(0.0, -2.0)]);
}

#[test]
fn broadcast_and_assigned() {
    let (z, x) = (array![c(1.0, 0.0), c(0.0, 1.0)], array![1.0, 2.0, 3.0]);
    let outer = bcast!(z @ (0) .* x @ (1));
    assert_eq!(outer.row(1), array![c(0.0, 1.0), c(0.0, 2.0), c(0.0, 3.0)]);
    let mut out = outer.clone();
    bcast!(out .*= Complex64::I);
    assert_eq!(out.row(0), outer.row(1));
    bcast!(out .= 0);
    assert_eq!(out.sum(), c(0.0, 0.0));
}

/// Parts beside a number are computed once for each element of their own axes.
#[test]
fn parts_with_fewer_axes() {
    let (x, d, i) = (array![[c(1.0, 2.0), c(0.5, -1.0)], [c(0.0, 1.0), c(2.0, 0.0)]], array![0.5, 2.0], Complex64::I);
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let f = |z: Complex64| {
        calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        z * z
    };
    let of_number = bcast!(f.(i .* c.(d @ (0), 0.0)) .* x);
    assert_eq!(calls.swap(0, std::sync::atomic::Ordering::Relaxed), 2);
    let of_array = bcast!(f.(x .* c.(d @ (0), 0.0)) .* x);
    assert_eq!(calls.swap(0, std::sync::atomic::Ordering::Relaxed), 4);
    for (at, &z) in x.indexed_iter() {
        let (scaled, own) = (i * c(d[at.0], 0.0), z * c(d[at.0], 0.0));
        assert_eq!((of_number[at], of_array[at]), (scaled * scaled * z, own * own * z), "at {at:?}");
    }
}

#[test]
fn reductions() {
    let x = Array2::from_shape_fn((70, 3), |(i, j)| c(i as f64, j as f64));
    let sum: Complex64 = bcast!(sum(x));
    assert_eq!(sum, c(2415.0 * 3.0, 210.0));
    assert_eq!(bcast!(mean[0](x)), Array1::from_shape_fn(3, |j| c(34.5, j as f64)));
    assert_eq!(bcast!(prod(array![c(0.0, 1.0), c(0.0, 1.0)])), c(-1.0, 0.0));
    assert_eq!(bcast!(sum[1](x))[2], c(6.0, 3.0));
    assert_eq!(bcast!(sum(Array1::<Complex32>::zeros(0))), Complex::new(0.0, 0.0));
    assert_eq!(bcast!(prod(Array1::<Complex32>::zeros(0))), Complex::new(1.0, 0.0));
}

/// `numpy.var` and `numpy.linalg.norm` of complex numbers are real.
#[test]
fn reductions_that_are_real() {
    let z = array![c(1.0, 1.0), c(-1.0, 3.0), c(3.0, -1.0)];
    // The mean is 1 + i, from which they are 0, 2 - 2i and 2 - 2i away, up to signs.
    let (var, norm): (f64, f64) = (bcast!(var(z)), bcast!(norm(z)));
    assert!((var - 16.0 / 3.0).abs() < 1e-14 && (norm - 22_f64.sqrt()).abs() < 1e-14, "{var}, {norm}");
}
