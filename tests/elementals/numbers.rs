//! Numbers: operators, casts, methods of std.

use crate::equal::{floats, integers};
use bcast::elemental;

#[elemental]
fn wraps(a: i32, b: i32) -> i32 {
    a.wrapping_mul(b).wrapping_add(a).wrapping_sub(b ^ 0x55)
}

#[elemental]
fn divides(a: i32, b: i32) -> i32 {
    let b = if b == 0 || b == -1 { 3 } else { b };
    a / b * 1000 % 77 + a % b + a.rem_euclid(b)
}

#[elemental]
fn shifts(a: i32, b: i32) -> u32 {
    let by = b & 31;
    (a as u32 >> by) ^ (a >> by) as u32 ^ (1_u32 << (by as u32)) | !0xff & 0b11
}

/// An amount has a type of its own.
#[elemental]
fn amounts(n: i32, k: i32) -> i32 {
    let few = k as u32 & 7;
    let mut shifted = n << (if few > 3 { 1 } else { few });
    shifted <<= if k > 0 { 1 } else { k & 3 };
    shifted ^ n >> (1 + few)
}

#[elemental]
fn casts(x: f32, n: i32) -> i64 {
    let big = (x * 1.5e9) as i32 as i64;
    let wide = n as i64 * 3_000_000_000;
    big + (wide >> 3) + (n as u32 as u64) as i64 + (n > 0) as i64 + (x as u32 as f64 * 0.5) as i64
}

/// What is widened by itself, Mesa's software Vulkan compares wrongly with constants.
#[elemental]
fn widened(n: i32) -> i64 {
    let wide = n as i64;
    let small = if wide < 3 { 1 } else { 0 };
    let negative = if -70 >= n as u64 as i64 { 10 } else { 0 };
    let truth = ((n > 5) as i64).clamp(-5, 81);
    small + negative + truth * 1000 + wide * 10000
}

#[elemental]
fn rounds(x: f32) -> f32 {
    x.floor() + x.ceil() * 0.5 - x.round() + x.trunc() * 2.0 + x.signum()
}

#[elemental]
fn orders(x: f32, y: f32) -> f32 {
    x.min(y) + f32::max(x, 0.5) * x.max(y).min(3.0) - x.clamp(-2.0, 2.0)
}

#[elemental]
fn keeps_nan(x: f32) -> f32 {
    x.clamp(-1.0, 1.0)
}

#[elemental]
fn asks(x: f32) -> bool {
    x.is_nan() | x.is_finite() & (x >= -0.0)
}

#[elemental]
fn literals(x: f32) -> f32 {
    let hex = 0xff + 0b11 + 1_000;
    let least = -2147483648;
    let wide = 3_000_000_000_i64 / 7;
    (wide >> 20) as f32 + (1 << 4) as f32 + hex as f32 + x + least as f32 + 1e-3 + 2.5_f32
}

#[elemental]
fn doubles(x: f64) -> f64 {
    let y = x * 0.1 + 1.0;
    (y.abs().sqrt() - x.floor()).mul_add(2.0, 1.0e-3) / y
}

#[elemental]
fn powers(n: i32, k: u32) -> i32 {
    n.pow(k % 4) + (n as f64).powi(2) as i32
}

#[test]
fn are_as_on_the_processor() {
    let (x, n) = (floats(), integers());
    let y = x.iter().rev().copied().collect::<bcast::ndarray::Array1<f32>>();
    let k = n.iter().rev().copied().collect::<bcast::ndarray::Array1<i32>>();
    let small = n.mapv(|n| n.clamp(-90, 90));
    equal! {
        wraps(n, k);
        shifts(n, k);
        amounts(n, k);
        divides(small, k);
        casts(x, small);
        widened(n);
        rounds(x);
        orders(x, y);
        keeps_nan(x);
        asks(x);
        literals(x);
    }
    let (z, few) = (x.mapv(|x| f64::from(x.clamp(-1e6, 1e6))), small.mapv(|n| n.unsigned_abs()));
    equal! {
        doubles(z);
        powers(small, few);
    }
}

/// Elementary functions are std's on the processor, and those of formulas on a device.
#[elemental]
fn elementary(x: f32) -> f32 {
    x.sin() + (x * 0.1).exp() * x.cos() - x.abs().ln_1p()
}

#[test]
fn elementary_functions_are_near() {
    let gpu = gpu!();
    let x = floats().mapv(|x| x.clamp(-10., 10.));
    let have = bcast::bcast!(#[gpu(gpu)] elementary.(x)).download().unwrap();
    let want = bcast::bcast!(elementary.(x));
    for ((x, have), want) in x.iter().zip(&have).zip(&want) {
        assert!(
            (have - want).abs() <= 2e-6 * (1. + want.abs()) || have.is_nan() && want.is_nan(),
            "{x}: {have} {want}"
        );
    }
}

#[test]
fn errors_are_reported() {
    #[elemental]
    fn divided(n: i32, k: i32) -> i32 {
        n / k
    }
    let gpu = gpu!();
    let n = integers();
    let zero = 0;
    let error = bcast::bcast!(#[gpu(gpu)] divided.(n, zero)).download().unwrap_err();
    assert!(error.to_string().contains("division by zero"), "{error}");
}
