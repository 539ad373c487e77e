//! The plan: what is evaluated, along which axes it lies, and the element functions step by step.
//!
//! A call is one [`Pass`], or several: each reduction is a stage of its own, whose result is an operand of later ones, and
//! in the end come one or more last passes that write targets and results. Generators see only this. A plan is made from
//! checked source alone and nothing in it can be wrong.

mod axes;
mod call;
mod chosen;
mod expression;
mod frame;
mod hoist;
mod joins;
mod key;
mod leaf;
mod literal;
mod lower;
mod node;
mod order;
mod part;
mod slot;
mod speculation;
mod stage;
mod unit;

pub(crate) use axes::{Chain, Item};
pub(crate) use lower::lower;
pub(crate) use node::{Block, Function, Local, Node, Step, Token, Value};
pub(crate) use part::{Input, Part};
pub(crate) use slot::{Slot, SlotKind};

use crate::check::Version;
use crate::sorted::{Map, Set};
use crate::syntax::Axes;
use crate::tokens::Range;

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
    pub(super) serial: bool,
    /// Functions of the user are called.
    pub(super) calls: bool,
    /// Runs on a GPU, and the slot of the device.
    pub(super) gpu: Option<Option<(usize, Range)>>,
}

/// One pass: its operands, how their ranks join, and its element function.
#[derive(Default)]
pub(crate) struct Pass {
    /// Numbers of the operands that it reads, each once.
    pub(super) leaves: Vec<usize>,
    pub(super) ranks: Chain,
    pub(super) steps: Vec<Step>,
    /// What steps compute, where that has a name.
    pub(super) keys: Map<usize, String>,
    pub(super) cost: u32,
    /// Operands that are read for the sake of some stages, which may compute it all.
    pub(super) spared: Map<usize, Set<usize>>,
}

/// A pass before the last ones.
pub(crate) struct Stage {
    pub(super) pass: Pass,
    /// What is reduced, one value each.
    pub(super) folds: Vec<Fold>,
    /// Values that later passes read again.
    pub(super) kept: Vec<Value>,
    pub(super) reduces: Reduces,
    /// It runs if these operands are numbers. Else later passes compute what it maps to.
    pub(super) if_numbers: Vec<usize>,
}

/// The axes that a stage reduces.
#[derive(Clone)]
pub(crate) enum Reduces {
    All,
    Axes(Axes),
    /// None; what it reads is left by a reduction over these.
    Nothing(Vec<usize>),
    /// None; what it reads lies along these.
    Along(Vec<usize>),
}

/// A reduction.
pub(crate) struct Fold {
    pub(crate) item: &'static crate::ops::Item,
    pub(crate) value: Value,
    /// The operand that counts positions.
    pub(crate) position: Option<usize>,
    pub(crate) range: Range,
}

/// A last pass.
pub(crate) struct Last {
    pub(super) pass: Pass,
    pub(super) stored: Vec<Stored>,
    /// Its results: their places in the tuple, and their values.
    pub(super) values: Vec<(usize, Value)>,
}

/// A target of a last pass, and its new element.
pub(crate) struct Stored {
    pub(crate) target: usize,
    pub(crate) local: Local,
    /// The versions of the target before and after.
    pub(super) replaces: usize,
    pub(super) makes: usize,
}

/// A pass of a call, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Turn {
    Stage(usize),
    Last(usize),
}

/// An operand of a pass: something seen through a map.
pub(crate) struct LeafUse {
    pub(crate) source: Source,
    pub(crate) view: View,
    /// As written, with its map.
    pub(crate) text: String,
    pub(crate) range: Range,
}

/// Where the elements of an operand come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// What the user wrote, evaluated.
    Slot(usize),
    /// A version of a target, which is there when this pass runs.
    Target(Version),
    /// An item of a stage: a fold, or by its form something kept.
    Stage { stage: usize, item: usize, form: Form },
    /// Positions along the axes that a stage reduces.
    Position(usize),
}

/// The axes of something that a stage yields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// Those left by the reduction, which remember where they came from.
    Reduced,
    /// All, those reduced with size 1: `[0; keep]`.
    Kept,
    /// All, an element each.
    Full,
    /// As what it was computed from.
    Same,
    /// So many, along which a stage maps.
    Along(usize),
}

