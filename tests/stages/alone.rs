//! Each value has the shape and the rank that it would have alone: behind assignments, and in tuples. And lets behind
//! an assignment read what it wrote. All values are by hand.

use bcast::bcast;
use bcast::ndarray::{Array2, Array3, arr0, array};

use crate::support::{by_hand, everywhere, logs};

fn matrix() -> Array2<f64> {
    array![[1.0, 2.0], [3.0, 5.0]]
}

fn doubled() -> Array2<f64> {
    array![[2.0, 4.0], [6.0, 10.0]]
}

#[test]
fn a_sum_behind_an_assignment() {
    let (a, mut o) = (matrix(), Array2::zeros((2, 2)));
    by_hand!(bcast!(o .= a .* 2; sum(a)), 11.0);
    by_hand!(o, doubled());
    let (a, mut o) = (a.into_dyn(), o.into_dyn());
    o.fill(0.0);
    by_hand!(bcast!(o .= a .* 2; sum(a)), 11.0);
    by_hand!(o, doubled().into_dyn());
}

#[test]
fn a_mean_behind_an_assignment() {
    let (x, mut o) = (matrix(), Array2::zeros((2, 2)));
    by_hand!(bcast!(o .= x; mean[0](x)), array![2.0, 3.5]);
    by_hand!(o, matrix());
    let (x, mut o) = (x.into_dyn(), o.into_dyn());
    o.fill(0.0);
    by_hand!(bcast!(o .= x; mean[0](x)), array![2.0, 3.5].into_dyn());
    by_hand!(o, matrix().into_dyn());
}

#[test]
fn a_tuple_of_one_value_behind_an_assignment() {
    let (a, mut o) = (matrix(), Array2::zeros((2, 2)));
    let (sum,) = bcast!(o .= a .* 2; (sum(a),));
    by_hand!(sum, 11.0);
    by_hand!(o, doubled());
}

#[test]
fn a_kept_axis_behind_a_literal() {
    let (v, mut o) = (array![1.0, 2.0], Array2::zeros((2, 2)));
    by_hand!(bcast!(o .= 2; mean[0; keep](v)), array![1.5]);
    by_hand!(o, array![[2.0, 2.0], [2.0, 2.0]]);
    everywhere!(array![1.5]; mean[0; keep](v));
}

#[test]
fn a_mean_of_a_mean_behind_a_literal() {
    let t = array![[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 12.0]]];
    let mut o = Array2::zeros((2, 2));
    by_hand!(bcast!(o .= 0.75; mean[1](mean[1](t))), array![2.5, 7.5]);
    by_hand!(o, array![[0.75, 0.75], [0.75, 0.75]]);
    everywhere!(array![2.5, 7.5]; mean[1](mean[1](t)));
    let t = t.into_dyn();
    everywhere!(array![2.5, 7.5].into_dyn(); mean[1](mean[1](t)));
}

#[test]
fn a_number_beside_a_matrix() {
    let (x, k) = (matrix(), 3.0);
    let (first, second, third) = bcast!((x, k, sum(x)));
    by_hand!(first, matrix());
    by_hand!(second, 3.0);
    by_hand!(third, 11.0);
    let x = x.into_dyn();
    let (first, second, third) = bcast!((x, k, sum(x)));
    by_hand!(first, matrix().into_dyn());
    by_hand!(second, 3.0);
    by_hand!(third, 11.0);
}

#[test]
fn a_vector_beside_a_matrix() {
    let (x, d, v) = (matrix(), array![7.0, 8.0, 9.0], array![1.0, 2.0]);
    let (first, second, third) = bcast!((x, d @ (0), mean(v)));
    by_hand!(first, matrix());
    by_hand!(second, array![7.0, 8.0, 9.0]);
    by_hand!(third, 1.5);
    let (first, second) = bcast!((x .* 2, v .* 3));
    by_hand!(first, doubled());
    by_hand!(second, array![3.0, 6.0]);
}

