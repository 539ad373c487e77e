//! With names, plans are those that the same formulas have with numbers.

use super::plan;

/// The plan without what is written behind `@` in the texts of operands.
fn text(source: &str) -> String {
    let text = plan(source).to_string();
    let mut pieces = text.split(" @ (");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once(')').map_or(piece, |(_, rest)| rest))
}

#[track_caller]
fn check(named: &str, counted: &str) {
    assert!(text(named) == text(counted), "{}\n{}", plan(named), plan(counted));
}

#[test]
fn operands_of_the_whole_need_no_map() {
    check("(x @ (b, t, d) .- mean[t](x)) .* gamma @ (d)", "(x .- mean[1](x)) .* gamma @ (2)");
    check("(x @ (i, j) .* 2, y @ (i, j) .* x, sum[j](x) .+ 1)", "(x .* 2, y .* x, sum[1](x) .+ 1)");
    check("o @ (i, j) .= x @ (i, j) .+ v @ (j); o .*= o", "o .= x .+ v @ (1); o .*= o");
}

#[test]
fn softmax() {
    check("let e = exp.(x @ (i, j) .- max[j](x)); e ./ sum[j](e)", "let e = exp.(x .- max[1](x)); e ./ sum[1](e)");
}

#[test]
fn reductions_alone_need_no_map() {
    check("sum[k](a @ (i, k) .* b @ (k, j))", "sum[1](a @ (0, 1) .* b @ (1, 2))");
    check("sqrt.(sum[k](x @ (i, k) .^ 2)) .+ sum[k](x)", "sqrt.(sum[1](x .^ 2)) .+ sum[1](x)");
    check("sum[k](x @ (i, k)) .* sum[l](y @ (i, l))", "sum[1](x) .* sum[1](y)");
}

#[test]
fn other_reductions_have_a_map() {
    check("sum[k](x @ (k, i)) .* sum[l](y @ (i, l))", "sum[0](x) @ (0) .* sum[1](y) @ (0)");
    check("sum[k](x @ (i, k)) .- v @ (i) .* w @ (j)", "sum[1](x) @ (0) .- v @ (0) .* w @ (1)");
}

#[test]
fn what_has_no_names_is_a_single_value() {
    let (named, counted) = (text("f.(s .* d @ (i)) .* x @ (i, j)"), text("f.(One(s) .* d @ (0)) .* x"));
    assert_eq!(named, counted.replace("One(s)", "s"));
}
