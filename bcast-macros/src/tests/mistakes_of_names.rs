//! Every message about calls, axes, statements and targets.

use super::{mistakes_in, tokens};
use crate::ops;

#[track_caller]
fn check(source: &str, what: &str, help: &str) {
    assert_eq!(mistakes_in(tokens(source)), [format!("bcast!: {what}\nhelp: {help}")], "{source}");
}

#[track_caller]
fn accept(source: &str) {
    assert_eq!(mistakes_in(tokens(source)), [""; 0], "{source}");
}

#[test]
fn arity() {
    check("exp.(x, y)", "`exp.` takes 1 value, not 2 values", "write `exp.(x)`");
    check("exp.()", "`exp.` takes 1 value, not 0 values", "write `exp.(x)`");
    check("atan2.(x)", "`atan2.` takes 2 values, not 1 value", "write `atan2.(y, x)`");
    check("clamp.(x, 1)", "`clamp.` takes 3 values, not 2 values", "write `clamp.(x, lo, hi)`");
    check("max.(x)", "`max.` takes 2 or more values, not 1 value", "write `max.(a, b)`");
    check("f32.(x, y)", "`f32.` takes 1 value, not 2 values", "write `f32.(x)`");
    check("@. x.hypot()", "`hypot.` takes 2 values, not 1 value", "write `hypot.(a, b)`");
}

#[test]
fn names_of_other_systems() {
    check("log.(x)", "there is no built-in `log.`", "write `ln.(x)`; a function of yours is `(log).(x)`");
    let pow = "write `x .^ y` or `powf.(x, y)`; a function of yours is `(pow).(x)`";
    check("pow.(x, 2)", "there is no built-in `pow.`", pow);
    let select = "write `if c { a } else { b }` or `select.(c, a, b)`; a function of yours is `(where).(x)`";
    check("where.(x, y, z)", "there is no built-in `where.`", select);
    check("@. log(x)", "there is no built-in `log.`", "write `ln.(x)`; a function of yours is `(log).(x)`");
    for name in [
        "fabs", "absolute", "arctan", "log1p", "expm1", "fmax", "fmin", "sign", "ceiling", "arcsin", "arccos", "isnan",
        "power", "mod", "sigm", "logistic", "fma", "rsqrt", "lgamma",
    ] {
        assert!(ops::near_miss(name).is_some(), "{name}");
    }
    accept("self::log.(x) .+ my::pow.(x) .+ (square).(x)");
    accept("norm.(x) .+ count.(x)");
}

#[test]
fn what_is_recommended_exists() {
    for name in ["ln", "ln_1p", "exp_m1", "powf", "abs", "select", "asin", "signum", "mul_add", "recip", "clamp"] {
        assert!(ops::function(name).is_some(), "{name}");
        assert!(ops::near_miss(name).is_none(), "{name}");
    }
}

#[test]
fn reductions() {
    for source in ["sum(x)", "x .- mean[0](x)", "sum[0; keep](x .^ 2)", "sum[; keep](x)", "max[0](x) @ (1) .* y"] {
        accept(source);
    }
    let brackets = "write `sum[0](x)`, `sum[0, 2](x)`, or `sum[0; keep](x)`; without brackets all are reduced";
    for source in ["sum[](x)", "sum[0; kept](x)", "sum[0;](x)"] {
        check(source, "the brackets of `sum[..]` hold the axes that are reduced", brackets);
    }
    accept("y .= x .* 2; z .= x .- sum(y)");
    accept("let q = y .* 2; y .= x; sum(q)");
    let before = "compute `q` before: `let q = bcast!(..);` in front of this `bcast!`";
    check(
        "let q = y .* 2; y .= x; z .= x .- sum(q .* y)",
        "this reduction needs old elements of `y` beside new ones",
        before,
    );
    check(
        "let (q, r) = f.(y); y .= x; z .= q .- sum(r .* y)",
        "this reduction needs old elements of `y` beside new ones",
        "compute `(q, r)` before: `let (q, r) = bcast!(..);` in front of this `bcast!`",
    );
    accept("y .= y .- sum(y)");
    let pairs = "write `max.(a, b)` for each pair of elements";
    check("max(a, b) .+ c", "`max(..)` reduces one value over its axes", pairs);
    check("sum(a, b) .+ c", "`sum(..)` reduces one value over its axes", "write `sum(x)` or `sum[0](x)`");
    check("sum.(x) .+ 1", "there is no built-in `sum.`", "write `sum(x)`; a function of yours is `(sum).(x)`");
    accept("{ sum(x) } .+ self::sum(y) .+ (sum).(x) .+ max.(x, y)");
    accept("@. max(a, b)");
}

