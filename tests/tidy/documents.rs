//! Comments that must be there: above dependencies, and above tables of coefficients.

use crate::source::Source;
use crate::{Finding, finding};

/// Each dependency has a line above it that says what it brings.
pub(crate) fn dependencies(source: &Source) -> Option<Finding> {
    let (mut is_dependency, mut above, mut bare) = (false, "", 0);
    for line in source.text.lines() {
        if line.starts_with('[') {
            is_dependency = line.trim_end().ends_with("dependencies]");
        } else if is_dependency && line.contains('=') && !line.starts_with('#') {
            bare += usize::from(!above.starts_with('#'));
        }
        above = line;
    }
    finding("dependency-without-comment", &source.path, bare)
}

const MATH: &str = "bcast-runtime/src/math/";
const INTERVAL: [&str; 4] = [" up to ", " from ", " between ", "|"];
const ERROR: [&str; 3] = ["error", "off by", "errs"];

/// Tables of coefficients: the comment says for which arguments, and what is the error. One for several tables in a
/// row.
pub(crate) fn tables(source: &Source) -> Option<Finding> {
    if !source.path.starts_with(MATH) {
        return None;
    }
    let (mut comment, mut was_comment, mut bare) = (String::new(), false, 0);
    for line in source.text.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            comment = if was_comment { comment + text } else { text.to_owned() };
        } else if line.is_empty() {
            comment.clear();
        } else if is_table(line) {
            let has = |words: &[&str]| words.iter().any(|word| comment.contains(word));
            bare += usize::from(!has(&INTERVAL) || !has(&ERROR));
        }
        was_comment = line.starts_with("///");
    }
    finding("table-without-interval-and-error", &source.path, bare)
}

/// `const NAME: [f64; 6]`
fn is_table(line: &str) -> bool {
    let (visibility, rest) = line.split_once("const ").unwrap_or((line, ""));
    let kind = rest.split_once(": [").map_or("", |(_, kind)| kind);
    (visibility.is_empty() || visibility.starts_with("pub")) && (kind.starts_with("f32; ") || kind.starts_with("f64; "))
}
