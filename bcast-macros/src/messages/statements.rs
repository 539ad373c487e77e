//! Statements and their targets.

use super::{counted, say};

pub(crate) fn let_pattern() -> String {
    say("a `let` in here names fused values", "write `let d = x .- y;`, or `let (q, r) = f.(x);` for a tuple")
}

pub(crate) fn nested_pattern() -> String {
    say(
        "a pattern inside a pattern",
        "name what it stands for, and take it apart in a `let` of its own: `let (p, c) = f.(x); let (a, b) = p;`",
    )
}

pub(crate) fn rest_of_pattern() -> String {
    say("`..` in a pattern", "write `_` for each value that has no name: `let (a, _, _) = f.(x);`")
}

pub(crate) fn pattern_without_names() -> String {
    say("this pattern names nothing", "name what is used below, or remove the `let`")
}

pub(crate) fn value_without_name() -> String {
    say("`_` stands for this value, so nothing uses it", "remove both")
}

pub(crate) fn count_of_names(pattern: &str, names: usize, values: usize) -> String {
    let names = counted(names, "value", "values");
    say(format!("`{pattern}` stands for {names}, not {values}"), "write a name, or `_`, for each of them")
}

pub(crate) fn let_mut() -> String {
    say("a fused value never changes", "write `let d = ..;` without `mut`")
}

pub(crate) fn let_type(name: &str) -> String {
    say(
        format!("the type of `{name}` follows from its value"),
        format!("write `let {name} = ..;`; convert with `f64.(x)`"),
    )
}

pub(crate) fn let_equals(name: &str) -> String {
    say(format!("`=` is missing after `let {name}`"), format!("write `let {name} = ..;`"))
}

pub(crate) fn let_unused(name: &str) -> String {
    say(format!("`{name}` is never used"), format!("use `{name}` below, or remove the `let`"))
}

pub(crate) fn let_twice(name: &str) -> String {
    say(format!("`{name}` is defined twice"), "give the second one a name of its own")
}

pub(crate) fn let_hides_operand(name: &str) -> String {
    say(format!("`let {name}` has the name of an operand used before it"), "give it a name of its own")
}

pub(crate) fn let_last() -> String {
    say("the last `let` gives no result", "end with an expression, or assign: `out .= d`")
}

pub(crate) fn dropped_value() -> String {
    say("this value is dropped", "assign it, `out .= ..;`, name it, `let d = ..;`, or let it end the macro without `;`")
}

pub(crate) fn nested_assignment() -> String {
    say("an assignment inside an expression", "write it as a statement of its own: `y .= ..;`")
}

pub(crate) fn equals_sign() -> String {
    say("a `=` inside an expression", "a comparison is `.==`; an assignment is a statement, `y .= ..;`")
}

pub(crate) fn target_is_let(name: &str) -> String {
    say(
        format!("`{name}` is a fused value, not an array"),
        "assign to an array or a view that exists outside the macro",
    )
}

pub(crate) fn target_is_no_place(text: &str) -> String {
    say(format!("`{text}` is no place that can be assigned to"), "assign to an array or a mutable view: `out .= ..`")
}

pub(crate) fn target_is_fused() -> String {
    say("a fused value cannot be assigned to", "assign to an array or a mutable view: `out .= ..`")
}

/// `copied` is the operand without references and maps. A target that is not simple is evaluated once, and nothing else
/// is known to be the same.
pub(crate) fn overlap(leaf: &str, target: &str, is_simple: bool, copied: &str, gpu: bool) -> String {
    let copy = if gpu { "copy()?" } else { "to_owned()" };
    let own = match is_simple {
        true => format!("its own old elements are read as `{target}`"),
        false => "its own old elements are read by the same slice if its bounds are names or numbers, so compute them \
                  before the macro: `let bound = ..;`"
            .to_owned(),
    };
    say(
        format!("`{leaf}` overlaps the target `{target}`"),
        format!("{own}; for others take a copy before the macro: `let copy = {copied}.{copy};`"),
    )
}

/// `target` is `x[i]`, and `leaf` reads some of `x`.
pub(crate) fn beside_an_element(leaf: &str, target: &str) -> String {
    say(
        format!("`{leaf}` is read beside the target `{target}`, and both are of one array"),
        format!("take what is assigned before: `let value = bcast!(..);`, then `{target} = value;`"),
    )
}

/// `leaf` is an index of Rust's into what `target` is, or is a slice of; `is_new` if it has been assigned before.
pub(crate) fn element_of_the_target(leaf: &str, target: &str, is_new: bool) -> String {
    let new = if is_new { "; the new one is read by a second `bcast!` for all that follows" } else { "" };
    say(
        format!("`{leaf}` is borrowed beside the target `{target}`, and both are of one array"),
        format!("write `{{ {leaf} }}`: its value before the call{new}"),
    )
}

/// `leaf` reads what `target` has been assigned before, under a map or by a view.
pub(crate) fn new_elements_elsewhere(leaf: &str, target: &str) -> String {
    say(
        format!("`{leaf}` needs new elements of the target `{target}`, other than the one that is being written"),
        format!(
            "name what is assigned, `let d = ..; {target} .= d;`, and read `d` instead; or write a second `bcast!` \
             for all that follows"
        ),
    )
}

pub(crate) fn targets_of_one_array(target: &str, other: &str) -> String {
    say(
        format!("`{target}` is written beside the target `{other}`, and both are of one array"),
        "write a `bcast!` for each of them, or take views of both before: `let (mut a, mut b) = \
         x.multi_slice_mut(..);`",
    )
}

pub(crate) fn target_is_new(text: &str, method: &str) -> String {
    say(
        format!("`.{method}(..)` makes a new array, so what is assigned to `{text}` would be lost"),
        "assign to an array or a mutable view: `out .= ..`",
    )
}
