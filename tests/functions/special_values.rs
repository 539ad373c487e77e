//! What the pages of `bcast::ops` say of infinities, zeros and NaN, which is what IEEE 754 and C say, and where
//! functions begin and end. In both precisions, as single numbers and in rows of many.

use bcast::bcast;
use bcast::ndarray::{Array1, array};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// More than the 64 elements that a kernel takes at a time.
const ROW: usize = 130;

fn is_same(found: f64, want: f64) -> bool {
    found.is_nan() && want.is_nan() || found == want && found.is_sign_negative() == want.is_sign_negative()
}

macro_rules! special {
    ($t:ident $($name:ident { $($x:expr $(, $y:expr)? => $want:expr);* })*) => {$(
        $({
            let x = $x as $t;
            let row = Array1::from_elem(ROW, x);
            let found = special!(@call $name x row $t $($y)?);
            assert!(
                found.iter().all(|&found| is_same(f64::from(found), f64::from($want as $t))),
                "{}.({x:?}{}) of {}: {}, not {:?}",
                stringify!($name), stringify!($(, $y)?), stringify!($t), found, $want as $t
            );
        })*
    )*};
    // Alone, in a row, and as the first and the last of others.
    (@call $name:ident $x:ident $row:ident $t:ident) => {{
        let mut mixed = Array1::from_elem(ROW, 0.25 as $t);
        (mixed[0], mixed[ROW - 1]) = ($x, $x);
        let (all, mixed) = (bcast!($name.($row)), bcast!($name.(mixed)));
        Array1::from_iter(all.into_iter().chain([bcast!($name.($x)), mixed[0], mixed[ROW - 1]]))
    }};
    (@call $name:ident $x:ident $row:ident $t:ident $y:expr) => {{
        let (y, others) = ($y as $t, Array1::from_elem(ROW, $y as $t));
        let (all, mixed) = (bcast!($name.($row, others)), bcast!($name.($row, y)));
        Array1::from_iter(all.into_iter().chain(mixed).chain([bcast!($name.($x, y))]))
    }};
}

/// The same in both precisions.
macro_rules! tests {
    ($($test:ident { $($table:tt)* })*) => {$(
        #[test]
        fn $test() {
            special! { f64 $($table)* }
            special! { f32 $($table)* }
        }
    )*};
}

tests! {
    rounding {
        floor { -0.0 => -0.0; INF => INF; -INF => -INF; NAN => NAN; -0.5 => -1.0 }
        ceil { -0.0 => -0.0; INF => INF; -INF => -INF; NAN => NAN; -0.5 => -0.0 }
        round { -0.0 => -0.0; INF => INF; -INF => -INF; NAN => NAN; 0.5 => 1.0; -2.5 => -3.0 }
        trunc { -0.0 => -0.0; INF => INF; -INF => -INF; NAN => NAN; -1.5 => -1.0 }
        fract { INF => NAN; -INF => NAN; NAN => NAN; -1.75 => -0.75 }
    }
    numbers {
        recip { 0.0 => INF; -0.0 => -INF; INF => 0.0; -INF => -0.0; NAN => NAN }
        abs { -INF => INF; -0.0 => 0.0; NAN => NAN }
        signum { 0.0 => 1.0; -0.0 => -1.0; -INF => -1.0; NAN => NAN }
        copysign { 3.0, -0.0 => -3.0; INF, -1.0 => -INF }
        rem_euclid { 1.0, 0.0 => NAN; INF, 2.0 => NAN; NAN, 2.0 => NAN; -1.0, 5.0 => 4.0; 2.0, INF => 2.0 }
        to_degrees { INF => INF; -INF => -INF; NAN => NAN }
        to_radians { INF => INF; -INF => -INF; NAN => NAN }
    }
    choices {
        min { NAN, 1.0 => 1.0; 1.0, NAN => 1.0; NAN, NAN => NAN }
        max { NAN, 1.0 => 1.0; 1.0, NAN => 1.0; NAN, NAN => NAN }
        minimum { NAN, 1.0 => NAN; 1.0, NAN => NAN; 0.0, -0.0 => -0.0; -0.0, 0.0 => -0.0 }
        maximum { NAN, 1.0 => NAN; 1.0, NAN => NAN; 0.0, -0.0 => 0.0; -0.0, 0.0 => 0.0 }
    }
    powers {
        sqrt { -0.0 => -0.0; INF => INF; -1.0 => NAN; NAN => NAN }
        cbrt { 0.0 => 0.0; -0.0 => -0.0; INF => INF; -INF => -INF; NAN => NAN }
        hypot { INF, NAN => INF; NAN, -INF => INF; NAN, 1.0 => NAN; 3.0, -4.0 => 5.0 }
        powf {
            -8.0, 0.5 => NAN; -8.0, 3.0 => -512.0;
            NAN, 0.0 => 1.0; INF, 0.0 => 1.0; 1.0, NAN => 1.0; 1.0, INF => 1.0;
            0.0, -1.0 => INF; 0.0, -2.5 => INF; NAN, 1.0 => NAN
        }
    }
    exponentials {
        exp { 0.0 => 1.0; -INF => 0.0; INF => INF; NAN => NAN }
        exp2 { 0.0 => 1.0; -INF => 0.0; INF => INF; NAN => NAN }
        exp_m1 { -0.0 => -0.0; -INF => -1.0; INF => INF; NAN => NAN }
        sigmoid { 0.0 => 0.5; -INF => 0.0; INF => 1.0; NAN => NAN }
    }
    logarithms {
        ln { 1.0 => 0.0; 0.0 => -INF; -0.0 => -INF; -1.0 => NAN; INF => INF; NAN => NAN }
        ln_1p { -0.0 => -0.0; -1.0 => -INF; -2.0 => NAN; INF => INF; NAN => NAN }
        log2 { 8.0 => 3.0; 0.0 => -INF; -0.0 => -INF; -1.0 => NAN; INF => INF; NAN => NAN }
        log10 { 1.0 => 0.0; 0.0 => -INF; -0.0 => -INF; -1.0 => NAN; INF => INF; NAN => NAN }
    }
    angles {
        sin { -0.0 => -0.0; INF => NAN; -INF => NAN; NAN => NAN }
        cos { -0.0 => 1.0; INF => NAN; -INF => NAN; NAN => NAN }
        tan { -0.0 => -0.0; INF => NAN; -INF => NAN; NAN => NAN }
        asin { -0.0 => -0.0; 1.5 => NAN; -1.5 => NAN; INF => NAN; NAN => NAN }
        acos { 1.0 => 0.0; 1.5 => NAN; -1.5 => NAN; INF => NAN; NAN => NAN }
        atan { -0.0 => -0.0; INF => FRAC_PI_2; -INF => -FRAC_PI_2; NAN => NAN }
        atan2 { 0.0, 0.0 => 0.0; 0.0, -0.0 => PI; INF, INF => FRAC_PI_4; NAN, 1.0 => NAN; 1.0, NAN => NAN }
    }
    hyperbolic {
        sinh { 0.0 => 0.0; -0.0 => -0.0; INF => INF; -INF => -INF; NAN => NAN }
        cosh { 0.0 => 1.0; INF => INF; -INF => INF; NAN => NAN }
        tanh { -0.0 => -0.0; INF => 1.0; -INF => -1.0; NAN => NAN }
        asinh { 0.0 => 0.0; -0.0 => -0.0; INF => INF; -INF => -INF; NAN => NAN }
        acosh { 1.0 => 0.0; 0.5 => NAN; -1.0 => NAN; INF => INF; NAN => NAN }
        atanh { -0.0 => -0.0; 1.0 => INF; -1.0 => -INF; 1.5 => NAN; NAN => NAN }
    }
    special_functions {
        erf { -0.0 => -0.0; INF => 1.0; -INF => -1.0; NAN => NAN }
        erfc { 0.0 => 1.0; INF => 0.0; -INF => 2.0; NAN => NAN }
        ln_gamma { 1.0 => 0.0; 2.0 => 0.0; 0.0 => INF; -3.0 => INF; INF => INF; -INF => INF; NAN => NAN }
    }
}

