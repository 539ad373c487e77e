//! Parts of formulas that types decide about: computed once if they are single values.

use super::{assert_holds, expansion};

#[test]
fn parts_that_may_be_single_values() {
    let written = expansion("let e = f.(s); g.(e .+ d) .* x .+ e .* d");
    for expected in [
        "let part0 = K::__private::part(operand0, #[inline(always)] |_level, element0| {
            let value0 = f(element0); value0 });
         let part0 = part0.__bcast_once();
         let part1 = K::__private::part((operand1, &part0), #[inline(always)] |_level, (element1, value0)| {
             let value1 = K::ops::Plus::plus(element1, value0);
             let value2 = g(value1);
             value2
         });
         let part1 = part1.__bcast_once();",
        "#[inline(always)] |_level, ((), (element0, (element1, element2)))| {
             let value0 = part0.__bcast_element(_level, element0);
             let value2 = part1.__bcast_element(_level, (element1, value0));
             let value3 = K::ops::Times::times(element2, value2);
             let value4 = K::ops::Times::times(element1, value0);
             let value5 = K::ops::Plus::plus(value4, value3);",
    ] {
        assert_holds(&written, expected);
    }
    // Built-in ones that are loops or calls, and what surrounds a call.
    for source in ["ln_gamma.(s) .* x", "s .^ d .* x", "exp.(f.(s)) .* x", "f.(exp.(s)) .* x"] {
        let written = expansion(source).to_string();
        assert_eq!(written.matches("__private :: part (").count(), 1, "{source}: {written}");
    }
    // Several passes share them.
    let written = expansion("f.(s) .* x .- sum[0](f.(s) .* y)").to_string();
    assert_eq!(written.matches("f (element").count(), 1, "{written}");
    assert_eq!(written.matches(". __bcast_element (").count(), 2, "{written}");
}

/// Where nothing else comes in, a part would be the whole; cheap ones, those with maps, and functions that the compiler
/// takes out of loops are none.
/// A pattern says how many fields there are, so rustc compares that.
#[test]
fn fields_of_tuples() {
    let pattern = expansion("let (_, b, _) = f.(x); b .* 2");
    assert_holds(&pattern, "let value0 = f(element0); let (_, value1, _) = value0;");
    assert_holds(&expansion("f.(x).1 .* 2"), "let value0 = f(element0); let value1 = value0.1;");
}

#[test]
fn parts_that_would_be_of_no_use() {
    for source in [
        "f.(x) .* x",
        "f.(x .+ y) .* x .- y",
        "x .+ y ./ 2",
        "x .* exp.(2)",
        "x .* exp.(s)",
        "x .* powf.(s .+ 1, d)",
        "if x .> 0 { f.(s) } else { 0 }",
        "x .&& f.(s)",
        "x .- f.(max[1](x))",
        "f.(v @ (0) .* x)",
        "y .= f.(y)",
        "sum(f.(x) .* y .* f.(y .- x))",
    ] {
        let written = expansion(source).to_string();
        let parts = usize::from(source.starts_with("sum"));
        assert_eq!(written.matches("__private :: part (").count(), parts, "{source}: {written}");
    }
}

#[test]
fn parts_with_fewer_axes_beside_what_may_be_numbers() {
    let written = expansion("f.(s .* d @ (0)) .* x");
    for expected in [
        r#"let stage_rank0 = mapped_rank0;
         let space0 = K::__private::space(stage_rank0);
         let yield_rank0 = stage_rank0;
         let stage0 = K::__private::conditional(rank0, (operand0, operand1),
             #[inline(always)] |_level, (element0, element1)| {
             let value0 = K::ops::Times::times(element1, element0);
             let value1 = f(value0);
             value1
         }).__bcast_stage(
             K::__private::Once(K::__private::Costly),
             0,
             &K::__private::Call {
                 name: "bcast!", operands: &["s", "d @ (0)"], targets: &[], axes: &[], cost: 21, serial: false
             },
             space0, K::__private::Reduce::Along(&[0]));
         let choice0 = stage0.choice();
         let operand2 = stage0.leaves(K::__private::axes::<1>());
         let operand2 = K::__private::mapped::<1, _, _>(operand2, &[0]);"#,
        // The ranks are those of the operands.
        "let pass_rank0 = K::__private::join(rank0, K::__private::join(mapped_rank0, rank3));",
        r#"operands: &["s", "d @ (0)", "x", "s, d @ (0)"], targets: &[], axes: &[], cost: 22, serial: false
             },
             pass_rank0, (),
             ((operand0, K::__private::spared(choice0, operand1)),
             (operand3, K::__private::given(choice0, operand2, 3))),
             #[inline(always)] |_level, ((), ((element0, element1), (element3, element2)))| {
                 let value4 = K::__private::choose(choice0, element2, #[inline(always)] || {
                     let value2 = K::ops::Times::times(K::__private::there(element1), element0);
                     let value3 = f(value2);
                     value3
                 });
                 let value5 = K::ops::Times::times(element3, value4);"#,
    ] {
        assert_holds(&written, expected);
    }
}

#[test]
fn equal_parts_beside_what_may_be_numbers_are_one_stage() {
    // What is read elsewhere too stays; one part is one stage, and those inside of others have their own.
    let spared = |source| expansion(source).to_string().matches(":: spared (").count();
    assert_eq!(spared("f.(s .* d @ (0)) .* x .- d @ (0)"), 0);
    assert_eq!(spared("f.(s .* d @ (0)) .* f.(t .* d @ (0)) .* x"), 1);
    let stages = |source| expansion(source).to_string().matches(":: conditional (").count();
    assert_eq!(stages("f.(s .* d @ (0)) .* x .- f.(s .* d @ (0)) .+ sum[0](f.(s .* d @ (0)) .* x)"), 1);
    assert_eq!(stages("f.(t .* f.(s .* d @ (0))) .* x"), 2);
    assert_eq!(stages("((((f.(s .* d @ (0)) .* x) .+ y) .* z) .- w) .* u"), 1);
    assert_eq!(stages("let e = f.(s .* d @ (0)); (e .+ 1) .* x .- e"), 1);
}

/// What is the whole, is cheap, may not run, or is known to have axes has no stage that types decide about.
#[test]
fn parts_that_types_do_not_decide_about() {
    for source in [
        "f.(s .* d @ (0))",
        "s .* d @ (0) .* x",
        "f.(s) .* x",
        "f.(d @ (0)) .* s",
        "if x .> 0 { f.(s .* d @ (0)) } else { x }",
        "x .&& f.(s .* sum(x))",
        "(f.(s .* d @ (0)) .* x) @ (1, 2) .+ z",
        "exp.(x .- max[1](x)) .* y",
        "exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) .* y",
        "f.(s .* sum[0; keep](x)) .* x",
        "out .= f.(out .* d @ (0)) .* x",
        "f.(s .* d @ (6)) .* x",
    ] {
        let written = expansion(source).to_string();
        assert!(!written.contains(":: conditional ("), "{source}: {written}");
    }
}
