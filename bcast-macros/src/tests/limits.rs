//! Long and deep input.

use super::tree::tree;
use super::{expansion, mistakes_in, tokens};

#[test]
fn hundreds_of_operators_in_a_row() {
    let row = vec!["x"; 301].join(" .+ ");
    let steps = expansion(&row).to_string().matches("Plus :: plus").count();
    assert_eq!(steps, 300);
    let powers = vec!["x"; 101].join(" .^ ");
    assert_eq!(expansion(&powers).to_string().matches("Power :: power").count(), 100);
}

#[test]
fn hundreds_of_operands_are_a_balanced_tree() {
    let names: Vec<String> = (0..300).map(|index| format!("x{index}")).collect();
    let written = expansion(&names.join(" .* ")).to_string();
    assert_eq!(written.matches("Operand :: leaf").count(), 300);
    let deepest = depths(&written).max().unwrap_or(0);
    assert!(deepest < 25, "{deepest}");
}

fn depths(written: &str) -> impl Iterator<Item = i32> {
    let step = |depth: &mut i32, character: char| {
        *depth += match character {
            '(' | '{' | '[' => 1,
            ')' | '}' | ']' => -1,
            _ => 0,
        };
        Some(*depth)
    };
    written.chars().scan(0, step)
}

#[test]
fn a_thousand_parentheses() {
    let nested = |inner: &str| format!("{}{inner}{}", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(tree(&format!("{} .+ y", nested("x"))), "(+ x y)");
    assert_eq!(tree(&format!("{} .+ y", nested("x .* z"))), "(+ (* x z) y)");
    assert_eq!(tree(&format!("{} .+ y", nested("-x"))), "(+ (negate x) y)");
    let calls = format!("{}x{}", "exp.(".repeat(100), ")".repeat(100));
    assert!(mistakes_in(tokens(&calls)).is_empty());
}

#[test]
fn dotted_operations_nested_too_deeply_are_refused() {
    let source = format!("{}x{}", "(1 .+ ".repeat(400), ")".repeat(400));
    let expected = "bcast!: parentheses are nested too deeply\n\
                    help: name the inner parts: `let part = ..;` inside the macro";
    assert_eq!(mistakes_in(tokens(&source)), [expected]);
}

/// Forty `let`s, each of which reads the one before several times: looked at once for each reader, the first one would
/// be looked at `3^40` times.
#[test]
fn names_that_stand_for_names() {
    let lets =
        |step: &dyn Fn(usize) -> String| (1..=40).map(|i| format!("let y{i} = {};", step(i - 1))).collect::<String>();
    let newton = lets(&|i| format!("y{i} .* (2 .- x .* y{i} .* y{i})"));
    let reductions = lets(&|i| format!("exp.(y{i} .* v @ (0) .+ y{i}) .- mean[0](y{i} .* y{i})"));
    let calls = lets(&|i| format!("f.(y{i} .* (2 .- v @ (0) .* y{i} .* y{i}))"));
    let sources = [
        format!("let y0 = x .+ 1; {newton} y40"),
        format!("let y0 = x .* s; {reductions} o .= y40; o .+= y40; sum(y40 .* o)"),
        format!("let y0 = exp.(x .+ sum[0](x)); {calls} (y40, sum[1](y40), y40 .* 2)"),
    ];
    for source in sources {
        let length = expansion(&source).to_string().len();
        assert!(length < 1_000_000, "{length} characters");
    }
}
