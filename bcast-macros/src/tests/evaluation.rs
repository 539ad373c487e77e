//! How the processor evaluates element functions, as the expansion says it by a type.

use super::expansion;

#[test]
fn what_a_function_decides_is_computed_once() {
    for (source, speculates) in [
        ("x .+ 1", false),
        ("max.(x, 0)", false),
        ("sin.(x) .+ 1", true),
        ("x .^ y", true),
        ("i32.(x) .+ i32.(y)", false),
        ("i32.(abs.(x)) .* sin.(y)", true),
        ("f64.(sin.(x))", true),
        ("if x .> 0 { sin.(x) } else { y }", true),
        ("sin.(s) .* x", true),
        ("sum(exp.(x))", true),
        ("i32.(sin.(x))", false),
        ("let a = ln.(x) .+ y; 7 ./ i64.(a)", false),
        ("if sin.(x) .> 0 { 1 ./ i } else { i }", false),
        ("x .> 0 .&& sin.(x) .> y .&& y .> 0", false),
        ("sum(i32.(sin.(x)))", false),
        ("x .* f64.(exp.(i64.(sin.(s)))) .+ y .* sin.(s)", false),
        ("f.(x)", false),
        ("f.(x) .+ sin.(x)", false),
    ] {
        assert_eq!(expansion(source).to_string().contains(":: Speculative"), speculates, "{source}");
    }
}

/// Each pass for itself.
#[test]
fn what_takes_long_beside_other_passes_asks_for_their_memory() {
    for (source, plain, costly, speculative) in [
        ("x ./ y", 1, 0, 0),
        ("x .- mean[1](x)", 2, 0, 0),
        ("x ./ sum[1](x)", 1, 1, 0),
        ("exp.(x) ./ sum[1](exp.(x))", 0, 1, 1),
        ("f.(x)", 1, 0, 0),
        ("f.(x) .- sum(x)", 1, 1, 0),
    ] {
        let written = expansion(source).to_string();
        let count = |evaluation: &str| written.matches(&format!(":: {evaluation}")).count();
        let counts = (count("Plain"), count("Costly"), count("Speculative"));
        assert_eq!(counts, (plain, costly, speculative), "{source}");
    }
}

/// What is found may be any element the first time: it must not decide what fails then.
#[test]
fn look_ups_are_early_unless_something_else_may_fail_before() {
    for (source, early) in [
        ("at.(t, i)", true),
        ("sum(exp.(at.(t, i, j .+ 1)))", true),
        ("if i .> 0 { at.(t, i) } else { 0 }", true),
        ("if at.(t, i) .> 0 { x } else { y ./ 2 .+ 1 }", false),
        ("if i .> 0 { y ./ at.(t, i) } else { y }", true),
        ("at.(t, i) .> 0 .&& x .% 2 .> 0", false),
        ("at.(t, at.(u, i))", true),
        ("at.(t, i64.(at.(u, i)))", false),
        ("f32.(at.(t, i))", true),
        ("f.(x) .+ at.(t, i)", false),
        ("#[checked] at.(t, i .+ 1)", false),
        ("x .+ 1", false),
    ] {
        let written = expansion(source).to_string();
        assert_eq!(written.contains(":: find"), early, "{source}");
        assert_eq!(written.contains(":: Looking"), early, "{source}");
    }
}

/// Where operands are expressions, what they give may be wrong the first time: it must not decide anything then.
#[test]
fn what_operands_decide_is_said() {
    for (source, once, decides) in [
        ("x .* y", false, false),
        ("exp.(x)", false, false),
        ("f.(x)", true, false),
        ("i32.(sin.(x))", true, false),
        ("if x .> 0 { x } else { y }", false, true),
        ("i32.(x)", false, true),
        ("f64.(x)", false, false),
        ("x .> 0 .&& y .> 0", false, true),
    ] {
        let written = expansion(source).to_string();
        let says = |word: &str| written.contains(&format!(":: {word} ("));
        assert_eq!((says("Once"), says("Deciding")), (once, decides), "{source}");
    }
}
