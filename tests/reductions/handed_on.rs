//! Reductions that are all of a call: their results are written where they stay.

use bcast::ndarray::prelude::*;
use bcast::ndarray::s;
use bcast::{BroadcastError, bcast, try_bcast};

/// Small integers: every sum is exact, in any order.
fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 5) % 11) as f64 - 4.0)
}

fn of_rows(x: &Array2<f64>) -> Array1<f64> {
    x.rows().into_iter().map(|row| row.iter().sum()).collect()
}

#[test]
fn to_results_and_targets_of_every_kind() {
    for (rows, columns) in [(1, 1), (1, 5), (5, 1), (3, 3), (8, 8), (20, 20), (17, 64), (40, 30), (3, 200), (200, 3)] {
        let (x, turned) = (matrix(rows, columns), matrix(columns, rows));
        let sums = of_rows(&x);
        assert_eq!(bcast!(sum[1](x)), sums);
        assert_eq!(bcast!(sum[0](turned.t().t())), of_rows(&turned.t().to_owned()));
        assert_eq!(bcast!(mean[1](x .* 2)), &sums * 2.0 / columns as f64);
        assert_eq!(bcast!(sum[1; keep](x)).shape(), [rows, 1]);
        let mut target = Array1::from_elem(rows, 0.5);
        bcast!(target .= sum[1](x));
        assert_eq!(target, sums);
        let mut every_other = Array1::from_elem(2 * rows, 0.5);
        bcast!(every_other[..;2] .= sum[1](x));
        assert_eq!(every_other.slice(s![..;2]), sums);
        assert!(every_other.slice(s![1..;2]).iter().all(|&element| element == 0.5));
        let mut backwards = Array1::from_elem(rows, 0.5);
        let mut view = backwards.slice_mut(s![..;-1]);
        bcast!(view .= sum[1](x));
        assert_eq!(backwards.slice(s![..;-1]), sums);
    }
}

#[test]
fn targets_that_do_not_fit_keep_their_elements() {
    let x = matrix(5, 4);
    for len in [1, 3] {
        let mut target = Array1::from_elem(len, 0.5);
        assert!(matches!(try_bcast!(target .= sum[1](x)), Err(BroadcastError::Target { .. })));
        assert_eq!(target, Array1::from_elem(len, 0.5));
    }
}

#[test]
fn one_result_stretches_to_a_target() {
    let (x, mut target) = (matrix(1, 4), Array1::zeros(3));
    bcast!(target .= sum[1](x));
    assert_eq!(target, Array1::from_elem(3, x.sum()));
}

/// The target has final values only: none of those that were on their way to it.
#[test]
fn a_panic_leaves_the_target_as_it_was() {
    let (x, mut target) = (matrix(6, 5), Array1::from_elem(6, 0.5));
    let most = |x: f64| if x == x_at(5, 4) { panic!("the last one") } else { x };
    let call = std::panic::AssertUnwindSafe(|| bcast!(target .= sum[1](most.(x))));
    assert!(std::panic::catch_unwind(call).is_err());
    assert_eq!(target, Array1::from_elem(6, 0.5));
}

fn x_at(i: usize, j: usize) -> f64 {
    matrix(6, 5)[[i, j]]
}
