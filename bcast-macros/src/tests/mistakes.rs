//! Every message about spelling, and that operands survive a mistake.

use super::{assert_tokens, expansion, mistakes_in, tokens};

/// The source earns exactly this message.
#[track_caller]
fn check(source: &str, what: &str, help: &str) {
    assert_eq!(mistakes_in(tokens(source)), [format!("bcast!: {what}\nhelp: {help}")], "{source}");
}

#[test]
fn nothing_to_do() {
    check("", "nothing to compute", "write an expression with dots, such as `bcast!(x .+ y)`");
    for source in ["x", "(x)", "f(x)", "(x, y)", "2", "(x + y)"] {
        let help = "put a dot before each operator or call that works element by element: `x .+ y`, `exp.(x)`";
        check(source, "no dotted operation in here", help);
    }
    for (source, dotted) in
        [("x.exp()", "exp.(x)"), ("self.x.powf(2.5)", "powf.(self.x, 2.5)"), ("x.t().sum()", "sum(x.t())")]
    {
        check(source, "no dotted operation in here", &format!("write `{dotted}`"));
    }
}

#[test]
fn what_other_systems_call_reductions() {
    let all = "the reductions are";
    for (source, name, instead) in [
        ("median(x)", "median", "the crate `ndarray-stats` has quantiles"),
        ("average(x)", "average", "write `mean(x)`"),
    ] {
        let said = mistakes_in(tokens(source)).join("");
        let what = format!("bcast!: there is no reduction `{name}`\nhelp: {instead}");
        assert!(said.starts_with(&what) && said.contains(all) && said.contains(" var std "), "{said}");
    }
    // A function of the user's, whose result is an operand.
    assert_eq!(mistakes_in(tokens("x .- median(y)")), [""; 0]);
    let named = |argument: &str| format!("`{argument}` in a call: arguments have no names here");
    for (source, argument, help) in [
        ("mean(x, axis=0)", "axis = 0", "write `mean[0](x)`: axes stand in brackets"),
        ("x.max(axis=-1) .+ 1", "axis = -1", "write `max[-1](x)`: axes stand in brackets"),
        ("sum(x; dims=2)", "dims = 2", "write `sum[1](x)`: axes stand in brackets and count from 0"),
        ("all(c, keepdims=True)", "keepdims = True", "write `all[0; keep](x)`"),
        ("f.(x; k=2)", "k = 2", "a closure gives others: `(|v| f(v, 2)).(x)`; a comparison is `.==`"),
    ] {
        check(source, &named(argument), help);
    }
    assert_eq!(mistakes_in(tokens("f.(x, { y == z }, g(a = b))")), [""; 0]);
}

#[test]
fn what_runs_along_an_axis() {
    let one = "`cumsum` runs along one axis, which its brackets say";
    let help = "write `cumsum[0](x)`, or `cumsum[0](cumsum[1](x))` for one axis after the other";
    check("cumsum(x)", one, help);
    check("cumsum[0, 1](x)", one, help);
    check("cumsum[-2, -1](x)", one, help);
    check("cummax[0; keep](x)", "`keep` in `cummax[..]`, which reduces nothing", "write `cummax[0](x)`: all axes stay");
    check("cumsum[0](x, y)", "`cumsum[0](..)` takes one value", "write `cumsum[0](x)`");
}

#[test]
fn undotted_operators() {
    let plain = |sign: &str| format!("`{sign}` without a dot between broadcast parts");
    let braces = "write `x .+ y`, or put plain Rust into braces: `{ x + y }`";
    check("x + y", &plain("+"), braces);
    check("a .* x + y", &plain("+"), "write `a .* x .+ y`");
    check("a .> 1 && a .< 2", &plain("&&"), "write `a .> 1 .&& a .< 2`");
    check("-x + y[0]", &plain("+"), "write `-x .+ y[0]`, or put plain Rust into braces: `{ -x + y[0] }`");
    check("exp.(x .* 2) .* sin.(y .+ 1) + z", &plain("+"), "write `.+`");
    let long = "write `.+`, or put plain Rust into braces: `{ .. }`";
    check("z .* a_name_that_is_longer_than_a_line + y", &plain("+"), "write `.+`");
    check("a_name_that_is_longer_than_a_line + y", &plain("+"), long);
    check("x && y", &plain("&&"), "write `x .&& y`, or put plain Rust into braces: `{ x && y }`");
    check("x <= 2 .* y", &plain("<="), "write `x .<= 2 .* y`");
    check("f(x) .+ y.t() - 1", &plain("-"), "write `f(x) .+ y.t() .- 1`");
    check("y += x", "`+=` without a dot", "write `y .+= ..`");
    check("y = 2 .* x", "`=` without a dot", "write `y .= ..`, or `let y = ..;` for a new name");
    check("self.y = 2 .* x", "`=` without a dot", "write `self.y .= ..`");
}

