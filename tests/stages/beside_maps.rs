//! The rule of ranks for reductions: beside maps that reach no further, and over all axes beside partial ones. All
//! values are by hand.

use bcast::ndarray::{Array3, Array5, arr0, array};
use bcast::{BroadcastError, bcast, try_bcast};

use crate::support::{by_hand, everywhere, logs};

#[test]
fn a_map_that_reaches_no_further_than_what_is_left() {
    let (v, x) = (array![10.0, 20.0], array![[1.0, 2.0], [3.0, 5.0]]);
    everywhere!(array![13.0, 28.0]; v @ (0) .+ sum[1](x));
    everywhere!(array![7.0, 15.0]; v @ (0) .- max[0](x));
    let (v, x) = (v.into_dyn(), x.into_dyn());
    everywhere!(array![13.0, 28.0].into_dyn(); v @ (0) .+ sum[1](x));
    everywhere!(array![7.0, 15.0].into_dyn(); v @ (0) .- max[0](x));
}

#[test]
fn a_map_that_reaches_no_further_beside_what_is_not_square() {
    let (v, x) = (array![10.0, 20.0], array![[1.0, 2.0, 4.0], [3.0, 5.0, 1.0]]);
    everywhere!(array![17.0, 29.0]; v @ (0) .+ sum[1](x));
    let w = array![10.0, 20.0, 30.0];
    everywhere!(array![7.0, 15.0, 26.0]; w @ (0) .- max[0](x));
}

#[test]
fn a_map_along_the_last_of_what_is_left() {
    let p = array![100.0, 50.0];
    let t = array![
        [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]],
        [[1.0, 1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0]],
        [[0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]],
    ];
    let want = array![[90.0, 24.0], [96.0, 42.0], [99.0, 48.0]];
    everywhere!(want.clone(); p @ (1) .- sum[2](t));
    let (p, t) = (p.into_dyn(), t.into_dyn());
    everywhere!(want.into_dyn(); p @ (1) .- sum[2](t));
}

#[test]
fn a_map_along_the_last_of_what_is_left_of_a_cube() {
    let (p, t) = (array![100.0, 50.0], array![[[1.0, 2.0], [5.0, 6.0]], [[1.0, 3.0], [2.0, 7.0]]]);
    everywhere!(array![[97.0, 39.0], [96.0, 41.0]]; p @ (1) .- sum[2](t));
}

/// The smaller of 2i + 3 and j + 3, and 10k + l: 18 + 27 + 32 + 33 in each of 49 places, and 24 times 1617.
#[test]
fn a_map_beside_a_mean_inside_of_a_sum() {
    let a = Array3::from_shape_fn((4, 7, 7), |(i, k, l)| (2 * i + 3 + 10 * k + l) as f64);
    let b = Array5::from_shape_fn((4, 6, 7, 7, 7), |(_, j, m, k, l)| (m + j + 10 * k + l) as f64);
    everywhere!(44_198.0; sum(min.(a @ (0, 2, 3), mean[2](b))));
    let (a, b) = (a.into_dyn(), b.into_dyn());
    everywhere!(44_198.0; sum(min.(a @ (0, 2, 3), mean[2](b))));
}

/// Right triangles: 5 13 10, 5 12 17 and 4 15 10.
#[test]
fn a_map_beside_a_sum_inside_of_a_maximum() {
    let h = array![[3.0, 5.0, 6.0], [3.0, 0.0, 15.0], [0.0, 9.0, 6.0]];
    let (h, d) = (h.into_shape_with_order((3, 1, 3, 1)).unwrap(), array![4.0, 12.0, 8.0]);
    let most = array![[[13.0], [13.0], [13.0]], [[17.0], [17.0], [17.0]], [[15.0], [15.0], [15.0]]];
    let mut out = Array3::zeros((3, 3, 1));
    bcast!(out .= max[1](hypot.(sum[1](h), d @ (1))));
    by_hand!(out, most);
    let (h, d, mut out) = (h.into_dyn(), d.into_dyn(), out.into_dyn());
    out.fill(0.0);
    bcast!(out .= max[1](hypot.(sum[1](h), d @ (1))));
    by_hand!(out, most.into_dyn());
}

