//! Nanoseconds per element of each function, beside `std`'s or `libm`'s in a plain loop.
//!
//! `cargo run --release -p bcast-math --bin speed -- [FUNCTION ..]`; `BCAST_SIMD` chooses the level.

use bcast::ndarray::{ArrayView1, ArrayViewMut1};
use bcast_math::{ONE, TWO};
use std::time::Instant;

const COUNT: usize = 4096;

/// The best of many runs.
fn time(mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    let started = Instant::now();
    while started.elapsed().as_millis() < 60 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_nanos() as f64);
    }
    best / COUNT as f64
}

/// Arguments spread over the range, in no order.
fn arguments(range: (f64, f64), step: usize) -> Vec<f64> {
    let place = |i: usize| ((i * step) % COUNT) as f64 / COUNT as f64;
    (0..COUNT).map(|i| range.0 + (range.1 - range.0) * place(i)).collect()
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|n| n == name);
    println!("SIMD level {}", bcast::simd_level());
    println!("{:8} {:>8} {:>8} {:>8} {:>8}", "", "f32 std", "f32", "f64 std", "f64");
    let report = |name: &str, times: [f64; 4]| {
        println!("{name:8} {:8.2} {:8.2} {:8.2} {:8.2}", times[0], times[1], times[2], times[3]);
    };
    for f in ONE.iter().filter(|f| wanted(f.name)) {
        let double = arguments(f.range, 1657);
        let single: Vec<f32> = double.iter().map(|&x| x as f32).collect();
        let (mut y32, mut y64) = (vec![0.0_f32; COUNT], vec![0.0; COUNT]);
        let times = [
            time(|| y32.iter_mut().zip(&single).for_each(|(y, &x)| *y = (f.single)(x))),
            time(|| (f.f32)(ArrayView1::from(&single), ArrayViewMut1::from(&mut y32))),
            time(|| y64.iter_mut().zip(&double).for_each(|(y, &x)| *y = (f.reference)(x))),
            time(|| (f.f64)(ArrayView1::from(&double), ArrayViewMut1::from(&mut y64))),
        ];
        report(f.name, times);
    }
    for f in TWO.iter().filter(|f| wanted(f.name)) {
        let (a, b) = (arguments(f.range, 1657), arguments(f.range, 2731));
        let single = |x: &[f64]| x.iter().map(|&x| x as f32).collect::<Vec<f32>>();
        let (a32, b32) = (single(&a), single(&b));
        let (mut y32, mut y64) = (vec![0.0_f32; COUNT], vec![0.0; COUNT]);
        let times = [
            time(|| (0..COUNT).for_each(|i| y32[i] = (f.single)(a32[i], b32[i]))),
            time(|| (f.f32)(ArrayView1::from(&a32), ArrayView1::from(&b32), ArrayViewMut1::from(&mut y32))),
            time(|| (0..COUNT).for_each(|i| y64[i] = (f.reference)(a[i], b[i]))),
            time(|| (f.f64)(ArrayView1::from(&a), ArrayView1::from(&b), ArrayViewMut1::from(&mut y64))),
        ];
        report(f.name, times);
    }
}
