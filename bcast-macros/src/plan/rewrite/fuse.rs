//! Stages that reduce the same axes of one shape are one stage: it reads each operand once.
//!
//! The shape is one where the same operands join. The later stage may read nothing that is made of what the earlier
//! one yields, but what that keeps of all its elements: as one stage they hand it on as a value.
//!
//! In a call with gradients a sum of everything is fused with sums over some axes, too: it adds up what sums over the
//! same axes leave.

use crate::ops::derivatives::{WEIGHT, WEIGHT_IN_ALL};
use crate::plan::{Chain, Fold, Form, Item, LeafUse, Local, Node, Onto, Pass, Plan, Reduces, Source, Stage, Step};
use crate::plan::{Value, View};
use crate::sorted::{Map, Set};

/// Fuses stages.
pub(in crate::plan) fn fuse_stages(plan: &mut Plan) {
    fuse_alike(plan);
    if !plan.gradients.is_empty() && !plan.is_gpu() {
        while let Some((whole, along)) = plan.whole_along() {
            plan.sum_along(whole, along);
            fuse(plan, whole.min(along), whole.max(along));
        }
        fuse_alike(plan);
    }
    plan.drop_unread();
    plan.find_order();
}

fn fuse_alike(plan: &mut Plan) {
    let mut later = 1;
    while later < plan.stages.len() {
        let same = (0..later).find(|&earlier| {
            let (one, other) = (&plan.stages[earlier], &plan.stages[later]);
            one.reduces.axes() == other.reduces.axes() && plan.are_of_one_loop(earlier, later)
        });
        match same {
            Some(earlier) => fuse(plan, earlier, later),
            None => later += 1,
        }
    }
}

impl Plan {
    /// Whether two stages accumulate over the same shape, and need nothing of each other but values of one element.
    fn are_of_one_loop(&self, one: usize, other: usize) -> bool {
        let [first, second] = [one, other].map(|stage| &self.stages[stage]);
        let accumulates = |stage: &Stage| matches!(stage.reduces, Reduces::All | Reduces::Axes(_));
        // Matrix products yield nothing else.
        let is_loop = [first, second].iter().all(|stage| !stage.contracts && accumulates(stage));
        let is_plain = |stage: &Stage| {
            let is_plain = |&leaf: &usize| {
                let LeafUse { source, view, .. } = &self.leaves[leaf];
                !matches!(source, Source::Position(_)) && *view != View::Exact
            };
            stage.if_numbers.is_empty() && stage.pass.leaves.iter().all(is_plain)
        };
        let (own, others) = (&first.pass.leaves, &second.pass.leaves);
        let reads_alike = own.len() == others.len() && own.iter().all(|leaf| others.contains(leaf));
        let joins_alike = || {
            !self.is_gpu()
                && first.pass.ranks.has_same(&second.pass.ranks)
                && first.pass.frame == second.pass.frame
                && is_plain(first)
                && is_plain(second)
        };
        is_loop && (reads_alike || joins_alike()) && !self.needs(other, one, true) && !self.needs(one, other, false)
    }

    /// Whether a stage is computed from what another one yields; what that keeps may be read from within, by the stage
    /// itself.
    pub(super) fn needs(&self, stage: usize, other: usize, from_within: bool) -> bool {
        let is_within = |leaf: &LeafUse| {
            let kept = matches!(leaf.source, Source::Stage { stage, form: Form::Full, .. } if stage == other);
            from_within && kept && leaf.view.is_whole()
        };
        let mut needed = self.stages[stage].needs(&self.leaves, |leaf| !is_within(leaf));
        let mut seen = Set::from_iter([stage]);
        while let Some(next) = needed.pop() {
            if next == other {
                return true;
            }
            if seen.insert(next) {
                needed.extend(self.stages[next].needs(&self.leaves, |_| true));
            }
        }
        false
    }

    /// A stage that sums everything, and one that reduces some axes of the same.
    fn whole_along(&self) -> Option<(usize, usize)> {
        let stages = || 0..self.stages.len();
        let pairs = stages().flat_map(|whole| stages().rev().map(move |along| (whole, along)));
        pairs.into_iter().find(|&(whole, along)| {
            let (first, second) = (&self.stages[whole], &self.stages[along]);
            matches!((&first.reduces, &second.reduces), (Reduces::All, Reduces::Axes(_)))
                && first.folds.iter().any(|fold| self.is_sum(whole, fold))
                && first.folds.iter().all(|fold| {
                    self.is_sum(whole, fold) || self.is_of_array(fold) && first.pass.shares_costly(&second.pass)
                })
                && second.folds.iter().all(|fold| fold.position.is_none())
                && self.are_of_one_loop(whole, along)
        })
    }

    /// Whether a fold over everything is the sum of those over some axes.
    fn is_sum(&self, stage: usize, fold: &Fold) -> bool {
        let is_single = |leaf: &LeafUse| match leaf.source {
            Source::Stage { stage: own, form, .. } if own == stage => {
                matches!(form, Form::Reduced | Form::Full | Form::Own(_))
            }
            _ => true,
        };
        matches!(fold.item.method, "sum" | "mean" | "weight")
            && fold.onto.is_none()
            && fold.position.is_none()
            && self.leaves.iter().all(is_single)
    }

    /// Whether a fold is a gradient with respect to an array, whose elements it keeps.
    fn is_of_array(&self, fold: &Fold) -> bool {
        match fold.onto {
            Some(Onto::Operand(leaf)) => {
                matches!(self.leaves[leaf].source, Source::Slot(slot) if self.arrays.contains(&slot))
            }
            _ => false,
        }
    }

