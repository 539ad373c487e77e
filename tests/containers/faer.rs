//! Matrices, columns and rows of `faer`.

use bcast::faer::{Col, Mat, Row};
use bcast::ndarray::{self, Array1, arr1, arr2};
use bcast::structure::Diagonal;
use bcast::{bcast, into};

use crate::array;

fn table(rows: usize, columns: usize) -> Mat<f64> {
    Mat::from_fn(rows, columns, |i, j| (10 * i + j) as f64)
}

#[test]
fn are_read_as_they_lie() {
    for (rows, columns) in [(2, 3), (1, 1), (1, 5), (5, 1), (70, 130), (0, 3), (3, 0)] {
        let (m, a) = (table(rows, columns), array(rows, columns));
        assert_eq!(bcast!(m .* 2 .+ a), bcast!(a .* 2 .+ a), "{rows}x{columns}");
        assert_eq!(bcast!(sum[1](m)), bcast!(sum[1](a)));
        let view = m.as_ref();
        assert_eq!(bcast!(view.transpose() .+ 0.5), bcast!(a.t() .+ 0.5));
        assert_eq!(bcast!(view.reverse_rows_and_cols() .+ 0.5), bcast!(a[..;-1, ..;-1] .+ 0.5));
    }
    let m = table(6, 7);
    assert_eq!(bcast!(m.as_ref().submatrix(1, 2, 2, 3) .+ 0.5), arr2(&[[12.5, 13.5, 14.5], [22.5, 23.5, 24.5]]));
}

#[test]
fn columns_and_rows() {
    let (column, row) = (Col::from_fn(2, |i| 10.0 * (i + 1) as f64), Row::from_fn(3, |j| j as f64));
    let m = table(2, 3);
    let want = arr2(&[[10.0, 12.0, 14.0], [30.0, 32.0, 34.0]]);
    assert_eq!(bcast!(m .+ column @ (0) .+ row @ (1)), want);
    assert_eq!(bcast!(m .+ column.as_ref() @ (0) .+ row.as_ref() @ (1)), want);
    assert_eq!(bcast!(m.col(2) .+ 1), arr1(&[3.0, 13.0]));
    assert_eq!(bcast!(m.row(1) .+ 1), arr1(&[11.0, 12.0, 13.0]));
    assert_eq!(bcast!(sum(column) .+ sum(row)), 33.0);
}

#[test]
fn diagonal_matrices() {
    for n in [0, 1, 3, 70] {
        let column = Col::from_fn(n, |i| (i + 1) as f64);
        let (a, d) = (array(n, n), column.as_diagonal());
        let want = ndarray::Array2::from_shape_fn((n, n), |(i, j)| if i == j { (i + 1) as f64 } else { 0.0 });
        assert_eq!(bcast!(d .+ a), bcast!(want .+ a), "{n}");
        assert_eq!(bcast!(d .* 2), bcast!(#[structured] Diagonal::new(d) .* 2 .+ 0));
        let owned = column.clone().into_diagonal();
        assert_eq!(bcast!(owned .- a), bcast!(want .- a), "{n}");
        let have = bcast!(#[structured] Diagonal::new(&owned) ./ 4);
        assert_eq!(have.diagonal(), &Array1::from_iter((1..=n).map(|i| i as f64 / 4.0)));
        let mut owned = owned;
        let mut target = Diagonal::new(&mut owned);
        bcast!(#[structured] target .*= 3);
        assert_eq!(owned.column_vector(), Col::from_fn(n, |i| (3 * i + 3) as f64).as_ref());
        let mut both = column.clone();
        let mut target = Diagonal::new(both.as_mut().reverse_rows_mut());
        bcast!(#[structured] target .+= Diagonal::new(d));
        assert_eq!(both, Col::from_fn(n, |i| (i + 1 + n - i) as f64));
        let backwards = Diagonal::new(column.as_ref().reverse_rows());
        assert_eq!(bcast!(backwards .+ 0), bcast!(want[..;-1, ..;-1] .+ 0));
    }
}

#[test]
fn are_targets() {
    let (mut m, a) = (table(4, 3), array(4, 3));
    bcast!(m .= a .* 2);
    bcast!(m .+= Col::from_fn(4, |i| i as f64) @ (0));
    assert_eq!(m, Mat::from_fn(4, 3, |i, j| (20 * i + 2 * j + i) as f64));
    let mut part = m.as_mut().submatrix_mut(1, 0, 2, 2);
    bcast!(part .= 0.5);
    bcast!(m.as_mut().transpose_mut() .*= 2);
    let want =
        Mat::from_fn(4, 3, |i, j| if (1..3).contains(&i) && j < 2 { 1.0 } else { 2.0 * (21 * i + 2 * j) as f64 });
    assert_eq!(m, want);
    let (mut column, mut row) = (Col::<f64>::zeros(4), Row::<f64>::zeros(3));
    bcast!(column .= sum[1](a));
    bcast!(row .= sum[0](a));
    assert_eq!(column, Col::from_fn(4, |i| (30 * i + 3) as f64));
    assert_eq!(row, Row::from_fn(3, |j| (60 + 4 * j) as f64));
}

#[test]
fn results_become_them() {
    let a = array(2, 3);
    let m: Mat<f64> = into(bcast!(a .+ 1));
    assert_eq!(m, Mat::from_fn(2, 3, |i, j| (10 * i + j + 1) as f64));
    let column: Col<f64> = into(bcast!(sum[1](a)));
    assert_eq!(column, Col::from_fn(2, |i| (30 * i + 3) as f64));
    let row: Row<f64> = into(Array1::from_vec(vec![1.0, 2.0]));
    assert_eq!(row, Row::from_fn(2, |j| (j + 1) as f64));
}
