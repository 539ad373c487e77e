//! The hot loops of kernels, as machine code: they compute in the vector registers of their level, and what is
//! innermost calls nothing. What comes of numbers alone is computed before the loops. Accumulators and steps stay in
//! registers.
//!
//! A build for better machines than any x86-64 has no kernel of a level below theirs; this is all that is looked at
//! there.
//!
//! Optimised builds for x86-64 Linux only, where there is `objdump`; otherwise the test says why it is skipped.

mod judge;
mod listing;

use judge::{NOTHING_PACKED, judge, multiplies, reads_vectors, writes_nothing};
use std::process::Command;

/// Programs of one expression each.
const PROGRAMS: [(&str, &str); 4] = [
    ("2.5 .* x .+ y", env!("CARGO_BIN_EXE_axpy")),
    ("(x .- v @ (1)) ./ w @ (0)", env!("CARGO_BIN_EXE_normalise")),
    ("exp.(x)", env!("CARGO_BIN_EXE_exponential")),
    ("clipped.(x, x)", env!("CARGO_BIN_EXE_clipped")),
];

/// `exp.(s) .* x` with a number `s`.
const HOISTED: &str = env!("CARGO_BIN_EXE_hoisted");

/// `sum(x.^2 .+ y.^2)`.
const SQUARES: &str = env!("CARGO_BIN_EXE_squares");

/// Calls a function in its loop.
const CALLED: &str = env!("CARGO_BIN_EXE_called");

/// A part of the mangled name of a kernel, old or new, and the registers.
const LEVELS: [(&str, &str); 3] = [("11at_baseline", "%xmm"), ("2v3", "%ymm"), ("2v4", "%zmm")];

/// The lowest level that this build is for.
const LOWEST: usize = if cfg!(target_feature = "avx512f") {
    2
} else if cfg!(target_feature = "avx2") {
    1
} else {
    0
};

fn main() {
    if let Some(reason) = skipped() {
        return println!("assembly: skipped, {reason}");
    }
    let (below, compiled) = LEVELS.split_at(LOWEST);
    for (expression, program) in PROGRAMS {
        let kernels = |name| listing::functions(program, name).len();
        for (name, _) in below {
            assert_eq!(kernels(name), 0, "{expression}, {name}: below the level of the build");
        }
        for (name, _) in compiled {
            assert_ne!(kernels(name), 0, "{expression}, {name}: no such kernel");
        }
    }
    if !below.is_empty() {
        return println!("no kernels of {below:?}");
    }
    for (expression, program) in PROGRAMS {
        for (name, register) in LEVELS {
            for kernel in listing::functions(program, name) {
                match judge(&kernel, register) {
                    Ok(count) => println!("{expression}, {name}: {count} packed instructions in {register}, no call"),
                    Err(problem) => panic!("{expression}, {name}: {problem}"),
                }
            }
        }
    }
    let (expression, program) = PROGRAMS[0];
    for (name, _) in LEVELS {
        for kernel in listing::functions(program, name) {
            reads_vectors(&kernel).unwrap_or_else(|problem| panic!("{expression}, {name}: {problem}"));
        }
        println!("{expression}, {name}: steps in registers");
    }
    for (name, register) in LEVELS {
        for kernel in listing::functions(HOISTED, name) {
            if let Err(problem) = judge(&kernel, register).and_then(|_| multiplies(&kernel)) {
                panic!("exp.(s) .* x, {name}: {problem}");
            }
            println!("exp.(s) .* x, {name}: loops multiply only");
        }
    }
    // The baseline has no registers for 64 accumulators. What hands on the sum has no loop.
    for (name, register) in &LEVELS[1..] {
        let mut sums = 0;
        for kernel in listing::functions(SQUARES, name) {
            match judge(&kernel, register).and_then(|_| writes_nothing(&kernel)) {
                Ok(()) => sums += 1,
                Err(problem) if problem == NOTHING_PACKED => {}
                Err(problem) => panic!("sum(x.^2 .+ y.^2), {name}: {problem}"),
            }
        }
        assert!(sums > 0, "sum(x.^2 .+ y.^2), {name}: no kernel computes in {register}");
        println!("sum(x.^2 .+ y.^2), {name}: accumulators in {register}");
    }
    notices_what_is_wrong();
}

fn skipped() -> Option<&'static str> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        Some("this is not x86-64 Linux")
    } else if cfg!(debug_assertions) {
        Some("unoptimised loops are no vector code; `cargo test --release -p bcast-assembly` looks at them")
    } else if cfg!(all(target_feature = "avx", not(target_feature = "fma"))) {
        Some("the whole build is for a machine between two levels")
    } else if Command::new("objdump").arg("--version").output().is_err() {
        Some("there is no `objdump` (Debian: binutils)")
    } else {
        None
    }
}

/// The test itself: calls and narrow registers are failures.
fn notices_what_is_wrong() {
    for (name, register) in LEVELS {
        for kernel in listing::functions(CALLED, name) {
            let problem = judge(&kernel, register).expect_err("there is a call");
            assert!(problem.contains("call") && problem.contains("half"), "{name}: {problem}");
        }
    }
    for (name, _) in LEVELS {
        let exponential = PROGRAMS[2].1;
        for kernel in listing::functions(exponential, name) {
            multiplies(&kernel).expect_err("exponentials are no products");
        }
    }
    for (name, _) in &LEVELS[1..] {
        for kernel in listing::functions(PROGRAMS[2].1, name) {
            reads_vectors(&kernel).expect_err("kernels of functions read steps");
        }
    }
    for (name, _) in LEVELS {
        for kernel in listing::functions(PROGRAMS[0].1, name) {
            writes_nothing(&kernel).expect_err("results are written");
        }
    }
    let [(_, xmm), (v3, _), (_, zmm)] = LEVELS;
    for kernel in listing::functions(PROGRAMS[0].1, v3) {
        for register in [xmm, zmm] {
            let problem = judge(&kernel, register).expect_err("its registers are others");
            assert!(problem.starts_with("not in") && problem.contains("%ymm"), "{problem}");
        }
    }
    println!("a call, registers of another level, more than products and writes are noticed");
}
