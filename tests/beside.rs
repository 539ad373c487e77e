//! Rows and columns of small matrices that are reduced beside the elements themselves: all sizes around those at which
//! the engine goes another way, all layouts. Numbers are small integers, so sums are exact in any order.

use bcast::ndarray::{Array1, Array2, ArrayView2, Axis, ShapeBuilder, s};
use bcast::{bcast, try_bcast};
use std::cell::Cell;

fn number(at: usize) -> f64 {
    ((at * 7 + at / 5) % 11) as f64 - 3.0
}

fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| number(i * columns + j))
}

/// Sizes around those at which the engine goes another way.
fn sizes() -> impl Iterator<Item = (usize, usize)> {
    let longer = [(20, 3), (3, 20), (30, 2), (33, 2), (64, 2), (2, 64), (65, 2), (100, 4), (5, 80), (20, 20), (1, 300)];
    (1..=13).flat_map(|rows| (1..=13).map(move |columns| (rows, columns))).chain(longer)
}

/// The same matrix by columns, turned round, and as a part of a larger one.
fn in_other_layouts(m: &Array2<f64>, f: impl Fn(ArrayView2<f64>)) {
    let (rows, columns) = m.dim();
    let mut by_columns = Array2::zeros((rows, columns).f());
    by_columns.assign(m);
    f(by_columns.view());
    let turned = m.t().to_owned();
    f(turned.t());
    let mut larger = Array2::from_elem((rows + 2, columns + 1), f64::NAN);
    larger.slice_mut(s![1..=rows, ..columns]).assign(m);
    f(larger.slice(s![1..=rows, ..columns]));
}

/// A matrix of each size in each layout.
fn in_each_size(f: impl Fn(ArrayView2<f64>)) {
    for (rows, columns) in sizes() {
        let m = matrix(rows, columns);
        f(m.view());
        in_other_layouts(&m, &f);
    }
}

/// What is computed of each row, or column, by plain loops.
fn of_rows(x: ArrayView2<f64>, of: impl Fn(&[f64]) -> f64) -> Array1<f64> {
    x.axis_iter(Axis(0)).map(|row| of(&row.to_vec())).collect()
}

fn of_columns(x: ArrayView2<f64>, of: impl Fn(&[f64]) -> f64) -> Array1<f64> {
    of_rows(x.t(), of)
}

fn sum(of: &[f64]) -> f64 {
    of.iter().sum()
}

fn most(of: &[f64]) -> f64 {
    of.iter().fold(f64::NEG_INFINITY, |most, &x| if x > most { x } else { most })
}

fn place(of: &[f64]) -> f64 {
    of.iter().position(|&x| x == most(of)).unwrap() as f64
}

/// A matrix of what is computed of each element, its row's and its column's number.
fn each(x: ArrayView2<f64>, of: impl Fn(f64, usize, usize) -> f64) -> Array2<f64> {
    Array2::from_shape_fn(x.raw_dim(), |(i, j)| of(x[[i, j]], i, j))
}

#[test]
fn one_reduction() {
    in_each_size(|x| {
        let (rows, columns) = (x.nrows() as f64, x.ncols() as f64);
        let (by_row, by_column) = (of_rows(x, sum), of_columns(x, sum));
        assert_eq!(bcast!(x .- sum[1](x)), each(x, |x, i, _| x - by_row[i]));
        assert_eq!(bcast!(x .- sum[0](x)), each(x, |x, _, j| x - by_column[j]));
        assert_eq!(bcast!(2 .* x .- mean[1](x)), each(x, |x, i, _| 2.0 * x - by_row[i] / columns));
        assert_eq!(bcast!(mean[0](x) .- x), each(x, |x, _, j| by_column[j] / rows - x));
        let (by_row, by_column) = (of_rows(x, most), of_columns(x, most));
        assert_eq!(bcast!(x .* max[1](x)), each(x, |x, i, _| x * by_row[i]));
        assert_eq!(bcast!(x .* max[0](x)), each(x, |x, _, j| x * by_column[j]));
        let (by_row, by_column) = (of_rows(x, place), of_columns(x, place));
        assert_eq!(bcast!(x .+ f64.(argmax[1](x))), each(x, |x, i, _| x + by_row[i]));
        assert_eq!(bcast!(x .+ f64.(argmax[0](x))), each(x, |x, _, j| x + by_column[j]));
        let above = |of: &[f64]| of.iter().filter(|&&x| x > 2.0).count() as f64;
        let (by_row, by_column) = (of_rows(x, above), of_columns(x, above));
        assert_eq!(bcast!(x .+ f64.(count[1](x .> 2))), each(x, |x, i, _| x + by_row[i]));
        assert_eq!(bcast!(x .+ f64.(count[0](x .> 2))), each(x, |x, _, j| x + by_column[j]));
    });
}

