//! Contractions: against index loops in exact arithmetic (small integers as floats), over shapes, strides and maps.

use bcast::bcast;
use bcast::ndarray::prelude::*;
use bcast::ndarray::{Array, ShapeBuilder, arr2};

/// Small integers: every sum of products is exact, in any order.
fn array<D: bcast::ndarray::Dimension>(shape: impl ShapeBuilder<Dim = D>, seed: usize) -> Array<f64, D> {
    let mut next = seed * 7919 + 13;
    Array::from_shape_simple_fn(shape, || {
        next = next.wrapping_mul(1103515245).wrapping_add(12345) % (1 << 31);
        (next >> 16) as f64 % 17.0 - 8.0
    })
}

/// `sum[k](a @ (i, k) .* b @ (k, j))` by loops.
fn product(a: ArrayView2<f64>, b: ArrayView2<f64>) -> Array2<f64> {
    let mut c = Array2::zeros((a.nrows(), b.ncols()));
    for i in 0..a.nrows() {
        for j in 0..b.ncols() {
            for k in 0..a.ncols() {
                c[[i, j]] += a[[i, k]] * b[[k, j]];
            }
        }
    }
    c
}

const SIZES: [(usize, usize, usize); 13] = [
    (3, 200, 170),
    (1, 1, 1),
    (2, 3, 4),
    (3, 1, 5),
    (1, 7, 9),
    (9, 7, 1),
    (5, 5, 5),
    (8, 16, 4),
    (17, 33, 9),
    (64, 3, 64),
    (65, 70, 33),
    (130, 40, 90),
    (3, 500, 2),
];

#[test]
fn products_of_all_sizes() {
    for (m, k, n) in SIZES {
        let (a, b) = (array((m, k), 1), array((k, n), 2));
        let expected = product(a.view(), b.view());
        assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j))), expected);
        assert_eq!(bcast!(sum[1](b @ (1, 2) .* a @ (0, 1))), expected);
        let turned = bcast!(#[axes(j, i)] sum[k](a @ (i, k) .* b @ (k, j)));
        assert_eq!(turned, expected.t());
        let mean = bcast!(mean[k](a @ (i, k) .* b @ (k, j)));
        assert_eq!(mean, expected.mapv(|sum| sum / k as f64));
    }
}

#[test]
fn operands_lie_in_any_way() {
    let (a, b) = (array((40, 60), 3), array((50, 70), 4));
    let a = a.slice(s![1..;3, ..;-2]);
    let b = b.slice(s![10..40, 5..;4]);
    let expected = product(a, b);
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j))), expected);
    let (a_t, b_t) = (a.t(), b.t());
    assert_eq!(bcast!(sum[k](a_t @ (k, i) .* b_t @ (j, k))), expected);
    assert_eq!(bcast!(#[axes(i, j)] sum[k](b_t @ (j, k) .* a_t @ (k, i))), expected);
    let columns = Array::from_shape_fn((b.nrows(), b.ncols()).f(), |at| b[at]);
    assert_eq!(bcast!(sum[k](a @ (i, k) .* columns @ (k, j))), expected);
}

#[test]
fn axes_of_size_one_stretch() {
    let (a, b, row) = (array((6, 1), 5), array((8, 7), 6), array((1, 8), 7));
    let wide = a.broadcast((6, 8)).unwrap();
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j))), product(wide, b.view()));
    assert_eq!(bcast!(sum[k](row @ (i, k) .* b @ (k, j))), product(row.view(), b.view()));
    let empty = array((6, 0), 8);
    let none = array((0, 7), 9);
    assert_eq!(bcast!(sum[k](empty @ (i, k) .* none @ (k, j))), Array2::zeros((6, 7)));
    let none = array((1, 0), 9);
    assert_eq!(bcast!(sum[k](a @ (i, k) .* none @ (k, j))).dim(), (6, 0));
}

