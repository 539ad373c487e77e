//! Literals: they take the element type of their neighbour, and never change its value.

use bcast::bcast;
use bcast::ndarray::{Array1, array};

/// `x .* 2 .+ 1` and its like for every number type.
#[test]
fn integers_adopt_the_type_beside_them() {
    macro_rules! each {
        ($($t:ty)*) => { $(
            let x: Array1<$t> = array![1 as $t, 2 as $t, 5 as $t];
            let expected: Array1<$t> = array![3 as $t, 5 as $t, 11 as $t];
            assert_eq!(bcast!(x .* 2 .+ 1), expected);
            assert_eq!(bcast!(1 .+ 2 .* x), expected);
            assert_eq!(bcast!(1 .+ (2 .* (x .+ 0))), expected);
            assert_eq!(bcast!(2 .* 3 .* x), x.mapv(|x| 6 as $t * x));
            assert_eq!(bcast!(x .* (2 .* 3)), x.mapv(|x| 6 as $t * x));
            assert_eq!(bcast!(x .> 1), array![false, true, true]);
            assert_eq!(bcast!(1 .< x .<= 2), array![false, true, false]);
            assert_eq!(bcast!(max.(x, 2)), array![2 as $t, 2 as $t, 5 as $t]);
            assert_eq!(bcast!(clamp.(x, 2, 4)), array![2 as $t, 2 as $t, 4 as $t]);
            assert_eq!(bcast!(if x .> 1 { x } else { 0 }), array![0 as $t, 2 as $t, 5 as $t]);
            assert_eq!(bcast!(if x .> 1 { 7 } else { x }), array![1 as $t, 7 as $t, 7 as $t]);
            assert_eq!(bcast!(select.(x .> 1, 7, x)), array![1 as $t, 7 as $t, 7 as $t]);
            assert_eq!(bcast!((if x .> 1 { 1 } else { 0 }) .* x), array![0 as $t, 2 as $t, 5 as $t]);
            let mut out = x.clone();
            bcast!(out .= 0);
            assert_eq!(out, Array1::from_elem(3, 0 as $t));
            bcast!(out .+= 3);
            assert_eq!(out, Array1::from_elem(3, 3 as $t));
        )* };
    }
    each!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
}

#[test]
fn negative_literals() {
    macro_rules! each {
        ($($t:ty)*) => { $(
            let x: Array1<$t> = array![1 as $t, 2 as $t];
            assert_eq!(bcast!(x .* -2), array![-2 as $t, -4 as $t]);
            assert_eq!(bcast!(-2 .* x), array![-2 as $t, -4 as $t]);
            assert_eq!(bcast!(x .- -1), array![2 as $t, 3 as $t]);
            assert_eq!(bcast!(-1 .+ x .* (-3 .- 1)), array![-5 as $t, -9 as $t]);
        )* };
    }
    each!(i8 i16 i32 i64 i128 isize f32 f64);
    // The least value of a type has no positive twin.
    let x = array![0_i8, 1];
    assert_eq!(bcast!(x .+ -128), array![i8::MIN, -127]);
    let x = array![0_i64];
    assert_eq!(bcast!(x .+ -9223372036854775808), array![i64::MIN]);
    assert_eq!(bcast!(-x .- 9223372036854775807), array![-i64::MAX]);
}

/// The largest literals that a type holds exactly.
#[test]
fn literals_at_the_ends_of_types() {
    assert_eq!(bcast!(array![0_u8] .+ 255), array![255]);
    assert_eq!(bcast!(array![0_i8] .+ 127), array![127]);
    assert_eq!(bcast!(array![0_u16] .+ 65535), array![65535]);
    assert_eq!(bcast!(array![0_u32] .+ 4_294_967_295), array![u32::MAX]);
    assert_eq!(bcast!(array![0_u64] .+ 18446744073709551615), array![u64::MAX]);
    assert_eq!(bcast!(array![0_i128] .+ 170141183460469231731687303715884105727), array![i128::MAX]);
    assert_eq!(bcast!(array![0_f32] .+ 16777216), array![16_777_216.0]);
    assert_eq!(bcast!(array![0_f32] .+ 16777218), array![16_777_218.0]);
    assert_eq!(bcast!(array![0_f64] .+ 9007199254740992), array![9_007_199_254_740_992.0]);
}

