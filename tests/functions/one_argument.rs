//! The built-in functions of one argument.

use bcast::bcast;
use bcast::ndarray::{Array1, array};

use crate::common::floats::{Float, arguments, arguments_f32, ulps};
use crate::golden;

/// Functions that are exact: the same bits as `std` gives.
macro_rules! exact {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let x = Array1::from(arguments());
            let have = bcast!($name.(x));
            for (x, have) in x.iter().zip(&have) {
                assert!(have.same(x.$name()), "{}({x:e}) is {have:e}", stringify!($name));
            }
            let x = Array1::from(arguments_f32());
            let have = bcast!($name.(x));
            for (x, have) in x.iter().zip(&have) {
                assert!(have.same(x.$name()), "{}({x:e}_f32) is {have:e}", stringify!($name));
            }
        }
    )* };
}
exact!(abs signum floor ceil round trunc fract sqrt recip to_degrees to_radians);

/// Functions that may be off by two units in the last place; zeros keep their sign. In single
/// precision the double result, rounded, is as good as exact.
macro_rules! close {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let x = Array1::from(arguments());
            let have = bcast!($name.(x));
            for (&x, &have) in x.iter().zip(&have) {
                near(stringify!($name), x, have, x.$name(), 2);
            }
            let x = Array1::from(arguments_f32());
            let have = bcast!($name.(x));
            for (&x, &have) in x.iter().zip(&have) {
                near(stringify!($name), x, have, f64::from(x).$name() as f32, 2);
            }
        }
    )* };
}
close!(cbrt exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tan asin acos atan sinh cosh tanh);

/// Functions for which `std` itself is no measure in double precision: it overflows early and is
/// off by several units. Those of `golden.rs` are.
macro_rules! close_in_single_precision {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let x = Array1::from(arguments_f32());
            let have = bcast!($name.(x));
            for (&x, &have) in x.iter().zip(&have) {
                near(stringify!($name), x, have, f64::from(x).$name() as f32, 2);
            }
        }
    )* };
}
close_in_single_precision!(asinh acosh atanh);

fn near<T: Float + Into<f64>>(name: &str, x: T, have: T, want: T, allowed: i128) {
    let x: f64 = x.into();
    let off = ulps(have, want);
    assert!(off <= allowed, "{name}({x:e}) is {have:?}, {off} units from {want:?}");
    if have.place() == 0 && want.place() == 0 {
        assert!(have.same(want), "{name}({x:e}) has the wrong zero");
    }
}

/// Functions of `golden.rs`, and how far they may be off in double precision.
macro_rules! golden {
    ($($test:ident: $name:ident $table:ident $allowed:literal;)*) => { $(
        #[test]
        fn $test() {
            let (x, want): (Vec<f64>, Vec<f64>) = golden::$table.iter().copied().unzip();
            let have = bcast!($name.(x));
            for ((&x, &have), &want) in x.iter().zip(&have).zip(&want) {
                near(stringify!($name), x, have, want, $allowed);
            }
            let single: Vec<f32> = x.iter().map(|&x| x as f32).collect();
            let have = bcast!($name.(single));
            for ((&x, &have), &want) in single.iter().zip(&have).zip(&want) {
                near(stringify!($name), x, have, want as f32, 2);
            }
        }
    )* };
}
golden! {
    asinh_by_table: asinh ASINH 2;
    acosh_by_table: acosh ACOSH 2;
    atanh_by_table: atanh ATANH 2;
    erf_by_table: erf ERF 2;
    erfc_by_table: erfc ERFC 2;
    ln_gamma_by_table: ln_gamma LN_GAMMA 4;
    sigmoid_by_table: sigmoid SIGMOID 2;
}

/// The ends of the functions that `std` lacks.
#[test]
fn limits() {
    let ends = array![f64::NEG_INFINITY, f64::INFINITY, -0.0, 0.0];
    assert_eq!(bcast!(erf.(ends)).to_vec(), [-1.0, 1.0, -0.0, 0.0]);
    assert!(bcast!(erf.(ends))[2].is_sign_negative());
    assert_eq!(bcast!(erfc.(ends)).to_vec(), [2.0, 0.0, 1.0, 1.0]);
    assert_eq!(bcast!(sigmoid.(ends)).to_vec(), [0.0, 1.0, 0.5, 0.5]);
    let poles = array![f64::INFINITY, 0.0, -0.0, -1.0, -2.0, -30.0];
    assert_eq!(bcast!(ln_gamma.(poles)), Array1::from_elem(6, f64::INFINITY));
    let nan = f64::NAN;
    assert!(bcast!(erf.(nan)).is_nan() && bcast!(erfc.(nan)).is_nan());
    assert!(bcast!(ln_gamma.(nan)).is_nan() && bcast!(sigmoid.(nan)).is_nan());
}

#[test]
fn classification() {
    let x = Array1::from(arguments());
    assert_eq!(bcast!(is_nan.(x)), x.mapv(f64::is_nan));
    assert_eq!(bcast!(is_finite.(x)), x.mapv(f64::is_finite));
    let x = Array1::from(arguments_f32());
    assert_eq!(bcast!(is_nan.(x)), x.mapv(f32::is_nan));
    assert_eq!(bcast!(is_finite.(x)), x.mapv(f32::is_finite));
}

/// `abs` and `signum` of integers.
#[test]
fn integers() {
    macro_rules! signed {
        ($($t:ty)*) => { $(
            let x: Array1<$t> = array![0, 1, -1, 5, -100, <$t>::MAX, <$t>::MIN + 1];
            assert_eq!(bcast!(abs.(x)), x.mapv(<$t>::abs));
            assert_eq!(bcast!(signum.(x)), x.mapv(<$t>::signum));
        )* };
    }
    signed!(i8 i16 i32 i64 i128 isize);
}

/// Functions nest, stand beside operators and take arrays of any rank.
#[test]
fn in_expressions() {
    let x = array![[0.5_f64, 1.5], [2.5, 3.5]];
    let v = array![1.0, 2.0];
    let expected = Array1::from_shape_fn(4, |i| {
        let (x, v) = ([0.5_f64, 1.5, 2.5, 3.5][i], [1.0, 2.0][i % 2]);
        (x * v).sqrt().floor() - x.abs()
    });
    let have = bcast!(floor.(sqrt.(x .* v @ (1))) .+ -abs.(x));
    assert_eq!(have.shape(), [2, 2]);
    assert_eq!(Array1::from_iter(have), expected);
}
