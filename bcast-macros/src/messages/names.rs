//! Named axes.

use super::say;

pub(crate) fn names_of_part(names: &str) -> String {
    say(
        "names stand behind operands: a part has those of what it is made of",
        format!("remove this `@ ({names})`, and name the operands inside instead"),
    )
}

pub(crate) fn numbers_beside_names() -> String {
    say("an axis by its number, in a call that names axes", "write a name here, too: a call uses names or numbers")
}

pub(crate) fn names_under_numpy() -> String {
    say("`#[numpy]` lines axes up by their places, not by names", "remove the attribute, or the names")
}

pub(crate) fn keep_beside_names(reducer: &str) -> String {
    say(
        "`keep` in a call that names axes",
        format!("write `{reducer}[k](..)`: names say where the result lies, beside what it came from and elsewhere"),
    )
}

pub(crate) fn named_later(operand: &str, names: &str) -> String {
    say(
        format!("`{operand}` stands here before its axes are named"),
        format!("write `{operand} @ ({names})` here; it keeps these names in the whole call"),
    )
}

/// `there` are the names that are reduced.
pub(crate) fn unknown_axis(axis: &str, reducer: &str, there: &[String]) -> String {
    let names: Vec<String> = there.iter().map(|name| format!("`{name}`")).collect();
    let help = match names.as_slice() {
        [] => "name the axes of its operands: `x @ (i, j)`".to_owned(),
        [only] => format!("its only axis is {only}"),
        all => format!("its axes are {}", all.join(", ")),
    };
    say(format!("what `{reducer}[..]` reduces has no axis `{axis}`"), help)
}

/// `target` is written with its names.
pub(crate) fn target_lacks_axis(target: &str, axis: &str) -> String {
    say(
        format!("the target `{target}` has no axis `{axis}`, what is assigned to it has"),
        format!("reduce it, as in `sum[{axis}](..)`, or assign to an array that has it: a target never grows"),
    )
}

pub(crate) fn target_without_names(target: &str, names: &str) -> String {
    say(
        format!("the axes of the target `{target}` have no names, those of what is assigned to it have"),
        format!("write `{target} @ ({names}) .= ..`, in the order of its axes"),
    )
}

pub(crate) fn attribute_names(name: &str) -> String {
    say(format!("`#[{name}]` needs names of axes in parentheses"), format!("write `#[{name}(i, j)]`"))
}

pub(crate) fn attribute_axis_twice(axis: &str) -> String {
    say(format!("`{axis}` stands twice in `#[axes(..)]`"), "name each axis once")
}

/// `all` are the axes of the results.
pub(crate) fn attribute_lacks_axis(axis: &str, all: &str) -> String {
    say(
        format!("`#[axes(..)]` lacks the axis `{axis}` of a result"),
        format!("name all of them in the order that you want: `#[axes({all})]`"),
    )
}

pub(crate) fn attribute_axis_of_nothing(axis: &str, all: &str) -> String {
    let help = match all {
        "" => "remove the attribute: targets have an order of their own".to_owned(),
        all => format!("name the axes of the results only: `#[axes({all})]`"),
    };
    say(format!("no result has the axis `{axis}`"), help)
}
