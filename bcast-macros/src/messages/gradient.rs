//! Gradients.

use super::say;

pub(crate) fn gradient_of_nobody() -> String {
    say("a gradient of which operands?", "name them: `#[grad(x)]`, `#[grad(x, w)]`")
}

pub(crate) fn gradient_of_no_operand(written: &str) -> String {
    say(
        format!("no gradient with respect to `{written}`, which is no name"),
        "name operands of the formula: `#[grad(x)]`, `#[grad(self.weights)]`; anything else has a name by a `let` \
         before the call",
    )
}

pub(crate) fn gradient_without_operand(name: &str) -> String {
    say(
        format!("`{name}` is no operand of the formula"),
        "name an operand as it stands in the formula, or remove this name",
    )
}

pub(crate) fn gradient_twice(name: &str) -> String {
    say(format!("`{name}` stands twice in `#[grad(..)]`"), "remove one of them")
}

pub(crate) fn gradient_of_let(name: &str) -> String {
    say(
        format!("`{name}` is a `let` of the formula, no operand"),
        "name an operand that it is computed from, or compute it in a call before",
    )
}

pub(crate) fn gradient_in_rust(name: &str, written: &str) -> String {
    say(
        format!("`{written}` reads `{name}` in plain Rust, which has no derivative here"),
        format!("write `{name}` itself in the formula, with an axis map where it has fewer axes"),
    )
}

pub(crate) fn gradient_beside(what: &str) -> String {
    say(format!("`#[grad(..)]` beside {what}"), "remove one of the two: gradients are of plain calls on the processor")
}

pub(crate) fn gradient_assigns() -> String {
    say("an assignment under `#[grad(..)]`", "write the formula as the value, and assign what the call returns")
}

pub(crate) fn gradient_of_tuple() -> String {
    say("`#[grad(..)]` of several values", "write one of them: a gradient is of one formula")
}

pub(crate) fn gradient_of_nothing() -> String {
    say("`#[grad(..)]` without a value", "end with the formula, without a `;`")
}

/// `axes` as written after `@`.
pub(crate) fn gradient_along_values(axes: &str) -> String {
    say(
        format!("no gradient through a reduction `@ {axes}`: which axes it has is known only when the call runs"),
        "write their numbers: `@ (1)`, or `@ (-1)` from the end",
    )
}

pub(crate) fn gradient_of_function(name: &str) -> String {
    say(
        format!("no derivative of `{name}`"),
        "write what it computes as a part of the formula, with operators and built-in functions",
    )
}

pub(crate) fn gradient_missing(name: &str, what: &str) -> String {
    say(format!("no derivative of `{name}`: it is {what}"), "write the formula by other functions")
}

pub(crate) fn gradient_of_table_on_a_place(name: &str) -> String {
    say(
        format!("no derivative on a place with respect to `{name}`, of which single elements are looked up"),
        "name other operands in `#[grad(..)]`, or derive in a call without `#[on(..)]`",
    )
}

pub(crate) fn gradient_of_reduction(name: &str) -> String {
    let instead = match name {
        "argmin" | "argmax" => "which jumps from one place to another; `min` and `max` have a derivative",
        "fold" => "which is a function of yours; `sum`, `prod`, `min`, `max` and `mean` have a derivative",
        _ => "which is not in the table of derivatives",
    };
    say(format!("no derivative of `{name}`, {instead}"), "compute it in a call before, as a constant of this one")
}
