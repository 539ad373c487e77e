//! Which type a number without suffix takes.

use super::{assert_holds, expansion};

/// The expansion contains this text.
#[track_caller]
fn check(source: &str, step: &str) {
    assert_holds(&expansion(source), step);
}

#[test]
fn beside_a_value() {
    check("x .+ 1", "K::ops::Plus::plus(a0, K::__private::like::<1, _>(&a0))");
    check("1 .+ x", "K::ops::Plus::plus(K::__private::like::<1, _>(&a0), a0)");
    check("x .+ -1", "K::ops::Plus::plus(a0, K::__private::like::<-1, _>(&a0))");
    check("x .+ 0xff_u8", "K::ops::Plus::plus(a0, 0xff_u8)");
    check("x .+ 1_000", "K::__private::like::<1000, _>(&a0)");
    check("x .+ 0x10", "K::__private::like::<16, _>(&a0)");
    check("x .* 2.5", "K::ops::Times::times(a0, 2.5)");
    check("x .* -2.5", "K::ops::Times::times(a0, -2.5)");
    check("x .> 0", "K::ops::Ordered::greater(a0, K::__private::like::<0, _>(&a0))");
    check("hypot.(3, x)", "K::ops::Hypot::hypot(K::__private::like::<3, _>(&a0), a0, _t)");
    check(
        "clamp.(x, 0, 1)",
        "K::ops::Clamp::clamp(a0, K::__private::like::<0, _>(&a0), K::__private::like::<1, _>(&a0), _t)",
    );
}

#[test]
fn numbers_alone_take_it_one_by_one() {
    let two = "K::__private::like::<2, _>(&a0)";
    check("2 .* 3 .* x", &format!("let v0 = K::ops::Times::times({two}, K::__private::like::<3, _>(&a0));"));
    check("2 .* 3 .* x", "let v1 = K::ops::Times::times(v0, a0);");
    check(
        "(1 ./ 3) .* x",
        "K::__private::closed(K::__private::like::<1, _>(&a0), K::__private::like::<3, _>(&a0), K::ops::Divide::divide)",
    );
    check("x .* (1 ./ 3)", "K::__private::like::<3, _>(&a0)");
    check("sqrt.(2) .* x", "K::ops::Sqrt::sqrt(K::__private::like::<2, _>(&a0), _t)");
    check("let two = 2; x .* two", "K::ops::Times::times(a0, K::__private::like::<2, _>(&a0))");
    check("2 .^ 3 .* x", "K::ops::LiteralPower::literal_power::<3>(K::__private::like::<2, _>(&a0))");
}

#[test]
fn without_any_value() {
    check("1 .+ 2", "K::__private::closed(1, 2, K::ops::Plus::plus)");
    check(
        "1 .+ 2.5",
        "let v0 = 2.5; let v1 = K::__private::closed(K::__private::like::<1, _>(&v0), 2.5, K::ops::Plus::plus);",
    );
}

#[test]
fn powers() {
    check("x .^ 3", "K::ops::LiteralPower::literal_power::<3>(a0)");
    check("x .^ -2", "K::ops::NegativePower::negative_power::<2>(a0)");
    check("x .^ 0.5", "K::ops::Power::power(a0, 0.5, _t)");
    check("x .^ n", "K::ops::Power::power(a0, a1, _t)");
    check("2 .^ x", "K::ops::Power::power(K::__private::like::<2, _>(&a0), a0, _t)");
    check(
        "x .^ (1 ./ 3)",
        "K::__private::closed(K::__private::like::<1, _>(&a0), K::__private::like::<3, _>(&a0), K::ops::Divide::divide)",
    );
    check("y .^= 2", "K::ops::LiteralPower::literal_power::<2>(b0)");
}

#[test]
fn plain_where_rust_says_so() {
    check("x .<< 2", "K::ops::ShiftLeft::shift_left(a0, 2i32)");
    check("powi.(x, 2)", "K::ops::Powi::powi(a0, 2, _t)");
    check("f.(x, 2)", "f(a0, 2)");
    check("y .>>= 1", "K::ops::ShiftRight::shift_right(b0, 1i32)");
    check("f64.(2) .+ x", "K::ops::Convert::<K::__private::f64>::convert(2)");
}

#[test]
fn branches() {
    check("if c { x } else { 0 }", "{ a1 } else { K::__private::literal::<0, _>() }");
    check(
        "if c { x } else { 1 ./ 3 }",
        "K::__private::closed(K::__private::like::<1, _>(&a1), K::__private::like::<3, _>(&a1), K::ops::Divide::divide)",
    );
    check("if c { 1 } else { x }", "{ K::__private::literal::<1, _>() } else { a1 }");
    // The value beside a number is computed first, so it is `a0`; operands keep the order of the source.
    check("if c { 1 } else { 0 } .* x", "{ K::__private::like::<1, _>(&a0) } else { K::__private::like::<0, _>(&a0) }");
    check("if c { 1 } else { 0 } .* x", "operands: &[\"c\", \"x\"]");
    check("if c { 1 } else { 0 } .* x", "|_t, ((), (a1, a0))|");
    check("x .* if c { 1 } else { 0 }", "{ K::__private::like::<1, _>(&a0) } else { K::__private::like::<0, _>(&a0) }");
    check("select.(c, 1, 0) .* x", "{ K::__private::like::<1, _>(&a0) } else { K::__private::like::<0, _>(&a0) }");
    check("if c { 1 } else { 0 }", "{ 1 } else { 0 }");
}

#[test]
fn assignments() {
    check("y .= 0", "K::ops::Store::store(K::__private::like::<0, _>(&b0), &b0)");
    check(
        "y .= 1 ./ 3",
        "K::__private::closed(K::__private::like::<1, _>(&b0), K::__private::like::<3, _>(&b0), K::ops::Divide::divide)",
    );
    check("y .+= 1", "K::ops::Plus::plus(b0, K::__private::like::<1, _>(&b0))");
    check("y .= if c { 1 } else { 0 }", "{ K::__private::like::<1, _>(&b0) } else { K::__private::like::<0, _>(&b0) }");
}
