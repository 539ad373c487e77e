//! The reductions of the language, and the functions by which two elements become one.

/// A reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Reduction {
    Sum,
    Prod,
    Mean,
    Min,
    Max,
    Minimum,
    Maximum,
    Any,
    All,
    Count,
    ArgMin,
    ArgMax,
    /// What an element weighs in the mean of all: in derivatives alone.
    Weight,
    /// Of pairs, the second ones of those in a row whose first ones are equal: in derivatives of scans alone.
    Run,
}
use Reduction::{All, Any, ArgMax, ArgMin, Count, Max, Maximum, Mean, Min, Minimum, Prod, Run, Sum, Weight};

/// With their names in the language.
const NAMES: [(Reduction, &str); 13] = [
    (Sum, "sum"),
    (Prod, "prod"),
    (Mean, "mean"),
    (Min, "min"),
    (Max, "max"),
    (Minimum, "minimum"),
    (Maximum, "maximum"),
    (Any, "any"),
    (All, "all"),
    (Count, "count"),
    (ArgMin, "argmin"),
    (ArgMax, "argmax"),
    (Weight, "weight"),
];

/// The scans, by what their elements join; whether they run from the last element to the first. What is not in the
/// language, derivatives are written with.
const SCANS: [(&str, Reduction, bool); 7] = [
    ("cumsum", Sum, false),
    ("cumprod", Prod, false),
    ("cummax", Max, false),
    ("cummin", Min, false),
    ("sum_back", Sum, true),
    ("tied", Run, false),
    ("shares", Run, true),
];

/// How two accumulators become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// By a sign between them.
    Infix(&'static str),
    /// By a function of this library, which returns one of them; the name of their type follows.
    First(&'static str),
    /// By a function of this library, which says of two values with their places whether the second one wins.
    Place(&'static str),
    /// The second parts of accumulators, as long as the first ones are equal; a NaN joins nothing.
    WhileEqual,
}

impl Reduction {
    /// The reduction of this name.
    pub fn named(name: &str) -> Option<Reduction> {
        NAMES.iter().find(|(_, own)| *own == name).map(|(reduction, _)| *reduction)
    }

    /// What the elements of the scan of this name join, and whether it runs from the last element to the first.
    pub fn scanned(name: &str) -> Option<(Reduction, bool)> {
        SCANS.iter().find(|(own, ..)| *own == name).map(|&(_, reduction, from_the_end)| (reduction, from_the_end))
    }

    /// All there are, with their names.
    pub fn all() -> impl Iterator<Item = (Reduction, &'static str)> {
        NAMES.into_iter()
    }

    /// How two of its accumulators become one.
    pub fn join(self) -> Join {
        match self {
            Sum | Mean | Count | Weight => Join::Infix("+"),
            Prod => Join::Infix("*"),
            Any => Join::Infix("|"),
            All => Join::Infix("&"),
            Min => Join::First("first_min"),
            Max => Join::First("first_max"),
            Minimum => Join::First("first_minimum"),
            Maximum => Join::First("first_maximum"),
            ArgMin => Join::Place("argmin"),
            ArgMax => Join::Place("argmax"),
            Run => Join::WhileEqual,
        }
    }
}
