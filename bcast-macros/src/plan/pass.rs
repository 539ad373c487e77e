//! Passes: the stages and the last ones.

use super::facts::Key;
use super::ranks::Chain;
use super::step::{Local, Node, Step, Value};
use crate::ops::{self, Item};
use crate::sorted::{Map, Set};
use crate::syntax::{Axes, Frame};
use crate::tokens::Range;

/// One pass: its operands, how their ranks join, and its element function.
#[derive(Default)]
pub(crate) struct Pass {
    /// Numbers of the operands that it reads, each once.
    pub(super) leaves: Vec<usize>,
    pub(super) ranks: Chain,
    /// The names of its axes; none where they are counted.
    pub(super) frame: Frame,
    pub(super) steps: Vec<Step>,
    /// What steps compute, where that has a name.
    pub(super) keys: Map<usize, Key>,
    pub(super) cost: u32,
    /// Operands that are read only for the values of some conditional stages; not if these run.
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
    /// If there are some, the stage is conditional: it runs if these operands are numbers, and else later passes
    /// compute what it maps to.
    pub(super) if_numbers: Vec<usize>,
    /// It sums the products of its operands, two of which lack an axis that the other one keeps.
    pub(super) contracts: bool,
}

/// The axes that a stage reduces.
#[derive(Clone)]
pub(crate) enum Reduces {
    All,
    Axes(Axes),
    /// Those over which a stage reduced, if this one has these, too: what the other left is summed onto.
    Left(Axes, usize),
    /// None; a reduction over these axes left what it reads.
    Nothing(Vec<usize>),
    /// None; what it reads lies along these.
    Along(Vec<usize>),
    /// None; what it maps to then runs along this one axis, as the item says, which stands here.
    Scans(Axes, &'static Item, Range),
}

/// A reduction.
pub(crate) struct Fold {
    pub(crate) item: &'static Item,
    pub(crate) value: Value,
    /// The operand that counts positions.
    pub(crate) position: Option<usize>,
    /// What types decide by whether it is summed or kept.
    pub(crate) onto: Option<Onto>,
    pub(crate) range: Range,
}

/// What a gradient is summed onto.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Onto {
    /// An operand: all axes if it is a number, none if it is an array.
    Operand(usize),
    /// What the reduction of a stage left; and the stage that sums.
    Left(usize, usize),
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

impl Stored {
    /// The version that it replaces, or that the pass reads if it writes nothing.
    pub(crate) fn read(&self) -> (usize, usize) {
        (self.target, self.replaces)
    }
}

/// A pass of a call, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Turn {
    Stage(usize),
    Last(usize),
}

/// A part of one or more element functions, computed once if its inputs are single values.
pub(crate) struct Part {
    /// What it is computed from, each with its name in `steps`.
    pub(crate) inputs: Vec<(Input, Local)>,
    pub(crate) steps: Vec<Step>,
}

/// What a part is computed from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Input {
    Leaf(usize),
    Part(usize),
}

impl Pass {
    /// Whether another one computes something costly that this one computes, too.
    pub(super) fn shares_costly(&self, other: &Pass) -> bool {
        let costly = |pass: &Self| {
            let costly = pass.steps.iter().filter(|step| step.cost >= ops::COSTLY);
            costly.filter_map(|step| pass.keys.get(&step.result).copied()).collect::<Set<Key>>()
        };
        let own = costly(self);
        costly(other).iter().any(|key| own.contains(key))
    }

    pub(crate) fn ranks(&self) -> &Chain {
        &self.ranks
    }

    pub(crate) fn frame(&self) -> &[String] {
        &self.frame
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// An estimate of the work per element, in additions.
    pub(crate) fn cost(&self) -> u32 {
        self.cost
    }

    /// The conditional stages for whose values an operand is read, if nothing else needs it.
    pub(crate) fn spared(&self, leaf: usize) -> impl Iterator<Item = usize> {
        self.spared.get(&leaf).into_iter().flatten().copied()
    }
}

impl Stage {
    /// A stage that maps to one value.
    pub(super) fn mapping(pass: Pass, value: Value, reduces: Reduces, if_numbers: Vec<usize>) -> Self {
        Stage { pass, folds: Vec::new(), kept: vec![value], reduces, if_numbers, contracts: false }
    }

    /// What its element function gives.
    pub(super) fn ends(&self) -> Set<Local> {
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

    /// Whether what it maps to runs along an axis.
    #[cfg(any(test, feature = "verify"))]
    pub(crate) fn scans(&self) -> bool {
        matches!(self.reduces, Reduces::Scans(..))
    }

    /// Whether it may be computed as matrix products.
    pub(crate) fn contracts(&self) -> bool {
        self.contracts
    }

    /// Whether there is more than operands and their products in its function.
    pub(crate) fn has_numbers(&self) -> bool {
        self.pass.steps.iter().any(|step| match step.node.factors() {
            Some(factors) => factors.iter().any(|factor| !matches!(factor, Value::Local(..))),
            None => true,
        })
    }

    /// Whether it is conditional: types decide if it runs.
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
    pub(super) fn ends(&self) -> Set<Local> {
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

    /// What it writes, targets first, if nothing is computed: each is an element as it was read.
    pub(super) fn unchanged(&self) -> Option<Vec<Local>> {
        let assigned = |local: Local| match self.pass.steps.iter().find(|step| Local::Step(step.result) == local) {
            Some(Step { node: Node::Store { value, .. }, .. }) => value.local(),
            _ => None,
        };
        let stored = self.stored.iter().map(|stored| assigned(stored.local));
        stored.chain(self.values.iter().map(|(_, value)| value.local())).collect()
    }
}

impl Reduces {
    /// The axes that it reduces, or that were before; nothing for all.
    pub(crate) fn axes(&self) -> Option<&Vec<usize>> {
        match self {
            Reduces::All => None,
            Reduces::Axes(axes) | Reduces::Scans(axes, ..) | Reduces::Left(axes, _) => Some(&axes.entries),
            Reduces::Nothing(axes) | Reduces::Along(axes) => Some(axes),
        }
    }
}
