//! Cases and what they expect, read from the comments in their files.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub(crate) const FOLDER: &str = "ui-tests";

/// One file under `ui-tests/`.
pub(crate) struct Case {
    /// Relative to the root of the package.
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
    pub(crate) expected: Vec<Expected>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Errors show when it is checked.
    Checked,
    /// `//~ build`: errors show when code is generated.
    Built,
    /// `//~ pass`: no error, a program that must run.
    Run,
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
        let mut case = Case { path, kind: Kind::Checked, expected: Vec::new() };
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
        let is_program = case.kind == Kind::Run;
        assert!(is_program || !case.expected.is_empty(), "{}: nothing is expected", case.path.display());
        assert!(!is_program || case.expected.is_empty(), "{}: errors of a program that must run", case.path.display());
        case
    }

    /// Takes the comment `//~ {comment}`, which is `whole_line`, below the line `code_line` of code.
    fn comment(&mut self, comment: &str, whole_line: &str, code_line: usize) -> Option<()> {
        if comment == "build" {
            self.kind = Kind::Built;
        } else if comment == "pass" {
            self.kind = Kind::Run;
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

    /// What the compiler says about it; nothing if there is no text yet.
    pub(crate) fn text(&self) -> String {
        fs::read_to_string(self.path.with_extension("stderr")).unwrap_or_default().replace("\r\n", "\n")
    }
}

/// All cases below a folder, by name.
pub(crate) fn all(folder: &Path) -> Vec<Case> {
    files(folder, "rs").into_iter().map(Case::read).collect()
}

/// Complaints about texts whose case was removed or renamed, or is a program that must run.
pub(crate) fn texts_without_case() -> impl Iterator<Item = String> {
    let cases: Vec<Case> = all(Path::new(FOLDER)).into_iter().filter(|case| case.kind != Kind::Run).collect();
    let texts = files(Path::new(FOLDER), "stderr").into_iter();
    let without = texts.filter(move |text| !cases.iter().any(|case| case.path.with_extension("stderr") == *text));
    without.map(|text| format!("{}\n  belongs to no case with an error\n", text.display()))
}

/// All files of a kind below a folder, by name.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, extension, &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("its entries too").path();
        if path.is_dir() {
            collect(&path, extension, files);
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
}
