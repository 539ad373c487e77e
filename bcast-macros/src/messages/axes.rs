//! Axis maps.

use super::{counted, say};

/// `left` is what stands before `@`.
pub(crate) fn axes_without_parentheses(left: &str, written: &str) -> String {
    let help = "write `@ (1)`, one axis per dimension";
    let Some(first) = written.chars().next() else {
        return say("the axes are missing after `@`", help);
    };
    let what = format!("the axes after `@` stand in parentheses, not `{written}`");
    let list = written.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(written);
    match list.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | ',' | '-')) {
        true => say(what, format!("write `{left} @ ({list})`, one axis per dimension")),
        false if first.is_alphabetic() => say(
            what,
            format!("{help}, `@ {{{written}}}` for a value; a product of matrices is `{left}.dot(&{written})`"),
        ),
        false => say(what, help),
    }
}

pub(crate) fn axis_number(written: &str) -> String {
    say(
        format!("`{written}` is no axis"),
        "write a plain number, 0 for the first axis, -1 for the last; a value of the program stands in braces: \
         `@ {n}`, `sum[{n}](x)`",
    )
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

/// `axes` are written as after `@`.
pub(crate) fn given_on_a_part(axes: &str) -> String {
    say(
        format!("`@ {axes}` behind a part, whose axes are known only when the call runs"),
        "write it behind each operand of the part instead",
    )
}

pub(crate) fn given_inside_a_map() -> String {
    say(
        "a map of something whose axes are known only when the call runs",
        "remove this map, or write the inner axes as numbers",
    )
}

pub(crate) fn axes_of_map(reach: usize, length: usize) -> String {
    let (axes, dimensions) = (counted(length, "axis", "axes"), counted(reach, "dimension", "dimensions"));
    say(
        format!("`@` with {axes} on a value of at least {dimensions}"),
        "write one axis for each dimension of the value",
    )
}
