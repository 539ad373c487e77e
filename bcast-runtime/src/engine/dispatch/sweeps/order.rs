//! Which passes go over the arrays together: one sweep for each level of reductions that depend on each other.
//!
//! ```text
//! (x .- mean[0](x)) ./ std[0](x), rows in blocks     sweep 0: mean    1: std, which needs it    2: the quotient
//! exp.(x) ./ sum[0](exp.(x))                         sweep 0: sums    1: exp again, the quotient
//! ```
//! What a reduction over the axis that is cut makes is there when its sweep has ended. All else that stages yield lives
//! as long as a block: a later sweep that needs it has the stage run again.

use super::Taken;
use super::axes::refused;
use crate::engine::passes::{Shaped, Work};
use crate::engine::segment::Cuts;
use crate::error::BroadcastError;
use crate::operand::{Form, RawOperand, Yielded};
use crate::place::OutOfCore;

/// One time over some arrays.
pub(super) struct Going<'a> {
    /// How many indices are cut into blocks, if any are.
    pub(super) size: Option<usize>,
    /// The passes that run, in order.
    pub(super) passes: Vec<usize>,
    pub(super) uses: Vec<Use<'a>>,
}

/// An array, as passes of a sweep read and write it.
pub(super) struct Use<'a> {
    pub(super) array: &'a dyn OutOfCore,
    pub(super) axis: Option<usize>,
    /// Which operands of which passes it is.
    pub(super) at: Vec<(usize, usize)>,
    pub(super) is_read: bool,
    pub(super) is_written: bool,
}

/// The passes of a call while they are given to sweeps.
pub(super) struct Order<'o, 'a> {
    shaped: &'o [Shaped<'a>],
    cuts: &'o Cuts,
    pub(super) goings: Vec<Going<'a>>,
    /// In which sweep each pass is complete, and the first one in which it could run.
    pub(super) at: Vec<Option<usize>>,
    least: Vec<usize>,
}

impl<'o, 'a> Order<'o, 'a> {
    pub(super) fn of(
        shaped: &'o [Shaped<'a>],
        taken: &[Vec<Taken<'a>>],
        cuts: &'o Cuts,
    ) -> Result<Self, Box<BroadcastError>> {
        let mut order = Order { shaped, cuts, goings: Vec::new(), at: Vec::new(), least: Vec::new() };
        for pass in 0..shaped.len() {
            let least = order.least_of(pass)?;
            order.least.push(least);
            order.at.push(None);
            if order.is_complete_once(pass) {
                order.place(pass)?;
            }
        }
        for going in &mut order.goings {
            going.passes.sort_unstable();
            uses(going, shaped, taken, cuts);
        }
        Ok(order)
    }

    /// Whether what a stage yields is there for all of its sweep only when that has ended.
    pub(super) fn is_whole(&self, from: Yielded) -> bool {
        let own = self.cuts[from.stage].and_then(|axis| self.shaped[from.stage].axis_of(from, axis));
        own.is_none()
    }

    /// Whether it reduces the axis that is cut, or runs as a whole.
    pub(super) fn is_summed(&self, pass: usize) -> bool {
        self.cuts[pass].is_none_or(|axis| self.shaped[pass].reduces(axis))
    }

    /// Whether a pass has a sweep of its own: it writes, or reduces what is cut. All others run for whoever reads them.
    fn is_complete_once(&self, pass: usize) -> bool {
        match self.shaped[pass].work {
            Work::Last { single } => !single,
            Work::Stage { .. } => self.is_summed(pass),
        }
    }

    /// The first sweep in which it can run, as far as those before it say.
    fn least_of(&self, pass: usize) -> Result<usize, Box<BroadcastError>> {
        let mut least = 0;
        for &(_, from) in self.shaped[pass].yielded.iter().filter(|(_, from)| from.form != Form::Position) {
            let there = if self.is_whole(from) { self.at[from.stage].map(|at| at + 1) } else { None };
            least = least.max(there.unwrap_or(self.least[from.stage]));
        }
        for earlier in 0..pass {
            let Some(is_along) = self.conflict(earlier, pass) else { continue };
            if let Work::Last { single: true } = self.shaped[earlier].work {
                let why = "a single value that is assigned is read later in the same call: make two calls of it";
                return Err(refused(self.shaped, why));
            }
            let runs = (0..self.goings.len()).rev().find(|&at| self.goings[at].passes.contains(&earlier));
            least = least.max(runs.map_or(0, |at| at + usize::from(!is_along)));
        }
        Ok(least)
    }