#[test]
fn calls_without_their_dot() {
    let sin = "write `sin.(..)`; a function of yours is `self::sin(..)` or `{ sin(..) }`";
    for source in ["sin(x) .+ 1", "y .* sin(x)", "exp.(sin(x))", "y .= sin(x)"] {
        check(source, "`sin(..)` without a dot", sin);
    }
    check("f32(x) .* y", "`f32(..)` without a dot", "write `f32.(..)`");
    accept("{ sin(x) } .+ self::sin(y) .+ f(sin(x)) .+ x.sin() .+ sin");
    accept("@. sin(x) + f32(x)");
}

#[test]
fn chains() {
    let help = "compare in pairs: `a .!= b .&& b .!= c`";
    check("a .< b .!= c", "`.!=` in a chain of comparisons", help);
    accept("a .!= b");
}

#[test]
fn maps() {
    let order = "write `@ (0, 1)` and permute the operand itself: `x.t() @ (0, 1)`";
    check("x @ (1, 0)", "the axes of `@` must increase", order);
    let own = "each dimension lies along an axis of its own: `@ (0, 1)`";
    check("x @ (1, 1)", "axis 1 stands twice after `@`", own);
    let length = "write one axis for each dimension of the value";
    check("(v @ (1)) @ (0)", "`@` with 1 axis on a value of at least 2 dimensions", length);
    check("let d = v @ (2); d @ (0, 1)", "`@` with 2 axes on a value of at least 3 dimensions", length);
    check("(v @ (0)) @ ()", "`@` with 0 axes on a value of at least 1 dimension", length);
    accept("(v @ (1)) @ (0, 2)");
}

#[test]
fn axes_that_are_known_when_the_call_runs() {
    accept("x .+ v @ (-1) .* m @ (0, -1) .- w @ {dims} .+ sum[0](x) @ {k} .* sum[-1](x) .- max[{k}](x)");
    accept("sum[-1; keep](x) .+ sum[{axes()}; keep](x) .+ sum[-2, -1](x)");
    accept("@. x * v @ {k} - sum[-1](x)");
    let order = "write `@ (-2, -1)` and permute the operand itself: `x.t() @ (-2, -1)`";
    check("x @ (-1, -2) .+ y", "the axes of `@` must increase", order);
    let own = "each dimension lies along an axis of its own: `@ (-2, -1)`";
    check("x @ (-1, -1) .+ y", "axis -1 stands twice after `@`", own);
    check("sum[-1, -1](x)", "axis -1 stands twice in `sum[..]`", "name each axis once");
    check("sum[-1, -2](x)", "the axes of `sum[..]` must increase", "write `sum[-2, -1](..)`");
    let each = "write it behind each operand of the part instead";
    let what = "behind a part, whose axes are known only when the call runs";
    check("x .+ (v .* 2) @ (-1)", &format!("`@ (-1)` {what}"), each);
    check("let d = v .* 2; x .+ d @ {k}", &format!("`@ {{k}}` {what}"), each);
    let inside = "a map of something whose axes are known only when the call runs";
    let remove = "remove this map, or write the inner axes as numbers";
    check("x .+ (v @ (-1) .* m) @ (0, 1)", inside, remove);
    check("let d = v @ {k} .* m; x .+ d @ (0, 1)", inside, remove);
    let fused = "write `f.(..)` for a function per element, or nest a macro for an array: `bcast!(..).method()`";
    check("let k = s .* 2; x .* k .+ v @ {k}", "`k` on a fused value, which is never an array", fused);
}

