//! The files that the rules read.

use std::fs;
use std::path::Path;

pub(crate) struct Source {
    /// From the root of the repository, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
    /// Of Rust: the text with blanks for comments, strings and characters. Line by line the same.
    pub(crate) code: String,
}

impl Source {
    pub(crate) fn new(path: String, text: String) -> Source {
        let code = if path.ends_with(".rs") { code_of(&text) } else { String::new() };
        Source { path, text, code }
    }

    pub(crate) fn extension(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or_default()
    }
}

/// Folders that nobody writes by hand.
const SKIPPED: [&str; 4] = ["target", ".git", "shared", "golden"];

/// Rust, WGSL, Markdown, manifests and planted faults of the whole repository, by name.
pub(crate) fn all() -> Vec<Source> {
    let mut sources = Vec::new();
    collect(Path::new(env!("CARGO_MANIFEST_DIR")), "", &mut sources);
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

fn collect(folder: &Path, path: &str, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository can be read") {
        let entry = entry.expect("its entries too");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
        if entry.path().is_dir() {
            if !SKIPPED.contains(&&*name) {
                collect(&entry.path(), &path, sources);
            }
        } else if ["rs", "wgsl", "md", "toml", "fault"].contains(&path.rsplit('.').next().unwrap_or_default()) {
            let text = fs::read_to_string(entry.path()).expect("a source is UTF-8");
            sources.push(Source::new(path, text));
        }
    }
}

fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let hidden = comment(rest).or_else(|| string(rest)).or_else(|| character(rest)).unwrap_or(0);
        code.extend(rest[..hidden].chars().map(|c| if c == '\n' { c } else { ' ' }));
        if hidden == 0 {
            code.push(first);
        }
        rest = &rest[hidden.max(first.len_utf8())..];
    }
    code
}

/// The length of the comment that begins here.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    let mut end = rest.strip_prefix("/*").map(|_| 2)?;
    let mut depth = 1;
    while depth > 0 && end < rest.len() {
        let tail = &rest[end..];
        let (step, deeper) = match tail {
            _ if tail.starts_with("/*") => (2, 1),
            _ if tail.starts_with("*/") => (2, -1),
            _ => (tail.chars().next().map_or(1, char::len_utf8), 0),
        };
        (end, depth) = (end + step, depth + deeper);
    }
    Some(end)
}

/// The length of the string that begins here.
fn string(rest: &str) -> Option<usize> {
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inner = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(1 + hashes + 1 + inner.find(&end).map_or(inner.len(), |at| at + end.len()));
    }
    let inner = rest.strip_prefix('"')?;
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '"' => return Some(at + 2),
            _ => {}
        }
    }
    Some(rest.len())
}

/// The length of the character that begins here; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    match first {
        '\\' => inner[2..].find('\'').map(|at| 1 + 2 + at + 1),
        _ => inner[first.len_utf8()..].starts_with('\'').then(|| 1 + first.len_utf8() + 1),
    }
}

/// Where a word stands by itself.
pub(crate) fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let ends = |c: Option<char>| c.is_none_or(|c| !is_word(c));
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| ends(code[..at].chars().next_back()) && ends(code[at + word.len()..].chars().next()))
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The line, from 0, in which a byte lies.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count()
}
