//! Runs programs, and compares what they give with the specification.

use std::fs::File;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::formulas::check::{Expected, expected};
use crate::formulas::spec::Array;
use crate::formulas::tree::Program;
use crate::formulas::{self, Purpose, data, text::text};
use crate::program::{Args, CUT, Call, Out};

/// Failures that are printed.
const PRINTED: usize = 20;
/// Runs of the specification with errors, for a result that differs from the one without.
const ROUNDS: u64 = 16;

/// What the last panic said.
static SAID: Mutex<String> = Mutex::new(String::new());

/// The text of a program, and its operands as they are in the first run.
#[must_use]
pub fn described(name: &str) -> String {
    let program = formulas::named(name).unwrap_or_else(|| panic!("no program is named {name}"));
    format!("{}\n{}", text(&program), operands(&program, 0))
}

/// A value, a tuple, assignments, or the like.
#[must_use]
pub fn form(name: &str) -> &'static str {
    formulas::named(name).map_or("nothing", |program| program.form())
}

/// What is said of ranks, each with what stands in it left out.
const OF_RANKS: [&[&str]; 8] = [
    &["bcast!: an operand with ", " in an expression with "],
    &["bcast!: an axis map with ", " entries on an operand of rank "],
    &["bcast!: the axis map names axis ", ", but the rank of the expression is "],
    &["bcast!: the shape has rank ", ", the expression rank "],
    &["bcast!: the target has rank ", ", what is assigned to it rank "],
    &["bcast!: no operand lies along output axis "],
    &["bcast!: the reduction names axis ", ", but the rank of what it reduces is "],
    &["bcast!: this reduction has neither the rank of the expression nor came from one of that rank"],
];

/// What is said of old elements.
const OF_OLD: [&str; 2] = ["bcast!: this reduction needs old elements of `y", "` beside new ones"];

/// Whether a program is drawn to be refused.
#[must_use]
pub fn is_for_refusal(name: &str) -> bool {
    matches!(formulas::purpose(name), Some(Purpose::BreaksRanks | Purpose::NeedsOld))
}

/// Whether a program must not compile, and these are the words to say so.
#[must_use]
pub fn is_refused_with(name: &str, said: &str) -> bool {
    let has = |words: &&[&str]| {
        let mut rest = Some(said);
        words.iter().for_each(|word| rest = rest.and_then(|text| text.split_once(word)).map(|(_, rest)| rest));
        rest.is_some()
    };
    let of_old = || has(&OF_OLD.as_slice());
    match formulas::purpose(name) {
        // It may break the other rule, too, which is looked at first.
        Some(Purpose::BreaksRanks) => OF_RANKS.iter().any(has) || of_old() && formulas::needs_old(name),
        Some(Purpose::NeedsOld) => of_old(),
        _ => false,
    }
}

/// The names of all programs that are one step simpler than one, with their sizes.
#[must_use]
pub fn simpler(name: &str) -> Vec<(String, usize)> {
    formulas::simpler(name)
}

/// What went wrong: its kind, and what a reader needs to see it again.
struct Failure {
    kind: &'static str,
    run: usize,
    details: String,
}

