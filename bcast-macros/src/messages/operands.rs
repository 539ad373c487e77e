//! Operands.

use super::say;
use crate::ops;

pub(crate) fn keyword(word: &str) -> String {
    let of_elements =
        "for each element, `if c { a } else { b }` or a closure, `(|v| match v { .. }).(x)`; once, in braces";
    let help = match word {
        "match" => of_elements.to_owned(),
        "for" | "while" | "loop" => super::elsewhere::AROUND.to_owned(),
        "return" => "the value is the last expression, without `return`; to leave the function around, \
                     `{ return .. }`"
            .to_owned(),
        _ => format!("put plain Rust into braces: `{{ {word} .. }}`"),
    };
    say(format!("`{word}` cannot stand here"), help)
}

pub(crate) fn bare_closure() -> String {
    say("a closure must stand in parentheses", "write `(|v| ..).(x)`")
}

pub(crate) fn dots_in_callee() -> String {
    say(
        "dots in a function, whose body is plain Rust",
        "write it without them, `(|v| v + 1).(x)`: it is called with one element at a time",
    )
}

pub(crate) fn dotted_in_plain_call(call: &str) -> String {
    say(
        format!("dotted operations inside the plain Rust of `{call}`"),
        "dot the call too, `f.(x .+ y)`, or nest a macro for an array of its own: `f(&bcast!(x .+ y))`",
    )
}

pub(crate) fn field_call(callee: &str, name: &str) -> String {
    let help = match ops::function(name) {
        Some(function) => format!("write `{name}.({})`", function.arguments),
        None => format!("write `(|v| v.{name}(..)).(x)` for a method of each element, or `f.(x, y)` for a function"),
    };
    say(format!("`{callee}.(..)` is neither a method nor a function per element"), help)
}

pub(crate) fn callee(text: &str) -> String {
    say(format!("`{text}` cannot be called per element"), "write a path or a parenthesised closure before `.(..)`")
}

pub(crate) fn rust_on_fused(what: &str) -> String {
    let method = what.rsplit('.').next().and_then(|method| method.split_once('(')).map_or("", |(name, _)| name);
    let help = if ops::reducing(method).is_some() {
        format!("write `{method}(..)` around it")
    } else if ops::function(method).is_some() {
        format!("write `{method}.(..)` around it")
    } else {
        "write `f.(..)` for a function per element, or nest a macro for an array: `bcast!(..).method()`".to_owned()
    };
    say(format!("`{what}` on a fused value, which is never an array"), help)
}

pub(crate) fn fused_in_rust(name: &str, what: &str) -> String {
    say(
        format!("`{what}` is plain Rust, which cannot read the fused value `{name}`"),
        format!("compute it before the call, `let {name} = bcast!(..);`, or give the `let` in here another name"),
    )
}

pub(crate) fn reference_to_fused() -> String {
    say("a reference to a fused value, which is never an array", "remove the `&` or `*`")
}

pub(crate) fn tuple_inside() -> String {
    say("a tuple stands only at the end, as the results of the whole", "write `bcast!((a .+ b, a .- b))`")
}

pub(crate) fn missing_else() -> String {
    say("`if` without `else`", "every element needs a value: write `if c { a } else { b }`")
}

pub(crate) fn missing_branch() -> String {
    say("a branch in braces is missing", "write `if c { a } else { b }`")
}

pub(crate) fn statement_in_branch() -> String {
    say("a branch holds `let`s and one value at its end", "write `{ let d = x .- y; d .* d }`")
}

pub(crate) fn missing_entry() -> String {
    say("an entry is missing in this slice", "write `..` for all of an axis: `x[.., 0]`")
}

pub(crate) fn missing_last() -> String {
    say("a range with `..=` needs its last index", "write `x[1..=n]`, or `x[1..]` for all that follow")
}

pub(crate) fn missing_step() -> String {
    say("a step is a number other than 0", "write `x[..;2]` for every second entry, `x[..;-1]` for the reverse order")
}

pub(crate) fn step_of_an_index() -> String {
    say("a step without its range", "write `x[..;2]`, or `x[a..b;2]`")
}
