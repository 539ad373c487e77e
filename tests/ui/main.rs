//! Every message of the compiler that a mistake in `bcast!` leads to: its text, its help and the place it points at.
//!
//! A case is a file under `ui-tests/` with one mistake (a few have several, to see them all at once). Comments under the
//! offending line say what the compiler must answer:
//!
//! ```text
//!     bcast!(x .- mu)
//! //~             ^^ bcast!: an operand with 1 axis in an expression with 2 axes
//! //~ note: write `@ (1)` behind it
//! ```
//!
//! The carets are the exact columns of the error; each text must occur in the compiler's. `help:`, `note:` and `label:`
//! belong to the error above them. `//~ build` marks a case whose error shows only when code is generated.
//! Whatever else the compiler says, be it a warning, is a failure, and so are hidden names of ours and long lists.
//!
//! `BCAST_UI_EXACT=1` also compares the compiler's whole text with the `.stderr` file beside each case, which depends on
//! the toolchain; `BCAST_UI_EXACT=write` writes these files for the cases that pass otherwise.

mod answer;
mod case;
mod exact;
mod judge;
mod project;
mod self_test;

use case::Case;
use std::path::Path;

#[test]
fn messages() {
    let mut cases = case::all(Path::new("ui-tests"));
    // Those of the GPU need its feature, one of them another one too, and one needs it off.
    cases.retain(|case| !case.path.starts_with("ui-tests/gpu") || cfg!(feature = "gpu"));
    cases.retain(|case| !case.path.ends_with("attribute/gpu.rs") || cfg!(not(feature = "gpu")));
    cases.retain(|case| !case.path.ends_with("gpu/complex.rs") || cfg!(feature = "complex"));
    let answers = project::ask_compiler(&cases);
    let failures: Vec<String> = cases.iter().filter_map(|case| failure(case, &answers.of(case))).collect();
    assert!(failures.is_empty(), "{} of {} cases failed\n\n{}", failures.len(), cases.len(), failures.join("\n"));
    println!("{} cases", cases.len());
}

fn failure(case: &Case, answers: &[answer::Answer]) -> Option<String> {
    let mut problems = judge::problems(case, answers);
    if problems.is_empty() {
        problems.extend(exact::problem(case, answers));
    }
    (!problems.is_empty()).then(|| format!("{}\n{}", case.path.display(), problems.join("")))
}
