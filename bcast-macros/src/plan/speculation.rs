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

    /// Whether a pass looks up early: it may be computed with any element instead of one that is not there, and again
    /// by look-ups that panic. Nothing else may panic before for want of that element.
    pub(crate) fn looks_early(&self, pass: &Pass) -> bool {
        let reports = self.mode.is_some_and(|mode| mode.reports("Fit"));
        let is_computed_again = !reports && !self.is_gpu() && !self.runs_once();
        is_computed_again && has_look_up(&pass.steps) && !divides_by_found(&pass.steps, &mut Set::new(), false)
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

fn has_look_up(steps: &[Step]) -> bool {
    let is_inside = |step: &Step| step.node.blocks().into_iter().any(|block| has_look_up(&block.steps));
    steps.iter().any(|step| matches!(step.node, Node::LookUp { .. }) || is_inside(step))
}

/// Whether what is found becomes an integer, or decides whether something is divided; `found` collects what comes of
/// it.
fn divides_by_found(steps: &[Step], found: &mut Set<Local>, decided: bool) -> bool {
    steps.iter().any(|step| {
        let from_found = step.node.locals().iter().any(|local| found.contains(local));
        let by_itself = match &step.node {
            Node::Apply { item, .. } => decided && ["divide", "remainder"].contains(&item.method),
            Node::Convert { kind, .. } => from_found && kind != "f32" && kind != "f64",
            _ => false,
        };
        let mut is_from_found = from_found || matches!(step.node, Node::LookUp { .. });
        let mut inside = false;
        let decides = step.node.own_locals().iter().any(|local| found.contains(local));
        for block in step.node.blocks() {
            inside |= divides_by_found(&block.steps, found, decided || decides);
            is_from_found |= is_given(&block.value, found);
        }
        if is_from_found {
            found.insert(Local::Step(step.result));
        }
        by_itself || inside
    })
}

fn is_given(value: &Value, given: &Set<Local>) -> bool {
    value.local().is_some_and(|local| given.contains(&local))
}
