//! `lazy!`: what it refuses, and its expansion written out by hand.

use super::{assert_holds, assert_tokens, tokens};
use crate::check;
use crate::pipeline;
use crate::syntax::{self, Context};
use proc_macro2::TokenStream;
use quote::quote;

fn expansion(source: &str) -> TokenStream {
    let body = tokens(source);
    pipeline::expand(quote!([K] lazy #body))
}

fn mistakes_in(source: &str) -> Vec<String> {
    let mut context = Context::new();
    context.lazy = true;
    let source = syntax::parse(tokens(source), &mut context);
    if context.report.is_empty() {
        check::check(source, &mut context);
    }
    context.report.finish().iter().map(|mistake| mistake.message().to_owned()).collect()
}

#[track_caller]
fn check(source: &str, what: &str) {
    let mistakes = mistakes_in(source);
    assert!(mistakes.len() == 1 && mistakes[0].starts_with(&format!("bcast!: {what}")), "{source}: {mistakes:?}");
}

#[test]
fn only_one_expression() {
    check("y .= x .* 2", "`lazy!` assigns nothing");
    check("y .+= x", "`lazy!` assigns nothing");
    check("let d = x .- 1; d .* d", "`lazy!` takes one expression, and no `let`");
    check("let (a, b) = f.(x); a .* b", "`lazy!` takes one expression, and no `let`");
    assert_eq!(mistakes_in("if x .> 1 { let (a, b) = f.(x); a .* b } else { f.(x).0 }"), [""; 0]);
    check("(x .- 1, x .+ 1)", "`lazy!` makes one expression, and no tuple");
    assert_eq!(mistakes_in("if x .> 1 { let d = x .- 1; d .* d } else { x }"), [""; 0]);
    let on_gpu = mistakes_in("#[gpu(&gpu)] x .* 2");
    assert!(on_gpu.iter().any(|mistake| mistake.contains("cannot run on a GPU: kernels are made of one call")));
}

#[test]
fn places_are_borrowed_and_all_else_moves_in() {
    assert_tokens(
        &expansion("x .* f(y)"),
        r#"K::ops::lazy_expression({
            use K::__private::{ByReference as _, ByValue as _};
            match ((x).__bcast_held(), (f(y))) {
                (slot0, slot1) => {
                    let operand0 = K::__private::Operand::leaf(&slot0);
                    let operand1 = K::__private::Operand::leaf(&slot1);
                    let rank0 = K::__private::rank(&operand0);
                    let rank1 = K::__private::rank(&operand1);
                    let rank = K::__private::join(rank0, rank1);
                    K::__private::Fits::fits(
                        K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(rank0, rank)));
                    K::__private::Fits::fits(
                        K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(rank1, rank)));
                    K::__private::lazy(
                        K::__private::nature::<1, false, _>(K::__private::Plain),
                        &K::__private::Call {
                            name: "lazy!", operands: &["x", "f(y)"], targets: &[], axes: &[], cost: 1, serial: false
                        },
                        rank,
                        (K::__private::held(slot0), K::__private::held(slot1)),
                        #[inline(always)] move |_level, (element0, element1)| {
                            let value0 = K::ops::Times::times(element1, element0);
                            value0
                        })
                }
            }
        })"#,
    );
    for place in ["self.x", "*x", "list[i]", "&x"] {
        let held = if place == "&x" { "((&x)" } else { "__bcast_held()" };
        assert_holds(&expansion(&format!("{place} .* v")), held);
    }
    assert_holds(&expansion("at.(t, i .+ 1)"), "(t).__bcast_shared()");
    assert_holds(&expansion("x[1.., 0] .* 2"), "Slice::whole((x).__bcast_shared())");
}

/// What is reduced is kept; what it was made of, and what only types tell, is computed by the reader.
#[test]
fn what_is_kept() {
    let softmax = expansion("exp.(x) ./ sum[1](exp.(x))");
    assert_holds(&softmax, "K::__private::held_result(place1, result1)");
    assert_holds(&softmax, "move |_level, (element0, element1)| { let value1 = K::ops::Exp::exp(element0, _level);");
    assert_holds(&expansion("exp.(s .* d @ (0)) .* x"), "K::__private::held_mapped::<1, _>(slot1, &[0])");
    assert_holds(
        &expansion("f.(s) .* x"),
        "K::__private::nature::<21, false, _>(K::__private::Once(K::__private::Plain))",
    );
    assert_holds(&expansion("if x .> 0 { x } else { y }"), "K::__private::Deciding(K::__private::Plain)");
}
