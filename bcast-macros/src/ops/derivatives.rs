//! The derivatives of operators and functions, in the dotted language.
//!
//! `g` is the derivative of the whole with respect to what an operation gives, `r` is what it gives, and `a`, `b`, `c`
//! are its arguments. Where a derivative does not exist, it is that of JAX: see the guide.

use super::{Function, Item, Kind, Reducer, Takes};
use crate::ops::functions::{folding, hidden, scanning};

/// How an operation passes on the derivative `g`: a text for each argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Derivative {
    /// These.
    Of(&'static [&'static str]),
    /// Nothing: steps, questions, whole numbers.
    Zero,
    /// To the argument that is chosen; equals share it. The first is a question, the second what is passed on if so.
    Chosen,
    /// As the operations that it is made of.
    As(&'static str),
    /// There is none among the functions.
    Missing(&'static str),
}

/// That of an infix operator but powers.
pub(crate) fn of_infix(sign: &str) -> Derivative {
    match sign {
        "+" => Derivative::Of(&["g", "g"]),
        "-" => Derivative::Of(&["g", "-g"]),
        "*" => Derivative::Of(&["g .* b", "g .* a"]),
        "/" => Derivative::Of(&["g .* (1 ./ b)", "-g .* (a .* (1 ./ b)) .* (1 ./ b)"]),
        "%" => Derivative::Of(&["g", "-g .* round.((a .- r) ./ b)"]),
        _ => Derivative::Zero,
    }
}

/// That of a built-in function. One that is not in the table has none: nothing is taken for a constant.
pub(crate) fn of_function(name: &str) -> Derivative {
    let row = FUNCTIONS.iter().find(|(known, _)| *known == name);
    row.map_or(Derivative::Missing("not in the table of derivatives"), |(_, derivative)| *derivative)
}

/// The powers whose exponents are no whole literals.
pub(crate) const POWER: [&str; 2] = ["g .* power_slope.(a, b)", "g .* r .* ln.(if a .== 0 { 1 } else { a })"];

/// What the chosen one of two gets, `a` beside `b`: whether it is that one, and its share.
pub(crate) const CHOSEN: [&str; 2] = ["r .== a", "g .* (if a .== b { 0.5 } else { 1.0 })"];

/// Those of all functions but `select`, which is a branch.
pub(crate) static FUNCTIONS: [(&str, Derivative); 50] = [
    ("abs", Derivative::Of(&["g .* (if a .== 0 { 0 } else { signum.(a) })"])),
    ("fract", Derivative::Of(&["g"])),
    ("sqrt", Derivative::Of(&["g .* (1 ./ r) .* 0.5"])),
    ("cbrt", Derivative::Of(&["g ./ (3 .* r .* r)"])),
    ("recip", Derivative::Of(&["-g .* r .* r"])),
    ("exp", Derivative::Of(&["g .* r"])),
    ("exp2", Derivative::Of(&["g .* r .* 0.693147180559945309"])),
    ("exp_m1", Derivative::Of(&["g .* exp.(a)"])),
    ("ln", Derivative::Of(&["g ./ a"])),
    ("ln_1p", Derivative::Of(&["g ./ (a .+ 1)"])),
    ("log2", Derivative::Of(&["g .* 1.44269504088896341 ./ a"])),
    ("log10", Derivative::Of(&["g .* 0.434294481903251828 ./ a"])),
    ("sin", Derivative::Of(&["g .* cos.(a)"])),
    ("cos", Derivative::Of(&["-g .* sin.(a)"])),
    ("tan", Derivative::Of(&["g .* (r .* r .+ 1)"])),
    ("asin", Derivative::Of(&["g ./ sqrt.((1 .- a) .* (1 .+ a))"])),
    ("acos", Derivative::Of(&["-g ./ sqrt.((1 .- a) .* (1 .+ a))"])),
    ("atan", Derivative::Of(&["g ./ (a .* a .+ 1)"])),
    ("sinh", Derivative::Of(&["g .* cosh.(a)"])),
    ("cosh", Derivative::Of(&["g .* sinh.(a)"])),
    ("tanh", Derivative::Of(&["g .* ((1 .- r) .* (1 .+ r))"])),
    ("asinh", Derivative::Of(&["g ./ hypot.(a, 1)"])),
    ("acosh", Derivative::Of(&["g ./ (sqrt.(a .- 1) .* sqrt.(a .+ 1))"])),
    ("atanh", Derivative::Of(&["g ./ ((1 .- a) .* (1 .+ a))"])),
    // Squares of large and of small numbers are none.
    (
        "atan2",
        Derivative::Of(&["g .* (b ./ hypot.(a, b)) ./ hypot.(a, b)", "-g .* (a ./ hypot.(a, b)) ./ hypot.(a, b)"]),
    ),
    ("hypot", Derivative::Of(&["g .* (a ./ r)", "g .* (b ./ r)"])),
    ("powf", Derivative::Of(&POWER)),
    ("powi", Derivative::Of(&["g .* power_slope.(a, b)", "0"])),
    ("min", Derivative::Chosen),
    ("max", Derivative::Chosen),
    ("minimum", Derivative::Chosen),
    ("maximum", Derivative::Chosen),
    ("clamp", Derivative::As("min.(max.(a, b), c)")),
    ("mul_add", Derivative::Of(&["g .* b", "g .* a", "g"])),
    ("copysign", Derivative::Of(&["g .* (signum.(a) .* signum.(b))", "0"])),
    ("rem_euclid", Derivative::Of(&["g", "-g .* round.((a .- r) ./ b)"])),
    ("erf", Derivative::Of(&["g .* exp.(-(a .* a)) .* 1.12837916709551257"])),
    ("erfc", Derivative::Of(&["-g .* exp.(-(a .* a)) .* 1.12837916709551257"])),
    ("ln_gamma", Derivative::Missing("the digamma function, which is not among the functions")),
    ("sigmoid", Derivative::Of(&["g .* r .* (1 .- r)"])),
    ("to_degrees", Derivative::Of(&["to_degrees.(g)"])),
    ("to_radians", Derivative::Of(&["to_radians.(g)"])),
    ("signum", Derivative::Zero),
    ("floor", Derivative::Zero),
    ("ceil", Derivative::Zero),
    ("round", Derivative::Zero),
    ("trunc", Derivative::Zero),
    ("is_nan", Derivative::Zero),
    ("is_finite", Derivative::Zero),
    ("xor", Derivative::Zero),
];

/// Functions that only derivatives are written with.
pub(crate) static HIDDEN: [Function; 11] = [
    hidden("like", "value, of", "gradient::Like", true),
    hidden("back", "value, of", "gradient::Back", false),
    hidden("position", "index", "gradient::Position", false),
    // An index moved by an integer, around the ends of its type.
    hidden("ahead", "index, by", "gradient::Moved", true),
    hidden("behind", "index, by", "gradient::Moved", true),
    Function { takes_token: true, cost: 20, ..hidden("power_slope", "x, n", "gradient::PowerSlope", true) },
    // Of what runs along an axis.
    hidden("tie", "x, running", "gradient::Tie", false),
    hidden("share", "g, tied", "gradient::Share", false),
    hidden("shared", "shares", "gradient::Shared", false),
    // It lies where both lie, and is the first.
    hidden("beside", "value, frame", "", false),
    // The same, where the reduction that it lies beside says the shape.
    hidden("exact", "value, left", "", false),
];

/// The function of this name that only derivatives are written with.
pub(crate) fn hidden_function(name: &str) -> Option<&'static Function> {
    HIDDEN.iter().find(|function| function.name == name)
}

/// What an element weighs in the mean of all that a reduction joins: 1 by their number.
pub(crate) static WEIGHT: Reducer = folding("weight", "gradient::Weight");
/// The same of elements of which each stands for equally many, from what one of these weighs in their mean.
pub(crate) static WEIGHT_IN_ALL: Reducer = folding("weight_in_all", "gradient::WeightInAll");
/// The sum of each element and all behind it along an axis.
pub(crate) static SUM_BACK: Reducer = scanning("sum_back", "gradient::SumBack");
/// How many elements so far are as large as what runs along an axis.
pub(crate) static TIED: Reducer = scanning("tied", "gradient::Tied");
/// What arrives from the end at each step of what runs along an axis, in shares.
pub(crate) static SHARES: Reducer = scanning("shares", "gradient::Shares");
/// The sum over the axes that an operand lacks; types tell which.
pub(crate) static GRADIENT: Reducer = Reducer {
    name: "gradient",
    item: Item { owner: "", method: "gradient", kind: Kind::Reduction },
    takes: Takes::Rank,
};
