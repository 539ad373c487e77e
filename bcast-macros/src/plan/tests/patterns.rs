//! Plans of patterns: a function is called once, and its fields are read where they are needed.

use super::{assert_plan, plan};

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_plan(&plan(source), expected);
}

#[test]
fn one_call_and_its_fields() {
    check(
        "let (q, r) = divmod.(a, b); q .* 4 .+ r",
        "last 0: reads a, b; a, b join
            %0 = divmod(a, b)
            %1 = field 0 of %0
            %2 = field 1 of %0
            %3 = times(%1, 4 like %1)
            %4 = plus(%3, %2)
            value 0: %4",
    );
}

#[test]
fn what_several_passes_need_is_kept_whole() {
    check(
        "let (a, b) = f.(x); a ./ sum[1](b)",
        "stage 0 reduces [1]: reads x; x joins
            %0 = f(x)
            %1 = field 1 of %0
            sum(%1)
            keep %0
        last 0: reads 0.kept, 0.sum; x, 0 without [1] join
            %2 = field 0 of 0.kept
            %3 = divide(%2, 0.sum)
            value 0: %3",
    );
}

#[test]
fn a_tuple_with_fewer_axes_is_hoisted_whole() {
    check(
        "let (a, b) = f.(v @ (0)); a .* x .+ b",
        "stage 0 maps along [0]: reads v @ (0); v @ (0) joins
            %0 = f(v @ (0))
            keep %0
        last 0: reads 0.kept @ [0], x; v @ (0), x join
            %1 = field 0 of 0.kept @ [0]
            %2 = field 1 of 0.kept @ [0]
            %3 = times(%1, x)
            %4 = plus(%3, %2)
            value 0: %4",
    );
}

#[test]
fn what_a_mapped_name_stands_for_is_hoisted() {
    check(
        "let q = exp.(b); x .* q @ (1)",
        "stage 0 maps along [1]: reads b @ (1); b @ (1) joins
            %0 = exp(b @ (1))
            keep %0
        last 0: reads x, 0.kept @ [1]; x, b @ (1) join
            %1 = times(x, 0.kept @ [1])
            value 0: %1",
    );
}

#[test]
fn sine_and_cosine_are_two_functions_of_one_argument() {
    check(
        "let (s, c) = sin_cos.(x .* 2); s ./ c",
        "last 0: reads x; x joins
            %0 = times(x, 2 like x)
            %1 = sin(%0)
            %2 = cos(%0)
            %3 = divide(%1, %2)
            value 0: %3",
    );
}
