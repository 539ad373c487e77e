//! Random formulas: whole programs with `let`s, reductions and assignments whose parts are shared between passes.
//!
//! ```text
//! seed, number ─draw─▶ Program ─text─▶ the call in a function of Rust    (`build.rs` writes it)
//!                         └─────spec─▶ sizes and elements                (the test computes them again)
//! ```
//!
//! A program has a name, `seed/number`, and everything follows from it, so nothing is handed from `build.rs` to the
//! test but names. `seed/number/3/0` is the fourth of the simpler programs next to `seed/number`, and the first of
//! those next to that one: so `hunt` makes failing programs small. A letter before the number says what a program is
//! drawn for ([`Purpose`]): some must not compile. Parts that cost much and parts that cost little are the same to the
//! language and different to the planner, so programs of odd numbers have the one for the other.

pub(crate) mod check;
pub(crate) mod data;
mod draw;
pub(crate) mod emit;
mod named;
mod old;
mod ops;
#[allow(clippy::duplicate_mod)] // of `build.rs`, where `generate` has it too
#[path = "../generate/random.rs"]
pub(crate) mod random;
mod shrink;
pub(crate) mod spec;
pub(crate) mod text;
pub(crate) mod tree;
mod twin;

use tree::Program;

/// What a program is drawn for, by the letter before its number.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Purpose {
    /// It means something.
    Right,
    /// The same with arrays of dynamic rank alone: `seed/d12`.
    Dynamic,
    /// It means something on a GPU: `seed/g12`.
    OnGpu,
    /// It can be written with names, and gives the same bits: `seed/n12`.
    Named,
    /// The same call is cut into pieces, and gives the same bits: `seed/c12`.
    InPieces,
    /// The same over arrays of which each rank of MPI has a block: `seed/p12`.
    OnRanks,
    /// The rule of ranks refuses it: `seed/r12`.
    BreaksRanks,
    /// A reduction needs old elements of a target beside new ones: `seed/o12`.
    NeedsOld,
}

impl Purpose {
    /// That of a name, and the number in it.
    fn of(number: &str) -> Option<(Purpose, usize)> {
        let letters = [
            ("d", Purpose::Dynamic),
            ("g", Purpose::OnGpu),
            ("n", Purpose::Named),
            ("c", Purpose::InPieces),
            ("p", Purpose::OnRanks),
            ("r", Purpose::BreaksRanks),
            ("o", Purpose::NeedsOld),
            ("", Purpose::Right),
        ];
        let (letter, purpose) = letters.into_iter().find(|(letter, _)| number.starts_with(letter))?;
        Some((purpose, number[letter.len()..].parse().ok()?))
    }

    fn is_met_by(self, program: &Program) -> bool {
        match self {
            Purpose::Right | Purpose::Dynamic | Purpose::OnGpu | Purpose::InPieces | Purpose::OnRanks => {
                check::is_sound(program) && !old::needs_old(program) && !old::mixes_numbers(program)
            }
            Purpose::Named => Purpose::Right.is_met_by(program) && named::named(program).is_some(),
            Purpose::BreaksRanks => check::is_refused(program),
            Purpose::NeedsOld => old::needs_old(program) && check::is_sound(program),
        }
    }
}

/// What the program of a name is drawn for.
pub(crate) fn purpose(name: &str) -> Option<Purpose> {
    Some(Purpose::of(name.split('/').nth(1)?)?.0)
}

/// Whether the program of a name needs old elements beside new ones.
pub(crate) fn needs_old(name: &str) -> bool {
    named(name).is_some_and(|program| old::needs_old(&program))
}

/// The program of a name; `None` where the name is none.
pub(crate) fn named(name: &str) -> Option<Program> {
    let mut parts = name.split('/');
    let seed = parts.next()?.parse().ok()?;
    let (purpose, number) = Purpose::of(parts.next()?)?;
    let mut program = draw::program(seed, number, purpose);
    for part in parts {
        let index: usize = part.parse().ok()?;
        program = shrink::steps(&program).into_iter().nth(index)?;
    }
    Some(program)
}

/// The names of the programs next to one that are no larger and serve the same purpose, with how large they are.
pub(crate) fn simpler(name: &str) -> Vec<(String, usize)> {
    let (Some(program), Some(purpose)) = (named(name), purpose(name)) else { return Vec::new() };
    let steps = shrink::steps(&program).into_iter().enumerate();
    let alike = steps.filter(|(_, step)| step.size() <= program.size() && purpose.is_met_by(step));
    alike.map(|(index, step)| (format!("{name}/{index}"), step.size())).collect()
}
