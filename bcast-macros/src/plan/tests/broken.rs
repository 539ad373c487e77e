//! Plans that are broken on purpose: each rule has to notice.

use super::plan;
use crate::plan::{Form, Local, Node, Plan, Source, Turn, Value};
use crate::syntax::Axes;

const SOFTMAX: &str = "exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))";

#[track_caller]
fn refused(plan: &Plan, complaint: &str) {
    assert_eq!(plan.verify(), Err(complaint.to_owned()), "{plan}");
}

#[test]
fn a_right_plan_passes() {
    assert_eq!(plan(SOFTMAX).verify(), Ok(()));
}

#[test]
fn a_step_before_what_it_reads() {
    let mut plan = plan(SOFTMAX);
    plan.stages[1].pass.steps.swap(0, 1);
    refused(&plan, "stage 1: %1: %0 is read where it is not there");
}

#[test]
fn an_operand_that_is_not_read() {
    let mut plan = plan("x .+ y");
    plan.lasts[0].pass.leaves.pop();
    refused(&plan, "last 0: %0: y is read where it is not there");
}

#[test]
fn a_part_shared_across_a_branch() {
    let mut plan = plan("f.(if s .> 0 { f.(s) } else { f.(x) })");
    let steps = &mut plan.lasts[0].pass.steps;
    let Node::If { then, .. } = &steps[1].node else { panic!("an `if`") };
    let inside = then.value.local().expect("a step");
    let Node::Call { arguments, .. } = &mut steps[2].node else { panic!("a call") };
    arguments[0] = Value::Local(inside, arguments[0].range());
    refused(&plan, "last 0: %4: %1 is read where it is not there");
}

#[test]
fn a_target_that_is_not_written() {
    let mut plan = plan("o .= o .+ 1");
    plan.lasts[0].stored.clear();
    refused(&plan, "last 0: %0: o' is read where it is not there");
}

#[test]
fn a_stage_that_runs_too_late() {
    let mut plan = plan(SOFTMAX);
    plan.order.swap(0, 1);
    refused(&plan, "stage 1: 0.max is read before its stage runs");
}

#[test]
fn a_pass_that_never_runs() {
    let mut plan = plan(SOFTMAX);
    plan.order.retain(|&turn| turn != Turn::Stage(0));
    refused(&plan, "a pass runs twice, or never");
}

#[test]
fn a_version_that_is_gone() {
    let mut plan = plan("o .= o .+ 1; let q = o .* 2; sum(q)");
    let leaf = plan.stages[0].pass.leaves[0];
    plan.leaves[leaf].source = Source::Target((0, 0));
    refused(&plan, "stage 0: o'0 is gone");
}

#[test]
fn a_version_that_is_not_made_yet() {
    let mut plan = plan("o .= o .+ 1; sum(o)");
    plan.order.sort();
    refused(&plan, "stage 0: o'1 is not made yet");
}

#[test]
fn a_stage_with_the_wrong_axes() {
    let mut plan = plan("x ./ sum[1](x)");
    let crate::plan::Reduces::Axes(axes) = &plan.stages[0].reduces else { panic!("it reduces an axis") };
    let wrong = Axes { entries: vec![0], names: Vec::new(), given: None, range: axes.range };
    plan.stages[0].reduces = crate::plan::Reduces::Axes(wrong);
    refused(&plan, "last 0: 0.sum does not join in its ranks");
}

#[test]
fn a_layout_of_another_stage() {
    let mut plan = plan("(x ./ sum[1](x), mean[0](y))");
    let leaf = plan.lasts[0].pass.leaves[1];
    plan.leaves[leaf].source = Source::Stage { stage: 1, item: 0, form: Form::Reduced };
    refused(&plan, "last 0: 1.mean does not join in its ranks");
}

#[test]
fn an_item_that_its_stage_has_not() {
    let mut plan = plan(SOFTMAX);
    plan.stages[1].kept.clear();
    refused(&plan, "last 0: stage 1 has no such item as 1.kept");
}

#[test]
fn an_operand_that_joins_nowhere() {
    let mut plan = plan("x .+ y");
    plan.lasts[0].pass.ranks = plan.lasts[0].pass.ranks.without(&[1]);
    refused(&plan, "last 0: y does not join in its ranks");
}

#[test]
fn a_part_of_what_it_is_not_given() {
    let mut plan = plan("f.(s .* t) .* x");
    plan.parts[0].inputs.pop();
    refused(&plan, "part 0: %0: t is read where it is not there");
    assert!(matches!(plan.parts[0].inputs[0].1, Local::Leaf(0)));
}
