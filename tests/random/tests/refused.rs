//! Random formulas that must not compile: all are refused, in the right words.

#[allow(dead_code)] // what only `hunt` needs
#[path = "../examples/hunt/compiler.rs"]
mod compiler;

use std::path::PathBuf;

use compiler::Compiler;

const SEED: u64 = 20_260_101;
/// Formulas of each kind.
const COUNT: usize = 40;

#[test]
fn what_must_not_compile() {
    let names: Vec<String> =
        ["r", "o"].iter().flat_map(|letter| (0..COUNT).map(move |number| format!("{SEED}/{letter}{number}"))).collect();
    // With arrays of dynamic rank alone, the call finds it out.
    let names: Vec<String> =
        names.into_iter().filter(|name| !bcast_random::described(name).contains("IxDyn")).collect();
    let fates = Compiler::apart(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refused")).refused(&names);
    for (name, fate) in &fates {
        assert_eq!(fate.kind, "refused by design", "{}", fate.shown(name));
    }
    let accepted: Vec<String> =
        names.iter().filter(|name| !fates.contains_key(*name)).map(|name| bcast_random::described(name)).collect();
    assert!(accepted.is_empty(), "these compile:\n{}", accepted.join("\n"));
}
