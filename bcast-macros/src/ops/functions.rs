//! Built-in functions, conversions and reductions.

use super::{Item, Kind};

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Arity {
    /// Exactly so many.
    Exactly(usize),
    /// Two or more, folded from the left.
    TwoOrMore,
}

/// A built-in function.
#[derive(Debug, PartialEq)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// The arguments, as messages name them.
    pub(crate) arguments: &'static str,
    pub(crate) arity: Arity,
    pub(crate) item: Item,
    pub(crate) cost: u32,
    /// How far it may be off.
    #[allow(dead_code, reason = "for tests, which judge results by it")]
    pub(crate) error: Error,
    /// Whether the result has the type of the arguments, so that literals inside adopt from outside.
    pub(crate) keeps_type: bool,
    /// Whether the item takes the token of the SIMD level.
    pub(crate) takes_token: bool,
    /// Whether it gives zero for zero, of every type.
    pub(crate) of_zero: bool,
}

/// How far a function may be off from the exact result, on the processor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Error {
    /// Not at all, or rounded once, as IEEE 754 or Rust's `std` defines it.
    Exact,
    /// One unit in the last place, in single and in double precision.
    OneUnit,
    /// One unit in single precision, but next to zeros of the function; in double precision what the crate `libm` has.
    OneUnitInSingle,
    /// A rounding for each multiplication.
    Multiplications,
}

impl Function {
    pub(crate) fn is_elementary(&self) -> bool {
        self.item.kind.is_elementary()
    }

    pub(crate) fn is_vector_code(&self) -> bool {
        self.item.kind == Kind::Elementary
    }
}

const fn row(name: &'static str, arguments: &'static str, owner: &'static str, kind: Kind, cost: u32) -> Function {
    Function {
        name,
        arguments,
        arity: Arity::Exactly(count(arguments)),
        item: Item { owner, method: name, kind },
        cost,
        error: Error::Exact,
        keeps_type: !matches!(kind, Kind::Question),
        takes_token: true,
        of_zero: false,
    }
}

/// One that gives zero for zero.
const fn of_zero(function: Function) -> Function {
    Function { of_zero: true, ..function }
}

/// How many names stand between commas.
const fn count(arguments: &str) -> usize {
    let (mut count, mut at) = (1, 0);
    while at < arguments.len() {
        count += (arguments.as_bytes()[at] == b',') as usize;
        at += 1;
    }
    count
}

/// One instruction or a few.
const fn plain(name: &'static str, arguments: &'static str, owner: &'static str, cost: u32) -> Function {
    row(name, arguments, owner, Kind::Arithmetic, cost)
}

/// A function of `math`.
const fn elementary(name: &'static str, arguments: &'static str, owner: &'static str) -> Function {
    Function { error: Error::OneUnit, ..row(name, arguments, owner, Kind::Elementary, 20) }
}

/// Of two arguments or more.
const fn fold(name: &'static str, owner: &'static str) -> Function {
    Function { arity: Arity::TwoOrMore, ..plain(name, "a, b", owner, 2) }
}

const fn question(name: &'static str, owner: &'static str) -> Function {
    row(name, "x", owner, Kind::Question, 1)
}

/// A name for several functions of one value: `let (s, c) = sin_cos.(x);`
static SEVERAL: [(&str, &[&str]); 1] = [("sin_cos", &["sin", "cos"])];

