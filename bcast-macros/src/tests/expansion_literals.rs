//! Which type a number without suffix takes.

use super::{assert_holds, expansion};

/// The expansion contains this text.
#[track_caller]
fn check(source: &str, step: &str) {
    assert_holds(&expansion(source), step);
}

#[test]
fn beside_a_value() {
    check("x .+ 1", "K::ops::Plus::plus(K::ops::Adopt::<1>::like(&element0), element0)");
    check("1 .+ x", "K::ops::Plus::plus(element0, K::ops::Adopt::<1>::like(&element0))");
    let checked = "like_exact(&element0, const { K::__private::exact(<_ as K::ops::Adopt<-1>>::EXACT) })";
    check("x .+ -1", &format!("K::ops::Plus::plus(K::ops::Adopt::<-1>::{checked}, element0)"));
    check("if c { x } else { 128 }", "K::ops::Adopt::<128>::literal_exact(const {");
    check("x .+ 0xff_u8", "K::ops::Plus::plus(0xff_u8, element0)");
    check("x .+ 1_000", "K::ops::Adopt::<1000>::like_exact(&element0, const {");
    check("x .+ 0x10", "K::ops::Adopt::<16>::like(&element0)");
    check("x .* 2.5", "K::ops::Times::times(2.5, element0)");
    check("x .* -2.5", "K::ops::Times::times(-2.5, element0)");
    check("x .> 0", "K::ops::Ordered::greater(K::ops::Adopt::<0>::like(&element0), element0)");
    check("hypot.(3, x)", "K::ops::Hypot::hypot(element0, K::ops::Adopt::<3>::like(&element0), _level)");
    check(
        "clamp.(x, 0, 1)",
        "K::ops::Clamp::clamp(K::ops::Adopt::<0>::like(&element0), K::ops::Adopt::<1>::like(&element0),
            element0, _level)",
    );
}

#[test]
fn numbers_alone_take_it_one_by_one() {
    let two = "K::ops::Adopt::<2>::like(&element0)";
    check(
        "2 .* 3 .* x",
        &format!(
            "let value0 = K::__private::closed({two}, K::ops::Adopt::<3>::like(&element0),
                |b, a| K::ops::Times::times(b, a));"
        ),
    );
    check("2 .* 3 .* x", "let value1 = K::ops::Times::times(element0, value0);");
    check(
        "(1 ./ 3) .* x",
        "K::__private::closed(K::ops::Adopt::<1>::like(&element0), K::ops::Adopt::<3>::like(&element0),
            |b, a| K::ops::Divide::divide(b, a))",
    );
    check("x .* (1 ./ 3)", "K::ops::Adopt::<3>::like(&element0)");
    check("sqrt.(2) .* x", "K::ops::Sqrt::sqrt(K::ops::Adopt::<2>::like(&element0), _level)");
    check("let two = 2; x .* two", "K::ops::Times::times(K::ops::Adopt::<2>::like(&element0), element0)");
    check("2 .^ 3 .* x", "K::ops::LiteralPower::literal_power::<3>(K::ops::Adopt::<2>::like(&element0))");
}

#[test]
fn without_any_value() {
    check("1 .+ 2", "K::__private::closed(1, 2, |b, a| K::ops::Plus::plus(b, a))");
    check(
        "1 .+ 2.5",
        "let value0 = 2.5; let value1 = K::__private::closed(K::ops::Adopt::<1>::like(&value0), 2.5,
            |b, a| K::ops::Plus::plus(b, a));",
    );
}

#[test]
fn powers() {
    check("x .^ 3", "K::ops::LiteralPower::literal_power::<3>(element0)");
    check("x .^ 0", "K::ops::Adopt::<1>::like(&element0)");
    check("x .^ -2", "K::ops::NegativePower::negative_power::<2>(element0)");
    check("x .^ 0.5", "K::ops::Power::power(0.5, element0, _level)");
    check("x .^ n", "K::ops::Power::power(element1, element0, _level)");
    check("2 .^ x", "K::ops::Power::power(element0, K::ops::Adopt::<2>::like(&element0), _level)");
    check(
        "x .^ (1 ./ 3)",
        "K::__private::closed(K::ops::Adopt::<1>::like(&element0), K::ops::Adopt::<3>::like(&element0),
            |b, a| K::ops::Divide::divide(b, a))",
    );
    check("y .^= 2", "K::ops::LiteralPower::literal_power::<2>(old0)");
}

#[test]
fn plain_where_rust_says_so() {
    check("x .<< 2", "K::ops::ShiftLeft::shift_left(2i32, element0)");
    check("powi.(x, 2)", "K::ops::Powi::powi(2, element0, _level)");
    check("f.(x, 2)", "f(element0, 2)");
    check("y .>>= 1", "K::ops::ShiftRight::shift_right(1i32, old0)");
    check("x .* 2.5_f16", "K::__private::f16_literal(2.5f64)");
    check("f16.(-3) .+ x", "K::__private::f16_literal(-3f64)");
    check("f64.(2) .+ x", "K::ops::Convert::<K::__private::f64>::convert(2)");
}

#[test]
fn branches() {
    check("if c { x } else { 0 }", "{ element1 } else { K::ops::Adopt::<0>::literal() }");
    check(
        "if c { x } else { 1 ./ 3 }",
        "K::__private::closed(K::ops::Adopt::<1>::like(&element1), K::ops::Adopt::<3>::like(&element1),
            |b, a| K::ops::Divide::divide(b, a))",
    );
    // Of operands beside each other rustc may not know the types yet; of what is computed it does.
    check("if c { x } else { y }", "{ K::ops::Alike::alike(element1) } else { K::ops::Alike::alike(element2) }");
    check("if c { exp.(x) } else { y }", "else { K::ops::Alike::alike(element2) }");
    check("if c { 1 } else { x }", "{ K::ops::Adopt::<1>::literal() } else { element1 }");
    // The value beside a number is computed first, so it is `a0`; operands keep the order of the source.
    check(
        "if c { 1 } else { 0 } .* x",
        "{ K::ops::Adopt::<1>::like(&element0) } else { K::ops::Adopt::<0>::like(&element0) }",
    );
    check("if c { 1 } else { 0 } .* x", "operands: &[\"c\", \"x\"]");
    check("if c { 1 } else { 0 } .* x", "|_level, ((), (element1, element0))|");
    check(
        "x .* if c { 1 } else { 0 }",
        "{ K::ops::Adopt::<1>::like(&element0) } else { K::ops::Adopt::<0>::like(&element0) }",
    );
    check(
        "select.(c, 1, 0) .* x",
        "{ K::ops::Adopt::<1>::like(&element0) } else { K::ops::Adopt::<0>::like(&element0) }",
    );
    check("if c { 1 } else { 0 }", "{ 1 } else { 0 }");
}

#[test]
fn assignments() {
    check("y .= 0", "K::ops::Store::store(&old0, K::ops::Adopt::<0>::like(&old0))");
    check(
        "y .= 1 ./ 3",
        "K::__private::closed(K::ops::Adopt::<1>::like(&old0), K::ops::Adopt::<3>::like(&old0),
            |b, a| K::ops::Divide::divide(b, a))",
    );
    check("y .+= 1", "K::ops::Plus::plus(K::ops::Adopt::<1>::like(&old0), old0)");
    check("y .= if c { 1 } else { 0 }", "{ K::ops::Adopt::<1>::like(&old0) } else { K::ops::Adopt::<0>::like(&old0) }");
}
