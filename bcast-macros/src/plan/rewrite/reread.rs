//! Stages that compute what another one keeps read it instead, and run after that one.
//!
//! `build` has later passes read what stages keep, and makes stages in the order in which they are written:
//! `sum[1](sigmoid.(z) .* t)` before `sum[1](sigmoid.(z))`, of which only the second one can keep `sigmoid.(z)`, as it
//! has the shape of that.

use super::contract::behind;
use crate::ops::{self, derivatives::WEIGHT};
use crate::plan::{Form, LeafUse, Local, Node, Pass, Plan, Reduces, Source, Stage, Value, View};
use crate::sorted::{Map, Set};

/// Has stages read what others keep and is costly to compute.
pub(in crate::plan) fn reread(plan: &mut Plan) {
    for stage in 0..plan.stages.len() {
        while let Some((result, leaf)) = readable(plan, stage) {
            plan.stages[stage].read_instead(result, leaf);
        }
    }
    plan.find_order();
}

/// What a stage computes, as the result of a step, and the operand that has it.
fn readable(plan: &Plan, stage: usize) -> Option<(usize, usize)> {
    let Stage { pass, folds, kept, .. } = &plan.stages[stage];
    // What elements weigh is computed of their type alone.
    if folds.iter().all(|fold| fold.item.method == WEIGHT.name) {
        return None;
    }
    // What is outside comes later.
    pass.steps.iter().rev().find_map(|step| {
        let key = pass.keys.get(&step.result)?;
        let is_own = |value: &Value| value.local() == Some(Local::Step(step.result));
        let gone = plan.stages[stage].only_for(step.result);
        let cost = pass.steps.iter().filter(|step| gone.contains(&step.result)).map(|step| step.cost).sum::<u32>();
        if cost < ops::COSTLY || kept.iter().any(is_own) {
            return None;
        }
        let own = operands(pass, step.result);
        let has_it = |&leaf: &usize| {
            let Some((keeper, value)) = kept_by_another(plan, leaf) else { return false };
            let Value::Local(Local::Step(result), _) = value else { return false };
            let kept_in = &plan.stages[keeper].pass;
            // It has no axes but those of the reader.
            keeper != stage
                && kept_in.ranks.items().iter().all(|item| pass.ranks.has(item))
                && kept_in.keys.get(result) == Some(key)
                && (kept_in.frame == pass.frame || own.is_some() && own == operands(kept_in, *result))
                && !plan.needs(keeper, stage, false)
        };
        (0..plan.leaves.len()).find(has_it).map(|leaf| (step.result, leaf))
    })
}

/// What the result of a step is computed from.
fn operands(pass: &Pass, result: usize) -> Option<Set<Local>> {
    let (_, mut locals) = behind(pass, [Local::Step(result)])?;
    locals.retain(|local| !matches!(local, Local::Step(_)));
    Some(locals)
}

/// The stage that keeps what an operand is, in the shape of that, and its value there.
fn kept_by_another(plan: &Plan, leaf: usize) -> Option<(usize, &Value)> {
    let LeafUse { source: Source::Stage { stage, item, form }, view, .. } = &plan.leaves[leaf] else { return None };
    let keeper = &plan.stages[*stage];
    let lies_as_written = match (form, view) {
        (Form::Full | Form::Same, View::Plain | View::First) => true,
        (Form::Along(_), View::Mapped(axes)) => matches!(&keeper.reduces, Reduces::Along(own) if own == axes),
        _ => false,
    };
    let is_kept = !keeper.depends() && !matches!(keeper.reduces, Reduces::Scans(..));
    let value = keeper.kept.get(*item)?;
    (lies_as_written && is_kept && plan.is_read(leaf)).then_some((*stage, value))
}

impl Stage {
    /// The steps without which nothing but this one is left out, and this one itself.
    fn only_for(&self, result: usize) -> Set<usize> {
        let mut gone = Set::from_iter([result]);
        let ends = self.ends();
        for step in self.pass.steps.iter().rev() {
            let local = Local::Step(step.result);
            let mut users = self.pass.steps.iter().filter(|user| user.node.locals().contains(&local)).peekable();
            let is_for_it = users.peek().is_some() && users.all(|user| gone.contains(&user.result));
            if is_for_it && !ends.contains(&local) && !matches!(step.node, Node::Store { .. }) {
                gone.insert(step.result);
            }
        }
        gone
    }

    /// Reads an operand instead of computing a step.
    pub(super) fn read_instead(&mut self, result: usize, leaf: usize) {
        let gone = self.only_for(result);
        let names = Map::from_iter([(Local::Step(result), Local::Leaf(leaf))]);
        let Stage { pass, folds, kept, .. } = self;
        let (left, stays): (Vec<_>, Vec<_>) =
            std::mem::take(&mut pass.steps).into_iter().partition(|step| gone.contains(&step.result));
        pass.cost = left.iter().fold(pass.cost, |cost, step| cost.saturating_sub(step.cost));
        pass.steps = stays;
        pass.steps.iter_mut().for_each(|step| step.node.rename(&names));
        folds.iter_mut().map(|fold| &mut fold.value).chain(kept).for_each(|value| value.rename(&names));
        if !pass.leaves.contains(&leaf) {
            pass.leaves.push(leaf);
        }
    }
}
