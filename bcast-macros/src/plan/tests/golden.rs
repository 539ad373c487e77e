//! Plans to read: what each formula becomes.

use super::{assert_plan, plan};

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_plan(&plan(source), expected);
}

#[test]
fn softmax_computes_each_exponential_once() {
    check(
        "exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))",
        "stage 0 reduces [1]: reads x; x joins
            max(x)
        stage 1 reduces [1]: reads x, 0.max; x, 0 without [1] join
            %0 = minus(x, 0.max)
            %1 = exp(%0)
            sum(%1)
            keep %1
        last 0: reads 1.kept, 1.sum; x, 0 without [1], 1 without [1] join
            %2 = divide(1.kept, 1.sum)
            value 0: %2",
    );
}

/// The function is the user's, and may cost much: it begins once a row.
#[test]
fn a_fold_lifts_elements_and_begins_afterwards() {
    check(
        "fold[1](exp.(x), 0, |a, b| a + b) .- x",
        "stage 0 reduces [1]: reads x; x joins
            %0 = exp(x)
            %1 = lift for |a, b| a + b(%0)
            fold(%1)
        stage 1 maps what is left without [1]: reads 0.fold; 0 without [1] joins
            %2 = fold(0, 0.fold)
            keep %2
        last 0: reads 1.kept, x; 0 without [1], x join
            %3 = minus(1.kept, x)
            value 0: %3",
    );
}

#[test]
fn a_costly_part_under_reductions_over_different_axes_keeps_its_axes() {
    check(
        "mean[0](exp.(q)) .* mean[1](exp.(q))",
        "stage 0 reduces [0]: reads q; q joins
            %0 = exp(q)
            mean(%0)
            keep %0
        stage 1 reduces [1]: reads 0.kept; q joins
            mean(0.kept)
        last 0: reads 0.mean, 1.mean; 0 without [0], 1 without [1] join
            %1 = times(0.mean, 1.mean)
            value 0: %1",
    );
}

#[test]
fn maps_around_each_other_are_one_map() {
    check(
        "x .+ (v .+ w) @ (1) .* ((v .+ w) @ (0)) @ (1)",
        "stage 0 maps along [1]: reads v @ (1), w @ (1); (v @ (1), w @ (1)) @ [1], ((v @ (1), w @ (1)) @ [0]) @ [1] join
            %0 = plus(v @ (1), w @ (1))
            %1 = times(%0, %0)
            keep %1
        last 0: reads x, 0.kept @ [1]; x, (v @ (1), w @ (1)) @ [1], ((v @ (1), w @ (1)) @ [0]) @ [1] join
            %2 = plus(x, 0.kept @ [1])
            value 0: %2",
    );
}

#[test]
fn reductions_over_the_same_operands_are_one_pass() {
    check(
        "(sum[1](x .* y), mean[1](x .+ y))",
        "stage 0 reduces [1]: reads x, y; x, y join
            %0 = times(x, y)
            %1 = plus(x, y)
            sum(%0)
            mean(%1)
        last 0: reads 0.sum; 0 without [1] joins
            value 0: 0.sum
        last 1: reads 0.mean; 0 without [1] joins
            value 1: 0.mean",
    );
}

#[test]
fn a_part_that_a_reduction_left_is_computed_along_its_own_axes() {
    check(
        "let s = ln.(sum[1](x)); (x .- s, sum(s))",
        "stage 0 reduces [1]: reads x; x joins
            sum(x)
        stage 1 reduces all: reads 0.sum; 0 without [1] joins
            %0 = ln(0.sum)
            sum(%0)
            keep %0
        last 0: reads 1.kept, x; x, 0 without [1] join
            %1 = minus(x, 1.kept)
            value 0: %1
        last 1: reads 1.sum; nothing join
            value 1: 1.sum",
    );
}

