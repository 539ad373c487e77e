//! Loops of calls with other work in between: whether the pool's threads are still awake for the next call.

use bcast::bcast;
use bcast::ndarray::Array1;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Calls in a row, of which the first ones find everybody asleep.
const CALLS: usize = 400;
const ROUNDS: usize = 15;

/// Calls on all threads against calls on one.
pub fn run() {
    for kilobytes in [1024, 4096, 16_384] {
        let len = kilobytes * 1024 / 24;
        let x = Array1::from_shape_fn(len, |i| (i % 1000) as f64);
        let y = x.mapv(|x| x + 1.0);
        let (mut out, mut other) = (x.clone(), x.clone());
        for pause in [0, 25, 100] {
            let pause = Duration::from_micros(pause);
            let mut ratios: Vec<f64> = (0..ROUNDS)
                .map(|_| {
                    let shared = calls(pause, &mut || bcast!(out .= 2.5 .* x .+ y));
                    let alone = calls(pause, &mut || bcast!(#[serial] other .= 2.5 .* x .+ y));
                    shared.as_secs_f64() / alone.as_secs_f64()
                })
                .collect();
            ratios.sort_by(f64::total_cmp);
            let [low, median, high] = [1, 2, 3].map(|quarter| ratios[ratios.len() * quarter / 4]);
            let name = format!("f64 {kilobytes} KB, {} us between calls  against one thread", pause.as_micros());
            println!("{name:<44} ratio {median:5.2}   (quartiles {low:.2} {high:.2})");
        }
    }
}

/// Time in calls, without what is done between them.
fn calls(pause: Duration, call: &mut dyn FnMut()) -> Duration {
    let mut inside = Duration::ZERO;
    for _ in 0..CALLS {
        let start = Instant::now();
        while start.elapsed() < pause {
            black_box(());
        }
        let start = Instant::now();
        call();
        inside += start.elapsed();
    }
    inside
}
