//! Every text that the macro says, in one place.
//!
//! The first line says what is wrong in the user's words, the second one what to write.

use crate::ops;

fn say(what: impl AsRef<str>, help: impl AsRef<str>) -> String {
    format!("bcast!: {}\nhelp: {}", what.as_ref(), help.as_ref())
}

pub(crate) fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

// The call as a whole

pub(crate) fn empty() -> String {
    say("nothing to compute", "write an expression with dots, such as `bcast!(x .+ y)`")
}

pub(crate) fn nothing_dotted() -> String {
    say(
        "no dotted operation in here",
        "put a dot before each operator or call that works element by element: `x .+ y`, `exp.(x)`",
    )
}

pub(crate) fn too_deep() -> String {
    say("parentheses are nested too deeply", "name the inner parts: `let part = ..;` inside the macro")
}

pub(crate) fn stray_comma() -> String {
    say("a `,` separates nothing here", "write a tuple for several results: `bcast!((a .+ b, a .- b))`")
}

pub(crate) fn unknown_attribute(name: &str) -> String {
    say(format!("unknown attribute `#[{name}]`"), "there are `#[numpy]`, `#[serial]`, `#[shape(..)]` and `#[gpu(..)]`")
}

pub(crate) fn repeated_attribute(name: &str) -> String {
    say(format!("`#[{name}]` is given twice"), "remove one of them")
}

pub(crate) fn attribute_argument(name: &str) -> String {
    say(format!("`#[{name}]` needs one argument in parentheses"), format!("write `#[{name}(..)]`"))
}

pub(crate) fn attribute_without_argument(name: &str) -> String {
    say(format!("`#[{name}]` takes no argument"), format!("write `#[{name}]`"))
}

pub(crate) fn gpu_unavailable() -> String {
    say(
        "`#[gpu(..)]` needs the feature `gpu`",
        "write `bcast = { version = \"..\", features = [\"gpu\"] }`, or remove the attribute to run on the CPU",
    )
}

/// `function` is the callee as written.
pub(crate) fn function_on_gpu(function: &str) -> String {
    let what = match function {
        "this closure" => "this closure cannot run on the GPU".to_owned(),
        name => format!("`{name}` cannot run on the GPU"),
    };
    let functions = ops::functions().map(|function| function.name).collect::<Vec<_>>().join(" ");
    say(what, format!("kernels know operators, conversions such as `f32.(x)`, reductions, and {functions}"))
}

// Operators

/// `sides` are what stands left and right of the operator, if that can be shown; `is_plain` if both are plain Rust.
pub(crate) fn undotted(sign: &str, sides: Option<(String, String)>, is_plain: bool) -> String {
    let (dotted, braces) = match sides {
        Some((left, right)) => (format!("{left} .{sign} {right}"), format!("{{ {left} {sign} {right} }}")),
        None => (format!(".{sign}"), "{ .. }".to_owned()),
    };
    let or = if is_plain { format!(", or put plain Rust into braces: `{braces}`") } else { String::new() };
    say(format!("`{sign}` without a dot between broadcast parts"), format!("write `{dotted}`{or}"))
}

/// A call without its dot of a name that is ours.
pub(crate) fn undotted_call(name: &str, is_conversion: bool) -> String {
    let write = format!("write `{name}.(..)`");
    let help = match is_conversion {
        true => write,
        false => format!("{write}; a function of yours is `self::{name}(..)` or `{{ {name}(..) }}`"),
    };
    say(format!("`{name}(..)` without a dot"), help)
}

pub(crate) fn undotted_assignment(sign: &str, left: &str) -> String {
    say(format!("`{sign}` without a dot"), format!("write `{left} .{sign} ..`"))
}

pub(crate) fn ambiguous_literal(literal: &str, sign: &str, sides: Option<(String, String)>) -> String {
    let right = sides.map_or("..".to_owned(), |(_, right)| right);
    let number = literal.trim_end_matches('.');
    say(
        format!(
            "`{literal}{sign}` can be read in two ways: Rust takes the dot into the number, so `{sign}` is undotted"
        ),
        format!("write `{number}.0 .{sign} {right}` or `{number} .{sign} {right}`"),
    )
}

pub(crate) fn caret(sides: Option<(String, String)>) -> String {
    let (left, right) = sides.unwrap_or_else(|| ("x".to_owned(), "y".to_owned()));
    say(
        "`^` without a dot between broadcast parts",
        format!("`.^` is power: write `{left} .^ {right}`; exclusive or is `xor.({left}, {right})`"),
    )
}

pub(crate) fn stars(sign: &str) -> String {
    say(
        format!("`{sign}` is no operator"),
        "power is `.^`: write `x .^ 2`; a product with a dereferenced operand needs a space: `x .* *y`",
    )
}

pub(crate) fn unknown_operator(sign: &str) -> String {
    say(
        format!("`{sign}` is no operator"),
        "there are `.+ .- .* ./ .% .^ .& .| .<< .>> .== .!= .< .<= .> .>= .&& .||` and prefix `-` and `!`",
    )
}

