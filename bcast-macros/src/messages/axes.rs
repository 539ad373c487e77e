//! Axis maps.

use super::{counted, say};

pub(crate) fn axes_without_parentheses(written: &str) -> String {
    let what = match written {
        "" => "the axes are missing after `@`".to_owned(),
        written => format!("the axes after `@` stand in parentheses, not `{written}`"),
    };
    say(what, "write `@ (1)`, one axis per dimension")
}

pub(crate) fn axis_name(name: &str) -> String {
    say(format!("axis names such as `{name}` are not available yet"), "write the number of the axis, 0 for the first")
}

pub(crate) fn axis_number(written: &str) -> String {
    say(format!("`{written}` is no axis"), "write plain numbers, 0 for the first axis; there are no negative axes")
}

pub(crate) fn axes_order(sorted: &str) -> String {
    say(
        "the axes of `@` must increase",
        format!("write `@ ({sorted})` and permute the operand itself: `x.t() @ ({sorted})`"),
    )
}

pub(crate) fn axis_repeated(axis: usize) -> String {
    say(format!("axis {axis} stands twice after `@`"), "each dimension lies along an axis of its own: `@ (0, 1)`")
}

pub(crate) fn axes_of_map(reach: usize, length: usize) -> String {
    let (axes, dimensions) = (counted(length, "axis", "axes"), counted(reach, "dimension", "dimensions"));
    say(
        format!("`@` with {axes} on a value of at least {dimensions}"),
        "write one axis for each dimension of the value",
    )
}