static FUNCTIONS: [Function; 51] = [
    of_zero(plain("abs", "x", "Abs", 1)),
    plain("signum", "x", "Signum", 2),
    of_zero(plain("floor", "x", "Floor", 1)),
    of_zero(plain("ceil", "x", "Ceil", 1)),
    of_zero(plain("round", "x", "Round", 2)),
    of_zero(plain("trunc", "x", "Trunc", 1)),
    of_zero(plain("fract", "x", "Fract", 2)),
    of_zero(plain("sqrt", "x", "Sqrt", 4)),
    of_zero(elementary("cbrt", "x", "Cbrt")),
    plain("recip", "x", "Recip", 4),
    elementary("exp", "x", "Exp"),
    elementary("exp2", "x", "Exp2"),
    of_zero(elementary("exp_m1", "x", "ExpM1")),
    elementary("ln", "x", "Ln"),
    of_zero(elementary("ln_1p", "x", "Ln1p")),
    elementary("log2", "x", "Log2"),
    elementary("log10", "x", "Log10"),
    of_zero(elementary("sin", "x", "Sin")),
    elementary("cos", "x", "Cos"),
    of_zero(elementary("tan", "x", "Tan")),
    of_zero(elementary("asin", "x", "Asin")),
    elementary("acos", "x", "Acos"),
    of_zero(elementary("atan", "x", "Atan")),
    of_zero(elementary("sinh", "x", "Sinh")),
    elementary("cosh", "x", "Cosh"),
    of_zero(elementary("tanh", "x", "Tanh")),
    of_zero(elementary("asinh", "x", "Asinh")),
    elementary("acosh", "x", "Acosh"),
    of_zero(elementary("atanh", "x", "Atanh")),
    elementary("atan2", "y, x", "Atan2"),
    elementary("hypot", "a, b", "Hypot"),
    elementary("powf", "x, n", "Powf"),
    Function { error: Error::Multiplications, ..plain("powi", "x, n", "Powi", 20) },
    fold("min", "Min"),
    fold("max", "Max"),
    fold("minimum", "Minimum"),
    fold("maximum", "Maximum"),
    plain("clamp", "x, lo, hi", "Clamp", 2),
    plain("mul_add", "a, b, c", "MulAdd", 2),
    plain("copysign", "a, b", "Copysign", 1),
    plain("rem_euclid", "a, b", "RemEuclid", 10),
    of_zero(elementary("erf", "x", "Erf")),
    elementary("erfc", "x", "Erfc"),
    Function { error: Error::OneUnitInSingle, ..row("ln_gamma", "x", "LnGamma", Kind::ElementaryLoop, 40) },
    elementary("sigmoid", "x", "Sigmoid"),
    question("is_nan", "IsNan"),
    question("is_finite", "IsFinite"),
    // Chooses like an `if`, but both values are computed first.
    row("select", "c, a, b", "Condition", Kind::Choice, 1),
    // An operator in Rust, where `^` is its sign.
    Function {
        item: Item { owner: "BitXor", method: "bit_xor", kind: Kind::Arithmetic },
        takes_token: false,
        ..plain("xor", "a, b", "BitXor", 1)
    },
    of_zero(plain("to_degrees", "x", "ToDegrees", 1)),
    of_zero(plain("to_radians", "x", "ToRadians", 1)),
];

/// Types that `f32.(x)` converts to as `as` does.
pub(crate) const CONVERSIONS: [&str; 17] = [
    "f16", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
    "bool", "char",
];

/// A reduction: `sum(x)`, `sum[0](x)`.
pub(crate) struct Reducer {
    pub(crate) name: &'static str,
    /// What lifts an element into an accumulator.
    pub(crate) item: Item,
    pub(crate) takes: Takes,
}

/// What a reduction takes besides each element.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Takes {
    Nothing,
    /// Its position.
    Position,
    /// A function of the user's that joins two of them, and what to begin with.
    Function,
    /// The rank of what it is summed onto.
    Rank,
}

/// A function that is not written by itself.
pub(super) const fn hidden(
    name: &'static str,
    arguments: &'static str,
    owner: &'static str,
    keeps_type: bool,
) -> Function {
    Function { keeps_type, takes_token: false, ..plain(name, arguments, owner, 0) }
}

pub(super) const fn folding(name: &'static str, owner: &'static str) -> Reducer {
    Reducer { name, item: Item { owner, method: name, kind: Kind::Reduction }, takes: Takes::Nothing }
}

const fn placing(name: &'static str, owner: &'static str) -> Reducer {
    Reducer { name, item: Item { owner, method: name, kind: Kind::PlaceReduction }, takes: Takes::Position }
}

pub(super) const fn scanning(name: &'static str, owner: &'static str) -> Reducer {
    Reducer { name, item: Item { owner, method: name, kind: Kind::Scan }, takes: Takes::Nothing }
}