#[test]
fn several_mistakes_show_at_once() {
    let found = mistakes_in(tokens("y .= a + b; exp.(x,, 1) .+ (c + d .* e); z = 1"));
    let first_lines: Vec<&str> = found.iter().filter_map(|message| message.lines().next()).collect();
    assert_eq!(
        first_lines,
        [
            "bcast!: `+` without a dot between broadcast parts",
            "bcast!: an operand is missing after `,`",
            "bcast!: `+` without a dot between broadcast parts",
            "bcast!: this value is dropped",
            "bcast!: `=` without a dot",
        ]
    );
}

#[test]
fn powers_of_other_languages() {
    let power = "`.^` is power: write `x .^ y`; exclusive or is `xor.(x, y)`";
    check("x ^ y", "`^` without a dot between broadcast parts", power);
    let help = "power is `.^`: write `x .^ 2`; a product with a dereferenced operand needs a space: `x .* *y`";
    check("x ** 2", "`**` is no operator", help);
    check("x .** 2", "`.**` is no operator", help);
}

#[test]
fn unknown_operators() {
    let all = "there are `.+ .- .* ./ .% .^ .& .| .<< .>> .== .!= .< .<= .> .>= .&& .||` and prefix `-` and `!`";
    check("x .~ y", "`.~` is no operator", all);
    check("x .? y", "`.?` is no operator", all);
    check("x .! y", "`.!` is no operator", all);
}

#[test]
fn missing_operands() {
    let help = "write a value: a name, a number, a call or a parenthesis";
    check("x .+", "an operand is missing after `.+`", help);
    check("x .+ .* y", "an operand is missing after `.+`", help);
    check("x .* -", "an operand is missing after `-`", help);
    check("f.(x,,y)", "an operand is missing after `,`", help);
    check("f.(,y)", "an operand is missing after `(`", help);
    check("y .=", "an operand is missing after `.=`", help);
    check("if c .> 0 { } else { x }", "an operand is missing here", help);
    let left = "write a value on its left; only `-` and `!` are prefixes";
    check(".+ x", "an operand is missing before `.+`", left);
    check("(.* x) .+ y", "an operand is missing before `.*`", left);
}

#[test]
fn missing_operators() {
    let help = "put a dotted operator between two operands: `x .* y`";
    check("x .+ y z", "an operator is missing before `z`", help);
    check("2 x .+ y", "an operator is missing before `x`", help);
}

#[test]
fn tokens_that_begin_no_operand() {
    let help = "write a name, a number, a call or a parenthesis; any other Rust goes into braces: `{ .. }`";
    check("x .+ #y", "`#` does not begin an operand", help);
    let help = "for each element, `if c { a } else { b }` or a closure, `(|v| match v { .. }).(x)`; once, in braces";
    check("x .+ match y", "`match` cannot stand here", help);
    let around =
        "write the loop around the call, `for i in 0..n { bcast!(y .+= x[i]) }`; elements need none: `y .+= x`";
    for word in ["loop", "while", "for"] {
        check(&format!("x .+ {word} y"), &format!("`{word}` cannot stand here"), around);
    }
    check("{ for i in v { x .+= i } }", "dotted operations in braces, which hold plain Rust", around);
    let statements = "remove them: statements stand in the macro itself, `let d = x .- y; out .= d .* d`";
    check("{ x .+= y; }", "dotted operations in braces, which hold plain Rust", statements);
    for word in ["break", "async"] {
        let help = format!("put plain Rust into braces: `{{ {word} .. }}`");
        check(&format!("x .+ {word} y"), &format!("`{word}` cannot stand here"), &help);
    }
    check("x .+ if let Some(y) = z { y }", "`if let` cannot stand here", "put plain Rust into braces: `{ if let .. }`");
    check("x .+ |a| a", "a closure must stand in parentheses", "write `(|v| ..).(x)`");
    check("f.(|a| a + 1, x)", "a closure must stand in parentheses", "write `(|v| ..).(x)`");
}

