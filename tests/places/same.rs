//! Formulas of several passes, on arrays larger than blocks and leaves, beside the call without a place.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3, ArrayBase, Data, Dimension};

use crate::common::pieces::Pieces;

/// Elements that no sum of has the same bits in another order.
pub(crate) fn uneven(at: usize) -> f32 {
    ((at * 7919 % 1013) as f32 / 97.0).sin() * (1.0 + (at % 7) as f32)
}

pub(crate) fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(row, column)| uneven(row * columns + column))
}

pub(crate) fn bits<S: Data<Elem = f32>, D: Dimension>(array: &ArrayBase<S, D>) -> Vec<u32> {
    array.iter().map(|x| x.to_bits()).collect()
}

/// `same!(x, y; formula)`: the values of a formula, on every place.
macro_rules! same {
    ($rank:literal, $what:expr; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        for place in Pieces::all($rank) {
            let have = bcast!(#[on(&place)] $($formula)+);
            assert_eq!(have.shape(), want.shape(), "{place:?} of {}", $what);
            assert!(bits(&have) == bits(&want), "other bits on {place:?} of {}", $what);
        }
    };
}

const SHAPES: [(usize, usize); 6] = [(3, 5), (64, 100), (301, 257), (1500, 33), (40, 5000), (2, 40_000)];

#[test]
fn softmax_of_rows_and_of_columns() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        same!(2, "rows"; exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        same!(2, "columns"; exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))));
    }
}

#[test]
fn standardised() {
    for (rows, columns) in SHAPES {
        let (x, gamma) = (matrix(rows, columns), Array1::from_shape_fn(columns, uneven));
        same!(2, "layers"; (x .- mean[1](x)) ./ std[1](x) .* gamma @ (1));
        same!(2, "columns"; (x .- mean[0](x)) ./ std[0](x) .* gamma @ (1));
        same!(2, "transposed"; (x.t() .- mean[0](x.t())) .* 2.0);
    }
}

#[test]
fn around_what_is_cut() {
    let x = Array3::from_shape_fn((7, 130, 70), |(i, j, k)| uneven(i * 9100 + j * 70 + k));
    same!(3, "pages"; sum[0, 2](x .* x));
    same!(3, "rows"; sum[0, 1](x));
    same!(3, "lines"; x .- mean[1, 2](x) ./ max[0](x));
    let pixels = Array3::from_shape_fn((90, 110, 3), |(i, j, k)| uneven(i * 330 + j * 3 + k));
    same!(3, "pixels"; pixels .- mean[0, 1](pixels));
}

/// What is reduced runs along the lanes, where a last axis is very short and the largest operand is the same along it.
#[test]
fn sums_over_pairs_of_points() {
    for (n, m) in [(5, 100), (90, 310), (1, 200), (130, 81)] {
        let (p, q, g) = (matrix(n, 3), matrix(m, 3), matrix(n, m));
        same!(3, "second points"; sum[1](g @ (0, 1) .* (p @ (0, 2) .- q @ (1, 2))));
        same!(3, "first points"; sum[0](g @ (0, 1) .* (p @ (0, 2) .- q @ (1, 2))));
        same!(3, "distances"; exp.(-sum[2]((p @ (0, 2) .- q @ (1, 2)).^2)) .* g @ (0, 1));
    }
}

#[test]
fn single_values() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let halves = |a: f32, b: f32| a * 0.5 + b;
        let want = bcast!((sum(x), argmax(x), count(x .> 0), norm(x), fold[0, 1](x, 1.0, halves)));
        for place in Pieces::all(2) {
            let have = bcast!(#[on(&place)] (sum(x), argmax(x), count(x .> 0), norm(x), fold[0, 1](x, 1.0, halves)));
            assert_eq!(have, want, "{place:?} of {rows} rows of {columns}");
        }
    }
}

#[test]
fn in_place_and_after_one_another() {
    for (rows, columns) in SHAPES {
        let (x, old) = (matrix(rows, columns), matrix(rows, columns));
        let (mut want, mut total) = (old.clone(), Array1::<f32>::zeros(columns));
        let whole = bcast!(want .-= x .* 0.5; let s = sum[0](want); total .= s; want .*= s; sum(want));
        for place in Pieces::all(2) {
            let (mut have, mut sums) = (old.clone(), Array1::<f32>::zeros(columns));
            let on = bcast!(#[on(&place)] have .-= x .* 0.5; let s = sum[0](have); sums .= s; have .*= s; sum(have));
            assert_eq!(on.to_bits(), whole.to_bits(), "{place:?}");
            assert!(bits(&have) == bits(&want) && bits(&sums) == bits(&total), "{place:?}");
        }
    }
}

#[test]
fn what_runs_along_an_axis() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        same!(2, "rows"; cumsum[1](x .* 2.0) ./ (sum[1](x .* x) .+ 1.0));
        same!(2, "columns"; cumsum[0](x));
    }
}

/// Bits of what matrices give differ from those of the tree, which sums over what is cut.
#[test]
fn products_of_matrices() {
    let (a, b) = (matrix(60, 70), matrix(70, 80));
    let want = bcast!(sum[k](a @ (i, k) .* b @ (k, j)));
    let exact = a.mapv(f64::from).dot(&b.mapv(f64::from));
    let mut first: Option<Vec<u32>> = None;
    for count in [1, 2, 3, 7] {
        // Axis 0 of the product is kept.
        let kept = bcast!(#[on(&Pieces { count, axis: 0 })] sum[k](a @ (i, k) .* b @ (k, j)));
        assert!(bits(&kept) == bits(&want), "{count} pieces of a kept axis");
        // Axes are in order of first appearance: `k` is axis 1.
        let summed = bcast!(#[on(&Pieces { count, axis: 1 })] sum[k](a @ (i, k) .* b @ (k, j)));
        let far = summed.iter().zip(&exact).any(|(have, want)| (f64::from(*have) - want).abs() > 1e-3);
        assert!(!far, "{count} pieces of the axis that is summed");
        let first = first.get_or_insert_with(|| bits(&summed));
        assert!(*first == bits(&summed), "{count} pieces of the axis that is summed");
    }
}
