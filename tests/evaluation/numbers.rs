//! Parts with fewer axes than the whole, beside operands of which only the type tells whether they are numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bcast::ndarray::{Array, Array1, Array2, Array3, ArrayD, Dimension, Ix2, IxDyn, arr0, array};
use bcast::{BroadcastError, Element, One, bcast, try_bcast};

use super::calls::Calls;

const ROWS: usize = 7;
const COLUMNS: usize = 9;
const COUNT: usize = ROWS * COLUMNS;

fn matrix() -> Array2<f64> {
    Array2::from_shape_fn((ROWS, COLUMNS), |(i, j)| (i * COLUMNS + j) as f64 * 0.125 - 3.0)
}

/// Other values than those of `matrix`.
fn other() -> Array2<f64> {
    Array2::from_shape_fn((ROWS, COLUMNS), |(i, j)| (i + 2 * j) as f64 * 0.25 - 1.0)
}

fn rows() -> Array1<f64> {
    Array1::from_shape_fn(ROWS, |i| i as f64 * 0.5 - 1.0)
}

fn columns() -> Array1<f64> {
    Array1::from_shape_fn(COLUMNS, |j| 2.0 - j as f64 * 0.5)
}

fn looped(f: impl Fn(usize, usize) -> f64) -> Array2<f64> {
    Array2::from_shape_fn((ROWS, COLUMNS), |(i, j)| f(i, j))
}

/// What the counted function computes.
fn g(v: f64) -> f64 {
    v * v + 1.0
}

#[test]
fn beside_a_mapped_operand() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, d, e, s) = (matrix(), other(), rows(), columns(), 2.0_f64);
    let by_rows = looped(|i, j| g(s * d[i]) * x[[i, j]]);
    assert_eq!(bcast!(f.(s .* d @ (0)) .* x), by_rows);
    calls.expect(ROWS);
    assert_eq!(bcast!(x .* f.(d @ (0) .* s)), by_rows);
    calls.expect(ROWS);
    assert_eq!(bcast!(f.(s .* e @ (1)) .* x), looped(|i, j| g(s * e[j]) * x[[i, j]]));
    calls.expect(COLUMNS);
    assert_eq!(bcast!(f.(s .* d @ (0)) .* f.(s .* e @ (1))), looped(|i, j| g(s * d[i]) * g(s * e[j])));
    calls.expect(ROWS + COLUMNS);
    let by_reference = &s;
    assert_eq!(bcast!(f.(by_reference .* d @ (0)) .* x), by_rows);
    calls.expect(ROWS);
    // The map may stand around more than an operand.
    assert_eq!(bcast!(f.(s .* (d .+ s) @ (0)) .* x), looped(|i, j| g(s * (d[i] + s)) * x[[i, j]]));
    calls.expect(ROWS);
    assert_eq!(bcast!(f.(y .* d @ (0)) .* x), looped(|i, j| g(y[[i, j]] * d[i]) * x[[i, j]]));
    calls.expect(COUNT);
    assert_eq!(bcast!(x .* f.(d @ (0) .* x)), looped(|i, j| x[[i, j]] * g(d[i] * x[[i, j]])));
    calls.expect(COUNT);
    // A size says nothing.
    assert_eq!(bcast!(f.(array![[s]] .* d @ (0)) .* x), by_rows);
    calls.expect(COUNT);
    assert_eq!(bcast!(f.(arr0(s) .* d @ (0)) .* x), by_rows);
    calls.expect(COUNT);
}

