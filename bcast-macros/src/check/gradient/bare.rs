//! Indices in their own shape: what all lies along the same axes of a frame is computed without these, and stretched
//! where it is read.

use super::known::Known;
use crate::syntax::{Expr, ExprKind};

/// What has been seen of an expression.
pub(super) struct Bare<'a, 'k> {
    known: &'a Known<'k>,
    /// The map that all operands have, or that none has.
    map: Option<Option<Vec<usize>>>,
    is_alike: bool,
}

impl<'a, 'k> Bare<'a, 'k> {
    /// An expression without the maps of its operands, and these, if they are all the same. What has none lies in the
    /// frame, and is computed in its pass.
    pub(super) fn of(expr: &Expr, known: &'a Known<'k>) -> Option<(Expr, Vec<usize>)> {
        let mut bare = Bare { known, map: None, is_alike: true };
        let own = bare.without_maps(expr);
        let map = bare.map.filter(|_| bare.is_alike)??;
        Some((own, map))
    }

    fn without_maps(&mut self, expr: &Expr) -> Expr {
        match &expr.kind {
            ExprKind::Leaf(_) => {
                self.sees(expr, None);
                expr.clone()
            }
            ExprKind::Map(part, axes) if axes.given.is_none() => {
                self.sees(part, Some(axes.entries.clone()));
                (**part).clone()
            }
            ExprKind::Map(..) | ExprKind::Reduction(_) | ExprKind::Block(..) | ExprKind::Missing => {
                self.is_alike = false;
                expr.clone()
            }
            _ => expr.with_parts(|part| self.without_maps(part)),
        }
    }

    fn sees(&mut self, operand: &Expr, map: Option<Vec<usize>>) {
        let is_operand = operand.leaf().is_some_and(|leaf| self.known.value_of(leaf).is_none());
        let is_increasing = map.as_ref().is_none_or(|axes| axes.is_sorted());
        self.is_alike &= is_operand && is_increasing && self.map.as_ref().is_none_or(|known| *known == map);
        self.map = Some(map);
    }
}
