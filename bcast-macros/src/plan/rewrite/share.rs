//! What several formulas of a call with gradients compute, computed once: the derivative of a part and its value are
//! often made of the same.

use crate::plan::same::Names;
use crate::plan::{Form, Last, LeafUse, Local, Pass, Plan, Reduces, Source, Stage, Step, Value, View};
use crate::sorted::Map;

/// Has stages compute what last passes compute over the same shape, and each value of a pass once.
pub(in crate::plan) fn share(plan: &mut Plan) {
    for last in 0..plan.lasts.len() {
        if let Some(stage) = (0..plan.stages.len()).find(|&stage| may_take(plan, stage, &plan.lasts[last])) {
            take(plan, stage, last);
        }
    }
    for stage in &mut plan.stages {
        let gone = compute_once(&mut stage.pass);
        let Stage { folds, kept, .. } = stage;
        folds.iter_mut().map(|fold| &mut fold.value).chain(kept).for_each(|value| value.rename(&gone));
    }
    plan.drop_unread();
    plan.find_order();
}

/// Whether a stage that goes over everything may compute the values of a last pass: all that this reads, the stage
/// reads too, or has computed.
fn may_take(plan: &Plan, stage: usize, last: &Last) -> bool {
    let Stage { pass, reduces: Reduces::All, if_numbers, contracts: false, .. } = &plan.stages[stage] else {
        return false;
    };
    let is_own = |leaf: &LeafUse| {
        let is_kept = matches!(leaf.source, Source::Stage { stage: of, form: Form::Full, .. } if of == stage);
        is_kept && leaf.view.is_whole()
    };
    let is_step = |value: &Value| matches!(value, Value::Local(Local::Step(_), _));
    last.stored.is_empty()
        && !last.values.is_empty()
        && last.values.iter().all(|(_, value)| is_step(value))
        && if_numbers.is_empty()
        && pass.frame == last.pass.frame
        && pass.ranks.has_same(&last.pass.ranks)
        && last.pass.leaves.iter().all(|leaf| pass.leaves.contains(leaf) || is_own(&plan.leaves[*leaf]))
}

/// Has a stage keep the values of a last pass, which hands them on.
fn take(plan: &mut Plan, stage: usize, last: usize) {
    let Last { pass, values, .. } = &mut plan.lasts[last];
    let (leaves, steps) = (std::mem::take(&mut pass.leaves), std::mem::take(&mut pass.steps));
    (pass.keys, pass.cost) = (Map::new(), 0);
    let taker = &mut plan.stages[stage];
    let mut own = Names::new();
    for leaf in leaves {
        if let Source::Stage { stage: of, item, form: Form::Full } = plan.leaves[leaf].source
            && of == stage
            && let Some(Value::Local(local, _)) = taker.kept.get(item)
        {
            own.insert(Local::Leaf(leaf), *local);
        }
    }
    for mut step in steps {
        step.node.rename(&own);
        taker.pass.cost = taker.pass.cost.saturating_add(step.cost);
        taker.pass.steps.push(step);
    }
    let text = taker.pass.leaves.iter().map(|&leaf| plan.leaves[leaf].text.as_str()).collect::<Vec<_>>().join(", ");
    for (_, value) in values {
        let (source, range) = (Source::Stage { stage, item: taker.kept.len(), form: Form::Full }, value.range());
        let leaf = plan.leaves.len();
        plan.leaves.push(LeafUse { source, view: View::Plain, text: text.clone(), range, axes: None });
        pass.leaves.push(leaf);
        taker.kept.push(std::mem::replace(value, Value::Local(Local::Leaf(leaf), range)));
    }
}

/// Leaves out steps that compute what others have computed before them. The names of their results, and of those.
fn compute_once(pass: &mut Pass) -> Names {
    let mut gone = Names::new();
    let mut steps: Vec<Step> = Vec::new();
    for mut step in std::mem::take(&mut pass.steps) {
        step.node.rename(&gone);
        match steps.iter().find(|known| known.node.is_same(&step.node, &Names::new())) {
            Some(known) => {
                gone.insert(Local::Step(step.result), Local::Step(known.result));
                pass.cost = pass.cost.saturating_sub(step.cost);
            }
            None => steps.push(step),
        }
    }
    pass.steps = steps;
    gone
}