#[test]
fn beside_a_reduction() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, s) = (matrix(), other(), 2.0_f64);
    let (of_rows, of_columns) = (x.sum_axis(bcast::ndarray::Axis(1)), x.sum_axis(bcast::ndarray::Axis(0)));
    let all = x.sum();
    assert_eq!(bcast!(f.(s .* sum(x)) .* y), looped(|i, j| g(s * all) * y[[i, j]]));
    calls.expect(1);
    assert_eq!(bcast!(f.(y .* sum(x)) .* y), looped(|i, j| g(y[[i, j]] * all) * y[[i, j]]));
    calls.expect(COUNT);
    assert_eq!(bcast!(f.(s .* sum[1](x)) .* y), looped(|i, j| g(s * of_rows[i]) * y[[i, j]]));
    calls.expect(ROWS);
    assert_eq!(bcast!(f.(y .* sum[1](x)) .* y), looped(|i, j| g(y[[i, j]] * of_rows[i]) * y[[i, j]]));
    calls.expect(COUNT);
    assert_eq!(bcast!(x .- f.(s .* sum[0](x))), looped(|i, j| x[[i, j]] - g(s * of_columns[j])));
    calls.expect(COLUMNS);
    assert_eq!(bcast!(x .- f.(x .* sum[0](x))), looped(|i, j| x[[i, j]] - g(x[[i, j]] * of_columns[j])));
    calls.expect(COUNT);
    // Alone a reduction is an array of the rank that is left.
    assert_eq!(bcast!(s .* f.(s .* sum[1](x))), Array1::from_shape_fn(ROWS, |i| s * g(s * of_rows[i])));
    calls.expect(ROWS);
    let d = rows();
    assert_eq!(bcast!(d .* f.(s .* sum[1](x))), Array1::from_shape_fn(ROWS, |i| d[i] * g(s * of_rows[i])));
    calls.expect(ROWS);
    assert_eq!(bcast!(s .* f.(d .* sum[1](x))), Array1::from_shape_fn(ROWS, |i| s * g(d[i] * of_rows[i])));
    calls.expect(ROWS);
    assert_eq!(bcast!(f.(s .* sum(x)) .* s), g(s * all) * s);
    calls.expect(1);
    // Over different axes, they line up in the rank of the whole.
    let mixed = looped(|i, j| g(s * of_columns[j]) * of_rows[i]);
    assert_eq!(bcast!(f.(s .* sum[0](x)) .* sum[1](x)), mixed);
    calls.take();
    let kept = looped(|i, j| g(s * of_rows[i]) * y[[i, j]]);
    assert_eq!(bcast!(f.(s .* sum[1; keep](x)) .* y), kept);
    calls.take();
}

#[test]
fn several_plain_operands_must_all_be_numbers() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, d, e, s, t) = (matrix(), other(), rows(), columns(), 2.0_f64, 0.5_f64);
    assert_eq!(bcast!(f.(s .* d @ (0) .+ t) .* x), looped(|i, j| g(s * d[i] + t) * x[[i, j]]));
    calls.expect(ROWS);
    assert_eq!(bcast!(f.(s .* d @ (0) .+ y) .* x), looped(|i, j| g(s * d[i] + y[[i, j]]) * x[[i, j]]));
    calls.expect(COUNT);
    assert_eq!(bcast!(f.(y .* d @ (0) .+ t) .* x), looped(|i, j| g(y[[i, j]] * d[i] + t) * x[[i, j]]));
    calls.expect(COUNT);
    // The same number, and the same mapped operand, elsewhere in the pass.
    let again = looped(|i, j| g(s * d[i]) * x[[i, j]] + s - d[i]);
    assert_eq!(bcast!(f.(s .* d @ (0)) .* x .+ s .- d @ (0)), again);
    calls.expect(ROWS);
    let again = looped(|i, j| g(y[[i, j]] * d[i]) * x[[i, j]] + y[[i, j]] - d[i]);
    assert_eq!(bcast!(f.(y .* d @ (0)) .* x .+ y .- d @ (0)), again);
    calls.expect(COUNT);
    // One part with a number, one with an array, of the same mapped operand.
    let both = looped(|i, j| g(s * d[i]) * g(y[[i, j]] * d[i]));
    assert_eq!(bcast!(f.(s .* d @ (0)) .* f.(y .* d @ (0))), both);
    calls.expect(ROWS + COUNT);
    // Two mapped operands beside three axes.
    let z = Array3::from_shape_fn((ROWS, 2, COLUMNS), |(i, k, j)| (i + j) as f64 - k as f64);
    let result = bcast!(f.(s .* d @ (0) .+ e @ (2)) .* z);
    calls.expect(COUNT);
    for ((i, k, j), &value) in result.indexed_iter() {
        assert_eq!(value, g(s * d[i] + e[j]) * z[[i, k, j]], "at {i} {k} {j}");
    }
    let result = bcast!(f.(z .* d @ (0) .+ e @ (2)) .* z);
    calls.expect(2 * COUNT);
    for ((i, k, j), &value) in result.indexed_iter() {
        assert_eq!(value, g(z[[i, k, j]] * d[i] + e[j]) * z[[i, k, j]], "at {i} {k} {j}");
    }
}

