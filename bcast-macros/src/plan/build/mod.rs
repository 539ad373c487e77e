//! The passes of a call, built one by one from its facts.
//!
//! ```text
//! CallBuilder                   what all passes have in common: the operands and the stages so far
//!  ├─ staged   (reduction)      a reduction: a stage, built by a PassBuilder of its own
//!  ├─ map_stage (hoist)         a part with fewer axes: a stage that maps
//!  └─ last     (last)           what is assigned and yielded
//! PassBuilder                   one pass: its operands and steps so far
//!  ├─ value    (expression)     an expression becomes steps; equal expressions are computed once
//!  │   ├─ call, literal, leaf
//!  │   ├─ reduction             an operand that a stage yields
//!  │   ├─ hoisted (hoist)       the same for a part with fewer axes
//!  │   └─ kept    (keep)        the same for what an earlier stage has computed on its way
//!  └─ into_pass
//! joins                         which ranks join in it: from the expressions alone
//! ```

mod call;
mod expression;
mod hoist;
mod joins;
mod keep;
mod last;
mod leaf;
mod literal;
mod reduction;

use self::keep::{Known, Lowered};
use super::facts::{Facts, Key, Lies};
use super::ranks::Chain;
use super::step::{Local, Node, Step, Value};
use super::{Last, LeafUse, Pass, Stage};
use crate::check::Version;
use crate::sorted::{Map, Set};
use crate::syntax::{Axes, Frame};
use crate::tokens::Range;

/// The passes as written: nothing is moved between them yet.
pub(super) struct Built {
    pub(super) leaves: Vec<LeafUse>,
    pub(super) stages: Vec<Stage>,
    pub(super) lasts: Vec<Last>,
    pub(super) together: Option<Last>,
    /// Functions of the user are called.
    pub(super) calls: bool,
}

/// Builds the passes of a call.
pub(super) fn build(facts: &Facts) -> Built {
    let mut call = CallBuilder {
        facts,
        leaves: Vec::new(),
        stages: Vec::new(),
        prepared: Set::new(),
        calls: false,
        next_step: 0,
        located: Vec::new(),
    };
    // Stages first: what they compute on the way may be read again.
    facts.ends().into_iter().for_each(|end| call.prepare(end));
    let of_units: Vec<Last> = facts.units().iter().map(|unit| call.last(unit)).collect();
    let mut lasts = std::mem::take(&mut call.located);
    lasts.extend(of_units);
    let together = call.together(&lasts);
    let stages = call.stages.into_iter().map(Lowered::into_stage).collect();
    Built { leaves: call.leaves, stages, lasts, together, calls: call.calls }
}

/// What the passes of a call have in common.
struct CallBuilder<'a> {
    facts: &'a Facts<'a>,
    leaves: Vec<LeafUse>,
    stages: Vec<Lowered>,
    /// The `let`s whose reductions have their stages.
    prepared: Set<usize>,
    calls: bool,
    next_step: usize,
    /// What is reduced, and what comes out of it, as values: where it is looked for what fails.
    located: Vec<Last>,
}

/// One pass while it is built.
struct PassBuilder<'c, 'a> {
    call: &'c mut CallBuilder<'a>,
    facts: &'a Facts<'a>,
    /// Where all of it lies.
    lies: Lies,
    /// The names of its axes.
    frame: Frame,
    purpose: Purpose,
    /// Maps around the current expression, the outermost first.
    maps: Vec<Axes>,
    /// The part inside of the innermost one has the rank that reductions left if these operands are numbers.
    left_if: Option<Set<usize>>,
    /// Branches around the current expression.
    depth: usize,
    /// The operands that it reads.
    leaves: Vec<usize>,
    /// The steps of the innermost block.
    steps: Vec<Step>,
    /// What steps compute, where that has a name.
    keys: Map<usize, Key>,
    cost: u32,
    /// The elements of the targets that it writes, old and new.
    current: Map<Version, Local>,
    /// Values of `let`s.
    lets: Map<usize, Value>,
    /// Values by what they compute.
    known: Map<Key, Known>,
}

/// What a pass is for.
#[derive(PartialEq)]
enum Purpose {
    Reduces,
    /// It counts what it reduces, and computes it for the type alone: with others it is one pass.
    Counts,
    /// It maps to the value of this key.
    Maps(Key),
    /// It writes targets and yields values.
    Ends,
}

impl<'a> CallBuilder<'a> {
    /// A pass that lies along these axes, with the names of a frame.
    fn pass(&mut self, lies: Lies, frame: Frame, purpose: Purpose) -> PassBuilder<'_, 'a> {
        PassBuilder {
            facts: self.facts,
            call: self,
            lies,
            frame,
            purpose,
            maps: Vec::new(),
            left_if: None,
            depth: 0,
            leaves: Vec::new(),
            steps: Vec::new(),
            keys: Map::new(),
            cost: 0,
            current: Map::new(),
            lets: Map::new(),
            known: Map::new(),
        }
    }

    /// The number of an operand, whether a pass reads it or not.
    fn number_of(&mut self, leaf: LeafUse) -> usize {
        let is_same = |known: &LeafUse| known.source == leaf.source && known.view == leaf.view;
        self.leaves.iter().position(is_same).unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        })
    }
}

impl PassBuilder<'_, '_> {
    /// The pass in which these ranks join, and what it knows.
    fn into_pass(self, ranks: Chain) -> (Pass, Map<Key, Known>) {
        let PassBuilder { frame, leaves, steps, keys, cost, known, .. } = self;
        (Pass { leaves, ranks, frame, steps, keys, cost, spared: Map::new() }, known)
    }

    /// Notes that this pass reads an operand.
    fn reads(&mut self, leaf: usize) {
        if !self.leaves.contains(&leaf) {
            self.leaves.push(leaf);
        }
    }

    /// The number of an operand that this pass reads.
    fn read(&mut self, leaf: LeafUse) -> usize {
        let index = self.call.number_of(leaf);
        self.reads(index);
        index
    }

    /// Adds a step and gives its value.
    fn step(&mut self, node: Node, range: Range, cost: u32) -> Value {
        Value::Local(self.push(node, range, cost), range)
    }

    fn push(&mut self, node: Node, range: Range, cost: u32) -> Local {
        let result = self.call.next_step;
        self.call.next_step += 1;
        self.cost = self.cost.saturating_add(cost);
        self.steps.push(Step { result, node, range, cost });
        Local::Step(result)
    }
}
