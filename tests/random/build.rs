//! Writes the random cases: `$OUT_DIR/cases.rs`, and with the feature `gpu` also `$OUT_DIR/gpu.rs`.
//!
//! `BCAST_RANDOM_SEED` and `BCAST_RANDOM_COUNT` say which and how many. Without them an unoptimised build has 150 cases
//! and an optimised one 1000, of a fixed seed; on a GPU there are 300.

#[path = "generate/mod.rs"]
mod generate;

use generate::Machine;
use std::path::Path;

const SEED: u64 = 20_260_101;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=generate");
    let optimised = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let seed = number("BCAST_RANDOM_SEED").unwrap_or(SEED);
    let asked = number("BCAST_RANDOM_COUNT");
    write("cases.rs", Machine::Processor, seed, asked.unwrap_or(if optimised { 1000 } else { 150 }));
    if std::env::var_os("CARGO_FEATURE_GPU").is_some() {
        write("gpu.rs", Machine::Gpu, seed, asked.unwrap_or(300));
    }
}

fn write(file: &str, machine: Machine, seed: u64, count: u64) {
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    let text = generate::cases(machine, seed, count as usize);
    std::fs::write(Path::new(&folder).join(file), text).expect("cargo made the folder");
}

fn number(variable: &str) -> Option<u64> {
    println!("cargo::rerun-if-env-changed={variable}");
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")))
}
