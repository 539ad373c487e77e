//! Compares what a case expects with what the compiler answered.

use crate::answer::Answer;
use crate::case::{Case, Expected, Kind};

/// Words that mean nothing to a user: inner modules and types of the library. (Rustc's line on the macro in which an
/// error originates is the exception: it names the inner macro.)
const HIDDEN: [&str; 8] =
    ["src/lib.rs", "__private", "bcast_runtime", "PhantomData", "Verdict", "Rk<", "Leaf<", "expand!"];

/// Where a capture of the user's cannot be shared between threads, rustc ends with the bound that asks for it.
const BOUNDS: [&str; 2] =
    ["note: required by a bound in `bcast::__private::run`", "note: required by a bound in `bcast::__private::part`"];

/// A user reads this many lines; a list of trait implementations is longer.
const LINES: usize = 28;
/// Errors of generated code are told in four parts, of which the last shows the user's line.
const LINES_WHEN_BUILT: usize = 40;

/// What is wrong, as text for people.
pub(crate) fn problems(case: &Case, answers: &[Answer]) -> Vec<String> {
    let mut unexpected: Vec<&Answer> = answers.iter().collect();
    let mut problems = Vec::new();
    let most_lines = if case.kind == Kind::Built { LINES_WHEN_BUILT } else { LINES };
    for expected in &case.expected {
        match unexpected.iter().position(|answer| is_met(expected, answer)) {
            Some(index) => problems.extend(unreadable(unexpected.remove(index), most_lines)),
            None => problems.push(missing(expected)),
        }
    }
    problems.extend(unexpected.into_iter().map(|answer| format!("  not expected:\n{}", shown(answer))));
    problems
}

fn is_met(expected: &Expected, answer: &Answer) -> bool {
    let has_hint = |(kind, text): &(String, String)| answer.hints.iter().any(|(k, t)| k == kind && t.contains(text));
    let is_there = answer.places.iter().any(|place| place.line == expected.line && place.columns == expected.columns);
    answer.level == "error"
        && is_there
        && answer.message.contains(&expected.message)
        && expected.hints.iter().all(has_hint)
}

fn missing(expected: &Expected) -> String {
    let Expected { line, columns, message, hints } = expected;
    let mut text = format!("  expected at line {line}, columns {} to {}:\n", columns.start, columns.end);
    text.push_str(&format!("    | error: {message}\n"));
    for (kind, hint) in hints {
        text.push_str(&format!("    |   {kind}: {hint}\n"));
    }
    text
}

fn shown(answer: &Answer) -> String {
    let places = answer.places.iter().map(|place| format!("    at line {}, columns {:?}\n", place.line, place.columns));
    let lines = answer.rendered.lines().map(|line| format!("    | {line}\n"));
    places.chain(lines).collect()
}

/// Complaints about a message that may well be the expected one.
fn unreadable(answer: &Answer, most_lines: usize) -> Option<String> {
    let told = answer.rendered.lines().take_while(|line| !BOUNDS.contains(line));
    let text: Vec<&str> = told.filter(|line| !line.contains("originates in the macro")).collect();
    let hidden = HIDDEN.iter().find(|hidden| text.iter().any(|line| line.contains(*hidden)));
    let length = answer.rendered.lines().count();
    let complaint = match hidden {
        Some(hidden) => format!("shows `{hidden}`"),
        None if length > most_lines => format!("has {length} lines"),
        None => return None,
    };
    Some(format!("  {complaint}:\n{}", shown(answer)))
}
