//! Elementary functions. The result in double precision, rounded, is as good as exact.

use bcast::bcast;
use bcast::ndarray::Array1;

use super::{judge, on_device};
use crate::common::floats::arguments_f32;

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

/// Each of the edges and of a few hundred others beside each of a third of them, without subnormal ones.
fn pairs() -> (Array1<f32>, Array1<f32>) {
    let all: Vec<f32> = arguments_f32().into_iter().filter(|x| !x.is_subnormal()).collect();
    let pairs = all.iter().flat_map(|&x| all.iter().step_by(3).map(move |&y| (x, y)));
    let (x, y): (Vec<f32>, Vec<f32>) = pairs.unzip();
    (x.into(), y.into())
}

macro_rules! functions {
    (one { $($one:ident $function:ident;)* } two { $($two:ident $operation:ident;)* }) => {
        pub(super) const TESTED: &[&str] = &[$(stringify!($one),)* $(stringify!($two),)*];
        $(#[test]
        fn $one() {
            let gpu = gpu!();
            let (name, x) = (stringify!($one), arguments());
            let wide = x.mapv(f64::from);
            let have = on_device!(name, gpu, $function.(x));
            judge(name, |at| (x[at], x[at].is_subnormal()), &have, &bcast!(f32.($function.(wide))));
        })*
        $(#[test]
        fn $two() {
            let gpu = gpu!();
            let (name, (x, y)) = (stringify!($two), pairs());
            let (wide, high) = (x.mapv(f64::from), y.mapv(f64::from));
            let have = on_device!(name, gpu, $operation.(x, y));
            judge(name, |at| ((x[at], y[at]), false), &have, &bcast!(f32.($operation.(wide, high))));
        })*
    };
}
functions! {
    one {
    cbrt_f32 cbrt; exp_f32 exp; exp2_f32 exp2; exp_m1_f32 exp_m1; ln_f32 ln; ln_1p_f32 ln_1p; log2_f32 log2;
    log10_f32 log10; sin_f32 sin; cos_f32 cos; tan_f32 tan; asin_f32 asin; acos_f32 acos; atan_f32 atan; sinh_f32 sinh;
    cosh_f32 cosh; tanh_f32 tanh; asinh_f32 asinh; acosh_f32 acosh; atanh_f32 atanh; erf_f32 erf; erfc_f32 erfc;
    sigmoid_f32 sigmoid; ln_gamma_f32 ln_gamma;
    } two {
    atan2_f32 atan2; hypot_f32 hypot; powf_f32 powf;
    }
}
