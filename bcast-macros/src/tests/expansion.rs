//! Expansions, written out by hand.

use super::{assert_holds, assert_tokens, expansion, expansion_of, invisible};
use quote::quote;

/// The element function begins like this.
#[track_caller]
fn check_kernel(source: &str, expected: &str) {
    assert_holds(&expansion(source), expected);
}

#[test]
fn the_example_of_the_contract() {
    assert_tokens(
        &expansion("(x .- mu @ (1)) .* 2 ./ s"),
        r#"K::ops::dotted_expression(match (&(x), (&(mu), &(s))) {
            (slot0, (slot1, slot2)) => {
                let operand0 = K::__private::Operand::leaf(&*slot0);
                let operand1 = K::__private::mapped::<2, _, _>(K::__private::Operand::leaf(&*slot1), &[1]);
                let operand2 = K::__private::Operand::leaf(&*slot2);
                let rank0 = K::__private::rank(&operand0);
                let rank1 = K::__private::rank(&operand1);
                let rank2 = K::__private::rank(&operand2);
                let inner_rank0 = rank1;
                K::__private::FitsMap::fits(K::__private::found_of_map(inner_rank0, K::__private::At::<1, 2>));
                let mapped_rank0 = K::__private::MapRank::map_rank(inner_rank0, K::__private::At::<1, 2>);
                let rank = K::__private::join(rank0, K::__private::join(mapped_rank0, rank2));
                K::__private::Fits::fits(K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(rank0, rank)));
                K::__private::Reaches::fits(mapped_rank0, rank);
                K::__private::Fits::fits(K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(rank2, rank)));
                K::__private::Covered::<0>::covered(rank);
                K::__private::run(
                    K::__private::Plain,
                    &K::__private::Call {
                        name: "bcast!", operands: &["x", "mu @ (1)", "s"], targets: &[], axes: &[], cost: 6,
                        serial: false
                    },
                    rank, (), (operand0, (operand1, operand2)),
                    #[inline(always)] |_level, ((), (element0, (element1, element2)))| {
                        let value0 = K::ops::Minus::minus(element1, element0);
                        let value1 = K::ops::Times::times(K::ops::Adopt::<2>::like(&value0), value0);
                        let value2 = K::ops::Divide::divide(element2, value1);
                        ((), K::Stored::store(value2))
                    })
            }
        })"#,
    );
}

#[test]
fn targets_are_borrowed_last_and_read_back() {
    let written = expansion("y .= y .* 2 .+ x; y .-= x");
    assert_tokens(
        &written,
        r#"{
            use K::__private::Reborrow as _;
            match (&(x), (y).__bcast_place()) {
                (slot0, slot1) => {
                    let operand0 = K::__private::Operand::leaf(&*slot0);
                    let target0 = K::__private::Target::target(&mut *slot1);
                    let rank0 = K::__private::rank(&operand0);
                    let target_rank0 = K::__private::target_rank(&target0);
                    let rank = K::__private::join(rank0, target_rank0);
                    K::__private::Fits::fits(
                        K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(rank0, rank)));
                    K::__private::TargetFits::fits(target_rank0, rank);
                    K::__private::run(
                    K::__private::Plain,
                        &K::__private::Call {
                            name: "bcast!", operands: &["x"], targets: &["y"], axes: &[], cost: 5, serial: false
                        },
                        rank, target0, operand0,
                        #[inline(always)] |_level, (old0, element0)| {
                            let value0 = K::ops::Times::times(K::ops::Adopt::<2>::like(&old0), old0);
                            let value1 = K::ops::Plus::plus(element0, value0);
                            let value2 = K::ops::Store::store(&old0, value1);
                            let value3 = K::ops::Minus::minus(element0, value2);
                            let value4 = K::ops::Store::store(&old0, value3);
                            (K::Stored::store(value4), ())
                        })
                }
            }
        }"#,
    );
}

