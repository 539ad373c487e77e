//! Axis maps.

use super::{counted, say};

pub(crate) fn axes_without_parentheses(written: &str) -> String {
    let what = match written {
        "" => "the axes are missing after `@`".to_owned(),
        written => format!("the axes after `@` stand in parentheses, not `{written}`"),
    };
    say(what, "write `@ (1)`, one axis per dimension")
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

/// `example` is a list of axes.
pub(crate) fn axis_repeated(axis: &str, example: &str) -> String {
    say(
        format!("axis {axis} stands twice after `@`"),
        format!("each dimension lies along an axis of its own: `@ ({example})`"),
    )
}

pub(crate) fn axes_of_map(reach: usize, length: usize) -> String {
    let (axes, dimensions) = (counted(length, "axis", "axes"), counted(reach, "dimension", "dimensions"));
    say(
        format!("`@` with {axes} on a value of at least {dimensions}"),
        "write one axis for each dimension of the value",
    )
}
