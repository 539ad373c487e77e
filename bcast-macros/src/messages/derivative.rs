//! `#[elemental(derivative = df)]`.

fn say(what: &str, help: impl AsRef<str>) -> String {
    format!("bcast: {what}\nhelp: {}", help.as_ref())
}

pub(crate) fn derivative_of_no_function() -> String {
    say(
        "`derivative` beside something else than a function of values",
        "write it above a function with its result: `#[elemental(derivative = df)] fn f(x: f64) -> f64`",
    )
}

pub(crate) fn derivative_of_generic() -> String {
    say("`derivative` of a generic function", "write a function of `f32` or `f64`")
}

pub(crate) fn derivative_of_many(most: usize) -> String {
    say("`derivative` of a function with no argument, or too many", format!("write one of 1 to {most} arguments"))
}
