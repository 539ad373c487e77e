//! Built-in functions beside those of the processor.

use bcast::bcast;
use bcast::ndarray::Array1;

use crate::common::floats::{arguments_f32, ulps};

/// Arguments of ordinary sizes, small and large ones of both signs, and the edges.
fn arguments() -> Array1<f32> {
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from_bits(state)
    };
    let mut all = arguments_f32();
    all.extend((0..20_000).map(|i| (i as f32 - 10_000.) * 0.00917));
    all.extend((0..20_000).map(|i| (i as f32 - 10_000.) * 1e-4));
    all.extend((0..40_000).map(|_| random()));
    all.into()
}

/// Whether a device may make zero of a number.
fn is_subnormal(x: f32) -> bool {
    x != 0.0 && x.abs() < f32::MIN_POSITIVE
}

/// The largest error in units of the last place, which must not be above `most`.
fn close(name: &str, x: &Array1<f32>, have: &Array1<f32>, want: &Array1<f32>, most: i128) {
    let mut worst = (0, 0.0, 0.0, 0.0);
    for ((&x, &have), &want) in x.iter().zip(have).zip(want) {
        let flushed = is_subnormal(x) || is_subnormal(want);
        let off = if flushed && have.abs() < 2. * f32::MIN_POSITIVE { 0 } else { ulps(have, want) };
        if off > worst.0 {
            worst = (off, x, have, want);
        }
    }
    let (off, x, have, want) = worst;
    println!("{name}: {off} ulp at {x:e}: {have:e} for {want:e}");
    assert!(off <= most, "{name}({x:e}) is {have:e}, should be {want:e}: off by {off} ulp");
}

/// The result in double precision, rounded, is as good as exact.
macro_rules! close {
    ($($name:ident $most:literal;)*) => {$(
        #[test]
        fn $name() {
            let gpu = gpu!();
            let x = arguments();
            let wide = x.mapv(f64::from);
            let have = bcast!(#[gpu(gpu)] $name.(x)).download().unwrap();
            close(stringify!($name), &x, &have, &bcast!(f32.($name.(wide))), $most);
        }
    )*};
}
close! {
    cbrt 2; exp 2; exp2 2; exp_m1 2; ln 2; ln_1p 2; log2 2; log10 2; sin 2; cos 2; tan 4; asin 2; acos 2; atan 2;
    sinh 2; cosh 2; tanh 2; asinh 2; acosh 2; atanh 2; erf 2; erfc 4; sigmoid 2;
}

/// Next to its zeros the absolute error counts.
#[test]
fn ln_gamma() {
    let gpu = gpu!();
    let x = arguments();
    let wide = x.mapv(f64::from);
    let (have, want) = (bcast!(#[gpu(gpu)] ln_gamma.(x)).download().unwrap(), bcast!(f32.(ln_gamma.(wide))));
    for ((x, have), want) in x.iter().zip(&have).zip(&want) {
        let good = (have - want).abs() <= 2e-6 * want.abs().max(1.) || ulps(*have, *want) == 0;
        assert!(good || is_subnormal(*x), "ln_gamma({x:e}) is {have:e}, should be {want:e}");
    }
}

/// Functions of two arguments, each beside each of the edges and of a few hundred others.
macro_rules! close_of_two {
    ($($name:ident $most:literal;)*) => {$(
        #[test]
        fn $name() {
            let gpu = gpu!();
            let (mut x, mut y) = (Vec::new(), Vec::new());
            for a in arguments_f32() {
                for b in arguments_f32().into_iter().step_by(3) {
                    x.push(a);
                    y.push(b);
                }
            }
            let (x, y) = (Array1::from(x), Array1::from(y));
            let (wide, high) = (x.mapv(f64::from), y.mapv(f64::from));
            let have = bcast!(#[gpu(gpu)] $name.(x, y)).download().unwrap();
            // A subnormal argument may count as zero.
            let keep = |n: &usize| !is_subnormal(x[*n]) && !is_subnormal(y[*n]);
            let pick = |all: &Array1<f32>| (0..all.len()).filter(keep).map(|n| all[n]).collect::<Array1<f32>>();
            let want = bcast!(f32.($name.(wide, high)));
            close(stringify!($name), &pick(&x), &pick(&have), &pick(&want), $most);
        }
    )*};
}
close_of_two! { atan2 2; hypot 2; powf 4; }

#[test]
fn powers() {
    let gpu = gpu!();
    let x: Array1<f32> = (0..400).map(|i| i as f32 * 0.031 - 6.2).collect();
    let n: Array1<i32> = (0..400).map(|i| i % 17 - 8).collect();
    let have = bcast!(#[gpu(gpu)] x .^ n).download().unwrap();
    let want = bcast!(f32.(powi.(f64.(x), n)));
    close("powi", &x, &have, &want, 8);
    assert_eq!(bcast!(#[gpu(gpu)] x .^ 3).download().unwrap(), bcast!(x .* x .* x));
    assert_eq!(bcast!(#[gpu(gpu)] x .^ 0).download().unwrap(), bcast!(x .^ 0));
    close("x^-2", &x, &bcast!(#[gpu(gpu)] x .^ -2).download().unwrap(), &bcast!(x .^ -2), 3);
    close("divide", &x, &bcast!(#[gpu(gpu)] 3 ./ x).download().unwrap(), &bcast!(3 ./ x), 3);
    close("sqrt", &x, &bcast!(#[gpu(gpu)] sqrt.(x)).download().unwrap(), &bcast!(sqrt.(x)), 3);
    close("recip", &x, &bcast!(#[gpu(gpu)] recip.(x)).download().unwrap(), &bcast!(recip.(x)), 3);
    close("degrees", &x, &bcast!(#[gpu(gpu)] to_degrees.(x)).download().unwrap(), &bcast!(to_degrees.(x)), 1);
    close("radians", &x, &bcast!(#[gpu(gpu)] to_radians.(x)).download().unwrap(), &bcast!(to_radians.(x)), 1);
    let (have, want) = (bcast!(#[gpu(gpu)] mul_add.(x, x, 1.5)).download().unwrap(), bcast!(mul_add.(x, x, 1.5)));
    close("mul_add", &x, &have, &want, 1);
}

/// What is left of a whole number: drivers take it for 0.
#[test]
fn fraction_of_whole_numbers() {
    let gpu = gpu!();
    let x = Array1::from(vec![f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1.25, -2.75]);
    let have = bcast!(#[gpu(gpu)] fract.(ceil.(x))).download().unwrap();
    assert!(have.iter().take(3).all(|have| have.is_nan()), "{have}");
    assert!(have.iter().skip(3).all(|&have| have == 0.0), "{have}");
}
