//! Precedence, operands, calls, statements: what the parser makes of correct source.

use super::tree::tree;

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_eq!(tree(source), expected, "{source}");
}

#[test]
fn operators_bind_as_in_rust() {
    check("a .+ b .* c", "(+ a (* b c))");
    check("a .* b .+ c", "(+ (* a b) c)");
    check("a .- b .- c", "(- (- a b) c)");
    check("a ./ b .% c .* d", "(* (% (/ a b) c) d)");
    check("a .+ b .<< c", "(<< (+ a b) c)");
    check("a .& b .<< c", "(& a (<< b c))");
    check("a .| b .& c", "(| a (& b c))");
    check("a .| b .== c", "(chain (| a b) == c)");
    check("a .< b .&& c .> d", "(&& (chain a < b) (chain c > d))");
    check("a .|| b .&& c .|| d", "(|| (|| a (&& b c)) d)");
}

#[test]
fn parentheses_group() {
    check("(a .+ b) .* c", "(* (+ a b) c)");
    check("a .- (b .- c)", "(- a (- b c))");
    check("((a .+ b)) .* c", "(* (+ a b) c)");
    check("(a .+ b) .+ c", "(+ (+ a b) c)");
}

#[test]
fn power_is_tighter_than_a_sign_and_goes_right() {
    check("-x .^ 2", "(negate (^ x 2))");
    check("x .^ -1", "(^ x -1)");
    check("a .^ b .^ c", "(^ a (^ b c))");
    check("a .^ -b .^ c", "(^ a (negate (^ b c)))");
    check("-2 .^ 2", "(negate (^ 2 2))");
    check("a .* b .^ c .* d", "(* (* a (^ b c)) d)");
}

#[test]
fn prefixes_nest_and_fold_into_numbers() {
    check("x .+ -2", "(+ x -2)");
    check("x .+ -2.5", "(+ x -2.5)");
    check("- -x .+ y", "(+ (negate (negate x)) y)");
    check(".-x", "(negate x)");
    check(".!x", "(not x)");
    check("!c .&& d", "(&& (not c) d)");
    check(".!(x .> 0)", "(not (chain x > 0))");
    check("x .- -y", "(- x (negate y))");
}

#[test]
fn comparisons_chain() {
    check("a .< b .<= c", "(chain a < b <= c)");
    check("(a .< b) .== c", "(chain (chain a < b) == c)");
}

#[test]
fn axis_maps_are_postfix() {
    check("x .- v @ (1)", "(- x (@ v [1]))");
    check("x .^ v @ (0, 2)", "(^ x (@ v [0, 2]))");
    check("-f.(v) @ (1)", "(negate (@ (call f v) [1]))");
    check("(v @ (1)) @ (0, 2)", "(@ (@ v [1]) [0, 2])");
    check("v @ (1) @ (0, 2,)", "(@ (@ v [1]) [0, 2])");
    check("(a .+ b) @ (2) .* c", "(* (@ (+ a b) [2]) c)");
    check("s @ ()", "(@ s [])");
    check("y@(1)", "(@ y [1])");
}

#[test]
fn operands_are_rust() {
    for leaf in [
        "self.data[0]",
        "a.b.c",
        "a::b::<f32, 3>(x, y)",
        "x.slice(s![.., 1])",
        "x.view().t()",
        "o?",
        "f().await?.0",
        "&x",
        "&mut x",
        "&*x",
        "*r",
        "**r",
        "vec![1., 2.]",
        "[1., 2.]",
        "{ x + y }",
        "unsafe { f(x) }",
        "x.iter().sum::<f32>()",
        "<T as Default>::default()",
        "::core::f32::consts::PI",
        "Self::SCALE",
        "2.0.sqrt()",
        "1.exp()",
        "x.map(|v| v + 1)",
        "(x + y)",
        "(a..b)",
        "(a..=b)",
        "(0..n).rev()",
        "(f)(x)",
        "(x as f64)",
    ] {
        check(&format!("{leaf} .+ z"), &format!("(+ {leaf} z)"));
        check(&format!("z .* {leaf}"), &format!("(* z {leaf})"));
    }
}

#[test]
fn slices_are_parts_of_operands() {
    for leaf in [
        "u[1..-1, 2..]",
        "x[.., 0]",
        "x[..; 2]",
        "self.u[..=n, i + 1].t()",
        "x[0, ..][1..]",
        "f(n)?[a..b; -1]",
        "&x[0,]",
        "v[f::<A, B>(n)..]",
        "(*guard)[.., 0]",
    ] {
        check(&format!("{leaf} .+ z"), &format!("(+ {leaf} z)"));
        check(&format!("{leaf} .= z"), &format!("(= {leaf} z)"));
    }
    check("@. 2 * x[.., 0] + x[1.., 1]", "(+ (* 2 x[.., 0]) x[1.., 1])");
}

#[test]
fn a_lone_name_or_number_needs_no_parentheses() {
    check("(x) .+ ((y))", "(+ x y)");
    check("(2) .+ (-2)", "(+ 2 -2)");
    check("(-x) .^ 2", "(^ (negate x) 2)");
    check("(&x) .+ 1", "(+ &x 1)");
}

