//! Julia, "Extensible broadcast fusion". The allocations of `y .*= 2` are counted in `allocations.rs`.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};

use std::sync::atomic::{AtomicUsize, Ordering};

/// `([1, 2, 3] .+ [10 20 30 40]) ./ 10`: a column of 3, a 1x4 matrix and a scalar give 3x4.
#[test]
fn column_row_and_scalar() {
    let expected = array![[1.1, 2.1, 3.1, 4.1], [1.2, 2.2, 3.2, 4.2], [1.3, 2.3, 3.3, 4.3]];
    let column = array![1.0, 2.0, 3.0];
    let row = array![[10.0, 20.0, 30.0, 40.0]];
    assert_eq!(bcast!((column @ (0) .+ row) ./ 10), expected);

    // In Julia `/` of integers gives floats; here that is said.
    let column = array![1, 2, 3];
    let row = array![[10, 20, 30, 40]];
    assert_eq!(bcast!(column @ (0) .+ row), array![[11, 21, 31, 41], [12, 22, 32, 42], [13, 23, 33, 43]]);
    assert_eq!(bcast!(f64.(column @ (0) .+ row) ./ 10), expected);
}

/// "doing both the addition and division for each element at the same time, making just one pass":
/// the order of the calls shows it.
#[test]
fn one_pass() {
    let calls = std::sync::Mutex::new(Vec::new());
    let note = |name: char, x: i32| {
        calls.lock().expect("no panic").push(name);
        x
    };
    let (column, row) = (array![1, 2, 3], array![[10, 20, 30, 40]]);
    let out = bcast!(#[serial] (|s| note('/', s) / 10).((|a, b| note('+', a + b)).(column @ (0), row)));
    assert_eq!(out.shape(), [3, 4]);
    assert_eq!(calls.into_inner().expect("no panic"), ['+', '/'].repeat(12));
}

/// `A .& .!B` on arrays of bool.
#[test]
fn and_not() {
    let a = Array1::from_shape_fn(1000, |i| i % 3 == 0);
    let b = Array1::from_shape_fn(1000, |i| i % 5 == 0);
    let expected = Array1::from_shape_fn(1000, |i| i % 3 == 0 && i % 5 != 0);
    assert_eq!(bcast!(a .& .!b), expected);
    assert_eq!(bcast!(a .& !b), expected);
    assert_eq!(bcast!(a .&& !b), expected);
}

/// `((1:10000) .+ 20) .* 7` is `147:7:70140`.
#[test]
fn range() {
    let expected = Array1::from_iter((147..=70140).step_by(7));
    assert_eq!(expected.len(), 10_000);
    assert_eq!(bcast!(((1..=10_000) .+ 20) .* 7), expected);
    assert_eq!(bcast!(((1..10_001) .+ 20) .* 7), expected);
}

/// `y = rand(1000); y .*= 2`.
#[test]
fn double_in_place() {
    let mut y = Array1::from_shape_fn(1000, |i| i as f64 / 1000.0);
    bcast!(y .*= 2);
    assert_eq!(y, Array1::from_shape_fn(1000, |i| 2.0 * (i as f64 / 1000.0)));
}

/// "a first-class and fully supported mechanism" to opt out of fusion: a nested call is an operand.
#[test]
fn opting_out_of_fusion() {
    let calls = AtomicUsize::new(0);
    let costly = |x: f64| {
        calls.fetch_add(1, Ordering::Relaxed);
        x.exp()
    };
    let d = array![0.0, 1.0, 2.0];
    let x = Array2::from_elem((3, 100), 1.0);
    let expected = Array2::from_shape_fn((3, 100), |(i, _)| 1.0 / [0.0_f64, 1.0, 2.0][i].exp());
    assert_eq!(bcast!(x ./ bcast!(costly.(d)) @ (0)), expected);
    assert_eq!(calls.into_inner(), 3);

    let unfused = bcast!(x .* bcast!(d .+ 1) @ (0) .- x);
    assert_eq!(unfused, Array2::from_shape_fn((3, 100), |(i, _)| i as f64));
}
