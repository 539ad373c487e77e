//! Built-in functions, conversions, reductions, and what people write instead of their names.

use super::Item;

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
    pub(crate) arity: Arity,
    pub(crate) item: Item,
    pub(crate) cost: u32,
    /// Whether the result has the type of the arguments, so that literals inside adopt from outside.
    pub(crate) keeps_type: bool,
    /// Whether the item takes the token of the SIMD level.
    pub(crate) takes_token: bool,
}

impl Function {
    /// Whether it is more than arithmetic and rounding, so that a GPU may have it for some floats only.
    pub(crate) fn is_elementary(&self) -> bool {
        self.cost >= 20 && self.name != "powi"
    }

    /// Whether it is neither a loop nor a call, of `f32` and of `f64`; but for `tan` of `f64` at the baseline of
    /// x86-64.
    pub(crate) fn is_vector_code(&self) -> bool {
        self.is_elementary() && self.name != "ln_gamma"
    }
}

const fn row(name: &'static str, arity: usize, owner: &'static str, cost: u32) -> Function {
    let item = Item { owner, method: name };
    Function { name, arity: Arity::Exactly(arity), item, cost, keeps_type: true, takes_token: true }
}

const fn fold(name: &'static str, owner: &'static str) -> Function {
    Function { arity: Arity::TwoOrMore, ..row(name, 2, owner, 2) }
}

const fn question(name: &'static str, owner: &'static str) -> Function {
    Function { keeps_type: false, ..row(name, 1, owner, 1) }
}

static FUNCTIONS: [Function; 51] = [
    row("abs", 1, "Abs", 1),
    row("signum", 1, "Signum", 2),
    row("floor", 1, "Floor", 1),
    row("ceil", 1, "Ceil", 1),
    row("round", 1, "Round", 2),
    row("trunc", 1, "Trunc", 1),
    row("fract", 1, "Fract", 2),
    row("sqrt", 1, "Sqrt", 4),
    row("cbrt", 1, "Cbrt", 20),
    row("recip", 1, "Recip", 4),
    row("exp", 1, "Exp", 20),
    row("exp2", 1, "Exp2", 20),
    row("exp_m1", 1, "ExpM1", 20),
    row("ln", 1, "Ln", 20),
    row("ln_1p", 1, "Ln1p", 20),
    row("log2", 1, "Log2", 20),
    row("log10", 1, "Log10", 20),
    row("sin", 1, "Sin", 20),
    row("cos", 1, "Cos", 20),
    row("tan", 1, "Tan", 20),
    row("asin", 1, "Asin", 20),
    row("acos", 1, "Acos", 20),
    row("atan", 1, "Atan", 20),
    row("sinh", 1, "Sinh", 20),
    row("cosh", 1, "Cosh", 20),
    row("tanh", 1, "Tanh", 20),
    row("asinh", 1, "Asinh", 20),
    row("acosh", 1, "Acosh", 20),
    row("atanh", 1, "Atanh", 20),
    row("atan2", 2, "Atan2", 20),
    row("hypot", 2, "Hypot", 20),
    row("powf", 2, "Powf", 20),
    row("powi", 2, "Powi", 20),
    fold("min", "Min"),
    fold("max", "Max"),
    fold("minimum", "Minimum"),
    fold("maximum", "Maximum"),
    row("clamp", 3, "Clamp", 2),
    row("mul_add", 3, "MulAdd", 2),
    row("copysign", 2, "Copysign", 1),
    row("rem_euclid", 2, "RemEuclid", 10),
    row("erf", 1, "Erf", 20),
    row("erfc", 1, "Erfc", 20),
    row("ln_gamma", 1, "LnGamma", 40),
    row("sigmoid", 1, "Sigmoid", 20),
    question("is_nan", "IsNan"),
    question("is_finite", "IsFinite"),
    // Chooses like an `if`, but both values are computed first.
    row("select", 3, "Condition", 1),
    // An operator in Rust, where `^` is its sign.
    Function { item: Item { owner: "BitXor", method: "bit_xor" }, takes_token: false, ..row("xor", 2, "BitXor", 1) },
    row("to_degrees", 1, "ToDegrees", 1),
    row("to_radians", 1, "ToRadians", 1),
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
    /// It takes the position of each element too.
    pub(crate) takes_position: bool,
}

const fn reducer(name: &'static str, owner: &'static str) -> Reducer {
    Reducer { name, item: Item { owner, method: name }, takes_position: false }
}

const fn placer(name: &'static str, owner: &'static str) -> Reducer {
    Reducer { takes_position: true, ..reducer(name, owner) }
}

static REDUCERS: [Reducer; 12] = [
    reducer("sum", "reduce::Sum"),
    reducer("prod", "reduce::Prod"),
    reducer("mean", "reduce::Mean"),
    reducer("min", "reduce::Min"),
    reducer("max", "reduce::Max"),
    reducer("minimum", "reduce::Minimum"),
    reducer("maximum", "reduce::Maximum"),
    reducer("any", "reduce::AnyTrue"),
    reducer("all", "reduce::AllTrue"),
    reducer("count", "reduce::Count"),
    placer("argmin", "reduce::ArgMin"),
    placer("argmax", "reduce::ArgMax"),
];

/// The built-in function of this name.
pub(crate) fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// The names of all built-in functions.
pub(crate) fn function_names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

/// The names of all reductions.
#[cfg(all(test, feature = "gpu"))]
pub(crate) fn reducer_names() -> impl Iterator<Item = &'static str> {
    REDUCERS.iter().map(|reducer| reducer.name)
}

/// Whether an undotted call of this name reduces.
pub(crate) fn is_reduction(name: &str) -> bool {
    REDUCERS.iter().any(|reducer| reducer.name == name)
}

/// The reduction of this name.
pub(crate) fn reducer_of(name: &str) -> &'static Reducer {
    // The parser asks for known names only.
    REDUCERS.iter().find(|reducer| reducer.name == name).unwrap_or(&REDUCERS[0])
}

/// What to write instead of a name that other systems use.
pub(crate) fn near_miss(name: &str) -> Option<&'static str> {
    let row = NEAR_MISSES.iter().find(|(wrong, _)| *wrong == name);
    row.map(|(_, right)| *right)
}

static NEAR_MISSES: [(&str, &str); 53] = [
    ("log", "ln.(x)"),
    ("log_e", "ln.(x)"),
    ("log1p", "ln_1p.(x)"),
    ("expm1", "exp_m1.(x)"),
    ("pow", "x .^ y` or `powf.(x, y)"),
    ("power", "x .^ y` or `powf.(x, y)"),
    ("square", "x .^ 2"),
    ("fabs", "abs.(x)"),
    ("absolute", "abs.(x)"),
    ("where", "select.(c, a, b)"),
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
    // Reductions, which have no dot.
    ("sum", "sum(x)"),
    ("prod", "prod(x)"),
    ("mean", "mean(x)"),
    ("argmin", "argmin(x)"),
    ("argmax", "argmax(x)"),
];
