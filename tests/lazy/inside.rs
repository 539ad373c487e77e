//! What an expression computes when it is made, and what when it is read.

use super::{SIZES, arrays};
use bcast::ndarray::{Array1, Array2, array};
use bcast::{bcast, lazy, try_lazy};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[test]
fn reductions() {
    for (n, m) in SIZES {
        let (x, v, w, _) = arrays(n, m, 1);
        let a = lazy!(x .- mean[0](x));
        assert_eq!(bcast!(a .+ 0), bcast!(x .- mean[0](x)));
        assert_eq!(bcast!(sum[0](a .* v @ (1))), bcast!(sum[0]((x .- mean[0](x)) .* v @ (1))));
        let b = lazy!((x .- mean[1](x)) .* w @ (0) .+ sum(v));
        assert_eq!(bcast!(b .* 2), bcast!(((x .- mean[1](x)) .* w @ (0) .+ sum(v)) .* 2));
        let c = lazy!(x ./ (1 .+ sum[1; keep](x .* x)));
        assert_eq!(bcast!(c .+ 0), bcast!(x ./ (1 .+ sum[1; keep](x .* x))));
        let d = lazy!(sum[0](x) .* 2);
        assert_eq!(bcast!(d .+ v), bcast!(sum[0](x) .* 2 .+ v));
        let e = lazy!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        assert_eq!(bcast!(e .+ 0), bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))));
        let f = lazy!(sum(x) ./ 2 .+ mean(v));
        assert_eq!(bcast!(f .+ 0), bcast!(sum(x) ./ 2 .+ mean(v)));
        assert_eq!(bcast!(x .* f), bcast!(x .* (sum(x) ./ 2 .+ mean(v))));
        let g = lazy!(mean[0](x) .* mean[1](x));
        assert_eq!(bcast!(g .+ 0), bcast!(mean[0](x) .* mean[1](x)));
        let h = lazy!((x .- mean[0](x)) ./ sqrt.(1 .+ mean[0](x .* x)));
        assert_eq!(bcast!(h .+ 0), bcast!((x .- mean[0](x)) ./ sqrt.(1 .+ mean[0](x .* x))));
    }
}

#[test]
fn reductions_under_maps() {
    let (x, v, w, t) = arrays(4, 5, 70);
    let a = lazy!((x .- mean[1](x)) @ (0, 1) .+ t);
    assert_eq!(bcast!(a .+ 0), bcast!((x .- mean[1](x)) @ (0, 1) .+ t));
    let b = lazy!(sum[1](x) @ (0) .* v @ (1));
    assert_eq!(bcast!(b .+ 0), bcast!(sum[1](x) @ (0) .* v @ (1)));
    let c = lazy!(x .- mean[1](x));
    assert_eq!(bcast!(c @ (0, 1) .* t), bcast!((x .- mean[1](x)) @ (0, 1) .* t));
    assert_eq!(bcast!(c @ (1, 2) .+ t.view().permuted_axes([2, 0, 1])), {
        let made = bcast!(x .- mean[1](x));
        bcast!(made @ (1, 2) .+ t.view().permuted_axes([2, 0, 1]))
    });
    assert_eq!(bcast!(lazy!(c .- w @ (0)) .+ 0), bcast!(x .- mean[1](x) .- w @ (0)));
}

#[test]
fn parts_of_fewer_axes() {
    let (x, v, w, _) = arrays(30, 40, 1);
    let s = 0.5;
    let a = lazy!(exp.(v) @ (1) .* x .+ exp.(s .* w @ (0)) .+ exp.(s));
    let b = bcast!(exp.(v) @ (1) .* x .+ exp.(s .* w @ (0)) .+ exp.(s));
    assert_eq!(bcast!(a .+ 0), b);
    assert_eq!(bcast!(sum[0](a)), bcast!(sum[0](b)));
}

#[test]
fn numbers() {
    let (k, v) = (3., array![1., 2.]);
    let a = lazy!(k .* 2 .+ 1);
    assert_eq!(bcast!(a .+ 0), 7.);
    assert_eq!(bcast!(a .* v), array![7., 14.]);
    assert_eq!(bcast!(exp.(a .* v @ (0)) .* v), bcast!(exp.(7. .* v) .* v));
    let calls = AtomicUsize::new(0);
    let counted = |x: f64| {
        calls.fetch_add(1, Relaxed);
        x
    };
    // A number is computed once for a call, whoever has made it.
    assert_eq!(bcast!(counted.(a) .* v), array![7., 14.]);
    assert_eq!(calls.load(Relaxed), 1);
    assert_eq!(bcast!(lazy!(2. .* 3.) .* v), array![6., 12.]);
}