#[test]
fn a_list_of_all_axes_beside_a_partial_reduction() {
    let (t, v) = (array![[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 12.0]]], array![1.0, 2.0]);
    everywhere!(array![10.0, 15.0]; max[0, 1](t) .+ sum[0](v));
    everywhere!(array![10.0, 15.0]; max[0, 1](t) .+ sum(v));
    let (t, v) = (t.into_dyn(), v.into_dyn());
    everywhere!(array![10.0, 15.0].into_dyn(); max[0, 1](t) .+ sum[0](v));
}

#[test]
fn a_list_of_all_axes_beside_another_one() {
    let (x, v) = (array![[1.0, 2.0], [3.0, 5.0]], array![1.0, 2.0]);
    everywhere!(8.0; max[0, 1](x) .+ sum[0](v));
    everywhere!(8.0; max[0, 1](x) .+ sum(v));
}

#[test]
fn a_partial_reduction_beside_a_reduction_of_a_reduction() {
    let x = array![[1.0, 2.0], [3.0, 5.0]];
    everywhere!(array![4.25, 6.75]; mean[1](x) .+ mean[0](mean[0](x)));
    everywhere!(array![4.25, 6.75]; mean[1](x) .+ mean(mean[0](x)));
    let x = x.into_dyn();
    everywhere!(array![4.25, 6.75].into_dyn(); mean[1](x) .+ mean[0](mean[0](x)));
}

#[test]
fn dynamic_beside_static() {
    let t = array![[[1.0, 2.0], [3.0, 1.0]], [[2.0, 3.0], [4.0, 6.0]]];
    let dynamic = array![[[3.0, 6.0], [8.0, 0.0]], [[5.0, 5.0], [1.0, 4.0]]].into_dyn();
    everywhere!(array![[3.0, 2.0], [2.0, 0.5]].into_dyn(); sum[2](dynamic) ./ sum[2](t));
}

#[test]
fn a_dynamic_vector_beside_a_map() {
    let (x, w) = (array![[1.0, 2.0], [3.0, 5.0]], array![9.0, 16.0]);
    let dynamic = array![2.0, 4.0].into_dyn();
    everywhere!(array![18.0, 80.0].into_dyn(); max[0](x) .* (dynamic .* sqrt.(w @ (0))));
}

#[test]
fn a_condition_under_a_map() {
    let (x, w) = (array![[1.0, 2.0], [3.0, 5.0]], array![9.0, 4.0]);
    everywhere!(array![[10.0, 2.0], [12.0, 5.0]]; x .+ (if w @ (0) .> prod[0](x) { w @ (0) } else { 0 }) @ (1));
    let (x, w) = (x.into_dyn(), w.into_dyn());
    let want = array![[10.0, 2.0], [12.0, 5.0]].into_dyn();
    everywhere!(want; x .+ (if w @ (0) .> prod[0](x) { w @ (0) } else { 0 }) @ (1));
}

#[test]
fn a_list_of_all_axes_beside_a_map() {
    let (x, v) = (array![[1.0, 2.0], [3.0, 6.0]], array![10.0, 20.0]);
    everywhere!(array![-1.5, 1.5]; (mean[1](x) @ (0)) .- mean[0, 1](x));
    everywhere!(array![7.0, 17.0]; v @ (0) .- mean[0, 1](x));
    everywhere!(array![10.0, 20.0]; if all[0, 1](x .< 7.0) { v @ (0) } else { mean(x) });
    everywhere!(array![3.0, 3.0]; if all[0, 1](x .< 3.0) { v @ (0) } else { mean(x) });
    let t = array![[[1.0, 2.0], [3.0, 6.0]], [[0.0, 0.0], [4.0, 0.0]]];
    everywhere!(array![160.0, 320.0]; sum[0, 1, 2](t) .* v @ (0));
    let (x, v) = (x.into_dyn(), v.into_dyn());
    everywhere!(array![7.0, 17.0].into_dyn(); v @ (0) .- mean[0, 1](x));
}

