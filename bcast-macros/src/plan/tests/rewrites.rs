//! Each rewrite by itself: the plan before and after.

use super::{assert_plan, built};
use crate::plan::rewrite::{fuse, part, sink, spare};

#[test]
fn stages_that_read_the_same_are_fused() {
    let mut plan = built("(sum[1](x .* y), mean[0](x .* y), max[1](x .+ y))");
    assert_plan(
        &plan,
        "stage 0 reduces [1]: reads x, y; x, y join
            %0 = times(x, y)
            sum(%0)
        stage 1 reduces [0]: reads x, y; x, y join
            %1 = times(x, y)
            mean(%1)
        stage 2 reduces [1]: reads x, y; x, y join
            %2 = plus(x, y)
            max(%2)
        last 0: reads 0.sum; 0 without [1] joins
            value 0: 0.sum
        last 1: reads 1.mean; 1 without [0] joins
            value 1: 1.mean
        last 2: reads 2.max; 2 without [1] joins
            value 2: 2.max",
    );
    fuse::fuse_stages(&mut plan);
    assert_plan(
        &plan,
        "stage 0 reduces [1]: reads x, y; x, y join
            %0 = times(x, y)
            %2 = plus(x, y)
            sum(%0)
            max(%2)
        stage 1 reduces [0]: reads x, y; x, y join
            %1 = times(x, y)
            mean(%1)
        last 0: reads 0.sum; 0 without [1] joins
            value 0: 0.sum
        last 1: reads 1.mean; 1 without [0] joins
            value 1: 1.mean
        last 2: reads 0.max; 0 without [1] joins
            value 2: 0.max",
    );
}

#[test]
fn a_part_of_plain_operands_is_taken_out() {
    let mut plan = built("f.(s .* t) .* x .+ f.(s .* t) .* y");
    assert_plan(
        &plan,
        "last 0: reads s, t, x, y; s, t, x, y join
            %0 = times(s, t)
            %1 = f(%0)
            %2 = times(%1, x)
            %3 = times(%1, y)
            %4 = plus(%2, %3)
            value 0: %4",
    );
    part::take_parts(&mut plan);
    assert_plan(
        &plan,
        "part 0 of s, t:
            %0 = times(s, t)
            %1 = f(%0)
        last 0: reads s, t, x, y; s, t, x, y join
            %1 = part 0(s, t)
            %2 = times(%1, x)
            %3 = times(%1, y)
            %4 = plus(%2, %3)
            value 0: %4",
    );
}

#[test]
fn no_part_is_taken_of_all_that_a_pass_reads() {
    let mut plan = built("f.(s .* t)");
    part::take_parts(&mut plan);
    assert_plan(
        &plan,
        "last 0: reads s, t; s, t join
            %0 = times(s, t)
            %1 = f(%0)
            value 0: %1",
    );
}

#[test]
fn steps_sink_into_the_part_that_alone_needs_them() {
    let mut plan = built("exp.(cbrt.(s) .* d @ (0)) .* x");
    assert_plan(
        &plan,
        "stage 0 maps along [0] if numbers: s: reads s, d @ (0); d @ (0) joins
            %1 = cbrt(s)
            %2 = times(%1, d @ (0))
            %3 = exp(%2)
            keep %3
        last 0: reads s, 0.kept @ [0], d @ (0), x; s, d @ (0), x join
            %0 = cbrt(s)
            %6 = 0.kept @ [0] if 0 runs, else {
                %4 = times(%0, d @ (0))
                %5 = exp(%4)
                %5
            }
            %7 = times(%6, x)
            value 0: %7",
    );
    sink::sink_steps(&mut plan);
    spare::spare_operands(&mut plan);
    assert_plan(
        &plan,
        "stage 0 maps along [0] if numbers: s: reads s, d @ (0); d @ (0) joins
            %1 = cbrt(s)
            %2 = times(%1, d @ (0))
            %3 = exp(%2)
            keep %3
        last 0: reads s, 0.kept @ [0], d @ (0) unless [0] run, x; s, d @ (0), x join
            %6 = 0.kept @ [0] if 0 runs, else {
                %0 = cbrt(s)
                %4 = times(%0, d @ (0))
                %5 = exp(%4)
                %5
            }
            %7 = times(%6, x)
            value 0: %7",
    );
}
