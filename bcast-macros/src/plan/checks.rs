//! What a call under `#[checked]` needs beside its own plan.
//!
//! ```text
//! targets?   Check     the same passes, which write nothing
//! failed?    Locate    each expression as it is written, to the number of the operation that fails first
//! else       Run       what the call does; with targets, integers wrap, as all is known to fit
//! ```
//! Without targets the call itself is the check: results that nobody has seen yet can be thrown away. In `Locate`
//! nothing is moved, shared or computed ahead, so what is found follows from the text alone: first all reductions in
//! the order in which they end, each with what it reduces and then what it gives, then assignments and values.

use super::{Last, Node, Plan, Role, Step, lower, lower_for, spelling};
use crate::check::Checked;
use crate::ops::Mode;

/// The other plans of a call under `#[checked]`.
pub(crate) struct Checks {
    /// Tells whether an operation fails, if the call does not by itself.
    pub(crate) check: Option<Plan>,
    /// Tells which one fails first.
    pub(crate) locate: Plan,
    /// The numbers of the operations that may fail, and how they are written.
    pub(crate) operations: Vec<(usize, String)>,
}

/// The plan of a call, and the others that it needs if some operation of it may fail.
pub(crate) fn lower_all(checked: &Checked) -> (Plan, Option<Checks>) {
    let (mut plan, checks) = (lower(checked), checks(checked));
    if checks.is_none() && plan.mode == Some(Mode::Checked) {
        plan.mode = None;
    }
    (plan, checks)
}

/// The other plans of a call, if some operation of it may fail.
pub(super) fn checks(checked: &Checked) -> Option<Checks> {
    checked.source().attributes.mode.filter(|(mode, _)| *mode == Mode::Checked)?;
    let mut locate = lower_for(checked, Role::Locate);
    locate.keep_reporting();
    let operations: Vec<_> = locate.lasts.iter().flat_map(|last| spelling::operations(&locate, &last.pass)).collect();
    let mut check = (!checked.scope().targets().is_empty()).then(|| lower_for(checked, Role::Check));
    if let Some(check) = check.as_mut().filter(|check| check.lasts.iter().any(|last| check.reports(&last.pass.steps))) {
        check.keep_reporting();
    }
    (!locate.lasts.is_empty()).then_some(Checks { check, locate, operations })
}

impl Plan {
    /// Leaves out last passes in which nothing can fail.
    fn keep_reporting(&mut self) {
        let lasts = std::mem::take(&mut self.lasts);
        let reports = |last: &Last| self.reports(&last.pass.steps);
        let lasts = lasts.into_iter().filter(reports).collect();
        self.lasts = lasts;
        self.find_order();
    }

    /// Whether a step, or one inside of it, says if it failed.
    pub(super) fn reports(&self, steps: &[Step]) -> bool {
        steps.iter().any(|step| match &step.node {
            Node::Part { part, .. } => self.reports(&self.parts[*part].steps),
            node => self.reports_itself(step) || node.blocks().into_iter().any(|block| self.reports(&block.steps)),
        })
    }

    /// Whether a step itself does.
    pub(super) fn reports_itself(&self, step: &Step) -> bool {
        let owner = match &step.node {
            Node::Apply { item, .. } | Node::Closed { item, .. } => item.owner,
            Node::LiteralPower { exponent: 1.., .. } => "LiteralPower",
            _ => return false,
        };
        self.mode.is_some_and(|mode| mode.reports(owner))
    }
}
