//! What arrives at a reduction from several sides is added up once, before all that it reduced has it.
//!
//! In rows of few elements each operand that a row has one value of is copied to all of its lanes, which takes as long
//! as what is done with it.

use crate::plan::{Form, Item, LeafUse, Local, Node, Pass, Plan, Reduces, Source, Stage, Step, Value, View};
use crate::sorted::Map;
use crate::syntax::are_numbers;

/// Has a stage add up what several stages add up.
pub(in crate::plan) fn arrive(plan: &mut Plan) {
    while let Some((stage, step)) = added_again(plan) {
        add_once(plan, stage, step);
    }
    plan.find_order();
}

/// A stage, and the place of a step that another stage has, too: it adds two that reductions over the same axes left.
fn added_again(plan: &Plan) -> Option<(usize, usize)> {
    let steps =
        |stage: usize| plan.stages[stage].pass.steps.iter().enumerate().map(move |(at, step)| (stage, at, step));
    let all = || (0..plan.stages.len()).filter(|&stage| may_read(&plan.stages[stage])).flat_map(steps);
    let sums = all().filter_map(|(stage, at, step)| Some((stage, at, sum_of_left(plan, step)?)));
    let sums: Vec<(usize, usize, [usize; 2])> = sums.collect();
    let is_again = |sum: &(usize, usize, [usize; 2])| sums.iter().any(|other| other.0 != sum.0 && other.2 == sum.2);
    sums.iter().find(|sum| is_again(sum)).map(|&(stage, at, _)| (stage, at))
}

fn may_read(stage: &Stage) -> bool {
    !stage.contracts && !stage.depends() && matches!(stage.reduces, Reduces::All | Reduces::Axes(_))
}

/// The operands that a step adds, if reductions over the same axes left them.
fn sum_of_left(plan: &Plan, step: &Step) -> Option<[usize; 2]> {
    let Node::Apply { item, arguments, .. } = &step.node else { return None };
    let [Value::Local(Local::Leaf(one), _), Value::Local(Local::Leaf(other), _)] = arguments[..] else { return None };
    let axes = axes_behind(plan, one)?;
    (item.method == "plus" && one != other && axes_behind(plan, other)? == axes).then_some([one, other])
}

/// The axes of the reduction that left an operand, by numbers: those from the end are counted among all that what was
/// reduced has, which a stage of what is left does not see.
fn axes_behind(plan: &Plan, leaf: usize) -> Option<&Vec<usize>> {
    match &plan.leaves[leaf] {
        LeafUse {
            source: Source::Stage { stage, form: Form::Reduced | Form::Same, .. }, view: View::Plain, ..
        } => plan.stages[*stage].reduces.axes().filter(|axes| !axes.is_empty() && are_numbers(axes)),
        _ => None,
    }
}

/// Makes a stage of a step, whose result all stages read that have the step.
fn add_once(plan: &mut Plan, stage: usize, at: usize) {
    let step = plan.stages[stage].pass.steps[at].clone();
    let Some(leaves) = sum_of_left(plan, &step) else { return };
    let Some(axes) = axes_behind(plan, leaves[0]).cloned() else { return };
    // What a stage maps lies as what joined in it; of what it reduced it is known by itself.
    let is_its = |item: &Item, leaf: usize| match plan.leaves[leaf].source {
        Source::Stage { stage, form: Form::Reduced, .. } => item.is_left_by(stage),
        Source::Stage { stage, .. } => item.is_left_by(stage) || plan.stages[stage].pass.ranks.has(item),
        _ => false,
    };
    let Stage { pass, .. } = &plan.stages[stage];
    let ranks = pass.ranks.only(|item| leaves.iter().any(|&leaf| is_its(item, leaf)));
    let keys = Map::from_iter(pass.keys.get(&step.result).map(|&key| (step.result, key)));
    let (frame, cost, range, result) = (pass.frame.clone(), step.cost, step.range, step.result);
    let own = Pass { leaves: leaves.to_vec(), ranks, frame, steps: vec![step], keys, cost, spared: Map::new() };
    let source = Source::Stage { stage: plan.stages.len(), item: 0, form: Form::Same };
    let text = leaves.map(|leaf| plan.leaves[leaf].text.as_str()).join(", ");
    let value = Value::Local(Local::Step(result), range);
    plan.stages.push(Stage::mapping(own, value, Reduces::Nothing(axes), Vec::new()));
    let leaf = plan.leaves.len();
    plan.leaves.push(LeafUse { source, view: View::Plain, text, range, axes: None });
    for reader in 0..plan.stages.len() - 1 {
        if may_read(&plan.stages[reader]) {
            read(plan, reader, leaves, leaf);
        }
    }
}

/// Has a stage read a sum of two operands.
fn read(plan: &mut Plan, reader: usize, leaves: [usize; 2], sum: usize) {
    let is_it = |step: &&Step| sum_of_left(plan, step) == Some(leaves);
    let Some(result) = plan.stages[reader].pass.steps.iter().find(is_it).map(|step| step.result) else { return };
    let stage = &mut plan.stages[reader];
    stage.read_instead(result, sum);
    let mut read = stage.ends();
    read.extend(stage.pass.steps.iter().flat_map(|step| step.node.locals()));
    stage.pass.leaves.retain(|&leaf| !leaves.contains(&leaf) || read.contains(&Local::Leaf(leaf)));
}
