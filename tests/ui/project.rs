//! One cargo project with all cases in it, so that dependencies are compiled once and the cases side by side.

use crate::answer::Answers;
use crate::case::Case;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Checks all cases, and builds those that ask for it.
pub(crate) fn ask_compiler(cases: &[Case]) -> Answers {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    write_project(&folder, cases);
    let (built, checked): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.is_built);
    let output = cargo(&folder, "check", &checked) + &cargo(&folder, "build", &built);
    Answers::parse(&output)
}

fn write_project(folder: &Path, cases: &[Case]) {
    let root = root();
    fs::create_dir_all(folder.join("src")).expect("the project can be written");
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).expect("the project can be written");
    // A package without a library or a program is none.
    write("src/lib.rs", "");
    write("Cargo.toml", &manifest(&root, cases));
    // The same versions as here, which are on this machine already.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has a lock file");
}

/// Each case is a library of its own: it needs no `main`, and its functions give the operands their types.
fn manifest(root: &Path, cases: &[Case]) -> String {
    // Cases of a feature are asked where the tests have it.
    let gpu = if cfg!(feature = "gpu") { "'gpu', " } else { "" };
    let complex = if cfg!(feature = "complex") { "'complex'" } else { "" };
    let mut text = format!(
        "[package]\nname = 'ui'\nversion = '0.0.0'\nedition = '2024'\n\n\
         [workspace]\n\n\
         [dependencies]\nbcast = {{ path = '{}', features = [{gpu}{complex}] }}\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n",
        root.display()
    );
    for case in cases {
        let (name, path) = (case.crate_name(), root.join(&case.path));
        text.push_str(&format!("\n[[example]]\nname = '{name}'\npath = '{}'\ncrate-type = ['lib']\n", path.display()));
    }
    text
}

/// What cargo prints about these cases.
fn cargo(folder: &Path, subcommand: &str, cases: &[&Case]) -> String {
    if cases.is_empty() {
        return String::new();
    }
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args([subcommand, "--offline", "--keep-going", "--message-format=json"]).current_dir(folder);
    command.args(cases.iter().flat_map(|case| ["--example".to_owned(), case.crate_name()]));
    // Flags for the tests themselves, such as a sanitizer's, do not concern the cases.
    for flags in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET"] {
        command.env_remove(flags);
    }
    let output = command.output().expect("cargo runs");
    let text = String::from_utf8(output.stdout).expect("cargo prints UTF-8");
    let is_library =
        |line: &str| line.contains(r#""reason":"compiler-artifact""#) && line.contains(r#""name":"bcast""#);
    assert!(text.lines().any(is_library), "bcast does not compile\n{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
