//! The forms of the language inside expressions.

use super::arrays;
use bcast::ndarray::{Array1, Array2, array, s};
use bcast::{One, bcast, from_shape_fn, lazy, linspace, try_lazy};

struct Model {
    weights: Array2<f64>,
    bias: f64,
}

impl Model {
    fn outputs<'a>(&'a self, x: &'a Array1<f64>) -> impl bcast::Broadcast<bcast::ndarray::Ix2, Elem = f64> + 'a {
        lazy!(self.weights .* x @ (1) .+ self.bias)
    }

    fn first_rows(&self) -> impl bcast::Broadcast<bcast::ndarray::Ix2, Elem = f64> {
        lazy!(self.weights[..2, ..] .* 2)
    }
}

#[test]
fn operands() {
    let (x, v, w, _) = arrays(4, 5, 1);
    let model = Model { weights: x.clone(), bias: 0.5 };
    assert_eq!(bcast!(model.outputs(&v) .+ 0), bcast!(x .* v @ (1) .+ 0.5));
    assert_eq!(bcast!(model.first_rows() .+ 0), bcast!(x[..2, ..] .* 2));
    // Views, slices, ranges, arrays that are computed, what functions return, elements of lists.
    assert_eq!(bcast!(lazy!(x.slice(s![.., 1]) .+ w) .+ 0), bcast!(x[.., 1] .+ w));
    assert_eq!(bcast!(lazy!(x[1.., ..-1] .- x[..-1, 1..]) .+ 0), bcast!(x[1.., ..-1] .- x[..-1, 1..]));
    assert_eq!(bcast!(lazy!(x.t() .* 2 .+ v @ (0)) .+ 0), bcast!(x.t() .* 2 .+ v @ (0)));
    assert_eq!(bcast!(lazy!(linspace(0.0..=1.0, 5) .* v) .+ 0), bcast!(linspace(0.0..=1.0, 5) .* v));
    let hilbert = lazy!(from_shape_fn((3, 3), |(i, j)| 1. / (i + j + 1) as f64) .+ 0);
    assert_eq!(bcast!(hilbert .* 2)[[1, 2]], 0.5);
    let list = [v.clone(), v.clone()];
    assert_eq!(bcast!(lazy!(list[1] .+ 1) .+ 0), bcast!(v .+ 1));
    let (reference, boxed) = (&v, Box::new(v.clone()));
    assert_eq!(bcast!(lazy!(reference .+ boxed) .+ 0), bcast!(v .* 2));
    assert_eq!(bcast!(lazy!(*reference .+ &v) .+ 0), bcast!(v .* 2));
    let mut owned = v.clone();
    let exclusive = &mut owned;
    assert_eq!(bcast!(lazy!(exclusive .+ 1) .+ 0), bcast!(v .+ 1));
    assert_eq!(bcast!(lazy!(v .* std::f64::consts::PI) .+ 0), bcast!(v .* std::f64::consts::PI));
    let view = x.view();
    assert_eq!(bcast!(lazy!(view .+ 1) .+ view), bcast!(x .* 2 .+ 1));
}

#[test]
fn conditions_functions_and_look_ups() {
    let (x, v, ..) = arrays(40, 70, 1);
    let a = lazy!(if x .> 1 { x } else if x .< -1 { -x } else { 0 });
    assert_eq!(
        bcast!(a .+ 0),
        x.mapv(|x| if x > 1. {
            x
        } else if x < -1. {
            -x
        } else {
            0.
        })
    );
    let k = 2.5;
    let b = lazy!((|x: f64| x * k).(x));
    assert_eq!(bcast!(b .+ 0), x.mapv(|x| x * 2.5));
    let c = lazy!(f64::max.(x, 0.) .+ x.^2 .+ 2 .^ x);
    assert_eq!(bcast!(c .+ 0), bcast!(f64::max.(x, 0.) .+ x.^2 .+ 2 .^ x));
    let d = lazy!(@. abs(x) + 1);
    assert_eq!(bcast!(d .* 2), bcast!((abs.(x) .+ 1) .* 2));
    let palette = array![10., 20., 30.];
    let picture = Array2::from_shape_fn((40, 70), |(i, j)| (i + j) % 3);
    let e = lazy!(at.(palette, picture) .* v @ (1));
    assert_eq!(bcast!(e .+ 0), Array2::from_shape_fn((40, 70), |(i, j)| palette[(i + j) % 3] * v[j]));
    let make = || |x: f64| x + 1.;
    assert_eq!(bcast!(lazy!((make()).(x)) .+ 0), bcast!(x .+ 1));
    assert_eq!(bcast!(at.(palette, lazy!(picture .+ 0))), bcast!(at.(palette, picture)));
    let both = |x: f64, w: [f64; 2]| x * w[0] + w[1];
    assert_eq!(bcast!(lazy!(both.(x, One([2., 1.]))) .+ 0), bcast!(x .* 2 .+ 1));
}

#[test]
fn given_shapes() {
    let (v, one) = (array![1., 2., 3.], Array2::<f64>::ones((1, 3)));
    let a = lazy!(#[shape([4, 3])] v @ (1) .* 2);
    assert_eq!(bcast!(a .+ 0), Array2::from_shape_fn((4, 3), |(_, j)| v[j] * 2.));
    assert_eq!(bcast!(a .+ one), Array2::from_shape_fn((4, 3), |(_, j)| v[j] * 2. + 1.));
    assert_eq!(bcast!(sum(a)), 48.);
    let n = 300;
    let b = lazy!(#[shape([n, 3])] v @ (1) .+ 1);
    assert_eq!(bcast!(sum[0](b)), array![600., 900., 1200.]);
    assert_eq!(bcast!(b @ (0, 2) .* 1. .+ Array1::<f64>::ones(2) @ (1)).dim(), (300, 2, 3));
}

#[test]
fn empty_and_stretched() {
    let nothing = Array2::<f64>::zeros((0, 3));
    let a = lazy!(nothing .+ 1);
    assert_eq!(bcast!(a .* 2).dim(), (0, 3));
    assert_eq!(bcast!(sum(a)), 0.);
    let (row, x) = (Array2::from_elem((1, 3), 2.), Array2::from_elem((4, 1), 3.));
    let b = lazy!(row .* 2);
    assert_eq!(bcast!(b .+ x), Array2::from_elem((4, 3), 7.));
    assert_eq!(bcast!(lazy!(row .* x) .+ 0), Array2::from_elem((4, 3), 6.));
}

#[test]
fn the_reader_may_be_try() {
    let v = array![1., 2.];
    let a = try_lazy!(v .* 2).unwrap();
    assert_eq!(bcast!(a .+ v), array![3., 6.]);
}
