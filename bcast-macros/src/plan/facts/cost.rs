//! What the parts of a call cost, in additions.

use super::{Along, Facts, Lies};
use crate::ops;
use crate::sorted::Set;
use crate::syntax::{Expr, ExprKind};

/// A part that costs less is computed where it stands: as much as reading it again.
const WORTH_HOISTING: u32 = 4;

impl Facts<'_> {
    /// Whether a part is worth a stage of its own inside of a pass that lies along these axes.
    pub(in crate::plan) fn is_worth_a_stage(&self, expr: &Expr, whole: &Lies) -> bool {
        let own = self.lies(expr);
        self.has_fewer_axes(expr, &own, whole)
            && match own.if_numbers.is_empty() {
                true => self.cost(expr) >= WORTH_HOISTING,
                // A part is costly by itself: with the cheap steps around it, each operand that they read would make
                // one more stage, compiled twice. Kernels on a GPU are not compiled for each choice of types.
                false => !self.is_gpu() && expr.is_costly(),
            }
    }

    /// The costly part of an expression around which it does little, wherever that stands in it.
    pub(in crate::plan) fn core<'e>(&self, expr: &'e Expr) -> Option<&'e Expr>
    where
        Self: 'e,
    {
        let (mut around, mut cores) = (0, Vec::new());
        self.cores(expr, &mut around, &mut cores);
        let first = cores.first().copied().filter(|core| around < ops::COSTLY && !std::ptr::eq(*core, expr))?;
        let key = self.shared_key(first, None)?;
        cores.iter().all(|core| self.shared_key(core, None) == Some(key)).then_some(first)
    }

    fn cores<'e>(&self, expr: &'e Expr, around: &mut u32, cores: &mut Vec<&'e Expr>)
    where
        Self: 'e,
    {
        if expr.is_costly() {
            return cores.push(expr);
        }
        *around += expr.own_cost();
        self.computed_always(expr).into_iter().for_each(|part| self.cores(part, around, cores));
    }

    fn has_fewer_axes(&self, expr: &Expr, own: &Lies, whole: &Lies) -> bool {
        own != whole
            && match own.along() {
                Along::All | Along::Mixed => false,
                Along::Nothing => self.reduces(expr),
                Along::Given(_) => true,
                along @ Along::Reduced(_) => {
                    matches!(whole.along(), Along::All | Along::Mixed) || whole.along() == along
                }
                // Types know of six axes; without any, it may be a number or an array of rank 0.
                Along::Mapped(axes) => axes.last().is_some_and(|&last| last <= 5) && !self.needs_maps(expr, &axes),
            }
    }

    /// Whether a part has the axes from the first on, and each operand needs its map for that, as in
    /// `w @ (0) .* v @ (1)`. Then nothing says that there are more axes. An operand with all of them would need no map
    /// if there were not.
    fn needs_maps(&self, expr: &Expr, axes: &Set<usize>) -> bool {
        axes.iter().enumerate().all(|(at, &axis)| at == axis) && self.longest_map(expr) < axes.len()
    }

    /// The most axes that an operand has by its map.
    fn longest_map(&self, expr: &Expr) -> usize {
        self.once(&self.longest_maps, expr, |facts, expr| match &expr.kind {
            ExprKind::Map(_, axes) => axes.entries.len(),
            _ => expr.parts().into_iter().map(|part| facts.longest_map(part)).max().unwrap_or(0),
        })
    }

    /// The cost of an element of an expression, without what stages do.
    fn cost(&self, expr: &Expr) -> u32 {
        self.once(&self.costs, expr, |facts, expr| match expr.kind {
            ExprKind::Reduction(_) => 0,
            _ => {
                let parts = expr.parts().into_iter().map(|part| facts.cost(part));
                parts.fold(expr.own_cost(), u32::saturating_add)
            }
        })
    }
}
