//! Facts of `let`s, each found once: a name is read many times, and what it stands for may name others.

use super::Facts;
use crate::check::Meaning;
use crate::sorted::Map;
use crate::syntax::{Expr, ExprKind};
use std::cell::RefCell;

/// One fact about the value of each `let`, by its number, as far as somebody has asked.
pub(super) struct Memo<T>(RefCell<Map<usize, T>>);

impl<T: Clone> Memo<T> {
    pub(super) fn new() -> Self {
        Memo(RefCell::new(Map::new()))
    }
}

impl Facts<'_> {
    /// The `let` that an expression names.
    pub(in crate::plan) fn let_behind(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.scope().meaning(leaf) {
                Meaning::Let(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// A fact about an expression; where it names a `let`, that about its value.
    pub(super) fn once<T: Clone>(&self, memo: &Memo<T>, expr: &Expr, find: fn(&Self, &Expr) -> T) -> T {
        let Some(id) = self.let_behind(expr) else {
            return find(self, expr);
        };
        let known = memo.0.borrow().get(&id).cloned();
        known.unwrap_or_else(|| {
            let fact = self.once(memo, &self.scope().definition(id).value, find);
            memo.0.borrow_mut().insert(id, fact.clone());
            fact
        })
    }
}
