//! What the guide shows of the compiler's messages is what the compiler says: texts below programs that do not compile,
//! and the tables of messages, which are compared with the `.stderr` files of the cases.

use crate::case::files;
use crate::{OLDEST, all_cases, rustc, rustc_version, wrote_the_texts};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

const PAGES: &str = "src/guide";
/// Begins the tables whose first column is a message, with `..` for what differs.
const MESSAGES: &str = "| message |";

#[test]
fn texts_of_the_guide_are_the_compilers() {
    if !wrote_the_texts(&rustc_version()) {
        return println!("The texts are those of Rust {OLDEST}: they are not compared.");
    }
    let shown: Vec<Shown> = pages().iter().flat_map(|(page, text)| Shown::all(page, text)).collect();
    assert!(shown.len() > 10, "only {} programs with a text were found", shown.len());
    let strange: Vec<String> = shown.iter().flat_map(Shown::strange).collect();
    assert!(strange.is_empty(), "the compiler does not say\n{}", strange.join("\n"));
}

#[test]
fn messages_of_the_guide_are_there() {
    let texts: Vec<String> = all_cases().iter().map(|case| case.text()).collect();
    let said: Vec<&str> = texts.iter().flat_map(|text| text.lines()).filter(|line| line.contains("bcast!:")).collect();
    let pages = pages();
    let messages: Vec<String> = pages.iter().flat_map(|(_, text)| messages(text)).collect();
    assert!(messages.len() > 50, "only {} messages were found", messages.len());
    let strange: Vec<&String> =
        messages.iter().filter(|message| !said.iter().any(|line| is_in(message, line))).collect();
    assert!(strange.is_empty(), "in no case under ui-tests: {strange:#?}");
}

fn pages() -> Vec<(String, String)> {
    let page = |path: PathBuf| (path.display().to_string(), fs::read_to_string(&path).expect("a page is text"));
    files(Path::new(PAGES), "md").into_iter().map(page).collect()
}

/// The first cells of the tables of messages.
fn messages(page: &str) -> Vec<String> {
    let tables = page.split("\n\n").filter(|block| block.starts_with(MESSAGES));
    let rows = tables.flat_map(|table| table.lines().skip(2));
    let cells = rows.map(|row| row.replace("\\|", "\u{1}").split('|').nth(1).unwrap_or_default().trim().to_owned());
    cells.map(|cell| cell.replace('\u{1}', "|")).collect()
}

/// Whether a line has the parts of a message between its `..`, one after the other.
fn is_in(message: &str, line: &str) -> bool {
    let mut rest = Some(line);
    for part in message.split("..") {
        rest = rest.and_then(|rest| rest.find(part).map(|at| &rest[at + part.len()..]));
    }
    rest.is_some()
}

#[test]
fn parts_of_messages_stand_in_order() {
    assert!(is_in("there is no `..` of `..`", "error: bcast!: there is no `sum` of `bool`"));
    assert!(!is_in("there is no `..` of `..`", "error: bcast!: there is no `f32 .+ f64`"));
    assert_eq!(messages("a\n\n| message | why |\n|---|---|\n| `\\|` is | b |\n\n| c | d |"), ["`|` is"]);
}

/// A program that does not compile, and what a page shows of the message.
struct Shown {
    page: String,
    program: String,
    text: String,
}

impl Shown {
    fn all(page: &str, text: &str) -> Vec<Shown> {
        let blocks = text.split("```rust,compile_fail\n").skip(1);
        let pair = |block: &str| {
            let (program, rest) = block.split_once("```\n")?;
            let (text, _) = rest.strip_prefix("\n```text\n")?.split_once("```")?;
            Some(Shown { page: page.to_owned(), program: program.to_owned(), text: text.to_owned() })
        };
        blocks.filter_map(pair).collect()
    }

    /// Lines of the text that the compiler does not say.
    fn strange(&self) -> Vec<String> {
        let said = compiled(&self.program);
        let sources: Vec<&str> = said.lines().filter_map(behind_the_bar).collect();
        let is_said = |line: &&str| match behind_the_bar(line) {
            Some(source) => sources.contains(&source),
            None => said.contains(line.trim()),
        };
        let lines = self.text.lines().filter(|line| !is_said(line));
        lines.map(|line| format!("{}: {line}", self.page)).collect()
    }
}

/// The source, or what points at it, in a line such as `7 |     x .+ y`.
fn behind_the_bar(line: &str) -> Option<&str> {
    let (number, source) = line.split_once('|')?;
    number.trim().chars().all(|c| c.is_ascii_digit()).then(|| source.trim_end())
}

/// What the compiler says about the inside of a `main`.
fn compiled(program: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("guide.rs");
    fs::write(&file, format!("#![allow(unused)]\nfn main() {{\n{program}\n}}\n")).expect("the program can be written");
    let library = library();
    let mut rustc = Command::new(rustc());
    rustc.args(["--edition=2024", "--emit=metadata", "--out-dir"]).arg(folder).arg(&file);
    rustc.arg("-L").arg(library.parent().expect("it lies in a folder"));
    rustc.arg("--extern").arg(format!("bcast={}", library.display()));
    let output = rustc.output().expect("rustc runs");
    String::from_utf8(output.stderr).expect("rustc prints UTF-8")
}

/// The library that this test was built with: beside it, and no other is newer.
fn library() -> PathBuf {
    let test = env::current_exe().expect("a test is a program");
    let folder = test.parent().expect("which lies in a folder").read_dir().expect("that can be read");
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libbcast-") && name.ends_with(".rlib")
    };
    let paths = folder.map(|entry| entry.expect("as its entries").path()).filter(is_ours);
    let age = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    paths.max_by_key(age).expect("the library has been built")
}
