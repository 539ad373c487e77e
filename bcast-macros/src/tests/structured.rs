//! `#[structured]`: what is followed beside a formula, and its expansion, written out by hand.

use super::{assert_holds, assert_tokens, expansion};

#[test]
fn a_formula_of_portions() {
    assert_tokens(
        &expansion("#[structured] -d .* 2"),
        r#"K::ops::dotted_expression({
            use K::__private::{AskElse as _, Reborrow as _, StepElse as _};
            match &(d) {
                slot0 => {
                    let kind0 = K::__private::step(
                        K::__private::op::DotNegate, K::__private::Ask(slot0).__bcast_kind(), ()).__bcast_step();
                    let kind1 = K::__private::step(
                        K::__private::op::DotTimes, kind0, K::__private::Literal::<2>).__bcast_step();
                    K::__private::finish(kind1, |kind, at| match
                        &K::__private::Portions::named_portion(slot0, kind, at, "bcast!", "d")
                    {
                        slot0 => {
                            let operand0 = K::__private::Operand::leaf(&*slot0);
                            let rank0 = K::__private::rank(&operand0);
                            let rank = rank0;
                            K::__private::run(
                                K::__private::Plain,
                                &K::__private::Call {
                                    name: "bcast!", operands: &["d"], targets: &[], axes: &[], cost: 2, serial: false
                                },
                                rank,
                                (),
                                operand0,
                                #[inline(always)]
                                |_level, ((), element0)| {
                                    let value0 = K::ops::Negate::negate(element0);
                                    let value1 = K::ops::Times::times(K::ops::Adopt::<2>::like(&value0), value0);
                                    ((), K::Stored::store(value1))
                                }
                            )
                        }
                    })
                }
            }
        })"#,
    );
}

#[test]
fn targets() {
    let written = expansion("#[structured] t .+= d .* t");
    assert_holds(&written, "let old_kind = K::__private::old_kind(&*slot1);");
    assert_holds(&written, "K::__private::step(K::__private::op::DotPlus, old_kind, kind0).__bcast_step()");
    assert_holds(&written, "K::__private::Assign::assigned(&mut *slot1, kind1, |slot1, kind, at| match");
    let written = expansion("#[structured] t .= d");
    assert!(!written.to_string().contains("old_kind"), "{written}");
}

/// The kinds, step by step.
fn kinds(source: &str) -> String {
    let written = expansion(&format!("#[structured] {source}")).to_string().replace(' ', "");
    let steps = written.split("letkind").skip(1).map(|step| step.split("op::").nth(1).unwrap_or_default());
    let names: Vec<&str> = steps.map(|step| step.split(',').next().unwrap_or_default()).collect();
    let result = written.split("finish(").nth(1).unwrap_or_default().split(",|").next().unwrap_or_default();
    format!("{}: {}", names.join(" "), result.replace("K::__private::", ""))
}

#[test]
fn what_is_followed() {
    for (source, want) in [
        ("a .+ b .- c .* d ./ e", "DotPlus DotTimes DotDivide DotMinus: kind3"),
        ("sin.(x) .^ 2", "OfZero OfZero: kind1"),
        ("x .^ n .- cos.(x)", "AnyStep AnyStep DotMinus: kind2"),
        ("f64.(x) .^ 0", "OfZero AnyStep: kind1"),
        ("a .& b .| !c .&& xor.(a, b)", "DotAnd DotNot DotOr DotXor DotAnd: kind4"),
        ("a .> b", ": Packed"),
        ("a .& (b .< c)", "DotAnd: kind0"),
        ("is_nan.(x)", ": Packed"),
        ("f.(x, y, z)", ": Dense::<op::AnyStep>::new()"),
        ("x .% 2", "AnyStep: kind0"),
    ] {
        assert_eq!(kinds(source), want, "{source}");
    }
}

/// Where operands are read otherwise than element by element, the formula is read whole.
#[test]
fn what_is_read_whole() {
    for source in ["d .* v @ (0)", "d ./ sum(d)", "if c { d } else { e }", "d @ (i, j) .* e @ (j, i)", "at.(t, i) .* d"]
    {
        assert_eq!(kinds(source), ": Dense::<op::AnyStep>::new()", "{source}");
    }
    for source in ["x .> v @ (0)", "b .& (x .> mean(x)) ", "x .> max(x) .|| b", "!(x .> sum(x))"] {
        assert_eq!(kinds(source), ": Packed", "{source}");
    }
}
