//! Reductions into targets, of targets, and targets of several ranks.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, ArrayViewMut2, Axis, Ix1, Ix2, Ix3, array, s};

use crate::common::layouts::{Named, Stored};

/// Whole numbers: sums are exact in any order.
fn whole(shape: &[usize], layout: Named) -> Stored<i64> {
    Stored::sampled(shape, &layout.of_rank(shape.len()), 23)
}

#[test]
fn in_every_layout() {
    for from in Named::ALL {
        for to in Named::TARGETS {
            for (rows, columns) in [(3, 5), (1, 1), (2, 300), (70, 65), (300, 3), (0, 3), (3, 0), (200, 130)] {
                let stored = whole(&[rows, columns], from);
                let x = stored.view().into_dimensionality::<Ix2>().expect("two axes");
                let (down, right) = (x.sum_axis(Axis(0)), x.sum_axis(Axis(1)));

                let mut target = Stored::<i64>::blank(&[columns], &to.of_rank(1));
                let mut view = target.view_mut().into_dimensionality::<Ix1>().expect("one axis");
                bcast!(view .= sum[0](x));
                assert_eq!(target.values(), down.to_vec(), "{from:?} into {to:?}");
                assert!(target.gaps_untouched());

                let mut target = Stored::<i64>::blank(&[rows], &to.of_rank(1));
                let mut view = target.view_mut().into_dimensionality::<Ix1>().expect("one axis");
                bcast!(view .= sum[1](x) .+ 1);
                assert_eq!(target.values(), (&right + 1).to_vec(), "{from:?} into {to:?}");
                assert!(target.gaps_untouched());

                // Read and written at once: the sums are those of before.
                let mut target = Stored::<i64>::blank(&[rows, columns], &to.of_rank(2));
                let mut view = target.view_mut().into_dimensionality::<Ix2>().expect("two axes");
                view.assign(&x);
                bcast!(view .= view .* 2 .- sum[1](view) .- sum[0](view));
                let want = &x * 2 - right.view().insert_axis(Axis(1)) - &down;
                assert_eq!(target.values(), want.iter().copied().collect::<Vec<_>>(), "{from:?} into {to:?}");
                assert!(target.gaps_untouched());
            }
        }
    }
}

#[test]
fn a_reduction_stretches_into_a_larger_target() {
    let x = array![[1, 5, 3], [4, 2, 6]];
    let mut y = Array2::zeros((2, 3));
    bcast!(y .= sum[0](x) @ (1));
    assert_eq!(y, array![[5, 7, 9], [5, 7, 9]]);
    bcast!(y .= sum[1](x) @ (0));
    assert_eq!(y, array![[9, 9, 9], [12, 12, 12]]);
    bcast!(y .= sum[1; keep](x));
    assert_eq!(y, array![[9, 9, 9], [12, 12, 12]]);
    bcast!(y .= sum[0](x));
    assert_eq!(y, array![[5, 7, 9], [5, 7, 9]]);
    bcast!(y .+= sum(x));
    assert_eq!(y, array![[26, 28, 30], [26, 28, 30]]);
}

#[test]
fn of_several_ranks() {
    let x = Array2::from_shape_fn((70, 90), |(i, j)| ((i * 90 + j) % 31) as i64);
    let (mut total, mut down, mut right, mut all) = (0, Array1::zeros(90), Array1::zeros(70), Array2::zeros((70, 90)));
    bcast!(total .= sum(x); down .= sum[0](x); right .= sum[1](x); all .= x .- max[1](x));
    assert_eq!((total, &down, &right), (x.sum(), &x.sum_axis(Axis(0)), &x.sum_axis(Axis(1))));
    let most = x.map_axis(Axis(1), |row| *row.iter().max().expect("some")).insert_axis(Axis(1));
    assert_eq!(all, &x - &most);
    let (mean, place) = bcast!(right .-= sum[1](x); all .= x .* sum[0](x); (sum(x) ./ 2, argmax[0](x)));
    assert_eq!(right, Array1::zeros(70));
    assert_eq!(all, &x * &x.sum_axis(Axis(0)));
    assert_eq!(mean, x.sum() / 2);
    assert_eq!(place[0], bcast!(argmax(x.column(0))));
}

#[test]
fn assignments_that_lie_alike() {
    let x = Array2::from_shape_fn((70, 90), |(i, j)| ((i * 90 + j) % 31) as i64);
    let most = x.map_axis(Axis(1), |row| *row.iter().max().expect("some")).insert_axis(Axis(1));
    let sum = x.sum_axis(Axis(1)).insert_axis(Axis(1));
    let (mut a, mut b, mut c) = (x.clone(), x.clone(), x.clone());
    bcast!(a .+= x .- max[1](x); b .= x .* sum[1](x); c .= a .+ b .- x);
    assert_eq!(a, &x + &x - &most);
    assert_eq!(b, &x * &sum);
    assert_eq!(c, &a + &b - &x);
}

