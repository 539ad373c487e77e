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
    sinh 2; cosh 2; tanh 2; asinh 2; acosh 2; atanh 2; erf 2; erfc 4; ln_gamma 1000000; sigmoid 2;
}
