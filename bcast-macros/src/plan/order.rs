//! In which order the passes of a call run.
//!
//! A stage comes before whoever reads what it yields. Whoever reads a version of a target comes after the pass that
//! makes it and before the one that replaces it.
//!
//! ```text
//! mean((sum[1](x .* w @ (1)) .- y).^2) .+ sum(w.^2)      with its gradient by w
//!     one chain goes over the rows of x, in four stages; a stage over w does not stand between these
//! ```
//! Stages that read what others of them yield, more than single values, are a chain: they may run together block by
//! block, which a stage over other arrays between them would end. So would a stage that yields single values alone, if
//! threads find too few leaves of it: it comes last of those that may share blocks.

use super::{Form, Last, LeafUse, Onto, Pass, Reduces, Source, Stage, Stored, Turn};

/// The order of all passes: as early as possible, stages first; chain by chain, each when all is there that it needs of
/// others.
pub(super) fn run_order(stages: &[Stage], lasts: &[Last], leaves: &[LeafUse]) -> Vec<Turn> {
    let (passes, turns) = (Passes { stages, lasts, leaves }, as_listed(stages.len(), lasts.len()));
    let mut waiting = Waiting::of(&passes, &turns);
    let mut order: Vec<usize> = Vec::new();
    while order.len() < turns.len() {
        let next = order.last().and_then(|&last| waiting.next_of_chain(last, &passes));
        let next =
            next.or_else(|| waiting.ready().find(|&turn| waiting.may_begin(turn))).or_else(|| waiting.ready().next());
        let next = next.expect("units have an order, and stages are read by later passes");
        waiting.done[next] = true;
        order.push(next);
    }
    order.into_iter().map(|turn| turns[turn]).collect()
}

/// Passes that have no place yet.
struct Waiting {
    done: Vec<bool>,
    /// The passes that have to run before each.
    needs: Vec<Vec<usize>>,
    /// The chain of each stage.
    chains: Vec<usize>,
}

impl Waiting {
    fn of(passes: &Passes, turns: &[Turn]) -> Self {
        let needs = |later: usize| {
            let (stages, others) = (passes.needed_by(turns[later]), (0..turns.len()).filter(|&other| other != later));
            others.filter(|&other| passes.precedes(turns[other], turns[later], &stages)).collect()
        };
        Waiting {
            done: vec![false; turns.len()],
            needs: (0..turns.len()).map(needs).collect(),
            chains: passes.chains(),
        }
    }

    /// Those that may run now.
    fn ready(&self) -> impl Iterator<Item = usize> {
        let is_ready = |&turn: &usize| !self.done[turn] && self.needs[turn].iter().all(|&need| self.done[need]);
        (0..self.done.len()).filter(is_ready)
    }

    /// The next one of the chain of this one. If no stage waits for it, others go first that read the same arrays, and
    /// for which stages do: then what adds to one gradient comes together.
    fn next_of_chain(&self, last: usize, passes: &Passes) -> Option<usize> {
        let of_chain = || self.ready().filter(|&turn| self.are_of_chain(last, turn));
        let an_end = || of_chain().find(|&turn| passes.is_an_end(turn));
        let next = match of_chain().find(|&turn| !passes.is_an_end(turn)) {
            Some(turn) if passes.runs_alone(turn) => an_end().unwrap_or(turn),
            turn => turn.or_else(an_end)?,
        };
        if self.is_needed(next) {
            return Some(next);
        }
        let goes_first = |&other: &usize| self.is_needed(other) && passes.share(other, next);
        self.ready().take_while(|&turn| turn < self.chains.len()).find(goes_first).or(Some(next))
    }

    /// Whether stages wait for one.
    fn is_needed(&self, stage: usize) -> bool {
        self.needs[..self.chains.len()].iter().any(|needs| needs.contains(&stage))
    }

    /// Whether this is a stage of a chain for which all is there that it needs of others.
    fn may_begin(&self, turn: usize) -> bool {
        let is_there = |need: &usize| self.done[*need] || self.are_of_chain(*need, turn);
        let mut chain = (0..self.chains.len()).filter(|&mate| self.are_of_chain(mate, turn)).peekable();
        chain.peek().is_some() && chain.all(|mate| self.needs[mate].iter().all(is_there))
    }

    /// Whether both are stages, of one chain.
    fn are_of_chain(&self, one: usize, other: usize) -> bool {
        self.chains.get(one).is_some_and(|chain| self.chains.get(other) == Some(chain))
    }
}

/// The order of passes that write nothing.
pub(super) fn as_listed(stages: usize, lasts: usize) -> Vec<Turn> {
    (0..stages).map(Turn::Stage).chain((0..lasts).map(Turn::Last)).collect()
}