    /// Whether one of two passes writes what the other one touches, and then whether they do so in the same blocks.
    fn conflict(&self, a: usize, b: usize) -> Option<bool> {
        let (a, b) = ((&self.shaped[a], self.cuts[a]), (&self.shaped[b], self.cuts[b]));
        let touched = |(w, w_cut): (&Shaped, Option<usize>), (o, o_cut): (&Shaped, Option<usize>)| {
            let mut found = None;
            for target in &w.operands[..w.site.targets] {
                for operand in o.operands.iter().filter(|operand| operand.begins_with(target)) {
                    let step = |operand: &RawOperand, pass: &Shaped, cut: Option<usize>| {
                        cut.map(|axis| operand.axes().output_stride(axis, pass.shape.sizes().len()))
                    };
                    let along = step(target, w, w_cut) == step(operand, o, o_cut);
                    found = Some(found.unwrap_or(true) && along);
                }
            }
            found
        };
        match (touched(a, b), touched(b, a)) {
            (Some(x), Some(y)) => Some(x && y),
            (x, y) => x.or(y),
        }
    }

    /// Gives a pass to a sweep, with all stages that it needs there.
    fn place(&mut self, pass: usize) -> Result<(), Box<BroadcastError>> {
        let size = self.cuts[pass].map(|axis| self.shaped[pass].shape.sizes()[axis]);
        let fits = |at: &usize| self.goings[*at].size == size;
        let at = (self.least[pass]..self.goings.len()).find(fits).unwrap_or_else(|| {
            self.goings.push(Going { size, passes: Vec::new(), uses: Vec::new() });
            self.goings.len() - 1
        });
        self.at[pass] = Some(at);
        self.run_in(pass, at)
    }

    fn run_in(&mut self, pass: usize, at: usize) -> Result<(), Box<BroadcastError>> {
        if self.goings[at].passes.contains(&pass) {
            return Ok(());
        }
        // What it reads must be what it was in its turn.
        let written = (pass + 1..self.at.len())
            .any(|later| self.at[later].is_some_and(|sweep| sweep < at) && self.conflict(pass, later).is_some());
        if written {
            let why = "what a later sweep computes again has been assigned meanwhile: make two calls of it";
            return Err(refused(self.shaped, why));
        }
        self.goings[at].passes.push(pass);
        let yielded = self.shaped[pass].yielded.iter().filter(|(_, from)| from.form != Form::Position);
        let local: Vec<usize> =
            yielded.filter(|&&(_, from)| !self.is_whole(from)).map(|&(_, from)| from.stage).collect();
        local.into_iter().try_for_each(|stage| self.run_in(stage, at))
    }
}

/// Finds which arrays a sweep reads and writes.
fn uses<'a>(going: &mut Going<'a>, shaped: &[Shaped<'a>], taken: &[Vec<Taken<'a>>], cuts: &Cuts) {
    for &pass in &going.passes {
        let (own, rank) = (&shaped[pass], shaped[pass].shape.sizes().len());
        // What is read of a target is read before it is written.
        for &Taken { at, array, is_read } in &taken[pass] {
            let operand = &own.operands[at];
            let axis = cuts[pass].and_then(|axis| operand.axes().own_axis(axis, rank));
            let is_same = |other: &&mut Use| std::ptr::addr_eq(other.array, array) && other.axis == axis;
            let is_written = at < own.site.targets;
            match going.uses.iter_mut().find(is_same) {
                Some(other) => {
                    other.at.push((pass, at));
                    other.is_read |= is_read && !other.is_written;
                    other.is_written |= is_written;
                }
                None => going.uses.push(Use { array, axis, at: vec![(pass, at)], is_read, is_written }),
            }
        }
    }
}
