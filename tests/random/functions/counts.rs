//! How often everything occurs.

use std::collections::BTreeMap;

/// Occurrences by name.
pub(crate) struct Counts(BTreeMap<&'static str, usize>);

/// What must occur.
const EXPECTED: [&str; 50] = [
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "lazy",
    "comparison",
    "prefix",
    "method",
    "cast",
    "literal that adopts",
    "change inside an expression",
    "let",
    "let of parts",
    "late value",
    "shadowing",
    "constant",
    "assignment",
    "compound assignment",
    "if",
    "match",
    "guard",
    "name in a pattern",
    "range in a pattern",
    "alternatives in a pattern",
    "constant in a pattern",
    "block",
    "labelled block",
    "loop",
    "while",
    "for ..",
    "for ..=",
    "loop in a loop",
    "break",
    "continue",
    "jump to a label",
    "return",
    "call",
    "call of a generic function",
    "call of a method",
    "slope of a branch",
    "slope of a match",
    "slope of a call",
    "derivative by its name",
    "closure as derivative",
];

impl Counts {
    /// Of functions.
    pub(crate) fn expected() -> Counts {
        Counts::of(&EXPECTED)
    }

    pub(crate) fn of(names: &[&'static str]) -> Counts {
        Counts(names.iter().map(|name| (*name, 0)).collect())
    }

    pub(crate) fn add(&mut self, name: &'static str) {
        *self.0.get_mut(name).unwrap_or_else(|| panic!("`{name}` is not expected")) += 1;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().map(|(name, count)| (*name, *count))
    }
}