#[test]
fn parts_inside_parts() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, w, d, s, t) = (matrix(), other(), matrix(), rows(), 2.0_f64, 0.5_f64);
    assert_eq!(bcast!(f.(t .* f.(s .* d @ (0))) .* x), looped(|i, j| g(t * g(s * d[i])) * x[[i, j]]));
    calls.expect(2 * ROWS);
    assert_eq!(bcast!(f.(y .* f.(s .* d @ (0))) .* x), looped(|i, j| g(y[[i, j]] * g(s * d[i])) * x[[i, j]]));
    calls.expect(ROWS + COUNT);
    assert_eq!(bcast!(f.(t .* f.(y .* d @ (0))) .* x), looped(|i, j| g(t * g(y[[i, j]] * d[i])) * x[[i, j]]));
    calls.expect(2 * COUNT);
    let arrays = looped(|i, j| g(w[[i, j]] * g(y[[i, j]] * d[i])) * x[[i, j]]);
    assert_eq!(bcast!(f.(w .* f.(y .* d @ (0))) .* x), arrays);
    calls.expect(2 * COUNT);
    // Beside the inner part in the same pass.
    let beside = looped(|i, j| g(y[[i, j]] * g(s * d[i])) * x[[i, j]] + g(s * d[i]) - d[i]);
    assert_eq!(bcast!(f.(y .* f.(s .* d @ (0))) .* x .+ f.(s .* d @ (0)) .- d @ (0)), beside);
    calls.expect(ROWS + COUNT);
    // One made of numbers alone, and one that spelling shows to have fewer axes.
    assert_eq!(bcast!(f.(f.(s) .* d @ (0)) .* x), looped(|i, j| g(g(s) * d[i]) * x[[i, j]]));
    calls.expect(1 + ROWS);
    assert_eq!(bcast!(f.(f.(y) .* d @ (0)) .* x), looped(|i, j| g(g(y[[i, j]]) * d[i]) * x[[i, j]]));
    calls.expect(2 * COUNT);
    assert_eq!(bcast!(f.(s .* f.(d @ (0))) .* x), looped(|i, j| g(s * g(d[i])) * x[[i, j]]));
    calls.expect(2 * ROWS);
    assert_eq!(bcast!(f.(y .* f.(d @ (0))) .* x), looped(|i, j| g(y[[i, j]] * g(d[i])) * x[[i, j]]));
    calls.expect(ROWS + COUNT);
    let all = x.sum();
    assert_eq!(bcast!(f.(s .* d @ (0) .+ f.(t .* sum(x))) .* x), looped(|i, j| g(s * d[i] + g(t * all)) * x[[i, j]]));
    calls.expect(1 + ROWS);
}

#[test]
fn equal_parts_and_several_passes() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, d, s) = (matrix(), other(), rows(), 2.0_f64);
    let twice = looped(|i, j| g(s * d[i]) * x[[i, j]] - g(s * d[i]));
    assert_eq!(bcast!(f.(s .* d @ (0)) .* x .- f.(s .* d @ (0))), twice);
    calls.expect(ROWS);
    assert_eq!(bcast!(let e = f.(s .* d @ (0)); e .* x .- e), twice);
    calls.expect(ROWS);
    let twice = looped(|i, j| g(y[[i, j]] * d[i]) * x[[i, j]] - g(y[[i, j]] * d[i]));
    assert_eq!(bcast!(let e = f.(y .* d @ (0)); e .* x .- e), twice);
    calls.expect(COUNT);
    let scaled = looped(|i, j| g(s * d[i]) * x[[i, j]]);
    let sums = scaled.sum_axis(bcast::ndarray::Axis(0));
    let centred = looped(|i, j| x[[i, j]] * g(s * d[i]) - sums[j]);
    assert_eq!(bcast!(x .* f.(s .* d @ (0)) .- sum[0](f.(s .* d @ (0)) .* x)), centred);
    calls.expect(ROWS);
    let (a, b) = bcast!((x .* f.(s .* d @ (0)), sum[0](f.(s .* d @ (0)) .* x)));
    assert_eq!((a, b), (scaled.clone(), sums.clone()));
    calls.expect(ROWS);
    let (a, b, c) = bcast!((sum[0](f.(s .* d @ (0)) .* x), max[0](f.(s .* d @ (0)) .* x), sum(f.(s .* d @ (0)) .* y)));
    calls.expect(ROWS);
    assert_eq!(a, sums);
    assert_eq!(b, scaled.fold_axis(bcast::ndarray::Axis(0), f64::NEG_INFINITY, |&a, &b| a.max(b)));
    assert_eq!(c, looped(|i, j| g(s * d[i]) * y[[i, j]]).sum());
    // Reductions of the same operands share a pass, as without any part.
    let w = matrix();
    let (a, b) = bcast!((sum[0](f.(y .* d @ (0)) .* w), max[0](f.(y .* d @ (0)) .* w)));
    calls.expect(COUNT);
    let products = looped(|i, j| g(y[[i, j]] * d[i]) * w[[i, j]]);
    assert_eq!(a, products.sum_axis(bcast::ndarray::Axis(0)));
    assert_eq!(b, products.fold_axis(bcast::ndarray::Axis(0), f64::NEG_INFINITY, |&a, &b| a.max(b)));
    // Positions are counted beside.
    let largest = bcast!(argmax[0](f.(s .* d @ (0)) .* x));
    calls.expect(ROWS);
    for (j, &at) in largest.indexed_iter() {
        let best = (0..ROWS).max_by(|&a, &b| scaled[[a, j]].total_cmp(&scaled[[b, j]]));
        assert_eq!(Some(at), best, "column {j}");
    }
}

