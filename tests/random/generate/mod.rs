//! Random expressions, each as a call of `bcast!` and as plain nested loops.
//!
//! ```text
//! Random ─case─▶ Case ─dotted─▶ the call           with few parentheses: precedence is tested
//!                   └──plain──▶ the loops' bodies   with all parentheses and types
//! ```
//!
//! A case is one tree of expressions; ranges of values are carried along, so that integers do not overflow and floats
//! mostly stay finite. Both texts are written from that tree, neither from the other.

mod case;
mod compound;
mod counts;
mod device;
mod dotted;
mod emit;
mod expr;
mod float;
mod functions;
mod integer;
mod logic;
mod machine;
mod maker;
mod operand;
mod overflow;
mod own;
mod plain;
mod random;
mod reduction;
mod types;
mod value;

use case::Case;
use counts::Counts;
pub(crate) use machine::Machine;
pub(crate) use maker::Need;
pub(crate) use operand::Layout;
pub(crate) use random::Random;
pub(crate) use types::Type as Number;

/// Cases of one module: modules are what the compiler divides its work by.
const PER_MODULE: usize = 8;

/// The text of the file with all cases.
pub(crate) fn cases(machine: Machine, seed: u64, count: usize) -> String {
    let mut counts = Counts::expected();
    let (mut functions, mut calls) = (Vec::new(), Vec::new());
    for number in 0..count {
        let mut random = Random::new(seed ^ (number as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let case = loop {
            let case = Case::make(machine, &mut random, &counts);
            if case.has_loops() {
                break case;
            }
        };
        counts.count(&case);
        let (function, call) = emit::function(number, &case, &mut random);
        functions.push(function);
        calls.push(call);
    }
    file(&functions, &calls, counts.iter(), ("BCAST_RANDOM", seed))
}

/// The text of a file with these functions, and how it is repeated: the variables' prefix, and the seed.
pub(crate) fn file(
    functions: &[String],
    calls: &[String],
    counts: impl Iterator<Item = (&'static str, impl AsRef<str>, usize)>,
    (variables, seed): (&str, u64),
) -> String {
    let mut text = String::new();
    for (module, functions) in functions.chunks(PER_MODULE).enumerate() {
        text += &format!("mod m{module} {{\nuse crate::prelude::*;\n{}}}\n", functions.concat());
    }
    text += "static CASES: &[(fn(), &str)] = &[\n";
    for (number, call) in calls.iter().enumerate() {
        text += &format!("    (m{}::case_{number}, {call:?}),\n", number / PER_MODULE);
    }
    text += "];\nstatic COUNTS: &[(&str, &str, usize)] = &[\n";
    for (group, name, count) in counts {
        text += &format!("    ({group:?}, {:?}, {count}),\n", name.as_ref());
    }
    text + &format!(
        "];\npub(crate) static ALL: bcast_random::Cases = bcast_random::Cases {{\n    \
         cases: CASES, counts: COUNTS, seed: {seed}, variables: {variables:?}\n}};\n"
    )
}
