//! Every message about named axes.

use super::{mistakes_in, tokens};

#[track_caller]
fn check(source: &str, what: &str, help: &str) {
    assert_eq!(mistakes_in(tokens(source)), [format!("bcast!: {what}\nhelp: {help}")], "{source}");
}

#[track_caller]
fn accept(source: &str) {
    assert_eq!(mistakes_in(tokens(source)), [""; 0], "{source}");
}

#[test]
fn names_stand_behind_operands() {
    let what = "names stand behind operands: a part has those of what it is made of";
    let help = "remove this `@ (i, j)`, and name the operands inside instead";
    for source in [
        "(x .+ y) @ (i, j)",
        "2 @ (i, j) .+ x",
        "sum[k](x @ (i, j, k)) @ (i, j)",
        "x @ (i, j) @ (i, j)",
        "let d = x .* 2; d @ (i, j)",
        "exp.(x) @ (i, j)",
    ] {
        check(source, what, help);
    }
    accept("(x) @ (i, j) .+ x.t() @ (j, i) .+ f(n) @ (i, j) .+ { a + b } @ (i, j) .+ (0..n) @ (i)");
    accept("y @ (i) .= x @ (i)");
    accept("@. x @ (i, j) - y @ (j)");
}

#[test]
fn names_or_numbers() {
    let what = "an axis by its number, in a call that names axes";
    let help = "write a name here, too: a call uses names or numbers";
    for source in
        ["x @ (i, j) .+ v @ (1)", "v @ (1) .+ x @ (i, j)", "sum[0](x @ (i, j))", "x @ (i, 1)", "x @ (i) .+ v @ {k}"]
    {
        check(source, what, help);
    }
    let numpy = "`#[numpy]` lines axes up by their places, not by names";
    check("#[numpy] x @ (i, j) .+ v @ (j)", numpy, "remove the attribute, or the names");
    let keep = "write `sum[k](..)`: names say where the result lies, beside what it came from and elsewhere";
    check("sum[j; keep](x @ (i, j))", "`keep` in a call that names axes", keep);
    check("x @ (i, j) .- sum[; keep](x)", "`keep` in a call that names axes", keep);
}

#[test]
fn each_name_once() {
    let own = "each dimension lies along an axis of its own: `@ (i, j)`";
    check("x @ (i, i)", "axis `i` stands twice after `@`", own);
    check("sum[i, i](x @ (i, j))", "axis `i` stands twice in `sum[..]`", "name each axis once");
    check("#[axes(i, i)] x @ (i)", "`i` stands twice in `#[axes(..)]`", "name each axis once");
}

#[test]
fn names_come_first() {
    let what = "`x` stands here before its axes are named";
    check("mean[t](x) .+ x @ (b, t)", what, "write `x @ (b, t)` here; it keeps these names in the whole call");
    accept("x @ (b, t) .- mean[t](x) .* x @ (t, b)");
    accept("s .* x @ (i) .+ s");
}

#[test]
fn unknown_names() {
    let what = "what `sum[..]` reduces has no axis `k`";
    check("sum[k](x @ (i, j))", what, "its axes are `i`, `j`");
    check("y @ (k) .* sum[k](x @ (i))", what, "its only axis is `i`");
    check("y @ (k) .* sum[k](s)", what, "name the axes of its operands: `x @ (i, j)`");
    check("let d = sum[k](x @ (i, k)); sum[k](d)", what, "its only axis is `i`");
    accept("let d = sum[k](x @ (i, k)); sum[i](d)");
}

#[test]
fn targets() {
    let what = "the target `y @ (i)` has no axis `j`, what is assigned to it has";
    let help = "reduce it, as in `sum[j](..)`, or assign to an array that has it: a target never grows";
    check("y @ (i) .= x @ (i, j)", what, help);
    let what = "the axes of the target `y` have no names, those of what is assigned to it have";
    check("y .= x @ (i, j)", what, "write `y @ (i, j) .= ..`, in the order of its axes");
    accept("y @ (i) .= x @ (i); y .+= sum[j](z @ (i, j))");
    accept("s .+= sum(x @ (i, j))");
    // Read along other axes, a target is another one.
    let copy = "its own old elements are read as `y`; for others take a copy before the macro: \
                `let copy = y.to_owned();`";
    check("y @ (i, j) .= y @ (j, i)", "`y @ (j, i)` overlaps the target `y`", copy);
}

#[test]
fn the_order_of_results() {
    accept("#[axes(j, i)] x @ (i, j)");
    accept("#[axes(j, i)] (x @ (i, j), sum[i](x))");
    accept("#[shape([2, 3])] #[axes(i, j)] v @ (j)");
    let help = "name all of them in the order that you want: `#[axes(i, j)]`";
    check("#[axes(i)] x @ (i, j)", "`#[axes(..)]` lacks the axis `j` of a result", help);
    let help = "name the axes of the results only: `#[axes(i)]`";
    check("#[axes(i, j)] sum[j](x @ (i, j))", "no result has the axis `j`", help);
    let help = "remove the attribute: targets have an order of their own";
    check("#[axes(i)] y @ (i) .= x @ (i)", "no result has the axis `i`", help);
    for source in ["#[axes] x @ (i)", "#[axes()] x @ (i)", "#[axes(0)] x @ (i)"] {
        let found = mistakes_in(tokens(source));
        assert_eq!(found[0], "bcast!: `#[axes]` needs names of axes in parentheses\nhelp: write `#[axes(i, j)]`");
    }
}
