//! What does not fit into a row: static beside dynamic ranks, and sizes beyond 32 bits.

use bcast::ndarray::{Array2, ArrayD, IxDyn};
use bcast::{bcast, try_bcast};

/// A static rank beside a dynamic one: the dynamic operand is checked at run time.
#[test]
fn static_beside_dynamic() {
    let x = Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as f64);
    let expected = Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as f64 + j as f64);
    let row = ArrayD::from_shape_fn(IxDyn(&[4]), |at| at[0] as f64);
    let rows = ArrayD::from_shape_fn(IxDyn(&[3, 4]), |at| at[1] as f64);
    assert_eq!(bcast!(x .+ rows).into_dyn(), expected.clone().into_dyn());
    assert_eq!(bcast!(rows .+ x).into_dyn(), expected.clone().into_dyn());
    assert_eq!(bcast!(x .+ row @ (1)).into_dyn(), expected.clone().into_dyn());
    let mut out = Array2::zeros((3, 4));
    bcast!(out .= rows .+ x);
    assert_eq!(out, expected);
    assert!(try_bcast!(x .+ row).is_err());
    assert!(try_bcast!(x .+ row @ (0)).is_err());
    assert!(try_bcast!(out .= x .+ row).is_err());
    assert_eq!(out, expected);
}

/// Ranges have no memory to lie in: rows of every length, along both axes, beside arrays of both orders.
#[test]
fn ranges_along_both_axes() {
    for (rows, columns) in [(1, 1), (3, 4), (4, 15), (40, 3), (3, 63), (64, 65), (2, 300), (70, 1000), (0, 3), (3, 0)] {
        let number = |i: usize, j: usize| (1000 * i + j) as i64;
        let c = Array2::from_shape_fn((rows, columns), |(i, j)| number(i, j));
        let f = Array2::from_shape_fn((columns, rows), |(j, i)| number(i, j)).reversed_axes();
        let (down, right) = (rows as i64, columns as i64);
        let expected = Array2::from_shape_fn((rows, columns), |(i, j)| number(i, j) - 7 * i as i64 + 3 * j as i64 + 5);
        for x in [&c, &f] {
            assert_eq!(bcast!(x .- 7 .* (0..down) @ (0) .+ 3 .* (0..right) @ (1) .+ 5), expected);
            assert_eq!(bcast!((5..=right + 4) @ (1) .* 3 .- 10 .+ x .- (0..down) @ (0) .* 7), expected);
            let mut out = x.clone();
            bcast!(out .-= 7 .* (0..down) @ (0) .- 3 .* (0..right) @ (1) .- 5);
            assert_eq!(out, expected);
            let turned = bcast!(x.t() .- 7 .* (0..down) @ (1) .+ 3 .* (0..right) @ (0) .+ 5);
            assert_eq!(turned.t(), expected);
        }
        let alone = bcast!((0..down) @ (0) .* 1000 .+ (0..right) @ (1));
        assert_eq!(alone, c);
    }
}

/// Elements so large that one alone fills what the engine keeps on the stack, on
/// half the stack that a thread has by default.
#[test]
fn elements_of_forty_thousand_bytes() {
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(pages).expect("a thread").join().expect("pages are right");
}

fn pages() {
    type Page = [u64; 5000];
    let page = |i: usize| -> Page { std::array::from_fn(|k| (i * 5000 + k) as u64) };
    let first = |a: Page, b: u64| -> Page {
        let mut a = a;
        a[0] += b;
        a[4999] += b;
        a
    };
    let pages: Vec<Page> = (0..6).map(page).collect();
    let x = Array2::from_shape_vec((2, 3), pages).expect("six pages");
    let v = bcast::ndarray::arr1(&[10_u64, 20]);
    let out = bcast!(first.(x.t(), v @ (1)));
    assert_eq!(out.shape(), [3, 2]);
    for ((j, i), have) in out.indexed_iter() {
        assert!(*have == first(page(3 * i + j), 10 * (i as u64 + 1)), "page {j}, {i}");
    }
}

/// More elements than `u32` counts, in an output of one byte each. Only with optimisation: it takes a minute without.
#[test]
#[cfg(not(debug_assertions))]
fn beyond_32_bits() {
    const LEN: usize = (1 << 31) + 5;
    let ramp = bcast!(u8.((0..LEN) .% 251));
    assert_eq!(ramp.len(), LEN);
    let wrong = ramp.iter().zip((0..251_u8).cycle()).position(|(&have, want)| have != want);
    assert_eq!(wrong, None);
    let mut ramp = ramp;
    bcast!(ramp .= 250 .- ramp);
    let wrong = ramp.iter().zip((0..251_u8).rev().cycle()).position(|(&have, want)| have != want);
    assert_eq!(wrong, None);
}

/// The same through a view without memory behind it, along the longer of two axes.
#[test]
#[cfg(not(debug_assertions))]
fn beyond_32_bits_repeated() {
    const LEN: usize = (1 << 30) + 3;
    let cell = bcast::ndarray::arr2(&[[7_u8]]);
    let tall = cell.broadcast((LEN, 2)).expect("1 fits anything");
    let row = bcast::ndarray::arr1(&[1_u8, 2]);
    let sum = bcast!(tall .+ row @ (1));
    assert_eq!(sum.shape(), [LEN, 2]);
    assert!(sum.rows().into_iter().all(|row| row[0] == 8 && row[1] == 9));
}
