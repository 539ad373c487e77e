//! How an element function looks up: once, or early.

use std::cell::Cell;

use crate::plan::{Pass, Plan};

/// The look-ups of an element function.
pub(crate) struct LooksUp {
    /// Whether they may be computed again, where an index is out of range.
    early: bool,
    /// So many are written.
    written: Cell<usize>,
}

impl LooksUp {
    /// Those of a pass.
    pub(super) fn of(plan: &Plan, pass: &Pass) -> Self {
        LooksUp { early: plan.looks_early(pass), written: Cell::new(0) }
    }

    /// Those that are computed once.
    pub(super) fn once() -> Self {
        LooksUp { early: false, written: Cell::new(0) }
    }

    /// The number of one more, if it is early.
    pub(super) fn number(&self) -> Option<usize> {
        self.early.then(|| self.written.replace(self.written.get() + 1))
    }
}