/// Which axes a dynamic rank has follows from the maps, also from those around parts.
#[test]
fn a_mapped_part_and_a_map_beyond_it() {
    let (x, v) = (array![[1.0, 5.0], [2.0, 7.0], [3.0, 4.0]].into_dyn(), array![10.0, 20.0]);
    let want = array![[15.0, 25.0], [17.0, 27.0], [14.0, 24.0]].into_dyn();
    everywhere!(want; (v @ (1) .+ max[1](x)) .- (min[1](x) .+ min[1](x)) @ (0) .+ 2.0 .* min[1](x));
    let want = array![[11.0, 21.0], [12.0, 22.0], [13.0, 23.0]].into_dyn();
    everywhere!(want; v @ (1) .+ (2.0 .* min[1](x)) @ (0) .- min[1](x));
    let (p, q) = (array![1.0, 2.0].into_dyn(), array![10.0, 20.0].into_dyn());
    let mut y = array![[1.0, 2.0], [3.0, 6.0]].into_dyn();
    bcast!(let d = p; y .= sum[1](mean[0, 1](y) .- (d @ (0) .- q @ (1))));
    by_hand!(y, array![[34.0, 34.0], [32.0, 32.0]].into_dyn());
}

/// A part that is made of reductions over the same axes has the rank that they left, whatever numbers stand in it.
#[test]
fn a_map_with_too_many_axes_around_what_a_reduction_left() {
    let (x, k) = (array![[1.0, 2.0], [3.0, 4.0]].into_dyn(), 2.0);
    let t = bcast!(x @ (0, 1) .+ array![0.0, 0.0, 0.0].into_dyn() @ (2)).into_dyn();
    let refused = [
        try_bcast!(t .+ sqrt.(sum[1](x)) @ (1, 2)),
        try_bcast!(t .+ (sum[1](x) .* mean[1](x)) @ (1, 2)),
        try_bcast!(t .+ (k .* sum[1](x)) @ (1, 2)),
        try_bcast!(t .+ (arr0(k) .* sum[1](x)) @ (1, 2)),
    ];
    for refused in refused {
        let said = refused.unwrap_err().to_string();
        assert!(said.starts_with("try_bcast!: `sum[1](..) @ (1, 2)` has 1 axis, but 2 are expected"), "{said}");
    }
    assert!(try_bcast!(t .+ (k .* sum[1](x)) @ (1)).is_ok());
    // The operand beside it may stand behind it, and be an array of the rank of the part; a single value joins any.
    assert!(try_bcast!(t .+ (sum[1](x) .* k) @ (1)).is_ok());
    assert!(try_bcast!(t .+ (sum[1](x) .* x) @ (0, 1)).is_ok());
    assert!(try_bcast!(t .+ max.(minimum(x), max[0](x)) @ (1)).is_ok());
    // Reductions over different axes have the rank that they came from.
    let said = try_bcast!(t .+ (sum[2](t) .* mean[0](t)) @ (0, 1)).unwrap_err().to_string();
    assert!(said.starts_with("try_bcast!: `sum[2](..) @ (0, 1)` has 2 axes, but 1 is expected"), "{said}");
    assert!(try_bcast!(t .+ (x .* sum[2](t) .* mean[2](t)) @ (0, 1)).is_ok());
}

/// The same axes leave a single value of one array and an axis of another.
#[test]
fn a_mapped_part_of_reductions_of_different_ranks() {
    let (x, v) = (array![[1.0, 2.0], [3.0, 4.0]], array![10.0, 20.0]);
    everywhere!(array![90.0, 120.0]; (sum[0](v) .* max[0](x)) @ (0));
    let (x, v) = (x.into_dyn(), v.into_dyn());
    everywhere!(array![90.0, 120.0]; (sum[0](v) .* max[0](x)) @ (0));
}

