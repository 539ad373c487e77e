//! Built-in functions, conversions, reductions, and what people write instead of their names.

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
}

const fn folding(name: &'static str, owner: &'static str) -> Reducer {
    Reducer { name, item: Item { owner, method: name, kind: Kind::Reduction }, takes: Takes::Nothing }
}

const fn placing(name: &'static str, owner: &'static str) -> Reducer {
    Reducer { name, item: Item { owner, method: name, kind: Kind::PlaceReduction }, takes: Takes::Position }
}

const fn scanning(name: &'static str, owner: &'static str) -> Reducer {
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

static COMPOSED: [(&str, Composed); 5] = [
    ("var", Composed::Variance),
    ("std", Composed::Deviation),
    ("norm", Composed::Norm),
    ("ptp", Composed::Range),
    ("logsumexp", Composed::LogSumExp),
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

/// What to write instead of a reduction that other systems have.
pub(crate) fn missing_reduction(name: &str) -> Option<&'static str> {
    let row = MISSING_REDUCTIONS.iter().find(|(names, _)| names.contains(&name));
    row.map(|(_, instead)| *instead)
}

static MISSING_REDUCTIONS: [(&[&str], &str); 13] = [
    (&["average", "avg"], "write `mean(x)`"),
    (&["amax", "amin", "nanmax", "nanmin"], "write `max(x)` or `min(x)`, which pass over a NaN"),
    (&["nansum"], "write `sum(if is_nan.(x) { 0 } else { x })`"),
    (&["nanmean"], "divide `sum(if is_nan.(x) { 0 } else { x })` by `count(!is_nan.(x))`"),
    (&["product"], "write `prod(x)`"),
    (&["variance", "stddev", "sd"], "write `var(x)` or `std(x)`"),
    (&["median", "quantile", "percentile"], "the crate `ndarray-stats` has quantiles"),
    (&["einsum", "matmul", "dot", "tensordot"], "a product of matrices is `sum[k](a @ (i, k) .* b @ (k, j))`"),
    (&["outer"], "write `a @ (0) .* b @ (1)`"),
    (&["extrema", "minmax"], "write a tuple, `(minimum(x), maximum(x))`"),
    (&["trace"], "write `sum(x.diag())`"),
    (&["diff"], "write `x[1..] .- x[..-1]`"),
    (&["norm2", "norm_l2", "magnitude"], "write `norm(x)`"),
];

/// What to write instead of a name that other systems use.
pub(crate) fn near_miss(name: &str) -> Option<&'static str> {
    let row = NEAR_MISSES.iter().find(|(wrong, _)| *wrong == name);
    row.map(|(_, right)| *right)
}

/// What to write here for what NumPy calls so.
pub(crate) fn instead_of(name: &str) -> Option<String> {
    let own = || function(name).map(|function| format!("{name}.({})", function.arguments));
    let known = || near_miss(name).map(str::to_owned).or_else(|| reducing(name).map(|_| format!("{name}(x)")));
    own().filter(|_| !matches!(name, "max" | "min")).or_else(known)
}

static NEAR_MISSES: [(&str, &str); 68] = [
    ("log", "ln.(x)"),
    ("log_e", "ln.(x)"),
    ("log1p", "ln_1p.(x)"),
    ("expm1", "exp_m1.(x)"),
    ("pow", "x .^ y` or `powf.(x, y)"),
    ("power", "x .^ y` or `powf.(x, y)"),
    ("square", "x .^ 2"),
    ("fabs", "abs.(x)"),
    ("absolute", "abs.(x)"),
    ("where", "if c { a } else { b }` or `select.(c, a, b)"),
    ("which", "select.(c, a, b)"),
    ("ifelse", "select.(c, a, b)"),
    ("arcsin", "asin.(x)"),
    ("arccos", "acos.(x)"),
    ("arctan", "atan.(x)"),
    ("arctan2", "atan2.(y, x)"),
    ("arcsinh", "asinh.(x)"),
    ("arccosh", "acosh.(x)"),
    ("arctanh", "atanh.(x)"),
    ("fmax", "max.(a, b)"),
    ("fmin", "min.(a, b)"),
    ("sign", "signum.(x)"),
    ("sgn", "signum.(x)"),
    ("ceiling", "ceil.(x)"),
    ("rint", "round.(x)"),
    ("isnan", "is_nan.(x)"),
    ("isfinite", "is_finite.(x)"),
    ("mod", "x .% y` or `rem_euclid.(x, y)"),
    ("fmod", "x .% y"),
    ("remainder", "x .% y"),
    ("sigm", "sigmoid.(x)"),
    ("logistic", "sigmoid.(x)"),
    ("expit", "sigmoid.(x)"),
    ("fma", "mul_add.(a, b, c)"),
    ("rsqrt", "recip.(sqrt.(x))"),
    ("reciprocal", "recip.(x)"),
    ("inv", "recip.(x)"),
    ("lgamma", "ln_gamma.(x)"),
    ("gammaln", "ln_gamma.(x)"),
    ("clip", "clamp.(x, lo, hi)"),
    ("negative", "-x"),
    ("logical_and", "a .&& b"),
    ("logical_or", "a .|| b"),
    ("logical_not", ".!a"),
    ("deg2rad", "to_radians.(x)"),
    ("rad2deg", "to_degrees.(x)"),
    ("radians", "to_radians.(x)"),
    ("degrees", "to_degrees.(x)"),
    ("isinf", "!is_finite.(x)"),
    ("float32", "f32.(x)"),
    ("float64", "f64.(x)"),
    ("Float32", "f32.(x)"),
    ("Float64", "f64.(x)"),
    ("int8", "i8.(x)"),
    ("int16", "i16.(x)"),
    ("int32", "i32.(x)"),
    ("int64", "i64.(x)"),
    ("Int32", "i32.(x)"),
    ("Int64", "i64.(x)"),
    ("Int", "i64.(x)"),
    ("int", "i64.(x)"),
    ("uint8", "u8.(x)"),
    ("UInt8", "u8.(x)"),
    // Reductions, which have no dot.
    ("sum", "sum(x)"),
    ("prod", "prod(x)"),
    ("mean", "mean(x)"),
    ("argmin", "argmin(x)"),
    ("argmax", "argmax(x)"),
];
