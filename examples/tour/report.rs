//! What the tour prints: expressions, times and checks.

use std::fmt::Display;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// One timed sample repeats a call until it takes about this long, so that the clock's own cost does not show.
const SAMPLE: Duration = Duration::from_micros(500);

/// How many pairs of samples a comparison takes.
const PAIRS: usize = 41;

/// Prints as it goes and remembers the checks that failed.
#[derive(Default)]
pub(crate) struct Report {
    checks: usize,
    failures: Vec<String>,
}

impl Report {
    /// Opens a part of the tour.
    pub(crate) fn title(&self, title: &str) {
        println!("\n{title}\n{}", "=".repeat(title.len()));
    }

    /// Prints the first `bcast!` of a source file as it is written there.
    pub(crate) fn expression(&self, source: &str) {
        let text = first_bcast(source);
        for line in text.lines() {
            println!("    {line}");
        }
    }

    /// Prints one fact.
    pub(crate) fn fact(&self, name: &str, value: impl Display) {
        println!("  {name:<22} {value}");
    }

    /// Notes whether a figure is what it should be.
    pub(crate) fn check(&mut self, what: &str, holds: bool, found: impl Display) {
        self.checks += 1;
        let verdict = if holds { "ok" } else { "FAILED" };
        println!("  check: {what}: {found}: {verdict}");
        if !holds {
            self.failures.push(format!("{what}: {found}"));
        }
    }

    /// Times both ways of computing the same thing and prints the medians and their ratio.
    pub(crate) fn compare<A, B>(&self, fused: impl FnMut() -> A, plain: impl FnMut() -> B) {
        let times = Times::measure(fused, plain);
        self.fact("bcast!", format_args!("{:>9.2} us", times.fused));
        self.fact("ndarray operators", format_args!("{:>9.2} us", times.plain));
        self.fact("ratio", format_args!("{:>9.2} (median of {PAIRS} interleaved pairs)", times.ratio));
    }

    /// Times a call here and on a GPU, in turn.
    #[cfg(feature = "gpu")]
    pub(crate) fn beside<A, B>(&self, what: &str, here: impl FnMut() -> A, there: impl FnMut() -> B) {
        let times = Times::measure(here, there);
        self.fact(what, format_args!("{:>9.2} us here, {:>9.2} us on the GPU", times.fused, times.plain));
    }

    /// The exit code, after a last line that says how the checks went.
    pub(crate) fn finish(self) -> ExitCode {
        if self.failures.is_empty() {
            println!("\nAll {} checks passed.", self.checks);
            return ExitCode::SUCCESS;
        }
        eprintln!("\ntour: {} of {} checks failed:", self.failures.len(), self.checks);
        for failure in &self.failures {
            eprintln!("  {failure}");
        }
        ExitCode::FAILURE
    }
}

/// Medians in microseconds per call, and the median of the ratios within the pairs.
struct Times {
    fused: f64,
    plain: f64,
    ratio: f64,
}

impl Times {
    /// Both sides are timed in turn, pair by pair, so that a slow moment of the machine hits both; who goes first
    /// alternates. Each call includes the allocation of its result and freeing it.
    fn measure<A, B>(mut fused: impl FnMut() -> A, mut plain: impl FnMut() -> B) -> Self {
        let calls = (calls_per_sample(&mut fused), calls_per_sample(&mut plain));
        let pairs: Vec<(f64, f64)> = (0..PAIRS)
            .map(|pair| {
                if pair % 2 == 0 {
                    let first = sample(&mut fused, calls.0);
                    (first, sample(&mut plain, calls.1))
                } else {
                    let first = sample(&mut plain, calls.1);
                    (sample(&mut fused, calls.0), first)
                }
            })
            .collect();
        Self {
            fused: median(pairs.iter().map(|pair| pair.0)),
            plain: median(pairs.iter().map(|pair| pair.1)),
            ratio: median(pairs.iter().map(|pair| pair.1 / pair.0)),
        }
    }
}

fn calls_per_sample<A>(call: &mut impl FnMut() -> A) -> u32 {
    sample(call, 3);
    let once = sample(call, 10) * 1e-6;
    (SAMPLE.as_secs_f64() / once).ceil().max(1.0) as u32
}

/// Microseconds per call.
fn sample<A>(call: &mut impl FnMut() -> A, calls: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        black_box(call());
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The text from `bcast!(` to its closing parenthesis, without the indentation of the source.
fn first_bcast(source: &str) -> String {
    let start = source.find("bcast!(").expect("the source holds a bcast!");
    let mut depth = 0;
    let end = source[start..]
        .find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ')' && depth == 0
        })
        .expect("the parentheses of bcast! are balanced");
    source[start..=start + end].replace("\n    ", "\n")
}
