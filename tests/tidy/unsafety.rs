//! `# Safety` above every unsafe function, and comments that say why a block or an `impl` keeps it.

use crate::source::{Source, is_word, line_of, words};
use crate::{Finding, finding};

/// What says nothing by itself: which promise, and why does it hold here?
const EMPTY: [&str; 9] = [
    "the caller's promise is",
    "the rest is",
    "passed on",
    "by the contract",
    "as above",
    "see above",
    "so below",
    "as before",
    "the same",
];
/// Words that must be left without those.
const WORDS: usize = 3;

pub(crate) fn findings(source: &Source) -> Vec<Finding> {
    let lines: Vec<&str> = source.text.lines().collect();
    let (mut untold, mut unfounded) = (0, 0);
    for at in words(&source.code, "unsafe") {
        let line = line_of(&source.code, at);
        let behind = source.code[at + "unsafe".len()..].trim_start();
        if behind.starts_with('{') || behind.starts_with("impl") {
            unfounded += usize::from(!is_founded(&lines, line));
        } else if is_function(behind) && !is_of_a_trait(&source.code[..at]) {
            untold += usize::from(!has_section(&lines[..line]));
        }
    }
    let findings = [
        finding("unsafe-fn-without-safety-section", &source.path, untold),
        finding("unsafe-without-reason", &source.path, unfounded),
    ];
    findings.into_iter().flatten().collect()
}

/// A function with a name, which types of functions have not.
fn is_function(code: &str) -> bool {
    let code = code.strip_prefix("extern").map_or(code, str::trim_start);
    let name = code.strip_prefix("fn").filter(|rest| rest.starts_with(char::is_whitespace));
    name.is_some_and(|name| name.trim_start().starts_with(|c| is_word(c) || c == '$'))
}

/// Whether the code ends inside of `impl Trait for ..`, where the trait says what is safe.
fn is_of_a_trait(code: &str) -> bool {
    let mut depth = 0;
    let opening = code.char_indices().rev().find(|(_, c)| {
        depth += i32::from(*c == '}') - i32::from(*c == '{');
        depth < 0
    });
    let Some((at, _)) = opening else { return false };
    let start = code[..at].rfind(['{', '}', ';']).map_or(0, |end| end + 1);
    let header = &code[start..at];
    words(header, "impl").next().is_some() && words(header, "for").next().is_some()
}

/// Whether the documentation that ends these lines, below attributes, has the section.
fn has_section(lines: &[&str]) -> bool {
    let above = lines.iter().rev().map(|line| line.trim());
    let mut item = above.take_while(|line| line.starts_with("//") || line.starts_with("#["));
    item.any(|line| line.contains("# Safety"))
}

/// Whether the nearest comment above, which may stand above the whole statement, gives a reason.
fn is_founded(lines: &[&str], line: usize) -> bool {
    let nearest = (0..=line).rev().take(8).find(|&line| lines[line].contains("SAFETY:"));
    nearest.is_some_and(|start| is_reason(&reason(&lines[start..])))
}

fn reason(lines: &[&str]) -> String {
    let first = lines[0].split_once("SAFETY:").map_or("", |(_, text)| text);
    let more = lines[1..].iter().map_while(|line| line.trim().strip_prefix("//"));
    more.fold(first.to_owned(), |text, line| text + " " + line)
}

pub(crate) fn is_reason(text: &str) -> bool {
    let text = EMPTY.iter().fold(text.to_lowercase(), |text, empty| text.replace(empty, ""));
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).count() >= WORDS
}
