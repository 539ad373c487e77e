//! Parts with fewer axes than the whole, if their plain operands are numbers.
//!
//! `exp.(s .* d @ (0)) .* x` needs one `exp` for each element of `d` if `s` is a number, and one for each element of `x` if
//! it is an array. So the part is a stage that runs in the first case, and the pass around it computes the part
//! itself in the second, with the steps and from the operands that it would have without any stage.

use crate::plan::{Block, Local, Node, Plan, Stage, Step};
use crate::sorted::{Map, Set};

impl Plan {
    /// Leaves to parts what only they need: steps move into their blocks, and operands need not be read if stages run.
    pub(super) fn spare(&mut self) {
        if !self.stages.iter().any(Stage::depends) {
            return;
        }
        let (passes, leaves, _) = self.passes_mut();
        for (ends, pass) in passes {
            sink(&mut pass.steps, &ends);
            // Nothing is gained by leaving out a number.
            pass.spared = spared(&pass.steps, ends, |leaf| !leaves[leaf].is_plain());
        }
    }
}

/// Moves steps that one part alone needs into its block.
fn sink(steps: &mut Vec<Step>, ends: &Set<Local>) {
    for at in (0..steps.len()).rev() {
        let result = Local::Step(steps[at].result);
        if !ends.contains(&result) && only_block(&mut steps[at + 1..], result).is_some() {
            let step = steps.remove(at);
            if let Some(block) = only_block(&mut steps[at..], result) {
                put(step, block);
            }
        }
    }
}

fn put(step: Step, block: &mut Block) {
    let result = Local::Step(step.result);
    let is_value = block.value.local() == Some(result);
    match only_block(&mut block.steps, result).filter(|_| !is_value) {
        Some(inner) => put(step, inner),
        None => block.steps.insert(0, step),
    }
}

/// The block of the part that is the only one of these steps to need a result.
fn only_block(steps: &mut [Step], result: Local) -> Option<&mut Block> {
    let mut users = steps.iter_mut().filter(|step| step.node.locals().contains(&result));
    match (users.next(), users.next()) {
        (Some(Step { node: Node::Chosen { block, .. }, .. }), None) => Some(block),
        _ => None,
    }
}

/// Operands, and the stages for the sake of whose parts they are read.
type Spared = Map<usize, Set<usize>>;

/// The operands, of those that may be left out, which are read for the sake of parts alone.
fn spared(steps: &[Step], mut needed: Set<Local>, may: impl Fn(usize) -> bool) -> Spared {
    let mut spared = Spared::new();
    for step in steps {
        match &step.node {
            Node::Chosen { stage, given, block } => {
                needed.insert(Local::Leaf(*given));
                read_for(*stage, block, &mut spared);
            }
            node => needed.extend(node.locals()),
        }
    }
    spared.retain(|&(leaf, _)| may(leaf) && !needed.contains(&Local::Leaf(leaf)));
    spared
}

/// What a part reads. If it is inside of another one whose stage runs, so does its own.
fn read_for(stage: usize, block: &Block, spared: &mut Spared) {
    let mut reads: Vec<Local> = block.value.local().into_iter().collect();
    for step in &block.steps {
        match &step.node {
            Node::Chosen { stage: inner, given, block } => {
                reads.push(Local::Leaf(*given));
                read_for(*inner, block, spared);
            }
            node => reads.extend(node.locals()),
        }
    }
    for local in reads {
        if let Local::Leaf(leaf) = local {
            spared.get_or(leaf, Set::new()).insert(stage);
        }
    }
}
