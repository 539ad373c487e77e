//! Expressions as values.

use bcast::ndarray::{Array1, Array2, Ix2, array};
use bcast::{Broadcast, bcast, lazy};

fn centred(x: &Array2<f64>) -> impl Broadcast<Ix2, Elem = f64> + '_ {
    lazy!(x .- 2)
}

fn total(x: &impl Broadcast<Ix2, Elem = f64>) -> f64 {
    bcast!(sum(x))
}

fn scaled<'a>(x: &'a Array2<f64>, k: f64) -> impl Broadcast<Ix2, Elem = f64> + 'a {
    lazy!(x .* k)
}

#[test]
fn simplest() {
    let x = array![[1., 2., 3.], [4., 5., 6.]];
    let c = centred(&x);
    assert_eq!(bcast!(c .* 10), array![[-10., 0., 10.], [20., 30., 40.]]);
    assert_eq!(bcast!(sum(c)), 9.);
    assert_eq!(total(&c), 9.);
    assert_eq!(total(&x), 21.);
    assert_eq!(bcast!(scaled(&x, 2.) .+ c), array![[1., 4., 7.], [10., 13., 16.]]);
    let v = array![1., 2., 3.];
    let k = 3.0;
    let d = lazy!(x .- v @ (1) .* k);
    assert_eq!(bcast!(d .+ 0), array![[-2., -4., -6.], [1., -1., -3.]]);
    let e1 = lazy!(d .+ 1.);
    let e2 = lazy!(c .+ 1.);
    let e = lazy!(d .+ c);
    assert_eq!(bcast!(e .+ e), bcast!(2 .* (d .+ c)));
    let m = lazy!(x .- mean[0](x));
    assert_eq!(bcast!(m .+ 0), array![[-1.5, -1.5, -1.5], [1.5, 1.5, 1.5]]);
    let w = lazy!(v .* 2);
    assert_eq!(bcast!(x .+ w @ (1)), array![[3., 6., 9.], [6., 9., 12.]]);
    let _: (Array1<f64>, Array2<f64>) = (bcast!(w .+ 0), bcast!(m .+ 0));
}