impl Reducer {
    /// Whether elements stay and run along an axis, as in `cumsum[0](x)`.
    pub(crate) fn scans(&self) -> bool {
        self.item.kind == Kind::Scan
    }
}

/// `fold(x, init, f)` once more: joins what came out to what it begins with.
pub(crate) static BEGUN: Function = Function {
    takes_token: false,
    keeps_type: false,
    ..plain("fold", "init, folded", "fold::Begin", super::USER_COST)
};

/// The root in `norm(x)`, which says so where elements have none.
pub(crate) static ROOT_OF_NORM: Function = of_zero(plain("sqrt", "x", "reduce::Norm", 4));

static REDUCERS: [Reducer; 17] = [
    Reducer { takes: Takes::Function, ..folding("fold", "fold::Fold") },
    folding("sum", "reduce::Sum"),
    folding("prod", "reduce::Prod"),
    folding("mean", "reduce::Mean"),
    folding("min", "reduce::Min"),
    folding("max", "reduce::Max"),
    folding("minimum", "reduce::Minimum"),
    folding("maximum", "reduce::Maximum"),
    folding("any", "logic::AnyTrue"),
    folding("all", "logic::AllTrue"),
    folding("count", "logic::Count"),
    placing("argmin", "reduce::ArgMin"),
    placing("argmax", "reduce::ArgMax"),
    scanning("cumsum", "scan::CumSum"),
    scanning("cumprod", "scan::CumProd"),
    scanning("cummax", "scan::CumMax"),
    scanning("cummin", "scan::CumMin"),
];

/// A reduction that others make up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Composed {
    /// `var`: the mean of squared differences from the mean.
    Variance,
    /// `std`: the root of it.
    Deviation,
    /// `norm`: the root of the sum of squares.
    Norm,
    /// `ptp`: the largest element less the smallest.
    Range,
    /// `logsumexp`: the logarithm of the sum of exponentials.
    LogSumExp,
}

/// What the reductions are called that `logsumexp` is made of.
pub(crate) const LOG_SUM_EXP: &str = "logsumexp";

static COMPOSED: [(&str, Composed); 5] = [
    ("var", Composed::Variance),
    ("std", Composed::Deviation),
    ("norm", Composed::Norm),
    ("ptp", Composed::Range),
    (LOG_SUM_EXP, Composed::LogSumExp),
];

/// What an undotted call reduces by.
#[derive(Clone, Copy)]
pub(crate) enum Reducing {
    By(&'static Reducer),
    ByOthers(&'static str, Composed),
}

impl Reducing {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reducing::By(reducer) => reducer.name,
            Reducing::ByOthers(name, _) => name,
        }
    }
}

/// The reduction that an undotted call of this name is.
pub(crate) fn reducing(name: &str) -> Option<Reducing> {
    let composed = || COMPOSED.iter().find(|(known, _)| *known == name);
    reducer(name).map(Reducing::By).or_else(|| composed().map(|&(name, own)| Reducing::ByOthers(name, own)))
}

/// The built-in function of this name.
pub(crate) fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// The functions that a name stands for which gives a tuple.
pub(crate) fn several(name: &str) -> Option<Vec<&'static Function>> {
    let (_, names) = SEVERAL.iter().find(|(known, _)| *known == name)?;
    names.iter().map(|name| function(name)).collect()
}

/// All built-in functions.
pub(crate) fn functions() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter()
}

/// The reduction of this name that is none of others.
pub(crate) fn reducer(name: &str) -> Option<&'static Reducer> {
    REDUCERS.iter().find(|reducer| reducer.name == name)
}

/// The names of all reductions.
pub(crate) fn reduction_names() -> impl Iterator<Item = &'static str> {
    REDUCERS.iter().map(|reducer| reducer.name).chain(COMPOSED.iter().map(|(name, _)| *name))
}

/// All reductions that are none of others.
#[cfg(test)]
pub(crate) fn reducers() -> impl Iterator<Item = &'static Reducer> {
    REDUCERS.iter()
}
