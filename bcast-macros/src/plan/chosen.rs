//! Parts with fewer axes than the whole, if their plain operands are numbers.
//!
//! `exp.(s .* d @ (0)) .* x` needs one `exp` for each element of `d` if `s` is a number, and one for each element of `x` if
//! it is an array. So the part is a stage that runs in the first case. In the second the pass around it computes the part
//! with the stage's function, from operands that it reads as it would without any stage.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::hoist::Along;
use super::lower::Lowering;
use super::node::{Local, Node};
use super::{LeafUse, Pass, Plan, Source};
use crate::tokens::Range;

impl Lowering<'_> {
    /// What a stage has mapped, or else what it computes.
    pub(super) fn chosen(&mut self, stage: usize, along: &Along, range: Range) -> Local {
        // Not a part of the chain: its rank says nothing that its operands do not.
        let given = self.read(self.result_of(stage, along, range));
        let operands = self.stages[stage].stage.pass.leaves.clone();
        let inputs: BTreeMap<usize, usize> = operands.into_iter().map(|leaf| (leaf, self.read_here(leaf))).collect();
        let ranks = self.stages[stage].ranks.renamed(&|leaf| inputs.get(&leaf).copied().unwrap_or(leaf));
        ranks.into_items().into_iter().for_each(|item| self.frame.chain.push(item));
        let cost = self.stages[stage].stage.pass.cost;
        self.push(Node::Chosen { stage, given, inputs }, range, cost)
    }

    /// An operand of another pass as one of this pass.
    fn read_here(&mut self, leaf: usize) -> usize {
        let LeafUse { source, range, pass, .. } = self.leaves[leaf];
        let (view, text) = (self.leaves[leaf].view.clone(), self.leaves[leaf].text.clone());
        let pass = if pass == 0 { 0 } else { self.frame.number };
        self.read(LeafUse { source, view, text, range, pass })
    }
}

impl Plan {
    /// Finds the operands that need not be read where stages have run.
    pub(super) fn spare(&mut self) {
        let depends: HashSet<usize> = (0..self.stages.len()).filter(|&stage| self.stages[stage].depends()).collect();
        if depends.is_empty() {
            return;
        }
        // The function of a stage that may run elsewhere takes what it takes.
        let stages =
            self.stages.iter_mut().filter(|stage| !stage.depends()).map(|stage| (stage.ends(), &mut stage.pass));
        let lasts = self.lasts.iter_mut().map(|last| (last.ends(), &mut last.pass));
        for (ends, pass) in stages.chain(lasts) {
            pass.spared = spared(pass, ends, |leaf| match self.leaves[leaf].source {
                Source::Stage { stage, .. } => !depends.contains(&stage),
                _ => !self.leaves[leaf].is_plain(),
            });
        }
    }
}

/// The operands of a pass, of those that may be left out, which are read for the sake of stages alone.
fn spared(pass: &Pass, mut needed: HashSet<Local>, may: impl Fn(usize) -> bool) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut spared = BTreeMap::<usize, BTreeSet<usize>>::new();
    for step in &pass.steps {
        let Node::Chosen { stage, inputs, .. } = &step.node else {
            needed.extend(step.node.locals());
            continue;
        };
        for &leaf in inputs.values().filter(|&&leaf| may(leaf)) {
            spared.entry(leaf).or_default().insert(*stage);
        }
    }
    spared.retain(|&leaf, _| !needed.contains(&Local::Leaf(leaf)));
    spared
}
