//! No built-in function is off by more than one unit in the last place.
//!
//! Single precision is sampled, and compared with double precision; `all_singles` takes all arguments. Double precision
//! is compared with `tables`, the arguments with the largest errors that were found, by `scripts/tables`.

use bcast::bcast;
use bcast::ndarray::{Array1, ArrayView1, s};
use bcast_math::{ONE, TWO, error};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bits of floats all over the range.
fn bits(start: u32, step: u32) -> impl Iterator<Item = u32> {
    (0..100_000_u32).map(move |i| start.wrapping_add(i.wrapping_mul(step)))
}

#[test]
fn single_precision() {
    println!("SIMD level {}", bcast::simd_level());
    for f in ONE {
        // Any bits, and the ordinary range.
        let place = |i: u32| f.range.0 + (f.range.1 - f.range.0) * f64::from(i) / 100_000.0;
        let ordinary = (0..100_000).map(|i| place(i) as f32);
        let x: Array1<f32> = bits(0, 42_949).map(f32::from_bits).chain(ordinary).collect();
        let mut have = Array1::zeros(x.len());
        (f.f32)(x.view(), have.view_mut());
        for (&x, &have) in x.iter().zip(&have) {
            let off = error(have, (f.reference)(x.into()), 0.0);
            assert!(off <= 1.0, "{}({x:e}) is {have:e}, off by {off}", f.name);
        }
    }
}

#[test]
fn single_precision_of_two() {
    for f in TWO {
        let ordinary = |i: u32| (f64::from(i % 1009) / 1009.0 * (f.range.1 - f.range.0) + f.range.0) as f32;
        let x: Array1<f32> = bits(0, 42_949).map(f32::from_bits).chain((0..100_000).map(ordinary)).collect();
        let y: Array1<f32> =
            bits(7, 2_654_435_761).map(f32::from_bits).chain((0..100_000).map(|i| ordinary(i * 577 + 5))).collect();
        let mut have = Array1::zeros(x.len());
        (f.f32)(x.view(), y.view(), have.view_mut());
        for ((&x, &y), &have) in x.iter().zip(&y).zip(&have) {
            let off = error(have, (f.reference)(x.into(), y.into()), 0.0);
            assert!(off <= 1.0, "{}({x:e}, {y:e}) is {have:e}, off by {off}", f.name);
        }
    }
}

/// A line of a table: the arguments and the result in hexadecimal bits, and what is left of the result in its units.
fn rows(text: &str) -> impl Iterator<Item = (Vec<f64>, f64, f64)> {
    text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let (rest, words) = words.split_last().expect("words");
        let float = |word: &&str| f64::from_bits(u64::from_str_radix(word, 16).expect("bits"));
        let mut floats: Vec<f64> = words.iter().map(float).collect();
        let want = floats.pop().expect("a result");
        (floats, want, rest.parse().expect("a number"))
    })
}

#[test]
fn double_precision() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tables");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}.txt")).expect("a table");
    // `ln_gamma` is `libm`'s in double precision, and further off where it is near zero.
    for f in ONE.iter().filter(|f| f.name != "ln_gamma") {
        let mut text = read(f.name);
        assert!(text.lines().count() >= 40, "{} has no table", f.name);
        // Angles next to multiples of pi/2.
        if ["sin", "cos", "tan"].contains(&f.name) {
            text += &read(&format!("{}.near", f.name));
        }
        for (x, want, rest) in rows(&text) {
            let mut have = [0.0; 1];
            (f.f64)(ArrayView1::from(&x), (&mut have[..]).into());
            let off = off(have[0], want, rest);
            assert!(off <= 1.0, "{}({:e}) is {:e}, off by {off}", f.name, x[0], have[0]);
        }
    }
    for f in TWO {
        for (x, want, rest) in rows(&read(f.name)) {
            let mut have = [0.0; 1];
            (f.f64)(ArrayView1::from(&x[..1]), ArrayView1::from(&x[1..]), (&mut have[..]).into());
            let off = off(have[0], want, rest);
            assert!(off <= 1.0, "{}({:e}, {:e}) is {:e}, off by {off}", f.name, x[0], x[1], have[0]);
        }
    }
}

/// In units of `want`; `rest` is small and in units already.
fn off(have: f64, want: f64, rest: f64) -> f64 {
    let whole = error(have, want, 0.0);
    if have < want { whole + rest } else { (whole - rest).abs() }
}

/// Lanes with an argument far out are computed again by another way, and the lanes beside it with them.
#[test]
fn far_arguments_change_nothing_beside_them() {
    let near: Array1<f32> = (0..200).map(|i| i as f32 * 0.37 - 40.0).collect();
    for far in [2e4, -3e5, 1e30, f32::INFINITY, f32::NAN, 1e-40] {
        for f in ONE {
            let mut beside = near.clone();
            beside[70] = far;
            let (mut alone, mut have, mut single) = (near.clone(), near.clone(), near.clone());
            (f.f32)(near.view(), alone.view_mut());
            (f.f32)(beside.view(), have.view_mut());
            for (x, y) in beside.exact_chunks(1).into_iter().zip(single.exact_chunks_mut(1)) {
                (f.f32)(x, y);
            }
            assert_eq!(single.map(bits_of), have.map(bits_of), "{}, one by one beside {far:e}", f.name);
            have[70] = alone[70];
            assert_eq!(alone.map(bits_of), have.map(bits_of), "{} beside {far:e}", f.name);
        }
        for f in TWO {
            let mut beside = near.clone();
            beside[70] = far;
            let (mut have, mut single) = (near.clone(), near.clone());
            (f.f32)(beside.view(), near.view(), have.view_mut());
            for i in 0..near.len() {
                let at = i..i + 1;
                (f.f32)(beside.slice(s![at.clone()]), near.slice(s![at.clone()]), single.slice_mut(s![at]));
            }
            assert_eq!(single.map(bits_of), have.map(bits_of), "{} beside {far:e}", f.name);
        }
    }
}

/// NaNs are all alike.
fn bits_of(x: &f32) -> u32 {
    if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() }
}

#[test]
fn functions_of_the_user_run_once_beside_far_arguments() {
    let x = Array1::from_elem(640, 1e30_f32);
    let calls = AtomicUsize::new(0);
    let count = |v: f32| {
        calls.fetch_add(1, Ordering::Relaxed);
        v
    };
    let y = bcast!(sin.(count.(x)));
    assert_eq!(calls.load(Ordering::Relaxed), x.len());
    assert!(y.iter().all(|&y| error(y, f64::from(1e30_f32).sin(), 0.0) <= 1.0));
}
