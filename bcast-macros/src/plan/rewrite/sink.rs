//! Steps that only the block of one conditional stage needs move into that block: then they run only if the stage does
//! not.
//!
//! `build` computes before a choice what several may need. If one block alone needs it, it belongs inside.

use crate::plan::{Block, Local, Node, Plan, Step};
use crate::sorted::Set;

/// Moves steps into the blocks that alone need them.
pub(in crate::plan) fn sink_steps(plan: &mut Plan) {
    let (passes, ..) = plan.passes_mut();
    passes.for_each(|(ends, pass)| sink(&mut pass.steps, &ends));
}

/// Moves steps that one block alone needs into it.
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

/// The block that alone needs a result, if no other of these steps does.
fn only_block(steps: &mut [Step], result: Local) -> Option<&mut Block> {
    let mut users = steps.iter_mut().filter(|step| step.node.locals().contains(&result));
    match (users.next(), users.next()) {
        (Some(Step { node: Node::Chosen { block, .. }, .. }), None) => Some(block),
        _ => None,
    }
}
