//! Parts of an expression that have fewer axes than the whole are computed once per element of their own.
//!
//! Spelling decides: a part that is made of reductions over the same axes, or of mapped operands, and beside which
//! something else stands. It becomes a stage that maps, and an operand of what comes after. Where plain operands take
//! part, spelling does not tell whether these are numbers: then types decide whether the stage runs, and the pass
//! around it computes the part itself if it does not, with the steps and from the operands that it would have without
//! any stage.
//!
//! `exp.(s .* d @ (0)) .* x` needs one `exp` for each element of `d` if `s` is a number, and one for each element of
//! `x` if it is an array.

use super::keep::Lowered;
use super::literal::Near;
use super::{CallBuilder, PassBuilder, Purpose};
use crate::plan::facts::{Along, Key, Lies};
use crate::plan::step::{Local, Node, Value};
use crate::plan::{Form, LeafUse, Reduces, Source, Stage, View};
use crate::sorted::Set;
use crate::syntax::{Expr, Frame};

impl PassBuilder<'_, '_> {
    /// A part of this pass that is computed by a stage of its own.
    pub(super) fn hoisted(&mut self, expr: &Expr, key: Key) -> Option<Value> {
        if !self.maps.is_empty() || self.depth > 0 || self.reads_assigned(expr) {
            return None;
        }
        let (is_there, is_shared) = (self.call.mapping(key), self.shares(key));
        let own = self.facts.lies(expr);
        let is_worth_it = || !self.has_all_axes(&own) && self.facts.is_worth_a_stage(expr, &self.lies);
        if is_there.is_none() && (!is_shared && !is_worth_it() || self.has_known_core(expr, &own)) {
            return None;
        }
        // One that another pass has made is what it was made as.
        let always = match is_there {
            Some(stage) => !self.call.stages[stage].stage.depends(),
            None => own.if_numbers.is_empty() || is_shared,
        };
        // Nobody knows when an expression is read: whether it is a number, it asks then.
        if !always && self.is_lazy() {
            return None;
        }
        let local = match always {
            true => {
                let stage = self.map_stage(expr, key, &own, false);
                Local::Leaf(self.mapped(stage, &own, expr))
            }
            false => self.chosen(expr, key, &own),
        };
        Some(Value::Local(local, expr.range))
    }

    /// Whether an earlier stage has computed what is costly in a part, as the derivative of a function is often made of
    /// its value: then that becomes the stage, which the earlier one reads, too.
    fn has_known_core(&self, expr: &Expr, own: &Lies) -> bool {
        let core = self.facts.core(expr).filter(|core| self.facts.lies(core) == *own);
        let key = core.and_then(|core| self.facts.shared_key(core, None));
        self.facts.has_gradients() && key.is_some_and(|key| self.call.computes(key))
    }

    /// Whether a part lies along each axis of this pass, whose axes have names.
    fn has_all_axes(&self, own: &Lies) -> bool {
        matches!(own.along(), Along::Mapped(axes) if axes.iter().count() == self.frame.len())
    }

    /// Whether whoever reads the expression computes this pass: what its operands are, it looks up then.
    pub(super) fn is_lazy(&self) -> bool {
        self.facts.is_lazy() && self.purpose == Purpose::Ends
    }

    /// Whether this pass reads a value that several last passes need instead of computing it. A stage that reduces
    /// computes it, and then keeps it for the others.
    fn shares(&self, key: Key) -> bool {
        let may_read = match &self.purpose {
            Purpose::Reduces | Purpose::Counts => false,
            Purpose::Maps(own) => *own != key,
            Purpose::Ends => true,
        };
        may_read && self.facts.is_shared(key)
    }