#[test]
fn lets() {
    check("let d = x .+ 1; y .* 2", "`d` is never used", "use `d` below, or remove the `let`");
    check("let d = x .+ 1; let d = d .* 2; d", "`d` is defined twice", "give the second one a name of its own");
    let hides = "`let x` has the name of an operand used before it";
    check("let x = x .+ 1; x", hides, "give it a name of its own");
    check("y .= x.t(); let x = y .+ 1; x", hides, "give it a name of its own");
    check("let d = x .+ 1;", "`d` is never used", "use `d` below, or remove the `let`");
    let last = "end with an expression, or assign: `out .= d`";
    check("let e = x .+ 1", "the last `let` gives no result", last);
    let pattern = "write `let d = x .- y;`, or `let (q, r) = f.(x);` for a tuple";
    for other in ["_", "Some(d)", "(d)", "(d,)", "P { d }", "m::D", "(d, 2)", "(d, Some(e))", "(ref d, e)", "[d, e]"] {
        check(&format!("let {other} = x .+ 1; y .* 2"), "a `let` in here names fused values", pattern);
    }
    check("let mut d = x .+ 1; d", "a fused value never changes", "write `let d = ..;` without `mut`");
    let kind = "write `let d = ..;`; convert with `f64.(x)`";
    check("let d: f64 = x .+ 1; d", "the type of `d` follows from its value", kind);
    check("let d .= x .+ 1; d", "`=` is missing after `let d`", "write `let d = ..;`");
    let fused = "write `f.(..)` for a function per element, or nest a macro for an array: `bcast!(..).method()`";
    check("let d = x .+ 1; d.row(0) .+ d", "`d.row(0)` on a fused value, which is never an array", fused);
    let before = "compute it before the call, `let n = bcast!(..);`, or give the `let` in here another name";
    for rust in ["(0..n)", "x[..n]", "f(1, n - 1)", "{ [n][0] }", "(1..=n).rev()", "y[n]"] {
        let message = format!("`{rust}` is plain Rust, which cannot read the fused value `n`");
        check(&format!("let n = count(x .> 2); {rust} .* n"), &message, before);
        check(&format!("let n = count(x .> 2); {rust} .* z"), &message, before);
    }
    accept("let n = x .* 2; (|n| n + 1).(y) .+ n");
    accept("let n = x .* 2; { let n = 3; n * 2 } .+ f(y.n, P { n: 1 }, m::n, n(y), n!(y)) .+ n");
}

#[test]
fn patterns() {
    accept("let (q, r) = f.(x); q .* r");
    accept("let (_, r,) = f.(x); let (s, _) = r; s .* 2");
    accept("let (a, b) = (x .* 2, y .+ 1); a .* b");
    accept("if c { let (a, b) = (x, y); a .* b } else { let (a, b) = f.(x); a .- b }");
    accept("let t = f.(x); t.0 .* t.1.0 .+ g.(x).2");
    accept("let (s, c) = sin_cos.(x); s .* c");
    accept("@. let (s, c) = x.sin_cos(); s * c");
    let own = "name what it stands for, and take it apart in a `let` of its own: \
               `let (p, c) = f.(x); let (a, b) = p;`";
    check("let ((a, b), c) = f.(x); a .* b .- c", "a pattern inside a pattern", own);
    let rest = "write `_` for each value that has no name: `let (a, _, _) = f.(x);`";
    check("let (a, ..) = f.(x); a .* 2", "`..` in a pattern", rest);
    let nothing = "name what is used below, or remove the `let`";
    check("let (_, _) = f.(x); x .* 2", "this pattern names nothing", nothing);
    check("let (mut a, b) = f.(x); a .* b", "a fused value never changes", "write `let d = ..;` without `mut`");
    check("let (a, _) = (x .* 2, y); a .* 2", "`_` stands for this value, so nothing uses it", "remove both");
    let each = "write a name, or `_`, for each of them";
    check("let (a, b, c) = (x .* 2, y); a .* b", "`(a, b, c)` stands for 3 values, not 2", each);
    check("let (a, b, c) = sin_cos.(x); a .* b", "`(a, b, c)` stands for 3 values, not 2", each);
    let kind = "write `let (a, b) = ..;`; convert with `f64.(x)`";
    check("let (a, b): (f64, f64) = f.(x); a .* b", "the type of `(a, b)` follows from its value", kind);
    check("let (a, b) .= f.(x); a .* b", "`=` is missing after `let (a, b)`", "write `let (a, b) = ..;`");
    check("let (a, b) = f.(x); a .* 2", "`b` is never used", "use `b` below, or remove the `let`");
    check("let (a, a) = f.(x); a .* 2", "`a` is defined twice", "give the second one a name of its own");
}

