//! `explain!`: what it refuses, its expansion written out by hand, and how passes are spelled.

use super::{assert_holds, assert_tokens, tokens};
use crate::check;
use crate::pipeline;
use crate::plan::lower;
use crate::syntax::{self, Context};
use proc_macro2::TokenStream;
use quote::quote;

fn expansion(source: &str) -> TokenStream {
    let body = tokens(source);
    pipeline::expand(quote!([K] explain #body))
}

/// Errors are returned by the same calls under other names.
#[test]
fn errors_are_returned() {
    let body = tokens("x .* 2");
    assert_holds(&pipeline::expand(quote!([K] try_explain #body)), "K::__private::try_explain_run((&[text0], &[]), ");
    let body = tokens("x .- mean[0](x)");
    let written = pipeline::expand(quote!([K] try_explain #body));
    assert_holds(&written, "K::__private::try_explain_run_stages((&[text0, text1], &[]), ");
}

/// On a GPU the machine is told the texts.
#[cfg(feature = "gpu")]
#[test]
fn a_machine_that_explains() {
    let written = expansion("#[gpu(&gpu)] x .* 2");
    assert_holds(&written, "let gpu = &K::__private::gpu::GpuDevice::machine(&*slot0).explaining(&[text0]);");
    assert_holds(&written, "K::__private::gpu::explain_run(gpu, &text0.call, rank, (), operand0, ");
}

/// A place is told the texts as well.
#[test]
fn a_place_that_explains() {
    let written = expansion("#[on(&place)] x .- mean[0](x)");
    assert_holds(&written, "let place = K::__private::on::Explains::explaining(&*slot0);");
    assert_holds(&written, "K::__private::on::explain_run_stages(&[text0, text1], place, stage0, ");
}

/// Each portion has a plan.
#[test]
fn portions_are_explained() {
    let written = expansion("#[structured] d .* 2");
    assert_holds(
        &written,
        "K::__private::explain_finish(kind0, |kind, at| match &K::__private::Portions::named_portion(",
    );
    let written = expansion("#[structured] d .*= 2");
    assert_holds(&written, "K::__private::Assign::explain_assigned(&mut *slot0, kind0, |slot0, kind, at| ");
}

#[test]
fn the_call_of_a_pass_lies_in_its_text() {
    assert_tokens(
        &expansion("x .* 2"),
        r#"match &(x) {
            slot0 => {
                let text0 = &K::__private::Text {
                    call: K::__private::Call {
                        name: "explain!", operands: &["x"], targets: &[], axes: &[], cost: 1, serial: false
                    },
                    lines: &["x .* 2"], reads: &["x"], yields: &[], shared: &[], kept: &[], parts: &[], olds: &[],
                    is_hoisted: false
                };
                let operand0 = K::__private::Operand::leaf(&*slot0);
                let rank0 = K::__private::rank(&operand0);
                let rank = rank0;
                K::__private::explain_run(
                    (&[text0], &[]), K::__private::Plain, &text0.call, rank, (), operand0,
                    #[inline(always)] |_level, ((), element0)| {
                        let value0 = K::ops::Times::times(K::ops::Adopt::<2>::like(&element0), element0);
                        ((), K::Stored::store(value0))
                    })
            }
        }"#,
    );
}

/// A part is asked whether it is made of single values, and left to the loop: nothing of the user's is called.
#[test]
fn parts_are_not_computed() {
    let written = expansion("f.(s) .* x");
    assert_holds(&written, "let once0 = K::__private::are_single(operand0); let part0 = (*part0).__bcast_once();");
    assert_holds(&written, "K::__private::explain_run((&[text0], &[once0]), ");
    assert_holds(&written, r#"parts: &[("f.(s)", 0)]"#);
}

/// The lines of all passes.
#[track_caller]
fn spelled(source: &str, expected: &[&str]) {
    let mut context = Context::new();
    let parsed = syntax::parse(tokens(source), &mut context);
    let checked = check::check(parsed, &mut context).expect("there is no mistake");
    let plan = lower(&checked);
    let lines: Vec<String> = plan.spellings().into_iter().flat_map(|(spelling, _)| spelling.lines).collect();
    assert_eq!(lines, expected);
}

#[test]
fn passes_are_spelled() {
    spelled("x .- (y .- x) .* -2", &["x .- (y .- x) .* -2"]);
    spelled("(-x) .^ 2 .+ 2 .^ x .^ y", &["(-x) .^ 2 .+ 2 .^ x .^ y"]);
    spelled("sum[0, 2](x) .+ 1", &["sum[0, 2](x)", "sum[0, 2](x) .+ 1"]);
    spelled("cumsum[1](x .* 2)", &["cumsum[1](x .* 2)", "cumsum[1](x .* 2)"]);
    spelled("x @ (b, t) .- mean[t](x)", &["mean[t](x @ (b, t))", "x @ (b, t) .- mean[t](x @ (b, t))"]);
    spelled("let d = exp.(x .- 1); d ./ (d .+ 1)", &["let t0 = exp.(x .- 1)", "t0 ./ (t0 .+ 1)"]);
    spelled("y .+= x; y .* 2", &["let t0 = y .+ x", "y .= t0", "t0 .* 2"]);
    spelled("if x .> 1 .&& y .< 2 { f.(x, y) } else { x.g.1 }", &["if x .> 1 .&& y .< 2 { f.(x, y) } else { x.g.1 }"]);
    spelled("let (q, r) = f.(x); q .* r", &["let t0 = f.(x)", "t0.0 .* t0.1"]);
    spelled("let (_, c) = sin_cos.(x .+ 1); c .* 2", &["cos.(x .+ 1) .* 2"]);
    spelled("0 .< x .<= 1", &["0 .< x .&& x .<= 1"]);
    // What an earlier pass gives is cut if it is long.
    spelled(
        "x ./ sum[1](exp.(one_operand .* another_operand .+ a_third_operand))",
        &["sum[1](exp.(one_operand .* another_operand .+ a_third_operand))", "x ./ sum[1](..)"],
    );
}
