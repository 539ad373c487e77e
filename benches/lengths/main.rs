//! Time for an element by the length of the last axis: cliffs between neighbours would show here.
//!
//! `cargo bench -p bcast-benches --bench lengths` prints nanoseconds an element of arrays of 100,000 elements whose
//! last axis has 1 to 80, on one thread, for maps, sums, softmax and positions; then the largest steps from one length
//! to the next, up or down.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ELEMENTS: usize = 100_000;
const LENGTHS: std::ops::RangeInclusive<usize> = 1..=80;
const WORKS: [&str; 8] = [
    "x .* w @ (1)",
    "exp.(x) ./ w @ (1)",
    "sum[1](x)",
    "sum[0](x)",
    "softmax[1](x)",
    "argmax[1](x)",
    "x .- mean[0](x)",
    "sqrt.(sum[1]((x .- y).^2))",
];

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    println!("SIMD level {}", bcast::simd_level());
    pool.install(|| {
        chart("f32", of_f32);
        chart("f64", of_f64);
    });
}

/// Seconds of the fastest of many runs.
fn fastest(mut work: impl FnMut()) -> f64 {
    let (start, mut best) = (Instant::now(), f64::MAX);
    for run in 0..1000 {
        let before = Instant::now();
        work();
        best = best.min(before.elapsed().as_secs_f64());
        if run > 3 && start.elapsed() > Duration::from_millis(15) {
            break;
        }
    }
    best
}

macro_rules! works {
    ($name:ident, $t:ident) => {
        /// Seconds of each work with so many columns.
        fn $name(columns: usize) -> [f64; WORKS.len()] {
            let rows = ELEMENTS / columns;
            let at = |i: usize, j: usize| ((i * 7 + j * 5) % 11) as $t;
            let x = Array2::from_shape_fn((rows, columns), |(i, j)| at(i, j));
            let y = Array2::from_shape_fn((rows, columns), |(i, j)| at(j, i));
            let w = Array1::from_shape_fn(columns, |j| 1.0 + j as $t);
            let (mut out, mut of_rows) = (x.clone(), Array1::<$t>::zeros(rows));
            let (mut of_columns, mut places) = (Array1::<$t>::zeros(columns), Array1::<usize>::zeros(rows));
            [
                fastest(|| bcast!(black_box(&mut out) .= x .* w @ (1))),
                fastest(|| bcast!(black_box(&mut out) .= exp.(x) ./ w @ (1))),
                fastest(|| bcast!(black_box(&mut of_rows) .= sum[1](x))),
                fastest(|| bcast!(black_box(&mut of_columns) .= sum[0](x))),
                fastest(|| bcast!(black_box(&mut out) .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))))),
                fastest(|| bcast!(black_box(&mut places) .= argmax[1](x))),
                fastest(|| bcast!(black_box(&mut out) .= x .- mean[0](x))),
                fastest(|| bcast!(black_box(&mut of_rows) .= sqrt.(sum[1]((x .- y).^2)))),
            ]
        }
    };
}
works!(of_f32, f32);
works!(of_f64, f64);

fn chart(name: &str, work: impl Fn(usize) -> [f64; WORKS.len()]) {
    println!("\n{name}, ns an element: {}", WORKS.join("; "));
    let rows: Vec<(usize, [f64; WORKS.len()])> = LENGTHS
        .map(|columns| {
            let elements = (ELEMENTS / columns * columns) as f64;
            let row = work(columns).map(|seconds| seconds * 1e9 / elements);
            println!("{columns:3} {}", row.map(|time| format!("{time:7.3}")).join(" "));
            (columns, row)
        })
        .collect();
    let mut steps = Vec::new();
    for pair in rows.windows(2) {
        let ((_, before), (columns, after)) = (pair[0], pair[1]);
        for (at, work) in WORKS.iter().enumerate() {
            let step = (after[at] / before[at]).max(before[at] / after[at]);
            steps.push((step, columns, *work, before[at], after[at]));
        }
    }
    steps.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("the largest steps");
    for (step, columns, work, before, after) in steps.iter().take(12) {
        println!("{step:6.2} at {columns:2}: {work}, {before:.3} to {after:.3}");
    }
}