#[test]
fn names_and_fields_of_patterns() {
    let several = "`#[structured]` takes one expression or one assignment, and no `let`";
    let call = "make each a call of its own: `let d = bcast!(#[structured] ..);`";
    check("#[structured] let (a, b) = f.(x); a .* b", several, call);
    // No value sees the names beside it.
    let hides = "`let a` has the name of an operand used before it";
    check("let (a, b) = (x .* 2, a .+ 1); a .* b", hides, "give it a name of its own");
    check("let (b, a) = (a .+ 1, x); a .* b", hides, "give it a name of its own");
    let fused = "write `sum(..)` around it";
    check("let t = f.(x); t.0.sum() .+ 1", "`t.0.sum()` on a fused value, which is never an array", fused);
    check(
        "let t = f.(x); y .= t.1; t.0 .= x",
        "a fused value cannot be assigned to",
        "assign to an array or a mutable view: `out .= ..`",
    );
    let named = "name them: `let (s, c) = sin_cos.(x);`; a tuple of them is `f64::sin_cos.(x)`; \
                 a function of yours is `(sin_cos).(x)`";
    check("x .* sin_cos.(x)", "`sin_cos.` gives two values", named);
    check("let t = sin_cos.(x); t.0 .* 2", "`sin_cos.` gives two values", named);
    check("let (s, c) = sin_cos.(x, y); s .* c", "`sin_cos.` takes 1 value, not 2 values", "write `sin_cos.(x)`");
}

#[test]
fn lets_of_branches_end_with_them() {
    accept("if c { let d = x .+ 1; d .* d } else { let d = x; d .* 2 }");
    check("if c { let d = x .+ 1; x } else { y }", "`d` is never used", "use `d` below, or remove the `let`");
    accept("(if c { let d = x .+ 1; d .* d } else { y }) .+ d");
}

#[test]
fn assignments() {
    let outside = "assign to an array or a view that exists outside the macro";
    check("let d = x .+ 1; d .= 2; y .= d", "`d` is a fused value, not an array", outside);
    let place = "assign to an array or a mutable view: `out .= ..`";
    check("2 .= x", "`2` is no place that can be assigned to", place);
    check("f.(y) .= x", "a fused value cannot be assigned to", place);
    check("(a .+ b) .= x", "a fused value cannot be assigned to", place);
    let lost = "`.map(..)` makes a new array, so what is assigned to `y.map(f)` would be lost";
    check("y.map(f) .= x", lost, place);
    accept("y.view_mut() .= x; z.part_mut(0) .= x; y.map .= x; self.map(f).out .= x");
    let statement = "write it as a statement of its own: `y .= ..;`";
    check("x .+ (y .= 2)", "an assignment inside an expression", statement);
    check("f.(y .+= 2)", "an assignment inside an expression", statement);
    check("x .= y .= 2", "an assignment inside an expression", statement);
}

