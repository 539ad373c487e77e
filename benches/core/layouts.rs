//! Operands whose elements lie in another order than the result's: against the same work on arrays that do not, and
//! against `ndarray`.

use crate::paired::compare;
use bcast::bcast;
use bcast::ndarray::{Array, Array2, Array3, ArrayView, ArrayView2, ArrayView3, Dimension, ShapeBuilder, Zip, s};
use criterion::Criterion;

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
    let (mut ours, mut theirs) = (x.clone(), x.clone());
    let cases: [(&str, ArrayView2<f32>); 4] = [
        ("y.t()", y.t()),
        ("y in column-major order", fortran.view()),
        ("y[.., ..;2]", wide.slice(s![.., ..;2])),
        ("y[..;-1, ..;-1]", y.slice(s![..;-1, ..;-1])),
    ];
    for (name, other) in cases {
        added(criterion, &format!("f32 {side:>4}^2  x .+ {name}"), [x.view(), y.view(), other], &mut ours, &mut theirs);
    }
}

fn cuboids(criterion: &mut Criterion) {
    const SIDE: usize = 160;
    let x = Array3::from_shape_fn((SIDE, SIDE, SIDE), |(i, j, k)| value((i * SIDE + j) * SIDE + k));
    let y = x.mapv(|x| x + 1.0);
    let (mut ours, mut theirs) = (x.clone(), x.clone());
    for axes in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let other: ArrayView3<f32> = y.view().permuted_axes(axes);
        let name = format!("f32 {SIDE}^3  x .+ y with axes {axes:?}");
        added(criterion, &name, [x.view(), y.view(), other], &mut ours, &mut theirs);
    }
}

/// `x .+ other` against `x .+ y`, which lies as `x` does, and against `ndarray`.
fn added<D: Dimension>(
    criterion: &mut Criterion,
    name: &str,
    [x, y, other]: [ArrayView<f32, D>; 3],
    ours: &mut Array<f32, D>,
    theirs: &mut Array<f32, D>,
) {
    let plain = format!("{name}  against x .+ y");
    compare(criterion, &plain, || bcast!(ours .= x .+ other), || bcast!(theirs .= x .+ y));
    let zip = format!("{name}  against ndarray's Zip");
    compare(
        criterion,
        &zip,
        || bcast!(ours .= x .+ other),
        || Zip::from(&mut *theirs).and(&x).and(&other).for_each(|z, &x, &y| *z = x + y),
    );
    assert_eq!(ours, theirs);
}
