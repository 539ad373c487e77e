//! A pass while it is collected.

use super::Pass;
use super::axes::Chain;
use super::hoist::Lies;
use super::node::{Local, Step, Value};
use crate::check::Version;
use crate::sorted::Map;

/// A pass while it is collected.
pub(super) struct Frame {
    pub(super) leaves: Vec<usize>,
    /// The innermost block.
    pub(super) steps: Vec<Step>,
    /// What steps compute, where that has a name.
    pub(super) keys: Map<usize, String>,
    /// The elements of the targets that this pass writes, old and new.
    pub(super) current: Map<Version, Local>,
    /// Values of `let`s.
    pub(super) lets: Map<usize, Value>,
    /// Values by what they compute.
    pub(super) known: Map<String, Known>,
    pub(super) cost: u32,
    /// Around steps that may not run.
    pub(super) depth: usize,
    /// Where all of it lies.
    pub(super) lies: Lies,
    /// What it computes, if it is a stage that maps.
    pub(super) maps_to: String,
}

/// A value that has been computed in a pass.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) cost: u32,
    /// The operands that it is computed from.
    pub(super) leaves: Vec<usize>,
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            leaves: Vec::new(),
            steps: Vec::new(),
            keys: Map::new(),
            current: Map::new(),
            lets: Map::new(),
            known: Map::new(),
            cost: 0,
            depth: 0,
            lies: Lies::array(),
            maps_to: String::new(),
        }
    }
}

impl Pass {
    /// Takes over what another pass over the same operands computes.
    pub(super) fn extend(&mut self, frame: Frame) {
        self.steps.extend(frame.steps);
        self.keys.extend(frame.keys);
        self.cost = self.cost.saturating_add(frame.cost);
    }
}

impl Frame {
    /// The pass, and how the ranks in it join.
    pub(super) fn into_pass(self, ranks: Chain) -> Pass {
        let (leaves, steps, keys, cost) = (self.leaves, self.steps, self.keys, self.cost);
        Pass { leaves, ranks, steps, keys, cost, spared: Map::new() }
    }
}
