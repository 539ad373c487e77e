//! The largest error of each function over all arguments of single precision, or those of the functions named; of
//! functions of two arguments, over some ten million pairs.
//!
//! `cargo run --release -p bcast-math --bin all_singles -- [--every N] [FUNCTION ..]`; a minute or two each, or with
//! every `N`th run of 4096 arguments only, less. `BCAST_SIMD` chooses the level.
//!
//! With `--digests` first, it prints a digest of all results instead, in seconds: where two levels have the same one
//! they computed the same bits, and so have the same errors.

use bcast::ndarray::ArrayView1;
use bcast_math::{ONE, One, TWO, Two, error};

const CHUNK: u64 = 1 << 12;

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let digests = names.first().is_some_and(|name| name == "--digests");
    if digests {
        names.remove(0);
    }
    let mut every = 1;
    if names.first().is_some_and(|name| name == "--every") {
        every = names.drain(..2).next_back().and_then(|n| n.parse().ok()).expect("a number");
    }
    println!("SIMD level {}, one argument of {every}", bcast::simd_level());
    for function in ONE.iter().filter(|f| names.is_empty() || names.iter().any(|name| name == f.name)) {
        if digests {
            let digest = by_cores(every, |first, step| digest(function, first, step)).into_iter();
            println!("{:8} {:016x}", function.name, digest.fold(0, u64::wrapping_add));
            continue;
        }
        let ends = by_cores(every, |first, step| worst(function, first, step)).into_iter();
        let (worst, at) = ends.fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
        println!("{:8} {worst:.4} at {:e} ({at:#010x})", function.name, f32::from_bits(at));
    }
    if digests {
        return;
    }
    for function in TWO.iter().filter(|f| names.is_empty() || names.iter().any(|name| name == f.name)) {
        let (worst, [x, y]) = worst_pair(function, every);
        println!("{:8} {worst:.4} at {x:e}, {y:e}", function.name);
    }
}

/// What each core gets from its share of the runs of arguments, given as the first and the step to the next.
fn by_cores<R: Send>(every: u64, share: impl Fn(u64, u64) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    std::thread::scope(|scope| {
        let share = &share;
        let parts: Vec<_> = (0..cores).map(|core| scope.spawn(move || share(core * every, cores * every))).collect();
        parts.into_iter().map(|part| part.join().expect("no panic")).collect()
    })
}

/// Half of the pairs from any bits, half from the ordinary range.
fn worst_pair(function: &Two, step: u64) -> (f64, [f32; 2]) {
    let (mut worst, mut at) = (0.0, [0.0; 2]);
    let mut have = vec![0.0; CHUNK as usize];
    for chunk in (0..1 << 12).step_by(step as usize) {
        // The low bits of a product by an odd number go through all values; its high bits are mixed well.
        let bits = |i: u64, by: u64| ((chunk * CHUNK + i).wrapping_mul(by) >> 32) as u32;
        let argument = |i: u64, by: u64| match chunk % 2 {
            0 => f32::from_bits(bits(i, by)),
            _ => {
                let place = f64::from(bits(i, by)) / 2_f64.powi(32);
                (function.range.0 + (function.range.1 - function.range.0) * place) as f32
            }
        };
        let x: Vec<f32> = (0..CHUNK).map(|i| argument(i, 0x9e37_79b9_7f4a_7c15)).collect();
        let y: Vec<f32> = (0..CHUNK).map(|i| argument(i, 0xd1b5_4a32_d192_ed03)).collect();
        (function.f32)(ArrayView1::from(&x), ArrayView1::from(&y), (&mut have[..]).into());
        for ((&x, &y), &have) in x.iter().zip(&y).zip(&have) {
            let off = error(have, (function.reference)(x.into(), y.into()), 0.0);
            if off > worst {
                (worst, at) = (off, [x, y]);
            }
        }
    }
    (worst, at)
}

/// The arguments of a run.
fn arguments(chunk: u64) -> impl Iterator<Item = f32> {
    (0..CHUNK).map(move |i| f32::from_bits((chunk * CHUNK + i) as u32))
}

/// A number in which every bit of every result counts, but for those of NaN, whatever the order of the runs.
fn digest(function: &One, first: u64, step: u64) -> u64 {
    let mut sum = 0_u64;
    let mut have = vec![0.0; CHUNK as usize];
    for chunk in (first..(1 << 32) / CHUNK).step_by(step as usize) {
        let x: Vec<f32> = arguments(chunk).collect();
        (function.f32)(ArrayView1::from(&x), (&mut have[..]).into());
        for (&x, &have) in x.iter().zip(&have) {
            let bits = if have.is_nan() { f32::NAN.to_bits() } else { have.to_bits() };
            // Odd factors lose nothing; the shift brings high bits down, where the next factor spreads them.
            let mixed = (u64::from(x.to_bits()) << 32 | u64::from(bits)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum = sum.wrapping_add((mixed ^ mixed >> 32).wrapping_mul(0xd1b5_4a32_d192_ed03));
        }
    }
    sum
}

/// Every `step`th run of arguments from `first` on.
fn worst(function: &One, first: u64, step: u64) -> (f64, u32) {
    let (mut worst, mut at) = (0.0, 0);
    let mut have = vec![0.0; CHUNK as usize];
    for chunk in (first..(1 << 32) / CHUNK).step_by(step as usize) {
        let x: Vec<f32> = arguments(chunk).collect();
        (function.f32)(ArrayView1::from(&x), (&mut have[..]).into());
        for (&x, &have) in x.iter().zip(&have) {
            let want = (function.reference)(x.into());
            if is_better(have, want, worst) {
                continue;
            }
            let off = error(have, want, 0.0);
            if off > worst {
                (worst, at) = (off, x.to_bits());
            }
        }
    }
    (worst, at)
}

/// Whether `have` is certainly off by no more than `worst`: a unit is at least 2^-24 of a number. Most results are, and
/// this is much cheaper than their error.
fn is_better(have: f32, want: f64, worst: f64) -> bool {
    let size = want.abs();
    size >= f32::MIN_POSITIVE.into() && (f64::from(have) - want).abs() <= worst * size * 2_f64.powi(-24)
}