#[test]
fn several_products_at_once() {
    let (a, b) = (array((3, 5, 4, 6), 10), array((5, 3, 6, 7), 11));
    let c = bcast!(sum[k](a @ (p, q, i, k) .* b @ (q, p, k, j)));
    assert_eq!(c.dim(), (3, 5, 4, 7));
    for ((p, q, i, j), &c) in c.indexed_iter() {
        let expected: f64 = (0..6).map(|k| a[[p, q, i, k]] * b[[q, p, k, j]]).sum();
        assert_eq!(c, expected);
    }
    // Two axes are summed, which lie end to end in one operand alone; rows and columns are two axes as well.
    let (a, b) = (array((3, 4, 5, 6), 12), array((6, 5, 2, 3), 13));
    let c = bcast!(sum[k, l](a @ (i, j, k, l) .* b @ (l, k, m, n)));
    for ((i, j, m, n), &c) in c.indexed_iter() {
        let terms = (0..5).flat_map(|k| (0..6).map(move |l| (k, l)));
        let expected: f64 = terms.map(|(k, l)| a[[i, j, k, l]] * b[[l, k, m, n]]).sum();
        assert_eq!(c, expected);
    }
    let mean = bcast!(mean[k, l](a @ (i, j, k, l) .* b @ (l, k, m, n)));
    assert_eq!(mean, c.mapv(|sum| sum / 30.0));
}

#[test]
fn more_factors_and_formulas_around() {
    let (x, w, m, s, b) = (array((20, 30), 14), array((30, 9), 15), array(30, 16), array(30, 17), array(9, 18));
    let left = Array2::from_shape_fn((20, 30), |(i, k)| (x[[i, k]] - m[k]) * s[k]);
    let expected = product(left.view(), w.view());
    let c = bcast!(sum[k]((x @ (i, k) .- m @ (k)) .* w @ (k, j) .* s @ (k)));
    assert_eq!(c, expected);
    let relu = bcast!(max.(sum[k]((x @ (i, k) .- m @ (k)) .* w @ (k, j) .* s @ (k)) .+ b @ (j), 0));
    assert_eq!(relu, Array2::from_shape_fn((20, 9), |(i, j)| (expected[[i, j]] + b[j]).max(0.0)));
    let mut out = Array2::from_elem((20, 9), 1.0);
    bcast!(out @ (i, j) .+= 2 .* sum[k]((x @ (i, k) .- m @ (k)) .* w @ (k, j) .* s @ (k)));
    assert_eq!(out, expected.mapv(|c| 1.0 + 2.0 * c));
    bcast!(out @ (i, j) .= sum[k](x @ (i, k) .* w @ (k, j)));
    assert_eq!(out, product(x.view(), w.view()));
    let mut turned = Array2::zeros((9, 20));
    bcast!(turned @ (j, i) .= sum[k](x @ (i, k) .* w @ (k, j)));
    assert_eq!(turned, out.t());
    let scaled = bcast!(let d = x @ (i, k) .- m @ (k); sum[k](2 .* d .* w @ (k, j)));
    assert_eq!(scaled, bcast!(2 .* sum[k]((x @ (i, k) .- m @ (k)) .* w @ (k, j))));
}

/// Each element of a product times another.
fn scaled(product: &Array2<f64>, by: ArrayView2<f64>) -> Array2<f64> {
    let by = by.broadcast(product.dim()).unwrap();
    Array2::from_shape_fn(product.dim(), |at| product[at] * by[at])
}

#[test]
fn factors_along_no_summed_axis() {
    for (m, k, n) in SIZES {
        let (a, b, c) = (array((m, k), 1), array((k, n), 2), array((m, n), 3));
        let product = product(a.view(), b.view());
        let expected = scaled(&product, c.view());
        assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j))), expected);
        assert_eq!(bcast!(sum[1](a @ (0, 1) .* c @ (0, 2) .* b @ (1, 2))), expected);
        assert_eq!(bcast!(#[axes(j, i)] sum[k](c @ (i, j) .* a @ (i, k) .* b @ (k, j))), expected.t());
        // What is averaged is multiplied by them before it is divided.
        let mean = bcast!(mean[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j)));
        assert_eq!(mean, expected.mapv(|sum| sum / k as f64));
        let (rows, columns) = (array(m, 4), array(n, 5));
        let by_rows = scaled(&product, rows.view().insert_axis(Axis(1)));
        assert_eq!(bcast!(sum[k](rows @ (i) .* a @ (i, k) .* b @ (k, j))), by_rows);
        let by_both = scaled(&by_rows, columns.view().insert_axis(Axis(0)));
        assert_eq!(bcast!(sum[k](rows @ (i) .* a @ (i, k) .* b @ (k, j) .* columns @ (j))), by_both);
        let by_three = scaled(&by_both, c.view());
        assert_eq!(bcast!(sum[k](rows @ (i) .* a @ (i, k) .* b @ (k, j) .* columns @ (j) .* c @ (i, j))), by_three);
    }
}

