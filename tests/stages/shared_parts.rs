//! Costly parts that stand in several reductions, in several ranks, and in each other. All values are by hand: the
//! logarithms of small numbers make `exp`, `sigmoid` and `tanh` small fractions.

use bcast::bcast;
use bcast::ndarray::{Array2, array};

use crate::support::{by_hand, everywhere, logs};

fn squared(y: f64) -> f64 {
    y * y
}

/// 4 5 6 down, 2 5 8 along rows.
fn square() -> Array2<f64> {
    array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]
}

/// 3 5 7 down, 2 8 along rows.
fn wide() -> Array2<f64> {
    array![[1.0, 2.0, 3.0], [5.0, 8.0, 11.0]]
}

fn square_of_means() -> Array2<f64> {
    array![[8.0, 10.0, 12.0], [20.0, 25.0, 30.0], [32.0, 40.0, 48.0]]
}

fn wide_of_means() -> Array2<f64> {
    array![[6.0, 10.0, 14.0], [24.0, 40.0, 56.0]]
}

#[test]
fn means_down_and_along_rows_of_one_costly_part() {
    let (q, w) = (logs(square()), logs(wide()));
    everywhere!(square_of_means(); mean[0](exp.(q)) .* mean[1](exp.(q)));
    everywhere!(wide_of_means(); mean[0](exp.(w)) .* mean[1](exp.(w)));
    everywhere!(wide_of_means(); mean[1](exp.(w)) .* mean[0](exp.(w)));
}

#[test]
fn means_down_and_along_rows_of_one_cheap_part() {
    let (q, w) = (square().mapv(squared), wide().mapv(squared));
    everywhere!(square_of_means(); mean[0](sqrt.(q)) .* mean[1](sqrt.(q)));
    everywhere!(wide_of_means(); mean[0](sqrt.(w)) .* mean[1](sqrt.(w)));
}

#[test]
fn means_down_and_along_rows_of_a_named_part() {
    let w = logs(wide());
    by_hand!(bcast!(let e = exp.(w); mean[0](e) .* mean[1](e)), wide_of_means());
    by_hand!(bcast!(let e = squared.(exp.(w)); mean[0](sqrt.(e)) .* mean[1](sqrt.(e))), wide_of_means());
}

#[test]
fn means_down_and_along_rows_of_dynamic_rank() {
    let (q, w) = (logs(square()).into_dyn(), logs(wide()).into_dyn());
    everywhere!(square_of_means().into_dyn(); mean[0](exp.(q)) .* mean[1](exp.(q)));
    everywhere!(wide_of_means().into_dyn(); mean[0](exp.(w)) .* mean[1](exp.(w)));
}

/// `sigmoid` of the logarithm of n is n / (n + 1): 1/2 3/4, 3/4 7/8 and 4/5 1/2, 9/10 1/2.
#[test]
fn reductions_of_three_axes_over_the_first_and_over_the_last() {
    let t = logs(array![[[1.0, 3.0], [3.0, 7.0]], [[4.0, 1.0], [9.0, 1.0]]]);
    let want = array![[[0.6, 0.5625], [0.7875, 0.765625]], [[0.64, 0.6], [0.81, 0.7875]]];
    everywhere!(want.clone(); max[0](sigmoid.(t)) .* max[2](sigmoid.(t)));
    let t = t.into_dyn();
    everywhere!(want.into_dyn(); max[0](sigmoid.(t)) .* max[2](sigmoid.(t)));
}

#[test]
fn reductions_over_two_axes_and_over_the_third() {
    let t = logs(array![[[1.0, 3.0], [3.0, 7.0]], [[4.0, 1.0], [9.0, 1.0]]]);
    let want = array![[[0.6, 0.7], [0.675, 0.7875]], [[0.72, 0.4], [0.81, 0.45]]];
    everywhere!(want.clone(); max[0, 2](sigmoid.(t)) .* max[1](sigmoid.(t)));
    let t = t.into_dyn();
    everywhere!(want.into_dyn(); max[0, 2](sigmoid.(t)) .* max[1](sigmoid.(t)));
}

