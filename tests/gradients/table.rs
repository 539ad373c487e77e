//! Every function of the table over its domain, against differences in extended precision, and at special values.

use crate::extended::{Extended, PI, slope};
use bcast::bcast;
use bcast::ndarray::{Array1, array};

/// Arguments from `from` to `to`, evenly spaced.
fn even(from: f64, to: f64) -> Vec<f64> {
    Array1::linspace(from, to, 97).to_vec()
}

/// The same above 0, of all magnitudes.
fn of_all_sizes(from: f64, to: f64) -> Vec<f64> {
    let count = 193;
    let power = |at: usize| from.ln() + (to.ln() - from.ln()) * at as f64 / (count - 1) as f64;
    (0..count).map(|at| power(at).exp()).collect()
}

/// These, and as many below 0.
fn of_both_signs(above: Vec<f64>) -> Vec<f64> {
    above.iter().map(|x| -x).chain(above.iter().copied()).collect()
}

/// `found` is the slope up to some roundings of it, and of 1 where it is a difference from 1.
fn assert_close(name: &str, x: f64, (found, slope): (f64, f64), (epsilon, off): (f64, [f64; 2])) {
    let most = epsilon * (off[0] * slope.abs() + off[1]);
    assert!(
        (found - slope).abs() <= most,
        "{name} at {x:e}: {found:e} is not {slope:e}, {:e}",
        (found - slope).abs() / most
    );
}

