//! No built-in function is off by more than the table of operations permits, which is one unit in the last place.
//!
//! Single precision is sampled, and compared with double precision; `all_singles` takes all arguments. Double precision
//! is compared with `tables`, the arguments with the largest errors that were found, by `scripts/tables`.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, ArrayView1, s};
use bcast_math::{ONE, TWO, error};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

#[allow(dead_code, unused_imports)] // what only the macro needs
#[path = "../../../bcast-macros/src/ops/mod.rs"]
mod ops;

/// By how many units a function may be off, in single precision.
fn single(name: &str) -> f64 {
    match ops::function(name).map(|function| function.error) {
        Some(ops::Error::OneUnit | ops::Error::OneUnitInSingle) => 1.0,
        other => panic!("{name}: {other:?}"),
    }
}

/// In double precision, if anything is promised.
fn double(name: &str) -> Option<f64> {
    match ops::function(name).map(|function| function.error) {
        Some(ops::Error::OneUnit) => Some(1.0),
        Some(ops::Error::OneUnitInSingle) => None,
        other => panic!("{name}: {other:?}"),
    }
}

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
            assert!(off <= single(f.name), "{}({x:e}) is {have:e}, off by {off}", f.name);
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
            assert!(off <= single(f.name), "{}({x:e}, {y:e}) is {have:e}, off by {off}", f.name);
        }
    }
}

