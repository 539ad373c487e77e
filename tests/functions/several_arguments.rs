//! The built-in functions of two and more arguments.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};

use crate::common::floats::{EDGES, Float, ulps};

/// All pairs of the edge values.
fn pairs() -> (Array1<f64>, Array1<f64>) {
    let at = |i: usize| (EDGES[i / EDGES.len()], EDGES[i % EDGES.len()]);
    let all = EDGES.len() * EDGES.len();
    (Array1::from_shape_fn(all, |i| at(i).0), Array1::from_shape_fn(all, |i| at(i).1))
}

/// Compares with a function of `std` on all pairs, in both precisions.
macro_rules! pairwise {
    ($($name:ident: $allowed:literal $sign:literal, $std:expr, $std_f32:expr;)*) => { $(
        #[test]
        fn $name() {
            let (x, y) = pairs();
            let have = bcast!($name.(x, y));
            for ((&x, &y), &have) in x.iter().zip(&y).zip(&have) {
                let (want, text) = ($std(x, y), stringify!($name));
                assert!(ulps(have, want) <= $allowed, "{text}({x:e}, {y:e}) is {have:e} instead of {want:e}");
                let zero = $sign && want == 0.0;
                assert!(!zero || have.same(want), "{text}({x:e}, {y:e}) has the wrong zero");
            }
            let (x, y) = (x.mapv(|x| x as f32), y.mapv(|y| y as f32));
            let have = bcast!($name.(x, y));
            for ((&x, &y), &have) in x.iter().zip(&y).zip(&have) {
                let (want, text): (f32, _) = ($std_f32(x, y), stringify!($name));
                assert!(ulps(have, want) <= $allowed, "{text}({x:e}, {y:e}) is {have:e} instead of {want:e}");
                let zero = $sign && want == 0.0;
                assert!(!zero || have.same(want), "{text}({x:e}, {y:e}) has the wrong zero");
            }
        }
    )* };
}

/// The f32 reference of the functions that are not exact: through double precision.
fn wide(function: fn(f64, f64) -> f64) -> impl Fn(f32, f32) -> f32 {
    move |x, y| function(x.into(), y.into()) as f32
}

pairwise! {
    atan2: 2 true, f64::atan2, wide(f64::atan2);
    hypot: 2 true, f64::hypot, wide(f64::hypot);
    powf: 2 true, f64::powf, wide(f64::powf);
    copysign: 0 true, f64::copysign, f32::copysign;
    rem_euclid: 0 false, f64::rem_euclid, f32::rem_euclid;
    min: 0 false, f64::min, f32::min;
    max: 0 false, f64::max, f32::max;
    minimum: 0 true, minimum_of, |x: f32, y: f32| minimum_of(x.into(), y.into()) as f32;
    maximum: 0 true, |x: f64, y: f64| -minimum_of(-x, -y), |x: f32, y: f32| -minimum_of(-f64::from(x), -f64::from(y)) as f32;
}

/// IEEE 754-2019 `minimum`: NaN wins, and -0 lies below +0.
fn minimum_of(x: f64, y: f64) -> f64 {
    match (x.is_nan() || y.is_nan(), x == y) {
        (true, _) => f64::NAN,
        (false, true) => {
            if x.is_sign_negative() {
                x
            } else {
                y
            }
        }
        (false, false) => {
            if x < y {
                x
            } else {
                y
            }
        }
    }
}

/// "`max min maximum minimum` take two or more", of any ordered numbers.
#[test]
fn two_or_more() {
    let (a, b, c, d) = (array![1, 8, 3], array![4, 5, 3], array![2, 9, 3], array![0, 7, 3]);
    assert_eq!(bcast!(max.(a, b)), array![4, 8, 3]);
    assert_eq!(bcast!(max.(a, b, c)), array![4, 9, 3]);
    assert_eq!(bcast!(max.(a, b, c, d)), array![4, 9, 3]);
    assert_eq!(bcast!(min.(a, b, c, d)), array![0, 5, 3]);
    assert_eq!(bcast!(minimum.(a, b, c)), array![1, 5, 3]);
    assert_eq!(bcast!(maximum.(a, b, c, 6)), array![6, 9, 6]);
    let nan = array![f64::NAN, 1.0];
    assert_eq!(bcast!(max.(nan, 0, -1)), array![0.0, 1.0]);
    assert!(bcast!(maximum.(nan, 0, -1))[0].is_nan());
    assert_eq!(bcast!(max.(array![1_u8, 250], 249)), array![249, 250]);
}

