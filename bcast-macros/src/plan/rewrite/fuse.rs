//! Stages that reduce the same axes of the same operands are one stage: it reads these once.
//!
//! The later one may read nothing that the earlier one yields, and nobody in between reads it: both hold, for the
//! operands are the same ones.

use crate::plan::{Chain, Form, Item, Node, Onto, Plan, Reduces, Source, Stage, Step};

/// Fuses stages.
pub(in crate::plan) fn fuse_stages(plan: &mut Plan) {
    let mut later = 1;
    while later < plan.stages.len() {
        let same = (0..later).find(|&earlier| runs_over_the_same(&plan.stages[earlier], &plan.stages[later]));
        match same {
            Some(earlier) => fuse(plan, earlier, later),
            None => later += 1,
        }
    }
    plan.find_order();
}

fn runs_over_the_same(one: &Stage, other: &Stage) -> bool {
    let reduces = |stage: &Stage| matches!(stage.reduces, Reduces::All | Reduces::Axes(_));
    let (own, others) = (&one.pass.leaves, &other.pass.leaves);
    let same_leaves = own.len() == others.len() && own.iter().all(|leaf| others.contains(leaf));
    // Matrix products yield nothing else.
    let is_loop = !one.contracts && !other.contracts;
    is_loop && reduces(one) && reduces(other) && same_leaves && one.reduces.axes() == other.reduces.axes()
}

/// Moves the work of stage `gone` to stage `into`.
fn fuse(plan: &mut Plan, into: usize, gone: usize) {
    let stage = plan.stages.remove(gone);
    let taken = Taken { into, gone, folds: plan.stages[into].folds.len(), kept: plan.stages[into].kept.len() };
    plan.stages[into].take(stage);
    plan.leaves.iter_mut().for_each(|leaf| leaf.source = taken.source(leaf.source));
    for stage in &mut plan.stages {
        if let Reduces::Left(_, of) = &mut stage.reduces {
            *of = taken.stage(*of);
        }
        for fold in &mut stage.folds {
            if let Some(Onto::Left(of, own)) = &mut fold.onto {
                (*of, *own) = (taken.stage(*of), taken.stage(*own));
            }
        }
    }
    let (passes, ..) = plan.passes_mut();
    for (_, pass) in passes {
        pass.ranks = taken.chain(std::mem::take(&mut pass.ranks));
        pass.steps.iter_mut().for_each(|step| taken.step(step));
    }
}

impl Stage {
    fn take(&mut self, other: Stage) {
        self.pass.steps.extend(other.pass.steps);
        self.pass.keys.extend(other.pass.keys);
        self.pass.cost = self.pass.cost.saturating_add(other.pass.cost);
        self.folds.extend(other.folds);
        self.kept.extend(other.kept);
    }
}

/// Where the items of a stage have gone.
struct Taken {
    into: usize,
    gone: usize,
    /// How many folds and kept values there were before.
    folds: usize,
    kept: usize,
}

impl Taken {
    /// The new number of a stage.
    fn stage(&self, stage: usize) -> usize {
        match stage == self.gone {
            true => self.into,
            false => stage - usize::from(stage > self.gone),
        }
    }

    fn source(&self, source: Source) -> Source {
        match source {
            Source::Stage { stage, item, form } => {
                let before = match (stage == self.gone, form) {
                    (false, _) => 0,
                    (true, Form::Reduced | Form::Whole | Form::Own(_)) => self.folds,
                    (true, Form::Full | Form::Same | Form::Along(_)) => self.kept,
                };
                Source::Stage { stage: self.stage(stage), item: item + before, form }
            }
            Source::Position(stage) => Source::Position(self.stage(stage)),
            other => other,
        }
    }

    /// The same ranks; those of both stages are the same.
    fn chain(&self, chain: Chain) -> Chain {
        let mut renamed = Chain::default();
        for item in chain.into_items() {
            renamed.push(match item {
                Item::Reduced { stage, axes, range } => Item::Reduced { stage: self.stage(stage), axes, range },
                Item::Whole { stage, range } => Item::Whole { stage: self.stage(stage), range },
                Item::Mapped(part, axes) => Item::Mapped(self.chain(part), axes),
                Item::End(end) => Item::End(self.chain(end)),
                item => item,
            });
        }
        renamed
    }

    fn step(&self, step: &mut Step) {
        if let Node::Chosen { stage, .. } = &mut step.node {
            *stage = self.stage(*stage);
        }
        for block in step.node.blocks_mut() {
            block.steps.iter_mut().for_each(|step| self.step(step));
        }
    }
}
