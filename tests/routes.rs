//! Which route calls take. The sizes at which one gives way to another are those of builds with debug assertions, where
//! routes are noted.
#![cfg(debug_assertions)]

use bcast::__private::Route::{self, Alike, Blocks, Contraction, Copied, Direct, EachDirect, Empty, Planned, Tree};
use bcast::__private::routes;
use bcast::ndarray::{Array, Array1, Array2, Array3, s};
use bcast::{bcast, explain};

fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array::from_shape_fn((rows, columns), |(row, column)| (row * 7 + column * 3) as f64 % 5. + 1.)
}

#[track_caller]
fn takes(expected: &[Route], call: impl FnOnce()) {
    assert_eq!(routes(call), expected);
}

/// A table: a call, and its routes, which `explain!` knows beforehand.
macro_rules! table {
    ($($name:ident: [$($route:ident),*] = { $(let $bound:pat = $value:expr;)* bcast!($($call:tt)*) };)*) => {
        $(#[test]
        #[allow(unused_mut)]
        fn $name() {
            let expected: &[Route] = &[$($route),*];
            takes(expected, || { $(let $bound = $value;)* let _ = bcast!($($call)*); });
            $(let $bound = $value;)*
            let explained = explain!($($call)*);
            assert_eq!(explained.routes(), expected, "{explained}");
        })*
    };
}

fn vector(len: usize) -> Array1<f64> {
    Array::from_shape_fn(len, |at| at as f64)
}

fn cube() -> Array3<f64> {
    Array::from_shape_fn((2, 3, 4), |(i, j, k)| (i * j + k) as f64)
}

mod one_pass {
    use super::*;

    table! {
        arrays_of_the_same_sizes: [Alike] = { let (a, b) = (matrix(3, 4), matrix(3, 4)); bcast!(a .+ b) };
        an_array_and_a_number: [Alike] = { let (a, k) = (matrix(3, 4), 2.); bcast!(a .+ k) };
        three_axes: [Alike] = { let a = cube(); bcast!(a .+ a) };
        ranks_that_types_do_not_know: [Alike] = { let a = matrix(3, 4).into_dyn(); bcast!(a .+ a) };
        an_axis_map: [Direct] = { let (a, v) = (matrix(3, 4), vector(4)); bcast!(a .+ v @ (1)) };
        a_row_that_is_stretched: [Direct] = { let (a, b) = (matrix(3, 4), matrix(1, 4)); bcast!(a .+ b) };
        every_second_row: [Alike] = { let a = matrix(6, 4); let a = a.slice(s![..;2, ..]); bcast!(a .+ 1.) };
        parts_of_a_matrix: [Alike] = { let a = matrix(5, 6); bcast!(a[1.., 2..] .- a[..-1, ..-2]) };
        a_part_and_a_whole: [Direct] = { let (a, b) = (matrix(6, 6), matrix(4, 4)); bcast!(a[1..-1, 1..-1] .+ b) };
        no_element: [Empty] = { let a = matrix(0, 4); bcast!(a .+ a) };
        few_elements_transposed: [Copied] = { let (a, b) = (matrix(3, 4), matrix(4, 3)); bcast!(a .+ b.t()) };
        every_second_of_few_columns: [Copied] = { let a = matrix(3, 8); bcast!(a.slice(s![.., ..;2]) .+ 1.) };
        a_column_assigned: [Copied] = { let (mut a, v) = (matrix(4, 3), vector(4)); bcast!(a[.., 0] .= v) };
        a_transposed_target: [Copied] = {
            let (mut a, b) = (matrix(4, 3), matrix(3, 4));
            let mut turned = a.view_mut().reversed_axes();
            bcast!(turned .+= b)
        };
        more_elements_transposed: [Planned] = { let a = matrix(20, 20); let b = a.t(); bcast!(a .+ b) };
        enough_for_threads: [Planned] = { let a = matrix(300, 300); bcast!(a .+ a) };
        many_short_rows: [Planned] = { let a = matrix(100, 6); bcast!(a.slice(s![.., ..3]) .+ 1.) };
        many_streams: [Planned] = {
            let (a, b, c, d) = (matrix(3, 4), matrix(3, 4), matrix(3, 4), matrix(3, 4));
            bcast!(
                (a .+ b .+ c .+ d) .* (a.t().t() .+ b.t().t() .+ c.t().t() .+ d.t().t())
                    ./ (a.view() .+ b.view() .+ c.view() .+ d.view())
            )
        };
    }
}

mod several_passes {
    use super::*;

