//! Every message of the compiler that a mistake in `bcast!` leads to: its text, its help and the place it points at.
//!
//! trybuild compiles the cases under `ui-tests/` and compares all that the compiler says with the `.stderr` file beside
//! each. `judge` reads these files: they must say what the comments in the case ask for, there and nothing else, and
//! show no hidden names of ours. `ui-tests/README.md` tells how to write a case.
//!
//! On any other toolchain than the oldest supported one, which wrote the texts, trybuild's comparison is skipped.

mod answer;
mod case;
mod guide;
mod judge;
mod self_test;

use case::{Case, Kind};
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

#[test]
fn texts_are_the_compilers() {
    compare(|kind| kind == Kind::Checked);
}

/// Building takes trybuild one run of cargo a case, so that the others are apart.
#[test]
fn texts_are_the_compilers_where_code_is_generated() {
    compare(|kind| kind != Kind::Checked);
}

#[test]
fn texts_are_good() {
    let mut cases = all_cases();
    cases.retain(|case| case.kind != Kind::Run);
    let failures: Vec<String> = cases.iter().filter_map(failure).chain(case::texts_without_case()).collect();
    assert!(failures.is_empty(), "{} of {} cases failed\n\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn all_cases() -> Vec<Case> {
    case::all(Path::new(case::FOLDER))
}

/// Compiles the cases of a kind. trybuild works, and fails, where `tests` is dropped.
fn compare(is_asked: impl Fn(Kind) -> bool) {
    let version = rustc_version();
    if !wrote_the_texts(&version) {
        println!("The texts are those of Rust {OLDEST} and this is {version}: they are not compared.");
        return;
    }
    if cfg!(any(feature = "nalgebra", feature = "faer", feature = "image")) {
        println!("Beside types of other crates rustc writes out the paths of ours: texts are not compared.");
        return;
    }
    let tests = trybuild::TestCases::new();
    for case in all_cases().iter().filter(|case| is_asked(case.kind) && has_its_features(case)) {
        match case.kind {
            Kind::Run => tests.pass(&case.path),
            Kind::Checked | Kind::Built => tests.compile_fail(&case.path),
        }
    }
}

/// The oldest supported toolchain: `1.95`.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// `version` as `rustc --version` writes it. Nightly and beta releases have a dash behind their number.
fn wrote_the_texts(version: &str) -> bool {
    let number = version.split(' ').nth(1).unwrap_or_default();
    number.strip_prefix(OLDEST).is_some_and(|patch| patch.starts_with('.') && !patch.contains('-'))
}

fn rustc() -> OsString {
    env::var_os("RUSTC").unwrap_or("rustc".into())
}

fn rustc_version() -> String {
    let output = Command::new(rustc()).arg("--version").output().expect("rustc runs");
    String::from_utf8(output.stdout).expect("rustc prints UTF-8").trim().to_owned()
}

/// Cases of the GPU and of its functions need its feature, and one another one too; all others are compared without.
fn has_its_features(case: &Case) -> bool {
    let is_of_gpu = ["ui-tests/gpu", "ui-tests/elemental"].iter().any(|folder| case.path.starts_with(folder));
    let is_of_complex = case.path.ends_with("gpu/complex.rs");
    is_of_gpu == cfg!(feature = "gpu") && (!is_of_complex || cfg!(feature = "complex"))
}

fn failure(case: &Case) -> Option<String> {
    let problems = judge::problems(case, &answer::parse(&case.text(), &case.path));
    (!problems.is_empty()).then(|| format!("{}\n{}", case.path.display(), problems.join("")))
}