#[test]
fn overlaps() {
    let help = |target: &str, copied: &str| {
        format!(
            "its own old elements are read as `{target}`; for others take a copy before the macro: \
             `let copy = {copied}.to_owned();`"
        )
    };
    for leaf in [
        "y.t()",
        "y.view()",
        "y.slice(s![..])",
        "y.row(0)",
        "y.column(0)",
        "y.index_axis(Axis(0), 1)",
        "y.reversed_axes()",
        "y.permuted_axes([1, 0])",
        "y.broadcast((2, 3))",
        "&y",
        "&mut y",
        "y.slice_mut(s![..])",
        "y.iter()",
        "&y.view().t()",
    ] {
        let copied = leaf.trim_start_matches("&mut ").trim_start_matches('&');
        check(&format!("y .= {leaf} .+ 1"), &format!("`{leaf}` overlaps the target `y`"), &help("y", copied));
    }
    check("y .= y @ (0) .+ 1", "`y @ (0)` overlaps the target `y`", &help("y", "y"));
    let what = "`self.y.t()` overlaps the target `self.y`";
    check("self.y .= self.y.t() .+ 1", what, &help("self.y", "self.y.t()"));
    for leaf in ["y", "(y)", "y.mean()", "y.t().to_owned()", "y.row(0).sum()", "x.t()", "z.y.t()", "y.len()"] {
        accept(&format!("y .= {leaf} .+ 1"));
    }
}

#[test]
fn look_ups() {
    let both = "`at.` takes an array and an index for each of its axes";
    let write = "write `at.(table, i)` or `at.(matrix, i, j)`; a function of yours is `(at).(x)`";
    check("at.() .+ x", both, write);
    check("at.(x)", both, write);
    let whole = "the first argument of `at.` is an array, taken whole, and no fused value";
    let before = "compute it before: `let table = bcast!(..);`, then `at.(table, i)`";
    for table in ["x .+ 1", "(x .+ 1)", "2", "x @ (0)", "sum[0](x)", "at.(x, i)", "if c { x } else { y }"] {
        check(&format!("at.({table}, i)"), whole, before);
    }
    check("let d = x .+ 1; at.(d, i)", whole, before);
    check("let d = x .+ 1; d .+ at.(d[1..], i)", whole, before);
    let zero = "an index of `at.` counts from the first element, 0";
    check("at.(x, i, -2)", zero, "write a number that is not negative");
    check("y .= at.(y, i)", "`y` overlaps the target `y`", &copy("y", "y"));
    check("y[1..] .= at.(y, i)", "`y` overlaps the target `y[1..]`", &copy("y[1..]", "y"));
    check("y .= at.(y[1..], i)", "`y[1..]` overlaps the target `y`", &copy("y", "y"));
    accept("let d = i .+ 1; y .= at.(x, d) .+ at.(x, y)");
}

/// What is said of an overlap.
fn copy(target: &str, copied: &str) -> String {
    format!(
        "its own old elements are read as `{target}`; for others take a copy before the macro: \
         `let copy = {copied}.to_owned();`"
    )
}

#[test]
fn overlaps_of_slices() {
    for (target, leaf) in [
        ("y", "y[1..]"),
        ("y", "&y[..; -1]"),
        ("y", "y[.., 0].t()"),
        ("y[1..]", "y[..-1]"),
        ("y[1..]", "y[1..].view()"),
        ("y[0, ..]", "y[1, ..]"),
        ("self.y[0, ..]", "self.y[1, ..]"),
    ] {
        let array = if target.starts_with("self") { "self.y" } else { "y" };
        let what = format!("`{leaf}` overlaps the target `{target}`");
        check(&format!("{target} .= {leaf} .+ 1"), &what, &copy(target, array));
    }
    let names = "its own old elements are read by the same slice if its bounds are names or numbers, so compute them \
                 before the macro: `let bound = ..;`; for others take a copy before the macro: \
                 `let copy = y.to_owned();`";
    for (target, leaf) in [("y[f(n)..]", "y[f(n)..]"), ("y[i[0]..]", "y[i[0]..]"), ("y[y.len() - 1..]", "y[..1]")] {
        check(&format!("{target} .= {leaf} .+ 1"), &format!("`{leaf}` overlaps the target `{target}`"), names);
    }
    check("y[1..] .= y .+ 1", "`y` overlaps the target `y[1..]`", &copy("y[1..]", "y"));
    check("y[1..] .= y.t() .+ 1", "`y.t()` overlaps the target `y[1..]`", &copy("y[1..]", "y.t()"));
    check("y[1..] .= y[1..] @ (0) .+ 1", "`y[1..] @ (0)` overlaps the target `y[1..]`", &copy("y[1..]", "y"));
}