/// How an operand lies in the output.
#[derive(Clone, PartialEq)]
pub(crate) enum View {
    Plain,
    /// Its own map, composed with those around it.
    Mapped(Vec<usize>),
    /// Part of a mapped value.
    Placed(Vec<usize>),
    /// Where all has as many axes, along these; else along those that a reduction over these axes leaves.
    Left(Vec<usize>),
    /// Along as many axes as it has, from the first on.
    First,
    /// `#[shape(e)]`: sizes without elements.
    Shape,
}

/// Something assigned to.
pub(crate) struct TargetUse {
    pub(crate) slot: usize,
    pub(crate) text: String,
    pub(crate) range: Range,
}

impl Plan {
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    pub(crate) fn leaves(&self) -> &[LeafUse] {
        &self.leaves
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

    /// All last passes, also those that others stand in for.
    pub(super) fn all_lasts(&self) -> impl Iterator<Item = &Last> {
        self.lasts.iter().chain(&self.together)
    }

    /// The operands of a pass in the order in which they are written, with their numbers.
    pub(crate) fn leaves_as_written(&self, pass: &Pass) -> Vec<(usize, &LeafUse)> {
        let mut leaves = Set::new();
        for (place, &index) in pass.leaves.iter().enumerate() {
            let (kind, number) = match self.leaves[index].source {
                Source::Slot(slot) => (0, slot),
                Source::Target((target, _)) => (1, target),
                // What may not be there comes last.
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

    pub(crate) fn is_tuple(&self) -> bool {
        self.is_tuple
    }

    pub(crate) fn is_numpy(&self) -> bool {
        self.numpy
    }

    /// Whether it runs on a GPU.
    pub(crate) fn is_gpu(&self) -> bool {
        self.gpu.is_some()
    }

    /// The slot of the device that it runs on, and where that is written.
    pub(crate) fn device(&self) -> Option<(usize, Range)> {
        self.gpu.flatten()
    }

    pub(crate) fn is_serial(&self) -> bool {
        self.serial
    }
}

impl Pass {
    pub(crate) fn ranks(&self) -> &Chain {
        &self.ranks
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// An estimate of the work per element, in additions.
    pub(crate) fn cost(&self) -> u32 {
        self.cost
    }

    /// The stages for the sake of which an operand is read, if nothing else needs it.
    pub(crate) fn spared(&self, leaf: usize) -> impl Iterator<Item = usize> {
        self.spared.get(&leaf).into_iter().flatten().copied()
    }
}

impl LeafUse {
    /// Whether it is an operand, and maybe a single value: one with a map of its own is not.
    fn may_be_single(&self) -> bool {
        matches!((self.source, &self.view), (Source::Slot(_), View::Plain | View::Placed(_)))
    }

    /// Whether it is an operand without any map.
    fn is_plain(&self) -> bool {
        matches!((self.source, &self.view), (Source::Slot(_), View::Plain))
    }
}

impl Stage {
    /// What its element function gives.
    fn ends(&self) -> Set<Local> {
        self.folds.iter().map(|fold| &fold.value).chain(&self.kept).filter_map(Value::local).collect()
    }

    pub(crate) fn pass(&self) -> &Pass {
        &self.pass
    }

    pub(crate) fn folds(&self) -> &[Fold] {
        &self.folds
    }

    pub(crate) fn kept(&self) -> &[Value] {
        &self.kept
    }

    pub(crate) fn reduces(&self) -> &Reduces {
        &self.reduces
    }

    /// Whether types decide if it runs.
    pub(crate) fn depends(&self) -> bool {
        !self.if_numbers.is_empty()
    }

    /// The operands that have to be numbers.
    pub(crate) fn if_numbers(&self) -> &[usize] {
        &self.if_numbers
    }
}

impl Last {
    /// What its element function gives.
    fn ends(&self) -> Set<Local> {
        let stored = self.stored.iter().map(|stored| stored.local);
        stored.chain(self.values.iter().filter_map(|(_, value)| value.local())).collect()
    }

    pub(crate) fn pass(&self) -> &Pass {
        &self.pass
    }

    pub(crate) fn stored(&self) -> &[Stored] {
        &self.stored
    }

    pub(crate) fn values(&self) -> &[(usize, Value)] {
        &self.values
    }
}
