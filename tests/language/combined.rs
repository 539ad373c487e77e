//! Names, slices, look-ups and axes as values beside each other; results by hand.

use bcast::bcast;
use bcast::ndarray::{Array2, array};

#[test]
fn look_ups_beside_names() {
    let (table, i) = (array![10.0, 20.0, 30.0], array![2, 0]);
    let b = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    assert_eq!(bcast!(at.(table, i @ (j)) .* b @ (j, k)), array![[30.0, 60.0, 90.0], [40.0, 50.0, 60.0]]);
    assert_eq!(bcast!(at.(b, i @ (j) .% 2, i @ (k))), array![[3.0, 1.0], [3.0, 1.0]]);
}

#[test]
fn slices_with_names() {
    let b = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    assert_eq!(bcast!(#[axes(k, j)] b[.., 1..] @ (j, k) .+ b[.., ..-1] @ (j, k)), array![[3.0, 9.0], [5.0, 11.0]]);
    assert_eq!(bcast!(sum[k](b[.., 1..] @ (j, k))), array![5.0, 11.0]);
    let mut out = Array2::<f64>::zeros((3, 3));
    bcast!(out[1.., ..] @ (j, k) .= b @ (j, k));
    assert_eq!(out, array![[0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
}

#[test]
fn slices_and_axes_as_values() {
    let (b, v, dims) = (array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], array![10.0, 20.0, 30.0], [1]);
    assert_eq!(bcast!(b[1.., ..] .+ v @ {dims}), array![[14.0, 25.0, 36.0]]);
    assert_eq!(bcast!(sum[-1](b[0, ..] @ (-1) .+ b)), array![12.0, 21.0]);
}
