//! In which order the passes of a call run.
//!
//! A stage comes before whoever reads what it yields. Whoever reads a version of a target comes after the pass that makes
//! it and before the one that replaces it.

use super::{Pass, Plan, Source, Turn};

/// The order of all passes: as early as possible, stages first.
pub(super) fn run_order(plan: &Plan) -> Vec<Turn> {
    let stages = (0..plan.stages.len()).map(Turn::Stage);
    let mut left: Vec<Turn> = stages.chain((0..plan.lasts.len()).map(Turn::Last)).collect();
    let is_in_order = |(at, &turn): (usize, &Turn)| !left[at + 1..].iter().any(|&later| precedes(plan, later, turn));
    if left.iter().enumerate().all(is_in_order) {
        return left;
    }
    let mut order = Vec::new();
    while !left.is_empty() {
        let ready = |turn: &Turn| !left.iter().any(|&other| other != *turn && precedes(plan, other, *turn));
        let next = left.iter().position(ready);
        debug_assert!(next.is_some(), "units have an order, and stages are read by later passes");
        order.push(left.remove(next.unwrap_or_default()));
    }
    order
}

impl Plan {
    /// Puts the results of the pass that stands in for all others into the order in which these make them.
    pub(super) fn line_up_results(&mut self) {
        let made: Vec<usize> = self.last_turns().flat_map(|last| last.values.iter().map(|(place, _)| *place)).collect();
        if let Some(together) = &mut self.together {
            together.values.sort_by_key(|(place, _)| made.iter().position(|other| other == place));
        }
    }
}

/// Whether one pass has to run before another.
fn precedes(plan: &Plan, earlier: Turn, later: Turn) -> bool {
    let sources = |turn: Turn| pass(plan, turn).leaves.iter().map(|&leaf| plan.leaves[leaf].source);
    let reads = |turn: Turn, target: usize, version: usize| {
        let replaces = stored(plan, turn).iter().any(|own| (own.target, own.replaces) == (target, version));
        replaces || sources(turn).any(|source| source == Source::Target((target, version)))
    };
    let yields =
        |source| matches!((source, earlier), (Source::Stage { stage, .. }, Turn::Stage(number)) if stage == number);
    sources(later).any(yields)
        || stored(plan, earlier).iter().any(|made| reads(later, made.target, made.makes))
        || stored(plan, later).iter().any(|old| reads(earlier, old.target, old.replaces))
}

fn pass(plan: &Plan, turn: Turn) -> &Pass {
    match turn {
        Turn::Stage(stage) => &plan.stages[stage].pass,
        Turn::Last(last) => &plan.lasts[last].pass,
    }
}

fn stored(plan: &Plan, turn: Turn) -> &[super::Stored] {
    match turn {
        Turn::Stage(_) => &[],
        Turn::Last(last) => &plan.lasts[last].stored,
    }
}
