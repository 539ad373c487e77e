//! Which ranks join in a pass: those of what the user wrote, whatever is computed elsewhere.
//!
//! A part that a stage computes, or that another pass has computed, changes nothing here: the chain of a pass follows
//! from its expressions alone.

use crate::check::Meaning;
use crate::sorted::Set;
use crate::syntax::{Axes, Expr, ExprKind, Leaf, Reduction};
use crate::tokens::Range;

use super::PassBuilder;
use super::leaf::Place;
use crate::plan::ranks::{Chain, Item};
use crate::plan::{Form, Onto, Source};

impl PassBuilder<'_, '_> {
    /// What joins where these expressions stand side by side.
    pub(super) fn join_of<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Chain {
        let mut chain = Chain::default();
        self.joins_of(exprs, &mut chain);
        chain
    }

    /// Adds what joins in these expressions.
    pub(super) fn joins_of<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>, chain: &mut Chain) {
        let mut lets = Set::new();
        exprs.into_iter().for_each(|expr| self.joins(expr, chain, &mut lets));
    }

    /// The `let`s that are in the chain already join nothing new.
    fn joins(&mut self, expr: &Expr, chain: &mut Chain, lets: &mut Set<usize>) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => self.leaf_joins(leaf, expr.range, chain, lets),
            ExprKind::Map(part, axes) => self.part_joins(part, axes, chain),
            ExprKind::Reduction(reduction) => self.reduction_joins(reduction, expr.range, chain),
            ExprKind::Block(_, value) => self.joins(value, chain, lets),
            _ => expr.parts().into_iter().for_each(|part| self.joins(part, chain, lets)),
        }
    }

    fn leaf_joins(&mut self, leaf: &Leaf, range: Range, chain: &mut Chain, lets: &mut Set<usize>) {
        let source = match self.facts.scope().meaning(leaf) {
            Meaning::Let(id) => {
                if lets.insert(id) {
                    self.joins(&self.facts.scope().definition(id).value, chain, lets);
                }
                return;
            }
            Meaning::Target(target) => {
                let version = (target, self.facts.order().version(leaf.id));
                // The pass joins the targets that it writes.
                if self.current.get(&version).is_some() {
                    return;
                }
                Source::Target(version)
            }
            Meaning::Operand => Source::Slot(self.facts.slot_of(leaf)),
        };
        let seen = self.as_seen(source, &leaf.text, leaf.axes.as_deref(), range, Place::Part);
        chain.push(Item::Leaf(self.call.number_of(seen)));
    }

    fn part_joins(&mut self, part: &Expr, axes: &Axes, chain: &mut Chain) {
        if self.runs_along(&axes.entries) {
            return self.joins(part, chain, &mut Set::new());
        }
        self.maps.push(axes.clone());
        let mut inner = Chain::default();
        match self.leaf_behind(part) {
            Some(leaf) => {
                let source = Source::Slot(self.facts.slot_of(leaf));
                let seen = self.as_seen(source, &leaf.text, None, part.range, Place::Alone);
                inner.push(Item::Leaf(self.call.number_of(seen)));
            }
            None => self.joins(part, &mut inner, &mut Set::new()),
        }
        self.maps.pop();
        // Without items it is a single value, which the map is checked against, too.
        chain.push(Item::Mapped(inner, axes.clone()));
    }

    pub(super) fn reduction_joins(&mut self, reduction: &Reduction, range: Range, chain: &mut Chain) {
        let stage = self.call.staged(reduction, range);
        if let Some(Onto::Operand(operand)) = self.call.onto(reduction) {
            let source = Source::Stage { stage, item: 0, form: Form::Own(operand) };
            let seen = self.as_seen(source, "", None, range, Place::Part);
            return chain.push(Item::Leaf(self.call.number_of(seen)));
        }
        match &reduction.axes {
            _ if reduction.keep => chain.push(Item::Whole { stage, range }),
            Some(axes) => chain.push(Item::Reduced { stage, axes: axes.entries.clone(), range }),
            // A single value stands beside anything.
            None => {}
        }
    }
}
