//! What a GPU is told: element functions as data, beside the closure that tells their types.
//!
//! Some expansions are kept whole beside the WGSL that comes of them, in `tests/gpu/golden`, to be read.
//! `BCAST_GOLDEN=write` writes them anew, in the form that `rustfmt` gives them.

use std::io::Write;
use std::process::{Command, Stdio};

use proc_macro2::TokenStream;
use quote::quote;

use super::{assert_holds, compact, tokens};
use crate::pipeline;

/// The expansion of `wgsl!(source)`, which needs no feature.
fn expansion(source: &str) -> TokenStream {
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
    assert_holds(&written, "K::__private::gpu::text_run(gpu, ");
}

#[test]
fn types_are_told_by_a_closure_without_blocks() {
    let written = expansion("if c { x ./ y } else { 0 }");
    assert_holds(&written, "let value0 = K::ops::Divide::divide(element2, element1);");
    assert_holds(&written, "K::__private::gpu::Node::If(");
    assert_holds(&written, "K::__private::gpu::Value::Integer(0)");
    assert_holds(&written, "K::__private::gpu::GpuElement::typed_number(&value0)");
}

#[test]
fn stages_are_borrowed_by_what_reads_them() {
    let written = expansion("x .- mean[0](x)");
    assert_holds(&written, "folds: &[K::__private::gpu::FormulaFold { name: \"mean\", ");
    assert_holds(&written, "K::__private::gpu::text_run_stages(gpu, &stage0, ");
}

/// A scan is a stage that keeps its elements, by a name that kernels know. Types are asked for all the same.
#[test]
fn scans_are_named() {
    let written = expansion("cumsum[1](x .* 2) ./ x");
    assert_holds(&written, "K::__private::gpu::scan_stage(gpu, 0, ");
    assert_holds(&written, "(1, \"cumsum\"), ");
    assert_holds(&written, "K::Stored::store(K::ops::scan::CumSum::cumsum(value0))");
    let written = expansion("cummax[{k}](x)");
    assert_holds(&written, "K::__private::gpu::given_scan_stage(gpu, 0, ");
    assert_holds(&written, "K::__private::gpu::GpuElement::typed_number(&element0)");
    let written = expansion("#[saturating] cumprod[0](x)");
    assert_holds(&written, "K::__private::gpu::SaturatingOnGpu::check(&element0)");
    assert_holds(&written, "(0, \"saturating_cumprod\")");
}

#[test]
fn expansions_to_read() {
    golden("scan", "cumsum[1](x .* 2)");
    golden("scaled", "2.5 .* x .+ 1");
    golden("columns", "(x .- v @ (1)) ./ 3");
    golden("choice", "if n .> 2 { 100 ./ n } else { -n }");
    golden("softmax", "exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))");
}

#[track_caller]
fn golden(name: &str, source: &str) {
    let path = format!("{}/../tests/gpu/golden/{name}.rs", env!("CARGO_MANIFEST_DIR"));
    let expansion = expansion(source);
    let text = format!("// `wgsl!({source})`, in a crate `K`.\nfn {name}() -> String {{ {expansion} }}\n");
    if std::env::var("BCAST_GOLDEN").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, formatted(&text)).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    // What `rustfmt` adds and takes away.
    let bare = |text: &str| compact(text).replace([',', '{', '}'], "");
    assert!(
        bare(&kept) == bare(&text),
        "{path} holds another text: write it anew by BCAST_GOLDEN=write, and read the difference"
    );
}

fn formatted(text: &str) -> Vec<u8> {
    let mut rustfmt = Command::new("rustfmt");
    let rustfmt =
        rustfmt.args(["--edition=2024", "--config=max_width=120"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = rustfmt.spawn().unwrap();
    running.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    running.wait_with_output().unwrap().stdout
}
