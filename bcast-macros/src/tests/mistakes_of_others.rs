//! What people write who know NumPy, Julia, `ndarray` or another language.

use super::{mistakes_in, tokens};

/// The source earns exactly this message.
#[track_caller]
fn check(source: &str, what: &str, help: &str) {
    assert_eq!(mistakes_in(tokens(source)), [format!("bcast!: {what}\nhelp: {help}")], "{source}");
}

#[test]
fn attributes_inside() {
    for (source, written) in [
        ("x .+ #[serial] y", "#[serial]"),
        ("let a = x .* 2; #[gpu(&g)] let b = a .+ 1; b", "#[gpu(&g)]"),
        ("z .= x; #[serial] y .= x", "#[serial]"),
        ("@. #[numpy] x + y", "#[numpy]"),
        ("if c .> 0 { #[serial] let d = x .+ 1; d } else { x }", "#[serial]"),
    ] {
        let what = format!("`{written}` stands inside, attributes are about the whole call");
        check(source, &what, &format!("write it first: `bcast!({written} ..)`"));
    }
    check("x .+ @. y", "`@.` stands inside, it dots the whole call", "write it first: `bcast!(@. ..)`");
    check("x @. 2", "`@.` stands inside, it dots the whole call", "write it first: `bcast!(@. ..)`");
    check("@views y .= x[..-1]", "`@views` is no word here", "remove it: a slice is always a view");
    check("x .+ @numpy y", "`@numpy` is no word here", "write `bcast!(#[numpy] ..)`");
}

#[test]
fn operators_of_other_languages() {
    let choice = "write `if c { a } else { b }`";
    check("c .> 0 ? x : y", "`?` with `:` chooses nothing here", choice);
    check("c ? x : y .+ 1", "`?` with `:` chooses nothing here", choice);
    check("if c .> 0 then x else y", "a branch in braces is missing", choice);
    check("if c .> 0: x else: y", "a branch in braces is missing", choice);
    check("x if c .> 0 else 0", "`if` behind a value", &format!("it stands before: {choice}"));
    assert_eq!(mistakes_in(tokens("f(x)? .+ (|a: f64| a).(y)")), [""; 0]);
}

#[test]
fn words_of_other_languages() {
    check("x .> 1 and x .< 2", "`and` is no operator", "write `.&&`");
    check("x .== 1 or x .== 2", "`or` is no operator", "write `.||`");
    check("not x .> 1", "`not` is no operator", "write `!(x .> 1)`");
    check("not a .&& x .> 1", "`not` is no operator", "write `!a`");
    let both = ["`not` is no operator\nhelp: write `!(x .> 1)`", "`and` is no operator\nhelp: write `.&&`"];
    assert_eq!(mistakes_in(tokens("not x .> 1 and a")), both.map(|mistake| format!("bcast!: {mistake}")));
    check("if not x .> 1 { a } else { b }", "`not` is no operator", "write `!(x .> 1)`");
    check("not x .> y[i] .* long_name .+ 1", "`not` is no operator", "write `!(..)`");
    check("not (x .> 1)", "`not` is no operator", "write `!(..)`");
    check("~(x .> 1)", "`~` is no operator", "write `!(..)`");
    check("x .=. y", "a dot behind `.=`", "one dot stands before the operator: `x .+ y`, `y .= x`");
    check("x .* .5", "`.5` is no number", "write `0.5`");
    check("x .|> exp", "`|>` is no operator", "write the function before its argument: `f.(x)`");
    let matrices = "a product of matrices is `x.dot(&y)`, or `sum[k](x @ (i, k) .* y @ (k, j))`";
    check("x .@ y", "`.@` is no operator", matrices);
    let conditions = "`.&&` joins conditions: write `x .> 0 .&& y .> 0`; `.&` joins bits";
    check("x .> 1 & x .< 3", "`&` without a dot between broadcast parts", conditions);
    let bits = "write `n .& 1`, or put plain Rust into braces: `{ n & 1 }`; `.&&` joins conditions";
    check("n & 1 .== 0", "`&` without a dot between broadcast parts", bits);
    let conditions = "`.||` joins conditions: write `(x .> 1) .|| (x .< 0)`; `.|` joins bits";
    check("(x .> 1) | (x .< 0)", "`|` without a dot between broadcast parts", conditions);
    check("x & 1 .+ y", "`&` without a dot between broadcast parts", "write `x .& 1 .+ y`; `.&&` joins conditions");
    let own = |right: &str| format!("write `{right}`; a method of yours stands in braces");
    check("np.exp(x) .+ 1", "`np.exp(..)` is NumPy's name", &own("exp.(x)"));
    check("np.sum(x .* y)", "`np.sum(..)` is NumPy's name", &own("sum(x)"));
    check("np.maximum.(x, y)", "`np.maximum.(..)` is NumPy's name", &own("maximum.(a, b)"));
    check("x.astype(np.float32) .+ 1", "`x.astype(..)` is NumPy's name", &own("f32.(x)"));
    assert_eq!(mistakes_in(tokens("np.rows() .+ np.own(x)")), [""; 0]);
    let formula = "write the formula that stands in it, with dots: `z .+= x .* y`";
    let parentheses = "write `exp.(x)`; `x[i]` and `at.(x, i)` find elements";
    check("exp.[x] .+ 1", "a dot and brackets behind `exp`", parentheses);
    check("sum.[0](x)", "a dot and brackets behind `sum`", "write `sum[0](x)`: a reduction has no dot");
    let keep = "write `mean[0](x)`, `mean[0, 2](x)`, or `mean[0; keep](x)`; without brackets all are reduced";
    check("x .- mean[0, keep](x)", "the brackets of `mean[..]` hold the axes that are reduced", keep);
    check("azip!((z in &mut z, x in &x) *z .+= x)", "`azip!` inside", formula);
}

