//! Along which axes something lies that a gradient reads.
//!
//! An operand itself need not be read for its gradient, which is stretched to its axes. But where something is read
//! that a reduction left of fewer axes, something has to lie along each axis.

use super::known::{Known, fingerprint};
use crate::sorted::Set;
use crate::syntax::{Axes, Expr, ExprKind, are_numbers};

/// Axes of a frame of maps and of what reductions left.
pub(super) struct Covers<'a, 'k> {
    known: &'a Known<'k>,
    /// How many there are, if all that joins is mapped.
    rank: Option<usize>,
    /// The operand, with the axes of its map: where it lies along these alone it is not read.
    own: Option<(&'a Expr, &'a [usize])>,
    axes: Set<usize>,
    reads_left: bool,
    seen: Set<usize>,
}

impl<'a, 'k> Covers<'a, 'k> {
    /// Whether all that is read lies along each axis that is kept, if it has to: of what is computed, and of what only
    /// says the shape.
    pub(super) fn all(
        known: &'a Known<'k>,
        rank: Option<usize>,
        own: (&'a Expr, &'a [usize]),
        [value, root]: [&Expr; 2],
    ) -> bool {
        let mut covers = Covers { known, rank, own: None, axes: Set::new(), reads_left: false, seen: Set::new() };
        covers.add(value);
        covers.own = Some(own);
        covers.seen = Set::new();
        covers.add(root);
        // An operand without a map may have all axes, or be a number: that is not known here.
        !covers.reads_left || own.1.iter().all(|axis| covers.axes.contains(axis))
    }

    fn add(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => {
                if !self.seen.insert(leaf.id) {
                    return;
                }
                if let Some(value) = self.known.value_of(leaf) {
                    self.add(&value);
                }
            }
            ExprKind::Map(part, axes) if self.is_own(part, axes) => {}
            ExprKind::Map(_, axes) => self.axes.extend(axes.entries.iter().copied()),
            ExprKind::Reduction(reduction) => {
                let is_whole = reduction.keep || reduction.reducer.scans();
                let reduced = reduction.axes.as_ref().filter(|_| !is_whole).map(|axes| &axes.entries);
                if reduction.axes.is_some() {
                    // Of axes that are known when the call runs it may be any.
                    let is_left =
                        |axis: &usize| reduced.is_none_or(|reduced| are_numbers(reduced) && !reduced.contains(axis));
                    self.axes.extend((0..self.rank.unwrap_or(0)).filter(is_left));
                    self.reads_left |= reduced.is_some();
                }
            }
            ExprKind::Block(_, value) => self.add(value),
            _ => expr.parts().into_iter().for_each(|part| self.add(part)),
        }
    }

    /// Whether this is the operand, along no other axes than those of its map.
    fn is_own(&self, part: &Expr, axes: &Axes) -> bool {
        let Some((operand, kept)) = self.own else { return false };
        let text = |expr: &Expr| fingerprint(expr, self.known.scope);
        axes.entries.iter().all(|axis| kept.contains(axis)) && text(part) == text(operand)
    }
}