#[test]
fn factors_along_no_summed_axis_lie_in_any_way() {
    let (a, b) = (array((20, 30), 1), array((30, 25), 2));
    let product = product(a.view(), b.view());
    let (c, turned, one) = (array((40, 50), 3), array((25, 20), 4), array((20, 1), 5));
    let c = c.slice(s![..;-2, 1..;2]);
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j))), scaled(&product, c));
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* turned @ (j, i))), scaled(&product, turned.t()));
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* one @ (i, j))), scaled(&product, one.view()));
    let expected = scaled(&scaled(&product, c), turned.t()).mapv(|x| 2.5 * x / 30.0);
    let mean = bcast!(#[axes(i, j)] mean[k](2.5 .* turned @ (j, i) .* a @ (i, k) .* b @ (k, j) .* c @ (i, j)));
    assert!(mean.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs()));
    let computed = bcast!(sum[k](a @ (i, k) .* (c @ (i, j) .+ 1) .* b @ (k, j)));
    assert_eq!(computed, scaled(&product, c.mapv(|c| c + 1.0).view()));
    let columns = Array::from_shape_fn((30, 25).f(), |at| b[at]);
    assert_eq!(bcast!(sum[k](a @ (i, k) .* columns @ (k, j) .* c @ (i, j))), scaled(&product, c));
    // Along an axis that neither side has, and in a batch.
    let (d, e) = (array((20, 3), 6), array((4, 25), 7));
    let c = bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* d @ (i, l)));
    assert!(c.indexed_iter().all(|((i, j, l), &c)| c == product[[i, j]] * d[[i, l]]));
    let (x, y) = (array((4, 20, 30), 8), array((4, 30, 25), 9));
    let c = bcast!(sum[k](x @ (b, i, k) .* y @ (b, k, j) .* e @ (b, j) .* d @ (i, l)));
    for ((b, i, j, l), &c) in c.indexed_iter() {
        let sum: f64 = (0..30).map(|k| x[[b, i, k]] * y[[b, k, j]]).sum();
        assert_eq!(c, sum * e[[b, j]] * d[[i, l]]);
    }
}

#[test]
fn numbers_among_the_factors() {
    for (m, k, n) in SIZES {
        let (a, b, s) = (array((m, k), 1), array((k, n), 2), 3.0);
        let product = product(a.view(), b.view());
        assert_eq!(bcast!(sum[k](2 .* a @ (i, k) .* b @ (k, j))), 2.0 * &product);
        assert_eq!(bcast!(sum[1](a @ (0, 1) .* b @ (1, 2) .* 0.5)), 0.5 * &product);
        assert_eq!(bcast!(sum[k](s .* a @ (i, k) .* -2.0 .* b @ (k, j))), -6.0 * &product);
        assert_eq!(bcast!(sum[1](s .* a @ (0, 1) .* 4 .* b @ (1, 2))), 12.0 * &product);
        assert_eq!(bcast!(sum[k]((s .- 1) .* a @ (i, k) .* b @ (k, j))), 2.0 * &product);
        let mean = bcast!(mean[k](a @ (i, k) .* s .* b @ (k, j)));
        assert_eq!(mean, product.mapv(|sum| sum * s / k as f64));
        let largest = a.iter().copied().fold(f64::MIN, f64::max);
        assert_eq!(bcast!(sum[k](max(a @ (i, k)) .* a .* b @ (k, j))), largest * &product);
        let (x, y) = (a.mapv(|a| a as f32), b.mapv(|b| b as f32));
        assert_eq!(bcast!(sum[k](0.5 .* x @ (i, k) .* y @ (k, j) .* 3)).mapv(f64::from), 1.5 * &product);
    }
}

