//! What does not compile yet: a module of this test once it does.

use bcast::bcast;
use bcast::ndarray::*;

#[test]
fn arithmetic_on_what_is_left_under_a_map() {
    let x = Array3::from_shape_fn((5, 3, 4), |(i, j, k)| (i * 100 + j * 10 + k) as i64);
    let y = Array2::from_shape_fn((5, 4), |(i, k)| (i * i + k) as i64);
    let v = array![4_i64, 3, 2, 1];
    let sum = y.sum_axis(Axis(0));
    assert_eq!(bcast!(x .* (sum[0](y) .+ 1) @ (2)), &x * &(&sum + 1));
    assert_eq!(bcast!(x .* (v .- sum[0](y)) @ (2)), &x * &(&v - &sum));
    assert_eq!(bcast!(x .* (sum[0](y) .* sum[0](y)) @ (2)), &x * &(&sum * &sum));
    let rows = y.sum_axis(Axis(1));
    assert_eq!(bcast!(y .* (sum[1](y) .+ 1) @ (0)), &y * &(rows + 1).insert_axis(Axis(1)));
}

#[test]
fn a_target_in_two_passes() {
    let start = array![[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]];
    let mut y = start.clone();
    bcast!(y .-= mean[0](y); y ./= 2);
    assert_eq!(y, array![[-0.75, 0.75, -0.75], [0.75, -0.75, 0.75]]);
    let (mut y, mut z) = (start.clone(), start.clone());
    bcast!(y .= y .+ 1; z .= z .- mean[0](z); z .+= y);
    assert_eq!(z, array![[0.5, 7.5, 2.5], [6.5, 1.5, 8.5]]);
}

#[test]
fn a_name_from_before_the_assignment() {
    let mut y = array![[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]];
    let m = bcast!(let m = mean[0](y); y .= y .- m; m);
    assert_eq!(m, array![2.5, 3.5, 4.5]);
}

#[test]
fn plain_assignments_of_two_ranks() {
    let (mut t, mut y) = (array![0.0, 0.0, 0.0], array![[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]]);
    bcast!(t .+= sum[0](y); y .*= 2; t .-= 1);
    assert_eq!((t[0], y[[0, 0]]), (4.0, 2.0));
}
