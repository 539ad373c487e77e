//! Plans of what runs along an axis.

use super::{assert_plan, plan};

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_plan(&plan(source), expected);
}

/// What runs along an axis is a stage that maps, and is read as an array of all axes.
#[test]
fn a_scan_is_a_stage_that_keeps_all_axes() {
    check(
        "cumsum[1](x .* w @ (0)) ./ sum[1](x)",
        "stage 0 cumsum along [1]: reads x, w @ (0); x, w @ (0) join
            %0 = times(x, w @ (0))
            keep %0
        stage 1 reduces [1]: reads x; x joins
            sum(x)
        last 0: reads 0.kept, 1.sum; 0, 1 without [1] join
            %1 = divide(0.kept, 1.sum)
            value 0: %1",
    );
}

/// The scan is read as often as it stands, and computed once; what it runs through is no other pass's.
#[test]
fn a_scan_is_computed_once() {
    check(
        "cumsum[0](exp.(x)) .* cumsum[0](exp.(x)) .+ exp.(x)",
        "stage 0 cumsum along [0]: reads x; x joins
            %0 = exp(x)
            keep %0
        last 0: reads 0.kept, x; 0, x join
            %1 = times(0.kept, 0.kept)
            %2 = exp(x)
            %3 = plus(%1, %2)
            value 0: %3",
    );
}