#[test]
fn targets_and_several_assignments() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, d, s) = (matrix(), rows(), 2.0_f64);
    let mut out = matrix();
    bcast!(out .= f.(s .* d @ (0)));
    assert_eq!(out, looped(|i, _| g(s * d[i])));
    calls.expect(ROWS);
    let mut out = matrix();
    bcast!(out .*= f.(s .* d @ (0)));
    assert_eq!(out, looped(|i, j| x[[i, j]] * g(s * d[i])));
    calls.expect(ROWS);
    // A target is never a number.
    let mut out = matrix();
    bcast!(out .= f.(out .* d @ (0)) .* x);
    assert_eq!(out, looped(|i, j| g(x[[i, j]] * d[i]) * x[[i, j]]));
    calls.expect(COUNT);
    let (mut a, mut b) = (matrix(), other());
    bcast!(a .= f.(s .* d @ (0)) .* x; b .+= f.(s .* d @ (0)) .- a);
    assert_eq!(a, looped(|i, j| g(s * d[i]) * x[[i, j]]));
    assert_eq!(b, looped(|i, j| other()[[i, j]] + (g(s * d[i]) - g(s * d[i]) * x[[i, j]])));
    calls.expect(ROWS);
    let (mut a, mut b) = (matrix(), other());
    let all = x.sum();
    bcast!(a .-= f.(s .* sum(x)) .* x; b .= f.(s .* sum(x)) .+ d @ (0));
    assert_eq!(a, looped(|i, j| x[[i, j]] - g(s * all) * x[[i, j]]));
    assert_eq!(b, looped(|i, _| g(s * all) + d[i]));
    calls.expect(1);
    let y = other();
    let (a, b) = bcast!((f.(s .* d @ (0)) .* x, f.(y .* d @ (0)) .+ x));
    assert_eq!(a, looped(|i, j| g(s * d[i]) * x[[i, j]]));
    assert_eq!(b, looped(|i, j| g(y[[i, j]] * d[i]) + x[[i, j]]));
    calls.expect(ROWS + COUNT);
}

/// Nothing is computed of a branch that is not taken; what stands under a map stays there.
#[test]
fn branches_and_maps_around() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let fails = |v: f64| -> f64 { panic!("called with {v}") };
    let (x, d, s) = (matrix(), rows(), 2.0_f64);
    assert_eq!(bcast!(if x .> 100 { fails.(s .* d @ (0)) } else { x }), x);
    assert!(!bcast!(x .> 100 .&& fails.(s .* d @ (0)) .> 0).iter().any(|&b| b));
    assert!(bcast!(x .< 100 .|| fails.(s .* sum(x)) .> 0).iter().all(|&b| b));
    let taken = x.iter().filter(|&&v| v > 0.0).count();
    let chosen = looped(|i, j| if x[[i, j]] > 0.0 { g(s * d[i]) } else { 0.0 });
    assert_eq!(bcast!(if x .> 0 { f.(s .* d @ (0)) } else { 0 }), chosen);
    calls.expect(taken);
    assert_eq!(bcast!(if x .> f.(s .* d @ (0)) { x } else { 0 }).dim(), (ROWS, COLUMNS));
    calls.expect(ROWS);
    // Computed before, it is there in the branch as well.
    let both = looped(|i, j| if g(s * d[i]) > 2.0 { g(s * d[i]) } else { x[[i, j]] });
    assert_eq!(bcast!(let e = f.(s .* d @ (0)); if e .> 2 { e } else { x }), both);
    calls.expect(ROWS);
    let z = Array3::from_shape_fn((2, ROWS, COLUMNS), |(k, i, j)| (i + j) as f64 - k as f64);
    let result = bcast!((f.(s .* d @ (0)) .* x) @ (1, 2) .+ z);
    calls.take();
    for ((k, i, j), &value) in result.indexed_iter() {
        assert_eq!(value, g(s * d[i]) * x[[i, j]] + z[[k, i, j]], "at {k} {i} {j}");
    }
    let result = bcast!(f.(s .* (x .* d @ (0)) @ (1, 2)) .+ z);
    calls.expect(COUNT);
    for ((k, i, j), &value) in result.indexed_iter() {
        assert_eq!(value, g(s * (x[[i, j]] * d[i])) + z[[k, i, j]], "at {k} {i} {j}");
    }
}

