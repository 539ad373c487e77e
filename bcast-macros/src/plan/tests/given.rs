//! Plans of what lies along axes that are known when the call runs.

use super::{assert_plan, plan};

#[test]
fn parts_along_axes_of_a_value_need_no_map_in_their_own_stage() {
    assert_plan(
        &plan("sum(exp.(w @ {k}) .* x) .+ sum(sin.(exp.(w @ {k})) .* x)"),
        "
            stage 0 maps what is left without []: reads w; w joins
                %0 = exp(w)
                keep %0
            stage 1 reduces all: reads 0.kept @ [1048576], x, 2.kept @ [1048576]; w @ {k}, x join
                %1 = times(0.kept @ [1048576], x)
                %3 = times(2.kept @ [1048576], x)
                sum(%1)
                sum(%3)
            stage 2 maps what is left without []: reads 0.kept; w joins
                %2 = sin(0.kept)
                keep %2
            last 0: reads 1.sum, 1.sum; nothing join
                %4 = plus(1.sum, 1.sum)
                value 0: %4
            order: stage 0, stage 2, stage 1, last 0
        ",
    );
}