#[test]
fn logarithms_of_sums_beside_their_sum() {
    let x = array![[1.0, 2.0], [3.0, 5.0]];
    let (three, eight) = (3.0_f64.ln(), 8.0_f64.ln());
    let centred = array![[1.0 - three, 2.0 - three], [3.0 - eight, 5.0 - eight]];
    let (have, sum) = bcast!(let s = ln.(sum[1](x)); (x .- s, sum(s)));
    by_hand!(have, centred);
    by_hand!(sum, 24.0_f64.ln());
    let x = x.into_dyn();
    let (have, sum) = bcast!(let s = ln.(sum[1](x)); (x .- s, sum(s)));
    by_hand!(have, centred.into_dyn());
    by_hand!(sum, 24.0_f64.ln());
}

#[test]
fn a_costly_part_under_a_map_beside_its_sum() {
    let (x, d) = (array![[1.0, 2.0, 4.0], [3.0, 5.0, 0.5]], logs(array![2.0, 5.0]));
    let scaled = array![[2.0, 4.0, 8.0], [15.0, 25.0, 2.5]];
    let (have, sum) = bcast!(let e = exp.(d @ (0)); (x .* e, sum(e)));
    by_hand!(have, scaled);
    by_hand!(sum, 7.0);
    let (x, d) = (x.into_dyn(), d.into_dyn());
    let (have, sum) = bcast!(let e = exp.(d @ (0)); (x .* e, sum(e)));
    by_hand!(have, scaled.into_dyn());
    by_hand!(sum, 7.0);
}

/// `tanh` of the logarithm of n is (n² - 1) / (n² + 1): 3/5 and 4/5.
#[test]
fn a_costly_function_of_a_reduction_beside_its_sum() {
    let (two, three) = (2.0_f64.ln(), 3.0_f64.ln());
    let x = array![[two, 0.0], [0.0, three]];
    let moved = array![[two + 0.6, 0.8], [0.6, three + 0.8]];
    let (have, sum) = bcast!(let m = tanh.(max[0](x)); (x .+ m, sum(m)));
    by_hand!(have, moved);
    by_hand!(sum, 1.4);
    let x = x.into_dyn();
    let (have, sum) = bcast!(let m = tanh.(max[0](x)); (x .+ m, sum(m)));
    by_hand!(have, moved.into_dyn());
    by_hand!(sum, 1.4);
}

/// 2 and -6, together -4.
#[test]
fn a_function_under_a_map_beside_its_reduction() {
    let f = |y: f64| 3.0 - y * y;
    let (x, v) = (array![[1.0, 2.0, 0.0], [3.0, 5.0, 0.0]], array![1.0, 3.0]);
    let want = array![[3.0, 4.0, 2.0], [-1.0, 1.0, -4.0]];
    everywhere!(want.clone(); x .+ max.(sum[0](f.(v @ (0))), f.(v @ (0))));
    let (x, v) = (x.into_dyn(), v.into_dyn());
    everywhere!(want.into_dyn(); x .+ max.(sum[0](f.(v @ (0))), f.(v @ (0))));
}

#[test]
fn a_costly_part_reduced_and_inside_of_another() {
    let x = logs(array![[1.0, 3.0, 5.0], [2.0, 6.0, 10.0]]);
    let want = array![[4.0, 12.0, 28.0], [10.0, 42.0, 106.0]];
    everywhere!(want.clone(); squared.(exp.(x)) .+ mean[1](exp.(x)));
    let x = x.into_dyn();
    everywhere!(want.into_dyn(); squared.(exp.(x)) .+ mean[1](exp.(x)));
}

/// 1/2 7/2, on the average 2, and 4 1/4, on the average 17/8.
#[test]
fn a_costly_part_in_a_branch_and_reduced() {
    let (x, v) = (logs(array![[0.5, 3.5], [2.0, 0.5]]), array![1.0, 2.0]);
    let want = array![[-2.0, 3.5_f64.tanh() - 2.0], [4.0_f64.tanh() - 2.125, -2.125]];
    by_hand!(bcast!(let a = exp.(x .* v @ (0)); tanh.(if a .> 1 { a } else { 0 }) .- mean[1](a)), want);
    let (x, v) = (x.into_dyn(), v.into_dyn());
    let have = bcast!(let a = exp.(x .* v @ (0)); tanh.(if a .> 1 { a } else { 0 }) .- mean[1](a));
    by_hand!(have, want.into_dyn());
}
