//! Operators: signs, precedence, items, costs.

use super::{Item, Kind};

/// How tightly an infix operator binds, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Or,
    And,
    Compare,
    BitOr,
    BitAnd,
    Shift,
    Sum,
    Product,
    Power,
}

/// An infix operator; `sign` is written after the dot.
#[derive(Debug, PartialEq)]
pub(crate) struct Infix {
    pub(crate) sign: &'static str,
    pub(crate) level: Level,
    pub(crate) item: Item,
    pub(crate) cost: u32,
}

/// A prefix operator.
#[derive(Debug, PartialEq)]
pub(crate) struct Prefix {
    pub(crate) sign: &'static str,
    pub(crate) item: Item,
    pub(crate) cost: u32,
}

const fn row(sign: &'static str, level: Level, owner: &'static str, method: &'static str, cost: u32) -> Infix {
    let kind = match level {
        Level::Or | Level::And => Kind::Choice,
        Level::Power => Kind::Power,
        Level::Compare | Level::BitOr | Level::BitAnd | Level::Shift | Level::Sum | Level::Product => Kind::Arithmetic,
    };
    Infix { sign, level, item: Item { owner, method, kind }, cost }
}

const fn prefix(sign: &'static str, owner: &'static str, method: &'static str) -> Prefix {
    Prefix { sign, item: Item { owner, method, kind: Kind::Arithmetic }, cost: 1 }
}

static INFIX: [&Infix; 18] = [
    &row("||", Level::Or, "Condition", "condition", 1),
    &row("&&", Level::And, "Condition", "condition", 1),
    &row("==", Level::Compare, "Equal", "equal", 1),
    &row("!=", Level::Compare, "Equal", "not_equal", 1),
    &row("<=", Level::Compare, "Ordered", "less_equal", 1),
    &row(">=", Level::Compare, "Ordered", "greater_equal", 1),
    &row("<", Level::Compare, "Ordered", "less", 1),
    &row(">", Level::Compare, "Ordered", "greater", 1),
    &row("|", Level::BitOr, "BitOr", "bit_or", 1),
    &row("&", Level::BitAnd, "BitAnd", "bit_and", 1),
    &row("<<", Level::Shift, "ShiftLeft", "shift_left", 1),
    &row(">>", Level::Shift, "ShiftRight", "shift_right", 1),
    &PLUS,
    &row("-", Level::Sum, "Minus", "minus", 1),
    &row("*", Level::Product, "Times", "times", 1),
    &row("/", Level::Product, "Divide", "divide", 4),
    &row("%", Level::Product, "Remainder", "remainder", 10),
    &POWER,
];
/// `x .+ y`
pub(crate) static PLUS: Infix = row("+", Level::Sum, "Plus", "plus", 1);
/// `x .^ y`
pub(crate) static POWER: Infix = row("^", Level::Power, "Power", "power", 20);

#[cfg(test)]
static PREFIX: [&Prefix; 2] = [&NEGATE, &NOT];
/// `-x`
pub(crate) static NEGATE: Prefix = prefix("-", "Negate", "negate");
/// `!x`
pub(crate) static NOT: Prefix = prefix("!", "Not", "not");

/// The operator written with this sign.
pub(crate) fn infix(sign: &str) -> Option<&'static Infix> {
    INFIX.into_iter().find(|operator| operator.sign == sign)
}

/// The operator that an item computes.
pub(crate) fn infix_of(item: &Item) -> Option<&'static Infix> {
    INFIX.into_iter().find(|operator| operator.item == *item)
}

/// All infix operators.
#[cfg(test)]
pub(crate) fn infixes() -> impl Iterator<Item = &'static Infix> {
    INFIX.into_iter()
}

/// All prefix operators.
#[cfg(test)]
pub(crate) fn prefixes() -> impl Iterator<Item = &'static Prefix> {
    PREFIX.into_iter()
}

/// Whether a dot before this character makes a dotted operator.
pub(crate) fn is_operator_character(character: char) -> bool {
    "+-*/%^&|<>=!~?\\".contains(character)
}

/// The longest operator or assignment that `run` begins with, in characters.
pub(crate) fn longest_sign(run: &str) -> Option<usize> {
    let fits = |length: &usize| run.get(..*length).is_some_and(is_sign);
    [3, 2, 1].into_iter().find(fits)
}

fn is_sign(sign: &str) -> bool {
    let assigned = sign.strip_suffix('=').map(|base| base.is_empty() || infix(base).is_some_and(is_assignable));
    infix(sign).is_some() || assigned == Some(true)
}

fn is_assignable(operator: &Infix) -> bool {
    !matches!(operator.level, Level::Or | Level::And | Level::Compare)
}

/// How many characters of `run` a person reads as one sign; at least one.
pub(crate) fn printed_sign_length(run: &str) -> usize {
    let whole = ["..=", "..", "::", "->", "=>", "**"].into_iter().find(|sign| run.starts_with(sign));
    let dotted = run.strip_prefix('.').and_then(longest_sign).map(|length| length + 1);
    let first = run.chars().next().map_or(1, char::len_utf8);
    whole.map(str::len).or(dotted).or(longest_sign(run)).unwrap_or(first)
}

impl Level {
    /// The next tighter level.
    pub(crate) fn tighter(self) -> Self {
        match self {
            Level::Or => Level::And,
            Level::And => Level::Compare,
            Level::Compare => Level::BitOr,
            Level::BitOr => Level::BitAnd,
            Level::BitAnd => Level::Shift,
            Level::Shift => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Power => Level::Power,
        }
    }
}
