//! Makes failing programs small: all that are one step simpler are compiled and run at once, again and again.

use std::collections::BTreeMap;

use crate::compiler::{Compiler, Fate};

/// Failures that are made smaller, at most.
const FAILURES: usize = 48;
/// Of one kind: the same form with the same mistake, or refused with one message.
const ALIKE: usize = 5;
/// Simpler programs of each that are tried.
const TRIED: usize = 10;
/// Times that all are tried.
const ROUNDS: usize = 12;

/// One program of each kind, as small as was found.
pub(crate) fn smaller(compiler: &mut Compiler, all: &BTreeMap<String, Fate>) -> BTreeMap<String, (String, Fate)> {
    let mut chosen = chosen(all);
    for _ in 0..ROUNDS {
        let next: Vec<Vec<String>> = chosen.iter().map(|(name, _)| simplest(name)).collect();
        let tried: Vec<String> = next.iter().flatten().cloned().collect();
        if tried.is_empty() {
            break;
        }
        let fates = compiler.fates(&tried);
        let mut changed = false;
        for ((name, fate), next) in chosen.iter_mut().zip(next) {
            let found = next.into_iter().find(|name| fates.get(name).is_some_and(|other| alike(fate, other)));
            if let Some(found) = found {
                (*fate, *name, changed) = (fates[&found].clone(), found, true);
            }
        }
        if !changed {
            break;
        }
    }
    let described = |(name, fate): (String, Fate)| {
        let text = bcast_random::described(&name);
        let first = text.lines().next().unwrap_or_default();
        (format!("{}: {}", kind(&fate), outline(first)), (name, fate))
    };
    chosen.into_iter().map(described).collect()
}

/// Those that are small already, not too many of one kind.
fn chosen(all: &BTreeMap<String, Fate>) -> Vec<(String, Fate)> {
    let mut failures: Vec<(&String, &Fate)> = all.iter().filter(|(_, fate)| fate.is_failure()).collect();
    let urgent =
        |fate: &Fate| ["numbers", "shape", "accepted", "crash", "panic"].iter().position(|kind| *kind == fate.kind);
    failures.sort_by_key(|(name, fate)| (urgent(fate).unwrap_or(9), bcast_random::described(name).len()));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    failures.retain(|(name, fate)| {
        let form = if fate.kind == "refused" { "" } else { bcast_random::form(name) };
        let count = counts.entry(kind(fate) + form).or_default();
        *count += 1;
        *count <= ALIKE
    });
    failures.truncate(FAILURES);
    failures.into_iter().map(|(name, fate)| (name.clone(), fate.clone())).collect()
}

fn simplest(name: &str) -> Vec<String> {
    let mut next = bcast_random::simpler(name);
    next.sort_by_key(|(_, size)| *size);
    next.truncate(TRIED);
    next.into_iter().map(|(name, _)| name).collect()
}

/// Messages without their numbers.
fn kind(fate: &Fate) -> String {
    match fate.kind.as_str() {
        "refused" => format!("refused, {}", outline(&fate.details)),
        other => other.to_owned(),
    }
}

fn alike(one: &Fate, other: &Fate) -> bool {
    kind(one) == kind(other)
}

fn outline(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_digit() { '_' } else { letter }).collect()
}