#[test]
fn every_spelling() {
    let x = array![1_u32, 2];
    assert_eq!(bcast!(x .+ 0xff), array![256, 257]);
    assert_eq!(bcast!(x .+ 0b101), array![6, 7]);
    assert_eq!(bcast!(x .+ 0o17), array![16, 17]);
    assert_eq!(bcast!(x .+ 1_000), array![1001, 1002]);
    let y = array![1.0_f32, 2.0];
    assert_eq!(bcast!(y .* 2.5), array![2.5, 5.0]);
    assert_eq!(bcast!(2.5 .* y), array![2.5, 5.0]);
    assert_eq!(bcast!(y .* 1e3), array![1000.0, 2000.0]);
    assert_eq!(bcast!(y .* 2.5e-1), array![0.25, 0.5]);
    assert_eq!(bcast!(y .* -0.5), array![-0.5, -1.0]);
    assert_eq!(bcast!(y .* 0x10), array![16.0, 32.0]);
    assert_eq!(bcast!(y.*2.0.+1.0), array![3.0, 5.0]);
}

#[test]
fn suffixes_stay() {
    let (x, y) = (array![1_u8, 2], array![1.0_f32, 2.0]);
    assert_eq!(bcast!(x .+ 2u8), array![3, 4]);
    assert_eq!(bcast!(x .+ 2_u8), array![3, 4]);
    assert_eq!(bcast!(y .+ 2f32), array![3.0, 4.0]);
    assert_eq!(bcast!(y .+ 1e1_f32), array![11.0, 12.0]);
    assert_eq!(bcast!(1u64 .+ 2), 3_u64);
    assert_eq!(bcast!(2 .+ 1.5f32), 3.5_f32);
}

/// "float literals round as Rust's do": 0.1 next to `f32` is the `f32` nearest to 0.1.
#[test]
#[allow(clippy::excessive_precision)]
fn floats_round_once() {
    let (single, double) = (array![0.0_f32], array![0.0_f64]);
    assert_eq!(bcast!(single .+ 0.1)[0].to_bits(), 0.1_f32.to_bits());
    assert_eq!(bcast!(double .+ 0.1)[0].to_bits(), 0.1_f64.to_bits());
    // Rounded to double first this would be 1.0: it is just above half of the last place of 1.0_f32.
    assert_eq!(bcast!(single .+ 1.00000005960464477540)[0].to_bits(), 1.000_000_1_f32.to_bits());
    assert_eq!(bcast!(double .+ 1e-320)[0].to_bits(), 1e-320_f64.to_bits());
}

/// "`(1 ./ 3) .* x` takes x's type": float division beside floats, integer division beside integers.
#[test]
fn trees_of_literals() {
    let (single, double, whole) = (array![3.0_f32, 1.0], array![3.0_f64, 1.0], array![30, 10]);
    assert_eq!(bcast!((1 ./ 3) .* single), array![1.0_f32 / 3.0 * 3.0, 1.0 / 3.0]);
    assert_eq!(bcast!((1 ./ 3) .* double), array![1.0_f64 / 3.0 * 3.0, 1.0 / 3.0]);
    assert_eq!(bcast!((1 ./ 3) .* whole), array![0, 0]);
    assert_eq!(bcast!(whole .* (7 ./ 2)), array![90, 30]);
    assert_eq!(bcast!(single .* (7 ./ 2)), array![10.5, 3.5]);
    assert_eq!(bcast!((1 .+ 0.5) .* single), array![4.5, 1.5]);
}