#[test]
fn several_reductions() {
    in_each_size(|x| {
        let (by_row, by_column) = (of_rows(x, sum), of_columns(x, sum));
        let all: f64 = by_row.sum();
        assert_eq!(bcast!(x .* sum[1](x) .- sum[0](x)), each(x, |x, i, j| x * by_row[i] - by_column[j]));
        assert_eq!(bcast!(x .* sum[1](x) .- sum(x)), each(x, |x, i, _| x * by_row[i] - all));
        // A stage reads what another one has yielded, along the other axis, along the same, and over all.
        let less = each(x, |x, i, _| x - by_row[i]);
        let (of_row, of_column) = (of_rows(less.view(), most), of_columns(less.view(), sum));
        assert_eq!(bcast!(x .- sum[0](x .- sum[1](x))), each(x, |x, _, j| x - of_column[j]));
        assert_eq!(bcast!(x .- max[1](x .- sum[1](x))), each(x, |x, i, _| x - of_row[i]));
        assert_eq!(bcast!(sum(x .- sum[1](x))), less.sum());
        let (y, low) =
            (each(x, |x, _, j| x + j as f64), of_columns(x, |of| -most(&of.iter().map(|x| -x).collect::<Vec<_>>())));
        let beside = bcast!(y .* max[1](x) .+ min[0](x) .* 3 .- x);
        let by_row = of_rows(x, most);
        assert_eq!(beside, each(x, |x, i, j| (x + j as f64) * by_row[i] + low[j] * 3.0 - x));
    });
}

/// A part that is kept for the last pass, and functions, which kernels take by groups.
#[test]
fn softmax() {
    in_each_size(|x| {
        let made = bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        let across = bcast!(exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))));
        let (row, column) = (of_rows(x, most), of_columns(x, most));
        let (e, f) = (each(x, |x, i, _| (x - row[i]).exp()), each(x, |x, _, j| (x - column[j]).exp()));
        let (row, column) = (of_rows(e.view(), sum), of_columns(f.view(), sum));
        for ((i, j), &made) in made.indexed_iter() {
            assert!((made - e[[i, j]] / row[i]).abs() < 1e-14, "{:?} {i} {j}", x.dim());
            assert!((across[[i, j]] - f[[i, j]] / column[j]).abs() < 1e-14, "{:?} {i} {j}", x.dim());
        }
    });
}

/// The rows of one matrix beside another that has other columns: these are not alike.
#[test]
fn beside_other_sizes() {
    for (rows, columns, others) in [(3, 3, 4), (3, 5, 3), (4, 1, 3), (1, 4, 4), (3, 2, 1), (2, 7, 3)] {
        let (x, y) = (matrix(rows, columns), matrix(rows, others));
        let by_row = of_rows(x.view(), sum);
        assert_eq!(bcast!(y .- sum[1](x)), each(y.view(), |y, i, _| y - by_row[i]));
        let (x, y) = (matrix(columns, rows), matrix(others, rows));
        let by_column = of_columns(x.view(), sum);
        assert_eq!(bcast!(y .- sum[0](x)), each(y.view(), |y, _, j| y - by_column[j]));
    }
    let (mut out, x, y) = (Array2::from_elem((3, 3), 7.0), matrix(3, 3), matrix(4, 3));
    assert!(try_bcast!(out .= y .- sum[1](x)).is_err() && try_bcast!(out .= x .- sum[1](y)).is_err());
    assert_eq!(out, Array2::from_elem((3, 3), 7.0));
}