#[test]
fn casts() {
    check("x as f64 .+ y", "`x as f64` converts no elements", "write `f64.(x)`");
    check("(x .+ 1) as f32", "`(x .+ 1) as f32` converts no elements", "write `f32.(x .+ 1)`");
    check("(n - 1) as f32 .* x", "`(n - 1) as f32` converts no elements", "write `f32.({ n - 1 })`");
}

#[test]
fn rust_around_fused_values() {
    let call = "dot the call too, `f.(x .+ y)`, or nest a macro for an array of its own: `f(&bcast!(x .+ y))`";
    check("g(x .+ 1) .* y", "dotted operations inside the plain Rust of `g(..)`", call);
    check("y .* x.dot(a .+ b)", "dotted operations inside the plain Rust of `x.dot(..)`", call);
    let mask = "a mask chooses, `if c { x } else { 0 }`; places are looked up, `at.(x, i)`; what a mask selects is \
                assigned by `x .= if c { 0 } else { x }`";
    check("y .* x[x .> 1]", "dotted operations in the index of `x[..]`", mask);
    let index = "an index is plain Rust, `x[n - 1]`; the place of each element is looked up, `at.(x, i .+ 1)`; a mask \
                 chooses, `if c { x } else { 0 }`";
    check("x[i .+ 1, 0] .+ y", "dotted operations in the index of `x[..]`", index);
    let results = "several results are a tuple at the end: `bcast!((a .+ b, a .- b))`";
    check("y .* [a .+ b]", "dotted operations in an array's list", results);
    let formula = "write the formula itself, `2 .* x .+ 1`; or a closure without dots: `(|v| 2.0 * v + 1.0).(x)`";
    let what = "dotted operations in a closure for `x.mapv(..)`, whose body is plain Rust";
    check("x.mapv(|v| v .+ 1)", what, formula);
    let nest = "write `f.(..)` for a function per element, or nest a macro for an array: `bcast!(..).method()`";
    check("(x .+ y).row(0)", "`.row(0)` on a fused value, which is never an array", nest);
    check("(x .+ y).sum()", "`.sum()` on a fused value, which is never an array", "write `sum(..)` around it");
    check("sum(x .+ y).sqrt()", "`.sqrt()` on a fused value, which is never an array", "write `sqrt.(..)` around it");
    let braces = "write parentheses, or nest a macro for an array of its own: `{ bcast!(x .+ y) }`";
    check("{ x .+ 1 }", "dotted operations in braces, which hold plain Rust", braces);
    assert_eq!(mistakes_in(tokens("{ bcast!(x .+ 1).sum() } .* { a[..-1].len() as f64 + 1. }")), [""; 0]);
    check("exp.(x)[0] .+ y", "`[0]` on a fused value, which is never an array", nest);
    check("&(x .+ y) .* z", "a reference to a fused value, which is never an array", "remove the `&` or `*`");
    check(
        "x.f.(y)",
        "`x.f.(..)` is neither a method nor a function per element",
        "write `(|v| v.f(..)).(x)` for a method of each element, or `f.(x, y)` for a function",
    );
    let callee = "write a path or a parenthesised closure before `.(..)`";
    let plain = "write it without them, `(|v| v + 1).(x)`: it is called with one element at a time";
    check("(|v| v .+ 1).(x)", "dots in a function, whose body is plain Rust", plain);
    check("x[0].(y)", "`x[0]` cannot be called per element", callee);
    check("2 .(y)", "`2` cannot be called per element", callee);
    check("((a .+ b), c .* 2) .+ y", "a tuple stands only at the end, as the results of the whole", TUPLE);
}

const TUPLE: &str = "write `bcast!((a .+ b, a .- b))`";

