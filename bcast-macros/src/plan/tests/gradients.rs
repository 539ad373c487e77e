//! Plans of gradients.

use super::{assert_plan, plan};
use crate::plan::{Plan, Turn};

/// One pass for the value and both gradients, whether the second is a number or an array.
#[test]
fn a_sum_and_its_gradients_are_one_pass() {
    assert_plan(
        &plan("#[grad(x, s)] sum(x.^2 .* s)"),
        "
            stage 0 reduces all: reads x, s; x, s join
                %0 = x ^ 2
                %1 = times(%0, s)
                %2 = times(1 like s, s)
                %3 = times(%2, 2 like %2)
                %4 = times(%3, x)
                %6 = times(1 like %0, %0)
                sum(%1)
                gradient(%4)
                gradient(%6)
            last 0: reads 0.sum; nothing join
                value 0: 0.sum
            last 1: reads 0.gradient; 0.gradient joins
                value 1: 0.gradient
            last 2: reads 0.gradient; 0.gradient joins
                value 2: 0.gradient
        ",
    );
}

/// In the pass over all elements, which sums for the value, too.
#[test]
fn a_gradient_behind_a_map_is_summed_over_the_other_axes() {
    assert_plan(
        &plan("#[grad(w)] sum(x .* w @ (1))"),
        "
            stage 0 reduces [1048576]: reads x, w @ (1); x, w @ (1) join
                %0 = times(x, w @ (1))
                %1 = times(1 like x, x)
                sum(%0)
                sum(%1)
            stage 1 reduces all: reads 0.sum; 0 without [1048576] joins
                sum(0.sum)
            last 0: reads 1.sum; nothing join
                value 0: 1.sum
            last 1: reads 0.sum; 0 without [1048576] joins
                value 1: 0.sum
        ",
    );
}

/// What the first sum would keep for the others is a value of the same pass.
#[test]
fn sums_over_everything_and_over_some_axes_are_one_pass() {
    assert_plan(
        &plan("#[grad(w)] sum(tanh.(x .* w @ (1)))"),
        "
            stage 0 reduces [1048576]: reads x, w @ (1); x, w @ (1) join
                %0 = times(x, w @ (1))
                %1 = tanh(%0)
                %2 = minus(1 like %1, %1)
                %3 = plus(1 like %1, %1)
                %4 = times(%2, %3)
                %5 = times(1 like %4, %4)
                %6 = times(%5, x)
                sum(%1)
                sum(%6)
            stage 1 reduces all: reads 0.sum; 0 without [1048576] joins
                sum(0.sum)
            last 0: reads 1.sum; nothing join
                value 0: 1.sum
            last 1: reads 0.sum; 0 without [1048576] joins
                value 1: 0.sum
        ",
    );
}

#[test]
fn what_a_mean_left_is_summed_and_read_again() {
    assert_plan(
        &plan("#[grad(x)] sum((x .- mean[1](x)).^2)"),
        "
            stage 0 reduces [1]: reads x; x joins
                mean(x)
                weight(x)
            stage 1 reduces [1]: reads x, 0.mean; x, 0 without [1] join
                %0 = minus(x, 0.mean)
                %1 = %0 ^ 2
                %3 = times(1 like %0, 2 like %0) of numbers
                %4 = times(%3, %0)
                %5 = negate(%4)
                sum(%1)
                sum(%5)
            stage 2 reduces all: reads x, 0.mean, 1.sum, 0.weight; x, 0 without [1], 1 without [1] join
                %6 = minus(x, 0.mean)
                %7 = times(1 like %6, 2 like %6) of numbers
                %8 = times(%7, %6)
                %9 = times(1.sum, 0.weight)
                %10 = plus(%8, %9)
                gradient(%10)
            stage 3 reduces all: reads 1.sum; 1 without [1] joins
                sum(1.sum)
            last 0: reads 3.sum; nothing join
                value 0: 3.sum
            last 1: reads 2.gradient; 2.gradient joins
                value 1: 2.gradient
        ",
    );
}

