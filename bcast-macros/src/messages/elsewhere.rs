//! What NumPy, Julia, `ndarray` and others write.

use super::say;
use crate::ops;

/// `written` is the attribute.
pub(crate) fn attribute_inside(written: &str) -> String {
    say(
        format!("`{written}` stands inside, attributes are about the whole call"),
        format!("write it first: `bcast!({written} ..)`"),
    )
}

pub(crate) fn all_dotted_inside() -> String {
    say("`@.` stands inside, it dots the whole call", "write it first: `bcast!(@. ..)`")
}

pub(crate) fn macro_of_julia(name: &str) -> String {
    let help = match name {
        "views" | "view" => "remove it: a slice is always a view",
        "numpy" | "serial" | "wrapping" | "saturating" | "structured" => {
            return say(format!("`@{name}` is no word here"), format!("write `bcast!(#[{name}] ..)`"));
        }
        _ => "remove it: vector instructions and threads are there; `@.` in front dots everything",
    };
    say(format!("`@{name}` is no word here"), help)
}

/// `left` and `right` are the factors, if they can be shown.
pub(crate) fn product_of_matrices(left: &str, right: &str) -> String {
    say(
        "`.@` is no operator",
        format!("a product of matrices is `{left}.dot(&{right})`, or `sum[k]({left} @ (i, k) .* {right} @ (k, j))`"),
    )
}

pub(crate) fn word_operator(word: &str, sign: &str) -> String {
    say(format!("`{word}` is no operator"), format!("write `{sign}`"))
}

pub(crate) fn not_before(word: &str, operand: &str) -> String {
    say(format!("`{word}` is no operator"), format!("write `!{operand}`"))
}

pub(crate) fn if_behind() -> String {
    say("`if` behind a value", "it stands before: write `if c { a } else { b }`")
}

pub(crate) fn question_and_colon() -> String {
    say("`?` with `:` chooses nothing here", "write `if c { a } else { b }`")
}

pub(crate) fn pipe(left: &str) -> String {
    say("`|>` is no operator", format!("write the function before its argument: `f.({left})`"))
}

pub(crate) fn dot_behind(sign: &str) -> String {
    say(format!("a dot behind `{sign}`"), "one dot stands before the operator: `x .+ y`, `y .= x`")
}

pub(crate) fn number_begins_with_dot(digits: &str) -> String {
    say(format!("`.{digits}` is no number"), format!("write `0.{digits}`"))
}

/// `ranges` is the entry in our spelling.
pub(crate) fn colon_in_slice(written: &str, ranges: &str) -> String {
    say(
        format!("`{written}` is no range"),
        format!("write `{ranges}`; ranges are `a..b` or `a..b;step`, counted from 0, and from the end below 0"),
    )
}

pub(crate) fn new_axis(written: &str, axes: &str) -> String {
    say(
        format!("`{written}` in a slice makes no axis"),
        format!("say where the axes lie instead: `x @ ({axes})` behind the operand"),
    )
}

pub(crate) fn dots_in_slice() -> String {
    say("`...` in a slice", "write `..` for each axis that is taken whole: `x[.., .., 0]`")
}

/// `value` is what stands behind the `=`, `called` what is called with it.
pub(crate) fn named_argument(name: &str, value: &str, called: &str) -> String {
    let what = format!("`{name} = {value}` in a call: arguments have no names here");
    let reducer = called.rsplit('.').next().unwrap_or_default();
    let reducer = if ops::reducing(reducer).is_some() { reducer } else { "mean" };
    let is_number = value.trim_start_matches('-').chars().all(|c| c.is_ascii_digit());
    let help = match name {
        "dims" => match value.parse::<usize>() {
            Ok(axis @ 1..) => format!("write `{reducer}[{}](x)`: axes stand in brackets and count from 0", axis - 1),
            _ => format!("write `{reducer}[0](x)`: axes stand in brackets and count from 0"),
        },
        "axis" | "dim" | "axes" if is_number => format!("write `{reducer}[{value}](x)`: axes stand in brackets"),
        "axis" | "dim" | "axes" => format!("write `{reducer}[0](x)` or `{reducer}[0, 1](x)`: axes stand in brackets"),
        "keepdims" | "keepdim" => format!("write `{reducer}[0; keep](x)`"),
        "ddof" | "corrected" => "`var` and `std` divide by the number of elements; others are formulas: \
                                 `sum((x .- mean(x)).^2) ./ f64.(n .- 1)`"
            .to_owned(),
        "where" | "mask" => format!("write a choice inside: `{reducer}(if c {{ x }} else {{ 0 }})`"),
        "out" => "assign: `out .= ..`".to_owned(),
        _ => "a closure gives others: `(|v| f(v, 2)).(x)`; a comparison is `.==`".to_owned(),
    };
    say(what, help)
}

/// `right` is what is written here.
pub(crate) fn of_numpy(written: &str, right: &str) -> String {
    say(format!("`{written}` is NumPy's name"), format!("write `{right}`; a method of yours stands in braces"))
}

pub(crate) fn dots_in_closure(call: &str) -> String {
    say(
        format!("dotted operations in a closure for `{call}`, whose body is plain Rust"),
        "write the formula itself, `2 .* x .+ 1`; or a closure without dots: `(|v| 2.0 * v + 1.0).(x)`",
    )
}

/// `is_mask` if something is compared in it.
pub(crate) fn dotted_index(call: &str, is_mask: bool) -> String {
    let help = match is_mask {
        true => {
            "a mask chooses, `if c { x } else { 0 }`; places are looked up, `at.(x, i)`; what a mask selects is \
             assigned by `x .= if c { 0 } else { x }`"
        }
        false => {
            "an index is plain Rust, `x[n - 1]`; the place of each element is looked up, `at.(x, i .+ 1)`; a mask \
             chooses, `if c { x } else { 0 }`"
        }
    };
    say(format!("dotted operations in the index of `{call}`"), help)
}

/// `first` is what they begin with; `is_block` if there are statements in them.
pub(crate) fn dotted_braces(first: &str, is_block: bool) -> String {
    let help = match first {
        "for" | "while" | "loop" => AROUND,
        _ if is_block => "remove them: statements stand in the macro itself, `let d = x .- y; out .= d .* d`",
        _ => "write parentheses, or nest a macro for an array of its own: `{ bcast!(x .+ y) }`",
    };
    say("dotted operations in braces, which hold plain Rust", help)
}

/// Where loops stand.
pub(super) const AROUND: &str =
    "write the loop around the call, `for i in 0..n { bcast!(y .+= x[i]) }`; elements need none: `y .+= x`";

/// `name` is called with brackets or braces.
pub(crate) fn brackets_of_a_call(name: &str) -> String {
    let help = match ops::reducing(name) {
        Some(_) => format!("write `{name}[0](x)`: a reduction has no dot"),
        None => format!("write `{name}.(x)`; `x[i]` and `at.(x, i)` find elements"),
    };
    say(format!("a dot and brackets behind `{name}`"), help)
}

pub(crate) fn dotted_list() -> String {
    say("dotted operations in an array's list", "several results are a tuple at the end: `bcast!((a .+ b, a .- b))`")
}

pub(crate) fn azip(name: &str) -> String {
    say(format!("`{name}!` inside"), "write the formula that stands in it, with dots: `z .+= x .* y`")
}
