//! How reductions go over their elements: which axes are the loops and which the lanes, what a leaf takes, and where
//! shapes and memory change it. The rules are those of `bcast-runtime/src/engine/reduce`.
#![cfg(debug_assertions)]

use bcast::__private::traversals;
use bcast::explain::Pass;
use bcast::ndarray::{Array, Array1, Array2, Array3, Array4, ShapeBuilder, s};
use bcast::{bcast, explain};

fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array::from_elem((rows, columns), 1.)
}

/// A table: a call, and how it goes over what it reduces, which `explain!` knows beforehand.
macro_rules! table {
    ($($name:ident: $expected:literal = { $(let $bound:pat = $value:expr;)* bcast!($($call:tt)*) };)*) => {
        $(#[test]
        fn $name() {
            $(let $bound = $value;)*
            assert_eq!(traversals(|| { let _ = bcast!($($call)*); }), [$expected]);
            let explained = explain!($($call)*);
            let traversals = explained.passes().iter().filter_map(Pass::traversal);
            assert_eq!(traversals.collect::<Vec<_>>(), [$expected], "{explained}");
        })*
    };
}

table! {
    rows: "kept [0], reduced [], lanes [1]: along a row" = {
        let x = matrix(600, 1000); bcast!(sum[1](x))
    };
    long_rows: "kept [0], reduced [], lanes [1]: along a row, in 7 leaves" = {
        let x = matrix(4, 100_000); bcast!(sum[1](x))
    };
    columns: "kept [], reduced [0], lanes [1]: across, 64 rows a leaf" = {
        let x = matrix(1000, 600); bcast!(sum[0](x))
    };
    short_rows: "kept [], reduced [1], lanes [0]: one by one, 3 elements each" = {
        let x = matrix(100_000, 3); bcast!(sum[1](x))
    };
    rows_that_fill_no_group: "kept [], reduced [1], lanes [0]: one by one, 15 elements each" = {
        let x = matrix(50_000, 15); bcast!(sum[1](x))
    };
    rows_that_fill_no_run: "kept [0], reduced [], lanes [1]: along a short row" = {
        let x = matrix(10_000, 63); bcast!(sum[1](x))
    };
    rows_of_a_few_runs: "kept [0], reduced [], lanes [1]: along a short row" = {
        let x = matrix(10_000, 255); bcast!(sum[1](x))
    };
    functions_of_short_rows: "kept [0], reduced [], lanes [1]: along a short row, 16 rows end to end" = {
        let x = matrix(10_000, 63); bcast!(sum[1](exp.(x)))
    };
    places_in_short_rows: "kept [], reduced [1], lanes [0]: across, 63 rows a leaf" = {
        let x = matrix(10_000, 63); bcast!(argmax[1](x))
    };
    shorter_rows_across_memory: "kept [], reduced [1], lanes [0]: across, 20 rows a leaf, taken in turns" = {
        let x = matrix(20, 6000); bcast!(sum[1](x.t()))
    };
    rows_that_tiles_turn: "kept [0], reduced [], lanes [1]: along a short row" = {
        let x = matrix(19, 6000); bcast!(sum[1](x.t()))
    };
    short_rows_across_memory: "kept [], reduced [1], lanes [0]: across, 200 rows a leaf, taken in turns" = {
        let x = matrix(200, 6000); bcast!(sum[1](x.t()))
    };
    few_columns: "kept [], reduced [0], lanes [1]: across, 16384 rows a leaf, 256 of them end to end" = {
        let x = matrix(100_000, 3); bcast!(sum[0](x))
    };
    rows_of_a_transposed_matrix: "kept [], reduced [1], lanes [0]: across, 1000 rows a leaf, taken in turns" = {
        let x = matrix(1000, 600); bcast!(sum[1](x.t()))
    };
    columns_of_a_transposed_matrix: "kept [], reduced [0], lanes [1]: across, 64 rows a leaf" = {
        let x = matrix(1000, 600); bcast!(sum[0](x.t()))
    };
    all: "kept [], reduced [0], lanes [1]: along rows, 27 rows a leaf" = {
        let x = matrix(1000, 601); bcast!(sum(x.slice(s![.., ..600])))
    };
    all_of_long_rows: "kept [], reduced [0], lanes [1]: along rows, each in 2 leaves" = {
        let x = matrix(50, 20_001); bcast!(sum(x.slice(s![.., ..20_000])))
    };
    all_of_short_rows: "kept [], reduced [0], lanes [1]: along rows, 5440 of 100000 end to end a leaf" = {
        let x = matrix(100_000, 4); bcast!(sum(x.slice(s![.., ..3])))
    };
    all_bytes_of_a_picture: "kept [], reduced [], lanes [0, 1, 2]: along a row, in 6 leaves" = {
        let x = Array3::<u8>::ones((400, 600, 3)); bcast!(max(x))
    };
    what_is_true_of_each_picture: "kept [0], reduced [], lanes [1, 2]: along a row" = {
        let x = Array3::<u8>::ones((400, 600, 3)); bcast!(count[1, 2](x .> 3))
    };
    what_does_not_run_on: "kept [], reduced [0, 1], lanes [2]: along rows, 5440 of 120000 end to end a leaf" = {
        let x = Array3::<u8>::ones((400, 600, 3)); bcast!(max(x.slice(s![.., ..;2, ..])))
    };
    small_matrices: "kept [], reduced [2], lanes [0, 1]: one by one, 3 elements each" = {
        let x = Array3::<f64>::ones((100_000, 3, 3)); bcast!(sum[2](x))
    };
    small_matrices_in_larger_ones: "kept [1], reduced [2], lanes [0]: across, 3 rows a leaf" = {
        let x = Array3::<f64>::ones((100_000, 4, 3)); bcast!(sum[2](x.slice(s![.., ..3, ..])))
    };
    columns_of_small_matrices: "kept [2], reduced [1], lanes [0]: across, 3 rows a leaf" = {
        let x = Array3::<f64>::ones((100_000, 3, 3)); bcast!(sum[1](x))
    };
    columns_of_wide_matrices: "kept [2], reduced [1], lanes [0]: across, 3 rows a leaf" = {
        let x = Array3::<f64>::ones((2000, 3, 16)); bcast!(sum[1](x))
    };
    columns_of_wide_matrices_with_gaps: "kept [0], reduced [1], lanes [2]: across, 3 rows a leaf" = {
        let x = Array3::<f64>::ones((2000, 3, 17)); bcast!(sum[1](x.slice(s![.., .., ..16])))
    };
    first_and_last_axis: "kept [1], reduced [0], lanes [2]: along rows, 50 rows a leaf" = {
        let x = Array3::<f64>::ones((50, 60, 200)); bcast!(sum[0, 2](x))
    };
    pixels: "kept [], reduced [0, 1], lanes [2]: across, 16384 rows a leaf, 256 of them end to end" = {
        let x = Array3::<f64>::ones((400, 600, 3)); bcast!(mean[0, 1](x))
    };
    channels: "kept [], reduced [2], lanes [0, 1]: one by one, 3 elements each" = {
        let x = Array3::<f64>::ones((400, 600, 3)); bcast!(mean[2](x))
    };
    middle_axis: "kept [0], reduced [1], lanes [2]: across, 60 rows a leaf" = {
        let x = Array3::<f64>::ones((400, 60, 30)); bcast!(sum[1](x))
    };
    attention: "kept [0, 1, 2], reduced [], lanes [3]: along a short row" = {
        let x = Array4::<f32>::ones((8, 12, 64, 64)); bcast!(max[3](x))
    };
    axes_of_size_1: "kept [1], reduced [], lanes [2]: along a row" = {
        let x = Array3::<f64>::ones((1, 600, 1000)); bcast!(sum[0, 2](x))
    };
    column_major: "kept [], reduced [1], lanes [0]: across, 1000 rows a leaf, taken in turns" = {
        let x = Array2::<f64>::ones((600, 1000).f()); bcast!(sum[1](x))
    };
    beside_a_vector: "kept [0], reduced [], lanes [1]: along a row" = {
        let (x, v) = (matrix(600, 1000), Array1::<f64>::ones(1000)); bcast!(max[1](x .* v @ (1)))
    };
}