pub(crate) fn missing_operand(after: &str) -> String {
    let place = if after.is_empty() { "here".to_owned() } else { format!("after `{after}`") };
    say(format!("an operand is missing {place}"), "write a value: a name, a number, a call or a parenthesis")
}

pub(crate) fn missing_left_operand(sign: &str) -> String {
    say(format!("an operand is missing before `{sign}`"), "write a value on its left; only `-` and `!` are prefixes")
}

pub(crate) fn missing_operator(before: &str) -> String {
    say(format!("an operator is missing before `{before}`"), "put a dotted operator between two operands: `x .* y`")
}

pub(crate) fn unexpected(token: &str) -> String {
    say(
        format!("`{token}` does not begin an operand"),
        "write a name, a number, a call or a parenthesis; any other Rust goes into braces: `{ .. }`",
    )
}

pub(crate) fn range(left: &str) -> String {
    say("a range stands in parentheses here", format!("write `({left}..n)`"))
}

pub(crate) fn three_dots() -> String {
    say("`...` can be read in several ways", "put the range into parentheses: `(0..n) .+ x`")
}

pub(crate) fn unfinished_field(left: &str) -> String {
    say(
        format!("a field or method name is missing after `{left}.`"),
        format!("write `{left}.field`, or remove the dot"),
    )
}

pub(crate) fn unfinished_call(name: &str) -> String {
    say(format!("the arguments are missing after `{name}.`"), format!("write `{name}.(x)`"))
}

pub(crate) fn unfinished_path(path: &str) -> String {
    say(format!("a name is missing after `{path}`"), format!("write `{path}name`, or remove the `::`"))
}

pub(crate) fn cast(left: &str, kind: &str) -> String {
    let argument = left.strip_prefix('(').and_then(|left| left.strip_suffix(')')).unwrap_or(left);
    say(format!("`{left} as {kind}` converts no elements"), format!("write `{kind}.({argument})`"))
}

pub(crate) fn chained_not_equal() -> String {
    say("`.!=` in a chain of comparisons", "compare in pairs: `a .!= b .&& b .!= c`")
}

// Operands

pub(crate) fn keyword(word: &str) -> String {
    say(format!("`{word}` cannot stand here"), format!("put plain Rust into braces: `{{ {word} .. }}`"))
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
    say(
        format!("`{callee}.(..)` is neither a method nor a function per element"),
        format!("write `(|v| v.{name}(..)).(x)` for a method of each element, or `f.(x, y)` for a function"),
    )
}

pub(crate) fn callee(text: &str) -> String {
    say(format!("`{text}` cannot be called per element"), "write a path or a parenthesised closure before `.(..)`")
}

pub(crate) fn rust_on_fused(what: &str) -> String {
    say(
        format!("`{what}` on a fused value, which is never an array"),
        "write `f.(..)` for a function per element, or nest a macro for an array: `bcast!(..).method()`",
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

// Calls

pub(crate) fn arity(name: &str, expected: &str, given: usize) -> String {
    let given = counted(given, "value", "values");
    // What is no built-in function is a conversion.
    let arguments = ops::function(name).map_or("x", |function| function.arguments);
    say(format!("`{name}.` takes {expected}, not {given}"), format!("write `{name}.({arguments})`"))
}

pub(crate) fn near_miss(name: &str, right: &str) -> String {
    say(format!("there is no built-in `{name}.`"), format!("write `{right}`; {}", own_function(name)))
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

pub(crate) fn reduced_twice(axis: usize, name: &str) -> String {
    say(format!("axis {axis} stands twice in `{name}[..]`"), "name each axis once")
}

pub(crate) fn old_elements(target: &str, name: Option<&str>) -> String {
    let help = match name {
        Some(name) => format!("compute `{name}` before: `let {name} = bcast!(..);` in front of this `bcast!`"),
        None => format!("write a second `bcast!` for what needs `{target}` as it is afterwards"),
    };
    say(format!("this reduction needs old elements of `{target}` beside new ones"), help)
}

pub(crate) fn reduction_of_several(name: &str) -> String {
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

// Axis maps

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

// Statements

pub(crate) fn let_pattern() -> String {
    say("a `let` in here names one fused value", "write `let d = x .- y;`")
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

// Targets

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

/// `copied` is the operand without references and maps.
pub(crate) fn overlap(leaf: &str, target: &str, copied: &str, gpu: bool) -> String {
    let copy = if gpu { "copy()?" } else { "to_owned()" };
    say(
        format!("`{leaf}` overlaps the target `{target}`"),
        format!(
            "its own old elements are read as `{target}`; for others take a copy before the macro: \
             `let copy = {copied}.{copy};`"
        ),
    )
}

pub(crate) fn target_is_new(text: &str, method: &str) -> String {
    say(
        format!("`.{method}(..)` makes a new array, so what is assigned to `{text}` would be lost"),
        "assign to an array or a mutable view: `out .= ..`",
    )
}

// `#[derive(Element)]`

pub(crate) fn derive_union() -> String {
    "bcast: `Element` can be derived for structs and enums only".to_owned()
}

pub(crate) fn derive_attribute() -> String {
    "bcast: unknown attribute\nhelp: write `#[bcast(crate = path::to::bcast)]`".to_owned()
}
