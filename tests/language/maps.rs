//! Axis maps `@ (..)`: where they bind, how they compose, how ranks join.

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, IxDyn, arr0, array};
use bcast::{bcast, try_bcast};

fn opposite(x: i32) -> i32 {
    -x
}

/// "`-f.(v) @ (1)` is `-(f.(v) @ (1))`".
#[test]
fn a_map_binds_tighter_than_any_operator() {
    let (x, v) = (array![[1, 2], [3, 4]], array![10, 20]);
    assert_eq!(bcast!(x .+ -opposite.(v) @ (1)), array![[11, 22], [13, 24]]);
    assert_eq!(bcast!(x .+ -v @ (0)), array![[-9, -8], [-17, -16]]);
    assert_eq!(bcast!(x .* v @ (1) .^ 2), array![[100, 800], [300, 1600]]);
    assert_eq!(bcast!(x .+ !v @ (1)), array![[-10, -19], [-8, -17]]);
    assert_eq!(bcast!(x .- v @ (1) .* v @ (0)), array![[-99, -198], [-197, -396]]);
    assert_eq!(bcast!(x.+v@(1)), array![[11, 22], [13, 24]]);
}

/// "`(v @ (1)) @ (0, 2)` lies along axis 2".
#[test]
fn maps_compose() {
    let v = array![1, 2, 3];
    let x = Array3::<i32>::zeros((2, 4, 3));
    let along_2 = Array3::from_shape_fn((2, 4, 3), |(_, _, k)| k as i32 + 1);
    assert_eq!(bcast!(x .+ (v @ (1)) @ (0, 2)), along_2);
    assert_eq!(bcast!(x .+ ((v @ (0)) @ (1)) @ (0, 2)), along_2);
    let rows = array![1, 2];
    let rows_and_columns = bcast!(x .+ (rows @ (0) .* v @ (1)) @ (0, 2));
    assert_eq!(rows_and_columns, Array3::from_shape_fn((2, 4, 3), |(i, _, k)| (i as i32 + 1) * (k as i32 + 1)));
}

/// "They apply to parenthesised subexpressions too", with scalars and literals inside of them.
#[test]
fn maps_on_subexpressions() {
    let m = array![[1, 2, 3], [4, 5, 6]];
    let v = array![10, 20, 30];
    let x = Array3::<i32>::zeros((2, 5, 3));
    let scalar = 1000;
    let expected = Array3::from_shape_fn((2, 5, 3), |(i, _, k)| 2 * (m[(i, k)] + v[k]) - 1000);
    assert_eq!(bcast!(x .+ (2 .* (m .+ v @ (1)) .- scalar) @ (0, 2)), expected);
    assert_eq!(bcast!((2 .* (m .+ v @ (1)) .- scalar) @ (0, 2) .+ x), expected);
    let zero = arr0(7);
    assert_eq!(bcast!(m .+ (v .* zero) @ (1)), array![[71, 142, 213], [74, 145, 216]]);
    let conditional = bcast!(m .+ (if v .> 15 { v } else { 0 }) @ (1));
    assert_eq!(conditional, array![[1, 22, 33], [4, 25, 36]]);
    let called = bcast!(m .+ max.(v, 15) @ (1));
    assert_eq!(called, array![[16, 22, 33], [19, 25, 36]]);
}

/// The same vector under different maps is two operands, under equal maps one.
#[test]
fn the_same_name_under_different_maps() {
    let v = array![1, 2, 3];
    assert_eq!(bcast!(v @ (0) .* 10 .+ v @ (1)), array![[11, 12, 13], [21, 22, 23], [31, 32, 33]]);
    assert_eq!(bcast!(v @ (0) .- v @ (0) .+ v @ (1)), array![[1, 2, 3], [1, 2, 3], [1, 2, 3]]);
}

/// "Several mapped operands may define the output alone", in any order.
#[test]
fn maps_alone() {
    let (a, b) = (array![1, 2], array![10, 20, 30]);
    let outer = array![[10, 20, 30], [20, 40, 60]];
    assert_eq!(bcast!(a @ (0) .* b @ (1)), outer);
    assert_eq!(bcast!(b @ (1) .* a @ (0)), outer);
    let m = bcast!(a @ (0) .* b @ (2) .+ array![0, 0, 0, 0] @ (1));
    assert_eq!(m.shape(), [2, 4, 3]);
    assert_eq!(m[(1, 3, 2)], 60);
    assert_eq!(bcast!(a @ (0) .+ 1), array![2, 3]);
    let tall = bcast!(a @ (0) .+ array![[1, 2, 3]] @ (0, 1));
    assert_eq!(tall, array![[2, 3, 4], [3, 4, 5]]);
}

