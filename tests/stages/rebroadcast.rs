//! Reductions beside what they came from, beside what is left, and beside each other, with sizes that tell axes apart.

use bcast::bcast;
use bcast::ndarray::*;

use crate::common::layouts::{Named, Stored};
use crate::support::EVERY_CHOICE;

/// 5, 3, 4: a wrong axis is a wrong size.
fn cube(layout: Named) -> Stored<i64> {
    Stored::sampled(&[5, 3, 4], &layout.of_rank(3), 17)
}

fn fixed<T, D: Dimension>(view: ArrayViewD<'_, T>) -> ArrayView<'_, T, D> {
    view.into_dimensionality().expect("the rank asked for")
}

/// The sum over some axes, which keep the size 1.
fn total(x: ArrayView3<i64>, axes: &[usize]) -> Array3<i64> {
    let mut sum = x.to_owned();
    for &axis in axes {
        sum = sum.sum_axis(Axis(axis)).insert_axis(Axis(axis));
    }
    sum
}

/// A sum beside what it came from, in every form, over axes that are literals or values.
macro_rules! beside_the_source {
    ($name:ident: $given:ident [$($axes:tt)+]) => {
        fn $name($given: &[usize]) {
            for layout in Named::ALL {
                let stored = cube(layout);
                let x: ArrayView3<i64> = fixed(stored.view());
                let want = &x - &total(x, $given);
                let case = format!("{layout:?} over {:?}", $given);
                assert_eq!(bcast!(x .- sum[$($axes)+](x)), want, "{case}");
                assert_eq!(bcast!(x .- sum[$($axes)+; keep](x)), want, "kept, {case}");
                assert_eq!(bcast!(-(sum[$($axes)+](x) .- x)), want, "the other way round, {case}");
                assert_eq!(bcast!(#[serial] x .- sum[$($axes)+](x)), want, "serial, {case}");
                assert_eq!(bcast!(x .* 2 .- sum[$($axes)+](x) .- x), want, "in a longer row, {case}");
                assert_eq!(bcast!(let s = sum[$($axes)+](x); x .- s), want, "by a name, {case}");
                assert_eq!(bcast!(if x .> 0 { x .- sum[$($axes)+](x) } else { x .- sum[$($axes)+](x) }), want);
                let mut target = x.to_owned();
                bcast!(target .-= sum[$($axes)+](x));
                assert_eq!(target, want, "into a target, {case}");
                let mut target = x.to_owned();
                bcast!(target .-= sum[$($axes)+](target));
                assert_eq!(target, want, "in place, {case}");
                let mut target = x.to_owned();
                bcast!(target .= target .- sum[$($axes)+](target));
                assert_eq!(target, want, "in place, written out, {case}");
                let mut target = Array3::zeros((4, 3, 5)).reversed_axes();
                bcast!(target .= x .- sum[$($axes)+](x));
                assert_eq!(target, want, "into a transposed target, {case}");
            }
        }
    };
}

macro_rules! rows {
    ($($name:ident [$($axis:literal),+];)*) => {$(
        #[test]
        fn $name() {
            beside_the_source!(over: axes [$($axis),+]);
            over(&[$($axis),+]);
        }
    )*};
}
rows! {
    axes_0_2 [0, 2];
}
// Optimised builds have them as values, below: each row compiles for seconds more.
#[cfg(debug_assertions)]
rows! {
    axis_0 [0];
    axis_1 [1];
    axis_2 [2];
    axes_0_1 [0, 1];
    axes_1_2 [1, 2];
    axes_0_1_2 [0, 1, 2];
}

#[test]
fn over_given_axes() {
    beside_the_source!(over: axes [{axes}]);
    for axes in EVERY_CHOICE {
        over(axes);
    }
}

#[test]
fn beside_what_is_left() {
    let stored = cube(Named::Mixed);
    let x: ArrayView3<i64> = fixed(stored.view());
    let m = Array2::from_shape_fn((3, 4), |(j, k)| (j * 10 + k) as i64);
    let sum = x.sum_axis(Axis(0));
    assert_eq!(bcast!(sum[0](x) .- m), &sum - &m);
    assert_eq!(bcast!(m .- sum[0](x)), &m - &sum);
    let v = array![1_i64, 2, 3];
    assert_eq!(bcast!(sum[0, 2](x) .- v), x.sum_axis(Axis(2)).sum_axis(Axis(0)) - &v);
    let mut t = m.clone();
    bcast!(t .-= sum[0](x));
    assert_eq!(t, &m - &sum);
    let mut t = v.clone();
    bcast!(t .= t .* 2 .- sum[0, 2](x));
    assert_eq!(t, &v * 2 - x.sum_axis(Axis(2)).sum_axis(Axis(0)));
}

#[test]
fn with_a_map_it_is_an_ordinary_array() {
    let stored = cube(Named::Fortran);
    let x: ArrayView3<i64> = fixed(stored.view());
    let sum = x.sum_axis(Axis(1));
    let want = &x * &sum.view().insert_axis(Axis(1));
    assert_eq!(bcast!(x .* sum[1](x) @ (0, 2)), want);
    assert_eq!(bcast!(sum[1](x) @ (0, 2) .* x), want);
    assert_eq!(bcast!(x .* sum[1; keep](x) @ (0, 1, 2)), want);
    let ones = Array4::<i64>::ones((2, 5, 4, 3));
    let four = bcast!(ones .* sum[1](x) @ (1, 2));
    assert_eq!(four, &ones * &sum.view().insert_axis(Axis(2)));
    let outer = bcast!(sum[1, 2](x) @ (0) .* sum[0, 1](x) @ (1));
    let (a, b) = (sum.sum_axis(Axis(1)), sum.sum_axis(Axis(0)));
    assert_eq!(outer, Array2::from_shape_fn((5, 4), |(i, k)| a[i] * b[k]));
    // The source itself under a map, and centred under one.
    let y = Array2::from_shape_fn((5, 4), |(i, k)| (i * i + k) as i64);
    let centred = &y - &y.sum_axis(Axis(0));
    assert_eq!(bcast!(x .* (y .- sum[0](y)) @ (0, 2)), &x * &centred.view().insert_axis(Axis(1)));
    let centred = &y - &y.sum_axis(Axis(1)).insert_axis(Axis(1));
    assert_eq!(bcast!(x .* (y .- sum[1](y)) @ (0, 2)), &x * &centred.view().insert_axis(Axis(1)));
}

#[test]
fn side_by_side() {
    for layout in Named::ALL {
        let stored = cube(layout);
        let x: ArrayView3<i64> = fixed(stored.view());
        let of = |axes: &[usize]| total(x, axes);
        assert_eq!(bcast!(sum[0](x) .* 2 .- sum[0](x)), x.sum_axis(Axis(0)));
        assert_eq!(bcast!(sum[0](x) .- sum[1](x)), &of(&[0]) - &of(&[1]));
        assert_eq!(bcast!(sum[0, 1](x) .- sum[2](x)), &of(&[0, 1]) - &of(&[2]));
        assert_eq!(bcast!(sum[0, 1](x) .- sum[0, 2](x)).shape(), [1, 3, 4]);
        assert_eq!(bcast!(sum[0, 1](x) .- sum[0, 2](x)), &of(&[0, 1]) - &of(&[0, 2]));
        assert_eq!(bcast!(x .- sum[0](x) .- sum[1](x) .+ sum[0, 1](x)), &x - &of(&[0]) - of(&[1]) + of(&[0, 1]));
        assert_eq!(bcast!(sum(x) .+ sum[0](x)), x.sum_axis(Axis(0)) + x.sum());
        assert_eq!(bcast!(x .- sum(x)), &x - x.sum());
        assert_eq!(bcast!(sum[0; keep](x) .- sum[1](x)), &of(&[0]) - &of(&[1]));
        assert_eq!(bcast!(max.(min[0](x), max[2](x))).shape(), [5, 3, 4]);
    }
}

#[test]
fn products_of_matrices() {
    let a = Array2::from_shape_fn((7, 65), |(i, j)| (i * 65 + j) as i64 % 23 - 11);
    let b = Array2::from_shape_fn((65, 9), |(i, j)| (i * 9 + j) as i64 % 19 - 9);
    let want = a.dot(&b);
    assert_eq!(bcast!(sum[1](a @ (0, 1) .* b @ (1, 2))), want);
    let (t, u) = (a.t().as_standard_layout().to_owned(), b.t().as_standard_layout().to_owned());
    assert_eq!(bcast!(sum[1](t.t() @ (0, 1) .* u.t() @ (1, 2))), want);
    let transposed = bcast!(sum[2](a @ (0, 2) .* u @ (1, 2)));
    assert_eq!(transposed, want);
    assert_eq!(bcast!(sum[0](t @ (0, 1) .* b @ (0, 2))), want);
    let (v, w) = (array![1_i64, 2, 3], array![4_i64, 5]);
    assert_eq!(bcast!(sum[0](v @ (0) .* w @ (1))), array![24, 30]);
    assert_eq!(bcast!(sum[1](v @ (0) .* w @ (1))), array![9, 18, 27]);
    assert_eq!(bcast!(argmax(v @ (0) .* w @ (1))), 5);
    assert_eq!(bcast!(argmax[0](v @ (0) .* w @ (1))), array![2, 2]);
}

#[test]
fn of_what_stretches() {
    let (row, column) = (array![[1_i64, 2, 3]], array![[10_i64], [20]]);
    assert_eq!(bcast!(sum(row .+ column)), 12 + 30 * 3);
    assert_eq!(bcast!(sum[0](row .+ column)), array![32, 34, 36]);
    assert_eq!(bcast!(sum[1](row .+ column)), array![36, 66]);
    assert_eq!(bcast!(argmax[1](row .- column)), array![2, 2]);
    assert_eq!(bcast!(argmax(row .- column)), 2);

    assert_eq!(bcast!(row .+ sum[1](column)), array![[11, 12, 13], [21, 22, 23]]);
    assert_eq!(bcast!(sum[0](row) .* column), array![[10, 20, 30], [20, 40, 60]]);
}

#[test]
fn of_computed_operands() {
    assert_eq!(bcast!(sum((0_i64..100))), 4950);
    assert_eq!(bcast!(argmax((0_i64..100) .* 7 .% 100)), 57);
    let m = Array2::from_shape_fn((70, 80), |(i, j)| (i * 80 + j) as i64 % 13);
    assert_eq!(bcast!(sum(m .* (0_i64..80) @ (1))), m.indexed_iter().map(|((_, j), v)| v * j as i64).sum::<i64>());
    assert_eq!(bcast!(sum[0](m .* (0_i64..70) @ (0)))[3], (0..70).map(|i| m[[i, 3]] * i as i64).sum::<i64>());
    assert_eq!(bcast!(sum[1](m .* (0_i64..70) @ (0)))[3], m.row(3).sum() * 3);
    assert_eq!(bcast!(sum(vec![1_u8, 2, 3])), 6);
    assert_eq!(bcast!(sum([1.5_f32; 3] .* 2)), 9.0);
}