    table! {
        a_small_sum: [EachDirect] = { let a = matrix(3, 4); bcast!(sum(a)) };
        small_rows_standardised: [EachDirect] = { let a = matrix(3, 4); bcast!(a .- mean[1; keep](a)) };
        a_column_of_small_sums: [EachDirect] = {
            let (mut a, b) = (matrix(3, 4), matrix(3, 4));
            bcast!(a[.., 1] .= sum[1](b))
        };
        a_small_column_normed: [EachDirect] = {
            let mut a = matrix(3, 4);
            let mut column = a.column_mut(1);
            bcast!(column ./= sum(column))
        };
        column_sums: [Tree] = { let a = matrix(100, 100); bcast!(sum[0](a)) };
        column_sums_assigned: [Tree] = {
            let a = matrix(100, 100);
            let mut out = Array1::<f64>::zeros(100);
            bcast!(out .= sum[0](a))
        };
        column_sums_added: [Tree, Direct] = {
            let a = matrix(100, 100);
            let mut out = Array1::<f64>::zeros(100);
            bcast!(out .+= sum[0](a))
        };
        column_sums_of_what_is_assigned: [Tree, Direct] = {
            let a = matrix(100, 100);
            let mut out = matrix(1, 100);
            bcast!(out .= sum[0; keep](a .* out))
        };
        column_sums_stretched: [Tree, Direct] = {
            let a = matrix(100, 100);
            let mut out = matrix(100, 100);
            bcast!(out .= sum[0](a))
        };
        a_sum_of_all: [Tree] = { let a = matrix(100, 100); bcast!(sum(a)) };
        nothing_to_add: [Tree] = { let a = matrix(0, 100); bcast!(sum[0](a)) };
        softmax_of_rows: [Blocks] = {
            let a = matrix(300, 300);
            bcast!(exp.(a .- max[1; keep](a)) ./ sum[1; keep](exp.(a .- max[1; keep](a))))
        };
    }
}

mod contractions {
    use super::*;

    table! {
        alone: [Contraction] = { let (a, b) = (matrix(5, 4), matrix(4, 3)); bcast!(sum[k](a @ (i, k) .* b @ (k, j))) };
        before_a_pass: [EachDirect, Contraction] = {
            let (a, b, v) = (matrix(5, 4), matrix(4, 3), vector(3));
            bcast!(exp.(sum[k](a @ (i, k) .* b @ (k, j)) .+ v @ (j)))
        };
        of_a_large_result: [Contraction, Planned] = {
            let (a, b) = (matrix(200, 20), matrix(20, 200));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j)) .+ 1)
        };
        in_a_batch: [Contraction] = {
            let (a, b) = (matrix(24, 8).into_shape_with_order((3, 8, 8)).unwrap(), cube_of(3, 8, 8));
            bcast!(sum[k](a @ (b, i, k) .* b @ (b, k, j)))
        };
        by_a_factor_along_no_summed_axis: [Contraction] = {
            let (a, b, c) = (matrix(5, 4), matrix(4, 3), matrix(5, 3));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j)))
        };
        by_a_computed_one: [Planned, Contraction] = {
            let (a, b, c) = (matrix(5, 4), matrix(4, 3), matrix(5, 3));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* exp.(c @ (i, j))))
        };
        by_numbers: [Contraction] = {
            let (a, b, s) = (matrix(5, 4), matrix(4, 3), 3.);
            bcast!(sum[1](2.5 .* a @ (0, 1) .* s .* 2 .* b @ (1, 2)))
        };
        by_a_plain_array: [Contraction] = {
            let (a, b, c) = (matrix(5, 4), matrix(4, 3), cube_of(5, 1, 3));
            bcast!(sum[1](a @ (0, 1) .* b @ (1, 2) .* c))
        };
        by_a_plain_array_along_the_summed_axis: [Tree] = {
            let (a, b, c) = (matrix(5, 4), matrix(4, 3), cube_of(5, 4, 3));
            bcast!(sum[1](a @ (0, 1) .* b @ (1, 2) .* c))
        };
        before_a_pass_that_multiplies: [EachDirect, Contraction] = {
            let (a, b, c) = (matrix(5, 4), matrix(4, 3), matrix(5, 3));
            bcast!(exp.(mean[k](c @ (i, j) .* a @ (i, k) .* b @ (k, j))))
        };
        tiny_ones_in_a_batch: [Tree] = {
            let (a, b) = (cube_of(30, 3, 3), cube_of(30, 3, 3));
            bcast!(sum[k](a @ (b, i, k) .* b @ (b, k, j)))
        };
        few_rows_and_a_large_matrix: [Tree] = {
            let (a, b) = (matrix(3, 200), matrix(200, 200));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j)))
        };
        more_rows_and_a_large_matrix: [Contraction] = {
            let (a, b) = (matrix(4, 200), matrix(200, 200));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j)))
        };
        few_rows_and_a_large_matrix_turned_round: [Contraction] = {
            let (a, b) = (matrix(3, 200), matrix(200, 200));
            bcast!(sum[k](a @ (i, k) .* b @ (j, k)))
        };
        a_matrix_and_one_column: [Tree] = {
            let (a, b) = (matrix(5, 4), matrix(4, 1));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j)))
        };
        integers: [Tree] = {
            let (a, b) = (matrix(5, 4).mapv(|a| a as i64), matrix(4, 3).mapv(|b| b as i64));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j)))
        };
        nothing_to_sum: [Tree] = {
            let (a, b) = (matrix(5, 0), matrix(0, 3));
            bcast!(sum[k](a @ (i, k) .* b @ (k, j)))
        };
    }

    fn cube_of(a: usize, b: usize, c: usize) -> Array3<f64> {
        Array::from_shape_fn((a, b, c), |(i, j, k)| (i + j * k) as f64)
    }
}
