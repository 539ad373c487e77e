//! Elements that a stage keeps for later ones beside what it accumulates: every shape, layout, choice of axes, and
//! pool.

use bcast::bcast;
use bcast::ndarray::{ArrayView, Ix1, Ix2, Ix3};
use rayon::ThreadPoolBuilder;

use crate::common::layouts::Stored;
use crate::outcome::{Gives, Outcome, groups, place};
use crate::shapes::{layouts, shapes};

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

macro_rules! row {
    ($name:ident: $dim:ident $rank:literal [$($axis:literal),*]) => {
        #[test]
        fn $name() {
            type X<'a> = ArrayView<'a, i64, $dim>;
            fn beside(x: X) -> Outcome<i64> {
                bcast!(sum[$($axis),*](costly.(x)) .- costly.(x)).outcome()
            }
            fn serial(x: X) -> Outcome<i64> {
                bcast!(#[serial] sum[$($axis),*](costly.(x)) .- costly.(x)).outcome()
            }
            fn place_of(x: X) -> Outcome<i64> {
                bcast!(i64.(argmax[$($axis),*](costly.(x))) .- costly.(x)).outcome()
            }
            fn twice(x: X) -> Outcome<i64> {
                bcast!(sum[$($axis),*](costly.(x)) .- max[$($axis),*](costly.(x)) .- costly.(x)).outcome()
            }
            let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("a pool of threads");
            for shape in shapes($rank) {
                if shape.contains(&0) {
                    continue;
                }
                for layout in layouts(&shape) {
                    let stored = Stored::<i64>::sampled(&shape, &layout.of_rank($rank), 11);
                    let x: X = stored.view().into_dimensionality().expect("the rank of the row");
                    let values: Vec<i64> = stored.values().into_iter().map(costly).collect();
                    let groups = groups(&shape, &values, &[$($axis),*]);
                    let of = |f: &dyn Fn(&Vec<i64>) -> i64| {
                        let outputs = spread(&shape, &[$($axis),*], &groups.each(f).values);
                        let values = outputs.iter().zip(&values).map(|(output, value)| output - value).collect();
                        Outcome { shape: shape.clone(), values }
                    };
                    let case = format!("{shape:?} over {:?} in {layout:?}", [$($axis),*]);
                    let total = of(&|group| group.iter().sum());
                    assert!(beside(x) == total, "sum of {case}");
                    assert!(serial(x) == total, "serial sum of {case}");
                    assert!(pool.install(|| beside(x)) == total, "sum by three threads of {case}");
                    assert!(place_of(x) == of(&|group| place(group, |a, b| a > b) as i64), "argmax of {case}");
                    let both = of(&|group| group.iter().sum::<i64>() - group.iter().max().expect("some"));
                    assert!(twice(x) == both, "two reductions of {case}");
                }
            }
        }
    };
}

row!(of_1_axis_0: Ix1 1 [0]);
row!(of_2_axis_0: Ix2 2 [0]);
row!(of_2_axis_1: Ix2 2 [1]);
row!(of_2_axes_0_1: Ix2 2 [0, 1]);
row!(of_3_axis_0: Ix3 3 [0]);
row!(of_3_axis_1: Ix3 3 [1]);
row!(of_3_axis_2: Ix3 3 [2]);
row!(of_3_axes_0_1: Ix3 3 [0, 1]);
row!(of_3_axes_0_2: Ix3 3 [0, 2]);
row!(of_3_axes_1_2: Ix3 3 [1, 2]);
row!(of_3_axes_0_1_2: Ix3 3 [0, 1, 2]);

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
