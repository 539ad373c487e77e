//! Functions that are too long to be read at once.

use crate::source::{Source, is_word, line_of, words};
use crate::{Finding, finding};
use std::collections::BTreeMap;

/// Lines from `fn` to the closing brace.
const LENGTH: usize = 40;

pub(crate) fn findings(source: &Source) -> Vec<Finding> {
    // Of several of one name the longest.
    let mut lengths = BTreeMap::<String, usize>::new();
    for at in words(&source.code, "fn") {
        if let Some((name, length)) = function(&source.code[at..]).filter(|(_, length)| *length > LENGTH) {
            let longest = lengths.entry(format!("{}::{name}", source.path)).or_default();
            *longest = length.max(*longest);
        }
    }
    lengths.into_iter().filter_map(|(item, length)| finding("long-function", &item, length)).collect()
}

/// Name and length of the function that begins here. Types of functions, and those without a body, are none.
fn function(code: &str) -> Option<(&str, usize)> {
    let name = code["fn".len()..].trim_start();
    let name = &name[..name.find(|c| !is_word(c) && c != '$')?];
    let body = body(code).filter(|_| !name.is_empty())?;
    let end = body + closing(&code[body..])?;
    Some((name, line_of(code, end) + 1))
}

/// Where the body begins.
fn body(code: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(at),
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Where the brace ends that begins the code.
pub(crate) fn closing(code: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
