//! Writes random formulas as programs: `BCAST_FORMULAS_COUNT` of them, from `BCAST_FORMULAS_SEED` on.

#[allow(dead_code)] // what only the test needs
#[path = "../../tests/random/formulas/mod.rs"]
mod formulas;

use std::path::Path;

const SEED: u64 = 20_260_101;
const COUNT: u64 = 60;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../tests/random/formulas");
    let (seed, count) =
        (number("BCAST_FORMULAS_SEED").unwrap_or(SEED), number("BCAST_FORMULAS_COUNT").unwrap_or(COUNT));
    let names = (0..count).map(|number| format!("{seed}/p{number}"));
    let names: Vec<String> = names.filter(|name| !slices(name)).collect();
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    formulas::emit::write(&Path::new(&folder).join("formulas"), &names);
}

/// Whether a program assigns to slices, which there are none of.
fn slices(name: &str) -> bool {
    let text = formulas::named(name).map(|program| formulas::text::text(&program)).unwrap_or_default();
    let is_operand = |part: &str| {
        let name = part.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        name.starts_with(['y']) && name.len() > 1 && name[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut parts: Vec<&str> = text.split('[').collect();
    parts.pop();
    parts.into_iter().any(is_operand)
}

fn number(variable: &str) -> Option<u64> {
    println!("cargo::rerun-if-env-changed={variable}");
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")))
}
