//! Arithmetic progressions: two numbers, whatever is computed of them.

use bcast::ndarray::{Array1, Ix1};
use bcast::{Broadcast, BroadcastError, Elem, Steps, bcast, steps, try_bcast};

/// The example of Julia's documentation.
#[test]
fn julias_range() {
    assert_eq!(bcast!(#[structured] ((1..10_001) .+ 20) .* 7), steps(147, 7, 10_000));
}

macro_rules! formulas {
    ($x:ident $y:ident $k:ident) => {
        let (a, b, c, d) = (
            bcast!(#[structured] $x .+ $k .- 3),
            bcast!(#[structured] $k .- $x .* 2),
            bcast!(#[structured] -($x .- $y) .* $k .+ $y),
            bcast!(#[structured] 5 .- (2 .* $x .+ $y) .+ $k),
        );
        let want = (
            bcast!($x .+ $k .- 3),
            bcast!($k .- $x .* 2),
            bcast!(-($x .- $y) .* $k .+ $y),
            bcast!(5 .- (2 .* $x .+ $y) .+ $k),
        );
        assert_eq!((array(a), array(b), array(c), array(d)), want);
    };
}

fn array<T: Elem + Send>(steps: Steps<T>) -> Array1<T>
where
    Steps<T>: Broadcast<Ix1, Elem = T>,
{
    bcast!((|v| v).(steps))
}

#[test]
fn all_steps_of_integers_and_floats() {
    for n in [0, 1, 2, 70] {
        let (x, y, k) = (steps(3_i64, -2, n), steps(7_i64, 5, n), 4_i64);
        formulas!(x y k);
        let (x, y, k) = (steps(3_f64, -2., n), steps(7_f64, 5., n), 4_f64);
        formulas!(x y k);
    }
    let x = steps(1.0, 0.5, 5);
    assert_eq!(bcast!(#[structured] x ./ 2), steps(0.5, 0.25, 5));
    let half = 0.5_f64;
    assert_eq!(bcast!(#[structured] x ./ half .- 0.5), steps(1.5, 1.0, 5));
}

/// The ends of a range may lie further apart than its type reaches.
#[test]
fn ranges_of_small_integers() {
    assert_eq!(bcast!(#[structured] (-100_i8..100) .- 1), steps(-101, 1, 200));
    assert_eq!(bcast!(#[structured] (3_u8..3) .+ 1), steps(4, 1, 0));
    assert_eq!(bcast!(#[structured] (i64::MIN..i64::MIN + 2) .+ 1), steps(i64::MIN + 1, 1, 2));
}

/// One element is stretched.
#[test]
fn lengths() {
    let (one, many) = (steps(10, 99, 1), steps(1, 2, 4));
    assert_eq!(bcast!(#[structured] one .+ many), steps(11, 2, 4));
    assert_eq!(bcast!(#[structured] many .- one), steps(-9, 2, 4));
    let other = steps(0, 1, 3);
    let error = try_bcast!(#[structured] many .+ other).unwrap_err();
    assert!(matches!(error, BroadcastError::Sizes { operand: "other", size: 3, expected: 4, .. }), "{error}");
    let steps: Result<Steps<i32>, _> = try_bcast!(#[structured] many .* 2);
    assert_eq!(bcast!(steps.unwrap() .- many), bcast!(many .* 1));
}

/// What is no progression is an array.
#[test]
fn other_steps_are_dense() {
    let x = steps(1, 2, 3);
    let dense: Array1<i32> = bcast!(#[structured] x .* x);
    assert_eq!(dense.to_vec(), [1, 9, 25]);
    let dense: Array1<i32> = bcast!(#[structured] x ./ 2 .+ 1);
    assert_eq!(dense.to_vec(), [1, 2, 3]);
    let dense: Array1<f64> = bcast!(#[structured] f64.(x));
    assert_eq!(dense.to_vec(), [1., 3., 5.]);
}
