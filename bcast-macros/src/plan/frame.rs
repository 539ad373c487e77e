//! A pass while it is collected.

use super::Pass;
use super::axes::{Chain, Item};
use super::hoist::{Along, Lies};
use super::node::{Local, Step, Value};
use crate::sorted::Map;

/// A pass while it is collected.
pub(super) struct Frame {
    /// Counts passes.
    pub(super) number: usize,
    pub(super) leaves: Vec<usize>,
    /// The innermost chain, and its number in this pass.
    pub(super) chain: Chain,
    pub(super) chain_number: usize,
    pub(super) chains: usize,
    /// The innermost block.
    pub(super) steps: Vec<Step>,
    /// What steps compute, where that has a name.
    pub(super) keys: Map<usize, String>,
    /// The newest element of each target that this pass writes.
    pub(super) current: Map<usize, Local>,
    /// Values of `let`s.
    pub(super) lets: Map<usize, Value>,
    /// Values by what they compute.
    pub(super) known: Map<String, Known>,
    pub(super) cost: u32,
    /// Around steps that may not run.
    pub(super) depth: usize,
    /// Where all of it lies.
    pub(super) lies: Lies,
    /// Reductions over different axes stand side by side: they line up in the rank that they come from.
    pub(super) mixed: bool,
}

/// A value that has been computed in a pass.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) cost: u32,
    /// The operands that it is computed from.
    pub(super) leaves: Vec<usize>,
    /// What it brought to its chain, and which one that was.
    pub(super) items: Vec<Item>,
    pub(super) chain: usize,
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            number: 0,
            leaves: Vec::new(),
            chain: Chain::default(),
            chain_number: 0,
            chains: 0,
            steps: Vec::new(),
            keys: Map::new(),
            current: Map::new(),
            lets: Map::new(),
            known: Map::new(),
            cost: 0,
            depth: 0,
            lies: Along::Anything.into(),
            mixed: false,
        }
    }
}

impl Pass {
    /// Takes over what another pass over the same operands computes.
    pub(super) fn extend(&mut self, frame: Frame) {
        self.steps.extend(frame.steps);
        self.keys.extend(frame.keys);
        self.cost = self.cost.saturating_add(frame.cost);
        for item in frame.chain.into_items() {
            self.ranks.push(item);
        }
    }
}

impl Frame {
    pub(super) fn into_pass(self) -> Pass {
        let (leaves, ranks, steps, keys, cost) = (self.leaves, self.chain, self.steps, self.keys, self.cost);
        Pass { leaves, ranks, steps, keys, cost, spared: Map::new() }
    }
}