#[test]
fn calls_per_element() {
    check("exp.(x)", "(exp x)");
    check("atan2.(y, x .+ 1)", "(atan2 y (+ x 1))");
    check("max.(a, b, c,)", "(max a b c)");
    check("f.(x)", "(call f x)");
    check("a::b::f.(x)", "(call a::b::f x)");
    check("f::<T>.(x)", "(call f::<T> x)");
    check("<T as U>::h.(z)", "(call <T as U>::h z)");
    check("Self::f.(x)", "(call Self::f x)");
    check("self::log.(x)", "(call self::log x)");
    check("f32.(x)", "(as f32 x)");
    check("f32::sqrt.(x)", "(call f32::sqrt x)");
    check("(|v| v + 1).(x)", "(call {|v| v + 1} x)");
    check("(move |v| v + c).(x .+ 1)", "(call {|v| v + c} (+ x 1))");
    check("(make()).(x)", "(call (make()) x)");
    check("f.(g::<A, B>(x), y)", "(call f g::<A, B>(x) y)");
    check("exp.(x).+1", "(+ (exp x) 1)");
}

#[test]
fn look_ups() {
    check("at.(t, i .+ 1)", "(at t (+ i 1))");
    check("at.(self.m[1.., 0], i, 2) .* x", "(* (at self.m[1.., 0] i 2) x)");
    check("at.((&t), at.({ next }, i))", "(at &t (at { next } i))");
    check("@. at(t, i) + t.at(j)", "(+ (at t i) (at t j))");
    check("self::at.(x) .+ (at).(y) .+ a::at.(z)", "(+ (+ (call self::at x) (call (at) y)) (call a::at z))");
    check("t.at(i) .+ at(x)", "(+ t.at(i) at(x))");
}

#[test]
fn a_call_without_arguments_is_an_operand() {
    check("f.() .+ x", "(+ f() x)");
    check("(make()).() .+ x", "(+ (make())() x)");
    check("(|| 1.0).() .+ x", "(+ (|| 1.0)() x)");
}

#[test]
fn conditions() {
    check("if x .> 0 { x } else { 0 }", "(if (chain x > 0) x 0)");
    check("if a { b .+ 1 } else if c { d } else { e }", "(if a (+ b 1) (if c d e))");
    check("1 .+ if c .> d { a } else { b } .* 2", "(+ 1 (* (if (chain c > d) a b) 2))");
    check("(if c { a .+ 1 } else { b })", "(if c (+ a 1) b)");
    check("(if c { a } else { b }) .+ x", "(+ (if c a b) x)");
}

#[test]
fn statements() {
    check("y .= x", "(= y x)");
    check("y .+= x .* 2;", "(+= y (* x 2))");
    check("y .<<= 1", "(<<= y 1)");
    check("y .^= 2", "(^= y 2)");
    check("self.y .= 0", "(= self.y 0)");
    check("*r .-= x", "(-= *r x)");
    check("a.slice_mut(s![1..]) ./= 2", "(/= a.slice_mut(s![1..]) 2)");
    check("let d = x .- m; y .= d; z .= d .* d", "(let d (- x m)) (= y d) (= z (* d d))");
    check("(a .+ b, a)", "(tuple (+ a b) a)");
    check("y .= x; (y .+ 1, 2,)", "(= y x) (tuple (+ y 1) 2)");
}

#[test]
fn reductions_are_read() {
    check("sum(x)", "(reduce sum x)");
    check("x .- mean[0](x .^ 2)", "(- x (reduce mean (^ x 2)))");
    check("(sum(x))", "(reduce sum x)");
    check("x.sum() .+ y", "(+ x.sum() y)");
    check("self::sum(x) .+ y", "(+ self::sum(x) y)");
    check("sum .+ count[0]", "(+ sum count[0])");
}

#[test]
fn all_dotted() {
    check("@. a * x + y.sin()", "(+ (* a x) (sin y))");
    check("@. a .* x ^ 2", "(* a (^ x 2))");
    check("@. f(x, y)", "(call f x y)");
    check("@. exp(-x) - f32::sin(y)", "(- (exp (negate x)) (call f32::sin y))");
    check("@. y.atan2(x) * v.norm()", "(* (atan2 y x) (method norm v))");
    check("@. y.cast::<f32>()", "(method cast::<f32> y)");
    check("@. x as f32 * y", "(* (as f32 x) y)");
    check("@. x as f32 ^ 2 * y", "(* (^ (as f32 x) 2) y)");
    check("@. -x as f32", "(as f32 (negate x))");
    check("@. x ^ 1 as u8 * y", "(* (as u8 (^ x 1)) y)");
    check("@. x ^ -y as u8", "(as u8 (^ x (negate y)))");
    check("@. a && b || c", "(|| (&& a b) c)");
    check("@. y += x; z = x == y", "(+= y x) (= z (chain x == y))");
    check("@. if x > 0 { x } else { -x }", "(if (chain x > 0) x (negate x))");
    check("@. { x.sum() } * y", "(* { x.sum() } y)");
    check("@. x - mu @ (1)", "(- x (@ mu [1]))");
    check("@. (a + b) * (0..n)", "(* (+ a b) (0..n))");
    check("@. vec![1] + self.a[0] + t.0", "(+ (+ vec![1] self.a[0]) t.0)");
    check("@. (|v| v + 1)(x)", "(call {|v| v + 1} x)");
    check("@. (x + y).sqrt().abs()", "(abs (sqrt (+ x y)))");
    check("@. 2.0.sqrt() * x", "(* (sqrt 2.0) x)");
    check("@. x * *r + &y", "(+ (* x *r) &y)");
    check("@. sum(x)", "(reduce sum x)");
    check("@. f()", "f()");
}
