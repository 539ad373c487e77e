//! Who reads expressions: calls, functions of any operand, reductions, targets, other expressions.

use super::{SIZES, arrays};
use bcast::ndarray::{Array1, Array2, ArrayView2, Ix1, Ix2, array};
use bcast::{Broadcast, Operand, bcast, lazy, try_bcast};

fn centred(x: &Array2<f64>) -> impl Broadcast<Ix2, Elem = f64> + '_ {
    lazy!(x .- 2)
}

fn scaled<'a>(x: &'a Array2<f64>, k: f64) -> impl Broadcast<Ix2, Elem = f64> + 'a {
    lazy!(x .* k)
}

fn of_view(x: ArrayView2<'_, f64>) -> impl Broadcast<Ix2, Elem = f64> {
    lazy!(x .+ 1)
}

fn of_any<'a, X: Broadcast<Ix2, Elem = f64>>(x: &'a X) -> impl Broadcast<Ix2, Elem = f64> + 'a {
    lazy!(x .* 2 .+ 1)
}

fn moved<'a, X: Broadcast<Ix2, Elem = f64> + 'a>(x: X) -> impl Broadcast<Ix2, Elem = f64> + 'a {
    lazy!({ x } .* 2 .+ 1)
}

fn by(x: &Array2<f64>, f: impl Fn(f64) -> f64 + Sync) -> impl Broadcast<Ix2, Elem = f64> {
    lazy!(f.(x))
}

fn total(x: &impl Broadcast<Ix2, Elem = f64>) -> f64 {
    bcast!(sum(x))
}

fn doubled(x: &impl Broadcast<Ix2, Elem = f64>) -> Array2<f64> {
    bcast!(x .* 2)
}

fn beside(x: &impl Broadcast<Ix2, Elem = f64>, v: &impl Broadcast<Ix1, Elem = f64>) -> Array2<f64> {
    bcast!((x .- v @ (1)) .* x)
}

struct Held<X>(X);
impl<X: Operand> Operand for Held<X> {
    type Elem = X::Elem;
    type Rank = X::Rank;
    type Leaf<'a>
        = X::Leaf<'a>
    where
        Self: 'a;
    fn leaf(&self) -> X::Leaf<'_> {
        self.0.leaf()
    }
}

#[test]
fn functions_return_them() {
    let (x, ..) = arrays(3, 4, 1);
    let expected = |f: &dyn Fn(f64) -> f64| x.mapv(f);
    assert_eq!(bcast!(centred(&x) .* 1), expected(&|x| x - 2.));
    assert_eq!(bcast!(scaled(&x, 3.) .* 1), expected(&|x| x * 3.));
    assert_eq!(bcast!(of_view(x.view()) .* 1), expected(&|x| x + 1.));
    assert_eq!(bcast!(of_any(&x) .* 1), expected(&|x| x * 2. + 1.));
    assert_eq!(bcast!(of_any(&centred(&x)) .* 1), expected(&|x| (x - 2.) * 2. + 1.));
    assert_eq!(bcast!(moved(centred(&x)) .* 1), expected(&|x| (x - 2.) * 2. + 1.));
    let k = 7.;
    assert_eq!(bcast!(by(&x, |x| x * k) .* 1), expected(&|x| x * 7.));
}

#[test]
fn functions_take_them() {
    let (x, v, ..) = arrays(3, 4, 1);
    let (a, b) = (lazy!(x .- 2), lazy!(v .* 3));
    assert_eq!((total(&a), total(&x)), (x.sum() - 24., x.sum()));
    assert_eq!(doubled(&a), x.mapv(|x| (x - 2.) * 2.));
    let expected = Array2::from_shape_fn((3, 4), |(i, j)| (x[[i, j]] - 2. - v[j] * 3.) * (x[[i, j]] - 2.));
    assert_eq!(beside(&a, &b), expected);
    assert_eq!(bcast!(Held(&a) .+ 0), bcast!(a .+ 0));
    let boxed = Box::new(lazy!(x .- 2));
    assert_eq!((bcast!(boxed .+ 0), bcast!(*boxed .+ 0)), (bcast!(a .+ 0), bcast!(a .+ 0)));
}

