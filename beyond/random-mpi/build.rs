//! Writes random formulas as programs: `BCAST_FORMULAS_COUNT` of them, from `BCAST_FORMULAS_SEED` on.

#[allow(dead_code)] // what only the test needs
#[path = "../../tests/random/formulas/mod.rs"]
mod formulas;

use std::path::Path;

const SEED: u64 = 20_260_101;
const COUNT: u64 = 40;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../tests/random/formulas");
    let (seed, count) =
        (number("BCAST_FORMULAS_SEED").unwrap_or(SEED), number("BCAST_FORMULAS_COUNT").unwrap_or(COUNT));
    let names: Vec<String> = (0..count).map(|number| format!("{seed}/p{number}")).collect();
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    formulas::emit::write(&Path::new(&folder).join("formulas"), &names);
}

fn number(variable: &str) -> Option<u64> {
    println!("cargo::rerun-if-env-changed={variable}");
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")))
}
