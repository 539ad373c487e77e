//! `ARCHITECTURE.md` is a map of the code: short, with every folder in it, and its words are those of the code.

use crate::source::Source;
use crate::{Finding, finding};
use std::collections::BTreeSet;

const MAP: &str = "ARCHITECTURE.md";
/// Lines of the map.
const LENGTH: usize = 150;

pub(crate) fn findings(sources: &[Source]) -> Vec<Finding> {
    let Some(map) = sources.iter().find(|source| source.path == MAP) else {
        return finding("map-without-file", MAP, 1).into_iter().collect();
    };
    let (folders, named, defined) = (folders(sources), named(sources), defined(sources));
    let length = map.text.lines().count();
    let long = finding("long-map", MAP, if length > LENGTH { length } else { 0 });
    let off_map = folders.difference(&named).filter_map(|folder| finding("folder-off-map", folder, 1));
    let strange = words(&map.text).filter(|name| !defined.contains(name));
    let off_code = strange.filter_map(|name| finding("word-off-code", name, 1));
    long.into_iter().chain(off_map).chain(off_code).collect()
}

/// The folders that have sources, of the language or of a manifest.
fn folders(sources: &[Source]) -> BTreeSet<String> {
    sources.iter().filter_map(|source| source.path.rsplit_once('/')).map(|(folder, _)| folder.to_owned()).collect()
}

/// What stands in backticks in the map, and in the READMEs of folders, from their folder on.
fn named(sources: &[Source]) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for source in sources {
        let prefix = match source.path.strip_suffix("README.md") {
            _ if source.path == MAP => "",
            Some(folder) if !folder.is_empty() => folder,
            _ => continue,
        };
        for span in spans(&source.text) {
            named.extend(spelled_out(span).map(|path| format!("{prefix}{path}")));
        }
    }
    named
}

/// `a/{b,c}` is `a/b` and `a/c`.
fn spelled_out(span: &str) -> impl Iterator<Item = String> + '_ {
    let (before, rest) = span.split_once('{').unwrap_or((span, ""));
    let (list, after) = rest.split_once('}').unwrap_or(("", ""));
    list.split(',').map(move |name| format!("{before}{name}{after}"))
}

/// What stands in backticks, outside of blocks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    let mut is_block = false;
    let lines = text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        !is_fence && !is_block
    });
    lines.flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// The last column of the table of words.
fn words(map: &str) -> impl Iterator<Item = &str> {
    let table = map.split("\n## ").find(|section| section.starts_with("Words\n")).unwrap_or_default();
    let rows = table.lines().filter(|line| line.starts_with('|'));
    rows.filter_map(|row| row.trim_end_matches('|').rsplit('|').next()).flat_map(spans)
}

const KINDS: [&str; 8] = ["struct", "enum", "trait", "type", "fn", "mod", "const", "static"];

/// Every type, module, function and constant that some source defines.
fn defined(sources: &[Source]) -> BTreeSet<&str> {
    let is_word = |word: &&str| !word.is_empty();
    let mut defined = BTreeSet::new();
    for source in sources.iter().filter(|source| source.path.contains("src/")) {
        let mut words = source.code.split(|c: char| !crate::source::is_word(c)).filter(is_word).peekable();
        while let Some(word) = words.next() {
            if KINDS.contains(&word) {
                defined.extend(words.peek().copied());
            }
        }
    }
    defined
}