/// A function of one argument: at which, what it is, how many roundings its derivative may be off, and how many of 1.
macro_rules! unary {
    ($($name:ident $at:expr, $of:expr, $off:expr;)*) => {$(
        #[test]
        fn $name() {
            let x = Array1::from($at);
            let (_, found) = bcast!(#[grad(x)] $name.(x));
            for (&x, &found) in x.iter().zip(&found) {
                assert_close(stringify!($name), x, (found, slope(x, $of)), (f64::EPSILON, $off));
            }
            // Where the slope has digits in single precision.
            let x: Array1<f32> = x.iter().map(|&x| x as f32).filter(|x| (1e-15..1e15).contains(&x.abs())).collect();
            let (_, found) = bcast!(#[grad(x)] $name.(x));
            for (&x, &found) in x.iter().zip(&found) {
                let slope = slope(x.into(), $of);
                if (1e-30..1e30).contains(&slope.abs()) {
                    let (found, epsilon) = (f64::from(found), f64::from(f32::EPSILON));
                    assert_close(stringify!($name), x.into(), (found, slope), (epsilon, $off));
                }
            }
        }
    )*};
}
const ROUNDED: [f64; 2] = [6.0, 0.0];
fn one() -> Extended {
    1.0.into()
}
/// The arc tangent, but for a constant that would hide what changes.
fn angle(x: Extended) -> Extended {
    if x.0.abs() > 1.0 { -(one() / x).atan() } else { x.atan() }
}
unary! {
    abs of_both_signs(of_all_sizes(1e-280, 1e280)), Extended::abs, ROUNDED;
    fract even(0.02, 0.98), |x| x, ROUNDED;
    sqrt of_all_sizes(1e-280, 1e280), Extended::sqrt, ROUNDED;
    cbrt of_both_signs(of_all_sizes(1e-280, 1e280)), Extended::cbrt, ROUNDED;
    recip of_both_signs(of_all_sizes(1e-140, 1e140)), |x| one() / x, ROUNDED;
    exp even(-600.0, 600.0), Extended::exp, ROUNDED;
    exp2 even(-900.0, 900.0), |x| Extended::from(2.0).pow(x), ROUNDED;
    exp_m1 even(-8.0, 600.0), |x| x.exp() - one(), ROUNDED;
    ln of_all_sizes(1e-280, 1e280), Extended::ln, ROUNDED;
    ln_1p even(-0.999, 40.0), |x| (one() + x).ln(), ROUNDED;
    log2 of_all_sizes(1e-280, 1e280), |x| x.ln() / Extended::from(2.0).ln(), ROUNDED;
    log10 of_all_sizes(1e-280, 1e280), |x| x.ln() / Extended::from(10.0).ln(), ROUNDED;
    sin even(-30.0, 30.0), Extended::sin, ROUNDED;
    cos even(-30.0, 30.0), Extended::cos, ROUNDED;
    tan even(-1.57, 1.57), |x| x.sin() / x.cos(), [8.0, 0.0];
    asin even(-0.999_9, 0.999_9), Extended::asin, ROUNDED;
    acos even(-0.999_9, 0.999_9), |x| -x.asin(), ROUNDED;
    atan of_both_signs(of_all_sizes(1e-4, 1e140)), angle, ROUNDED;
    sinh even(-600.0, 600.0), Extended::sinh, ROUNDED;
    cosh even(-600.0, 600.0), Extended::cosh, ROUNDED;
    tanh even(-12.0, 12.0), |x| x.sinh() / x.cosh(), [6.0, 3.0];
    asinh of_both_signs(of_all_sizes(1e-4, 1e280)), Extended::asinh, ROUNDED;
    acosh of_all_sizes(1.000_1, 1e280), Extended::acosh, ROUNDED;
    atanh even(-0.999_9, 0.999_9), Extended::atanh, ROUNDED;
    // The square in the exponent is rounded: as often as it is large.
    erf even(-4.0, 4.0), Extended::erf, [22.0, 0.0];
    erfc even(-4.0, 4.0), |x| one() - x.erf(), [22.0, 0.0];
    sigmoid even(-40.0, 40.0), |x| one() / (one() + (-x).exp()), [6.0, 1.0];
    to_degrees even(-4.0, 4.0), |x| x * 180.0.into() / PI, ROUNDED;
    to_radians even(-200.0, 200.0), |x| x * PI / 180.0.into(), ROUNDED;
    signum of_both_signs(even(0.1, 2.0)), |_| one(), ROUNDED;
    floor even(0.1, 0.9), |_| one(), ROUNDED;
    ceil even(0.1, 0.9), |_| one(), ROUNDED;
    round even(0.1, 0.4), |_| one(), ROUNDED;
    trunc even(0.1, 0.9), |_| one(), ROUNDED;
}

/// A formula of two arguments: at which, and what it is.
macro_rules! binary {
    ($($name:ident($a:ident, $b:ident) [$($formula:tt)*] $at:expr, $of:expr;)*) => {$(
        #[test]
        fn $name() {
            let ($a, $b): (Vec<f64>, Vec<f64>) = $at.into_iter().unzip();
            let (_, (da, db)) = bcast!(#[grad($a, $b)] $($formula)*);
            for at in 0..$a.len() {
                let (x, y) = (Extended::from($a[at]), Extended::from($b[at]));
                let slopes = [slope($a[at], |a| $of(a, y)), slope($b[at], |b| $of(x, b))];
                let text = format!("{} of {:e}, {:e}", stringify!($name), $a[at], $b[at]);
                for (found, slope) in [da[at], db[at]].into_iter().zip(slopes) {
                    assert_close(&text, $a[at], (found, slope), (f64::EPSILON, [8.0, 0.0]));
                }
            }
        }
    )*};
}

/// Pairs of all magnitudes and signs, not more than so many powers of ten apart.
fn pairs(sizes: i32, apart: i32) -> Vec<(f64, f64)> {
    let powers = (-sizes..=sizes).step_by(sizes as usize / 4);
    let each = |a: i32| (-apart..=apart).step_by(apart as usize / 2).map(move |b| (a, a + b));
    let signed = |(a, b): (i32, i32)| {
        let (a, b) = (1.3 * 10_f64.powi(a), 1.7 * 10_f64.powi(b));
        [(a, b), (a, -b), (-a, b), (-a, -b)]
    };
    powers.flat_map(each).flat_map(signed).collect()
}
binary! {
    plus(a, b) [a .+ b] pairs(200, 4), |a: Extended, b| a + b;
    minus(a, b) [a .- b] pairs(200, 4), |a: Extended, b| a - b;
    times(a, b) [a .* b] pairs(100, 40), |a: Extended, b| a * b;
    quotients(a, b) [a ./ b] pairs(100, 40), |a: Extended, b| a / b;
    angles(a, b) [atan2.(a, b)] pairs(200, 4), |a: Extended, b: Extended| {
        // The angle of the shorter leg, and a constant.
        if a.0.abs() < b.0.abs() { (a / b).atan() } else { -(b / a).atan() }
    };
    hypotenuses(a, b) [hypot.(a, b)] pairs(100, 2), |a: Extended, b: Extended| (a * a + b * b).sqrt();
}

/// Powers, whose exponent magnifies what is rounded.
#[test]
fn powers_of_all_sizes() {
    for (x, n) in [(1e-200, 1.2), (0.3, 7.5), (0.999, 900.0), (3.0, 0.25), (3.0, -2.5), (1e100, 2.5), (1e-30, -4.5)] {
        let (value, (dx, dn)) = bcast!(#[grad(x, n)] x .^ n);
        let (base, exponent) = (Extended::from(x), Extended::from(n));
        let off = [8.0 + 2.0 * value.ln().abs(), 0.0];
        assert_close("powers", x, (dx, slope(x, |x| x.pow(exponent))), (f64::EPSILON, off));
        assert_close("powers", x, (dn, slope(n, |n| base.pow(n))), (f64::EPSILON, off));
    }
}

/// At the ends of domains, and where there is no number.
#[test]
fn special_values() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    macro_rules! slopes {
        ($($name:ident [$($x:expr),*] [$($slope:expr),*];)*) => {$(
            let x = array![$($x),*, nan];
            let (_, found) = bcast!(#[grad(x)] $name.(x));
            for (at, (&found, expected)) in found.iter().zip([$($slope as f64),*, nan]).enumerate() {
                let same = found == expected || found.is_nan() && expected.is_nan();
                assert!(same, "{} at {}: {found} is not {expected}", stringify!($name), x[at]);
            }
        )*};
    }
    slopes! {
        sqrt [0.0, inf, -1.0] [inf, 0, nan]; cbrt [0.0, inf, -inf] [inf, 0, 0]; recip [0.0, inf] [-inf, 0];
        exp [-inf, inf] [0, inf]; exp2 [-inf, inf] [0, inf]; exp_m1 [-inf, 0.0] [0, 1]; ln [0.0, inf] [inf, 0];
        ln_1p [-1.0, inf] [inf, 0]; log2 [0.0, inf] [inf, 0]; log10 [0.0, inf] [inf, 0];
        sin [0.0, inf] [1, nan]; cos [0.0, inf] [0, nan]; tan [0.0, inf] [1, nan]; asin [1.0, -1.0, 0.0] [inf, inf, 1];
        acos [1.0, -1.0] [-inf, -inf]; atan [0.0, inf, -inf] [1, 0, 0]; sinh [0.0, inf] [1, inf];
        cosh [0.0, inf, -inf] [0, inf, -inf]; tanh [0.0, inf, -inf, 500.0] [1, 0, 0, 0];
        asinh [0.0, inf, 1e300, -1e300] [1, 0, 1e-300, 1e-300]; acosh [1.0, inf] [inf, 0]; atanh [1.0, 0.0] [inf, 1];
        erf [0.0, inf] [std::f64::consts::FRAC_2_SQRT_PI, 0]; erfc [inf, -inf] [0, 0];
        sigmoid [0.0, inf, -inf, 800.0, -800.0] [0.25, 0, 0, 0, 0]; abs [inf, -inf] [1, -1];
    }
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
