//! Operands under maps, and which `let`s are needed without one.

use crate::check::Meaning;
use crate::syntax::{Axes, Expr, ExprKind, Leaf, Statement};
use crate::tokens::Range;

use super::axes::Item;
use super::literal::Near;
use super::lower::Lowering;
use super::node::{Local, Value};
use super::{LeafUse, View};

impl Lowering<'_> {
    /// An operand's element; `own_map` says that the innermost map is written on it alone.
    pub(super) fn operand(&mut self, leaf: &Leaf, range: Range, own_map: bool) -> Value {
        let slot = self.slots.of_leaf[&leaf.id];
        let view = match (self.composed(), own_map) {
            (None, _) => View::Plain,
            (Some(axes), true) => View::Mapped(axes),
            (Some(axes), false) => View::Placed(axes),
        };
        let known = self.leaves.iter().position(|known| known.slot == slot && known.view == view);
        let index = known.unwrap_or_else(|| {
            let text = self.mapped_text(leaf);
            self.leaves.push(LeafUse { slot, view, text, range });
            self.leaves.len() - 1
        });
        self.chain.push(Item::Leaf(index));
        Value::Local(Local::Leaf(index), range)
    }

    /// A mapped part: a chain of its own, whose rank joins the outer chain through the map.
    pub(super) fn map(&mut self, operand: &Expr, axes: &Axes, near: Near) -> Value {
        let outer = std::mem::take(&mut self.chain);
        self.maps.push(axes.clone());
        let value = match self.leaf_behind(operand) {
            Some(leaf) => self.operand(leaf, operand.range, true),
            None => self.value(operand, near),
        };
        self.maps.pop();
        let inner = std::mem::replace(&mut self.chain, outer);
        if !inner.items().is_empty() {
            self.chain.push(Item::Mapped(inner, axes.clone()));
        }
        value
    }

    fn leaf_behind<'e>(&self, expr: &'e Expr) -> Option<&'e Leaf> {
        match &expr.kind {
            ExprKind::Leaf(leaf) if self.checked.scope().meaning(leaf) == Meaning::Operand => Some(leaf),
            _ => None,
        }
    }

    /// All maps around here as one.
    fn composed(&self) -> Option<Vec<usize>> {
        let (innermost, outer) = self.maps.split_last()?;
        let through = |entries: Vec<usize>, map: &Axes| -> Vec<usize> {
            entries.into_iter().filter_map(|axis| map.entries.get(axis).copied()).collect()
        };
        Some(outer.iter().rev().fold(innermost.entries.clone(), through))
    }

    /// `(v @ (1)) @ (0, 2)`
    fn mapped_text(&self, leaf: &Leaf) -> String {
        self.maps.iter().rev().enumerate().fold(leaf.text.clone(), |text, (depth, axes)| {
            let entries: Vec<String> = axes.entries.iter().map(usize::to_string).collect();
            let map = format!("@ ({})", entries.join(", "));
            if depth == 0 { format!("{text} {map}") } else { format!("({text}) {map}") }
        })
    }

    /// Finds the `let`s whose values are used outside every map.
    pub(super) fn find_needed(&mut self) {
        let body = self.body();
        let assigned = body.statements.iter().filter(|statement| matches!(statement, Statement::Assignment(_)));
        for value in assigned.map(Statement::value).chain(body.values.iter()) {
            self.need(value);
        }
    }

    fn need(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => {
                if let Meaning::Let(id) = self.checked.scope().meaning(leaf)
                    && self.needed.insert(id)
                {
                    self.need(&self.checked.scope().definition(id).value);
                }
            }
            ExprKind::Map(..) => {}
            ExprKind::Block(_, value) => self.need(value),
            _ => expr.parts().into_iter().for_each(|part| self.need(part)),
        }
    }
}
