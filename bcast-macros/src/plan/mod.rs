//! The plan: what is evaluated, along which axes it lies, and the element functions step by step.
//!
//! ```text
//! Checked ─facts─▶ Facts ─build─▶ Plan ─rewrite─▶ Plan ─▶ generators
//! ```
//! A call is one [`Pass`], or several: each reduction is a stage of its own, whose result is an operand of later ones,
//! and in the end come one or more last passes that write targets and results. `facts` says what spelling tells of
//! every part; `build` makes the passes one by one; each rewrite moves work between them. Generators see only the plan.
//! It is made from checked source alone and nothing in it can be wrong: `verify` looks after every rewrite. A plan
//! prints as in `text`.

mod build;
mod checks;
mod facts;
mod kinds;
mod leaf;
mod order;
mod pass;
mod ranks;
mod rewrite;
mod same;
mod speculation;
mod spelling;
mod step;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "verify"))]
mod text;
#[cfg(any(test, feature = "verify"))]
mod verify;

pub(crate) use checks::{Checks, lower_all};
pub(crate) use facts::{Slot, SlotKind, Slots};
pub(crate) use kinds::{Kind, KindStep, Kinds};
pub(crate) use leaf::{Form, LeafUse, Source, TargetUse, View};
pub(crate) use pass::{Fold, Input, Last, Onto, Part, Pass, Reduces, Stage, Stored, Turn};
pub(crate) use ranks::{Chain, Item};
pub(crate) use spelling::Spelling;
pub(crate) use step::{Block, Function, Joining, Local, Node, Step, Token, Value};

use self::facts::Facts;
use crate::check::{Checked, GradientPart};
use crate::ops::Mode;
use crate::sorted::Set;
use crate::syntax::{ExprKind, Statement, Values};
use crate::tokens::Range;

/// Makes the plan.
pub(crate) fn lower(checked: &Checked) -> Plan {
    lower_for(checked, Role::Run)
}

fn lower_for(checked: &Checked, role: Role) -> Plan {
    rewrite::rewrite(Plan::of(Facts::of(checked, role)))
}

/// What a plan is for. All but the first are plans of a `#[checked]` call, beside that one: see `checks`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// It is what the call does.
    Run,
    /// It tells whether an operation fails, before the call writes targets.
    Check,
    /// It tells which operation fails first.
    Locate,
}

/// A call of `bcast!`, ready to be written as code.
pub(crate) struct Plan {
    pub(super) slots: Vec<Slot>,
    pub(super) leaves: Vec<LeafUse>,
    pub(super) targets: Vec<TargetUse>,
    pub(super) stages: Vec<Stage>,
    pub(super) lasts: Vec<Last>,
    /// All of these as one pass, for when they have the same shape.
    pub(super) together: Option<Last>,
    /// In which order stages and last passes run.
    pub(super) order: Vec<Turn>,
    pub(super) parts: Vec<Part>,
    /// Written as a tuple, of one value too.
    pub(super) is_tuple: bool,
    pub(super) numpy: bool,
    /// Axes have names.
    pub(super) named: bool,
    /// The axes that are known when the call runs, by the entries that stand for them.
    pub(super) given: Vec<GivenAxes>,
    pub(super) serial: bool,
    pub(super) role: Role,
    /// What integers do where a result does not fit.
    pub(super) mode: Option<Mode>,
    /// Functions of the user are called.
    pub(super) calls: bool,
    /// The last pass is computed by whoever reads it.
    pub(super) lazy: bool,
    /// What is followed beside the formula, whose result may be structured.
    pub(super) kinds: Option<Kinds>,
    pub(super) gradients: Vec<Gradient>,
    /// The slots of operands that are arrays, whatever their types are.
    pub(super) arrays: Set<usize>,
    /// Runs on a GPU, and the slot of the device.
    pub(super) gpu: Option<Option<(usize, Range)>>,
    /// The slot of the place that it runs on.
    pub(super) place: Option<(usize, Range)>,
}

impl Plan {
    fn of(facts: Facts) -> Self {
        let built = build::build(&facts);
        let attributes = facts.attributes();
        let mut plan = Plan {
            leaves: built.leaves,
            targets: targets(&facts),
            stages: built.stages,
            lasts: built.lasts,
            together: built.together,
            order: Vec::new(),
            parts: Vec::new(),
            is_tuple: matches!(facts.body().values, Values::Tuple(_)),
            numpy: attributes.numpy.is_some(),
            named: facts.is_named(),
            given: facts.given(),
            serial: attributes.serial.is_some(),
            role: facts.role(),
            mode: facts.mode(),
            calls: built.calls,
            lazy: facts.is_lazy(),
            kinds: kinds::of(&facts),
            gpu: facts.is_gpu().then(|| attributes.gpu.as_ref().map(|(leaf, range)| (facts.slot_of(leaf), *range))),
            place: attributes.on.as_ref().map(|(leaf, range)| (facts.slot_of(leaf), *range)),
            gradients: facts.gradients(),
            arrays: facts.arrays(),
            slots: facts.into_slots(),
        };
        plan.find_order();
        plan
    }

