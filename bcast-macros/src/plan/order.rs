//! In which order the passes of a call run.
//!
//! A stage comes before whoever reads what it yields. Whoever reads a version of a target comes after the pass that
//! makes it and before the one that replaces it.

use super::{Last, LeafUse, Pass, Source, Stage, Stored, Turn};

/// The order of all passes: as early as possible, stages first.
pub(super) fn run_order(stages: &[Stage], lasts: &[Last], leaves: &[LeafUse]) -> Vec<Turn> {
    let passes = Passes { stages, lasts, leaves };
    let mut left: Vec<Turn> = (0..stages.len()).map(Turn::Stage).chain((0..lasts.len()).map(Turn::Last)).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let ready = |turn: &Turn| !left.iter().any(|&other| other != *turn && passes.precedes(other, *turn));
        let next = left.iter().position(ready);
        let next = next.expect("units have an order, and stages are read by later passes");
        order.push(left.remove(next));
    }
    order
}

/// The order of passes that write nothing.
pub(super) fn as_listed(stages: usize, lasts: usize) -> Vec<Turn> {
    (0..stages).map(Turn::Stage).chain((0..lasts).map(Turn::Last)).collect()
}

/// All passes, and the operands that they read.
struct Passes<'a> {
    stages: &'a [Stage],
    lasts: &'a [Last],
    leaves: &'a [LeafUse],
}

impl Passes<'_> {
    /// Whether one pass has to run before another.
    fn precedes(&self, earlier: Turn, later: Turn) -> bool {
        let yields =
            |source| matches!((source, earlier), (Source::Stage { stage, .. }, Turn::Stage(number)) if stage == number);
        self.sources(later).any(yields)
            || self.stored(earlier).iter().any(|made| self.reads(later, made.target, made.makes))
            || self.stored(later).iter().any(|old| self.reads(earlier, old.target, old.replaces))
    }

    /// Whether a pass needs a version of a target.
    fn reads(&self, turn: Turn, target: usize, version: usize) -> bool {
        let replaces = self.stored(turn).iter().any(|own| (own.target, own.replaces) == (target, version));
        replaces || self.sources(turn).any(|source| source == Source::Target((target, version)))
    }

    fn sources(&self, turn: Turn) -> impl Iterator<Item = Source> {
        self.pass(turn).leaves.iter().map(|&leaf| self.leaves[leaf].source)
    }

    fn pass(&self, turn: Turn) -> &Pass {
        match turn {
            Turn::Stage(stage) => &self.stages[stage].pass,
            Turn::Last(last) => &self.lasts[last].pass,
        }
    }

    fn stored(&self, turn: Turn) -> &[Stored] {
        match turn {
            Turn::Stage(_) => &[],
            Turn::Last(last) => &self.lasts[last].stored,
        }
    }
}