/// "literals alone are `i32`/`f64` as in Rust".
#[test]
fn literals_alone() {
    let sum: i32 = bcast!(1 .+ 2);
    let third: i32 = bcast!(1 ./ 3);
    let float: f64 = bcast!(1.5 .+ 2.5);
    let mixed: f64 = bcast!(1 .+ 2.5);
    let power: i32 = bcast!(2 .^ 10);
    assert_eq!((sum, third, float, mixed, power), (3, 0, 4.0, 3.5, 1024));
    assert_eq!(std::mem::size_of_val(&bcast!(1 .+ 2)), 4);
    assert_eq!(std::mem::size_of_val(&bcast!(0.5 .+ 2)), 8);
    let filled = bcast!(#[shape([2, 2])] 7 .+ 0);
    assert_eq!(filled, array![[7, 7], [7, 7]]);
    assert!(bcast!(1 .< 2 .< 3));
    assert!(!bcast!(true .& false));
}

/// Integer literal powers multiply: `x.^2` is exactly `x*x`.
#[test]
fn literal_powers() {
    let x = Array1::from_shape_fn(200, |i| (i as f32 - 100.0) * 1.234_567);
    assert_eq!(bcast!(x.^2), x.mapv(|x| x * x));
    assert_eq!(bcast!(x.^3), x.mapv(|x| x * x * x));
    assert_eq!(bcast!(x.^1), x);
    assert_eq!(bcast!(x.^0), Array1::ones(200));
    assert_eq!(bcast!(x.^-1), x.mapv(|x| 1.0 / x));
    for (&x, &power) in x.iter().zip(&bcast!(x.^7)) {
        let exact = f64::from(x).powi(7);
        assert!((f64::from(power) - exact).abs() <= 1e-6 * exact.abs(), "{x}^7 is {power}");
    }
    for (&x, &power) in x.iter().zip(&bcast!(x.^-2)).filter(|&(&x, _)| x != 0.0) {
        let exact = f64::from(x).powi(-2);
        assert!((f64::from(power) - exact).abs() <= 3e-7 * exact, "{x}^-2 is {power}");
    }
    let edge = array![f64::NAN, f64::INFINITY, -0.0, f64::NEG_INFINITY];
    assert_eq!(bcast!(edge .^ 0), Array1::ones(4));
    assert_eq!(bcast!(edge .^ -1).to_vec()[1..], [0.0, f64::NEG_INFINITY, -0.0]);
    assert_eq!(bcast!(edge .^ 2).to_vec()[1..], [f64::INFINITY, 0.0, f64::INFINITY]);
}

#[test]
fn literal_powers_of_integers() {
    let x = array![-3_i64, -1, 0, 1, 2, 10];
    macro_rules! each {
        ($($power:literal)*) => { $( assert_eq!(bcast!(x .^ $power), x.mapv(|x| x.pow($power))); )* };
    }
    each!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
    // No intermediate square may overflow where the power itself does not.
    assert_eq!(bcast!(array![2_u8] .^ 7), array![128]);
    assert_eq!(bcast!(array![11_i16] .^ 4), array![14641]);
    assert_eq!(bcast!(array![-2_i32] .^ 31), array![i32::MIN]);
}

/// Exponents that are no integer literals.
#[test]
fn other_powers() {
    let x = array![4.0, 9.0, 2.25];
    assert_eq!(bcast!(x .^ 0.5), array![2.0, 3.0, 1.5]);
    assert_eq!(bcast!(x .^ 2.0), array![16.0, 81.0, 5.0625]);
    let n = array![2_u32, 0, 3];
    assert_eq!(bcast!(array![3_i32, 7, -2] .^ n), array![9, 1, -8]);
    assert_eq!(bcast!(2 .^ array![1.0, 3.0, -1.0]), array![2.0, 8.0, 0.5]);
}

/// As shift amounts, exponents of `powi.` and arguments of the user's functions they are plain Rust.
#[test]
fn plain_literals() {
    fn repeat(x: f32, times: u8) -> f32 {
        x * f32::from(times)
    }
    let x = array![1_u8, 3];
    assert_eq!(bcast!(x .<< 2), array![4_u8, 12]);
    assert_eq!(bcast!(x .>> 1), array![0_u8, 1]);
    assert_eq!(bcast!(1 .<< x), array![2, 8]);
    assert_eq!(bcast!(powi.(array![2.0, 3.0], 3)), array![8.0, 27.0]);
    assert_eq!(bcast!(repeat.(array![0.5, 1.5], 4)), array![2.0, 6.0]);
    assert_eq!(bcast!((|x: u8, c: char| (c as u8) + x).(x, 'a')), array![98, 100]);
    assert_eq!(bcast!((|x: u8, s: &str| s.len() as u8 + x).(x, "four")), array![5, 7]);
}

/// Bool literals.
#[test]
fn booleans() {
    let c = array![true, false];
    assert_eq!(bcast!(c .== true), c);
    assert_eq!(bcast!(c .& true), c);
    let mut out = c.clone();
    bcast!(out .= false);
    assert_eq!(out, array![false, false]);
    assert_eq!(bcast!(if c { 1.5 } else { 2.5 }), array![1.5, 2.5]);
    let choice: Array1<i32> = bcast!(if c { 1 } else { 2 });
    assert_eq!(choice, array![1, 2]);
}
