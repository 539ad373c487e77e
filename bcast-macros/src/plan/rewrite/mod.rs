//! Rewrites of a plan: each moves work between passes, or into functions of its own, and changes no result.

pub(super) mod arrive;
pub(super) mod contract;
pub(super) mod fuse;
pub(super) mod hand_on;
pub(super) mod part;
pub(super) mod reread;
pub(super) mod share;
pub(super) mod sink;
pub(super) mod spare;

use crate::ops::Mode;

use super::{Plan, Role, Stage};

/// All rewrites, in this order. The plan is right before and after each: [`verify`].
pub(super) fn rewrite(mut plan: Plan) -> Plan {
    verify(&plan, "building");
    if !plan.gradients.is_empty() && !plan.is_gpu() && plan.place.is_none() {
        apply(&mut plan, "handing on", hand_on::hand_on);
    }
    // Kernels on a GPU sum in the loop, and what is multiplied as matrices says nothing of what does not fit.
    if !plan.is_gpu() && plan.mode != Some(Mode::Checked) {
        apply(&mut plan, "finding contractions", contract::contract);
    }
    apply(&mut plan, "fusing stages", fuse::fuse_stages);
    let is_plain = plan.role == Role::Run && plan.place.is_none() && !plan.lazy;
    if !plan.gradients.is_empty() && !plan.is_gpu() && is_plain {
        apply(&mut plan, "sharing values", share::share);
        apply(&mut plan, "rereading", reread::reread);
        apply(&mut plan, "adding what arrives", arrive::arrive);
    }
    // A kernel computes what is one value again for each element: reading it would cost more. Whoever reads an
    // expression computes it then, too.
    if !plan.is_gpu() && !plan.lazy && plan.role != Role::Locate {
        apply(&mut plan, "taking parts", part::take_parts);
    }
    if plan.stages.iter().any(Stage::depends) {
        apply(&mut plan, "sinking steps", sink::sink_steps);
        apply(&mut plan, "sparing operands", spare::spare_operands);
    }
    plan
}

fn apply(plan: &mut Plan, name: &str, rewrite: fn(&mut Plan)) {
    rewrite(plan);
    verify(plan, name);
}

#[cfg(any(test, feature = "verify"))]
fn verify(plan: &Plan, done: &str) {
    plan.verify().unwrap_or_else(|error| panic!("the plan is broken after {done}: {error}\n{plan}"));
}

#[cfg(not(any(test, feature = "verify")))]
fn verify(_: &Plan, _: &str) {}
