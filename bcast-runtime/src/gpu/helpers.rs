//! Functions in WGSL that element functions call: those that WGSL lacks, or that mean something else there.
//!
//! A file holds functions one after the other. A line `//: f32 f64` before them says for which types they are written:
//! `$T` stands for each of them, `$U` for the unsigned integers of the same size.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const FILES: [&str; 6] = [
    include_str!("wgsl/floats.wgsl"),
    include_str!("wgsl/integers.wgsl"),
    include_str!("wgsl/conversions.wgsl"),
    include_str!("wgsl/elementary.wgsl"),
    include_str!("wgsl/trigonometric.wgsl"),
    include_str!("wgsl/special.wgsl"),
];

/// The text of each function by its name.
static FUNCTIONS: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| FILES.iter().flat_map(|file| read(file)).collect());

fn read(file: &str) -> Vec<(String, String)> {
    let mut functions = Vec::new();
    for section in file.split("//: ").skip(1) {
        let (types, text) = section.split_once('\n').unwrap_or_default();
        for own in types.split_whitespace() {
            let bits = if own.ends_with("64") { "u64" } else { "u32" };
            let text = text.replace("$T", own).replace("$U", bits);
            for function in text.split("\nfn ").skip(1) {
                let end = function.find("\n}").map_or(function.len(), |end| end + 2);
                let name = function.split('(').next().unwrap_or_default();
                functions.push((name.to_owned(), format!("fn {}\n", &function[..end])));
            }
        }
    }
    functions
}

/// The functions that a text calls, and those that they call.
pub(super) fn needed(text: &str) -> String {
    let mut found = BTreeSet::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if let Some((name, function)) = FUNCTIONS.get_key_value(word)
                && found.insert(name.as_str())
            {
                open.push(function);
            }
        }
    }
    found.into_iter().map(|name| FUNCTIONS[name].as_str()).collect()
}
