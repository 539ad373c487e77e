//! Parts that have fewer axes than their frame, and read several operands: what arrives is summed over the other axes
//! once, and goes on in a frame of the part's own axes.
//!
//! ```text
//! sum[2](a @ (1, 2) .* (x @ (0, 2) .- m @ (2)))     what arrives at the difference is summed over axis 1
//! ```

use super::known::Known;
use super::within::Within;
use crate::sorted::Set;
use crate::syntax::{Axes, Call, Callee, Expr, ExprKind, Frame, Leaf};

/// A part in a frame of its own.
pub(super) struct Narrow {
    /// It, along these axes.
    pub(super) part: Expr,
    pub(super) names: Frame,
    /// The axes of the frame around it.
    pub(super) axes: Axes,
    /// An operand along all of these there, if there is one.
    pub(super) whole: Option<Expr>,
}

impl Narrow {
    /// A part that has axes, but not all of its frame, as spelling tells, and reads several operands with derivatives.
    pub(super) fn of(expr: &Expr, within: &Within, known: &Known) -> Option<Self> {
        let rank = within.rank?;
        if matches!(expr.kind, ExprKind::Leaf(_) | ExprKind::Map(..) | ExprKind::Literal(_)) {
            return None;
        }
        let mut seen =
            Seen { known, is_named: !within.names.is_empty(), axes: Set::new(), active: 0, mapped: Vec::new() };
        if !seen.all(expr) || seen.active < 2 || seen.axes.is_empty() || seen.axes.iter().count() >= rank {
            return None;
        }
        let entries: Vec<usize> = seen.axes.iter().copied().collect();
        let name = |&axis: &usize| within.names.get(axis).cloned();
        let part = along(expr, &entries, seen.is_named);
        let is_whole = |mapped: &Expr| matches!(&mapped.kind, ExprKind::Map(_, axes) if axes.entries == entries);
        let whole = seen.mapped.into_iter().find(is_whole);
        let axes = Axes { entries, names: Vec::new(), given: None, range: expr.range };
        Some(Narrow { part, names: axes.entries.iter().filter_map(name).collect(), axes, whole })
    }
}

/// What has been seen of a part.
struct Seen<'a, 'k> {
    known: &'a Known<'k>,
    is_named: bool,
    axes: Set<usize>,
    active: usize,
    mapped: Vec<Expr>,
}

impl Seen<'_, '_> {
    /// Whether spelling tells all axes.
    fn all(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Leaf(leaf) => {
                let own = leaf.axes.as_ref().map_or(&[][..], |axes| &axes.entries);
                self.is_named && self.operand(leaf, own)
            }
            ExprKind::Map(part, axes) if axes.given.is_none() => match &part.kind {
                ExprKind::Leaf(leaf) => {
                    self.mapped.push(expr.clone());
                    self.operand(leaf, &axes.entries)
                }
                _ => false,
            },
            ExprKind::Literal(_) => true,
            ExprKind::Map(..) | ExprKind::Reduction(_) | ExprKind::Block(..) | ExprKind::Missing => false,
            ExprKind::Call(Call { callee: Callee::LookUp(..), .. }) => false,
            _ => expr.parts().into_iter().all(|part| self.all(part)),
        }
    }

    fn operand(&mut self, leaf: &Leaf, axes: &[usize]) -> bool {
        self.axes.extend(axes.iter().copied());
        self.active += usize::from(self.known.operand(leaf).is_some());
        self.known.value_of(leaf).is_none()
    }
}

/// The same part along these axes alone. Where they have names, an operand with all of them has no map.
fn along(expr: &Expr, kept: &[usize], is_named: bool) -> Expr {
    match &expr.kind {
        ExprKind::Map(part, axes) => {
            let place = |axis: &usize| kept.iter().position(|kept| kept == axis);
            let axes = Axes { entries: axes.entries.iter().filter_map(place).collect(), ..axes.clone() };
            let leaf = match part.leaf() {
                Some(leaf) if is_named => Leaf { axes: Some(Box::new(axes.clone())), ..leaf.clone() },
                Some(leaf) => leaf.clone(),
                None => return expr.clone(),
            };
            let part = Expr::new(part.range, ExprKind::Leaf(leaf));
            match is_named && axes.entries.iter().copied().eq(0..kept.len()) {
                true => part,
                false => Expr::new(expr.range, ExprKind::Map(Box::new(part), axes)),
            }
        }
        ExprKind::Leaf(_) => expr.clone(),
        _ => expr.with_parts(|part| along(part, kept, is_named)),
    }
}