#[test]
fn plain_factors_beside_numbered_maps() {
    for (m, k, n) in [(2, 3, 4), (17, 33, 9)] {
        let (a, b) = (array((m, k), 1), array((k, n), 2));
        let product = product(a.view(), b.view());
        // Types tell that it has all axes, and sizes along which of them it lies.
        let (some, all) = (array((m, 1, n), 3), array((m, k, n), 4));
        let expected = scaled(&product, some.index_axis(Axis(1), 0));
        assert_eq!(bcast!(sum[1](some .* a @ (0, 1) .* b @ (1, 2))), expected);
        let s = some.into_dyn();
        assert_eq!(bcast!(sum[1](a @ (0, 1) .* b @ (1, 2) .* s)), expected.into_dyn());
        let c = bcast!(sum[1](a @ (0, 1) .* all .* b @ (1, 2)));
        for ((i, j), &c) in c.indexed_iter() {
            assert_eq!(c, (0..k).map(|k| a[[i, k]] * b[[k, j]] * all[[i, k, j]]).sum::<f64>());
        }
    }
}

#[test]
fn formulas_around_factors_beside() {
    let (a, b, c, v) = (array((12, 30), 1), array((30, 20), 2), array((12, 20), 3), array(20, 4));
    let expected = scaled(&product(a.view(), b.view()), c.view());
    let bias = bcast!(let p = sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j)); maximum.(p .+ v @ (j), 0) .- p);
    assert_eq!(bias, Array2::from_shape_fn((12, 20), |(i, j)| f64::max(v[j], -expected[[i, j]])));
    let (p, rows, whole) = bcast!(
        let p = sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j));
        (p, sum[j](p), max(a))
    );
    assert_eq!(p, expected);
    assert_eq!(rows, expected.sum_axis(Axis(1)));
    assert_eq!(whole, a.iter().copied().fold(f64::MIN, f64::max));
    let mut out = Array2::from_elem((12, 20), 1.0);
    bcast!(out @ (i, j) .+= 2 .* sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j)));
    assert_eq!(out, expected.mapv(|c| 1.0 + 2.0 * c));
    bcast!(out @ (i, j) .= sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j)));
    assert_eq!(out, expected);
    let kept = bcast!(sum[1; keep](a @ (0, 1) .* b @ (1, 2) .* c @ (0, 2)));
    assert_eq!(kept.index_axis(Axis(1), 0), expected);
    let d = array((20, 7), 5);
    let nested = bcast!(sum[j](sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j)) .* d @ (j, l) .* v @ (j) .* 2));
    let weighed = Array2::from_shape_fn(d.dim(), |(j, l)| 2.0 * v[j] * d[[j, l]]);
    assert_eq!(nested, product(expected.view(), weighed.view()));
}

#[test]
fn integers_are_multiplied_before_they_are_added() {
    // The sum of products alone would be too large.
    let (a, b, c) = (Array2::from_elem((4, 3), i32::MAX), Array2::from_elem((3, 5), 1), Array2::<i32>::zeros((4, 5)));
    assert_eq!(bcast!(sum[k](c @ (i, j) .* a @ (i, k) .* b @ (k, j))), c);
    let mean = bcast!(mean[k](f64.(c @ (i, j)) .* f64.(a @ (i, k)) .* f64.(b @ (k, j))));
    assert_eq!(mean, Array2::<f64>::zeros((4, 5)));
}

#[test]
fn products_of_products_in_the_order_written() {
    let (a, b, c) = (array((7, 8), 23), array((8, 9), 24), array((9, 5), 25));
    let expected = product(product(a.view(), b.view()).view(), c.view());
    assert_eq!(bcast!(sum[k](sum[j](a @ (i, j) .* b @ (j, k)) .* c @ (k, l))), expected);
    let v = array(9, 26);
    let vector = bcast!(sum[k](sum[j](a @ (i, j) .* b @ (j, k)) .* v @ (k)));
    assert_eq!(vector, product(a.view(), b.view()).dot(&v));
}

#[test]
fn covariance_of_columns() {
    let z = array((50, 6), 27);
    let expected = product(z.t(), z.view());
    assert_eq!(bcast!(sum[0](z @ (0, 1) .* z @ (0, 2))), expected);
    assert_eq!(bcast!(mean[0](z @ (0, 1) .* z @ (0, 2))), expected.mapv(|sum| sum / 50.0));
}