/// The singles next to zeros of `ln_gamma`, with what mpmath gives in 200 bits: the reference of the other tests is
/// used there itself.
#[test]
fn logarithms_of_gamma_next_to_zeros() {
    let zeros = [
        (-2.457_024_8, -1.128_784_252_96e-7),
        (-2.747_682_6, -1.441_816_798_78e-7),
        (-3.143_581, -1.960_546_154_16e-7),
        (-3.955_294_4, 1.778_059_685_83e-6),
        (-4.039_362, -3.053_971_690_39e-6),
    ];
    let x: Array1<f32> = (0..160).map(|i| if i % 16 == 3 { zeros[i / 16 % 5].0 } else { 0.75 }).collect();
    let have = bcast!(ln_gamma.(x));
    for (i, (x, want)) in zeros.into_iter().enumerate() {
        for lane in [16 * i + 3, 16 * i + 83] {
            let off = error(have[lane], want, 0.0);
            assert!(off <= 0.6, "ln_gamma({x}) is {}, off by {off}", have[lane]);
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
    for f in ONE {
        let Some(permitted) = double(f.name) else { continue };
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
            assert!(off <= permitted, "{}({:e}) is {:e}, off by {off}", f.name, x[0], have[0]);
        }
    }
    for f in TWO {
        let Some(permitted) = double(f.name) else { continue };
        for (x, want, rest) in rows(&read(f.name)) {
            let mut have = [0.0; 1];
            (f.f64)(ArrayView1::from(&x[..1]), ArrayView1::from(&x[1..]), (&mut have[..]).into());
            let off = off(have[0], want, rest);
            assert!(off <= permitted, "{}({:e}, {:e}) is {:e}, off by {off}", f.name, x[0], x[1], have[0]);
        }
    }
}

/// In units of `want`; `rest` is small and in units already.
fn off(have: f64, want: f64, rest: f64) -> f64 {
    let whole = error(have, want, 0.0);
    if have < want { whole + rest } else { (whole - rest).abs() }
}

/// Lanes with an argument far out are computed again by another way, and the lanes beside it with them.
macro_rules! far_arguments {
    ($name:ident, $t:ident) => {
        #[test]
        fn $name() {
            // NaNs are all alike.
            let bits = |x: &$t| if x.is_nan() { $t::NAN.to_bits() } else { x.to_bits() };
            let near: Array1<$t> = (0..200).map(|i| i as $t * 0.37 - 40.0).collect();
            for far in [2e4, -3e5, 3e6, 1e30, $t::INFINITY, $t::NAN, $t::MIN_POSITIVE / 8.0, 0.0, -0.0] {
                for f in ONE {
                    let mut beside = near.clone();
                    beside[70] = far;
                    let (mut alone, mut have, mut single) = (near.clone(), near.clone(), near.clone());
                    (f.$t)(near.view(), alone.view_mut());
                    (f.$t)(beside.view(), have.view_mut());
                    for (x, y) in beside.exact_chunks(1).into_iter().zip(single.exact_chunks_mut(1)) {
                        (f.$t)(x, y);
                    }
                    assert_eq!(single.map(bits), have.map(bits), "{}, one by one beside {far:e}", f.name);
                    have[70] = alone[70];
                    assert_eq!(alone.map(bits), have.map(bits), "{} beside {far:e}", f.name);
                }
                for f in TWO {
                    let mut beside = near.mapv($t::abs);
                    beside[70] = far;
                    let (mut have, mut single) = (near.clone(), near.clone());
                    (f.$t)(beside.view(), near.view(), have.view_mut());
                    for i in 0..near.len() {
                        let at = i..i + 1;
                        (f.$t)(beside.slice(s![at.clone()]), near.slice(s![at.clone()]), single.slice_mut(s![at]));
                    }
                    assert_eq!(single.map(bits), have.map(bits), "{} beside {far:e}", f.name);
                }
            }
        }
    };
}
far_arguments!(far_arguments_change_nothing_beside_them, f32);
far_arguments!(far_arguments_change_nothing_beside_them_in_double_precision, f64);

/// Lanes of a run in the vector code.
const RUN: usize = 64;

/// Zeros, infinities, subnormals, huge angles: each among ordinary arguments, where the way for those must notice it.
/// What the references are off by themselves is in `$limit`.
macro_rules! special_values {
    ($name:ident, $t:ident, $limit:literal) => {
        #[test]
        fn $name() {
            let (least, most) = ($t::MIN_POSITIVE, $t::MAX);
            let sizes = [0.0, least / 1024.0, least, 1.0, 2.0, 16384.0, 16385.0, 1048576.0, 1048577.0, 1e22, most];
            let signed = sizes.iter().flat_map(|&x| [x, -x]);
            let special: Vec<$t> = signed.chain([$t::INFINITY, -$t::INFINITY, $t::NAN]).collect();
            let among = |values: &[$t]| -> Array1<$t> {
                let lane = |i: usize| if i % RUN == 5 { values[i / RUN] } else { 0.75 };
                (0..values.len() * RUN).map(lane).collect()
            };
            for f in ONE {
                let x = among(&special);
                let mut have = Array1::zeros(x.len());
                (f.$t)(x.view(), have.view_mut());
                for (&x, &have) in x.iter().zip(&have) {
                    let off = error(have, (f.reference)(x.into()), 0.0);
                    assert!(off <= $limit, "{}({x:e}) is {have:e}, off by {off}", f.name);
                }
            }
            let pairs = special.iter().flat_map(|&x| special.iter().map(move |&y| (x, y)));
            let (x, y): (Vec<$t>, Vec<$t>) = pairs.unzip();
            let (x, y) = (among(&x), among(&y));
            for f in TWO {
                let mut have = Array1::zeros(x.len());
                (f.$t)(x.view(), y.view(), have.view_mut());
                for ((&x, &y), &have) in x.iter().zip(&y).zip(&have) {
                    let off = error(have, (f.reference)(x.into(), y.into()), 0.0);
                    assert!(off <= $limit, "{}({x:e}, {y:e}) is {have:e}, off by {off}", f.name);
                }
            }
        }
    };
}
special_values!(special_values, f32, 1.0);
special_values!(special_values_in_double_precision, f64, 2.0);

/// Rows of every length: in place, with two results, and joined to accumulators. Lanes that fill no run go in groups,
/// of which the last overlap, and rows that fill no group are filled up.
macro_rules! rows_of_every_length {
    ($name:ident, $t:ident) => {
        #[test]
        fn $name() {
            for far in [$t::MAX, -3e6] {
                for columns in (1..=35).chain([47, 48, 49, 63, 64, 65, 79, 80, 81, 127, 128, 150]) {
                    let value = |(i, j)| if (i + j) % 6 == 1 { far } else { (i * columns + j) as $t * 0.37 - 40.0 };
                    let x = Array2::from_shape_fn((7, columns), value);
                    let single = x.mapv(|x| bcast!(sin.(x)));
                    let roots = x.mapv(|x| bcast!(cbrt.(x)));
                    let mut wider = Array2::from_elem((7, columns + 3), 0.5);
                    let mut by_rows = wider.slice_mut(s![.., ..columns]);
                    let mut whole = x.clone();
                    by_rows.assign(&x);
                    bcast!(whole .= sin.(whole); by_rows .= sin.(by_rows));
                    assert_eq!(whole, single, "{columns} columns, {far:e}");
                    assert_eq!(by_rows, single, "rows of {columns}, {far:e}");
                    assert!(wider.slice(s![.., columns..]).iter().all(|&beside| beside == 0.5), "beside rows of {columns}");
                    assert_eq!(bcast!((sin.(x), cbrt.(x))), (single.clone(), roots), "two of {columns}, {far:e}");
                    let most = single.rows().into_iter().map(|row| row.iter().copied().fold($t::MIN, $t::max));
                    // Columns are added one row after the other where they are not alone.
                    if columns > 1 {
                        let sums = single.columns().into_iter().map(|column| column.iter().fold(0.0, |sum, x| sum + x));
                        let sums: Array1<$t> = sums.collect();
                        assert_eq!(bcast!(sum[0](sin.(x))), sums, "sums of {columns} columns, {far:e}");
                    }
                    assert_eq!(bcast!(max[1](sin.(x))), most.collect::<Array1<$t>>(), "most of rows of {columns}, {far:e}");
                    let first = x.row(0).map(|x| x.abs());
                    let (mean, want) = (bcast!(mean(sqrt.(exp.(-first)))), first.fold(0.0, |sum, x| sum + (-x / 2.0).exp()));
                    let want = want / columns as $t;
                    assert!((mean - want).abs() <= want * 1e-6, "mean of {columns}: {mean}, {want}");
                }
            }
        }
    };
}
rows_of_every_length!(rows_of_every_length, f32);
rows_of_every_length!(rows_of_every_length_in_double_precision, f64);

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

/// What a function gives before its lanes are computed again decides nothing that could be seen.
#[test]
fn far_arguments_decide_nothing() {
    for n in [5, 16, 63, 64, 100, 128] {
        let far = |value: f32, other: f32| Array1::from_shape_fn(n, |i| if i == 1 { value } else { other });
        // The short way gives a NaN, or the logarithm of another number: both divisors would be 0.
        let steps = bcast!(100 ./ i32.(sigmoid.({ far(1e30, 0.5) }) .+ 1.0));
        assert_eq!(steps, Array1::from_shape_fn(n, |i| if i == 1 { 50 } else { 100 }), "{n}");
        let logarithms = bcast!(1000 ./ (i32.(ln.({ far(1e-40, 1.0) })) .+ 88));
        assert_eq!(logarithms, Array1::from_shape_fn(n, |i| if i == 1 { -250 } else { 11 }), "{n}");
        let (x, zeros) = (far(1e9, 0.5), Array1::<i32>::zeros(n));
        let guarded = bcast!(if sin.(x) .<= 1.5 { 7 } else { 7 ./ zeros });
        assert_eq!(guarded, Array1::from_elem(n, 7), "{n}");
    }
}

#[test]
fn a_target_is_old_or_new_after_a_panic() {
    for n in [5, 16, 63, 64, 100] {
        let mut t = Array1::from_elem(n, 0.5_f32);
        let mut q = Array1::from_elem(n, 1_i32);
        (t[0], q[n - 1]) = (1e30, 0);
        let old = t.clone();
        let call = || bcast!(t .= sigmoid.(t); q .= 100 ./ q);
        assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
        let new = bcast!(sigmoid.(old));
        assert!(t.iter().zip(&old).zip(&new).all(|((t, old), new)| t == old || t == new), "{n}: {t}");
    }
}