/// Targets of shapes that spelling does not tell: a pass for each, and one that stands in for both where they agree.
#[test]
fn targets_of_several_shapes() {
    let written = expansion("y .= y .* 2 .+ x; z .-= y");
    for expected in [
        "let operand0 = K::__private::Operand::leaf(&*slot0);
        let target0 = K::__private::Target::target(&mut *slot1);
        let target1 = K::__private::Target::target(&mut *slot2);
        let operand1 = K::__private::old(&target0);",
        "K::__private::run_stages((), K::__private::either(K::__private::last(K::__private::Plain,",
        "rank, (K::__private::again(&target0), K::__private::again(&target1)), operand0,
            #[inline(always)] |_level, ((old0, old1), element0)|",
        "pass_rank0, K::__private::again(&target0), operand0, #[inline(always)] |_level, (old0, element0)|",
        "pass_rank1, K::__private::again(&target1), operand1, #[inline(always)] |_level, (old1, element1)|",
    ] {
        assert_holds(&written, expected);
    }
}

#[test]
fn a_lone_operand_needs_no_check() {
    let written = expansion("exp.(x)").to_string();
    assert!(!written.contains("fits"), "{written}");
    assert!(written.contains("match & (x)"), "{written}");
    let written = expansion("1.5 .+ 2.5").to_string();
    assert!(written.contains("(match () { () =>"), "{written}");
    assert!(written.contains("let rank = K :: __private :: scalar () ;"), "{written}");
}

#[test]
fn other_targets_are_evaluated_in_source_order() {
    let written = expansion("a[i] .= f(x); y .= z").to_string();
    let expected = "match (((a [i]) . __bcast_place () , & (f (x))) , (& (z) , (y) . __bcast_place ()))";
    assert!(written.contains(expected), "{written}");
}

#[test]
fn the_same_name_is_one_operand() {
    let written = expansion("x .* x .+ self.v .* self.v .+ f() .* f()").to_string();
    let expected = "match ((& (x) , & (self . v)) , (& (f ()) , & (f ())))";
    assert!(written.contains(expected), "{written}");
    // One slot, seen along two axes.
    let written = expansion("v @ (0) .* v @ (1)").to_string();
    assert!(written.contains("match & (v) {"), "{written}");
    assert_eq!(written.matches("Operand :: leaf").count(), 2);
}

#[test]
fn maps_compose() {
    let written = expansion("((a @ (0)) .+ b) @ (0, 2) .* c").to_string();
    for expected in [
        "mapped :: < 1 , _ , _ > (K :: __private :: Operand :: leaf (& * slot0) , & [0])",
        "placed :: < 3 , _ , _ > (K :: __private :: Operand :: leaf (& * slot1) , & [0 , 2])",
        r#"operands : & ["(a @ (0)) @ (0, 2)" , "b @ (0, 2)" , "c"]"#,
        "let mapped_rank1 = K :: __private :: MapRank :: map_rank (inner_rank1 , K :: __private :: At :: < 1 , 1 >)",
        "let mapped_rank0 = K :: __private :: MapRank :: map_rank (inner_rank0 , K :: __private :: At :: < 2 , 3 >)",
    ] {
        assert!(written.contains(expected), "{expected}\n{written}");
    }
    assert!(expansion("v @ (6)").to_string().contains("AtFar :: < 1 >"));
    assert!(expansion("v @ (5)").to_string().contains("At :: < 1 , 6 >"));
    assert!(expansion("v @ ()").to_string().contains("mapped :: < 0 , _ , _ >"));
}

#[test]
fn gaps_between_maps_are_asked_for() {
    let written = expansion("v @ (0) .* w @ (3)").to_string();
    assert!(written.contains("Covered :: < 1 >") && written.contains("Covered :: < 2 >"), "{written}");
    assert!(!expansion("v @ (0) .* w @ (1)").to_string().contains("Covered"));
    // The inner map skips axis 0, which the outer one puts at 0: nobody lies along 0 and 1.
    let written = expansion("(v @ (1)) @ (0, 2)").to_string();
    assert!(written.contains("Covered :: < 0 >") && written.contains("Covered :: < 1 >"), "{written}");
    assert_eq!(written.matches("Covered").count(), 2);
    let written = expansion("(v @ (1)) @ (0, 2) .+ (a .+ w @ (1)) @ (0, 1)").to_string();
    assert!(!written.contains("Covered"), "{written}");
}

