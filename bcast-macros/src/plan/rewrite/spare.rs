//! Operands that a pass reads only to compute what a conditional stage yields: they are not read if the stage runs.
//!
//! A pass that reads `exp.(s .* d @ (0))` from a stage reads neither `s` nor `d` for it. If the stage does not run,
//! it reads both.

use crate::plan::{Block, Local, Node, Plan, Step};
use crate::sorted::{Map, Set};

/// Notes which operands need not be read if conditional stages run.
pub(in crate::plan) fn spare_operands(plan: &mut Plan) {
    let (passes, leaves, _) = plan.passes_mut();
    for (ends, pass) in passes {
        // Nothing is gained by leaving out a number.
        pass.spared = spared(&pass.steps, ends, |leaf| !leaves[leaf].is_plain());
    }
}

/// Operands, and the conditional stages whose values they are read for.
type Spared = Map<usize, Set<usize>>;

/// The operands that may be left out and are read only for the values of conditional stages.
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
    spared.into_iter().filter(|&(leaf, _)| may(leaf) && !needed.contains(&Local::Leaf(leaf))).collect()
}

/// What the block of a stage reads. Inside the block of another stage, the inner stage runs if the outer one does.
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