#[test]
fn what_targets_held_before() {
    let start = array![[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]];
    let mut y = start.clone();
    let mut v = Array1::zeros(3);
    bcast!(v .= sum[0](y); y .= y .- mean[0](y));
    assert_eq!(v, array![5.0, 7.0, 9.0]);
    assert_eq!(y, array![[-1.5, 1.5, -1.5], [1.5, -1.5, 1.5]]);
    let mut y = start.clone();
    bcast!(y .-= min[0](y) .+ max[1](y));
    assert_eq!(y, array![[-5.0, -2.0, -5.0], [-3.0, -6.0, -3.0]]);
    let mut y = start.clone();
    bcast!(let d = y .- mean[0](y); y .= d .* d);
    assert_eq!(y, array![[2.25, 2.25, 2.25], [2.25, 2.25, 2.25]]);
    let (mut y, mut z) = (start.clone(), start.clone());
    bcast!(y .= y .- sum[1](z); z .= z .* 2);
    assert_eq!((y[[0, 0]], z[[0, 0]]), (-8.0, 2.0));
}

#[test]
fn what_was_assigned_is_read_afterwards() {
    let start = array![[1.0_f64, 2.0], [3.0, 4.0]];
    let (mut y, mut z) = (start.clone(), Array2::zeros((2, 2)));
    bcast!(y .= y ./ sum[1](y); z .= y);
    assert_eq!(z, y);
    let (mut y, mut z) = (start.clone(), Array2::zeros((2, 2)));
    bcast!(y .= y ./ sum[1](y); z .= y .* max(start));
    assert_eq!(z, &y * 4.0);
    let mut y = start.clone();
    let doubled = bcast!(y .= y ./ sum[1](y); y .* 2);
    assert_eq!(doubled, &y * 2.0);
}

/// A number is assigned before the passes that read it run.
#[test]
fn a_number_that_was_assigned_is_read_afterwards() {
    let x = array![[1.0_f64, 2.0], [3.0, 4.0]];
    let (mut s, mut t, mut y) = (100.0, 100.0, Array2::zeros((2, 2)));
    bcast!(s .= sum(x); y .= x .* s);
    assert_eq!((s, &y), (10.0, &(&x * 10.0)));
    bcast!(s .= max(x); t .= s .+ 1; y .= x .* t);
    assert_eq!((s, t, &y), (4.0, 5.0, &(&x * 5.0)));
    let (product, least) = bcast!(s .= min(x) .+ 1; (x .* s, min(x) .+ s));
    assert_eq!((s, product, least), (2.0, &x * 2.0, 3.0));
    let d = array![1.0, 2.0];
    let exps = bcast!(s .= sum(d); exp.(s .* d @ (0)) .* x);
    assert_eq!(exps, bcast!(exp.(3.0 .* d @ (0)) .* x));
}

#[test]
fn what_was_computed_from_the_old_is_not_taken_for_the_new() {
    let start = array![[1.0_f64, 2.0], [3.0, 4.0]];
    let (mut y, mut z) = (start.clone(), Array2::zeros((2, 2)));
    bcast!(y .= exp.(y) ./ sum[1](exp.(y)); z .= exp.(y));
    assert_eq!(z, y.mapv(f64::exp));
    let mut y = start.clone();
    let after = bcast!(y .= y ./ sum[1](exp.(y)); exp.(y));
    assert_eq!(after, y.mapv(f64::exp));
}

#[test]
fn parts_of_arrays() {
    let mut x = Array2::from_shape_fn((6, 8), |(i, j)| (i * 8 + j) as i64);
    let copy = x.clone();
    {
        let (mut left, right): (ArrayViewMut2<i64>, _) = x.view_mut().split_at(Axis(1), 4);
        bcast!(left .= left .- sum[1](right));
    }
    let want = &copy.slice(s![.., ..4]) - &copy.slice(s![.., 4..]).sum_axis(Axis(1)).insert_axis(Axis(1));
    assert_eq!(x.slice(s![.., ..4]), want);
    assert_eq!(x.slice(s![.., 4..]), copy.slice(s![.., 4..]));
    let mut list = vec![0; 8];
    bcast!(list .= sum[0](copy));
    assert_eq!(list, copy.sum_axis(Axis(0)).to_vec());
    let mut fixed = [0; 6];
    bcast!(fixed .+= argmax[1](copy));
    assert_eq!(fixed, [7; 6]);
}

#[test]
fn large_ones_in_parallel() {
    let x = whole(&[40, 50, 300], Named::Permuted);
    let x = x.view().into_dimensionality::<Ix3>().expect("three axes");
    let (mut a, mut b) = (Array2::zeros((40, 300)), Array1::zeros(50));
    bcast!(a .= sum[1](x); b .= sum[0, 2](x));
    assert_eq!(a, x.sum_axis(Axis(1)));
    assert_eq!(b, x.sum_axis(Axis(2)).sum_axis(Axis(0)));
}
