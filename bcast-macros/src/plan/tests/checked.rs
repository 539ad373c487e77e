//! The plans beside that of a call under `#[checked]`.

use super::super::checks::checks;
use super::super::{Checks, Plan};
use super::{assert_plan, plan, with_checked};

#[track_caller]
fn beside(source: &str, which: impl FnOnce(Checks) -> Plan) -> Plan {
    with_checked(source, |checked| which(checks(checked).unwrap_or_else(|| panic!("{source}: nothing can fail"))))
}

/// What a sum gives may not fit, whoever reads it.
#[test]
fn sums_are_asked_whether_they_fit() {
    assert_plan(
        &plan("#[checked] x .- sum[1](x .* y)"),
        "stage 0 reduces [1]: reads x, y; x, y join
            %0 = times(x, y)
            sum(%0)
        last 0: reads x, 0.sum; x, 0 without [1] join
            %1 = fit(0.sum)
            %2 = minus(x, %1)
            value 0: %2",
    );
}

/// A sum, and values one of which cannot fail.
const SEVERAL: &str = "#[checked] let d = x .+ 1; y .= d .* sum[1](x .* y) .- d; (exp.(f32.(x)), x .- max(x))";

#[test]
fn it_is_looked_for_expression_by_expression() {
    assert_plan(
        &beside(SEVERAL, |checks| checks.locate),
        "stage 0 reduces [1]: reads x, y'0; x, y'0 join
            %0 = times(x, y'0)
            sum(%0)
        stage 1 reduces all: reads x; x joins
            max(x)
        last 0: reads x, y'0; x, y'0 join
            %1 = times(x, y'0)
            value 0: %1
        last 1: reads 0.sum; 0 without [1] joins
            %2 = fit(0.sum)
            value 0: %2
        last 2: reads x, 0.sum, y'0; x, 0 without [1], y join
            %3 = plus(x, 1 like x)
            %4 = fit(0.sum)
            %5 = times(%3, %4)
            %6 = minus(%5, %3)
            %7 = y' = %6
            y'1: %7
        last 3: reads x, 1.max; x joins
            %10 = minus(x, 1.max)
            value 1: %10",
    );
}

#[test]
fn operations_are_said_as_they_are_written() {
    beside(SEVERAL, |checks| {
        let operations: Vec<&str> = checks.operations.iter().map(|(_, text)| &**text).collect();
        assert_eq!(
            operations,
            [
                "x .* y",
                "sum[1](x .* y)",
                "x .+ 1",
                "sum[1](x .* y)",
                "(x .+ 1) .* sum[1](x .* y)",
                "(x .+ 1) .* sum[1](x .* y) .- (x .+ 1)",
                "x .- max(x)"
            ]
        );
        checks.locate
    });
}

#[test]
fn the_same_passes_run_before_without_writing() {
    assert_plan(
        &beside(SEVERAL, |checks| checks.check.expect("there is a target")),
        "stage 0 reduces [1]: reads x, y'0; x, y'0 join
            %0 = times(x, y'0)
            sum(%0)
        stage 1 reduces all: reads x; x joins
            max(x)
        last 0: reads x, 0.sum, y'0; x, 0 without [1], y join
            %1 = plus(x, 1 like x)
            %2 = fit(0.sum)
            %3 = times(%1, %2)
            %4 = minus(%3, %1)
            %5 = y' = %4
            y'1: %5
        last 1: reads x, 1.max; x joins
            %6 = f32(x)
            %7 = exp(%6)
            %8 = minus(x, 1.max)
            value 0: %7
            value 1: %8",
    );
}
