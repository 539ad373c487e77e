//! The operations of the language in WGSL: a row for each, by the types of its arguments.
//!
//! Operations have the names of the methods that compute them on the processor, as the table of the macro has them; a
//! test of `bcast-macros` compares both tables.

use Spelling::{Degrees, Helper, Infix, Inverse, Masked, OfBits, Own, Prefix, Radians, Scaled, Shift, Unequal};

/// How an operation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// A sign between two arguments.
    Infix(&'static str),
    /// `!(a == b)`: of floats `a != b` may be false where there is a NaN.
    Unequal,
    /// A sign between two truth values as numbers.
    OfBits(&'static str),
    /// A sign before its argument.
    Prefix(&'static str),
    /// A function of WGSL, which means the same.
    Own(&'static str),
    /// A function of this library; the name of the first argument's type follows, as in `min_f32`.
    Helper(&'static str),
    /// The same, of a number and of bits as a `u32`.
    Shift(&'static str),
    /// The same, of a number and of bits as a `u32` of which the low ones are right.
    Masked(&'static str),
    /// The same, of a number and of bits as an `i32` from -255 to 255.
    Scaled(&'static str),
    /// 1 divided by the argument.
    Inverse,
    /// The argument times 180 / pi.
    Degrees,
    /// The argument times pi / 180.
    Radians,
}

/// Types as WGSL names them.
type Types = &'static [&'static str];

const SINGLE: Types = &["f32"];
const FLOATS: Types = &["f32", "f64"];
const INTEGERS: Types = &["i32", "u32", "i64", "u64"];
const SIGNED: Types = &["f32", "f64", "i32", "i64"];
const SIGNED_INTEGERS: Types = &["i32", "i64"];
const NUMBERS: Types = &["f32", "f64", "i32", "u32", "i64", "u64"];
const BITS: Types = &["i32", "u32", "i64", "u64", "bool"];
const TRUTH: Types = &["bool"];
const ALL: Types = &["f32", "f64", "i32", "u32", "i64", "u64", "bool"];

/// An operation.
struct Row {
    operation: &'static str,
    ways: &'static [Way],
}

/// How it is written for some types of the first and of the last argument.
struct Way {
    first: Types,
    last: Types,
    spelling: Spelling,
}

const fn row(operation: &'static str, ways: &'static [Way]) -> Row {
    Row { operation, ways }
}

/// Whatever type the last argument has: most often that of the first.
const fn of(first: Types, spelling: Spelling) -> Way {
    Way { first, last: ALL, spelling }
}

const fn by(first: Types, last: Types, spelling: Spelling) -> Way {
    Way { first, last, spelling }
}

static ROWS: &[Row] = &[
    row("plus", &[of(NUMBERS, Infix("+"))]),
    row("minus", &[of(NUMBERS, Infix("-"))]),
    row("times", &[of(NUMBERS, Infix("*"))]),
    row("divide", &[of(FLOATS, Infix("/")), of(INTEGERS, Helper("divide"))]),
    row("remainder", &[of(NUMBERS, Helper("remainder"))]),
    row("bit_and", &[of(BITS, Infix("&"))]),
    row("bit_or", &[of(BITS, Infix("|"))]),
    row("bit_xor", &[of(TRUTH, Infix("!=")), of(INTEGERS, Infix("^"))]),
    row("shift_left", &[by(INTEGERS, INTEGERS, Shift("shift_left"))]),
    row("shift_right", &[by(INTEGERS, INTEGERS, Shift("shift_right"))]),
    row("equal", &[of(ALL, Infix("=="))]),
    row("not_equal", &[of(ALL, Unequal)]),
    row("less", &[of(TRUTH, OfBits("<")), of(NUMBERS, Infix("<"))]),
    row("less_equal", &[of(TRUTH, OfBits("<=")), of(NUMBERS, Infix("<="))]),
    row("greater", &[of(TRUTH, OfBits(">")), of(NUMBERS, Infix(">"))]),
    row("greater_equal", &[of(TRUTH, OfBits(">=")), of(NUMBERS, Infix(">="))]),
    row("negate", &[of(SIGNED, Prefix("-"))]),
    row("not", &[of(TRUTH, Prefix("!")), of(INTEGERS, Prefix("~"))]),
    row(
        "power",
        &[by(SINGLE, SINGLE, Helper("powf")), by(FLOATS, &["i32"], Helper("powi")), of(INTEGERS, Helper("pow"))],
    ),
    row("powf", &[of(SINGLE, Helper("powf"))]),
    row("powi", &[by(FLOATS, &["i32"], Helper("powi"))]),
    row("abs", &[of(&["f32", "f64", "i32"], Own("abs")), of(&["i64"], Helper("abs"))]),
    row("signum", &[of(SIGNED, Helper("signum"))]),
    row("floor", &[of(FLOATS, Helper("floor"))]),
    row("ceil", &[of(FLOATS, Helper("ceil"))]),
    row("round", &[of(FLOATS, Helper("round"))]),
    row("trunc", &[of(FLOATS, Helper("trunc"))]),
    row("fract", &[of(FLOATS, Helper("fract"))]),
    row("sqrt", &[of(FLOATS, Own("sqrt"))]),
    row("recip", &[of(FLOATS, Inverse)]),
    row("mul_add", &[of(FLOATS, Own("fma"))]),
    row("to_degrees", &[of(FLOATS, Degrees)]),
    row("to_radians", &[of(FLOATS, Radians)]),
    row("min", &[of(ALL, Helper("min"))]),
    row("max", &[of(ALL, Helper("max"))]),
    row("minimum", &[of(ALL, Helper("minimum"))]),
    row("maximum", &[of(ALL, Helper("maximum"))]),
    row("clamp", &[of(NUMBERS, Helper("clamp"))]),
    row("copysign", &[of(FLOATS, Helper("copysign"))]),
    row("rem_euclid", &[of(NUMBERS, Helper("rem_euclid"))]),
    row("is_nan", &[of(FLOATS, Helper("is_nan"))]),
    row("is_finite", &[of(FLOATS, Helper("is_finite"))]),
    row("cbrt", &[of(SINGLE, Helper("cbrt"))]),
    row("exp", &[of(SINGLE, Helper("exp"))]),
    row("exp2", &[of(SINGLE, Helper("exp2"))]),
    row("exp_m1", &[of(SINGLE, Helper("exp_m1"))]),
    row("ln", &[of(SINGLE, Helper("ln"))]),
    row("ln_1p", &[of(SINGLE, Helper("ln_1p"))]),
    row("log2", &[of(SINGLE, Helper("log2"))]),
    row("log10", &[of(SINGLE, Helper("log10"))]),
    row("sin", &[of(SINGLE, Helper("sin"))]),
    row("cos", &[of(SINGLE, Helper("cos"))]),
    row("tan", &[of(SINGLE, Helper("tan"))]),
    row("asin", &[of(SINGLE, Helper("asin"))]),
    row("acos", &[of(SINGLE, Helper("acos"))]),
    row("atan", &[of(SINGLE, Helper("atan"))]),
    row("atan2", &[of(SINGLE, Helper("atan2"))]),
    row("sinh", &[of(SINGLE, Helper("sinh"))]),
    row("cosh", &[of(SINGLE, Helper("cosh"))]),
    row("tanh", &[of(SINGLE, Helper("tanh"))]),
    row("asinh", &[of(SINGLE, Helper("asinh"))]),
    row("acosh", &[of(SINGLE, Helper("acosh"))]),
    row("atanh", &[of(SINGLE, Helper("atanh"))]),
    row("hypot", &[of(SINGLE, Helper("hypot"))]),
    row("erf", &[of(SINGLE, Helper("erf"))]),
    row("erfc", &[of(SINGLE, Helper("erfc"))]),
    row("ln_gamma", &[of(SINGLE, Helper("ln_gamma"))]),
    row("sigmoid", &[of(SINGLE, Helper("sigmoid"))]),
    // That of a power is part of derivatives alone.
    row("power_slope", &[by(SINGLE, SINGLE, Helper("slope_of_powf")), by(FLOATS, &["i32"], Helper("slope_of_powi"))]),
    // Of integers under an attribute, where they do something else than without.
    row("wrapping_divide", &[of(SIGNED_INTEGERS, Helper("wrapping_divide"))]),
    row("wrapping_remainder", &[of(SIGNED_INTEGERS, Helper("wrapping_remainder"))]),
    row("wrapping_rem_euclid", &[of(SIGNED_INTEGERS, Helper("wrapping_rem_euclid"))]),
    row("wrapping_shift_left", &[by(INTEGERS, INTEGERS, Masked("wrapping_shift_left"))]),
    row("wrapping_shift_right", &[by(INTEGERS, INTEGERS, Masked("wrapping_shift_right"))]),
    row("saturating_plus", &[of(INTEGERS, Helper("saturating_plus"))]),
    row("saturating_minus", &[of(INTEGERS, Helper("saturating_minus"))]),
    row("saturating_times", &[of(INTEGERS, Helper("saturating_times"))]),
    row("saturating_divide", &[of(SIGNED_INTEGERS, Helper("saturating_divide"))]),
    row("saturating_remainder", &[of(SIGNED_INTEGERS, Helper("wrapping_remainder"))]),
    row("saturating_rem_euclid", &[of(SIGNED_INTEGERS, Helper("wrapping_rem_euclid"))]),
    row("saturating_negate", &[of(SIGNED_INTEGERS, Helper("saturating_negate"))]),
    row("saturating_abs", &[of(SIGNED_INTEGERS, Helper("saturating_abs"))]),
    row("saturating_power", &[of(INTEGERS, Helper("saturating_power"))]),
    row("saturating_shift_left", &[by(INTEGERS, INTEGERS, Scaled("saturating_shift_left"))]),
    row("saturating_shift_right", &[by(INTEGERS, INTEGERS, Scaled("saturating_shift_right"))]),
];

/// The names of all operations.
pub fn operations() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.operation)
}

/// All ways to write an operation: the types of the first argument, those of the last, and how it is written.
pub fn spellings(operation: &str) -> impl Iterator<Item = (&'static str, &'static str, Spelling)> {
    let ways = ROWS.iter().filter(move |row| row.operation == operation).flat_map(|row| row.ways);
    let each =
        |way: &'static Way| way.first.iter().flat_map(move |first| way.last.iter().map(move |last| (*first, *last)));
    ways.flat_map(move |way| each(way).map(|(first, last)| (first, last, way.spelling)))
}

/// How an operation is written for these types of its first and of its last argument, if it exists for them. Under an
/// attribute it is written as without where it does the same.
pub fn spelling(operation: &str, first: &str, last: &str) -> Option<Spelling> {
    let fits = |way: &&Way| way.first.contains(&first) && way.last.contains(&last);
    let own = |operation: &str| {
        let row = ROWS.iter().find(|row| row.operation == operation)?;
        row.ways.iter().find(fits).map(|way| way.spelling)
    };
    own(operation).or_else(|| own(without_attribute(operation)))
}

/// `plus` of `wrapping_plus` and `saturating_plus`: the operation, or the reduction, that has no attribute.
pub fn without_attribute(operation: &str) -> &str {
    let attributes = ["wrapping_", "saturating_"].into_iter();
    attributes.filter_map(|attribute| operation.strip_prefix(attribute)).next().unwrap_or(operation)
}