/// Targets that are read, and other types.
#[test]
fn targets_and_types() {
    in_each_size(|x| {
        let (by_row, by_column) = (of_rows(x, sum), of_columns(x, sum));
        let mut out = x.to_owned();
        bcast!(out .-= sum[1](x));
        assert_eq!(out, each(x, |x, i, _| x - by_row[i]));
        let mut own = x.to_owned();
        bcast!(own .= own .- sum[0](own));
        assert_eq!(own, each(x, |x, _, j| x - by_column[j]));
        let (single, whole, byte) = (x.mapv(|x| x as f32), x.mapv(|x| x as i64), x.mapv(|x| (x + 3.0) as u8));
        assert_eq!(bcast!(single .- sum[1](single)).mapv(f64::from), each(x, |x, i, _| x - by_row[i]));
        assert_eq!(bcast!(whole .- sum[0](whole)).mapv(|x| x as f64), each(x, |x, _, j| x - by_column[j]));
        let most = of_rows(x, most);
        assert_eq!(bcast!(max[1](byte) .- byte).mapv(f64::from), each(x, |x, i, _| most[i] - x));
        assert_eq!(bcast!(byte .== max[1](byte)), Array2::from_shape_fn(x.raw_dim(), |(i, j)| x[[i, j]] == most[i]));
        let pair = x.mapv(|x| (x, 1_u8));
        assert_eq!(bcast!(pair .== max[1](pair)), Array2::from_shape_fn(x.raw_dim(), |(i, j)| x[[i, j]] == most[i]));
    });
}

/// A function of the user's is called once for each element of its stage.
#[test]
fn functions_are_called_once() {
    thread_local!(static CALLS: Cell<usize> = const { Cell::new(0) });
    fn counted(x: f64) -> f64 {
        CALLS.set(CALLS.get() + 1);
        x + 1.0
    }
    in_each_size(|x| {
        let by_row = of_rows(x, sum);
        CALLS.set(0);
        let made = bcast!(#[serial] x .- sum[1](counted.(x)) .- max[0](x));
        assert_eq!(CALLS.get(), x.len(), "{:?}", x.dim());
        let (by_column, columns) = (of_columns(x, most), x.ncols() as f64);
        assert_eq!(made, each(x, |x, i, j| x - by_row[i] - columns - by_column[j]));
        // What comes behind does not fit beside it.
        let y = Array2::<f64>::ones((x.nrows(), x.ncols() + 1));
        CALLS.set(0);
        assert_eq!(bcast!(#[serial] y .- sum[1](counted.(x))), each(y.view(), |y, i, _| y - by_row[i] - columns));
        assert_eq!(CALLS.get(), x.len(), "{:?}", x.dim());
    });
}

/// The bits do not depend on the layout, which decides the way.
#[test]
fn bits_are_those_of_other_layouts() {
    fn each_of(x: ArrayView2<f64>) -> [Array2<f64>; 6] {
        [
            bcast!(x .- sum[1](x)),
            bcast!(x .- mean[0](x)),
            bcast!(x .* sum[1](sqrt.(x)) .- prod[0](x)),
            bcast!((x .- mean[0](x)) ./ std[0](x)),
            bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))),
            bcast!(exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x)))),
        ]
    }
    for (rows, columns) in sizes() {
        let m = matrix(rows, columns).mapv(|x| (x * 0.37 + 2.0).powf(1.3));
        let bits = |of: [Array2<f64>; 6]| of.map(|made| made.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
        let straight = bits(each_of(m.view()));
        in_other_layouts(&m, |x| assert!(bits(each_of(x)) == straight, "{rows}x{columns}"));
    }
}
