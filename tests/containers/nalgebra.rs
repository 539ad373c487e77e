//! Matrices and vectors of `nalgebra`.

use bcast::nalgebra::{DMatrix, DVector, Matrix2x3, Matrix3, RowVector3, SMatrix, Vector2, Vector3};
use bcast::ndarray::{Array1, arr1, arr2};
use bcast::{bcast, into, try_bcast};

use crate::array;

fn table(rows: usize, columns: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows, columns, |i, j| (10 * i + j) as f64)
}

#[test]
fn are_read_as_they_lie() {
    for (rows, columns) in [(2, 3), (1, 1), (1, 5), (5, 1), (70, 130), (0, 3), (3, 0)] {
        let (m, a) = (table(rows, columns), array(rows, columns));
        assert_eq!(bcast!(m .* 2 .+ a), bcast!(a .* 2 .+ a));
        assert_eq!(bcast!(m .- sum[0; keep](m .+ 0.5)), bcast!(a .- sum[0; keep](a .+ 0.5)), "{rows}x{columns}");
        assert_eq!(bcast!(sum[1](m)), bcast!(sum[1](a)));
        let v = DVector::from_fn(columns, |j, _| j as f64);
        assert_eq!(bcast!(m .* v @ (1)), bcast!(a .* (0..columns).map(|j| j as f64).collect::<Vec<f64>>() @ (1)));
    }
}

#[test]
fn static_sizes_and_views() {
    let m = Matrix2x3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
    let (v, w, row) = (Vector2::new(10.0, 20.0), Vector3::new(1.0, 10.0, 100.0), RowVector3::new(1.0, 10.0, 100.0));
    let expected = arr2(&[[11.0, 30.0, 310.0], [24.0, 70.0, 620.0]]);
    assert_eq!(bcast!(m .* w @ (1) .+ v @ (0)), expected);
    // A row is a matrix of one row, which stretches.
    assert_eq!(bcast!(m .* row .+ v @ (0)), expected);
    let large = table(6, 7);
    let (part, every) = (large.view((1, 2), (2, 3)), large.view_with_steps((0, 1), (2, 3), (1, 1)));
    assert_eq!(bcast!(part .+ 0.5), arr2(&[[12.5, 13.5, 14.5], [22.5, 23.5, 24.5]]));
    assert_eq!(bcast!(every .+ 0.5), arr2(&[[1.5, 3.5, 5.5], [21.5, 23.5, 25.5]]));
    assert_eq!(bcast!(large.column(3) .+ 0.5), Array1::from_shape_fn(6, |i| (10 * i + 3) as f64 + 0.5));
    assert_eq!(bcast!(sum(large.row(2))), (20 * 7 + 21) as f64);
}

#[test]
fn are_targets() {
    let (mut m, a) = (table(4, 3), array(4, 3));
    bcast!(m .= a .+ 1);
    assert_eq!(m, DMatrix::from_fn(4, 3, |i, j| (10 * i + j + 1) as f64));
    bcast!(m .*= Vector3::new(0.0, 1.0, 2.0) @ (1));
    assert_eq!(m[(3, 2)], 66.0);
    let mut small = Matrix3::<i32>::zeros();
    bcast!(small .= (0..3) @ (0) .* 10 .+ (0..3) @ (1));
    assert_eq!(small, Matrix3::new(0, 1, 2, 10, 11, 12, 20, 21, 22));
    let mut part = m.view_mut((1, 0), (2, 2));
    bcast!(part .= -1);
    let want = DMatrix::from_row_slice(4, 3, &[0.0, 2.0, 6.0, -1.0, -1.0, 26.0, -1.0, -1.0, 46.0, 0.0, 32.0, 66.0]);
    assert_eq!(m, want);
    let mut v = Vector3::zeros();
    bcast!(v .= sum[0](m));
    assert_eq!(v, Vector3::new(-2.0, 32.0, 144.0));
    let wrong = array(3, 4);
    let error = try_bcast!(m .+= wrong).unwrap_err().to_string();
    assert!(error.contains("m") && error.contains("wrong"), "{error}");
    assert_eq!(m, want);
}

#[test]
fn results_become_them() {
    let a = array(2, 3);
    let m: DMatrix<f64> = into(bcast!(a .+ 1));
    assert_eq!(m, DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, 11.0, 12.0, 13.0]));
    let m: SMatrix<f64, 2, 3> = into(bcast!(a.t().t() .* 2));
    assert_eq!(m, Matrix2x3::new(0.0, 2.0, 4.0, 20.0, 22.0, 24.0));
    let v: Vector2<f64> = into(bcast!(sum[1](a)));
    assert_eq!(v, Vector2::new(3.0, 33.0));
    let v: DVector<f64> = into(bcast!(sum[0](a)));
    assert_eq!(v, DVector::from_vec(vec![10.0, 12.0, 14.0]));
}

#[test]
#[should_panic(expected = "bcast: an array of 2x3 does not become a matrix of 3x3")]
fn that_do_not_fit() {
    let _: Matrix3<f64> = into(array(2, 3));
}

#[test]
#[should_panic(expected = "bcast: an array of 2 does not become a vector of 3")]
fn vectors_that_do_not_fit() {
    let _: Vector3<f64> = into(arr1(&[1.0, 2.0]));
}

/// `nalgebra`'s own products, beside a contraction.
#[test]
fn products() {
    let (a, b) = (table(5, 4), table(4, 6));
    let want = &a * &b;
    let have: DMatrix<f64> = into(bcast!(sum[k](a @ (i, k) .* b @ (k, j))));
    assert_eq!(have, want);
}