/// Runs all of them; with `BCAST_FORMULAS_REPORT`, a file says of each what became of it.
pub fn run_programs(all: &[(&str, Call)]) -> ExitCode {
    let threads = std::thread::available_parallelism().map_or(3, |cores| cores.get().max(3));
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().expect("the first pool");
    set_hook(Box::new(|panic| *SAID.lock().unwrap_or_else(|held| held.into_inner()) = panic.to_string()));
    let start = Instant::now();
    let mut report = std::env::var_os("BCAST_FORMULAS_REPORT").map(|path| File::create(path).expect("a report"));
    let mut note = |line: String| {
        if let Some(file) = &mut report {
            file.write_all(line.as_bytes()).expect("the report can be written");
        }
    };
    let mut failed = 0;
    for (name, call) in all {
        let program = formulas::named(name).expect("`build.rs` knew it");
        let Some(Failure { kind, run, details }) = failure(name, &program, *call) else {
            note(format!("{name}\tright\t\n"));
            continue;
        };
        failed += 1;
        let shown = format!("{kind}: {}\n{}{details}\n", text(&program), operands(&program, run));
        note(format!("{name}\t{kind}\t{}\n", shown.trim_end().replace('\n', "\u{1f}")));
        if failed <= PRINTED {
            println!("{name}: {shown}");
        }
    }
    let (level, seconds) = (bcast::simd_level(), start.elapsed().as_secs_f64());
    println!("{} random formulas, {failed} failed, SIMD level {level}, {seconds:.1} s", all.len());
    let [calls, refused] = CUT.each_ref().map(|count| count.load(Ordering::Relaxed));
    println!("{calls} calls on places, {refused} refused as their parts are cut differently");
    assert!(refused * 4 <= calls, "most calls can be cut");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The first run that fails. A program that the rule of ranks refuses compiles where a rank is dynamic, and panics.
fn failure(name: &str, program: &Program, call: Call) -> Option<Failure> {
    let accepted = |why: &str| Some(Failure { kind: "accepted", run: 0, details: format!("  {why}") });
    match formulas::purpose(name) {
        Some(Purpose::BreaksRanks) if called(program, 0, call).is_some() => {
            return accepted("the rule of ranks refuses it");
        }
        Some(Purpose::BreaksRanks) => return None,
        Some(Purpose::NeedsOld) => return accepted("a reduction needs old elements beside new ones"),
        _ => {}
    }
    (0..data::RUNS).find_map(|run| {
        let Expected { outcome, .. } = expected(program, run, 0)?;
        let Some(out) = called(program, run, call) else {
            let details = SAID.lock().unwrap_or_else(|held| held.into_inner()).clone();
            return Some(Failure { kind: "panic", run, details: format!("  {details}") });
        };
        let targets = out.targets.iter().map(|(index, got)| (format!("y{index}"), got, &outcome.targets[*index]));
        let values = out.values.iter().zip(&outcome.values).enumerate();
        let values = values.map(|(index, (got, want))| (format!("value {index}"), got, want));
        let all: Vec<(String, &Array, &Array)> = targets.chain(values).collect();
        if let Some((name, got, want)) = all.iter().find(|(_, got, want)| got.sizes != want.sizes) {
            let details = format!("  {name}: expected shape {:?}, got {:?}", want.sizes, got.sizes);
            return Some(Failure { kind: "shape", run, details });
        }
        let differ = all.iter().any(|(_, got, want)| differs(program, got, want, None).is_some());
        if differ { numbers(program, run, &out) } else { None }
    })
}

/// What a program gives in a run; nothing if it panics. In every second run it has been called before, with other
/// elements of the same shapes: small calls remember how these lay.
fn called(program: &Program, run: usize, call: Call) -> Option<Out> {
    let sizes = data::sizes(program, run);
    let (inputs, targets) = data::elements(program, &sizes);
    let called = |inputs: &[Array], targets: &[Array]| {
        let args = Args::new(program, run, &sizes, inputs.to_vec(), targets.to_vec());
        let mut out = Out::default();
        catch_unwind(AssertUnwindSafe(|| call(&args, &mut out))).is_ok().then_some(out)
    };
    if run % 2 == 1 {
        let reversed = |arrays: &[Array]| {
            let mut arrays = arrays.to_vec();
            arrays.iter_mut().for_each(|array| array.elements.reverse());
            arrays
        };
        // The first one keeps its memory until the second one has got its own.
        let (inputs, targets) = (reversed(&inputs), reversed(&targets));
        _ = called(&inputs, &targets);
    }
    called(&inputs, &targets)
}

/// Compares again, as far off as results may be by the errors of a machine.
fn numbers(program: &Program, run: usize, out: &Out) -> Option<Failure> {
    let Expected { outcome, off } = expected(program, run, ROUNDS)?;
    let targets = out
        .targets
        .iter()
        .map(|(index, got)| (format!("y{index}"), got, &outcome.targets[*index], &off.targets[*index]));
    let values = out.values.iter().zip(outcome.values.iter().zip(&off.values)).enumerate();
    let values = values.map(|(index, (got, (want, off)))| (format!("value {index}"), got, want, off));
    targets.chain(values).find_map(|(name, got, want, off)| {
        let at = differs(program, got, want, Some(off))?;
        let element = format!("{}, not {} by {}", got.elements[at], want.elements[at], off.elements[at]);
        let details = format!("  {name}: expected {}, got {} (element {at}: {element})", shown(want), shown(got));
        Some(Failure { kind: "numbers", run, details })
    })
}

/// The first element that is too far off. One that small errors change by a hundredth may be infinite, where the
/// machine comes to exactly 0: the logarithm of what cancels. It may not be NaN.
fn differs(program: &Program, got: &Array, want: &Array, off: Option<&Array>) -> Option<usize> {
    let least = if program.single { 2e-5 } else { 1e-11 };
    let far = |at: &usize| {
        let (got, want, off) = (got.elements[*at], want.elements[*at], off.map_or(0.0, |off| off.elements[*at]));
        let size = want.abs().max(0.01);
        match got.is_infinite() {
            true => off < 0.01 * size,
            false => got.is_nan() || (got - want).abs() > 8.0 * off + least * size,
        }
    };
    (0..want.elements.len()).find(far)
}

fn shown(array: &Array) -> String {
    let some: Vec<String> = array.elements.iter().take(8).map(|element| format!("{element:.6}")).collect();
    let more = if array.elements.len() > some.len() { " .." } else { "" };
    format!("{:?} [{}{more}]", array.sizes, some.join(", "))
}

/// The operands that the text names, with their types and sizes in a run.
fn operands(program: &Program, run: usize) -> String {
    let text = text(program);
    let sizes = data::sizes(program, run);
    let named = |kind: char, all: &[crate::formulas::tree::Operand]| -> String {
        let each = all.iter().enumerate().filter(|(index, _)| mentions(&text, &format!("{kind}{index}")));
        let each = each.map(|(index, operand)| {
            let dynamic = if operand.dynamic { " IxDyn" } else { "" };
            format!("{kind}{index} {:?}{dynamic} {:?}; ", data::sizes_of(operand, &sizes), operand.layout)
        });
        each.collect()
    };
    let element = program.element();
    format!("  {}{}{element}\n", named('x', &program.operands), named('y', &program.targets))
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name)
}
