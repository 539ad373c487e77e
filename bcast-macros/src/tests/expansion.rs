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
        r#"match (&(x), (&(mu), &(s))) {
            (r0, (r1, r2)) => {
                let l0 = K::__private::Operand::leaf(&*r0);
                let l1 = K::__private::mapped::<2, _, _>(K::__private::Operand::leaf(&*r1), &[1]);
                let l2 = K::__private::Operand::leaf(&*r2);
                let k0 = K::__private::rank(&l0);
                let k1 = K::__private::rank(&l1);
                let k2 = K::__private::rank(&l2);
                let p0 = k1;
                K::__private::FitsMap::fits(K::__private::found_of_map(p0, K::__private::At::<1, 2>));
                let m0 = K::__private::MapRank::map_rank(p0, K::__private::At::<1, 2>);
                let k = K::__private::join(k0, K::__private::join(m0, k2));
                K::__private::Fits::fits(K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(k0, k)));
                K::__private::Reaches::fits(m0, k);
                K::__private::Fits::fits(K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(k2, k)));
                K::__private::Covered::<0>::covered(k);
                K::__private::run(
                    K::__private::Plain,
                    &K::__private::Call {
                        name: "bcast!", operands: &["x", "mu @ (1)", "s"], targets: &[], cost: 6, serial: false
                    },
                    k, (), (l0, (l1, l2)),
                    #[inline(always)] |_t, ((), (a0, (a1, a2)))| {
                        let v0 = K::ops::Minus::minus(a1, a0);
                        let v1 = K::ops::Times::times(K::ops::Adopt::<2>::like(&v0), v0);
                        let v2 = K::ops::Divide::divide(a2, v1);
                        ((), K::Stored::store(v2))
                    })
            }
        }"#,
    );
}

