//! The plan: what is evaluated, along which axes it lies, and the element function step by step.
//!
//! Generators see only this. A plan is made from checked source alone and nothing in it can be wrong.

mod axes;
mod call;
mod leaf;
mod literal;
mod lower;
mod node;
mod slot;

pub(crate) use axes::{Chain, Item};
pub(crate) use lower::lower;
pub(crate) use node::{Block, Function, Local, Node, Step, Value};
pub(crate) use slot::{Slot, SlotKind};

use crate::tokens::Range;

/// A call of `bcast!`, ready to be written as code.
pub(crate) struct Plan {
    pub(super) slots: Vec<Slot>,
    pub(super) leaves: Vec<LeafUse>,
    pub(super) targets: Vec<TargetUse>,
    pub(super) ranks: Chain,
    pub(super) steps: Vec<Step>,
    pub(super) results: Results,
    pub(super) numpy: bool,
    pub(super) serial: bool,
    pub(super) cost: u32,
}

/// What the element function returns.
pub(crate) struct Results {
    /// The new element of each target.
    pub(crate) stored: Vec<Local>,
    pub(crate) values: Vec<Value>,
    /// Written as a tuple, of one value too.
    pub(crate) is_tuple: bool,
}

/// An operand of the loop: a slot seen through a map.
pub(crate) struct LeafUse {
    pub(crate) slot: usize,
    pub(crate) view: View,
    /// As written, with its map.
    pub(crate) text: String,
    pub(crate) range: Range,
}

/// How an operand lies in the output.
#[derive(Clone, PartialEq)]
pub(crate) enum View {
    Plain,
    /// Its own map, composed with those around it.
    Mapped(Vec<usize>),
    /// Part of a mapped value.
    Placed(Vec<usize>),
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

    /// The operands in the order in which they are written, with their numbers.
    pub(crate) fn leaves_as_written(&self) -> Vec<(usize, &LeafUse)> {
        let mut leaves: Vec<(usize, &LeafUse)> = self.leaves.iter().enumerate().collect();
        leaves.sort_by_key(|(_, leaf)| leaf.slot);
        leaves
    }

    pub(crate) fn targets(&self) -> &[TargetUse] {
        &self.targets
    }

    pub(crate) fn ranks(&self) -> &Chain {
        &self.ranks
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(crate) fn results(&self) -> &Results {
        &self.results
    }

    pub(crate) fn is_numpy(&self) -> bool {
        self.numpy
    }

    pub(crate) fn is_serial(&self) -> bool {
        self.serial
    }

    /// An estimate of the work per element, in additions.
    pub(crate) fn cost(&self) -> u32 {
        self.cost
    }
}