#[test]
fn when_functions_are_called() {
    let calls = AtomicUsize::new(0);
    let counted = |x: f64| {
        calls.fetch_add(1, Relaxed);
        x + 1.
    };
    let counted = &counted;
    let v = Array1::from_elem(100, 1.);
    let a = lazy!(counted.(v));
    assert_eq!(calls.load(Relaxed), 0);
    assert_eq!(bcast!(sum(a)), 200.);
    assert_eq!(calls.load(Relaxed), 100);
    assert_eq!(bcast!(a .+ exp.(0 .* v)), Array1::from_elem(100, 3.));
    assert_eq!(calls.load(Relaxed), 200);
    // The same name is one operand, which is computed once for each element.
    assert_eq!(bcast!(a .* a)[0], 4.);
    assert_eq!(calls.load(Relaxed), 300);
}

#[test]
fn what_is_read_is_as_it_is_then() {
    let cell = Cell::new(1.);
    let evaluated = |x: &Array1<f64>| {
        cell.set(cell.get() + 1.);
        x.clone()
    };
    let v = array![1., 2.];
    let a = lazy!(evaluated(&v) .* 2);
    assert_eq!((bcast!(a .+ 0), bcast!(a .+ 1)), (array![2., 4.], array![3., 5.]));
    assert_eq!(cell.get(), 2.);
    let mut y = array![1., 2., 3.];
    let total = {
        let half = lazy!(y .* 0.5);
        bcast!(sum(half))
    };
    bcast!(y .+= total);
    assert_eq!(y, array![4., 5., 6.]);
}

/// Functions compute as if arguments were ordinary, and again where one was not: what decides must not see the former.
#[test]
fn functions_inside_and_around() {
    let wild = [0., -0., 1., -1., 1e-320, 1e300, -1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 710., -750.];
    let x = Array2::from_shape_fn((50, 70), |(i, j)| if (i + j) % 3 == 0 { wild[(i * j) % 12] } else { 0.5 });
    let (f, g) = (lazy!(exp.(x)), lazy!(ln.(abs.(x)) .* sin.(x)));
    let same =
        |a: &Array2<f64>, b: &Array2<f64>| a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits() || a != a && b != b);
    assert!(same(&bcast!(f .* 1), &bcast!(exp.(x) .* 1)));
    assert!(same(&bcast!(f .+ cos.(g)), &bcast!(exp.(x) .+ cos.(ln.(abs.(x)) .* sin.(x)))));
    assert!(same(
        &bcast!(if f .> 1 { g } else { f }),
        &bcast!(if exp.(x) .> 1 { ln.(abs.(x)) .* sin.(x) } else { exp.(x) })
    ));
    assert_eq!(bcast!(i32.(f)), bcast!(i32.(exp.(x))));
    assert_eq!(bcast!(count(f .> g)), bcast!(count(exp.(x) .> ln.(abs.(x)) .* sin.(x))));
    let decided = lazy!(if exp.(x) .> 2 { 1_i32 } else { 2 });
    assert_eq!(bcast!(10 ./ decided), bcast!(10 ./ (if exp.(x) .> 2 { 1_i32 } else { 2 })));
    let plain = |x: f64| x + 1.;
    let h = lazy!(plain.(f));
    assert!(same(&bcast!(sqrt.(h)), &bcast!(sqrt.(exp.(x) .+ 1))));
}

#[test]
fn try_with_reductions() {
    let (x, y) = (array![[1., 2.], [3., 4.]], array![[1.], [2.], [3.]]);
    let a = try_lazy!(x .- mean[0](x)).unwrap();
    assert_eq!(bcast!(a .+ 0), array![[-1., -1.], [1., 1.]]);
    assert!(try_lazy!(sum[1](x .+ y) .* 2).is_err());
    assert!(try_lazy!(x .- min(Array2::<f64>::zeros((0, 3)))).is_err());
}