#[test]
fn targets_are_borrowed_last_and_read_back() {
    let written = expansion("y .= y .* 2 .+ x; y .-= x");
    assert_tokens(
        &written,
        r#"{
            use K::__private::Place as _;
            match (&(x), (y).__bcast_place()) {
                (r0, r1) => {
                    let l0 = K::__private::Operand::leaf(&*r0);
                    let g0 = K::__private::Target::target(&mut *r1);
                    let k0 = K::__private::rank(&l0);
                    let q0 = K::__private::target_rank(&g0);
                    let k = K::__private::join(k0, q0);
                    K::__private::Fits::fits(K::__private::FitsMatrix::fits(K::__private::FitsVector::fits(k0, k)));
                    K::__private::TargetFits::fits(q0, k);
                    K::__private::run(
                    K::__private::Plain,
                        &K::__private::Call {
                            name: "bcast!", operands: &["x"], targets: &["y"], cost: 5, serial: false
                        },
                        k, g0, l0,
                        #[inline(always)] |_t, (b0, a0)| {
                            let v0 = K::ops::Times::times(K::ops::Adopt::<2>::like(&b0), b0);
                            let v1 = K::ops::Plus::plus(a0, v0);
                            let v2 = K::ops::Store::store(&b0, v1);
                            let v3 = K::ops::Minus::minus(a0, v2);
                            let v4 = K::ops::Store::store(&b0, v3);
                            (K::Stored::store(v4), ())
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
        "let l0 = K::__private::Operand::leaf(&*r0);
        let g0 = K::__private::Target::target(&mut *r1);
        let g1 = K::__private::Target::target(&mut *r2);
        let l1 = K::__private::old(&g0);",
        "K::__private::run_stages((), K::__private::either(K::__private::last(K::__private::Plain,",
        "k, (K::__private::again(&g0), K::__private::again(&g1)), l0, #[inline(always)] |_t, ((b0, b1), a0)|",
        "z0, K::__private::again(&g0), l0, #[inline(always)] |_t, (b0, a0)|",
        "z1, K::__private::again(&g1), l1, #[inline(always)] |_t, (b1, a1)|",
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
    assert!(written.starts_with("match () { () =>"), "{written}");
    assert!(written.contains("let k = K :: __private :: scalar () ;"), "{written}");
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
        "mapped :: < 1 , _ , _ > (K :: __private :: Operand :: leaf (& * r0) , & [0])",
        "placed :: < 3 , _ , _ > (K :: __private :: Operand :: leaf (& * r1) , & [0 , 2])",
        r#"operands : & ["(a @ (0)) @ (0, 2)" , "b @ (0, 2)" , "c"]"#,
        "let m1 = K :: __private :: MapRank :: map_rank (p1 , K :: __private :: At :: < 1 , 1 >)",
        "let m0 = K :: __private :: MapRank :: map_rank (p0 , K :: __private :: At :: < 2 , 3 >)",
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
        "#[inline(always)] |_t, ((), (a0, a1))| {
            let v0 = K::ops::Minus::minus(a1, a0);
            let v1 = K::ops::Times::times(v0, v0);",
    );
    check_kernel(
        "let d = v .+ 1; d @ (0) .* d @ (1)",
        "#[inline(always)] |_t, ((), (a0, a1))| {
            let v0 = K::ops::Plus::plus(K::ops::Adopt::<1>::like(&a0), a0);
            let v1 = K::ops::Plus::plus(K::ops::Adopt::<1>::like(&a1), a1);
            let v2 = K::ops::Times::times(v1, v0);",
    );
}

#[test]
fn branches_hold_their_own_steps() {
    check_kernel(
        "if x .> 0 { let d = x .+ y; d .* d } else { -x }",
        "#[inline(always)] |_t, ((), (a0, a1))| {
            let v0 = K::ops::Ordered::greater(K::ops::Adopt::<0>::like(&a0), a0);
            let v4 = if K::ops::Condition::condition(v0) {
                let v1 = K::ops::Plus::plus(a1, a0);
                let v2 = K::ops::Times::times(v1, v1);
                v2
            } else {
                let v3 = K::ops::Negate::negate(a0);
                v3
            };",
    );
    check_kernel(
        "a .&& f.(b) .|| a",
        "#[inline(always)] |_t, ((), (a0, a1))| {
            let v1 = if K::ops::Condition::condition(a0) {
                let v0 = f(a1);
                K::ops::Condition::condition(v0)
            } else { false };
            let v2 = if K::ops::Condition::condition(v1) { true } else { K::ops::Condition::condition(a0) };",
    );
    check_kernel(
        "select.(c, a, 0)",
        "#[inline(always)] |_t, ((), (a0, a1))| {
            let v0 = if K::ops::Condition::condition(a0) { a1 } else { K::ops::Adopt::<0>::like(&a1) };",
    );
}

#[test]
fn comparisons_chain() {
    check_kernel(
        "0 .<= sqrt.(x) .< y",
        "#[inline(always)] |_t, ((), (a0, a1))| {
            let v0 = K::ops::Sqrt::sqrt(a0, _t);
            let v1 = K::ops::Ordered::less_equal(v0, K::ops::Adopt::<0>::like(&v0));
            let v2 = K::ops::Ordered::less(a1, v0);
            let v3 = v1 && v2;",
    );
}

#[test]
fn calls() {
    check_kernel(
        "max.(a, b, c)",
        "#[inline(always)] |_t, ((), (a0, (a1, a2)))| {
            let v0 = K::ops::Max::max(a1, a0, _t);
            let v1 = K::ops::Max::max(a2, v0, _t);",
    );
    check_kernel("xor.(a, b)", "#[inline(always)] |_t, ((), (a0, a1))| { let v0 = K::ops::BitXor::bit_xor(a1, a0);");
    check_kernel(
        "f32.(x)",
        "#[inline(always)] |_t, ((), a0)| { let v0 = K::ops::Convert::<K::__private::f32>::convert(a0);",
    );
    check_kernel("@. x as T", "#[inline(always)] |_t, ((), a0)| { let v0 = K::ops::Convert::<T>::convert(a0);");
    check_kernel("m::f::<T>.(x, 2)", "#[inline(always)] |_t, ((), a0)| { let v0 = m::f::<T>(a0, 2);");
    check_kernel(
        "(|u, v| u + v).(x, y)",
        "#[inline(always)] |_t, ((), (a0, a1))| { let v0 = K::__private::call2(a0, a1, |u, v| u + v);",
    );
    check_kernel("@. x.pow(2, y)", "#[inline(always)] |_t, ((), (a0, a1))| { let v0 = (a0).pow(2, a1);");
}

#[test]
fn parts_that_may_be_single_values() {
    let written = expansion("let e = f.(s); g.(e .+ d) .* x .+ e .* d");
    for expected in [
        "let c0 = K::__private::part(l0, #[inline(always)] |_t, a0| { let v0 = f(a0); v0 });
         let c0 = c0.__bcast_once();
         let c1 = K::__private::part((l1, &c0), #[inline(always)] |_t, (a1, v0)| {
             let v1 = K::ops::Plus::plus(a1, v0);
             let v2 = g(v1);
             v2
         });
         let c1 = c1.__bcast_once();",
        "#[inline(always)] |_t, ((), (a0, (a1, a2)))| {
             let v0 = c0.__bcast_element(_t, a0);
             let v2 = c1.__bcast_element(_t, (a1, v0));
             let v3 = K::ops::Times::times(a2, v2);
             let v4 = K::ops::Times::times(a1, v0);
             let v5 = K::ops::Plus::plus(v4, v3);",
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
    assert_eq!(written.matches("f (a").count(), 1, "{written}");
    assert_eq!(written.matches(". __bcast_element (").count(), 2, "{written}");
}

/// Where nothing else comes in, a part would be the whole; cheap ones, those with maps, and functions that the compiler
/// takes out of loops are none.
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
        r#"let s0 = m0;
         let u0 = K::__private::space(s0);
         let w0 = s0;
         let y0 = K::__private::conditional(k0, (l0, l1), #[inline(always)] |_t, (a0, a1)| {
             let v0 = K::ops::Times::times(a1, a0);
             let v1 = f(v0);
             v1
         }).__bcast_stage(
             K::__private::Costly,
             0,
             &K::__private::Call {
                 name: "bcast!", operands: &["s", "d @ (0)"], targets: &[], cost: 21, serial: false
             },
             u0, K::__private::Reduce::Along(&[0]));
         let f0 = y0.choice();
         let l2 = y0.leaves(K::__private::axes::<1>());
         let l2 = K::__private::mapped::<1, _, _>(l2, &[0]);"#,
        // The ranks are those of the operands.
        "let z0 = K::__private::join(k0, K::__private::join(m0, k3));",
        r#"operands: &["s", "d @ (0)", "x", "s, d @ (0)"], targets: &[], cost: 22, serial: false
             },
             z0, (), ((l0, K::__private::spared(f0, l1)), (l3, K::__private::given(f0, l2, 3))),
             #[inline(always)] |_t, ((), ((a0, a1), (a3, a2)))| {
                 let v4 = K::__private::choose(f0, a2, #[inline(always)] || {
                     let v2 = K::ops::Times::times(K::__private::there(a1), a0);
                     let v3 = f(v2);
                     v3
                 });
                 let v5 = K::ops::Times::times(a3, v4);"#,
    ] {
        assert_holds(&written, expected);
    }
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

