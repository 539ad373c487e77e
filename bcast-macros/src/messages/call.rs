//! The call as a whole, and its attributes.

use super::say;
use crate::ops;

pub(crate) fn empty() -> String {
    say("nothing to compute", "write an expression with dots, such as `bcast!(x .+ y)`")
}

pub(crate) fn nothing_dotted() -> String {
    say(
        "no dotted operation in here",
        "put a dot before each operator or call that works element by element: `x .+ y`, `exp.(x)`",
    )
}

/// `dotted` is what a method is here.
pub(crate) fn undotted_method(dotted: &str) -> String {
    say("no dotted operation in here", format!("write `{dotted}`"))
}

pub(crate) fn no_reduction(name: &str, instead: &str) -> String {
    let all: Vec<&str> = ops::reduction_names().collect();
    say(format!("there is no reduction `{name}`"), format!("{instead}; the reductions are {}", all.join(" ")))
}

pub(crate) fn too_deep() -> String {
    say("parentheses are nested too deeply", "name the inner parts: `let part = ..;` inside the macro")
}

/// `is_assignment` if an assignment stands before it.
pub(crate) fn stray_comma(is_assignment: bool) -> String {
    let help = match is_assignment {
        true => "end a statement with `;`: `x .= a; y .= b`",
        false => "write a tuple for several results: `bcast!((a .+ b, a .- b))`",
    };
    say("a `,` separates nothing here", help)
}

pub(crate) fn unknown_attribute(name: &str) -> String {
    say(
        format!("unknown attribute `#[{name}]`"),
        "there are `#[numpy]`, `#[serial]`, `#[structured]`, `#[wrapping]`, `#[saturating]`, `#[checked]`, \
         `#[shape(..)]`, `#[axes(..)]`, `#[grad(..)]`, `#[gpu(..)]` and `#[on(..)]`",
    )
}

pub(crate) fn repeated_attribute(name: &str) -> String {
    say(format!("`#[{name}]` is given twice"), "remove one of them")
}

pub(crate) fn two_modes(first: &str, second: &str) -> String {
    say(
        format!("`#[{first}]` and `#[{second}]` in one call"),
        "keep one of them, or make the other part a call of its own",
    )
}

pub(crate) fn checked_on_gpu() -> String {
    say(
        "`#[checked]` needs a kernel that can say where it failed, which those of a GPU cannot",
        "remove `#[gpu(..)]`, or write `#[saturating]` and look for the ends of the type in what comes out",
    )
}

pub(crate) fn checked_text() -> String {
    say(
        "`#[checked]` needs a kernel that can say where it failed, which those of a GPU cannot",
        "remove `#[checked]`: without it the kernels are those of arithmetic that wraps",
    )
}

pub(crate) fn checked_lazy() -> String {
    say(
        "whoever reads an expression of `lazy!` cannot hear that its arithmetic failed",
        "write `#[checked]` on the call that reads it, with this formula in it, or make an array: \
         `let a = bcast!(#[checked] ..);`",
    )
}

pub(crate) fn checked_reads_written(target: &str) -> String {
    say(
        format!("under `#[checked]` nothing is written before all is known to fit, and this reads `{target}` anew"),
        "make it a call of its own, behind this one",
    )
}

pub(crate) fn on_beside_gpu() -> String {
    say("`#[on(..)]` and `#[gpu(..)]` in one call: pieces of a place are computed by processors", "keep one of them")
}

pub(crate) fn on_beside_checked() -> String {
    say(
        "`#[checked]` says where the first result is that does not fit, which the pieces of a place cannot tell",
        "remove `#[checked]`, or write `#[saturating]` and look for the ends of the type in what comes out",
    )
}

pub(crate) fn on_beside_structured() -> String {
    say(
        "containers with structure are not cut into pieces",
        "remove `#[structured]`: the matrices that they stand for are read as they are",
    )
}

pub(crate) fn on_lazy() -> String {
    say("an expression of `lazy!` runs where it is read", "write `#[on(..)]` on the call that reads it")
}

pub(crate) fn attribute_argument(name: &str) -> String {
    say(format!("`#[{name}]` needs one argument in parentheses"), format!("write `#[{name}(..)]`"))
}

pub(crate) fn attribute_without_argument(name: &str) -> String {
    say(format!("`#[{name}]` takes no argument"), format!("write `#[{name}]`"))
}

pub(crate) fn structured_beside(what: &str) -> String {
    say(
        format!("`#[structured]` cannot stand beside {what}"),
        "write the structured part as a call of its own: `let d = bcast!(#[structured] ..);`",
    )
}

pub(crate) fn structured_several() -> String {
    say(
        "`#[structured]` takes one expression or one assignment, and no `let`",
        "make each a call of its own: `let d = bcast!(#[structured] ..);`",
    )
}

pub(crate) fn gpu_unavailable() -> String {
    say(
        "`#[gpu(..)]` needs the feature `gpu`",
        "write `bcast = { version = \"..\", features = [\"gpu\"] }`, or remove the attribute to run on the CPU",
    )
}

pub(crate) fn serial_on_gpu() -> String {
    say(
        "`#[serial]` is about the threads of the processor, of which a GPU has none",
        "remove `#[serial]`, or `#[gpu(..)]` to run on one thread of the processor",
    )
}

/// `function` is the callee as written. What joins elements is none of the user's.
pub(crate) fn function_on_gpu(function: &str, joins: bool) -> String {
    let what = match function {
        "this closure" => "this closure cannot run on the GPU".to_owned(),
        name => format!("`{name}` cannot run on the GPU"),
    };
    let functions = ops::functions().map(|function| function.name).collect::<Vec<_>>().join(" ");
    let own = if joins { "" } else { "functions with `#[elemental]`, " };
    say(what, format!("kernels know {own}operators, conversions such as `f32.(x)`, reductions, and {functions}"))
}