    /// Puts all passes into the order in which they run, and the results of the pass that stands in for the last ones
    /// into the order in which these make them.
    fn find_order(&mut self) {
        self.order = match self.role {
            Role::Run => order::run_order(&self.stages, &self.lasts, &self.leaves),
            // Nothing is written: what they read stays as it is.
            Role::Check | Role::Locate => order::as_listed(self.stages.len(), self.lasts.len()),
        };
        let made: Vec<usize> = self.last_turns().flat_map(|last| last.values.iter().map(|(place, _)| *place)).collect();
        if let Some(together) = &mut self.together {
            together.values.sort_by_key(|(place, _)| made.iter().position(|other| other == place));
        }
    }

    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    pub(crate) fn leaves(&self) -> &[LeafUse] {
        &self.leaves
    }

    /// Whether a pass reads an operand: what stages kept for others that they were fused with is read no more.
    pub(crate) fn is_read(&self, leaf: usize) -> bool {
        self.passes().any(|(_, pass)| pass.leaves.contains(&leaf))
    }

    /// The operands of a pass of which it reads nothing but the sizes.
    pub(crate) fn bare(&self, pass: &Pass) -> Set<usize> {
        let is_stage = self.stages.iter().find(|stage| std::ptr::eq(&stage.pass, pass));
        // Matrix products read all; a conditional stage may be a part. Who has some of an array asks for all of it.
        let reads_all = is_stage.is_some_and(|stage| stage.contracts || stage.depends());
        let is_plain = self.role == Role::Run && self.place.is_none() && self.kinds.is_none() && !self.lazy;
        if reads_all || !is_plain || self.is_gpu() {
            return Set::new();
        }
        let ends = self.passes().find(|(_, other)| std::ptr::eq(*other, pass)).map(|(ends, _)| ends);
        let mut read = ends.unwrap_or_default();
        read.extend(pass.steps.iter().flat_map(|step| step.node.locals()));
        let positions = is_stage.into_iter().flat_map(|stage| stage.folds.iter().filter_map(|fold| fold.position));
        read.extend(positions.map(Local::Leaf));
        let is_bare = |&leaf: &usize| {
            let LeafUse { source, view, .. } = &self.leaves[leaf];
            let is_there = match source {
                Source::Stage { stage, .. } => !self.stages[*stage].depends(),
                source => matches!(source, Source::Slot(_)),
            };
            let is_table = matches!(view, View::Table(_) | View::Shape);
            is_there && !is_table && pass.spared.get(&leaf).is_none() && !read.contains(&Local::Leaf(leaf))
        };
        pass.leaves.iter().copied().filter(is_bare).collect()
    }

    pub(crate) fn targets(&self) -> &[TargetUse] {
        &self.targets
    }

    pub(crate) fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Those that others are computed from come first.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// At least one.
    pub(crate) fn lasts(&self) -> &[Last] {
        &self.lasts
    }

    /// All last passes as one, for when they have the same shape.
    pub(crate) fn together(&self) -> Option<&Last> {
        self.together.as_ref()
    }

    /// The number of a pass among all of them, also of the one that stands in for others.
    pub(crate) fn number_of(&self, pass: &Pass) -> usize {
        self.passes().position(|(_, other)| std::ptr::eq(other, pass)).unwrap_or(0)
    }

    /// What is said of each pass, by its number.
    pub(crate) fn spellings(&self) -> Vec<(Spelling, &Pass)> {
        let stages = self.stages.iter().map(|stage| (self.spelling_of_stage(stage), &stage.pass));
        stages.chain(self.all_lasts().map(|last| (self.spelling_of_last(last), &last.pass))).collect()
    }

    /// In which order stages and last passes run.
    pub(crate) fn order(&self) -> &[Turn] {
        &self.order
    }

    /// The last passes in the order in which they run.
    pub(crate) fn last_turns(&self) -> impl Iterator<Item = &Last> {
        self.order.iter().filter_map(|turn| match turn {
            Turn::Last(last) => Some(&self.lasts[*last]),
            Turn::Stage(_) => None,
        })
    }

    /// All passes, each with what its element function gives.
    fn passes(&self) -> impl Iterator<Item = (Set<Local>, &Pass)> {
        let stages = self.stages.iter().map(|stage| (stage.ends(), &stage.pass));
        stages.chain(self.all_lasts().map(|last| (last.ends(), &last.pass)))
    }

    fn passes_mut(&mut self) -> (impl Iterator<Item = (Set<Local>, &mut Pass)>, &[LeafUse], &mut Vec<Part>) {
        let stages = self.stages.iter_mut().map(|stage| (stage.ends(), &mut stage.pass));
        let lasts = self.lasts.iter_mut().chain(&mut self.together).map(|last| (last.ends(), &mut last.pass));
        (stages.chain(lasts), &self.leaves, &mut self.parts)
    }

