//! How the processor evaluates an element function: whether speculatively, and whether it has time to ask the cache
//! for more.
//!
//! Functions have a short way for ordinary arguments. Where one is too far out, the runtime computes lanes again; the
//! first time functions may have given anything. That does no harm while floats stay floats. It would be seen where
//! functions of the user are called, and where such a float decides whether something may panic: as an integer, or as
//! a condition. Operations that report whether they failed report it of a run of lanes, and if one did, of each lane.

use super::{Input, Last, LeafUse, Local, Node, Part, Pass, Plan, Role, Source, Step, Token, Value};
use crate::sorted::Set;

impl Plan {
    /// Whether the element function of a pass is evaluated speculatively: it has functions with a short way, and may
    /// run twice.
    pub(crate) fn speculates(&self, pass: &Pass) -> bool {
        self.has_short_ways(&pass.steps) && !self.runs_once()
    }

    /// Whether a last pass hands on what stages yield, one after the other: then these can write it where it goes.
    pub(crate) fn hands_on(&self, last: &Last) -> bool {
        let leaves = self.leaves_as_written(&last.pass);
        let is_yielded = |leaf: &LeafUse| matches!(leaf.source, Source::Stage { .. }) && self.may_lack(leaf).is_none();
        let read: Vec<Local> = leaves.iter().map(|&(index, _)| Local::Leaf(index)).collect();
        leaves.iter().all(|(_, leaf)| is_yielded(leaf)) && last.unchanged() == Some(read)
    }

    /// Whether a pass without short ways takes so long that the cache may be asked for another block meanwhile, if
    /// others share its blocks.
    pub(crate) fn has_time(&self, pass: &Pass) -> bool {
        /// A division. Where sums of squares asked, standardised rows of 64x16384 took 1.1 times as long.
        const DIVISION: u32 = 4;
        !self.stages.is_empty() && pass.cost >= DIVISION
    }

    fn has_short_ways(&self, steps: &[Step]) -> bool {
        steps.iter().any(|step| match &step.node {
            // Reports of a run of lanes are taken together.
            _ if self.role != Role::Locate && self.reports_itself(step) => true,
            Node::Apply { token, .. } => *token == Token::ShortWay,
            Node::Part { part, .. } => self.has_short_ways(&self.parts[*part].steps),
            node => node.blocks().into_iter().any(|block| self.has_short_ways(&block.steps)),
        })
    }

    /// Whether operands decide what a pass computes of others. Those that are expressions may give anything the first
    /// time.
    pub(crate) fn decides(&self, pass: &Pass) -> bool {
        let leaves = pass.leaves.iter().map(|&leaf| Local::Leaf(leaf));
        decides(&pass.steps, &mut leaves.collect())
    }

    /// Whether element functions have to be computed once.
    pub(crate) fn runs_once(&self) -> bool {
        let stages = self.stages.iter().map(|stage| stage.pass.steps());
        let lasts = self.all_lasts().map(|last| last.pass().steps());
        let in_passes = stages.chain(lasts).any(|steps| decides(steps, &mut Set::new()));
        // What another part computes may come from a function.
        let given = |part: &Part| {
            part.inputs.iter().filter(|(input, _)| matches!(input, Input::Part(_))).map(|&(_, local)| local).collect()
        };
        self.calls || in_passes || self.parts.iter().any(|part| decides(&part.steps, &mut given(part)))
    }
}

/// Whether a step decides by what a function gave; `given` collects what comes of it.
fn decides(steps: &[Step], given: &mut Set<Local>) -> bool {
    steps.iter().any(|step| {
        let from_function = step.node.locals().iter().any(|local| given.contains(local));
        let by_itself = match &step.node {
            Node::Convert { kind, .. } => from_function && kind != "f32" && kind != "f64",
            Node::If { condition: value, .. } | Node::Lazy { left: value, .. } => is_given(value, given),
            _ => false,
        };
        let mut inside = false;
        let mut is_from_function =
            from_function || matches!(&step.node, Node::Apply { token: Token::ShortWay, .. } | Node::Part { .. });
        for block in step.node.blocks() {
            inside |= decides(&block.steps, given);
            is_from_function |= is_given(&block.value, given);
        }
        if is_from_function {
            given.insert(Local::Step(step.result));
        }
        by_itself || inside
    })
}

fn is_given(value: &Value, given: &Set<Local>) -> bool {
    value.local().is_some_and(|local| given.contains(&local))
}