#[test]
fn fused_values_are_computed_once_or_along_each_map() {
    check_kernel(
        "let d = x .- m; d .* d",
        "#[inline(always)] |_level, ((), (element0, element1))| {
            let value0 = K::ops::Minus::minus(element1, element0);
            let value1 = K::ops::Times::times(value0, value0);",
    );
    check_kernel(
        "let d = v .+ 1; d @ (0) .* d @ (1)",
        "#[inline(always)] |_level, ((), (element0, element1))| {
            let value0 = K::ops::Plus::plus(K::ops::Adopt::<1>::like(&element0), element0);
            let value1 = K::ops::Plus::plus(K::ops::Adopt::<1>::like(&element1), element1);
            let value2 = K::ops::Times::times(value1, value0);",
    );
}

#[test]
fn branches_hold_their_own_steps() {
    check_kernel(
        "if x .> 0 { let d = x .+ y; d .* d } else { -x }",
        "#[inline(always)] |_level, ((), (element0, element1))| {
            let value0 = K::ops::Ordered::greater(K::ops::Adopt::<0>::like(&element0), element0);
            let value4 = if K::ops::Condition::condition(value0) {
                let value1 = K::ops::Plus::plus(element1, element0);
                let value2 = K::ops::Times::times(value1, value1);
                value2
            } else {
                let value3 = K::ops::Negate::negate(element0);
                value3
            };",
    );
    check_kernel(
        "a .&& f.(b) .|| a",
        "#[inline(always)] |_level, ((), (element0, element1))| {
            let value1 = if K::ops::Condition::condition(element0) {
                let value0 = f(element1);
                K::ops::Condition::condition(value0)
            } else { false };
            let value2 = if K::ops::Condition::condition(value1) { true } else {
                K::ops::Condition::condition(element0) };",
    );
    check_kernel(
        "select.(c, a, 0)",
        "#[inline(always)] |_level, ((), (element0, element1))| {
            let value0 = if K::ops::Condition::condition(element0) { element1 } else {
                K::ops::Adopt::<0>::like(&element1) };",
    );
}

#[test]
fn comparisons_chain() {
    check_kernel(
        "0 .<= sqrt.(x) .< y",
        "#[inline(always)] |_level, ((), (element0, element1))| {
            let value0 = K::ops::Sqrt::sqrt(element0, _level);
            let value1 = K::ops::Ordered::less_equal(value0, K::ops::Adopt::<0>::like(&value0));
            let value2 = K::ops::Ordered::less(element1, value0);
            let value3 = value1 && value2;",
    );
}

#[test]
fn calls() {
    check_kernel(
        "max.(a, b, c)",
        "#[inline(always)] |_level, ((), (element0, (element1, element2)))| {
            let value0 = K::ops::Max::max(element1, element0, _level);
            let value1 = K::ops::Max::max(element2, value0, _level);",
    );
    check_kernel(
        "xor.(a, b)",
        "#[inline(always)] |_level, ((), (element0, element1))| {
            let value0 = K::ops::BitXor::bit_xor(element1, element0);",
    );
    check_kernel(
        "f32.(x)",
        "#[inline(always)] |_level, ((), element0)| {
            let value0 = K::ops::Convert::<K::__private::f32>::convert(element0);",
    );
    check_kernel(
        "@. x as T",
        "#[inline(always)] |_level, ((), element0)| { let value0 = K::ops::Convert::<T>::convert(element0);",
    );
    check_kernel(
        "m::f::<T>.(x, 2)",
        "#[inline(always)] |_level, ((), element0)| { let value0 = m::f::<T>(element0, 2);",
    );
    check_kernel(
        "(|u, v| u + v).(x, y)",
        "#[inline(always)] |_level, ((), (element0, element1))| { let value0 = K::__private::call2(element0,
            element1, |u, v| u + v);",
    );
    check_kernel(
        "@. x.pow(2, y)",
        "#[inline(always)] |_level, ((), (element0, element1))| { let value0 = (element0).pow(2, element1);",
    );
}