    /// What a conditional stage maps to if it runs, or else the same value computed in this pass.
    fn chosen(&mut self, expr: &Expr, key: Key, own: &Lies) -> Local {
        // Other parts may share these, or be conditional on other operands.
        self.costly_inside(expr, &mut Set::new());
        let stage = self.map_stage(expr, key, own, true);
        let given = self.mapped(stage, own, expr);
        let before = self.cost;
        let block = self.block(expr, Near::Nothing);
        let cost = std::mem::replace(&mut self.cost, before) - before;
        self.push(Node::Chosen { stage, given, block }, expr.range, cost)
    }

    /// Computes what is costly inside of an expression.
    fn costly_inside(&mut self, expr: &Expr, lets: &mut Set<usize>) {
        if self.facts.let_behind(expr).is_some_and(|id| !lets.insert(id)) {
            return;
        }
        for part in self.facts.computed_always(expr) {
            if part.is_costly() || self.facts.is_worth_a_stage(part, &self.lies) {
                self.value(part, Near::Nothing);
            } else {
                self.costly_inside(part, lets);
            }
        }
    }

    fn map_stage(&mut self, expr: &Expr, key: Key, own: &Lies, depends: bool) -> usize {
        let frame = self.frame.clone();
        self.call.map_stage(expr, key, own, frame, depends)
    }

    /// What a stage has mapped, as an operand of this pass.
    fn mapped(&mut self, stage: usize, own: &Lies, expr: &Expr) -> usize {
        let (form, view) = match own.along() {
            Along::Mapped(axes) => (Form::Along(axes.len()), View::Mapped(axes.iter().copied().collect())),
            Along::Given(entry) if !self.runs_along(&[entry]) => (Form::Same, View::Mapped(vec![entry])),
            _ => (Form::Same, View::Plain),
        };
        let source = Source::Stage { stage, item: 0, form };
        self.read(LeafUse { source, view, text: self.call.text_of(stage), range: expr.range, axes: None })
    }
}

impl CallBuilder<'_> {
    /// The stage that maps to the value of a key.
    fn mapping(&self, key: Key) -> Option<usize> {
        self.stages.iter().position(|lowered| lowered.maps(key))
    }

    /// The same, made if it is not there for a pass of this frame; types may decide whether it runs.
    fn map_stage(&mut self, expr: &Expr, key: Key, own: &Lies, frame: Frame, depends: bool) -> usize {
        if let Some(known) = self.mapping(key) {
            return known;
        }
        let mut pass = self.pass(own.clone(), frame, Purpose::Maps(key));
        let value = match pass.value(expr, Near::Nothing) {
            value @ Value::Local(..) => value,
            _ => Value::Local(pass.local(expr, Near::Nothing), expr.range),
        };
        let reduces = match own.along() {
            Along::Mapped(axes) => Reduces::Along(axes.iter().copied().collect()),
            Along::Reduced(axes) => Reduces::Nothing(axes),
            // It runs over the axes that these operands have, whatever they lie along.
            Along::Given(_) => Reduces::Nothing(Vec::new()),
            Along::Nothing | Along::All | Along::Mixed => Reduces::Nothing(Vec::new()),
        };
        let ranks = pass.join_of([expr]);
        let (mut pass, known) = pass.into_pass(ranks);
        let if_numbers = if depends { self.plain_operands(own) } else { Vec::new() };
        // If the stage runs, these operands are numbers; if not, its rank does not matter.
        pass.ranks = pass.ranks.without(&if_numbers);
        let stage = Stage::mapping(pass, value, reduces, if_numbers);
        self.stages.push(Lowered::mapping(stage, key, known));
        self.stages.len() - 1
    }

    /// The operands of an expression of which spelling does not tell whether they are numbers.
    fn plain_operands(&self, own: &Lies) -> Vec<usize> {
        let is_one = |leaf: &LeafUse| {
            matches!(leaf.source, Source::Slot(slot) if own.if_numbers.contains(&slot)) && leaf.view == View::Plain
        };
        (0..self.leaves.len()).filter(|&leaf| is_one(&self.leaves[leaf])).collect()
    }
}