#[test]
fn stray_commas_and_values() {
    let tuple = "write a tuple for several results: `bcast!((a .+ b, a .- b))`";
    check("a .+ b, c", "a `,` separates nothing here", tuple);
    let statements = "end a statement with `;`: `x .= a; y .= b`";
    check("x .= a, y .= b", "a `,` separates nothing here", statements);
    let dropped = "assign it, `out .= ..;`, name it, `let d = ..;`, or let it end the macro without `;`";
    check("x .+ 1;", "this value is dropped", dropped);
    check("x .+ 1; y .= 2", "this value is dropped", dropped);
}

#[test]
fn branches() {
    let otherwise = "every element needs a value: write `if c { a } else { b }`";
    check("if x .> 0 { y }", "`if` without `else`", otherwise);
    check("if x .> 0 else { y }", "a branch in braces is missing", "write `if c { a } else { b }`");
    let block = "write `{ let d = x .- y; d .* d }`";
    check("if c { x .+ 1; y } else { z }", "a branch holds `let`s and one value at its end", block);
    check("if c { let d = x .+ 1; } else { z }", "a branch holds `let`s and one value at its end", block);
}

#[test]
fn axes() {
    let one = "write `@ (1)`, one axis per dimension";
    let of_v = |axes: &str| format!("write `v @ ({axes})`, one axis per dimension");
    check("v @ 1", "the axes after `@` stand in parentheses, not `1`", &of_v("1"));
    check("v @ 1.5", "the axes after `@` stand in parentheses, not `1.5`", one);
    check("v @ -1 .+ x", "the axes after `@` stand in parentheses, not `-1`", &of_v("-1"));
    check("v @ [0, 1] .+ x", "the axes after `@` stand in parentheses, not `[0, 1]`", &of_v("0, 1"));
    let value = "write `@ (1)`, one axis per dimension, `@ {w}` for a value; a product of matrices is `v.dot(&w)`";
    check("v @ w", "the axes after `@` stand in parentheses, not `w`", value);
    let numbers = "write a plain number, 0 for the first axis, -1 for the last; a value of the program stands in \
                   braces: `@ {n}`, `sum[{n}](x)`";
    check("v @ (-0)", "`-0` is no axis", numbers);
    check("v @ (1.5)", "`1.5` is no axis", numbers);
    check("v @ (1usize)", "`1usize` is no axis", numbers);
    check("v @ (n + 1)", "`n + 1` is no axis", numbers);
}

#[test]
fn slices() {
    let all = "write `..` for all of an axis: `x[.., 0]`";
    check("x[, 0] .+ y", "an entry is missing in this slice", all);
    check("x[0,, 1] .+ y", "an entry is missing in this slice", all);
    let range = "write `x[..;2]`, or `x[a..b;2]`";
    check("x[1;2] .+ y", "a step without its range", range);
    check("x[..;2;3] .+ y", "a step without its range", range);
    let step = "write `x[..;2]` for every second entry, `x[..;-1]` for the reverse order";
    check("x[..;0] .+ y", "a step is a number other than 0", step);
    check("x[1..;, 0] .+ y", "a step is a number other than 0", step);
    let last = "write `x[1..=n]`, or `x[1..]` for all that follow";
    check("x[1..=, 0] .+ y", "a range with `..=` needs its last index", last);
}

#[test]
fn attributes() {
    let known = "there are `#[numpy]`, `#[serial]`, `#[structured]`, `#[wrapping]`, `#[saturating]`, `#[checked]`, \
                 `#[shape(..)]`, `#[axes(..)]`, `#[grad(..)]`, `#[gpu(..)]` and `#[on(..)]`";
    check("#[fast] x .+ y", "unknown attribute `#[fast]`", known);
    check("#[numpy] #[numpy] x .+ y", "`#[numpy]` is given twice", "remove one of them");
    check("#[shape(a)] #[shape(b)] x .+ y", "`#[shape]` is given twice", "remove one of them");
    check("#[shape] x .+ y", "`#[shape]` needs one argument in parentheses", "write `#[shape(..)]`");
    check("#[serial(1)] x .+ y", "`#[serial]` takes no argument", "write `#[serial]`");
    check("#[saturating] #[saturating] x .+ y", "`#[saturating]` is given twice", "remove one of them");
    check("#[wrapping(i32)] x .+ y", "`#[wrapping]` takes no argument", "write `#[wrapping]`");
    let one = "keep one of them, or make the other part a call of its own";
    check("#[wrapping] #[saturating] x .+ y", "`#[wrapping]` and `#[saturating]` in one call", one);
    check("#[saturating] #[serial] #[wrapping] x .+ y", "`#[saturating]` and `#[wrapping]` in one call", one);
    let part = "write the structured part as a call of its own: `let d = bcast!(#[structured] ..);`";
    check("#[structured] #[wrapping] x .+ y", "`#[structured]` cannot stand beside `#[wrapping]`", part);
    check("#[saturating] #[structured] x .+ y", "`#[structured]` cannot stand beside `#[saturating]`", part);
    let own = "make each a call of its own: `let d = bcast!(#[structured] ..);`";
    let several = "`#[structured]` takes one expression or one assignment, and no `let`";
    check("#[structured] let d = x .* 2; d ./ y", several, own);
    check("#[structured] y .= x; z .= x", several, own);
    check("#[structured] (x .* 2, x ./ 2)", several, own);
    if cfg!(not(feature = "gpu")) {
        let help =
            "write `bcast = { version = \"..\", features = [\"gpu\"] }`, or remove the attribute to run on the CPU";
        check("#[gpu(&g)] x .+ y", "`#[gpu(..)]` needs the feature `gpu`", help);
    }
}