/// "`clamp.(x, lo, hi)` is `min(max(x, lo), hi)` and never panics": also when `lo > hi`.
#[test]
fn clamp() {
    let x = array![-2.0, 0.25, 7.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    assert_eq!(bcast!(clamp.(x, 0, 1)), array![0.0, 0.25, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(bcast!(clamp.(x, 1, 0)), Array1::zeros(6));
    let nan = f64::NAN;
    assert_eq!(bcast!(clamp.(x, nan, 1)).to_vec()[..3], [-2.0, 0.25, 1.0]);
    assert_eq!(bcast!(clamp.(array![-5, 0, 5, 9], -1, 6)), array![-1, 0, 5, 6]);
    assert_eq!(bcast!(clamp.(array![1_u8, 100, 200], 50, 150)), array![50, 100, 150]);
}

/// The user's own `mul_add` is the exact one on every machine: here the product needs all its bits.
#[test]
fn mul_add() {
    let x = Array1::from_elem(70, 1.0 + f64::EPSILON);
    let minus = -(1.0 + 2.0 * f64::EPSILON);
    let exact = bcast!(mul_add.(x, x, minus));
    assert_eq!(exact, Array1::from_elem(70, f64::EPSILON * f64::EPSILON));
    let x = Array1::from_elem(70, 1.0 + f32::EPSILON);
    let minus = -(1.0 + 2.0 * f32::EPSILON);
    assert_eq!(bcast!(mul_add.(x, x, minus)), Array1::from_elem(70, f32::EPSILON * f32::EPSILON));
    // And what is written as two operations stays two.
    assert_eq!(bcast!(x .* x .+ minus), Array1::zeros(70));
}

#[test]
fn powi() {
    let x = array![2.0, -3.0, 0.5, f64::NAN, 0.0];
    assert_eq!(bcast!(powi.(x, 3)).to_vec()[..3], [8.0, -27.0, 0.125]);
    assert_eq!(bcast!(powi.(x, -2)).to_vec()[..3], [0.25, 1.0 / 9.0, 4.0]);
    assert_eq!(bcast!(powi.(x, 0)), Array1::ones(5));
    let n = array![1, 2, -3, 0, 5];
    assert_eq!(bcast!(powi.(x, n)), array![2.0, 9.0, 8.0, 1.0, 0.0]);
    // "`f32s .^ i32s` is `powi`".
    let singles = array![2.0_f32, -3.0, 0.5, 7.0, 10.0];
    assert_eq!(bcast!(singles .^ n), array![2.0, 9.0, 8.0, 1.0, 100_000.0]);
}

#[test]
fn rem_euclid_of_integers() {
    let x = Array1::from_iter(-20..20);
    assert_eq!(bcast!(rem_euclid.(x, 7)), x.mapv(|x: i32| x.rem_euclid(7)));
    let y = array![3, -3, 5, -5];
    let x = array![-7, -7, 7, 7];
    assert_eq!(bcast!(rem_euclid.(x, y)), array![2, 2, 2, 2]);
}

#[test]
fn xor() {
    let (a, b) = (array![0b1100_u8, 255], array![0b1010, 15]);
    assert_eq!(bcast!(xor.(a, b)), array![0b0110, 240]);
    assert_eq!(bcast!(xor.(a, 1)), array![0b1101, 254]);
    assert_eq!(bcast!(xor.(array![true, false], true)), array![false, true]);
}

/// `select.(c, a, b)` is eager: both sides are computed.
#[test]
fn select() {
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let count = |x: i32| {
        calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        x
    };
    let x = array![1, -2, 3, -4];
    assert_eq!(bcast!(select.(x .> 0, count.(x), count.(-x) .* 10)), array![1, 20, 3, 40]);
    assert_eq!(calls.into_inner(), 8);
    let c = array![true, false];
    let m = array![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(bcast!(select.(c @ (0), m, 0)), array![[1.0, 2.0], [0.0, 0.0]]);
    let outer: Array2<f64> = bcast!(select.(c @ (0) .&& c @ (1), 1.5, m));
    assert_eq!(outer, array![[1.5, 2.0], [3.0, 4.0]]);
}
