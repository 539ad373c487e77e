//! The compiler's whole text, letter by letter.

use crate::answer::Answer;
use crate::case::Case;
use std::{env, fs};

/// What is wrong, if it is asked for by `BCAST_UI_EXACT`.
pub(crate) fn problem(case: &Case, answers: &[Answer]) -> Option<String> {
    let wish = env::var("BCAST_UI_EXACT").ok()?;
    let file = case.path.with_extension("stderr");
    let given = whole_text(answers);
    if wish == "write" {
        fs::write(&file, given).expect("the folder of cases can be written");
        return None;
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    (expected != given).then(|| format!("  differs from {}:\n{}", file.display(), difference(&expected, &given)))
}

fn whole_text(answers: &[Answer]) -> String {
    let text: String = answers.iter().map(|answer| answer.rendered.as_str()).collect();
    let mut of_runtime = false;
    let lines = text.lines().map(|line| {
        let line = without_folders(line);
        of_runtime = if line.contains("--> ") { line.contains(RUNTIME) } else { of_runtime };
        let line = if of_runtime { without_place(&line) } else { line };
        line + "\n"
    });
    lines.collect()
}

/// Where lines move whenever anything is written above them.
const RUNTIME: &str = "--> bcast-runtime/src/";

/// A line that shows, or names, a place in the source of the runtime, without the number of that place.
fn without_place(line: &str) -> String {
    if let Some((file, _)) = line.split_once(".rs:").filter(|_| line.contains(RUNTIME)) {
        return format!("{file}.rs");
    }
    let number = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    " ".repeat(number) + &line[number..]
}

/// Paths that do not depend on the machine.
fn without_folders(line: &str) -> String {
    let line = line.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "");
    match (line.find("--> /"), line.find("/registry/src/")) {
        (Some(arrow), Some(registry)) => {
            let inside = &line[registry + "/registry/src/".len()..];
            let dependency = inside.split_once('/').map_or(inside, |(_, dependency)| dependency);
            format!("{}--> {dependency}", &line[..arrow])
        }
        _ => line,
    }
}

/// The lines that only one side has.
fn difference(expected: &str, given: &str) -> String {
    let only = |sign: char, a: &str, b: &str| -> String {
        a.lines().filter(|line| !b.lines().any(|other| other == *line)).map(|l| format!("    {sign} {l}\n")).collect()
    };
    only('-', expected, given) + &only('+', given, expected)
}
