//! Rewrites of a plan: each moves work between passes, or into functions of its own, and changes no result.

mod part;
mod sink;

use super::Plan;

/// All rewrites, in this order.
pub(super) fn rewrite(plan: &mut Plan) {
    // A kernel computes what is one value again for each element: reading it would cost more.
    if !plan.is_gpu() {
        part::take_parts(plan);
    }
    plan.spare();
}
