//! Elements that a stage keeps for later ones beside what it accumulates: every shape, layout, choice of axes, and
//! pool.

use bcast::bcast;
use bcast::ndarray::{ArrayView, Dimension, Ix2, Ix3, IxDyn};
use rayon::ThreadPoolBuilder;

use crate::common::layouts::Stored;
use crate::outcome::{Gives, Outcome, groups, place};
use crate::shapes::{every_choice, layouts, shapes};

/// Calls of functions are worth keeping.
fn costly(x: i64) -> i64 {
    x * 3 + 1
}

/// The result for each output, for each element it comes from.
fn spread(shape: &[usize], axes: &[usize], outputs: &[i64]) -> Vec<i64> {
    let places: Vec<usize> = (0..outputs.len()).collect();
    let mut spread = vec![0; shape.iter().product()];
    let all: Vec<usize> = (0..spread.len()).collect();
    for (place, group) in places.iter().zip(groups(shape, &all, axes).values) {
        group.into_iter().for_each(|at| spread[at] = outputs[*place]);
    }
    spread
}

/// The forms of a call, over axes that are literals or values. Each form is expanded once, for all shapes.
macro_rules! each_form {
    ($name:ident: $dim:ident, $axes:ident [$($axis:tt)*]) => {
        fn $name(rank: usize, $axes: &[usize]) {
            type X<'a> = ArrayView<'a, i64, $dim>;
            let beside = |x: X| bcast!(sum[$($axis)*](costly.(x)) .- costly.(x)).outcome();
            let serial = |x: X| bcast!(#[serial] sum[$($axis)*](costly.(x)) .- costly.(x)).outcome();
            let place_of = |x: X| bcast!(i64.(argmax[$($axis)*](costly.(x))) .- costly.(x)).outcome();
            let twice =
                |x: X| bcast!(sum[$($axis)*](costly.(x)) .- max[$($axis)*](costly.(x)) .- costly.(x)).outcome();
            let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("a pool of threads");
            for shape in shapes(rank) {
                if shape.contains(&0) {
                    continue;
                }
                for layout in layouts(&shape) {
                    let stored = Stored::<i64>::sampled(&shape, &layout.of_rank(rank), 11);
                    let x: X = stored.view().into_dimensionality().expect("the rank of the row");
                    let values: Vec<i64> = stored.values().into_iter().map(costly).collect();
                    let groups = groups(&shape, &values, $axes);
                    let of = |f: &dyn Fn(&Vec<i64>) -> i64| {
                        let outputs = spread(&shape, $axes, &groups.each(f).values);
                        let values = outputs.iter().zip(&values).map(|(output, value)| output - value).collect();
                        Outcome { shape: shape.clone(), values }
                    };
                    let case = format!("{shape:?} over {:?} in {layout:?}", $axes);
                    let total = of(&|group| group.iter().sum());
                    assert!(beside(x.view()) == total, "sum of {case}");
                    assert!(serial(x.view()) == total, "serial sum of {case}");
                    assert!(pool.install(|| beside(x.view())) == total, "sum by three threads of {case}");
                    let at = of(&|group| place(group, |a, b| a > b) as i64);
                    assert!(place_of(x.view()) == at, "argmax of {case}");
                    let both = of(&|group| group.iter().sum::<i64>() - group.iter().max().expect("some"));
                    assert!(twice(x.view()) == both, "two reductions of {case}");
                }
            }
        }
    };
}

macro_rules! rows {
    ($($name:ident: $dim:ident [$($axis:literal),*];)*) => {$(
        #[test]
        fn $name() {
            each_form!(over: $dim, axes [$($axis),*]);
            over(<$dim as Dimension>::NDIM.expect("a static rank"), &[$($axis),*]);
        }
    )*};
}

rows! {
    of_2_axis_1: Ix2 [1];
    of_3_axes_0_2: Ix3 [0, 2];
}
// Optimised builds have them as values, below: each row compiles for seconds more.
#[cfg(debug_assertions)]
rows! {
    of_2_axis_0: Ix2 [0];
    of_2_axes_0_1: Ix2 [0, 1];
    of_3_axis_0: Ix3 [0];
    of_3_axis_1: Ix3 [1];
    of_3_axis_2: Ix3 [2];
    of_3_axes_0_1: Ix3 [0, 1];
    of_3_axes_1_2: Ix3 [1, 2];
    of_3_axes_0_1_2: Ix3 [0, 1, 2];
}

#[test]
fn over_given_axes() {
    each_form!(over: IxDyn, axes [{axes}]);
    for (rank, axes) in every_choice(1..if cfg!(debug_assertions) { 2 } else { 4 }) {
        over(rank, &axes);
    }
}

#[test]
fn what_is_kept_stretches_like_any_operand() {
    use bcast::ndarray::{Array2, array};
    let (row, column) = (array![[1_i64, 2, 3]], array![[10_i64], [20]]);
    let ones = Array2::<i64>::ones((2, 3));
    let want = array![[16, 28, 40], [16, 28, 40]];
    assert_eq!(bcast!(sum[0](costly.(row)) .* 3 .+ costly.(row) .* ones), want);
    assert_eq!(bcast!(sum[1](costly.(row .+ column)) .- costly.(row .+ column)), array![[77, 74, 71], [137, 134, 131]]);
    assert_eq!(bcast!(sum(costly.(row .+ column)) .- costly.(row .+ column)).shape(), [2, 3]);
    // Under a map nothing is taken from elsewhere.
    let v = array![1_i64, 2, 3];
    let m = bcast!(sum(costly.(v)) .* ones .+ (costly.(v) .- sum(costly.(v))) @ (1));
    assert_eq!(m, array![[4, 7, 10], [4, 7, 10]]);
}
