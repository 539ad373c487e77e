//! Operands that only what types choose needs: they are not read if its stage runs.
//!
//! A pass that reads `exp.(s .* d @ (0))` from a stage reads neither `s` nor `d` for it. If the stage does not run,
//! it reads both.

use crate::plan::{Block, Local, Node, Plan, Step};
use crate::sorted::{Map, Set};

/// Notes which operands need not be read if stages run.
pub(in crate::plan) fn spare_operands(plan: &mut Plan) {
    let (passes, leaves, _) = plan.passes_mut();
    for (ends, pass) in passes {
        // Nothing is gained by leaving out a number.
        pass.spared = spared(&pass.steps, ends, |leaf| !leaves[leaf].is_plain());
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