/// Stage 3 compares shapes.
#[test]
fn types_tell_where_a_reduction_lies() {
    assert_plan(
        &plan("#[grad(x)] sum((sum[1](x) .- y).^2)"),
        "
            stage 0 reduces [1]: reads x; x joins
                sum(x)
            stage 1 reduces all: reads 0.sum, y; 0 without [1], y join
                %0 = minus(0.sum, y)
                %1 = %0 ^ 2
                sum(%1)
            stage 2 sums [1] if stage 0 did: reads 0.sum, y; 0 without [1], y join
                %2 = minus(0.sum, y)
                %3 = times(1 like %2, 2 like %2) of numbers
                %4 = times(%3, %2)
                gradient(%4)
            stage 3 sums [1] if stage 0 did: reads 2.gradient, 0.sum; 2 without [1], 0 without [1] join
            stage 4 reduces all: reads 2.gradient, x; 2 without [1], x join
                gradient(2.gradient)
            last 0: reads 1.sum; nothing join
                value 0: 1.sum
            last 1: reads 4.gradient; 4.gradient joins
                value 1: 4.gradient
            order: stage 0, stage 2, stage 3, stage 4, stage 1, last 0, last 1
        ",
    );
}

#[test]
fn products_of_matrices_stay_such() {
    assert_plan(
        &plan("#[grad(a, b)] sum(sum[k](a @ (i, k) .* b @ (k, j)).^2)"),
        "
            stage 0 contracts [1]: reads a @ (i, k), b @ (k, j); a @ (i, k), b @ (k, j) join
                %0 = times(a @ (i, k), b @ (k, j))
                sum(%0)
            stage 1 reduces all: reads 0.sum; 0 without [1] joins
                %1 = 0.sum ^ 2
                sum(%1)
            stage 2 maps what is left without [1]: reads 0.sum; 0 without [1] joins
                %2 = times(1 like 0.sum, 2 like 0.sum) of numbers
                %3 = times(%2, 0.sum)
                keep %3
            stage 3 contracts [2]: reads 2.kept, b @ (k, j); 0 without [1], b @ (k, j), a @ (i, k) join
                %4 = times(2.kept, b @ (k, j))
                sum(%4)
            stage 4 contracts [0]: reads 2.kept, a @ (i, k); 0 without [1], a @ (i, k), b @ (k, j) join
                %5 = times(2.kept, a @ (i, k))
                sum(%5)
            last 0: reads 1.sum; nothing join
                value 0: 1.sum
            last 1: reads 3.sum; 3 without [2] joins
                value 1: 3.sum
            last 2: reads 4.sum; 4 without [0] joins
                value 2: 4.sum
            order: stage 0, stage 2, stage 1, stage 3, stage 4, last 0, last 1, last 2
        ",
    );
}

/// What arrives, and where, are values of one pass: the call adds them up.
#[test]
fn what_is_looked_up_in_is_scattered() {
    assert_plan(
        &plan("#[grad(t)] sum(at.(t, i) .* x)"),
        "
            stage 0 reduces all: reads t, i, x; i, x join
                %0 = at(t, i)
                %1 = times(%0, x)
                %2 = times(1 like x, x)
                %3 = position(i)
                sum(%1)
                keep %2
                keep %3
            last 0: reads 0.sum; nothing join
                value 0: 0.sum
            last 1: reads 0.kept, 0.kept1; x, i join
                value 1: 0.kept
                value 2: 0.kept1
        ",
    );
}

