//! Random functions with `#[elemental]`, which run on both machines.
//!
//! ```text
//! Random ─Maker─▶ structs, functions that call earlier ones, the one for each element ─▶ a module of Rust
//! ```
//!
//! They are drawn as text, outside in, with types and what is known of sizes. Loops have few rounds; integers do not
//! overflow, indices are inside, floats are exact: what remains is what both machines must agree on, bit by bit.

mod control;
mod counts;
mod float;
mod function;
mod integer;
mod maker;
mod number;
mod place;
mod slopes;
mod statement;
mod truth;
mod types;
mod value;

use crate::generate::Random;
pub(crate) use counts::Counts;
use maker::Maker;
use types::{Number, Type};

/// One case of so many is that of a gradient.
const SLOPES: usize = 6;

/// The text of the file with all functions.
pub(crate) fn functions(seed: u64, count: usize) -> String {
    let mut counts = Counts::expected();
    let (mut text, mut all) = (String::new(), String::new());
    for number in 0..count {
        let mut random = Random::new(seed ^ (number as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
        // The order of the others stays as it is.
        let (source, call) = match number % SLOPES {
            0 => slopes::case(&mut random, &mut counts),
            _ => case(&mut random, &mut counts),
        };
        let source = indented(&source);
        text += &format!("mod m{number} {{\nuse crate::prelude::*;\n{source}{call}}}\n");
        all += &format!("    crate::Case {{ run: m{number}::run, source: {source:?} }},\n");
    }
    text += &format!("pub(crate) static ALL: &[crate::Case] = &[\n{all}];\npub(crate) const SEED: u64 = {seed};\n");
    text += "pub(crate) static COUNTS: &[(&str, usize)] = &[\n";
    for (name, count) in counts.iter() {
        text += &format!("    ({name:?}, {count}),\n");
    }
    text + "];\n"
}

/// The functions of a case, and how they are run.
fn case(random: &mut Random, counts: &mut Counts) -> (String, String) {
    let mut maker = Maker {
        random,
        counts,
        structs: Vec::new(),
        functions: Vec::new(),
        scopes: Vec::new(),
        targets: Vec::new(),
        result: Type::Bool,
        locked: Vec::new(),
        budget: 0,
        often: 1,
        cost: 0,
        next: 0,
        is_generic: false,
    };
    let mut source = maker.structures();
    for _ in 0..maker.random.weighted(&[20, 30, 30, 20]) {
        source += &maker.helper();
    }
    let (entry, parameters) = maker.entry();
    source += &entry;
    let call = run(&mut maker, &parameters);
    (source, call)
}

/// Columns of numbers, of which one may be the same for all elements.
fn run(maker: &mut Maker, parameters: &[Number]) -> String {
    let single = maker.random.below(3 * parameters.len());
    let mut text = "pub(crate) fn run() {\n".to_owned();
    for (at, number) in parameters.iter().enumerate() {
        let name = number.name();
        let element = if at == single && at > 0 { "[7]" } else { "" };
        text += &format!("    let c{at} = {name}s({at}){element};\n");
    }
    let names: Vec<String> = (0..parameters.len()).map(|at| format!("c{at}")).collect();
    let names = names.join(", ");
    text + &format!("    on_both!(entry.({names}));\n}}\n")
}

/// Lines, each as far in as the braces before it say.
fn indented(text: &str) -> String {
    let mut indent = 0_usize;
    let mut lines = String::new();
    for line in text.lines() {
        let leading = line.chars().take_while(|c| "})".contains(*c)).filter(|c| *c == '}').count();
        let width = 4 * indent.saturating_sub(leading);
        lines += &format!("{:width$}{line}\n", "");
        indent = (indent + line.matches('{').count()).saturating_sub(line.matches('}').count());
    }
    lines
}