#[test]
fn other_elements_and_dynamic_ranks() {
    let (a, b) = (array((13, 14), 28), array((14, 15), 29));
    let expected = product(a.view(), b.view());
    let (x, y) = (a.mapv(|a| a as f32), b.mapv(|b| b as f32));
    assert_eq!(bcast!(sum[k](x @ (i, k) .* y @ (k, j))).mapv(f64::from), expected);
    let (x, y) = (a.mapv(|a| a as i32), b.mapv(|b| b as i32));
    assert_eq!(bcast!(sum[k](x @ (i, k) .* y @ (k, j))).mapv(f64::from), expected);
    assert_eq!(bcast!(sum[k](f64.(x @ (i, k)) .* b @ (k, j))), expected);
    let (x, y) = (a.clone().into_dyn(), b.clone().into_dyn());
    assert_eq!(bcast!(sum[k](x @ (i, k) .* y @ (k, j))), expected);
    assert_eq!(bcast!(sum[1](x @ (0, 1) .* y @ (1, 2))), expected);
    assert_eq!(bcast!(sum[k](x @ (i, k) .* b @ (k, j))), expected);
}

#[test]
fn sizes_that_do_not_fit_are_said() {
    let (a, b) = (array((3, 4), 30), array((5, 6), 31));
    let error = bcast::try_bcast!(sum[k](a @ (i, k) .* b @ (k, j))).unwrap_err().to_string();
    assert!(error.contains("`k`") && error.contains('4') && error.contains('5'), "{error}");
}

#[test]
fn einsum_examples() {
    // The numbers of NumPy's page on `einsum`, made by `arange` and `reshape`.
    let a = Array2::from_shape_fn((5, 5), |(i, j)| (i * 5 + j) as f64);
    let b = Array1::from_shape_fn(5, |i| i as f64);
    let c = Array2::from_shape_fn((2, 3), |(i, j)| (i * 3 + j) as f64);
    assert_eq!(bcast!(sum[j](a @ (i, j) .* b @ (j))), array![30.0, 80.0, 130.0, 180.0, 230.0]);
    assert_eq!(bcast!(sum[i](b @ (i) .* b)), array![30.0].sum());
    assert_eq!(bcast!(sum[j](a @ (i, j))), array![10.0, 35.0, 60.0, 85.0, 110.0]);
    let d = arr2(&[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]);
    assert_eq!(bcast!(sum[k](c @ (i, k) .* d @ (k, j))), arr2(&[[20.0, 23.0, 26.0, 29.0], [56.0, 68.0, 80.0, 92.0]]));
    // a = arange(60).reshape(3, 4, 5), b = arange(24).reshape(4, 3, 2): `ijk,jil->kl`.
    let a = Array3::from_shape_fn((3, 4, 5), |(i, j, k)| ((i * 4 + j) * 5 + k) as f64);
    let b = Array3::from_shape_fn((4, 3, 2), |(i, j, k)| ((i * 3 + j) * 2 + k) as f64);
    assert_eq!(
        bcast!(sum[i, j](a @ (i, j, k) .* b @ (j, i, l))),
        arr2(&[[4400.0, 4730.0], [4532.0, 4874.0], [4664.0, 5018.0], [4796.0, 5162.0], [4928.0, 5306.0]])
    );
}

#[test]
fn what_is_summed_can_be_kept_with_size_1() {
    let (a, b) = (array((20, 30), 50), array((30, 25), 51));
    let product = product(a.view(), b.view());
    let kept = bcast!(sum[1; keep](a @ (0, 1) .* b @ (1, 2)));
    assert_eq!(kept.index_axis(Axis(1), 0), product);
    let mut target = Array3::zeros((20, 1, 25));
    bcast!(target .= sum[1; keep](a @ (0, 1) .* b @ (1, 2)));
    assert_eq!(target, kept);
}

