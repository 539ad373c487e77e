//! The methods of std's numbers that kernels have.
//!
//! They mean what std says. An operation of formulas has the same name and the same result, but for those that are
//! written out here.

use crate::ops;

/// A method of numbers.
#[derive(Clone, Copy)]
pub(super) struct Method {
    /// The operation of formulas that it is; `clamp` is none.
    pub(super) operation: Option<&'static str>,
    pub(super) types: Types,
    other: Other,
    /// Whether it tells a truth value.
    question: bool,
}

/// What a method is defined for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Types {
    /// On a GPU, single precision only.
    Single,
    /// Whatever std has it for.
    All,
}

/// The type of the other arguments.
#[derive(Clone, Copy)]
enum Other {
    Same,
    Signed,
    Unsigned,
}

impl Method {
    /// The type of an argument beside a receiver of type `own`, as lines write it.
    pub(super) fn argument(&self, own: &str) -> String {
        match self.other {
            Other::Same => own.to_owned(),
            Other::Signed => "i32".to_owned(),
            Other::Unsigned => "u32".to_owned(),
        }
    }

    /// Whether the result has the type of the receiver.
    pub(super) fn keeps_type(&self) -> bool {
        !self.question
    }
}

/// Operations that a method of the same name is.
const SAME: [&str; 40] = [
    "abs",
    "signum",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "sqrt",
    "cbrt",
    "recip",
    "exp",
    "exp2",
    "exp_m1",
    "ln",
    "ln_1p",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "atan2",
    "hypot",
    "powf",
    "powi",
    "min",
    "max",
    "mul_add",
    "copysign",
    "rem_euclid",
    "is_nan",
    "is_finite",
];

/// Methods that are operations of another name.
const OTHERS: [(&str, &str, Other); 6] = [
    ("pow", "power", Other::Unsigned),
    ("wrapping_add", "plus", Other::Same),
    ("wrapping_sub", "minus", Other::Same),
    ("wrapping_mul", "times", Other::Same),
    ("to_degrees", "to_degrees", Other::Same),
    ("to_radians", "to_radians", Other::Same),
];

/// Methods of std's numbers that kernels lack: any other name is taken for a method of the user's.
const LACKING: [&str; 47] = [
    "abs_diff",
    "checked_add",
    "checked_div",
    "checked_mul",
    "checked_pow",
    "checked_sub",
    "classify",
    "clone",
    "count_ones",
    "count_zeros",
    "div_ceil",
    "div_euclid",
    "from_bits",
    "into",
    "ilog2",
    "is_infinite",
    "is_negative",
    "is_normal",
    "is_positive",
    "is_power_of_two",
    "is_sign_negative",
    "is_sign_positive",
    "is_subnormal",
    "isqrt",
    "iter",
    "leading_zeros",
    "len",
    "log",
    "midpoint",
    "next_down",
    "next_multiple_of",
    "next_power_of_two",
    "next_up",
    "overflowing_add",
    "reverse_bits",
    "rotate_left",
    "rotate_right",
    "round_ties_even",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
    "sin_cos",
    "swap_bytes",
    "to_bits",
    "total_cmp",
    "trailing_zeros",
    "unsigned_abs",
];

pub(super) fn method(name: &str) -> Option<Method> {
    if name == "clamp" {
        return Some(Method { operation: None, types: Types::All, other: Other::Same, question: false });
    }
    if let Some(&(_, operation, other)) = OTHERS.iter().find(|(own, ..)| *own == name) {
        return Some(Method { operation: Some(operation), types: Types::All, other, question: false });
    }
    let operation = *SAME.iter().find(|own| **own == name)?;
    let types = match ops::function(operation) {
        Some(function) if function.is_elementary() => Types::Single,
        _ => Types::All,
    };
    let other = if name == "powi" { Other::Signed } else { Other::Same };
    Some(Method { operation: Some(operation), types, other, question: name.starts_with("is_") })
}

/// Whether std's numbers have such a method, which kernels lack.
pub(super) fn exists_in_std(name: &str) -> bool {
    LACKING.contains(&name)
}
