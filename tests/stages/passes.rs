//! Several passes of one call, values shared between them, and reductions under maps.

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

#[test]
fn beside_what_an_earlier_one_left() {
    let x = Array3::from_shape_fn((4, 5, 6), |(i, j, k)| (i * 100 + j * j * 10 + k) as i64);
    let sum = x.sum_axis(Axis(0));
    assert_eq!(bcast!(let s = sum[0](x); s .- sum[0](s)), &sum - &sum.sum_axis(Axis(0)));
    assert_eq!(bcast!(sum[0](x) .- sum[1](sum[0](x))), &sum - &sum.sum_axis(Axis(1)).insert_axis(Axis(1)));
}

#[test]
fn a_let_that_reads_a_target_beside_two_ranks() {
    let (mut v, mut y) = (array![0.0, 0.0, 0.0], array![[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]]);
    bcast!(let a = y .* 2; v .= sum[0](a); y .= a);
    assert_eq!((v[0], y[[0, 0]]), (10.0, 2.0));
}

#[test]
fn equal_texts_inside_and_outside_of_maps() {
    let (x, v, k) = (array![[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]], array![1.0, 2.0, 3.0], 2.0);
    assert_eq!(bcast!(x .+ (v .+ 1) @ (1) .+ ((v .+ 1) .* k) @ (1))[[0, 0]], 7.0);
}

#[test]
fn equal_texts_of_two_types() {
    fn five<T: From<u8>>(_: f64) -> T {
        T::from(5)
    }
    let (p, q): (Array1<u8>, Array1<f32>) = bcast!((five.(array![0.0]), five.(array![0.0])));
    assert_eq!((p[0], q[0]), (5, 5.0));
    let x = array![1.0, 2.0];
    let (p, q): (Array1<u8>, Array1<f32>) = bcast!((five.(x), five.(x)));
    assert_eq!((p[0], q[0]), (5, 5.0));
}

#[test]
fn a_target_along_another_axis_than_its_reduction() {
    let n = if cfg!(debug_assertions) { 300 } else { 900 };
    let start = Array2::from_shape_fn((n, n), |(i, j)| ((i * 7 + j * 13) % 31) as i64);
    let sums = start.sum_axis(Axis(1));
    let (mut y, mut z) = (Array2::zeros((n, n)), Array2::zeros((n, n)));
    bcast!(y .= start .- sum[1](start); z .= y .+ sum[1](start) @ (1));
    let centred = &start - &sums.clone().insert_axis(Axis(1));
    assert!(y == centred);
    assert!(z == &centred + &sums, "the new elements are read throughout");
}

#[test]
fn values_that_lie_alike() {
    let x = Array2::from_shape_fn((7, 9), |(i, j)| ((i * 5 + j * 3) % 11) as f64 + 1.0);
    let y = Array2::from_shape_fn((7, 1), |(i, _)| i as f64 - 2.5);
    let sum = x.sum_axis(Axis(1)).insert_axis(Axis(1));
    let (p, q) = bcast!((x .- sum[1](x), x ./ sum[1](x)));
    assert_eq!((p, q), (&x - &sum, &x / &sum));
    let (p, q, r) = bcast!((x .- sum[1](x), y .* sum[1](y), x ./ sum[0](x)));
    assert_eq!((p, q), (&x - &sum, &y * &y));
    assert_eq!(r, &x / &x.sum_axis(Axis(0)));
    let c = &x - &(&sum / 9.0);
    let variance = (&c * &c).sum_axis(Axis(1)).insert_axis(Axis(1)) / 9.0;
    let (p, q, m) = bcast!(let c = x .- mean[1](x); (c ./ sqrt.(mean[1](c .* c)), c .+ max[1](x), mean[1](x)));
    assert!((&p - &(&c / &variance.sqrt())).iter().all(|d| d.abs() < 1e-12));
    let most = x.map_axis(Axis(1), |row| row.fold(0.0, |a: f64, &b| a.max(b))).insert_axis(Axis(1));
    assert!((&q - &(&c + &most)).iter().all(|d| d.abs() < 1e-12));
    assert_eq!(m.shape(), [7]);
    let (p, q) = bcast!((x .- sum(x), f32.(x) .* f32.(max(x))));
    assert_eq!((p[[0, 0]], q[[0, 0]]), (x[[0, 0]] - x.sum(), 11.0));
    let (d, e) = (x.clone().into_dyn(), y.clone().into_dyn());
    let (p, q) = bcast!((d .* e .- sum[1; keep](d), d .+ e .+ sum[1; keep](d)));
    assert_eq!((p, q), ((&x * &y - &sum).into_dyn(), (&x + &y + &sum).into_dyn()));
}

#[test]
fn more_operands_than_small_passes_have_bits_for() {
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    let v = array![1.0, 10.0];
    let (a, b, c, d, e, f, g, h) = (&v, &v, &v, &v, &v, &v, &v, &v);
    let (i, j, k, l, m, n, o, p) = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
    let sums = bcast!(a .+ b .+ c .+ d .+ e .+ f .+ g .+ h .+ i .+ j .+ k .+ l .+ m .+ n .+ o .+ p .+ sum[1](x));
    assert_eq!(sums, array![8.0 + 8.0 + 3.0, 80.0 + 8.0 + 7.0]);
}
