//! Cases and what they expect, read from the comments in their files.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// One file under `ui-tests/`.
pub(crate) struct Case {
    /// Relative to the root of the package.
    pub(crate) path: PathBuf,
    /// `//~ build`
    pub(crate) is_built: bool,
    pub(crate) expected: Vec<Expected>,
}

/// One error that the compiler must report.
#[derive(Debug, PartialEq)]
pub(crate) struct Expected {
    /// As the compiler counts: from 1, the end excluded.
    pub(crate) line: usize,
    pub(crate) columns: Range<usize>,
    pub(crate) message: String,
    /// Of what kind, and what it contains: `("help", "write ..")`.
    pub(crate) hints: Vec<(String, String)>,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let text = fs::read_to_string(&path).expect("a case is a readable file");
        Case::parse(path, &text)
    }

    pub(crate) fn parse(path: PathBuf, text: &str) -> Case {
        let mut case = Case { path, is_built: false, expected: Vec::new() };
        let mut code_line = 0;
        for (index, line) in text.lines().enumerate() {
            match line.trim_start().strip_prefix("//~") {
                Some(comment) => {
                    let understood = case.comment(comment.trim(), line, code_line);
                    assert!(understood.is_some(), "{}:{}: not understood: {line}", case.path.display(), index + 1);
                }
                None => code_line = index + 1,
            }
        }
        assert!(!case.expected.is_empty(), "{}: nothing is expected", case.path.display());
        case
    }

    /// Takes the comment `//~ {comment}`, which is `whole_line`, below the line `code_line` of code.
    fn comment(&mut self, comment: &str, whole_line: &str, code_line: usize) -> Option<()> {
        if comment == "build" {
            self.is_built = true;
        } else if comment.starts_with('^') {
            let message = comment.trim_start_matches('^');
            let start = whole_line.chars().position(|c| c == '^')? + 1;
            let columns = start..start + comment.len() - message.len();
            let message = message.trim().to_owned();
            self.expected.push(Expected { line: code_line, columns, message, hints: Vec::new() });
        } else {
            let (kind, text) = comment.split_once(": ")?;
            ["help", "note", "label"].contains(&kind).then_some(())?;
            self.expected.last_mut()?.hints.push((kind.to_owned(), text.to_owned()));
        }
        Some(())
    }

    /// The name of the crate that the case becomes: `rank_vector` for `ui-tests/rank/vector.rs`.
    pub(crate) fn crate_name(&self) -> String {
        let words: Vec<_> = self.path.iter().skip(1).map(|word| word.to_string_lossy()).collect();
        words.join("_").trim_end_matches(".rs").to_owned()
    }
}

/// All cases below a folder, by name.
pub(crate) fn all(folder: &Path) -> Vec<Case> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    files.into_iter().map(Case::read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder of cases can be read") {
        let path = entry.expect("its entries too").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
