//! Writes the random cases: `$OUT_DIR/cases.rs`, and with the feature `gpu` also `$OUT_DIR/gpu.rs`.
//!
//! `BCAST_RANDOM_SEED` and `BCAST_RANDOM_COUNT` say which and how many. Without them an unoptimised build has 150 cases
//! and an optimised one 1000, of a fixed seed; on a GPU there are 200.
//!
//! And the random formulas: `$OUT_DIR/formulas/`. `BCAST_FORMULAS_SEED` and `BCAST_FORMULAS_COUNT` are theirs;
//! `BCAST_FORMULAS_LIST` is a file with names of programs, a line each, which are written instead. With the feature
//! `gpu` all of them run on a device.
//!
//! And random formulas with gradients: `$OUT_DIR/gradients.rs`, with `BCAST_GRADIENTS_SEED` and
//! `BCAST_GRADIENTS_COUNT`.
//!
//! And, with the feature `gpu`, the random functions: `$OUT_DIR/functions.rs`. `BCAST_FUNCTIONS_SEED` and
//! `BCAST_FUNCTIONS_COUNT` are theirs. And the random expressions over vectors: `$OUT_DIR/vectors.rs`, with
//! `BCAST_VECTORS_SEED` and `BCAST_VECTORS_COUNT`.

#[allow(dead_code)] // what only the test needs
#[path = "formulas/mod.rs"]
mod formulas;
#[path = "functions/mod.rs"]
mod functions;
#[path = "generate/mod.rs"]
mod generate;
#[path = "gradients/mod.rs"]
mod gradients;
#[path = "vectors/mod.rs"]
mod vectors;

use generate::Machine;
use std::path::Path;

const SEED: u64 = 20_260_101;
/// Formulas without `BCAST_FORMULAS_COUNT`.
const FORMULAS: u64 = 300;
/// Formulas with gradients without `BCAST_GRADIENTS_COUNT`.
const GRADIENTS: u64 = 60;
/// The same on a GPU.
const GRADIENTS_ON_GPU: u64 = 25;
/// Formulas on a GPU: a renderer in software compiles a kernel or two of each, in a second.
const ON_GPU: u64 = 60;
/// Functions without `BCAST_FUNCTIONS_COUNT`.
const FUNCTIONS: u64 = 200;
/// Expressions over vectors without `BCAST_VECTORS_COUNT`.
const VECTORS: u64 = 100;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=generate");
    let optimised = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let seed = number("BCAST_RANDOM_SEED").unwrap_or(SEED);
    let asked = number("BCAST_RANDOM_COUNT");
    write("cases.rs", Machine::Processor, seed, asked.unwrap_or(if optimised { 1000 } else { 150 }));
    if std::env::var_os("CARGO_FEATURE_GPU").is_some() {
        write("gpu.rs", Machine::Gpu, seed, asked.unwrap_or(200));
        write_functions(seed);
        write_vectors(seed);
    }
    write_formulas(seed);
    write_gradients(seed);
}

fn write_gradients(seed: u64) {
    println!("cargo::rerun-if-changed=gradients");
    let seed = number("BCAST_GRADIENTS_SEED").unwrap_or(seed);
    let asked = number("BCAST_GRADIENTS_COUNT");
    let count = asked.unwrap_or(GRADIENTS);
    write_file("gradients.rs", &gradients::cases(seed, count as usize));
    // Others than those beside loops.
    write_file("gradients_in_pieces.rs", &gradients::in_pieces(!seed, count as usize / 4));
    if std::env::var_os("CARGO_FEATURE_GPU").is_some() {
        write_file("gpu_gradients.rs", &gradients::on_gpu(seed, asked.unwrap_or(GRADIENTS_ON_GPU) as usize));
    }
}

fn write_functions(seed: u64) {
    println!("cargo::rerun-if-changed=functions");
    let seed = number("BCAST_FUNCTIONS_SEED").unwrap_or(seed);
    let count = number("BCAST_FUNCTIONS_COUNT").unwrap_or(FUNCTIONS);
    write_file("functions.rs", &functions::functions(seed, count as usize));
}

fn write_vectors(seed: u64) {
    println!("cargo::rerun-if-changed=vectors");
    let seed = number("BCAST_VECTORS_SEED").unwrap_or(seed);
    let count = number("BCAST_VECTORS_COUNT").unwrap_or(VECTORS);
    write_file("vectors.rs", &vectors::cases(seed, count as usize));
}

fn write_formulas(seed: u64) {
    println!("cargo::rerun-if-changed=formulas");
    println!("cargo::rerun-if-env-changed=BCAST_FORMULAS_LIST");
    let seed = number("BCAST_FORMULAS_SEED").unwrap_or(seed);
    let count = number("BCAST_FORMULAS_COUNT");
    let names = match std::env::var("BCAST_FORMULAS_LIST") {
        Err(_) if std::env::var_os("CARGO_FEATURE_GPU").is_some() => {
            (0..count.unwrap_or(ON_GPU)).map(|number| format!("{seed}/g{number}")).collect()
        }
        Err(_) => {
            let count = count.unwrap_or(FORMULAS);
            let named = (0..count / 3).map(|number| format!("{seed}/n{number}"));
            let cut = (0..count / 3).map(|number| format!("{seed}/c{number}"));
            (0..count).map(|number| format!("{seed}/{number}")).chain(named).chain(cut).collect()
        }
        Ok(path) => {
            println!("cargo::rerun-if-changed={path}");
            let list = std::fs::read_to_string(path).expect("a file with names");
            list.lines().map(str::to_owned).collect::<Vec<_>>()
        }
    };
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    formulas::emit::write(&Path::new(&folder).join("formulas"), &names);
}

fn write(file: &str, machine: Machine, seed: u64, count: u64) {
    write_file(file, &generate::cases(machine, seed, count as usize));
}

fn write_file(file: &str, text: &str) {
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&folder).join(file), text).expect("cargo made the folder");
}

fn number(variable: &str) -> Option<u64> {
    println!("cargo::rerun-if-env-changed={variable}");
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not `{text}`")))
}
