//! Facts about what names stand for.

use super::Facts;
use crate::check::Meaning;
use crate::memo::Memo;
use crate::syntax::{Expr, ExprKind};

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

    /// What an expression names, if it names a `let`.
    pub(super) fn behind<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        self.let_behind(expr).map_or(expr, |id| self.behind(&self.scope().definition(id).value))
    }

    /// A fact about an expression; where it names a `let`, that about its value.
    pub(super) fn once<T: Clone>(&self, memo: &Memo<T>, expr: &Expr, find: fn(&Self, &Expr) -> T) -> T {
        match self.let_behind(expr) {
            Some(id) => memo.of(id, || self.once(memo, &self.scope().definition(id).value, find)),
            None => find(self, expr),
        }
    }
}
