//! `#[elemental]`.

fn say(what: impl AsRef<str>, help: impl AsRef<str>) -> String {
    format!("bcast: {}\nhelp: {}", what.as_ref(), help.as_ref())
}

pub(crate) fn misplaced() -> String {
    say("`#[elemental]` stands before a function or an `impl` block", "write it before `fn` or `impl`")
}

pub(crate) fn attribute() -> String {
    say("unknown argument of `#[elemental]`", "write `#[elemental]`, or `#[elemental(crate = path::to::bcast)]`")
}

pub(crate) fn no_struct() -> String {
    say("a GPU computes with structs of numbers", "derive `GpuElement` for a struct")
}

pub(crate) fn no_fields() -> String {
    say("a GPU has no structs without fields", "give it a field")
}

pub(crate) fn name_of_a_type() -> String {
    say("an elemental cannot have the name of a number type", "choose another name")
}

pub(crate) fn name_of_a_method(name: &str) -> String {
    say(format!("`{name}` is a method of std's numbers, which bodies would take it for"), "choose another name")
}

pub(crate) fn trait_block() -> String {
    say("a GPU cannot find methods of traits", "write `#[elemental]` before an `impl` block of the type itself")
}

pub(crate) fn generic_method() -> String {
    say("a method of an elemental block has no generic parameters of its own", "put them on the `impl` block")
}

pub(crate) fn method_by_itself() -> String {
    say(
        "an attribute on a method does not see the type of `self`",
        "write `#[elemental]` before the `impl` block instead",
    )
}

pub(crate) fn parameter_without_name() -> String {
    say("a parameter of an elemental has a name", "name it, and take it apart with `let` inside")
}

pub(crate) fn no_impl_trait() -> String {
    say("a parameter of an elemental has a type with a name", "write a generic parameter: `fn f<T: ..>(x: T)`")
}

pub(crate) fn no_value() -> String {
    say("an elemental returns a value", "write `-> f32`, and a value at the end")
}

pub(crate) fn nothing_here() -> String {
    say("this has no value", "write an expression that has one")
}

pub(crate) fn no_references() -> String {
    say("elementals take and compute values: a GPU has no references", "write it without `&` and `*`")
}

pub(crate) fn no_unsafe() -> String {
    say("an elemental cannot be `unsafe`", "write it without")
}

pub(crate) fn no_async() -> String {
    say("an elemental cannot be `async`", "write it without")
}

pub(crate) fn no_macros() -> String {
    say("a GPU knows no macros", "write out what it would write, or compute it on the CPU")
}

pub(crate) fn no_question_mark() -> String {
    say("a GPU does not know `?`", "return a number that says that there is none, such as NaN")
}

pub(crate) fn no_if_let() -> String {
    say("a GPU does not know `let` in conditions", "compare with `==`, or write `match` on a number")
}

pub(crate) fn no_let_else() -> String {
    say("a GPU does not know `let .. else`", "write `if`")
}

pub(crate) fn no_iterators() -> String {
    say(
        "a GPU counts, it knows no iterators",
        "write a range, `for i in 0..n`, and inside `a[i]`, `n - 1 - i` or `2 * i`",
    )
}

pub(crate) fn range_without_ends() -> String {
    say("this range has to have a start and an end", "write `for i in 0..n`, or `loop` with `break`")
}

pub(crate) fn range_alone() -> String {
    say("ranges stand behind `in` and in patterns only", "write two numbers")
}

pub(crate) fn closure_inside() -> String {
    say("a GPU knows no closures here", "write a function with `#[elemental]`")
}

pub(crate) fn no_struct_update() -> String {
    say("a GPU does not know `..` in structs", "name all fields")
}

pub(crate) fn no_such_literal() -> String {
    say("a GPU knows numbers and truth values only", "write a number")
}

pub(crate) fn no_such_operator() -> String {
    say("a GPU does not know this operator", "write it with others")
}

pub(crate) fn no_such_pattern() -> String {
    say("a GPU matches numbers, constants, ranges, `|` and `_`", "match on a number, or write `if`")
}

pub(crate) fn no_such_binding() -> String {
    say("a GPU knows names and tuples of names here", "write `let (a, b) = ..`, or read the fields one by one")
}

pub(crate) fn no_conditions() -> String {
    say("a kernel is written before `#[cfg]` inside a function is decided", "write it before two whole functions")
}

pub(crate) fn no_such_target() -> String {
    say("a GPU assigns to a variable, or a part of one", "write an assignment for each, or `let (a, b) = ..`")
}

pub(crate) fn no_such_callee() -> String {
    say("a GPU calls functions by their names", "call a function with `#[elemental]`")
}

pub(crate) fn no_recursion() -> String {
    say("a GPU knows no recursion", "write a loop")
}

pub(crate) fn no_such_method(name: &str) -> String {
    say(format!("a GPU has no `{name}`"), "write it with operators and the methods that formulas have: `x.sqrt()`")
}

pub(crate) fn no_such_method_of(name: &str, of: &str) -> String {
    say(format!("a GPU has no `{name}` of `{of}`"), "convert: `x as f32`")
}

pub(crate) fn no_values_of(name: &str) -> String {
    let other = match name {
        "i128" => "i64",
        "u128" => "u64",
        _ => "u32",
    };
    say(
        format!("a GPU has no values of type `{name}`"),
        format!(
            "write `{other}`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64, \
             i64, u64, isize and usize"
        ),
    )
}

pub(crate) fn item_inside() -> String {
    say("only `const` and `use` may stand in an elemental", "put this item beside it")
}

pub(crate) fn not_known() -> String {
    say("a GPU does not know this", "write it with operators, `if`, `match`, loops and calls of other elementals")
}
