//! Every function of the table over its domain, against differences.

use bcast::bcast;
use bcast::ndarray::Array1;

/// Arguments from `from` to `to`.
fn arguments(from: f64, to: f64) -> Array1<f64> {
    Array1::linspace(from, to, 97)
}

/// One argument.
macro_rules! unary {
    ($($name:ident $from:literal $to:literal;)*) => {$(
        #[test]
        fn $name() {
            let x = arguments($from, $to);
            let (_, found) = bcast!(#[grad(x)] $name.(x));
            let single = x.mapv(|x| x as f32);
            let (_, in_single) = bcast!(#[grad(single)] $name.(single));
            for (at, &x) in x.iter().enumerate() {
                let step = 1e-3 * (1.0_f64).min(x.abs()).max(1e-2);
                let value = |by: f64| bcast!($name.(x .+ by));
                let around = |step: f64| (value(step) - value(-step)) / (2.0 * step);
                // The errors of the second and fourth order cancel.
                let (a, b, c) = (around(step), around(step / 2.0), around(step / 4.0));
                let (ab, bc) = ((4.0 * b - a) / 3.0, (4.0 * c - b) / 3.0);
                let expected = (16.0 * bc - ab) / 15.0;
                let scale = expected.abs().max(value(0.0).abs()).max(1e-3);
                assert!((found[at] - expected).abs() < 1e-9 * scale, "{x}: {} is not {expected}", found[at]);
                let off = (f64::from(in_single[at]) - expected).abs();
                let argument = f64::from(single[at]) - x;
                // The argument is rounded, too: by as much as its derivative changes there.
                let bend = (around(step) - (value(2.0 * step) - value(0.0)) / (2.0 * step)).abs() / step;
                let most = 3e-6 * scale + argument.abs() * (2.0 * bend + 1.0);
                assert!(off < most, "{x}: {} is not {expected}", in_single[at]);
            }
        }
    )*};
}
unary! {
    abs 0.1 9.0; fract 0.02 0.98; sqrt 0.01 50.0; cbrt 0.01 50.0; recip 0.1 20.0; exp -20.0 5.0; exp2 -20.0 6.0;
    exp_m1 -20.0 4.0; ln 0.01 40.0; ln_1p -0.9 40.0; log2 0.01 40.0; log10 0.01 40.0; sin -7.0 7.0; cos -7.0 7.0;
    tan -1.4 1.4; asin -0.95 0.95; acos -0.95 0.95; atan -20.0 20.0; sinh -4.0 4.0; cosh -4.0 4.0; tanh -6.0 6.0;
    asinh -20.0 20.0; acosh 1.1 20.0; atanh -0.9 0.9; erf -4.0 4.0; erfc -4.0 4.0; sigmoid -10.0 10.0;
    to_degrees -4.0 4.0; to_radians -200.0 200.0; signum 0.1 2.0; floor 0.1 0.9; ceil 0.1 0.9; round 0.1 0.4;
    trunc 0.1 0.9;
}

#[test]
fn two_arguments() {
    for (a, b) in [(0.3, 1.7), (2.5, -0.4), (1.25, 3.5), (0.75, 0.5), (5.0, 2.25)] {
        let (x, y): (f64, f64) = (a, b);
        check!([x, y] x .+ y .* x .- y);
        check!([x, y] x ./ y);
        check!([x, y] x .% y);
        check!([x, y] x .^ y);
        check!([x, y] powf.(x, y));
        check!([x, y] rem_euclid.(x, y));
        check!([x, y] atan2.(x, y));
        check!([x, y] hypot.(x, y));
        check!([x, y] copysign.(x, y));
        check!([x, y] mul_add.(x, y, x));
        check!([x, y] max.(x, y) .+ min.(x, y .* 2) .+ maximum.(x, y, 0.6) .+ minimum.(y, x));
        check!([x, y] clamp.(x, y, 4));
        check!([x, y] select.(x .> y, x .* y, y));
    }
}

#[test]
fn powers() {
    let (x, n) = (bcast::ndarray::array![0.5, 1.5, 3.0], 3_i32);
    check!([x] x.^2 .+ x.^5 .+ x.^-2 .+ x.^1 .+ x.^0);
    check!([x] x .^ n);
    check!([x] powi.(x, n) .+ powi.(x, 0));
    check!([x] x .^ 2.5);
    check!([x] 2 .^ x);
}
