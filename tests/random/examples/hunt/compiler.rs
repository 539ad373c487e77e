//! Compiles programs, drops those that the compiler refuses, and runs the rest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// What became of a program.
#[derive(Clone)]
pub(crate) struct Fate {
    /// `right`, `refused`, `refused by design`, `shape`, `numbers`, `panic`, `crash`, or `accepted` although the
    /// rule of ranks refuses it.
    pub(crate) kind: String,
    /// What was said.
    pub(crate) details: String,
}

impl Fate {
    fn new(kind: &str, details: &str) -> Self {
        Fate { kind: kind.to_owned(), details: details.to_owned() }
    }

    /// Whether it should have been something else.
    pub(crate) fn is_failure(&self) -> bool {
        !matches!(self.kind.as_str(), "right" | "refused by design")
    }

    /// All that a reader needs.
    pub(crate) fn shown(&self, name: &str) -> String {
        match self.kind.as_str() {
            "refused" | "crash" => {
                format!("{}: {}  {}", self.kind, bcast_random::described(name), self.details)
            }
            _ => self.details.replace('\u{1f}', "\n"),
        }
    }
}

/// The folder of this tool's files.
pub(crate) fn folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let folder = std::path::absolute(target).expect("a folder").join("hunt");
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Times that the compiler is asked again: one kind of mistake hides others.
const ROUNDS: usize = 12;

/// Programs are compiled through the test `formulas`.
pub(crate) struct Compiler {
    folder: PathBuf,
    /// Where it builds, if not where cargo does.
    target: Option<PathBuf>,
}

impl Compiler {
    pub(crate) fn new() -> Self {
        Compiler { folder: folder(), target: None }
    }

    /// One that leaves what is built elsewhere alone.
    pub(crate) fn apart(folder: PathBuf) -> Self {
        std::fs::create_dir_all(&folder).expect("a folder for files");
        Compiler { target: Some(folder.join("target")), folder }
    }

    /// What the compiler refuses when it checks.
    pub(crate) fn refused(&self, names: &[String]) -> BTreeMap<String, Fate> {
        let (mut left, mut fates) = (names.to_vec(), BTreeMap::new());
        for _ in 0..ROUNDS {
            let refused = self.messages(&left, "check");
            if refused.is_empty() {
                break;
            }
            drop_refused(&mut left, refused, &mut fates);
        }
        fates
    }

    /// What becomes of each.
    pub(crate) fn fates(&mut self, names: &[String]) -> BTreeMap<String, Fate> {
        // Asked again and again, the compiler takes less time for these alone.
        let for_refusal: Vec<String> =
            names.iter().filter(|name| bcast_random::is_for_refusal(name)).cloned().collect();
        let mut fates = if for_refusal.is_empty() { BTreeMap::new() } else { self.refused(&for_refusal) };
        let mut left: Vec<String> = names.iter().filter(|name| !fates.contains_key(*name)).cloned().collect();
        for _ in 0..ROUNDS {
            let refused = self.messages(&left, "build");
            if refused.is_empty() {
                break;
            }
            drop_refused(&mut left, refused, &mut fates);
        }
        while !left.is_empty() {
            let ran = self.run(&left);
            left.retain(|name| !ran.contains_key(name));
            fates.extend(ran);
            if !left.is_empty() {
                let crashed = left.remove(0);
                fates.insert(crashed, Fate::new("crash", "the process died"));
                self.messages(&left, "build");
            }
        }
        fates
    }

    /// What cargo says when it checks or builds these programs.
    fn cargo(&self, names: &[String], what: &str) -> Output {
        let list = self.folder.join("list");
        std::fs::write(&list, names.join("\n")).expect("the list can be written");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        if let Some(target) = &self.target {
            command.env("CARGO_TARGET_DIR", target);
        }
        command
            .args([
                what,
                "--quiet",
                "--features",
                if cfg!(feature = "gpu") { "gpu" } else { "" },
                "--package",
                "bcast-random",
                "--test",
                "formulas",
                "--message-format",
                "json",
            ])
            .env("BCAST_FORMULAS_LIST", &list)
            .stderr(Stdio::piped())
            .output()
            .expect("cargo runs")
    }

    /// Programs that the compiler refuses, with its first words.
    fn messages(&self, names: &[String], what: &str) -> BTreeMap<String, String> {
        let output = self.cargo(names, what);
        let text = String::from_utf8_lossy(&output.stdout);
        let messages: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        for executable in messages.iter().filter_map(|message| message["executable"].as_str()) {
            std::fs::write(self.folder.join("executable"), executable).expect("its path can be written");
        }
        let mut refused = BTreeMap::new();
        for message in messages.iter().map(|message| &message["message"]).filter(|message| message["level"] == "error")
        {
            let said = message["message"].as_str().unwrap_or_default();
            if let Some(name) = program_of(message) {
                refused.entry(name).or_insert_with(|| said.to_owned());
            }
        }
        let lost = !output.status.success() && refused.is_empty();
        assert!(!lost, "the compiler failed elsewhere: {text}{}", String::from_utf8_lossy(&output.stderr));
        refused
    }

    fn run(&self, names: &[String]) -> BTreeMap<String, Fate> {
        let executable = std::fs::read_to_string(self.folder.join("executable")).expect("cargo named it");
        let (report, list) = (self.folder.join("report"), self.folder.join("list"));
        let status = Command::new(executable)
            .env("BCAST_FORMULAS_REPORT", &report)
            .env("BCAST_FORMULAS_LIST", &list)
            .stdout(Stdio::null())
            .status();
        status.expect("the test runs");
        let text = std::fs::read_to_string(&report).unwrap_or_default();
        let _ = std::fs::remove_file(report);
        let mut ran = BTreeMap::new();
        for line in text.lines().filter(|line| names.iter().any(|name| line.split('\t').next() == Some(name))) {
            let mut parts = line.splitn(3, '\t');
            let (name, kind) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            ran.insert(name.to_owned(), Fate::new(kind, parts.next().unwrap_or_default()));
        }
        ran
    }
}

/// Some must be refused, with the right words.
fn drop_refused(left: &mut Vec<String>, refused: BTreeMap<String, String>, fates: &mut BTreeMap<String, Fate>) {
    left.retain(|name| !refused.contains_key(name));
    for (name, said) in refused {
        let by_design = bcast_random::is_refused_with(&name, &said);
        fates.insert(name, Fate::new(if by_design { "refused by design" } else { "refused" }, &said));
    }
}

/// The program that a message is about.
fn program_of(message: &Value) -> Option<String> {
    let spans = message["spans"].as_array().into_iter().flatten();
    let children = message["children"].as_array().into_iter().flatten();
    let found = spans.filter_map(place).find_map(|(file, line)| name_above(&file, line));
    found.or_else(|| children.filter_map(program_of).next())
}

/// File and line of a span, or of the call that it was expanded from.
fn place(span: &Value) -> Option<(PathBuf, usize)> {
    let file = span["file_name"].as_str()?;
    if file.contains("/formulas/") && Path::new(file).file_stem()?.to_str()?.parse::<usize>().is_ok() {
        return Some((file.into(), span["line_start"].as_u64()? as usize));
    }
    place(&span["expansion"]["span"])
}

/// The last name before a line: `// seed/number`.
fn name_above(file: &Path, line: usize) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let names = text.lines().take(line).filter_map(|line| line.strip_prefix("// "));
    names.last().map(str::to_owned)
}
