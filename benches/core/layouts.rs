//! Operands whose elements lie in another order than the result's: against the same work on arrays that do not, and
//! against `ndarray`.

use crate::paired::compare;
use bcast::bcast;
use bcast::ndarray::{Array, Array2, Array3, ArrayView, ArrayView2, ArrayView3, Dimension, ShapeBuilder, Zip, s};
use criterion::Criterion;
use std::cell::RefCell;

pub fn run(criterion: &mut Criterion) {
    for side in [512, 2048] {
        matrices(criterion, side);
    }
    cuboids(criterion);
}

fn value(at: usize) -> f32 {
    (at * 7919 % 1009) as f32
}

fn matrices(criterion: &mut Criterion, side: usize) {
    let x = Array2::from_shape_fn((side, side), |(i, j)| value(i * side + j));
    let y = x.mapv(|x| x + 1.0);
    let fortran = {
        let mut array = Array2::zeros((side, side).f());
        array.assign(&y);
        array
    };
    let wide = Array2::from_shape_fn((side, 2 * side), |(i, j)| value(i + j));
    let mut out = x.clone();
    let cases: [(&str, ArrayView2<f32>); 4] = [
        ("y.t()", y.t()),
        ("y in column-major order", fortran.view()),
        ("y[.., ..;2]", wide.slice(s![.., ..;2])),
        ("y[..;-1, ..;-1]", y.slice(s![..;-1, ..;-1])),
    ];
    for (name, other) in cases {
        added(criterion, &format!("f32 {side:>4}^2  x .+ {name}"), [x.view(), y.view(), other], &mut out);
    }
}

fn cuboids(criterion: &mut Criterion) {
    const SIDE: usize = 160;
    let x = Array3::from_shape_fn((SIDE, SIDE, SIDE), |(i, j, k)| value((i * SIDE + j) * SIDE + k));
    let y = x.mapv(|x| x + 1.0);
    let mut out = x.clone();
    for axes in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let other: ArrayView3<f32> = y.view().permuted_axes(axes);
        let name = format!("f32 {SIDE}^3  x .+ y with axes {axes:?}");
        added(criterion, &name, [x.view(), y.view(), other], &mut out);
    }
}

/// `x .+ other` against `x .+ y`, which lies as `x` does, and against `ndarray`; all into the same memory.
fn added<D: Dimension>(
    criterion: &mut Criterion,
    name: &str,
    [x, y, other]: [ArrayView<f32, D>; 3],
    out: &mut Array<f32, D>,
) {
    let ours = |out: &mut Array<f32, D>| bcast!(out .= x .+ other);
    let zip = |out: &mut Array<f32, D>| Zip::from(out).and(&x).and(&other).for_each(|z, &x, &y| *z = x + y);
    zip(out);
    let by_zip = out.clone();
    ours(out);
    assert_eq!(*out, by_zip);
    let out = RefCell::new(out);
    let plain = || {
        let out = &mut **out.borrow_mut();
        bcast!(out .= x .+ y)
    };
    compare(criterion, &format!("{name}  against x .+ y"), || ours(&mut out.borrow_mut()), plain);
    let name = format!("{name}  against ndarray's Zip");
    compare(criterion, &name, || ours(&mut out.borrow_mut()), || zip(&mut out.borrow_mut()));
}