#[test]
fn what_arrives_at_a_scan_runs_from_the_end() {
    assert_plan(
        &plan("#[grad(x)] sum(cumsum[0](x).^2)"),
        "
            stage 0 cumsum along [0]: reads x; x joins
                keep x
            stage 1 reduces all: reads 0.kept; 0 joins
                %0 = 0.kept ^ 2
                sum(%0)
            stage 2 sum_back along [0]: reads 0.kept; 0 joins
                %1 = times(1 like 0.kept, 2 like 0.kept) of numbers
                %2 = times(%1, 0.kept)
                keep %2
            stage 3 reduces all: reads 2.kept, x; 2, x join
                gradient(2.kept)
            last 0: reads 1.sum; nothing join
                value 0: 1.sum
            last 1: reads 3.gradient; 3.gradient joins
                value 1: 3.gradient
        ",
    );
}

#[test]
fn equals_share_what_arrives_at_a_running_extreme() {
    assert_plan(
        &plan("#[grad(x)] cummax[0](x).^2"),
        "
            stage 0 cummax along [0]: reads x; x joins
                keep x
            stage 1 tied along [0]: reads x, 0.kept; x, 0 join
                %0 = tie(x, 0.kept)
                keep %0
            stage 2 shares along [0]: reads 0.kept, 1.kept; 0, 1 join
                %1 = times(1 like 0.kept, 2 like 0.kept) of numbers
                %2 = times(%1, 0.kept)
                %3 = share(%2, 1.kept)
                keep %3
            stage 3 reduces all: reads x, 0.kept, 2.kept; x, 0, 2 join
                %4 = equal(x, 0.kept)
                %6 = if %4 {
                    %5 = shared(2.kept)
                    %5
                } else { 0 }
                gradient(%6)
            last 0: reads 0.kept; 0 joins
                %7 = 0.kept ^ 2
                value 0: %7
            last 1: reads 3.gradient; 3.gradient joins
                value 1: 3.gradient
        ",
    );
}

/// Where only types tell how what arrives at a product lies, too.
#[test]
fn gradients_of_products_are_products() {
    for source in [
        "#[grad(x, w, b)] sum(tanh.(sum[1](x @ (0, 1) .* w @ (1, 2)) .+ b @ (1)))",
        "#[grad(x, w, b)] sum(tanh.(sum[k](x @ (i, k) .* w @ (k, j)) .+ b @ (j)))",
    ] {
        let plan = plan(source);
        assert_eq!(plan.stages.iter().filter(|stage| stage.contracts()).count(), 3, "{plan}");
    }
}

/// How often a function is computed in a plan.
fn count(plan: &Plan, function: &str) -> usize {
    plan.to_string().matches(&format!("= {function}(")).count()
}

/// Whichever stage is written first: the one that has no other operands keeps it.
#[test]
fn what_another_stage_keeps_is_computed_once() {
    let of_rows = plan("#[grad(z)] sum(sum[1](sigmoid.(z) .* t) .* sum[1](sigmoid.(z)))");
    assert_eq!(count(&of_rows, "sigmoid"), 1, "{of_rows}");
    let first = of_rows.order().first();
    assert!(first.is_some_and(|turn| *turn == Turn::Stage(1)), "{of_rows}");
    // Of what the derivative is made, the stage before is, too.
    let layers = "#[grad(w, b, u)] let h = tanh.(sum[k](x @ (i, k) .* w @ (k, j)) .+ b @ (j)); \
        sum(sigmoid.(sum[j](h .* u @ (j))))";
    let layers = plan(layers);
    assert_eq!(count(&layers, "tanh"), 1, "{layers}");
}

/// The gradient is an element of what the sums go over, as `a` is no number.
#[test]
fn gradients_of_arrays_are_fused_with_sums_over_everything_and_over_some_axes() {
    let plan = plan("#[grad(a, w)] sum(exp.(a .- max[1](a)) .* w @ (1))");
    assert_eq!(count(&plan, "exp"), 1, "{plan}");
    let all = plan.stages.iter().filter(|stage| stage.folds().len() == 2 && !stage.kept().is_empty());
    assert_eq!(all.count(), 1, "{plan}");
}

