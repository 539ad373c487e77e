//! The habits of this repository: a limit that a machine can count is checked here, so that reviewers need not.
//!
//! Each rule yields findings: something that is over a limit, and by how much. `exceptions.txt` lists those there are;
//! none may be added and no number may rise. A number that has fallen must be lowered there, which
//! `BCAST_TIDY=write cargo test --test tidy` does: it writes today's findings, and the difference shows whether any
//! rose.
//!
//! Sources are read as text, not parsed: what a macro writes is not seen, and odd formatting may be misread.

mod circles;
mod documents;
mod exceptions;
mod faults;
mod functions;
mod lines;
mod map;
mod self_test;
mod source;
mod unsafety;

use source::Source;

/// One thing that a rule complains about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    rule: &'static str,
    /// The file, or what in the file.
    item: String,
    number: usize,
}

#[test]
fn habits() {
    let sources = source::all();
    assert!(sources.len() > 400, "only {} files were found", sources.len());
    let mut findings: Vec<Finding> = sources.iter().flat_map(findings_of).collect();
    findings.extend(circles::findings(&sources));
    findings.extend(map::findings(&sources));
    findings.extend(faults::findings(&sources));
    findings.sort();
    exceptions::compare(&findings);
}

/// What can be said about a file by itself.
fn findings_of(source: &Source) -> Vec<Finding> {
    let mut findings = lines::findings(source);
    match source.extension() {
        "rs" => {
            findings.extend(functions::findings(source));
            findings.extend(unsafety::findings(source));
            findings.extend(documents::tables(source));
        }
        "toml" => findings.extend(documents::dependencies(source)),
        _ => {}
    }
    findings
}

/// A finding, if there is anything to complain about.
fn finding(rule: &'static str, item: &str, number: usize) -> Option<Finding> {
    (number > 0).then(|| Finding { rule, item: item.to_owned(), number })
}