impl Pass {
    /// The stages whose results it reads by operands that count, and those with whose results it joins.
    fn needs(&self, leaves: &[LeafUse], counts: impl Fn(&LeafUse) -> bool) -> Vec<usize> {
        let read = self.leaves.iter().map(|&leaf| &leaves[leaf]).filter(|leaf| counts(leaf));
        let stages = read.filter_map(|leaf| match leaf.source {
            Source::Stage { stage, .. } => Some(stage),
            _ => None,
        });
        stages.chain(self.ranks.stages()).collect()
    }
}

impl Stage {
    /// The stages whose results it needs: those of its pass, and those onto whose results it sums.
    pub(super) fn needs(&self, leaves: &[LeafUse], counts: impl Fn(&LeafUse) -> bool) -> Vec<usize> {
        let left = match self.reduces {
            Reduces::Left(_, of) => Some(of),
            _ => None,
        };
        let onto = self.folds.iter().filter_map(|fold| match fold.onto {
            Some(Onto::Left(of, own)) => Some([of, own]),
            _ => None,
        });
        left.into_iter().chain(onto.flatten()).chain(self.pass.needs(leaves, counts)).collect()
    }
}

/// All passes, and the operands that they read.
struct Passes<'a> {
    stages: &'a [Stage],
    lasts: &'a [Last],
    leaves: &'a [LeafUse],
}

impl Passes<'_> {
    /// Whether one pass has to run before another, which needs the results of these stages.
    fn precedes(&self, earlier: Turn, later: Turn, stages: &[usize]) -> bool {
        matches!(earlier, Turn::Stage(stage) if stages.contains(&stage))
            || self.stored(earlier).iter().any(|made| self.reads(later, made.target, made.makes))
            || self.stored(later).iter().any(|old| self.reads(earlier, old.target, old.replaces))
    }

    /// The stages whose results a pass needs.
    fn needed_by(&self, turn: Turn) -> Vec<usize> {
        match turn {
            Turn::Stage(stage) => self.stages[stage].needs(self.leaves, |_| true),
            Turn::Last(last) => self.lasts[last].pass.needs(self.leaves, |_| true),
        }
    }

    /// The chain of each stage, by the number of one of its stages.
    fn chains(&self) -> Vec<usize> {
        let (maps, mut chains) = (self.maps_of_single(), (0..self.stages.len()).collect::<Vec<_>>());
        for later in 0..chains.len() {
            for source in self.sources(Turn::Stage(later)).filter(|source| !self.is_single(source, &maps)) {
                let Source::Stage { stage, .. } = source else { continue };
                let (one, other) = (chains[stage], chains[later]);
                chains.iter_mut().filter(|chain| **chain == other).for_each(|chain| *chain = one);
            }
        }
        chains
    }

    /// Of each stage, whether it maps single values to one.
    fn maps_of_single(&self) -> Vec<bool> {
        let mut maps: Vec<bool> = self.stages.iter().map(|stage| stage.folds.is_empty()).collect();
        let reads_more =
            |stage: usize, maps: &[bool]| self.sources(Turn::Stage(stage)).any(|source| !self.is_single(&source, maps));
        while let Some(other) = (0..maps.len()).find(|&stage| maps[stage] && reads_more(stage, &maps)) {
            maps[other] = false;
        }
        maps
    }

    /// Whether a stage yields single values alone, whatever types are.
    fn is_an_end(&self, stage: usize) -> bool {
        let is_one = |stage: &Stage| {
            let is_single = stage.folds.iter().all(|fold| fold.onto.is_none());
            stage.kept.is_empty() && matches!(stage.reduces, Reduces::All) && is_single
        };
        self.stages.get(stage).is_some_and(is_one)
    }

    /// Whether both read an operand.
    fn share(&self, one: usize, other: usize) -> bool {
        let operands =
            |stage: usize| self.sources(Turn::Stage(stage)).filter(|source| matches!(source, Source::Slot(_)));
        operands(one).any(|own| operands(other).any(|its| own == its))
    }

    /// Whether a stage is in no block with others, if it is large.
    fn runs_alone(&self, stage: usize) -> bool {
        self.stages.get(stage).is_some_and(|stage| stage.contracts || matches!(stage.reduces, Reduces::Scans(..)))
    }

    /// Whether an operand is a single value that a stage yields.
    fn is_single(&self, source: &Source, maps: &[bool]) -> bool {
        let Source::Stage { stage, form, .. } = *source else { return false };
        maps[stage] || matches!(form, Form::Reduced | Form::Whole) && self.stages[stage].reduces.axes().is_none()
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