/// The engine multiplies by each operand once.
#[test]
fn a_factor_that_is_there_twice() {
    let (a, b) = (array((6, 5), 60), array((5, 7), 61));
    let (v, c, k) = (array(6, 62), array((6, 7), 63), 3.0);
    let product = product(a.view(), b.view());
    let squares = Array2::from_shape_fn((6, 7), |(i, j)| product[[i, j]] * v[i] * v[i]);
    assert_eq!(bcast!(sum[1](a @ (0, 1) .* b @ (1, 2) .* v @ (0) .* v @ (0))), squares);
    assert_eq!(bcast!(sum[k](v @ (i) .* a @ (i, k) .* b @ (k, j) .* v @ (i))), squares);
    let twice = &product * &c * &c * 9.0;
    assert_eq!(bcast!(sum[k](k .* c @ (i, j) .* a @ (i, k) .* b @ (k, j) .* c @ (i, j) .* k)), twice);
    let of_a = Array2::from_shape_fn((6, 7), |(i, j)| (0..5).map(|k| a[[i, k]] * a[[i, k]] * b[[k, j]]).sum());
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j) .* a @ (i, k))), of_a);
    // Of which only types tell that it is one value.
    assert_eq!(bcast!(sum[1](k .* a @ (0, 1) .* b @ (1, 2) .* k)), &product * 9.0);
    let plain = array((6, 1, 7), 64);
    let stretched = Array2::from_shape_fn((6, 7), |(i, j)| product[[i, j]] * plain[[i, 0, j]] * plain[[i, 0, j]]);
    assert_eq!(bcast!(sum[1](plain .* a @ (0, 1) .* b @ (1, 2) .* plain)), stretched);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let fraction = |seed| move |(i, j): (usize, usize)| ((i * 31 + j * 17 + seed) as f64).sin();
    let (a, b) = (Array2::from_shape_fn((150, 700), fraction(1)), Array2::from_shape_fn((700, 130), fraction(2)));
    let c = Array2::from_shape_fn((150, 130), fraction(3));
    let alone = bcast!(#[serial] sum[k](a @ (i, k) .* b @ (k, j)));
    let more = bcast!(#[serial] sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j)));
    assert_eq!((&alone, &more), (&a.dot(&b), &(a.dot(&b) * &c)));
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| bcast!(sum[k](a @ (i, k) .* b @ (k, j)))), alone, "{threads} threads");
        let found = pool.install(|| bcast!(sum[k](c @ (i, j) .* a @ (i, k) .* b @ (k, j))));
        assert_eq!(found, more, "{threads} threads");
    }
}

#[cfg(feature = "complex")]
#[test]
fn complex_elements() {
    use num_complex::Complex;
    let pair = |re: Array2<f64>, im: Array2<f64>| Array2::from_shape_fn(re.dim(), |at| Complex::new(re[at], im[at]));
    let (a, b) = (pair(array((9, 11), 40), array((9, 11), 41)), pair(array((11, 7), 42), array((11, 7), 43)));
    let expected = Array2::from_shape_fn((9, 7), |(i, j)| (0..11).map(|k| a[[i, k]] * b[[k, j]]).sum::<Complex<f64>>());
    assert_eq!(bcast!(sum[k](a @ (i, k) .* b @ (k, j))), expected);
    let narrow = |x: &Array2<Complex<f64>>| x.mapv(|x| Complex::new(x.re as f32, x.im as f32));
    let (a, b) = (narrow(&a), narrow(&b));
    let mean = bcast!(mean[k](a @ (i, k) .* b @ (k, j)));
    assert_eq!(mean, narrow(&expected).mapv(|sum| sum / 11.0));
    let (s, c) = (Complex::new(2.0f32, -1.0), Array2::from_elem((9, 7), Complex::new(0.0, 1.0)));
    let scaled = bcast!(sum[k](s .* a @ (i, k) .* b @ (k, j) .* c @ (i, j)));
    assert_eq!(scaled, narrow(&expected).mapv(|sum| sum * Complex::new(1.0, 2.0)));
}

/// Sides whose neighbours in memory are neighbours along the summed axis, in parts and as a whole: optimised builds
/// turn them round before.
#[test]
fn sides_that_lie_the_other_way_round() {
    let side = |rows: usize, columns: usize| {
        Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 37 + j * 11) % 23) as f32 - 11.0)
    };
    for (rows, summed, columns) in [(700, 100, 70), (33, 640, 1200), (1030, 64, 3), (257, 129, 511)] {
        let (a, b, bt) = (side(rows, summed), side(summed, columns), side(columns, summed));
        let expected = a.mapv(f64::from).dot(&b.mapv(f64::from));
        let found = bcast!(sum[k](a @ (i, k) .* b @ (k, j)));
        assert_eq!(found.mapv(f64::from), expected, "{rows} {summed} {columns}");
        let expected = a.mapv(f64::from).dot(&bt.t().mapv(f64::from));
        let found = bcast!(sum[k](a @ (i, k) .* bt @ (j, k)));
        assert_eq!(found.mapv(f64::from), expected, "{rows} {summed} {columns}, turned");
        let found = bcast!(sum[k](bt @ (j, k) .* a @ (i, k)));
        assert_eq!(found.mapv(f64::from), expected.t(), "{rows} {summed} {columns}, both turned");
    }
}
