//! Two ways of doing the same work, timed in turn.

use criterion::Criterion;
use ndarray::{Array, Dimension};
use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Pairs of runs behind each printed ratio.
const PAIRS: usize = 61;
/// Fewer when they take longer than this together, but not less than [`LEAST`].
const LIMIT: Duration = Duration::from_secs(3);
const LEAST: usize = 7;
/// A run repeats the work until it takes about this long.
const RUN: Duration = Duration::from_micros(1500);

/// What paired runs gave.
pub struct Paired {
    /// Our time over theirs: the lower quartile, the median, the upper quartile.
    pub ratios: [f64; 3],
    /// Seconds of our fastest run.
    pub ours: f64,
    /// Seconds of their fastest run.
    pub theirs: f64,
}

/// Runs both once a pair.
pub fn measure(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> Paired {
    let repeats = repeats(&mut ours).max(repeats(&mut theirs));
    let mut ratios = Vec::new();
    let (mut our_best, mut their_best) = (f64::MAX, f64::MAX);
    let start = Instant::now();
    for pair in 0..PAIRS {
        if pair >= LEAST && start.elapsed() > LIMIT {
            break;
        }
        // Who goes first alternates: what the first leaves in the caches serves the second.
        let (a, b) = if pair % 2 == 0 {
            let a = time(&mut ours, repeats);
            (a, time(&mut theirs, repeats))
        } else {
            let b = time(&mut theirs, repeats);
            (time(&mut ours, repeats), b)
        };
        ratios.push(a / b);
        our_best = our_best.min(a);
        their_best = their_best.min(b);
    }
    ratios.sort_by(f64::total_cmp);
    let quarter = |n: usize| ratios[ratios.len() * n / 4];
    Paired { ratios: [quarter(1), quarter(2), quarter(3)], ours: our_best, theirs: their_best }
}

/// Runs both once a pair, prints the median ratio, and hands both to criterion.
pub fn compare(criterion: &mut Criterion, name: &str, mut ours: impl FnMut(), mut theirs: impl FnMut()) -> f64 {
    let Paired { ratios: [low, median, high], ours: our_best, theirs: their_best } = measure(&mut ours, &mut theirs);
    println!(
        "{name:<44} ratio {median:5.2}   (quartiles {low:.2} {high:.2}; best {:>10.3} us against {:>10.3} us)",
        our_best * 1e6,
        their_best * 1e6
    );
    if std::env::args().any(|arg| arg == "--criterion") {
        let mut group = criterion.benchmark_group(name);
        group.bench_function("bcast", |b| b.iter(&mut ours));
        group.bench_function("other", |b| b.iter(&mut theirs));
        group.finish();
    }
    median
}

/// Compares with a hand loop that writes to the same memory: two arrays of one size differ by up to a fifth, by where
/// their pages happen to lie.
pub fn same_memory<T, D: Dimension>(
    criterion: &mut Criterion,
    name: &str,
    out: &mut Array<T, D>,
    ours: &dyn Fn(&mut Array<T, D>),
    theirs: &dyn Fn(&mut [T]),
) {
    let out = RefCell::new(out);
    let theirs = || theirs(out.borrow_mut().as_slice_mut().expect("contiguous"));
    compare(criterion, name, || ours(*out.borrow_mut()), theirs);
}

fn repeats(work: &mut impl FnMut()) -> usize {
    let start = Instant::now();
    let mut done = 0;
    while start.elapsed() < RUN {
        work();
        done += 1;
    }
    done
}

/// Seconds per repeat.
fn time(work: &mut impl FnMut(), repeats: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        black_box(&mut *work)();
    }
    start.elapsed().as_secs_f64() / repeats as f64
}

/// The faster of two ways, each given a few runs.
pub fn faster(first: &mut dyn FnMut(), second: &mut dyn FnMut()) -> bool {
    let best = |work: &mut dyn FnMut()| {
        (0..15)
            .map(|_| {
                let start = Instant::now();
                work();
                start.elapsed()
            })
            .min()
    };
    best(first) <= best(second)
}