#[test]
fn values_of_every_rank() {
    let (x, d, v, k) = (matrix(), array![7.0, 8.0, 9.0], array![1.0, 2.0], 3.0);
    everywhere!(11.0; sum(x));
    everywhere!(6.0; k .* 2);
    everywhere!(array![7.0, 8.0, 9.0]; d @ (0));
    everywhere!(array![3.0, 6.0]; v .* 3);
    everywhere!(array![2.0, 3.5]; mean[0](x));
    everywhere!(array![[3.0], [16.0]]; v @ (0) .* sum[1; keep](x));
    let (x, v) = (x.into_dyn(), v.into_dyn());
    everywhere!(11.0; sum(x));
    everywhere!(array![3.0, 6.0].into_dyn(); v .* 3);
    everywhere!(array![2.0, 3.5].into_dyn(); mean[0](x));
}

#[test]
fn a_let_behind_an_assignment() {
    let mut o = array![[1.0, 2.0], [3.0, 4.0]];
    by_hand!(bcast!(o .= o .+ 1; let q = o .* 2; sum(q)), 28.0);
    by_hand!(o, array![[2.0, 3.0], [4.0, 5.0]]);
    let mut o = array![[1.0, 2.0], [3.0, 4.0]].into_dyn();
    by_hand!(bcast!(o .= o .+ 1; let q = o .* 2; sum(q)), 28.0);
}

#[test]
fn a_let_between_assignments() {
    let mut o = array![[1.0, 2.0, 0.0], [3.0, 4.0, 5.0]];
    let means = bcast!(o .= o .+ 1; let q = o .* 2; o .= q .* q; (mean[1](o), sum[0](o)));
    by_hand!(o, array![[16.0, 36.0, 4.0], [64.0, 100.0, 144.0]]);
    by_hand!(means.0, array![56.0 / 3.0, 308.0 / 3.0]);
    by_hand!(means.1, array![80.0, 136.0, 148.0]);
}

/// The mean waits for the assignment, so the pass that assigns cannot read what the mean has computed on its way.
#[test]
fn a_costly_part_of_a_target_beside_its_mean() {
    let (x, mut y) = (logs(array![2.0, 4.0]), Array2::zeros((3, 2)));
    let (exps, means) = bcast!(y .= x @ (1); (exp.(y), mean[1](exp.(y))));
    by_hand!(exps, array![[2.0, 4.0], [2.0, 4.0], [2.0, 4.0]]);
    by_hand!(means, array![3.0, 3.0, 3.0]);
}

/// A rank-0 array is one value beside whatever is left of a reduction.
#[test]
fn a_single_value_in_an_array_beside_a_reduction() {
    let (x, r) = (array![[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]], arr0(100.0));
    everywhere!(array![104.0, 106.0, 108.0]; sum[0](x) .+ r);
    everywhere!(array![[112.0, 118.0, 124.0], [124.0, 136.0, 148.0]]; r .+ sum[1](x) .* mean[0](x));
    let mut y = array![0.0, 0.0];
    bcast!(y .= r .- max[1](x));
    by_hand!(y, array![97.0, 95.0]);
    let (x, r) = (x.into_dyn(), r.into_dyn());
    everywhere!(array![104.0, 106.0, 108.0].into_dyn(); sum[0](x) .+ r);
}

/// Two values ask for the same costly part of what was just assigned.
#[test]
fn a_costly_part_of_a_stretched_number_beside_its_sum() {
    let (x, mut y) = (array![[0.25, 0.25], [0.5, 0.0]], Array3::zeros((2, 2, 3)));
    let (sums, tangents) = bcast!(y .= sum(x); (sum[1, 2](atan.(y)), atan.(y)));
    let quarter = std::f64::consts::FRAC_PI_4;
    by_hand!(sums, array![6.0 * quarter, 6.0 * quarter]);
    by_hand!(tangents, Array3::from_elem((2, 2, 3), quarter));
}
