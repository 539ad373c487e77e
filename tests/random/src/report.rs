//! Runs all cases, and says what occurred in them and which failed.

use std::collections::BTreeMap;
use std::panic::{catch_unwind, resume_unwind};
use std::process::ExitCode;
use std::time::Instant;

/// Bytes.
const STACK: usize = 64 << 20;
/// Failures that are printed with their text.
const PRINTED: usize = 10;

/// Generated cases.
pub struct Cases {
    /// Each with the text of its call.
    pub cases: &'static [(fn(), &'static str)],
    /// How often what occurred, by groups.
    pub counts: &'static [(&'static str, &'static str, usize)],
    /// The seed that they come from.
    pub seed: u64,
    /// How the names of the variables begin that say which and how many.
    pub variables: &'static str,
}

/// Runs them; fails if one does, or if something occurs less often than `often`.
pub fn run(all: &Cases, often: usize, machine: &str) -> ExitCode {
    // Work is divided also on a machine with one core.
    let threads = std::thread::available_parallelism().map_or(3, |cores| cores.get().max(3));
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().expect("the first pool");
    let start = Instant::now();
    let Cases { cases, counts, seed, variables } = all;
    let failures: Vec<usize> = (0..cases.len()).filter(|&number| catch_unwind(cases[number].0).is_err()).collect();
    let seconds = start.elapsed().as_secs_f64();
    print(counts);
    for &number in failures.iter().take(PRINTED) {
        println!("case {number} differs from its loops or panics:\n    {}", cases[number].1);
    }
    let count = cases.len();
    println!("{count} random expressions, seed {seed}, {machine}, {threads} threads, {seconds:.1} s");
    if !failures.is_empty() {
        println!("{} failed; {variables}_SEED={seed} {variables}_COUNT={count} repeats them", failures.len());
        return ExitCode::FAILURE;
    }
    let rare = counts.iter().filter(|(_, _, count)| *count < often);
    let rare: Vec<String> = rare.map(|(group, name, count)| format!("{group} {name} ({count})")).collect();
    if !rare.is_empty() {
        println!("fewer than {often} times: {}", rare.join(", "));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Prints the occurrences by group.
fn print(counts: &[(&'static str, &'static str, usize)]) {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (group, name, count) in counts {
        groups.entry(group).or_default().push(format!("{name} {count}"));
    }
    for (group, entries) in groups {
        println!("{group}: {}", entries.join(", "));
    }
}

/// Runs a case with a gradient. A reduction that is stretched has none, which is said.
///
/// Unoptimised kernels of long formulas need more than the stack of a test.
pub fn unless_stretched(case: impl FnOnce() + Send) {
    let ended = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, case);
        thread.expect("there is memory for a thread").join()
    });
    if let Err(error) = ended {
        let said = error.downcast_ref::<String>().is_some_and(|text| text.contains("and is stretched to"));
        if !said {
            resume_unwind(error);
        }
    }
}
