//! What a GPU is told: element functions as data, beside the closure that tells their types.

use quote::quote;

use super::{assert_holds, tokens};
use crate::pipeline;

/// The expansion of `wgsl!(source)`, which needs no feature.
fn expansion(source: &str) -> proc_macro2::TokenStream {
    let body = tokens(source);
    pipeline::expand(quote!([K] wgsl #body))
}

#[test]
fn steps_are_data() {
    let written = expansion("x .+ 2.5 .* y");
    assert_holds(
        &written,
        r#"&K::__private::gpu::Formula {
            steps: &[
                K::__private::gpu::FormulaStep { at: 0, node: K::__private::gpu::Node::Literal("2.5") },
                K::__private::gpu::FormulaStep { at: 1, node: K::__private::gpu::Node::Apply(
                    "times", &[K::__private::gpu::Value::Step(0), K::__private::gpu::Value::Leaf(1)]) },"#,
    );
    assert_holds(&written, "K::__private::gpu::text_run(d, ");
}

#[test]
fn types_are_told_by_a_closure_without_blocks() {
    let written = expansion("if c { x ./ y } else { 0 }");
    assert_holds(&written, "let v0 = K::ops::Divide::divide(a2, a1);");
    assert_holds(&written, "K::__private::gpu::Node::If(");
    assert_holds(&written, "K::__private::gpu::Value::Integer(0)");
    assert_holds(&written, "K::__private::gpu::typed(&v0)");
}

#[test]
fn stages_are_borrowed_by_what_reads_them() {
    let written = expansion("x .- mean[0](x)");
    assert_holds(&written, "folds: &[K::__private::gpu::FormulaFold { name: \"mean\", ");
    assert_holds(&written, "K::__private::gpu::text_run_stages(d, &y0, ");
}