/// "after a map, size-1 axes stretch too".
#[test]
fn mapped_axes_of_size_one_stretch() {
    let one = array![5];
    let x = array![[1, 2], [3, 4]];
    assert_eq!(bcast!(x .+ one @ (0)), array![[6, 7], [8, 9]]);
    assert_eq!(bcast!(x .+ one @ (1)), array![[6, 7], [8, 9]]);
    let row = array![[1, 2]];
    let v = array![10, 20, 30];
    assert_eq!(bcast!(row .+ v @ (0)), array![[11, 12], [21, 22], [31, 32]]);
}

/// `@ ()` fits rank 0.
#[test]
fn the_empty_map() {
    let (x, scalar, zero) = (array![1, 2], 5, arr0(7));
    assert_eq!(bcast!(x .+ scalar @ ()), array![6, 7]);
    assert_eq!(bcast!(x .+ zero @ ()), array![8, 9]);
    assert_eq!(bcast!((scalar .* zero) @ () .- x), array![34, 33]);
}

/// A trailing comma, as in Rust's own tuples, changes nothing.
#[test]
fn a_trailing_comma() {
    let (x, v) = (array![[1, 2], [3, 4]], array![10, 20]);
    assert_eq!(bcast!(x .+ v @ (1,)), bcast!(x .+ v @ (1)));
    assert_eq!(bcast!(x .+ x @ (0, 1,)), array![[2, 4], [6, 8]]);
}

/// The table of ranks: rank 0 beside everything, K beside K, a map below the rank and at it.
#[test]
fn the_table_of_ranks() {
    let (s, v, m) = (1.0, Array1::from_elem(2, 1.0), Array2::from_elem((2, 2), 1.0));
    let rank_0_and_0: f64 = bcast!(s .+ s);
    let rank_0_and_n: Array2<f64> = bcast!(s .+ m);
    let rank_n_and_0: Array2<f64> = bcast!(m .+ s);
    let rank_0_and_map: Array2<f64> = bcast!(s .+ v @ (0) .+ v @ (1));
    let rank_k_and_k: Array1<f64> = bcast!(v .+ v.view());
    let rank_k_and_map: Array2<f64> = bcast!(m .+ v @ (1));
    let map_and_rank_n: Array2<f64> = bcast!(v @ (0) .+ m);
    let map_and_map: Array3<f64> = bcast!(v @ (0) .+ m @ (1, 2));
    let map_at_the_rank: Array2<f64> = bcast!(m @ (0, 1) .+ m);
    assert_eq!(rank_0_and_0, 2.0);
    for sum in [rank_0_and_n, rank_n_and_0, rank_k_and_map, map_and_rank_n, map_at_the_rank] {
        assert_eq!(sum, Array2::from_elem((2, 2), 2.0));
    }
    assert_eq!(rank_0_and_map, Array2::from_elem((2, 2), 3.0));
    assert_eq!(rank_k_and_k.sum() + map_and_map.sum(), 4.0 + 16.0);
}

/// The same table when the ranks are known only at run time.
#[test]
fn the_table_of_dynamic_ranks() {
    let ones = |rank: usize| ArrayD::from_elem(IxDyn(&vec![2; rank]), 1.0);
    let s = 1.0;
    for n in 0..5 {
        let x = ones(n);
        assert_eq!(bcast!(s .+ x).ndim(), n);
        assert_eq!(bcast!(x .+ s).ndim(), n);
        for k in 0..5 {
            let y = ones(k);
            let result = try_bcast!(x .+ y);
            let fits = n == k || n == 0 || k == 0;
            assert_eq!(result.map(|sum| sum.ndim()).ok(), fits.then_some(n.max(k)), "ranks {n} and {k}");
        }
        let v = ones(1);
        assert_eq!(try_bcast!(x .+ v @ (2)).is_ok(), n > 2, "a map reaching axis 2 beside rank {n}");
        assert_eq!(try_bcast!(v @ (2) .+ x).is_ok(), n > 2, "a map reaching axis 2 beside rank {n}");
    }
}