    /// Has a stage keep gradients of arrays as other values.
    fn keep_gradients(&mut self, stage: usize) {
        for item in (0..self.stages[stage].folds.len()).rev() {
            if !self.is_of_array(&self.stages[stage].folds[item]) {
                continue;
            }
            let Stage { folds, kept, .. } = &mut self.stages[stage];
            kept.push(folds.remove(item).value);
            let new = kept.len() - 1;
            let mut moved = Set::new();
            for (leaf, LeafUse { source, .. }) in self.leaves.iter_mut().enumerate() {
                match source {
                    Source::Stage { stage: own, item: number, form } if *own == stage => match form {
                        Form::Own(_) if *number == item => {
                            (*number, *form) = (new, Form::Full);
                            moved.insert(leaf);
                        }
                        Form::Own(_) | Form::Reduced | Form::Whole if *number > item => *number -= 1,
                        _ => {}
                    },
                    _ => {}
                }
            }
            // What is kept lies as all that joins where it is computed.
            let ranks = self.stages[stage].pass.ranks.clone();
            let (passes, ..) = self.passes_mut();
            passes.for_each(|(_, pass)| pass.ranks = std::mem::take(&mut pass.ranks).with(&moved, &ranks));
        }
    }

    /// Has a stage reduce the axes of another one, and a new one what is left.
    fn sum_along(&mut self, whole: usize, along: usize) {
        self.keep_gradients(whole);
        let (rest, Reduces::Axes(axes)) = (self.stages.len(), self.stages[along].reduces.clone()) else { return };
        for leaf in &mut self.leaves {
            if let Source::Stage { stage, form: Form::Reduced, .. } = &mut leaf.source
                && *stage == whole
            {
                *stage = rest;
            }
        }
        let mut pass = Pass { frame: self.stages[whole].pass.frame.clone(), ..Pass::default() };
        pass.ranks.push(Item::Reduced { stage: whole, axes: axes.entries.clone(), range: axes.range });
        let mut folds = Vec::new();
        for (item, fold) in self.stages[whole].folds.iter().enumerate() {
            let source = Source::Stage { stage: whole, item, form: Form::Reduced };
            let text = format!("{}(..)", fold.item.method);
            pass.leaves.push(self.leaves.len());
            let value = Value::Local(Local::Leaf(self.leaves.len()), fold.range);
            self.leaves.push(LeafUse { source, view: View::Plain, text, range: fold.range, axes: None });
            let item = if fold.item.method == WEIGHT.name { &WEIGHT_IN_ALL.item } else { fold.item };
            folds.push(Fold { item, value, position: None, onto: None, range: fold.range });
        }
        self.stages[whole].reduces = Reduces::Axes(axes);
        let (kept, if_numbers) = (Vec::new(), Vec::new());
        self.stages.push(Stage { pass, folds, kept, reduces: Reduces::All, if_numbers, contracts: false });
    }

    /// Drops what stages keep and nobody reads.
    pub(super) fn drop_unread(&mut self) {
        let read: Vec<usize> = (0..self.leaves.len()).filter(|&leaf| self.is_read(leaf)).collect();
        for stage in 0..self.stages.len() {
            let accumulates = !self.stages[stage].folds.is_empty();
            for item in (0..self.stages[stage].kept.len()).rev().filter(|_| accumulates) {
                let of_kept = |source: &Source| match *source {
                    Source::Stage { stage: own, item, form: Form::Full } if own == stage => Some(item),
                    _ => None,
                };
                if read.iter().any(|&leaf| of_kept(&self.leaves[leaf].source) == Some(item)) {
                    continue;
                }
                self.stages[stage].kept.remove(item);
                for leaf in &mut self.leaves {
                    if let (Some(other), Source::Stage { item: number, .. }) = (of_kept(&leaf.source), &mut leaf.source)
                    {
                        *number -= usize::from(other > item);
                    }
                }
            }
        }
    }
}

/// Moves the work of stage `gone` to stage `into`.
fn fuse(plan: &mut Plan, into: usize, gone: usize) {
    plan.hand_on(into, gone);
    plan.hand_on(gone, into);
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

impl Plan {
    /// Has a stage take what another one keeps as a value, before both become one.
    fn hand_on(&mut self, from: usize, to: usize) {
        let mut handed = Map::new();
        for &leaf in &self.stages[to].pass.leaves {
            if let Source::Stage { stage, item, form: Form::Full } = self.leaves[leaf].source
                && let Some(Value::Local(local, _)) = self.stages[from].kept.get(item)
                && stage == from
            {
                handed.insert(Local::Leaf(leaf), *local);
            }
        }
        if handed.values().is_empty() {
            return;
        }
        let before = std::mem::take(&mut self.stages[from].pass.steps);
        let Stage { pass, folds, kept, .. } = &mut self.stages[to];
        pass.leaves.retain(|&leaf| handed.get(&Local::Leaf(leaf)).is_none());
        pass.steps.iter_mut().for_each(|step| step.node.rename(&handed));
        folds.iter_mut().map(|fold| &mut fold.value).chain(kept).for_each(|value| value.rename(&handed));
        // The steps that it takes values of stand before its own.
        pass.steps.splice(0..0, before);
    }
}

impl Stage {
    fn take(&mut self, other: Stage) {
        let others = other.pass.leaves.into_iter().filter(|leaf| !self.pass.leaves.contains(leaf));
        let others: Vec<usize> = others.collect();
        self.pass.leaves.extend(others);
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