#[test]
fn targets_of_one_array() {
    let each = "write a `bcast!` for each of them, or take views of both before: `let (mut a, mut b) = \
                x.multi_slice_mut(..);`";
    let sides = "`y[-1, ..]` is written beside the target `y[0, ..]`, and both are of one array";
    check("y[0, ..] .= 0; y[-1, ..] .= 0", sides, each);
    let part = "`y[1..]` is written beside the target `y`, and both are of one array";
    check("y .= 0; y[1..] .= 0", part, each);
    let elements = "`y[i + 1]` is written beside the target `y[i]`, and both are of one array";
    check("y[i] .= a; y[i + 1] .= b", elements, each);
    let before =
        |target: &str| format!("take what is assigned before: `let value = bcast!(..);`, then `{target} = value;`");
    let beside =
        |leaf: &str, target: &str| format!("`{leaf}` is read beside the target `{target}`, and both are of one array");
    check("y[0] .= sum(y)", &beside("y", "y[0]"), &before("y[0]"));
    check("y[k] .= y[k - 1] .+ 1", &beside("y[k - 1]", "y[k]"), &before("y[k]"));
    check("y[0] .= x .+ sum(y[1..])", &beside("y[1..]", "y[0]"), &before("y[0]"));
    accept("y[0] .= x[0] .+ self.y[1]");
    for source in [
        "y[1..] .= y[1..] .* 2",
        "y[n..-1, i + 1] .+= y[n..-1, i + 1]",
        "y[1..] .= y[0..].sum() .+ 1",
        "y[1..] .= x[1..]",
        "y[1..] .= 0; z[1..] .= 1",
        "self.y[1..] .= 0; self.z[1..] .= self.x",
        "y[1..] .= 0; y[1..] .+= 1",
    ] {
        accept(source);
    }
}

#[test]
fn overlaps_through_maps() {
    let copy = "its own old elements are read as `y`; for others take a copy before the macro: \
                `let copy = y.to_owned();`";
    check("y .= (x .+ y) @ (0, 1)", "`y @ (0, 1)` overlaps the target `y`", copy);
    check("let d = y .+ 1; y .= d @ (0, 1)", "`d @ (0, 1)` overlaps the target `y`", copy);
    accept("let d = x .+ 1; y .= d @ (0, 1)");
}

#[test]
fn new_elements_under_a_map() {
    let help = |target: &str| {
        format!(
            "name what is assigned, `let d = ..; {target} .= d;`, and read `d` instead; or write a second `bcast!` for \
             all that follows"
        )
    };
    let what =
        |leaf: &str| format!("`{leaf}` needs new elements of the target `y`, other than the one that is being written");
    check("y .= sum[0](x); z .= sum[0]((x .- y @ (1)).^2)", &what("y @ (1)"), &help("y"));
    check("y @ (k) .= sum[n](x @ (n, k)); z @ (k) .= sum[n](x @ (n, k) .- y @ (k))", &what("y @ (k)"), &help("y"));
    accept("let d = sum[0](x); y .= d; z .= sum[0]((x .- d).^2)");
    accept("let d = sum[n](x @ (n, k)); y @ (k) .= d; z @ (k) .= sum[n]((x @ (n, k) .- d).^2)");
}
