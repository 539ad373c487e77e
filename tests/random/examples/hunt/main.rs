//! Hunts for formulas that fail: writes many, drops those that do not compile, runs the others, and makes what failed
//! small.
//!
//! ```text
//! cargo run -p bcast-random --example hunt -- [count] [seed] [rounds]
//! ```
//!
//! With `--features gpu`, the programs are others, and run on a GPU (`VK_ICD_FILENAMES` chooses which).
//!
//! Each round has a seed of its own, one after the other. Prints how many were right, refused or wrong, and then each
//! kind of failure with the smallest formula that was found for it. `target/hunt/failures` has them all.

#[allow(dead_code)] // what only the test `refused` needs
mod compiler;
mod known;
mod smaller;

use compiler::{Compiler, Fate};
use std::collections::BTreeMap;

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let at = |index: usize, usual: u64| arguments.get(index).copied().unwrap_or(usual);
    let (count, first, rounds) = (at(0, 1000), at(1, 20_260_101), at(2, 1));
    let mut compiler = Compiler::new();
    let mut all: BTreeMap<String, Fate> = BTreeMap::new();
    for seed in first..first + rounds {
        // Of a hundred, twenty have dynamic ranks alone, and twenty are written with names, too. Besides, five break
        // the rule of ranks, and three need old elements.
        let shares: &[(&str, u64)] = if cfg!(feature = "gpu") {
            &[("g", 100), ("r", 5), ("o", 3)]
        } else {
            &[("", 60), ("d", 20), ("n", 20), ("r", 5), ("o", 3)]
        };
        let names = shares
            .iter()
            .flat_map(|(letter, share)| (0..count * share / 100).map(move |number| format!("{seed}/{letter}{number}")));
        let names: Vec<String> = names.collect();
        let start = std::time::Instant::now();
        let fates = compiler.fates(&names);
        println!("seed {seed}: {}, {:.0} s", histogram(&fates), start.elapsed().as_secs_f64());
        all.extend(fates);
    }
    println!("together: {}", histogram(&all));
    println!("  in them: {}", words(&all));
    for (form, counts) in by_form(&all) {
        println!("  {form}: {counts}");
    }
    let failures = smaller::smaller(&mut compiler, &all);
    known::append(&failures);
    for (kind, (name, fate)) in &failures {
        println!("\n[{kind}]\n{name}: {}", fate.shown(name));
    }
    let wrong = all.values().filter(|fate| fate.is_failure()).count();
    println!("\n{wrong} of {} failed, in {} ways", all.len(), failures.len());
    std::process::exit(i32::from(wrong > 0));
}

/// How many programs have each function, operator, reduction and type.
fn words(fates: &BTreeMap<String, Fate>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in fates.keys() {
        let text = bcast_random::described(name);
        let words = text.split([' ', '(', ')', '[', ']', ';', '\n', ',', '{', '}']);
        let words = words.map(|word| word.trim_end_matches('.').trim_start_matches('-'));
        let plain =
            |word: &&str| !word.is_empty() && (word.starts_with('.') || !word.contains(|c: char| c.is_numeric()));
        let found: std::collections::BTreeSet<&str> = words.filter(plain).collect();
        found.into_iter().for_each(|word| *counts.entry(word.to_owned()).or_default() += 1);
    }
    let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
    counts.join(", ")
}

/// The same for values, tuples and so on.
fn by_form(fates: &BTreeMap<String, Fate>) -> BTreeMap<&'static str, String> {
    let mut forms: BTreeMap<&str, BTreeMap<String, Fate>> = BTreeMap::new();
    for (name, fate) in fates {
        forms.entry(bcast_random::form(name)).or_default().insert(name.clone(), fate.clone());
    }
    forms.into_iter().map(|(form, fates)| (form, histogram(&fates))).collect()
}

fn histogram(fates: &BTreeMap<String, Fate>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fate in fates.values() {
        *counts.entry(&fate.kind).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    counts.join(", ")
}
