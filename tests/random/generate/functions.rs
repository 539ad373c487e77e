//! The built-in functions of floats: where they are tried, and what they give.

use super::types::Range;

/// A function of one float.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// Arguments that keep results finite.
    pub(crate) domain: Range,
    pub(crate) result: fn(Range) -> Range,
}

const WIDE: Range = Range::new(-1e9, 1e9);
const TURNS: Range = Range::new(-1e4, 1e4);
const UNIT: Range = Range::new(-1.0, 1.0);

const fn row(name: &'static str, low: f64, high: f64, result: fn(Range) -> Range) -> Function {
    Function { name, domain: Range::new(low, high), result }
}

const fn anywhere(name: &'static str, result: fn(Range) -> Range) -> Function {
    Function { name, domain: Range::ANY, result }
}

fn same(of: Range) -> Range {
    Range::new(of.low - 1.0, of.high + 1.0)
}

fn unit(_: Range) -> Range {
    UNIT
}

fn angle(_: Range) -> Range {
    Range::new(-3.2, 3.2)
}

fn any(_: Range) -> Range {
    WIDE
}

fn grown(of: Range) -> Range {
    Range::new(of.low.exp() - 1.0, of.high.exp())
}

fn logarithm(_: Range) -> Range {
    Range::new(-24.0, 30.0)
}

fn magnitude(of: Range) -> Range {
    Range::new(0.0, of.size())
}

pub(crate) static ONE_FLOAT: [Function; 35] = [
    anywhere("abs", magnitude),
    anywhere("signum", unit),
    anywhere("floor", same),
    anywhere("ceil", same),
    anywhere("round", same),
    anywhere("trunc", same),
    anywhere("fract", unit),
    row("sqrt", 0.0, 1e9, |of| Range::new(0.0, of.high.max(1.0).sqrt())),
    anywhere("cbrt", |of| Range::new(of.low.cbrt(), of.high.cbrt())),
    row("recip", 0.1, 1e9, |_| Range::new(0.0, 10.0)),
    row("exp", -20.0, 8.0, grown),
    row("exp2", -20.0, 10.0, grown),
    row("exp_m1", -20.0, 8.0, grown),
    row("ln", 1e-6, 1e9, logarithm),
    row("ln_1p", -0.9, 1e9, logarithm),
    row("log2", 1e-6, 1e9, logarithm),
    row("log10", 1e-6, 1e9, logarithm),
    row("sin", TURNS.low, TURNS.high, unit),
    row("cos", TURNS.low, TURNS.high, unit),
    row("tan", TURNS.low, TURNS.high, any),
    row("asin", -1.0, 1.0, angle),
    row("acos", -1.0, 1.0, angle),
    anywhere("atan", angle),
    row("sinh", -8.0, 8.0, |_| Range::new(-1491.0, 1491.0)),
    row("cosh", -8.0, 8.0, |_| Range::new(1.0, 1491.0)),
    anywhere("tanh", unit),
    anywhere("asinh", logarithm),
    row("acosh", 1.0, 1e9, logarithm),
    row("atanh", -0.9, 0.9, angle),
    anywhere("erf", unit),
    row("erfc", -4.0, 4.0, |_| Range::new(0.0, 2.0)),
    row("ln_gamma", 0.2, 50.0, |_| Range::new(-0.2, 146.0)),
    anywhere("sigmoid", |_| Range::new(0.0, 1.0)),
    anywhere("to_degrees", |of| of.times(Range::new(57.0, 58.0))),
    anywhere("to_radians", |of| of.times(Range::new(0.017, 0.018))),
];

/// Functions of floats with several arguments.
pub(crate) static SEVERAL_FLOATS: [&str; 12] = [
    "atan2",
    "hypot",
    "powf",
    "powi",
    "min",
    "max",
    "minimum",
    "maximum",
    "clamp",
    "mul_add",
    "copysign",
    "rem_euclid",
];

/// Functions of integers.
pub(crate) static INTEGERS: [&str; 9] =
    ["abs", "signum", "min", "max", "minimum", "maximum", "clamp", "rem_euclid", "xor"];