    /// All last passes, also those that others stand in for.
    pub(crate) fn all_lasts(&self) -> impl Iterator<Item = &Last> {
        self.lasts.iter().chain(&self.together)
    }

    /// Whether a pass that assigns a target needs what it has before.
    pub(crate) fn reads_target(&self, target: usize) -> bool {
        let is_old = |local: Option<Local>| local == Some(Local::Old(target));
        self.all_lasts().any(|last| {
            let mut locals = last.pass.steps.iter().flat_map(|step| step.node.locals());
            let mut stored = last.stored.iter().map(|stored| stored.local);
            let mut values = last.values.iter().map(|(_, value)| value.local());
            locals.any(|local| is_old(Some(local))) || stored.any(|local| is_old(Some(local))) || values.any(is_old)
        })
    }

    /// The operands of a pass in the order in which they are written, with their numbers.
    pub(crate) fn leaves_as_written(&self, pass: &Pass) -> Vec<(usize, &LeafUse)> {
        let mut leaves = Set::new();
        for (place, &index) in pass.leaves.iter().enumerate() {
            let (kind, number) = match self.leaves[index].source {
                Source::Slot(slot) => (0, slot),
                Source::Target((target, _)) => (1, target),
                // What a conditional stage yields may be missing, so it comes last.
                Source::Stage { stage, .. } => (if self.stages[stage].depends() { 4 } else { 2 }, stage),
                Source::Position(stage) => (3, stage),
            };
            leaves.insert((kind, number, place, index));
        }
        leaves.into_iter().map(|(.., index)| (index, &self.leaves[index])).collect()
    }

    /// The stage that yields an operand only if it runs.
    pub(crate) fn may_lack(&self, leaf: &LeafUse) -> Option<usize> {
        match leaf.source {
            Source::Stage { stage, .. } => self.stages[stage].depends().then_some(stage),
            _ => None,
        }
    }

    /// What is followed beside the formula, whose result may be structured.
    pub(crate) fn kinds(&self) -> Option<&Kinds> {
        self.kinds.as_ref()
    }

    pub(crate) fn is_tuple(&self) -> bool {
        self.is_tuple
    }

    pub(crate) fn is_numpy(&self) -> bool {
        self.numpy
    }

    /// The operands with respect to which there are gradients, and the values that each is the sum of.
    pub(crate) fn gradients(&self) -> &[Gradient] {
        &self.gradients
    }

    /// Whether axes have names: what has none is a single value.
    pub(crate) fn is_named(&self) -> bool {
        self.named
    }

    /// What says axes when the call runs, by the entries that stand for them.
    pub(crate) fn given(&self) -> &[GivenAxes] {
        &self.given
    }

    /// Whether it runs on a GPU.
    pub(crate) fn is_gpu(&self) -> bool {
        self.gpu.is_some()
    }

    /// The slot of the device that it runs on, and where that is written.
    pub(crate) fn device(&self) -> Option<(usize, Range)> {
        self.gpu.flatten()
    }

    /// The slot of the place that it runs on, and where that is written.
    pub(crate) fn place(&self) -> Option<(usize, Range)> {
        self.place
    }

    /// What the plan is for.
    pub(crate) fn role(&self) -> Role {
        self.role
    }

    /// What integers do where a result does not fit, if an attribute says it.
    pub(crate) fn mode(&self) -> Option<Mode> {
        self.mode
    }

    pub(crate) fn is_serial(&self) -> bool {
        self.serial
    }
}

/// The gradient with respect to what was evaluated in a slot.
pub(crate) struct Gradient {
    pub(crate) slot: usize,
    /// What it is the sum of.
    pub(crate) parts: Vec<GradientPart>,
}

/// Axes that are known when the call runs.
pub(crate) enum GivenAxes {
    /// Some of them are counted from the end.
    Counted(Vec<isize>),
    /// All but these.
    Rest(Vec<usize>),
    /// All but those of an entry before.
    RestOf(usize),
    /// What was evaluated in this slot says them.
    Slot(usize, Range),
}

/// What is assigned to, each once.
fn targets(facts: &Facts) -> Vec<TargetUse> {
    let first = facts.scope().targets().iter().zip(facts.target_slots());
    let target = |(&statement, &slot): (&usize, &usize)| match &facts.body().statements[statement] {
        Statement::Assignment(assignment) => match &assignment.target.kind {
            ExprKind::Leaf(leaf) => {
                let (text, axes) = (leaf.text.clone(), leaf.axes.as_deref().cloned());
                Some(TargetUse { slot, text, range: assignment.target.range, axes })
            }
            _ => None,
        },
        Statement::Let(_) => None,
    };
    first.filter_map(target).collect()
}
