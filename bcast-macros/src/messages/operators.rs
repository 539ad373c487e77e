//! Operators, dotted or not.

use super::say;

/// `&` or `|` where comparisons stand. `sides` are what it joins, if that can be shown.
pub(crate) fn undotted_condition(sign: &str, sides: Option<(String, String)>) -> String {
    let (left, right) = sides.unwrap_or_else(|| ("x .> 0".to_owned(), "y .> 0".to_owned()));
    say(
        format!("`{sign}` without a dot between broadcast parts"),
        format!("`.{sign}{sign}` joins conditions: write `{left} .{sign}{sign} {right}`; `.{sign}` joins bits"),
    )
}

/// `sides` are what stands left and right of the operator, if that can be shown; `is_plain` if both are plain Rust.
pub(crate) fn undotted(sign: &str, sides: Option<(String, String)>, is_plain: bool) -> String {
    let (dotted, braces) = match sides {
        Some((left, right)) => (format!("{left} .{sign} {right}"), format!("{{ {left} {sign} {right} }}")),
        None => (format!(".{sign}"), "{ .. }".to_owned()),
    };
    let or = match sign {
        _ if is_plain => format!(", or put plain Rust into braces: `{braces}`"),
        _ => String::new(),
    };
    let conditions =
        if matches!(sign, "&" | "|") { format!("; `.{sign}{sign}` joins conditions") } else { String::new() };
    say(format!("`{sign}` without a dot between broadcast parts"), format!("write `{dotted}`{or}{conditions}"))
}

/// A call without its dot of a name that is ours.
pub(crate) fn undotted_call(name: &str, is_conversion: bool) -> String {
    let write = format!("write `{name}.(..)`");
    let help = match is_conversion {
        true => write,
        false => format!("{write}; a function of yours is `self::{name}(..)` or `{{ {name}(..) }}`"),
    };
    say(format!("`{name}(..)` without a dot"), help)
}

pub(crate) fn undotted_assignment(sign: &str, left: &str) -> String {
    let is_name = left.chars().all(|c| c.is_alphanumeric() || c == '_');
    let new = if sign == "=" && is_name { format!(", or `let {left} = ..;` for a new name") } else { String::new() };
    say(format!("`{sign}` without a dot"), format!("write `{left} .{sign} ..`{new}"))
}

pub(crate) fn ambiguous_literal(literal: &str, sign: &str, sides: Option<(String, String)>) -> String {
    let right = sides.map_or("..".to_owned(), |(_, right)| right);
    let number = literal.trim_end_matches('.');
    say(
        format!(
            "`{literal}{sign}` can be read in two ways: Rust takes the dot into the number, so `{sign}` is undotted"
        ),
        format!("write `{number}.0 .{sign} {right}` or `{number} .{sign} {right}`"),
    )
}

pub(crate) fn caret(sides: Option<(String, String)>) -> String {
    let (left, right) = sides.unwrap_or_else(|| ("x".to_owned(), "y".to_owned()));
    say(
        "`^` without a dot between broadcast parts",
        format!("`.^` is power: write `{left} .^ {right}`; exclusive or is `xor.({left}, {right})`"),
    )
}

pub(crate) fn stars(sign: &str) -> String {
    say(
        format!("`{sign}` is no operator"),
        "power is `.^`: write `x .^ 2`; a product with a dereferenced operand needs a space: `x .* *y`",
    )
}

pub(crate) fn unknown_operator(sign: &str) -> String {
    say(
        format!("`{sign}` is no operator"),
        "there are `.+ .- .* ./ .% .^ .& .| .<< .>> .== .!= .< .<= .> .>= .&& .||` and prefix `-` and `!`",
    )
}

pub(crate) fn missing_operand(after: &str) -> String {
    let place = if after.is_empty() { "here".to_owned() } else { format!("after `{after}`") };
    say(format!("an operand is missing {place}"), "write a value: a name, a number, a call or a parenthesis")
}

pub(crate) fn missing_left_operand(sign: &str) -> String {
    say(format!("an operand is missing before `{sign}`"), "write a value on its left; only `-` and `!` are prefixes")
}

pub(crate) fn missing_operator(before: &str) -> String {
    say(format!("an operator is missing before `{before}`"), "put a dotted operator between two operands: `x .* y`")
}

pub(crate) fn unexpected(token: &str) -> String {
    say(
        format!("`{token}` does not begin an operand"),
        "write a name, a number, a call or a parenthesis; any other Rust goes into braces: `{ .. }`",
    )
}

pub(crate) fn range(left: &str, dots: &str) -> String {
    say("a range stands in parentheses of its own", format!("write `({left}{dots}n)`"))
}

pub(crate) fn three_dots() -> String {
    say("`...` can be read in several ways", "put the range into parentheses: `(0..n) .+ x`")
}

pub(crate) fn unfinished_field(left: &str) -> String {
    say(
        format!("a field or method name is missing after `{left}.`"),
        format!("write `{left}.field`, or remove the dot"),
    )
}

pub(crate) fn unfinished_call(name: &str) -> String {
    say(format!("the arguments are missing after `{name}.`"), format!("write `{name}.(x)`"))
}

pub(crate) fn unfinished_path(path: &str) -> String {
    say(format!("a name is missing after `{path}`"), format!("write `{path}name`, or remove the `::`"))
}

/// `is_plain` if `left` is plain Rust.
pub(crate) fn cast(left: &str, kind: &str, is_plain: bool) -> String {
    let argument = match left.strip_prefix('(').and_then(|left| left.strip_suffix(')')) {
        Some(inner) if is_plain && inner.contains(' ') => format!("{{ {inner} }}"),
        Some(inner) => inner.to_owned(),
        None => left.to_owned(),
    };
    say(format!("`{left} as {kind}` converts no elements"), format!("write `{kind}.({argument})`"))
}

pub(crate) fn chained_not_equal() -> String {
    say("`.!=` in a chain of comparisons", "compare in pairs: `a .!= b .&& b .!= c`")
}
