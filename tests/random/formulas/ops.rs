//! The table of element functions: how each is written, what it computes, and which one stands for it in the twin.

/// How a call is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Style {
    Infix,
    Prefix,
    Call,
    If,
}

/// An element function.
#[derive(Debug)]
pub(crate) struct Op {
    pub(crate) text: &'static str,
    pub(crate) style: Style,
    pub(crate) arity: usize,
    pub(crate) value: fn(&[f64]) -> f64,
    /// A costly function for a cheap one and the other way round; itself where there is none.
    pub(crate) twin: &'static str,
    /// Gives true (1) or false (0).
    pub(crate) truth: bool,
}

impl Op {
    /// Whether it rounds on the way to its result, which may cancel: an error there counts as one of its arguments. A
    /// GPU may round the product in `mul_add`.
    pub(crate) fn rounds_inside(&self) -> bool {
        matches!(self.text, "own::bump" | "own::mix" | "own::three" | "mul_add")
    }
}

const fn op(text: &'static str, style: Style, arity: usize, value: fn(&[f64]) -> f64, twin: &'static str) -> Op {
    Op { text, style, arity, value, twin, truth: false }
}

const fn truth(text: &'static str, value: fn(&[f64]) -> f64) -> Op {
    Op { text, style: Style::Infix, arity: 2, value, twin: text, truth: true }
}

/// Where it is well-conditioned: a formula with a NaN is drawn anew.
fn ln_gamma(a: &[f64]) -> f64 {
    if a[0] > 0.1 { libm::lgamma(a[0]) } else { f64::NAN }
}

/// All of them.
pub(crate) static OPS: [Op; 41] = [
    op(".+", Style::Infix, 2, |a| a[0] + a[1], ".+"),
    op(".-", Style::Infix, 2, |a| a[0] - a[1], ".-"),
    op(".*", Style::Infix, 2, |a| a[0] * a[1], ".*"),
    op("./", Style::Infix, 2, |a| a[0] / a[1], "./"),
    op("-", Style::Prefix, 1, |a| -a[0], "-"),
    op("if", Style::If, 3, |a| if a[0] == 1.0 { a[1] } else { a[2] }, "if"),
    op("select", Style::Call, 3, |a| if a[0] == 1.0 { a[1] } else { a[2] }, "if"),
    op("exp", Style::Call, 1, |a| a[0].exp(), "abs"),
    op("exp2", Style::Call, 1, |a| a[0].exp2(), "recip"),
    op("ln", Style::Call, 1, |a| a[0].ln(), "recip"),
    op("ln_1p", Style::Call, 1, |a| a[0].ln_1p(), "sqrt"),
    op("tanh", Style::Call, 1, |a| a[0].tanh(), "sqrt"),
    op("sigmoid", Style::Call, 1, |a| 1.0 / (1.0 + (-a[0]).exp()), "abs"),
    op("sin", Style::Call, 1, |a| a[0].sin(), "abs"),
    op("cos", Style::Call, 1, |a| a[0].cos(), "abs"),
    op("atan", Style::Call, 1, |a| a[0].atan(), "own::half"),
    op("cbrt", Style::Call, 1, |a| a[0].cbrt(), "own::half"),
    op("ln_gamma", Style::Call, 1, ln_gamma, "abs"),
    op("own::bump", Style::Call, 1, |a| a[0] * a[0] / (1.0 + a[0] * a[0]), "own::bump"),
    op("powf", Style::Call, 2, |a| a[0].powf(a[1]), "max"),
    op("hypot", Style::Call, 2, |a| a[0].hypot(a[1]), "min"),
    op("atan2", Style::Call, 2, |a| a[0].atan2(a[1]), "max"),
    op(".^", Style::Infix, 2, |a| a[0].powf(a[1]), "./"),
    op("own::mix", Style::Call, 2, |a| 0.75 * a[0] + 0.25 * a[1] * a[1], "own::mix"),
    op("abs", Style::Call, 1, |a| a[0].abs(), "exp"),
    op("sqrt", Style::Call, 1, |a| a[0].sqrt(), "tanh"),
    op("recip", Style::Call, 1, |a| 1.0 / a[0], "ln"),
    op("own::half", Style::Call, 1, |a| 0.5 * a[0], "atan"),
    op("max", Style::Call, 2, |a| a[0].max(a[1]), "atan2"),
    op("min", Style::Call, 2, |a| a[0].min(a[1]), "hypot"),
    op("maximum", Style::Call, 2, |a| a[0].max(a[1]), "powf"),
    op("minimum", Style::Call, 2, |a| a[0].min(a[1]), "hypot"),
    op("mul_add", Style::Call, 3, |a| a[0].mul_add(a[1], a[2]), "own::three"),
    op("own::three", Style::Call, 3, |a| a[0] * a[1] - a[2], "mul_add"),
    truth(".<", |a| f64::from(a[0] < a[1])),
    truth(".>", |a| f64::from(a[0] > a[1])),
    truth(".<=", |a| f64::from(a[0] <= a[1])),
    truth(".>=", |a| f64::from(a[0] >= a[1])),
    // What is not finite is not drawn.
    Op { style: Style::Call, arity: 1, ..truth("is_finite", |a| f64::from(a[0].is_finite())) },
    truth(".&&", |a| a[0].min(a[1])),
    truth(".||", |a| a[0].max(a[1])),
];

/// The one of this text.
pub(crate) fn named(text: &str) -> &'static Op {
    OPS.iter().find(|op| op.text == text).expect("it is in the table")
}

/// Functions that the planner keeps rather than computes again.
pub(crate) static COSTLY: [&str; 12] =
    ["exp", "exp2", "ln", "ln_1p", "tanh", "sigmoid", "sin", "cos", "atan", "cbrt", "ln_gamma", "own::bump"];
pub(crate) static CHEAP: [&str; 5] = ["abs", "sqrt", "recip", "-", "own::half"];
/// Of two arguments.
pub(crate) static PAIRS: [&str; 9] = ["powf", ".^", "hypot", "atan2", "own::mix", "max", "min", "maximum", "minimum"];
/// Functions of one argument that a pattern names together.
pub(crate) static BOTH: [[&str; 2]; 2] = [["own::bump", "own::half"], ["sin", "cos"]];
pub(crate) static SIGNS: [&str; 4] = [".+", ".-", ".*", "./"];
pub(crate) static TESTS: [&str; 4] = [".<", ".>", ".<=", ".>="];
