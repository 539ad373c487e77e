//! Calls of functions, and reductions.

use super::{counted, say};
use crate::ops;

pub(crate) fn arity(name: &str, expected: &str, given: usize) -> String {
    let given = counted(given, "value", "values");
    // What is no built-in function is a conversion.
    let arguments = ops::function(name).map_or("x", |function| function.arguments);
    say(format!("`{name}.` takes {expected}, not {given}"), format!("write `{name}.({arguments})`"))
}

/// `dot` if it was called with one.
pub(crate) fn near_miss(name: &str, dot: &str, right: &str) -> String {
    say(format!("there is no built-in `{name}{dot}`"), format!("write `{right}`; {}", own_function(name)))
}

pub(crate) fn gives_several(name: &str) -> String {
    say(
        format!("`{name}.` gives two values"),
        format!("name them: `let (s, c) = {name}.(x);`; a tuple of them is `f64::{name}.(x)`; {}", own_function(name)),
    )
}

pub(crate) fn fold_arguments() -> String {
    say(
        "`fold` takes the elements, a value to begin with, and a function that joins two of them",
        "write `fold(x, 0, |a, b| a + b)`, or `fold[1](x, 0, f)`",
    )
}

pub(crate) fn look_up_without_index() -> String {
    say(
        "`at.` takes an array and an index for each of its axes",
        format!("write `at.(table, i)` or `at.(matrix, i, j)`; {}", own_function("at")),
    )
}

pub(crate) fn table_has_names() -> String {
    say("the table of `at.` has no names: it is taken whole", "name the axes of the indices: `at.(table, i @ (k))`")
}

pub(crate) fn table_is_fused() -> String {
    say(
        "the first argument of `at.` is an array, taken whole, and no fused value",
        "compute it before: `let table = bcast!(..);`, then `at.(table, i)`",
    )
}

pub(crate) fn negative_index() -> String {
    say("an index of `at.` counts from the first element, 0", "write a number that is not negative")
}

pub(crate) fn reduced_axes(name: &str) -> String {
    say(
        format!("the brackets of `{name}[..]` hold the axes that are reduced"),
        format!("write `{name}[0](x)`, `{name}[0, 2](x)`, or `{name}[0; keep](x)`; without brackets all are reduced"),
    )
}

pub(crate) fn reduced_order(sorted: &str, name: &str) -> String {
    say(format!("the axes of `{name}[..]` must increase"), format!("write `{name}[{sorted}](..)`"))
}

pub(crate) fn reduced_twice(axis: &str, name: &str) -> String {
    say(format!("axis {axis} stands twice in `{name}[..]`"), "name each axis once")
}

pub(crate) fn old_elements(target: &str, name: Option<&str>) -> String {
    let help = match name {
        Some(name) => format!("compute `{name}` before: `let {name} = bcast!(..);` in front of this `bcast!`"),
        None => format!("write a second `bcast!` for what needs `{target}` as it is afterwards"),
    };
    say(format!("this reduction needs old elements of `{target}` beside new ones"), help)
}

pub(crate) fn scan_keeps(name: &str) -> String {
    say(format!("`keep` in `{name}[..]`, which reduces nothing"), format!("write `{name}[0](x)`: all axes stay"))
}

pub(crate) fn scan_axes(name: &str) -> String {
    say(
        format!("`{name}` runs along one axis, which its brackets say"),
        format!("write `{name}[0](x)`, or `{name}[0]({name}[1](x))` for one axis after the other"),
    )
}

pub(crate) fn reduction_of_several(name: &str) -> String {
    if ops::reducer(name).is_some_and(ops::Reducer::scans) {
        return say(format!("`{name}[0](..)` takes one value"), format!("write `{name}[0](x)`"));
    }
    let what = format!("`{name}(..)` reduces one value over its axes");
    match ops::function(name) {
        Some(pairs) => say(what, format!("write `{name}.({})` for each pair of elements", pairs.arguments)),
        None => say(what, format!("write `{name}(x)` or `{name}[0](x)`")),
    }
}

/// How a function of the user is called whose name is ours.
fn own_function(name: &str) -> String {
    format!("a function of yours is `({name}).(x)`")
}