#[test]
fn bounds_that_bound_nothing() {
    assert_eq!(bcast!(clamp.(array![5.0, 1.0, NAN], 3, 2)), array![2.0, 2.0, 2.0]);
    assert_eq!(bcast!(clamp.(array![5.0, 1.0], f64::NAN, 2)), array![2.0, 1.0]);
    assert_eq!(bcast!(clamp.(array![5.0, 1.0], 2, f64::NAN)), array![5.0, 2.0]);
    assert_eq!(bcast!(powi.(array![0.0, NAN], array![-1, 0])), array![INF, 1.0]);
}

/// The last argument with a finite result, and the first one without.
#[test]
fn overflow() {
    assert_eq!(bcast!(is_finite.(exp.(array![709.78, 709.79]))), array![true, false]);
    assert_eq!(bcast!(is_finite.(exp.(array![88.72_f32, 88.73]))), array![true, false]);
    assert_eq!(bcast!(is_finite.(exp2.(array![1023.999, 1024.0]))), array![true, false]);
    assert_eq!(bcast!(is_finite.(exp2.(array![127.999_f32, 128.0]))), array![true, false]);
    assert_eq!(bcast!(is_finite.(sinh.(array![-710.47, -710.48]))), array![true, false]);
    assert_eq!(bcast!(is_finite.(sinh.(array![-89.41_f32, -89.42]))), array![true, false]);
    assert_eq!(bcast!(is_finite.(cosh.(array![710.47, 710.48]))), array![true, false]);
    assert_eq!(bcast!(is_finite.(cosh.(array![89.41_f32, 89.42]))), array![true, false]);
}

/// The last argument whose result is above 0, and the first one below it.
#[test]
fn underflow() {
    assert_eq!(bcast!(exp.(array![-745.13, -745.14]) .> 0), array![true, false]);
    assert_eq!(bcast!(exp.(array![-103.97_f32, -103.98]) .> 0), array![true, false]);
    assert_eq!(bcast!(exp2.(array![-1074.9, -1075.1]) .> 0), array![true, false]);
    assert_eq!(bcast!(exp2.(array![-149.9_f32, -150.1]) .> 0), array![true, false]);
}

#[test]
fn reductions() {
    let (zeros, nans) = (array![0.0, -0.0], array![NAN, NAN]);
    assert!(is_same(bcast!(min(zeros)), 0.0) && is_same(bcast!(max(.-zeros)), -0.0)); // the first among equals
    assert!(is_same(bcast!(minimum(zeros)), -0.0) && is_same(bcast!(maximum(.-zeros)), 0.0));
    assert!(bcast!(min(nans)).is_nan() && bcast!(max(nans)).is_nan());
    assert_eq!((bcast!(argmin(nans)), bcast!(argmax(nans))), (0, 0));
}