/// Where spelling does not tell whether operands beside reductions are arrays.
#[test]
fn gradients_of_operands_beside_reductions_are_one_pass() {
    let plan = plan("#[grad(s, c)] sum(logsumexp[1](s .* c))");
    let both = plan.stages.iter().filter(|stage| stage.folds().len() == 2 && stage.pass().leaves.len() == 3);
    assert_eq!(both.count(), 1, "{plan}");
}

/// And products of matrices with it are products all the same.
#[test]
fn what_arrives_at_a_reduction_is_added_once() {
    let plan = plan("#[grad(x, w)] let s = sum[1](x @ (0, 1) .* w @ (1, 2)); sum(s .* max[1](s))");
    assert_eq!(plan.stages.iter().filter(|stage| stage.contracts()).count(), 3, "{plan}");
    assert_eq!(count(&plan, "plus"), 1, "{plan}");
}
/// What each element weighs in a mean multiplies what has been summed: nothing waits for the pass that counts them.
#[test]
fn a_costly_mean_and_its_gradient_are_one_pass() {
    assert_plan(
        &plan("#[grad(x, y)] mean(exp.(x .* y @ (1)))"),
        "
            stage 0 reduces all: reads x, y @ (1); x, y @ (1) join
                %0 = times(x, y @ (1))
                %1 = exp(%0)
                %2 = times(1 like %1, %1)
                %3 = times(%2, y @ (1))
                mean(%1)
                gradient(%3)
                weight(%1)
                keep %1
            stage 1 reduces [1048576]: reads 0.kept, x; x, y @ (1) join
                %6 = times(1 like 0.kept, 0.kept)
                %7 = times(%6, x)
                sum(%7)
            last 0: reads 0.mean; nothing join
                value 0: 0.mean
            last 1: reads 0.gradient, 0.weight; 0.gradient joins
                %8 = times(0.gradient, 0.weight)
                value 1: %8
            last 2: reads 1.sum, 0.weight; 1 without [1048576] joins
                %9 = times(1.sum, 0.weight)
                value 2: %9
        ",
    );
}

/// An array is made of what is cheap when it is known what each element weighs.
#[test]
fn a_gradient_that_may_be_an_array_is_multiplied_at_once() {
    assert_plan(
        &plan("#[grad(b)] mean((x .* b .- y).^2)"),
        "
            stage 0 reduces all: reads x, b, y; x, b, y join
                %0 = times(x, b)
                %1 = minus(%0, y)
                %2 = %1 ^ 2
                mean(%2)
                weight(%2)
            stage 1 reduces all: reads x, b, y, 0.weight; x, b, y join
                %6 = times(x, b)
                %7 = minus(%6, y)
                %8 = times(1 like %7, 2 like %7) of numbers
                %9 = times(%8, %7)
                %10 = times(%9, x)
                %11 = times(%10, 0.weight)
                gradient(%11)
            last 0: reads 0.mean; nothing join
                value 0: 0.mean
            last 1: reads 1.gradient; 1.gradient joins
                value 1: 1.gradient
        ",
    );
}

/// Where sums over one axis add up to that of all, so do means, and what an element weighs.
#[test]
fn a_mean_adds_up_means() {
    assert_plan(
        &plan("#[grad(y)] mean((x @ (0) .- y @ (1)).^2)"),
        "
            stage 0 reduces [0]: reads x @ (0), y @ (1); x @ (0), y @ (1) join
                %0 = minus(x @ (0), y @ (1))
                %1 = %0 ^ 2
                %3 = times(1 like %0, 2 like %0) of numbers
                %4 = times(%3, %0)
                %5 = negate(%4)
                mean(%1)
                weight(%1)
                sum(%5)
            stage 1 reduces all: reads 0.mean, 0.weight; 0 without [0] joins
                mean(0.mean)
                weight_in_all(0.weight)
            last 0: reads 1.mean; nothing join
                value 0: 1.mean
            last 1: reads 0.sum, 1.weight_in_all; 0 without [0] joins
                %8 = times(0.sum, 1.weight_in_all)
                value 1: %8
        ",
    );
}