#[test]
fn operands_survive_a_mistake() {
    assert_tokens(
        &expansion("y .= a.b + f(c); let d = z .* 2; d .+ e[0]; exp.(log.(x))"),
        r#"K::ops::dotted_expression({
            use K::__private::Reborrow as _;
            match ((&(a.b), &(f(c))), (&(z), (&(x), (y)))) {
                _ => {
                    let _ = &(e[0]);
                    ::core::compile_error! { "bcast!: `+` without a dot between broadcast parts\nhelp: write `a.b .+ f(c)`, or put plain Rust into braces: `{ a.b + f(c) }`" };
                    ::core::compile_error! { "bcast!: this value is dropped\nhelp: assign it, `out .= ..;`, name it, `let d = ..;`, or let it end the macro without `;`" }
                }
            }
        })"#,
    );
}

#[test]
fn what_is_sliced_survives_a_mistake() {
    assert_tokens(
        &expansion("&a.b[1.., 0] .* log.(x)"),
        r#"K::ops::dotted_expression(match (&(), &(x)) {
            _ => {
                let _ = &(&a.b);
                ::core::compile_error! {
                    "bcast!: there is no built-in `log.`\nhelp: write `ln.(x)`; a function of yours is `(log).(x)`"
                }
            }
        })"#,
    );
}

#[test]
fn operands_survive_a_mistake_of_names() {
    assert_tokens(
        &expansion("log.(x) .+ y"),
        r#"K::ops::dotted_expression(match (&(x), &(y)) {
            _ => {
                ::core::compile_error! { "bcast!: there is no built-in `log.`\nhelp: write `ln.(x)`; a function of yours is `(log).(x)`" }
            }
        })"#,
    );
}

/// An editor that completes a name compares the call as it is with one that has a name at the cursor: what stands
/// before it is at the same place in both expansions.
#[test]
fn operands_keep_their_places_while_a_name_is_missing() {
    for (half, whole) in [
        ("x .+ me.", "x .+ me.N"),
        ("me. .+ x", "me.N .+ x"),
        ("x .* x.a.", "x .* x.a.N"),
        ("exp.(x .- me.)", "exp.(x .- me.N)"),
        ("sum[0](x .* me.)", "sum[0](x .* me.N)"),
        ("me.mean .= x .* me.", "me.mean .= x .* me.N"),
        ("me.mean .+= x .* me.;", "me.mean .+= x .* me.N;"),
        ("let d = x .+ 1; d .* me.", "let d = x .+ 1; d .* me.N"),
        ("#[serial] x .* me.", "#[serial] x .* me.N"),
        ("own.(x, me.)", "own.(x, me.N)"),
        ("if c { me. } else { 0 }", "if c { me.N } else { 0 }"),
        ("(x .* 2, me.)", "(x .* 2, me.N)"),
    ] {
        let (half_written, whole_written) = (expansion(half).to_string(), expansion(whole).to_string());
        let (before, _) = whole_written.split_once(" . N").expect("the name is emitted");
        assert!(half_written.starts_with(before), "{half}: {half_written}\n{whole}: {whole_written}");
    }
}