#[test]
fn values_after_assignments_have_shapes_of_their_own() {
    check(
        "o .= a .* 2; sum(a)",
        "stage 0 reduces all: reads a; a joins
            sum(a)
        last 0: reads a; a, o join
            %0 = times(a, 2 like a)
            %1 = o' = %0
            o'1: %1
        last 1: reads 0.sum; nothing join
            value 0: 0.sum",
    );
}

#[test]
fn a_let_behind_an_assignment_reads_new_elements() {
    check(
        "o .= o .+ 1; let q = o .* 2; sum(q)",
        "stage 0 reduces all: reads o'1; o'1 joins
            %0 = times(o'1, 2 like o'1)
            sum(%0)
        last 0: reads nothing; o joins
            %1 = plus(o', 1 like o')
            %2 = o' = %1
            o'1: %2
        last 1: reads 0.sum; nothing join
            value 0: 0.sum
        order: last 0, stage 0, last 1",
    );
}

#[test]
fn one_pass_may_stand_in_for_several() {
    check(
        "o .= o .+ p; p .= o .- p",
        "last 0: reads p'0; p'0, o join
            %0 = plus(o', p'0)
            %1 = o' = %0
            o'1: %1
        last 1: reads o'1; o'1, p join
            %2 = minus(o'1, p')
            %3 = p' = %2
            p'1: %3
        together: reads nothing; o, p join
            %4 = plus(o', p')
            %5 = o' = %4
            %6 = minus(%5, p')
            %7 = p' = %6
            o'1: %5
            p'1: %7",
    );
}

#[test]
fn what_several_values_need_is_a_stage() {
    check(
        "(f.(x), f.(x) .* y @ (0), sum[0](x))",
        "stage 0 reduces [0]: reads x; x joins
            sum(x)
        stage 1 maps what is left without []: reads x; x joins
            %0 = f(x)
            keep %0
        last 0: reads 1.kept; x joins
            value 0: 1.kept
        last 1: reads 1.kept, y @ (0); x, y @ (0) join
            %1 = times(1.kept, y @ (0))
            value 1: %1
        last 2: reads 0.sum; 0 without [0] joins
            value 2: 0.sum",
    );
}

#[test]
fn what_branches_compute_is_not_shared_outside() {
    check(
        "f.(if s .> 0 { f.(s) } else { f.(x) }) .+ f.(x)",
        "part 0 of x:
            %5 = f(x)
        last 0: reads s, x; s, x join
            %0 = greater(s, 0 like s)
            %3 = if %0 {
                %1 = f(s)
                %1
            } else {
                %2 = f(x)
                %2
            }
            %4 = f(%3)
            %5 = part 0(x)
            %6 = plus(%4, %5)
            value 0: %6",
    );
}

#[test]
fn a_table_joins_no_rank_and_a_look_up_of_fewer_axes_is_a_stage() {
    check(
        "if c { at.(t, i) .+ t } else { at.(m, d @ (0), 2) .* at.(m, d @ (0), i) }",
        "last 0: reads c, t, i, t, m, d @ (0); c, i, t, d @ (0) join
            %5 = if c {
                %0 = at(t, i)
                %1 = plus(%0, t)
                %1
            } else {
                %2 = at(m, d @ (0), 2)
                %3 = at(m, d @ (0), i)
                %4 = times(%2, %3)
                %4
            }
            value 0: %5",
    );
    check(
        "at.(t, d @ (0)) .* x .- mean[1](at.(t, x))",
        "stage 0 reduces [1]: reads t, x; x joins
            %0 = at(t, x)
            mean(%0)
        stage 1 maps along [0]: reads t, d @ (0); d @ (0) joins
            %1 = at(t, d @ (0))
            keep %1
        last 0: reads 1.kept @ [0], x, 0.mean; d @ (0), x, 0 without [1] join
            %2 = times(1.kept @ [0], x)
            %3 = minus(%2, 0.mean)
            value 0: %3",
    );
}

#[test]
fn a_sum_of_products_of_two_operands_is_a_contraction() {
    check(
        "sum[k](a @ (i, k) .* b @ (k, j))",
        "stage 0 contracts [1]: reads a @ (i, k), b @ (k, j); a @ (i, k), b @ (k, j) join
            %0 = times(a @ (i, k), b @ (k, j))
            sum(%0)
        last 0: reads 0.sum; 0 without [1] joins
            value 0: 0.sum",
    );
}

#[test]
fn each_side_of_a_contraction_is_computed_before() {
    check(
        "mean[k]((x @ (i, k) .- m @ (k)) .* w @ (k, j) .* s @ (k))",
        "stage 0 contracts [1]: reads 1.kept @ [0, 1], w @ (k, j); x @ (i, k), m @ (k), w @ (k, j), s @ (k) join
            %4 = times(1.kept @ [0, 1], w @ (k, j))
            mean(%4)
        stage 1 maps along [0, 1]: reads x @ (i, k), m @ (k), s @ (k); x @ (i, k), m @ (k), s @ (k) join
            %0 = minus(x @ (i, k), m @ (k))
            %3 = times(%0, s @ (k))
            keep %3
        last 0: reads 0.mean; 0 without [1] joins
            value 0: 0.mean
        order: stage 1, stage 0, last 0",
    );
    check(
        "sum[k](sum[j](a @ (i, j) .* b @ (j, k)) .* exp.(c @ (k, l)))",
        "stage 0 contracts [1]: reads a @ (i, j), b @ (j, k); a @ (i, j), b @ (j, k) join
            %0 = times(a @ (i, j), b @ (j, k))
            sum(%0)
        stage 1 maps along [1, 2]: reads c @ (k, l); c @ (k, l) joins
            %1 = exp(c @ (k, l))
            keep %1
        stage 2 contracts [1]: reads 0.sum @ [0, 1], 1.kept @ [1, 2]; (0 without [1]) @ [0, 1], c @ (k, l) join
            %2 = times(0.sum @ [0, 1], 1.kept @ [1, 2])
            sum(%2)
        last 0: reads 2.sum; 2 without [1] joins
            value 0: 2.sum",
    );
}

#[test]
fn what_lies_along_no_summed_axis_stays_beside_the_sides() {
    for source in [
        "sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j))",
        "sum[k](c @ (i) .* a @ (i, k) .* d @ (j) .* b @ (k, j))",
        "2 .* sum[k](0.5 .* a @ (i, k) .* 3 .* b @ (k, j) .* s)",
        "mean[1](s .* a @ (0, 1) .* b @ (1, 2))",
        "mean[1](max[1](x) .* a @ (0, 1) .* b @ (1, 2) .* exp.(2.0))",
    ] {
        let text = plan(source).to_string();
        assert!(text.contains("contracts") && !text.contains("maps"), "{source}\n{text}");
    }
}

#[test]
fn what_is_computed_beside_the_sides_is_an_operand() {
    check(
        "sum[k](exp.(c @ (i, j)) .* a @ (i, k) .* (s .+ 1) .* b @ (k, j))",
        "stage 0 maps along [0, 1]: reads c @ (i, j); c @ (i, j) joins
            %0 = exp(c @ (i, j))
            keep %0
        stage 1 contracts [2]: reads 0.kept @ [0, 1], a @ (i, k), 2.kept, b @ (k, j); \
            c @ (i, j), a @ (i, k), s, b @ (k, j) join
            %5 = times(0.kept @ [0, 1], a @ (i, k))
            %6 = times(%5, 2.kept)
            %7 = times(%6, b @ (k, j))
            sum(%7)
        stage 2 maps what is left without []: reads s; s joins
            %2 = plus(s, 1 like s)
            keep %2
        last 0: reads 1.sum; 1 without [2] joins
            value 0: 1.sum
        order: stage 0, stage 2, stage 1, last 0",
    );
}

#[test]
fn numbers_stay_where_they_are_or_in_the_side_that_has_their_type() {
    check(
        "mean[k](2 .* (x @ (i, k) .- m @ (k)) .* w @ (k, j) .* 0.5 .* s .* d @ (j) .* 3 .* g @ (i))",
        "stage 0 contracts [1]: reads 1.kept @ [0, 1], w @ (k, j), d @ (j); \
            x @ (i, k), m @ (k), w @ (k, j), s, d @ (j), g @ (i) join
            %11 = times(1.kept @ [0, 1], w @ (k, j))
            %12 = times(%11, 0.5)
            %13 = times(%12, d @ (j))
            %14 = times(%13, 3 like %13)
            mean(%14)
        stage 1 maps along [0, 1]: reads x @ (i, k), m @ (k), s, g @ (i); x @ (i, k), m @ (k), s, g @ (i) join
            %0 = minus(x @ (i, k), m @ (k))
            %8 = times(%0, s)
            %9 = times(%8, g @ (i))
            %10 = times(%9, 2 like %0)
            keep %10
        last 0: reads 0.mean; 0 without [1] joins
            value 0: 0.mean
        order: stage 1, stage 0, last 0",
    );
}

#[test]
fn many_factors_beside_the_sides_are_one() {
    check(
        "sum[k](a @ (i, k) .* c @ (i) .* d @ (j) .* e @ (i, j) .* 3 .* b @ (k, j))",
        "stage 0 contracts [1]: reads a @ (i, k), 1.kept @ [0, 2], b @ (k, j); \
            a @ (i, k), c @ (i), d @ (j), e @ (i, j), b @ (k, j) join
            %7 = times(a @ (i, k), 1.kept @ [0, 2])
            %8 = times(%7, 3 like %7)
            %9 = times(%8, b @ (k, j))
            sum(%9)
        stage 1 maps along [0, 2]: reads c @ (i), d @ (j), e @ (i, j); c @ (i), d @ (j), e @ (i, j) join
            %5 = times(c @ (i), d @ (j))
            %6 = times(%5, e @ (i, j))
            keep %6
        last 0: reads 0.sum; 0 without [1] joins
            value 0: 0.sum
        order: stage 1, stage 0, last 0",
    );
}

#[test]
fn other_sums_of_products_are_loops() {
    for source in [
        "sum[k](a @ (i, k) .* b @ (k))",
        "sum[k](a @ (i, k) .* b @ (i, k))",
        "sum[k](a @ (i, k) .+ b @ (k, j))",
        "sum[k](a @ (i, k) .* b @ (j))",
        "sum[k](a @ (i, k) .* b @ (k, j) .* c @ (k, l))",
        "sum[k](a @ (i, k) .* b @ (k, j) .* c @ (i, j, k))",
        "sum[1](a .* b @ (1, 2))",
        "sum[1]((s .+ 1) .* a @ (0, 1) .* b @ (1, 2))",
        "max[k](a @ (i, k) .* b @ (k, j))",
    ] {
        let text = plan(source).to_string();
        assert!(!text.contains("contracts"), "{source}\n{text}");
    }
}

#[test]
fn what_always_runs_is_no_choice() {
    // `atan2` is shared by both values; a reduction needs it in a part of which types decide whether it is a stage.
    let found = "at.(m, u32.(abs.(s) .* 2) .% (n[0]), u32.(abs.(t) .* 2) .% (n[1]))";
    let rows = format!("((x .+ atan.(d)) ./ ({found} .+ y))");
    let text = plan(&format!(
        "let d = atan2.(s, t) .* (v @ (0) ./ w @ (0));
        ({rows} ./ sum[1]({rows}) .- (atan.(d) .+ x ./ d), {rows} ./ max[0]({rows}) .- atan.(d) ./ (d .- x))",
    ));
    let text = text.to_string();
    assert!(text.contains("stage 1 maps what is left without []: reads s, t;"), "{text}");
    assert!(text.contains("if 2 runs") && !text.contains("if 1 runs"), "{text}");
}
