//! What WGSL has itself of operators and functions, beside the processor's; `helpers` has all others.

use bcast::bcast;
use bcast::ndarray::Array1;

use crate::common::floats::ulps;

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

#[test]
fn powers() {
    let gpu = gpu!();
    let x: Array1<f32> = (0..400).map(|i| i as f32 * 0.031 - 6.2).collect();
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
