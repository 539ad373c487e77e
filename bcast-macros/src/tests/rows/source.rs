//! Rust files as tokens, to be asked whether an operation stands in them.

use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// The tokens of Rust files: what comments say does not count.
pub(super) struct Source {
    words: Vec<String>,
}

impl Source {
    /// Files, and all files of folders, by their paths in the repository.
    pub(super) fn of(paths: &[impl AsRef<Path>]) -> Source {
        let mut words = Vec::new();
        for path in paths.iter().flat_map(|path| files(&root().join(path.as_ref()))) {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            flatten(text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display())), &mut words);
        }
        Source { words }
    }

    pub(super) fn from_text(text: &str) -> Source {
        let mut words = Vec::new();
        flatten(text.parse().unwrap(), &mut words);
        Source { words }
    }

    /// Whether these stand side by side.
    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.words.windows(words.len()).any(|window| window == words)
    }

    /// Whether the name stands there as that of an operation of ours: not behind `x.`, `std::` or what declares it.
    pub(super) fn has_name(&self, name: &str) -> bool {
        let is_theirs = |before: &str| [".", ":", "fn", "let", "mod"].contains(&before);
        self.words.windows(2).any(|pair| pair[1] == name && !is_theirs(&pair[0]))
    }

    /// The documentation above each place where these stand side by side, whatever names stand before them.
    pub(super) fn documents<'a>(&'a self, words: &'a [&str]) -> impl Iterator<Item = String> + 'a {
        let found = (0..self.words.len()).filter(move |&at| begins(&self.words[at..], words));
        found.map(|at| self.document_above(at))
    }

    /// The names behind this word, as in `trait Exp`, where they are no parameters of macros.
    pub(super) fn names_behind<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        let is_name = |word: &str| word.starts_with(char::is_alphabetic);
        let pairs = self.words.windows(2).filter(move |pair| pair[0] == word && is_name(&pair[1]));
        pairs.map(|pair| &*pair[1])
    }

    /// What stands between the two after the first place of the others.
    pub(super) fn between(&self, words: &[&str], from: &str, to: &str) -> Option<&[String]> {
        let at = (0..self.words.len()).find(|&at| begins(&self.words[at..], words))?;
        let rest = &self.words[at..];
        let end = rest.iter().position(|word| word == to)?;
        let begin = rest[..end].iter().position(|word| word == from)?;
        Some(&rest[begin + 1..end])
    }

    fn document_above(&self, mut at: usize) -> String {
        let is_name = |word: &str| word.starts_with(char::is_alphabetic);
        at -= self.words[..at].iter().rev().take_while(|word| is_name(word)).count();
        let mut lines = Vec::new();
        while at > 0 && self.words[at - 1] == "]" {
            let mut depth = 0;
            let is_opening = |word: &String| {
                depth += i32::from(word == "]") - i32::from(word == "[");
                depth == 0
            };
            let Some(length) = self.words[..at].iter().rev().position(is_opening) else { break };
            let attribute = &self.words[at - 1 - length..at];
            at = (at - 1 - length).saturating_sub(1); // and the `#`
            if attribute.get(1).is_some_and(|word| word == "doc") {
                lines.push(attribute.concat());
            }
        }
        lines.reverse();
        lines.join("\n")
    }

    pub(super) fn has_text(&self, text: &str) -> bool {
        self.words.iter().any(|word| *word == format!("{text:?}"))
    }

    /// Whether the dotted sign stands there, and is not the beginning of a longer one.
    pub(super) fn has_infix(&self, sign: &str) -> bool {
        let signs: Vec<String> = [".".to_owned()].into_iter().chain(sign.chars().map(String::from)).collect();
        let is_longer = |after: &str| ["=", "<", ">", "&", "|"].contains(&after);
        let long = signs.len() + 2;
        self.words.windows(long).any(|run| run[0] != "." && run[1..long - 1] == signs && !is_longer(&run[long - 1]))
    }

    pub(super) fn has_prefix(&self, sign: &str) -> bool {
        let begins = |before: &str| ["(", "{", ","].contains(&before);
        let is_operand = |after: &str| after == "(" || after.starts_with(char::is_alphabetic);
        self.words.windows(3).any(|run| begins(&run[0]) && run[1] == sign && is_operand(&run[2]))
    }
}

fn begins(text: &[String], words: &[&str]) -> bool {
    text.len() >= words.len() && text.iter().zip(words).all(|(there, word)| there == word)
}

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let inside = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    inside
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"))
        .flat_map(|path| files(&path))
        .collect()
}

fn flatten(stream: TokenStream, words: &mut Vec<String>) {
    for token in stream {
        match token {
            TokenTree::Group(group) => {
                let text = group.to_string();
                words.extend(text.chars().next().map(String::from));
                flatten(group.stream(), words);
                words.extend(text.chars().next_back().map(String::from));
            }
            token => words.push(token.to_string()),
        }
    }
}
