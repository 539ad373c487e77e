//! Widths, lengths, and macros that are for the day only.

use crate::source::{Source, words};
use crate::{Finding, finding};

/// Characters in a line. A row of a table in Markdown cannot be broken.
const WIDTH: usize = 120;
/// Lines in a file, except in a log, which grows by short entries.
const LENGTH: usize = 400;
/// Lines of the front page: what is longer belongs into the guide.
const FRONT_PAGE: (&str, usize) = ("README.md", 200);
const LOGS: [&str; 2] = ["CHANGELOG.md", "DECISIONS.md"];
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

pub(crate) fn findings(source: &Source) -> Vec<Finding> {
    if source.extension() == "toml" {
        return Vec::new();
    }
    let is_row = |line: &str| source.extension() == "md" && line.starts_with('|');
    let wide = source.text.lines().filter(|line| line.chars().count() > WIDTH && !is_row(line)).count();
    let length = source.text.lines().count();
    let limit = if source.path == FRONT_PAGE.0 { FRONT_PAGE.1 } else { LENGTH };
    let is_long = length > limit && !LOGS.contains(&&*source.path);
    let is_macro = |at: usize, word: &str| source.code[at + word.len()..].starts_with('!');
    let unfinished = UNFINISHED.iter().map(|word| words(&source.code, word).filter(|&at| is_macro(at, word)).count());
    let findings = [
        finding("wide-lines", &source.path, wide),
        finding("long-file", &source.path, if is_long { length } else { 0 }),
        finding("unfinished", &source.path, unfinished.sum()),
    ];
    findings.into_iter().flatten().collect()
}