#[test]
fn a_computed_function_is_evaluated_once() {
    let written = expansion("(make()).(x)").to_string();
    assert!(written.contains("match (& ((make ())) , & (x)) { (slot0 , slot1) =>"), "{written}");
    assert!(written.contains("let value0 = (* slot0) (element0) ;"), "{written}");
    assert_eq!(written.matches("Operand :: leaf").count(), 1);
}

#[test]
fn tuples_and_errors() {
    let written = expansion("(x .+ y, x, y)").to_string();
    assert!(written.contains("{ (result0 , (result1 , result2)) => (result0 , result1 , result2 ,) }"), "{written}");
    let tried = crate::pipeline::expand(quote!([K] try_bcast (x .+ y, x))).to_string();
    assert!(
        tried.contains("K :: __private :: try_run_stages (() , K :: __private :: either (K :: __private :: last ("),
        "{tried}"
    );
    let arms = "K :: __private :: Ok ((result0 , result1)) => K :: __private :: Ok ((result0 , result1 ,)) , \
                K :: __private :: Err (error) => K :: __private :: Err (error) ,";
    assert!(tried.contains(arms), "{tried}");
    let single = crate::pipeline::expand(quote!([K] try_bcast x .+ y)).to_string();
    assert!(!single.contains("Ok"), "{single}");
}

#[test]
fn attributes() {
    let written = expansion("#[numpy] #[serial] x .+ v .* w @ (0)").to_string();
    assert_eq!(written.matches("K :: __private :: align (").count(), 2, "{written}");
    assert!(written.contains("Reaches :: fits") && !written.contains("FitsVector"), "{written}");
    assert!(written.contains("serial : true"), "{written}");
    let written = expansion("#[shape([4, 3])] v @ (1)").to_string();
    for expected in [
        "match (& (K :: Sizes :: output_shape ([4 , 3])) , & (v))",
        r##"operands : & ["#[shape([4, 3])]" , "v @ (1)"]"##,
        "K :: __private :: ShapeFits :: fits (rank0 , rank)",
        "((_ , a1))",
    ] {
        let expected = expected.replace("((_ , a1))", "(() , (_ , element1))");
        assert!(written.contains(&expected), "{expected}\n{written}");
    }
}

/// The same text but for the traits: those of floats and of bits are asked for as ever.
#[test]
fn what_integers_do() {
    let source = "let y = (x .- 1) .* x .^ 2 ./ (x .% 3) .+ (x .<< 1) .^ n; a .+= y .& (x .>> 2); \
                  (-abs.(y), rem_euclid.(y, 7), exp.(y), sum[0](y) .- max(y), prod(x .< y), \
                  cumsum[0](x), cumprod[0](x), cummax[0](x))";
    let plain = expansion(source).to_string();
    for name in ["wrapping", "saturating"] {
        let written = expansion(&format!("#[{name}] {source}")).to_string();
        let traits = [
            "Plus",
            "Minus",
            "Times",
            "Divide",
            "Remainder",
            "ShiftLeft",
            "ShiftRight",
            "Negate",
            "Abs",
            "RemEuclid",
            "Power",
            "LiteralPower",
            "reduce :: Sum",
            "reduce :: Prod",
            "scan :: CumSum",
            "scan :: CumProd",
        ];
        let mut expected = plain.clone();
        for owner in traits {
            let own = owner.rsplit(" ").next().unwrap();
            let (before, after) = (format!("ops :: {owner} ::"), format!("ops :: {name} :: {own} ::"));
            assert!(expected.contains(&before), "{before}");
            expected = expected.replace(&before, &after);
        }
        assert_eq!(written, expected);
    }
}

#[test]
fn invisible_groups_leave_as_parentheses() {
    let sum = invisible("a + b");
    let written = expansion_of(quote!(2 .* f(#sum))).to_string();
    assert!(written.contains("& (f ((a + b)))"), "{written}");
}
