//! The floors of `bcast-runtime/src/gpu`: a module uses those of its own floor and of those below, and no two use each
//! other, by however many others between.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// From the lowest to the highest.
const FLOORS: [&str; 3] = ["device", "text", "passes"];

/// The modules of all floors, as `floor::module`, with what each names of the others.
fn modules() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("bcast-runtime/src/gpu");
    let mut all = BTreeMap::new();
    for floor in FLOORS {
        for file in std::fs::read_dir(root.join(floor)).unwrap().map(|file| file.unwrap().path()) {
            let name = format!("{floor}::{}", file.file_stem().unwrap().to_str().unwrap());
            if file.is_dir() {
                // A folder is one module: what its files name of each other is theirs.
                let files = std::fs::read_dir(&file).unwrap().map(|file| file.unwrap().path());
                let texts: String = files.map(|file| std::fs::read_to_string(file).unwrap()).collect();
                let mut names = named(&name, &texts);
                names.remove(&name);
                all.insert(name, names);
            } else if !name.ends_with("::mod") {
                all.insert(name, named(floor, &std::fs::read_to_string(&file).unwrap()));
            }
        }
    }
    all
}

/// The modules that a text names outside of comments and of tests.
fn named(floor: &str, text: &str) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]").next().unwrap();
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let path = |rest: &str, parts: usize| {
        let words = rest.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        words.take(parts).collect::<Vec<_>>().join("::")
    };
    let own = code.split("super::").skip(1).map(|rest| format!("{floor}::{}", path(rest, 1)));
    own.chain(code.split("crate::gpu::").skip(1).map(|rest| path(rest, 2))).collect()
}

#[test]
fn no_floor_uses_a_higher_one() {
    let height = |module: &str| FLOORS.iter().position(|floor| module.starts_with(floor));
    for (module, names) in modules() {
        for name in names.iter().filter(|name| height(name).is_some()) {
            assert!(height(name) <= height(&module), "{module} uses {name}");
        }
    }
}

#[test]
fn no_circles() {
    let mut left = modules();
    // Those that use nothing of what is left go, until none does.
    loop {
        let uses = |names: &BTreeSet<String>| names.iter().any(|name| left.contains_key(name));
        let free: Vec<String> = left.iter().filter(|(_, names)| !uses(names)).map(|(own, _)| own.clone()).collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|own| drop(left.remove(own)));
    }
    assert!(left.is_empty(), "these, or what they use, use each other: {:?}", left.keys());
}
