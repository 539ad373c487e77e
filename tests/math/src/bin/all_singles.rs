//! The largest error of each function over all arguments of single precision, or those of the functions named.
//!
//! `cargo run --release -p bcast-math --bin all_singles -- [--every N] [FUNCTION ..]`; a minute or two each, or with
//! every `N`th run of 4096 arguments only, less. `BCAST_SIMD` chooses the level.

use bcast::ndarray::ArrayView1;
use bcast_math::{ONE, One, error};

const CHUNK: u64 = 1 << 12;

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let mut every = 1;
    if names.first().is_some_and(|name| name == "--every") {
        every = names.drain(..2).next_back().and_then(|n| n.parse().ok()).expect("a number");
    }
    println!("SIMD level {}, one argument of {every}", bcast::simd_level());
    for function in ONE.iter().filter(|f| names.is_empty() || names.iter().any(|name| name == f.name)) {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
        let (worst, at) = std::thread::scope(|scope| {
            let parts: Vec<_> =
                (0..cores).map(|core| scope.spawn(move || worst(function, core * every, cores * every))).collect();
            let ends = parts.into_iter().map(|part| part.join().expect("no panic"));
            ends.fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a })
        });
        println!("{:8} {worst:.4} at {:e} ({at:#010x})", function.name, f32::from_bits(at));
    }
}

/// Every `step`th run of arguments from `first` on.
fn worst(function: &One, first: u64, step: u64) -> (f64, u32) {
    let (mut worst, mut at) = (0.0, 0);
    let mut have = vec![0.0; CHUNK as usize];
    for chunk in (first..(1 << 32) / CHUNK).step_by(step as usize) {
        let x: Vec<f32> = (0..CHUNK).map(|i| f32::from_bits((chunk * CHUNK + i) as u32)).collect();
        (function.f32)(ArrayView1::from(&x), (&mut have[..]).into());
        for (&x, &have) in x.iter().zip(&have) {
            let off = error(have, (function.reference)(x.into()), 0.0);
            if off > worst {
                (worst, at) = (off, x.to_bits());
            }
        }
    }
    (worst, at)
}
