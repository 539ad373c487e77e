//! Operands, as they are seen through the maps around them.

use crate::check::{Meaning, Version};
use crate::sorted::Set;
use crate::syntax::{Axes, Expr, ExprKind, Leaf};
use crate::tokens::Range;

use super::literal::Near;
use super::{PassBuilder, Purpose};
use crate::plan::facts::Along;
use crate::plan::step::{Local, Value};
use crate::plan::{LeafUse, Source, View};

/// How an operand stands under the innermost map around it.
pub(super) enum Place {
    /// The map is written on it alone.
    Alone,
    /// What is mapped has its rank if these operands beside it are numbers.
    BesideNumbers(Set<usize>),
    /// It is part of what is mapped.
    Part,
}

impl PassBuilder<'_, '_> {
    /// An operand's element.
    pub(super) fn operand(&mut self, leaf: &Leaf, range: Range, place: Place) -> Value {
        let source = Source::Slot(self.facts.slot_of(leaf));
        let index = self.seen(source, &leaf.text, leaf.axes.as_deref(), range, place);
        Value::Local(Local::Leaf(index), range)
    }

    /// The element of a target that another pass writes.
    pub(super) fn target_read(&mut self, version: Version, leaf: &Leaf, range: Range) -> Value {
        let index = self.seen(Source::Target(version), &leaf.text, leaf.axes.as_deref(), range, Place::Part);
        Value::Local(Local::Leaf(index), range)
    }

    /// The number of an operand that this pass reads through the maps around here.
    pub(super) fn seen(
        &mut self,
        source: Source,
        text: &str,
        axes: Option<&Axes>,
        range: Range,
        place: Place,
    ) -> usize {
        let leaf = self.as_seen(source, text, axes, range, place);
        self.read(leaf)
    }

    /// An operand as it is seen through the maps around here; `axes` are those that it names.
    pub(super) fn as_seen(
        &self,
        source: Source,
        text: &str,
        axes: Option<&Axes>,
        range: Range,
        place: Place,
    ) -> LeafUse {
        let view = match (self.composed(), place) {
            (None, _) => View::Plain,
            (Some(axes), Place::Alone) => View::Mapped(axes),
            (Some(axes), Place::BesideNumbers(numbers)) => View::PlacedBeside(axes, numbers.iter().copied().collect()),
            (Some(axes), Place::Part) => View::Placed(axes),
        };
        // A map is compared with the rank of its operand anyway.
        let axes = axes.filter(|_| view == View::Plain).cloned();
        LeafUse { source, view, text: self.mapped_text(text), range, axes }
    }

    /// Whether a stage runs over the axes that what lies along these has: then it needs no map there.
    pub(super) fn runs_along(&self, entries: &[usize]) -> bool {
        let is_along = matches!(self.lies.along(), Along::Given(entry) if entries == [entry]);
        is_along && matches!(self.purpose, Purpose::Maps(_))
    }

    /// A mapped part: its rank joins through the map.
    pub(super) fn map(&mut self, operand: &Expr, axes: &Axes, near: Near) -> Value {
        if self.runs_along(&axes.entries) {
            return self.value(operand, near);
        }
        let left_if = std::mem::replace(&mut self.left_if, self.facts.lies(operand).left_if());
        self.maps.push(axes.clone());
        let value = match (self.leaf_behind(operand), &operand.kind) {
            (Some(leaf), _) => self.operand(leaf, operand.range, Place::Alone),
            (None, ExprKind::Reduction(reduction)) => self.reduction(reduction, operand.range, Place::Alone),
            (None, _) => self.value(operand, near),
        };
        self.maps.pop();
        self.left_if = left_if;
        value
    }

    /// Reads all that joins in an expression, and computes nothing. What is mapped `onto` axes need not be read along
    /// these: what is made is stretched to it.
    pub(super) fn touch(&mut self, expr: &Expr, onto: Option<&Expr>) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.facts.scope().meaning(leaf) {
                Meaning::Let(id) => self.touch(&self.facts.scope().definition(id).value, onto),
                _ => drop(self.operand(leaf, expr.range, Place::Part)),
            },
            ExprKind::Map(part, axes) if self.maps.is_empty() && self.is_within(part, axes, onto) => {}
            ExprKind::Map(part, axes) => {
                self.maps.push(axes.clone());
                match (self.leaf_behind(part), &part.kind) {
                    (Some(leaf), _) => drop(self.operand(leaf, part.range, Place::Alone)),
                    (None, ExprKind::Reduction(reduction)) => drop(self.reduction(reduction, part.range, Place::Alone)),
                    (None, _) => self.touch(part, onto),
                }
                self.maps.pop();
            }
            ExprKind::Reduction(reduction) if reduction.axes.is_some() || reduction.keep => {
                drop(self.reduction(reduction, expr.range, Place::Part));
            }
            ExprKind::Reduction(_) => {}
            ExprKind::Block(_, value) => self.touch(value, onto),
            _ => expr.parts().into_iter().for_each(|part| self.touch(part, onto)),
        }
    }

    /// Whether this is what an expression maps, along no other axes than there. Others along the same axes are read, as
    /// they may be larger.
    fn is_within(&self, part: &Expr, axes: &Axes, onto: Option<&Expr>) -> bool {
        let Some(Expr { kind: ExprKind::Map(own, all), .. }) = onto else { return false };
        axes.entries.iter().all(|axis| all.entries.contains(axis)) && self.facts.key(part) == self.facts.key(own)
    }

    pub(super) fn leaf_behind<'e>(&self, expr: &'e Expr) -> Option<&'e Leaf> {
        match &expr.kind {
            ExprKind::Leaf(leaf) if self.facts.scope().meaning(leaf) == Meaning::Operand => Some(leaf),
            _ => None,
        }
    }

    /// All maps around here as one.
    pub(super) fn composed(&self) -> Option<Vec<usize>> {
        let (innermost, outer) = self.maps.split_last()?;
        let through = |entries: Vec<usize>, map: &Axes| -> Vec<usize> {
            entries.into_iter().filter_map(|axis| map.entries.get(axis).copied()).collect()
        };
        Some(outer.iter().rev().fold(innermost.entries.clone(), through))
    }

    /// `(v @ (1)) @ (0, 2)`
    fn mapped_text(&self, text: &str) -> String {
        // Operands with names are written with these anyway.
        let maps = self.maps.iter().rev().filter(|axes| !axes.is_named());
        maps.enumerate().fold(text.to_owned(), |text, (depth, axes)| {
            let map = format!("@ {}", axes.written());
            if depth == 0 { format!("{text} {map}") } else { format!("({text}) {map}") }
        })
    }
}
