//! Random formulas: whole programs with `let`s, reductions and assignments whose parts are shared between passes.
//!
//! ```text
//! seed, number ─draw─▶ Program ─text─▶ the call in a function of Rust    (`build.rs` writes it)
//!                         └─────spec─▶ sizes and elements                (the test computes them again)
//! ```
//!
//! A program has a name, `seed/number`, and everything follows from it, so nothing is handed from `build.rs` to the test
//! but names. `seed/number/3/0` is the fourth of the simpler programs next to `seed/number`, and the first of those next
//! to that one: so `hunt` makes failing programs small. `seed/r12` breaks the rule of ranks, so it must not
//! compile; `seed/g12` runs on a GPU. Parts that cost much and parts that cost little are the same to
//! the language and different to the planner, so programs of odd numbers have the one for the other.

pub(crate) mod check;
pub(crate) mod data;
mod draw;
pub(crate) mod emit;
mod ops;
#[allow(clippy::duplicate_mod)] // of `build.rs`, where `generate` has it too
#[path = "../generate/random.rs"]
mod random;
mod shrink;
pub(crate) mod spec;
pub(crate) mod text;
pub(crate) mod tree;
mod twin;

use tree::Program;

/// The program of a name; `None` where the name is none.
pub(crate) fn named(name: &str) -> Option<Program> {
    let mut parts = name.split('/');
    let seed = parts.next()?.parse().ok()?;
    let number = parts.next()?;
    let mut program = match (number.strip_prefix('r'), number.strip_prefix('g')) {
        (Some(number), _) => draw::refused(seed, number.parse().ok()?),
        (_, Some(number)) => draw::on_gpu(seed, number.parse().ok()?),
        _ => draw::program(seed, number.parse().ok()?),
    };
    for part in parts {
        let index: usize = part.parse().ok()?;
        program = shrink::steps(&program).into_iter().nth(index)?;
    }
    Some(program)
}

/// Whether a name is one of a program that the rule of ranks refuses: `seed/r12`.
pub(crate) fn is_refused(name: &str) -> bool {
    name.contains("/r")
}

/// Whether a name is one of a program that runs on a GPU: `seed/g12`.
pub(crate) fn is_on_gpu(name: &str) -> bool {
    name.contains("/g")
}

/// The names of the programs next to one, with how large they are.
pub(crate) fn simpler(name: &str) -> Vec<(String, usize)> {
    let Some(program) = named(name) else { return Vec::new() };
    let steps = shrink::steps(&program).into_iter().enumerate();
    let sound = steps.filter(|(_, step)| shrink::is_simpler(&program, step, is_refused(name)));
    sound.map(|(index, step)| (format!("{name}/{index}"), step.size())).collect()
}