#[test]
fn slices_of_other_languages() {
    let ranges = |written: &str| {
        format!("write `{written}`; ranges are `a..b` or `a..b;step`, counted from 0, and from the end below 0")
    };
    for (source, written, ours) in [
        ("x[:, 0] .+ 1", "[:, 0]", "[.., 0]"),
        ("x[1:] .+ 1", "[1:]", "[1..]"),
        ("x[::2, :-1] .+ 1", "[::2, :-1]", "[..;2, ..-1]"),
        ("x[a:b:c] .+ 1", "[a:b:c]", "[a..b;c]"),
        ("x[2:end, end] .+ 1", "[2:end, end]", "[1.., -1]"),
        ("x[1:end-1, 1] .+ 1", "[1:end - 1, 1]", "[..-1, 0]"),
        ("x[1:2:end] .+ 1", "[1:2:end]", "[0..;2]"),
    ] {
        check(source, &format!("`{written}` is no range"), &ranges(ours));
    }
    let lies = |axes: &str| format!("say where the axes lie instead: `x @ ({axes})` behind the operand");
    check("x[:, None] .+ 1", "`None` in a slice makes no axis", &lies("0"));
    check("x[:, np.newaxis, :] .+ 1", "`np.newaxis` in a slice makes no axis", &lies("0, 2"));
    let whole = "write `..` for each axis that is taken whole: `x[.., .., 0]`";
    check("x[..., 0] .+ 1", "`...` in a slice", whole);
    assert_eq!(mistakes_in(tokens("x[a::B, ::c::D] .+ y[f::<u8>()..]")), [""; 0]);
}

/// `b[1:] -= b[0]`
#[test]
fn elements_of_targets() {
    for (source, leaf, target) in [
        ("y[1..] .-= y[0]", "y[0]", "y[1..]"),
        ("y ./= max.(&y[i + 1], 1)", "&y[i + 1]", "y"),
        ("z .= self.y[[0, 1]] .* x; self.y[.., 0] .= x", "self.y[[0, 1]]", "self.y[.., 0]"),
    ] {
        let what = format!("`{leaf}` is borrowed beside the target `{target}`, and both are of one array");
        check(source, &what, &format!("write `{{ {leaf} }}`: its value before the call"));
    }
    let what = "`y[0]` is borrowed beside the target `y`, and both are of one array";
    let new = "the new one is read by a second `bcast!` for all that follows";
    check("y .*= 2; y .+ y[0]", what, &format!("write `{{ y[0] }}`: its value before the call; {new}"));
    assert_eq!(mistakes_in(tokens("y[1..] .-= { y[0] } .* self.y[0] .+ z[0] .+ y.len()")), [""; 0]);
}