#[test]
fn a_computed_function_is_evaluated_once() {
    let written = expansion("(make()).(x)").to_string();
    assert!(written.contains("match (& ((make ())) , & (x)) { (r0 , r1) =>"), "{written}");
    assert!(written.contains("let v0 = (* r0) (a0) ;"), "{written}");
    assert_eq!(written.matches("Operand :: leaf").count(), 1);
}

#[test]
fn tuples_and_errors() {
    let written = expansion("(x .+ y, x, y)").to_string();
    assert!(written.contains("{ (o0 , (o1 , o2)) => (o0 , o1 , o2 ,) }"), "{written}");
    let tried = crate::pipeline::expand(quote!([K] try_bcast (x .+ y, x))).to_string();
    assert!(
        tried.contains("K :: __private :: try_run_stages (() , K :: __private :: either (K :: __private :: last ("),
        "{tried}"
    );
    let arms = "K :: __private :: Ok ((o0 , o1)) => K :: __private :: Ok ((o0 , o1 ,)) , \
                K :: __private :: Err (e) => K :: __private :: Err (e) ,";
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
        "K :: __private :: ShapeFits :: fits (k0 , k)",
        "((_ , a1))",
    ] {
        let expected = expected.replace("((_ , a1))", "(() , (_ , a1))");
        assert!(written.contains(&expected), "{expected}\n{written}");
    }
}

#[test]
fn invisible_groups_leave_as_parentheses() {
    let sum = invisible("a + b");
    let written = expansion_of(quote!(2 .* f(#sum))).to_string();
    assert!(written.contains("& (f ((a + b)))"), "{written}");
}