#[test]
fn in_every_form() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, d, s) = (matrix(), other(), rows(), 2.0_f64);
    let expected = looped(|i, j| g(s * d[i]) * x[[i, j]]);
    assert_eq!(try_bcast!(f.(s .* d @ (0)) .* x), Ok(expected.clone()));
    calls.expect(ROWS);
    let short = Array1::<f64>::zeros(ROWS - 1);
    for error in [try_bcast!(f.(s .* short @ (0)) .* x), try_bcast!(f.(y .* short @ (0)) .* x)] {
        assert!(matches!(error, Err(BroadcastError::Sizes { axis: 0, size: 6, expected: 7, .. })), "{error:?}");
    }
    calls.take();
    assert_eq!(bcast!(@. f(s * d @ (0)) * x), expected);
    calls.expect(ROWS);
    assert_eq!(bcast!(#[serial] f.(s .* d @ (0)) .* x), expected);
    calls.expect(ROWS);
    assert_eq!(bcast!(#[shape([ROWS, COLUMNS])] f.(s .* d @ (0))), looped(|i, _| g(s * d[i])));
    calls.expect(ROWS);
    let all = x.sum();
    assert_eq!(bcast!(#[numpy] f.(s .* sum(x)) .* x), looped(|i, j| g(s * all) * x[[i, j]]));
    calls.expect(1);
    let v = columns();
    assert_eq!(bcast!(#[numpy] f.(v .* sum(x)) .* x), looped(|i, j| g(v[j] * all) * x[[i, j]]));
    calls.expect(COUNT);
    // Other layouts.
    let turned = x.t();
    assert_eq!(bcast!(f.(s .* d @ (1)) .* turned), expected.t());
    calls.expect(ROWS);
    assert_eq!(bcast!(f.(y.t() .* d @ (1)) .* turned), looped(|i, j| g(y[[i, j]] * d[i]) * x[[i, j]]).t());
    calls.expect(COUNT);
    let backwards = d.slice(bcast::ndarray::s![..;-1]);
    assert_eq!(bcast!(f.(s .* backwards @ (0)) .* x), looped(|i, j| g(s * d[ROWS - 1 - i]) * x[[i, j]]));
    calls.expect(ROWS);
    // A slice, a range and a vector are arrays.
    let list = vec![0.5; COLUMNS];
    let product = Array2::from_shape_fn((COLUMNS, COLUMNS), |(i, j)| g(0.5 * v[i]) * v[j]);
    assert_eq!(bcast!(f.(list @ (0) .* v @ (0) .* s ./ s) .* v @ (1)), product);
    calls.expect(COLUMNS);
    assert_eq!(bcast!(f.(list .* sum(x)) .* v), Array1::from_shape_fn(COLUMNS, |j| g(0.5 * all) * v[j]));
    calls.expect(COLUMNS);
}

#[test]
fn of_nothing_and_before_everything() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let s = 2.0_f64;
    let (none, wide, d) = (Array1::<f64>::zeros(0), Array2::<f64>::zeros((0, 4)), rows());
    assert_eq!(bcast!(f.(s .* none @ (0)) .* wide).dim(), (0, 4));
    calls.expect(0);
    let narrow = Array2::<f64>::zeros((ROWS, 0));
    assert_eq!(bcast!(f.(s .* d @ (0)) .* narrow).dim(), (ROWS, 0));
    assert!(calls.take() <= ROWS);
    assert_eq!(bcast!(f.(narrow .* d @ (0)) .* narrow).dim(), (ROWS, 0));
    calls.expect(0);
    assert_eq!(bcast!(f.(s .* sum[0](wide)) .* wide).dim(), (0, 4));
    assert!(calls.take() <= 4);
    let fails = |v: f64| -> f64 { panic!("called with {v}") };
    let mut y = matrix();
    let caught = catch_unwind(AssertUnwindSafe(|| bcast!(y .= y .+ fails.(s .* d @ (0)))));
    assert!(caught.is_err());
    assert_eq!(y, matrix());
}

/// What cannot be copied, or not be read by other threads, is made for each element, by whatever needs it.
#[test]
fn elements_that_cannot_be_kept() {
    let calls = Calls::default();
    let text = |a: i32, b: i32| calls.note((a * b).to_string());
    let long = |text: String, n: i32| text.len() as i32 + n;
    let (n, d, s) = (array![[1, 2, 3], [4, 5, 6]], array![5, 50], 2_i32);
    assert_eq!(bcast!(long.(text.(s, d @ (0)), n)), array![[3, 4, 5], [7, 8, 9]]);
    calls.expect(6);
    assert_eq!(bcast!(long.(text.(n, d @ (0)), n)), array![[2, 4, 5], [7, 8, 9]]);
    calls.expect(6);
    // As a whole it is a number.
    let length = |text: String| text.len() as i32;
    assert_eq!(bcast!(length.(text.(s, d @ (0))) .+ n), array![[3, 4, 5], [7, 8, 9]]);
    calls.expect(2);
    static PLACES: [i32; 2] = [10, 20];
    let place = |at: i32, d: i32| calls.note(std::ptr::from_ref(&PLACES[usize::from(at * d > 50)]));
    let holds = |pointer: *const i32, n: i32| i32::from(std::ptr::eq(pointer, &PLACES[1])) + n;
    assert_eq!(bcast!(#[serial] holds.(place.(s, d @ (0)), n)), array![[1, 2, 3], [5, 6, 7]]);
    calls.expect(6);
}

#[test]
fn in_generic_functions() {
    fn scaled<D: Dimension>(s: f64, x: &Array<f64, D>, f: impl Fn(f64) -> f64 + Sync) -> Array<f64, D> {
        bcast!(f.(s .* sum(x)) .* x)
    }
    fn weighed<D: Dimension>(w: &Array<f64, D>, x: &Array<f64, D>, f: impl Fn(f64) -> f64 + Sync) -> Array<f64, D> {
        bcast!(f.(w .* sum(x)) .* x)
    }
    fn by_rows<T>(s: T, d: &Array1<T>, x: &Array2<T>, f: impl Fn(T) -> T + Sync) -> Array2<T>
    where
        T: Element + std::ops::Mul<Output = T>,
    {
        let s = &s;
        bcast!(f.(One(*s) .* d @ (0)) .* x)
    }
    fn by_rows_of<T>(y: &Array2<T>, d: &Array1<T>, x: &Array2<T>, f: impl Fn(T) -> T + Sync) -> Array2<T>
    where
        T: Copy + Send + Sync + std::ops::Mul<Output = T>,
    {
        bcast!(f.(y .* d @ (0)) .* x)
    }
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, d, s) = (matrix(), other(), rows(), 2.0_f64);
    let all = x.sum();
    assert_eq!(scaled(s, &x, f), looped(|i, j| g(s * all) * x[[i, j]]));
    calls.expect(1);
    assert_eq!(weighed(&y, &x, f), looped(|i, j| g(y[[i, j]] * all) * x[[i, j]]));
    calls.expect(COUNT);
    assert_eq!(by_rows(s, &d, &x, f), looped(|i, j| g(s * d[i]) * x[[i, j]]));
    calls.expect(ROWS);
    assert_eq!(by_rows_of(&y, &d, &x, f), looped(|i, j| g(y[[i, j]] * d[i]) * x[[i, j]]));
    calls.expect(COUNT);
}

#[test]
fn of_dynamic_rank() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (d, s) = (rows().into_dyn(), 2.0_f64);
    let x: ArrayD<f64> = matrix().into_dyn();
    let expected = looped(|i, j| g(s * d[[i]]) * x[[i, j]]).into_dyn();
    assert_eq!(bcast!(f.(s .* d @ (0)) .* x), expected);
    calls.expect(ROWS);
    // An array of rank 0 may be any array.
    let point = ArrayD::from_elem(IxDyn(&[]), s);
    assert_eq!(bcast!(f.(point .* d @ (0)) .* x), expected);
    calls.expect(COUNT);
    let y = other().into_dyn();
    let arrays = looped(|i, j| g(y[[i, j]] * d[[i]]) * x[[i, j]]).into_dyn();
    assert_eq!(bcast!(f.(y .* d @ (0)) .* x), arrays);
    calls.expect(COUNT);
    let of_rows = x.sum_axis(bcast::ndarray::Axis(1));
    let fixed = matrix().into_dimensionality::<Ix2>().expect("a matrix");
    assert_eq!(
        bcast!(f.(s .* sum[1](x)) .* fixed).into_dyn(),
        looped(|i, j| g(s * of_rows[[i]]) * x[[i, j]]).into_dyn()
    );
    calls.expect(ROWS);
}

/// Numbers whose type is found late, and literals beside a part.
#[test]
fn types_that_are_found_late() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, d) = (matrix(), rows());
    let (s, n) = (2.0, 3);
    assert_eq!(bcast!(f.(s .* d @ (0)) .* x), looped(|i, j| g(2.0 * d[i]) * x[[i, j]]));
    calls.expect(ROWS);
    assert_eq!(bcast!(2 .* f.(f64.(n) .* d @ (0)) .* x .- 1), looped(|i, j| 2.0 * g(3.0 * d[i]) * x[[i, j]] - 1.0));
    calls.expect(ROWS);
    assert_eq!(bcast!((|v, w| g(v * w)).(s, d @ (0)) .* x), looped(|i, j| g(2.0 * d[i]) * x[[i, j]]));
}

/// Blocks, threads and costly built-in functions give the bits of arrays in the number's place.
#[test]
fn large_ones() {
    let (m, n) = (300, 517);
    let x = Array2::from_shape_fn((m, n), |(i, j)| ((i * 7 + j * 3) % 101) as f32 / 50.0);
    let (d, e) = (Array1::from_shape_fn(m, |i| i as f32 / 300.0), Array1::from_shape_fn(n, |j| j as f32 / 600.0));
    let s = 0.7_f32;
    let all = Array2::from_elem((m, n), s);
    assert_eq!(bcast!(x ./ exp.(s .* d @ (0))), bcast!(x ./ exp.(all .* d @ (0))));
    assert_eq!(bcast!(x ./ exp.(s .* e @ (1))), bcast!(x ./ exp.(all .* e @ (1))));
    assert_eq!(bcast!(x.t() ./ exp.(s .* d @ (1))), bcast!(x.t() ./ exp.(all.t() .* d @ (1))));
    assert_eq!(bcast!(x .- tanh.(s .* mean[1](x))), bcast!(x .- tanh.(all .* mean[1](x))));
    assert_eq!(bcast!(x .- tanh.(s .* mean[0](x))), bcast!(x .- tanh.(all .* mean[0](x))));
    assert_eq!(bcast!(sum[1](x .* exp.(s .* d @ (0)))), bcast!(sum[1](x .* exp.(all .* d @ (0)))));
    assert_eq!(bcast!(sum[0](x .* exp.(s .* d @ (0)))), bcast!(sum[0](x .* exp.(all .* d @ (0)))));
    let softmax = bcast!(let t = exp.((x .- max[1](x)) ./ exp.(s .* d @ (0))); t ./ sum[1](t));
    let of_arrays = bcast!(let t = exp.((x .- max[1](x)) ./ exp.(all .* d @ (0))); t ./ sum[1](t));
    assert_eq!(softmax, of_arrays);
}

/// Numbers under a map, of which a part is made inside of one that a stage may compute.
#[test]
fn numbers_under_maps() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(g(v));
    let (x, y, d, s) = (matrix(), other(), rows(), 2.0_f64);
    assert_eq!(bcast!(f.(s .* (f.(s) .+ d) @ (0)) .* x), looped(|i, j| g(s * (g(s) + d[i])) * x[[i, j]]));
    calls.expect(1 + ROWS);
    assert_eq!(bcast!(f.(y .* (f.(s) .+ d) @ (0)) .* x), looped(|i, j| g(y[[i, j]] * (g(s) + d[i])) * x[[i, j]]));
    calls.take();
}