/// What is kept of such a part is an array where one stands in it, whose rank only its size tells.
#[test]
fn a_costly_part_of_an_array_and_a_reduction_beside_another_reduction() {
    let (x, v) = (array![[1.0, 2.0], [3.0, 4.0]].into_dyn(), logs(array![1.0, 2.0]).into_dyn());
    let z = logs(array![1.0, 2.0]).into_dyn();
    let values = bcast!(let d = exp.(v .+ sum[0](z)); (d .* max[1](x), sum[0](d)));
    by_hand!(values.0, array![4.0, 16.0].into_dyn());
    by_hand!(values.1, arr0(6.0).into_dyn());
    let values = bcast!(let d = exp.(arr0(0.0) .+ max[1](x)); (d ./ exp.(max[1](x)) .+ x, sum[0](d)));
    by_hand!(values.0, array![[2.0, 3.0], [4.0, 5.0]].into_dyn());
}

#[test]
fn a_mapped_part_of_reductions_over_some_and_all_axes() {
    let (x, v) = (array![[1.0, 5.0], [2.0, 7.0], [3.0, 4.0]], array![10.0, 20.0]);
    let want = array![[13.0, 27.0], [13.0, 27.0], [13.0, 27.0]];
    everywhere!(want.clone(); x .* 0 .+ (max.(minimum(x), max[0](x)) .+ v) @ (1));
    let mut y = x.clone();
    bcast!(let d = sum[0](x) .+ v; y .= d @ (1));
    by_hand!(y, array![[16.0, 36.0], [16.0, 36.0], [16.0, 36.0]]);
    let x = x.into_dyn();
    everywhere!(want.into_dyn(); x .* 0 .+ (max.(minimum(x), max[0](x)) .+ v) @ (1));
}

/// A map of a part has an entry for each axis of the part, and a number has none.
#[test]
fn what_has_no_axes_has_none_to_map() {
    let (d, e) = (arr0(2.0).into_dyn(), array![3.0, 5.0].into_dyn());
    let t = Array3::from_elem((2, 2, 2), 1.0).into_dyn();
    for refused in [
        try_bcast!(t .* ((d .* 2) @ (2))),
        try_bcast!(let n = min[0](e); t .+ n @ (2)),
        try_bcast!(let n = min[0](e); sum[1](if t .> n @ (2) { t } else { n @ (2) })),
        try_bcast!(t .* ((d .* exp.(d)) @ (0))),
    ] {
        let error = refused.expect_err("a number along an axis");
        assert!(matches!(error, BroadcastError::Rank { rank: 0, expected: 1, .. }), "{error}");
    }
}

/// Beside something with axes a number may stand in such a part.
#[test]
fn numbers_in_mapped_parts() {
    let (d, e, x) = (arr0(2.0).into_dyn(), array![3.0, 5.0].into_dyn(), array![[0.0, 1.0], [2.0, 3.0]].into_dyn());
    let (logs, k) = (2_f64.ln(), 2.0);
    everywhere!(array![[6.0, 11.0], [8.0, 13.0]].into_dyn(); x .+ (e .* d) @ (1));
    everywhere!(array![[6.0, 11.0], [8.0, 13.0]].into_dyn(); x .+ (k .* e) @ (1));
    everywhere!(array![[3.0 + logs, 6.0 + logs], [5.0 + logs, 8.0 + logs]].into_dyn(); x .+ (ln.(d) .+ e) @ (1));
    everywhere!(array![[6.0, 9.0], [8.0, 11.0]].into_dyn(); x .+ (min[0](e) .+ e) @ (1));
    everywhere!(array![[6.0, 7.0], [4.0, 5.0]].into_dyn(); x .+ (sum(e) .- d .* (e .- d) @ (0)) @ (0));
}
