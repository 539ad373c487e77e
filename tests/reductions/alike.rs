//! Small reductions of several operands, which are alike or not: of other sizes, other layouts, single values.

use bcast::ndarray::{Array1, Array2, ArrayView1, ArrayView2, s};
use bcast::{bcast, try_bcast};

const LENGTHS: [usize; 12] = [0, 1, 2, 3, 7, 8, 16, 63, 64, 65, 130, 300];
const SIZES: [usize; 7] = [1, 2, 3, 5, 17, 20, 66];

/// Numbers of which no two that are near are the same.
fn number(at: usize) -> i64 {
    (at * at % 41) as i64 - 19
}

/// Vectors of so many numbers, each of which lies otherwise.
fn vectors<R>(len: usize, first: usize, mut see: impl FnMut(ArrayView1<i64>) -> R) {
    let plain = Array1::from_shape_fn(len, |i| number(first + i));
    see(plain.view());
    see(plain.slice(s![..;-1]));
    let stepped = Array1::from_shape_fn(3 * len, |i| number(first + i));
    see(stepped.slice(s![..;3]));
    let columns = Array2::from_shape_fn((len, 4), |(i, j)| number(first + 5 * i + j));
    see(columns.column(2));
}

/// The same of matrices.
fn matrices<R>((rows, columns): (usize, usize), first: usize, mut see: impl FnMut(ArrayView2<i64>) -> R) {
    let of = |(i, j): (usize, usize)| number(first + 7 * i + j);
    let plain = Array2::from_shape_fn((rows, columns), of);
    see(plain.view());
    see(plain.slice(s![..;-1, ..]));
    see(Array2::from_shape_fn((columns, rows), of).t());
    see(Array2::from_shape_fn((rows, columns + 2), of).slice(s![.., 1..columns + 1]));
    see(Array2::from_shape_fn((rows, 2 * columns), of).slice(s![.., ..;2]));
}

#[test]
fn vectors_of_all_lengths_and_layouts() {
    for len in LENGTHS {
        vectors(len, 3, |x| {
            let scaled = 5_i64;
            assert_eq!(bcast!(sum(x .* scaled .- x)), x.iter().map(|x| 5 * x - x).sum(), "{len}");
            assert_eq!(bcast!(count(x .> 0)), x.iter().filter(|&&x| x > 0).count(), "{len}");
            for (of_y, is_one) in [(len, false), (1, true)] {
                vectors(of_y, 11, |y| {
                    let y_at = |i: usize| y[if is_one { 0 } else { i }];
                    let sum: i64 = x.iter().enumerate().map(|(i, &x)| x * y_at(i)).sum();
                    assert_eq!(bcast!(sum(x .* y)), sum, "{len} {of_y}");
                    assert_eq!(bcast!(sum(y .* x)), sum, "{len} {of_y}");
                    let both: i64 = x.iter().enumerate().map(|(i, &x)| (x - y_at(i)).pow(2) + x).sum();
                    assert_eq!(bcast!(sum((x .- y) .^ 2 .+ x)), both, "{len} {of_y}");
                    if len > 0 {
                        let largest = x.iter().enumerate().map(|(i, &x)| x + y_at(i)).max();
                        assert_eq!(Some(bcast!(max(x .+ y))), largest, "{len} {of_y}");
                    }
                });
            }
        });
    }
}

#[test]
fn vectors_of_different_lengths_do_not_fit() {
    for (of_x, of_y) in [(2_usize, 3_usize), (3, 2), (64, 65), (65, 64), (0, 2), (300, 299)] {
        vectors(of_x, 1, |x| {
            vectors(of_y, 2, |y| {
                let error = try_bcast!(sum(x .* y)).unwrap_err().to_string();
                assert!(error.contains(&of_x.to_string()) && error.contains(&of_y.to_string()), "{error}");
            });
        });
    }
}

#[test]
fn matrices_of_all_sizes_and_layouts() {
    for rows in SIZES {
        for columns in SIZES {
            matrices((rows, columns), 2, |a| {
                for of_b in [(rows, columns), (1, columns), (rows, 1), (1, 1)] {
                    matrices(of_b, 9, |b| {
                        let at = |i: usize, j: usize| a[[i, j]] * b[[i % of_b.0, j % of_b.1]];
                        let of_rows = Array1::from_shape_fn(rows, |i| (0..columns).map(|j| at(i, j)).sum::<i64>());
                        let of_columns = Array1::from_shape_fn(columns, |j| (0..rows).map(|i| at(i, j)).sum::<i64>());
                        let case = format!("{rows}x{columns} {of_b:?}");
                        assert_eq!(bcast!(sum(a .* b)), of_rows.sum(), "{case}");
                        assert_eq!(bcast!(sum[1](a .* b)), of_rows, "{case}");
                        assert_eq!(bcast!(sum[0](b .* a)), of_columns, "{case}");
                        // Targets that run on, or do not.
                        let mut wide = Array2::from_elem((columns, 3), -1);
                        let mut column = wide.column_mut(1);
                        bcast!(column .= sum[0](a .* b));
                        assert_eq!(wide.column(1), of_columns, "{case}");
                        assert!(wide.column(0).iter().chain(wide.column(2)).all(|&other| other == -1), "{case}");
                        let mut out = Array1::zeros(rows);
                        bcast!(out .= sum[1](a .* b));
                        assert_eq!(out, of_rows, "{case}");
                    });
                }
            });
        }
    }
}

#[test]
fn matrices_of_different_sizes_do_not_fit() {
    let (a, b) = (Array2::<i64>::zeros((3, 4)), Array2::<i64>::zeros((3, 5)));
    assert!(try_bcast!(sum(a .* b)).is_err());
    assert!(try_bcast!(sum[0](a .* b)).is_err());
    assert!(try_bcast!(sum[1](a .* b)).is_err());
    let mut out = Array1::zeros(2);
    assert!(try_bcast!(out .= sum[1](a)).is_err(), "three rows");
    assert!(try_bcast!(out .= sum[0](a)).is_err(), "four columns");
}