#[test]
fn at_every_size() {
    for (n, m) in SIZES {
        let (x, v, w, _) = arrays(n, m, 1);
        let a = lazy!((x .- v @ (1)) .* w @ (0));
        let expected = Array2::from_shape_fn((n, m), |(i, j)| (x[[i, j]] - v[j]) * w[i]);
        assert_eq!(bcast!(a .+ 0), expected);
        assert_eq!(bcast!(a .* x .+ a), bcast!(expected .* x .+ expected));
        assert_eq!(bcast!(#[serial] a .+ x), bcast!(expected .+ x));
        let mut y = Array2::<f64>::zeros((m, n)).reversed_axes();
        bcast!(y .= a);
        assert_eq!(y, expected);
        bcast!(y .-= a .* 2);
        assert_eq!(y, -&expected);
        let turned = x.t();
        let b = lazy!(turned .+ 1);
        assert_eq!(bcast!(b .* 2), bcast!(turned .* 2 .+ 2));
    }
}

#[test]
fn reductions_read_them() {
    for (n, m) in SIZES {
        let (x, v, ..) = arrays(n, m, 1);
        let a = lazy!(x .* 0.5 .+ v @ (1));
        let made = bcast!(a .+ 0);
        assert_eq!(bcast!(sum(a)), bcast!(sum(made)));
        assert_eq!(bcast!(sum[0](a)), bcast!(sum[0](made)));
        assert_eq!(bcast!(mean[1](a .* a)), bcast!(mean[1](made .* made)));
        assert_eq!(bcast!(max(a)), bcast!(max(made)));
        assert_eq!(bcast!(argmax[1](a)), bcast!(argmax[1](made)));
        assert_eq!(bcast!(a .- mean[0](a)), bcast!(made .- mean[0](made)));
        assert_eq!(bcast!(exp.(a .- max[1](a)) ./ 2), bcast!(exp.(made .- max[1](made)) ./ 2));
        // A product of matrices is one of arrays, and no longer where one side is computed.
        let (b, by_loop) = (lazy!(x .+ 0), bcast!(sum[1](x @ (0, 1) .* x.t() @ (1, 2))));
        let product = bcast!(sum[1](b @ (0, 1) .* x.t() @ (1, 2)));
        assert!(bcast!(all(abs.(product .- by_loop) .<= 1e-9 .* (1 .+ abs.(by_loop)))));
    }
}

#[test]
fn expressions_of_expressions() {
    let (x, v, ..) = arrays(30, 40, 1);
    let a = lazy!(x .- v @ (1));
    let b = lazy!(a .* a .+ x);
    let c = lazy!(b ./ 2 .- a);
    let d = lazy!(lazy!(x .+ 1) .* 2);
    let expected = |i: usize, j: usize| {
        let a = x[[i, j]] - v[j];
        (a * a + x[[i, j]]) / 2. - a
    };
    assert_eq!(bcast!(c .+ 0), Array2::from_shape_fn((30, 40), |(i, j)| expected(i, j)));
    assert_eq!(bcast!(d .+ 0), x.mapv(|x| (x + 1.) * 2.));
    // Both reach the same arrays.
    assert_eq!(bcast!(b .- c .+ b), bcast!((a .* a .+ x) .* 2 .- (a .* a .+ x) ./ 2 .+ a));
    let row = lazy!(v .* 2);
    assert_eq!(bcast!(lazy!(x .* row @ (1)) .+ row @ (1)), bcast!((x .+ 1) .* (v .* 2) @ (1)));
}

/// Julia's release notes: `bc = broadcasted(/, broadcasted(+, [1, 2, 3], [10 20 30 40]), 10)`.
#[test]
fn the_example_of_julia() {
    let (a, b) = (array![1., 2., 3.], array![10., 20., 30., 40.]);
    let bc = lazy!((a @ (0) .+ b @ (1)) ./ 10);
    let table = array![[1.1, 2.1, 3.1, 4.1], [1.2, 2.2, 3.2, 4.2], [1.3, 2.3, 3.3, 4.3]];
    assert_eq!(bcast!(bc .+ 0), table);
    let total: f64 = bcast!(sum(bc));
    assert!((total - 32.4).abs() < 1e-12);
}

#[test]
fn several_in_a_call() {
    let (x, v, ..) = arrays(20, 30, 1);
    let (a, b) = (lazy!(x .+ 1), lazy!(v .* 2));
    let (mut y, mut z) = (Array2::<f64>::zeros((20, 30)), Array1::<f64>::zeros(30));
    bcast! { y .= a .* b @ (1); z .= b .+ sum[0](a) }
    assert_eq!((y, z), (bcast!((x .+ 1) .* (2 .* v) @ (1)), bcast!(v .* 2 .+ sum[0](x .+ 1))));
    let (p, q) = bcast!((a .+ 1, sum(a)));
    assert_eq!((p, q), (bcast!(x .+ 2), bcast!(sum(x .+ 1))));
    assert_eq!(try_bcast!(a .+ b @ (1)).unwrap(), bcast!(x .+ 1 .+ (2 .* v) @ (1)));
    let t: Array2<f64> = bcast!(if a .> 0 { a } else { b @ (1) });
    assert_eq!(t, bcast!(if x .+ 1 .> 0 { x .+ 1 } else { v @ (1) .* 2 }));
}
