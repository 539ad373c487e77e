//! Runs the random cases, prints how often everything occurred, and fails when one differs from its loops.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::Instant;

/// What the cases name.
mod prelude {
    pub(crate) use bcast::ndarray::{Array, Array1, ArrayD, CowArray, Ix0, Ix1, Ix2, Ix3, Ix4, IxDyn, arr0};
    pub(crate) use bcast::{One, bcast, try_bcast};
    pub(crate) use bcast_random::{Fill, Guarded, is, line, plain, same, single, stored, user};
    pub(crate) use std::hint::black_box;
}

#[allow(clippy::all, unused, unconditional_panic, arithmetic_overflow)]
mod cases {
    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
}
use cases::{CASES, COUNTS, SEED};

/// From so many cases on, everything must occur at least `OFTEN` times.
const MANY: usize = 1000;
const OFTEN: usize = 20;
/// Failures that are printed with their text.
const PRINTED: usize = 10;

fn main() -> ExitCode {
    // Work is divided also on a machine with one core.
    let threads = std::thread::available_parallelism().map_or(3, |cores| cores.get().max(3));
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().expect("the first pool");
    let start = Instant::now();
    let failures: Vec<usize> = (0..CASES.len()).filter(|&number| catch_unwind(CASES[number].0).is_err()).collect();
    let seconds = start.elapsed().as_secs_f64();
    let rare = histogram();
    for &number in failures.iter().take(PRINTED) {
        println!("case {number} differs from its loops or panics:\n    {}", CASES[number].1);
    }
    let (count, level) = (CASES.len(), bcast::simd_level());
    println!("{count} random expressions, seed {SEED}, SIMD level {level}, {threads} threads, {seconds:.1} s");
    if !failures.is_empty() {
        println!("{} failed; BCAST_RANDOM_SEED={SEED} BCAST_RANDOM_COUNT={count} repeats them", failures.len());
        return ExitCode::FAILURE;
    }
    if count >= MANY && !rare.is_empty() {
        println!("fewer than {OFTEN} times: {}", rare.join(", "));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Prints the occurrences by group, and gives what is rare.
fn histogram() -> Vec<String> {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (group, name, count) in COUNTS {
        groups.entry(group).or_default().push(format!("{name} {count}"));
    }
    for (group, entries) in groups {
        println!("{group}: {}", entries.join(", "));
    }
    let rare = COUNTS.iter().filter(|(_, _, count)| *count < OFTEN);
    rare.map(|(group, name, count)| format!("{group} {name} ({count})")).collect()
}
