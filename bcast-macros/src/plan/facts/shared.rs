//! What several passes need.

use super::{Along, Facts, is_costly};
use crate::sorted::{Map, Set};
use crate::syntax::{Expr, ExprKind};

impl Facts<'_> {
    /// Whether several last passes need the value of this key, and reading it again is worth a stage.
    pub(in crate::plan) fn is_shared(&self, key: &str) -> bool {
        self.shared.iter().any(|shared| shared == key)
    }

    /// Finds what several last passes need, all along their axes, and is worth reading again. Without stages there is
    /// none: one pass may stand in for all. Reductions need not be looked into: what they compute is read again anyway.
    pub(super) fn find_shared(&self) -> Set<String> {
        if !self.ends().into_iter().any(|end| self.has_stages(end)) {
            return Set::new();
        }
        let mut units_of: Map<String, usize> = Map::new();
        for unit in self.units() {
            let mut keys = Set::new();
            self.ends_of(unit).into_iter().for_each(|end| self.costly_inside(end, &mut keys));
            keys.into_iter().for_each(|key| *units_of.get_or(key, 0) += 1);
        }
        units_of.into_iter().filter(|(_, units)| *units > 1).map(|(key, _)| key).collect()
    }

    /// Whether a reduction stands anywhere in an expression.
    fn has_stages(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Reduction(_)) || self.inside(expr).into_iter().any(|part| self.has_stages(part))
    }

    fn costly_inside(&self, expr: &Expr, keys: &mut Set<String>) {
        let lies = self.lies(expr);
        let is_whole = match lies.along() {
            Along::All => true,
            // With a reduction in it, types decide whether it is one value.
            Along::Nothing => !lies.if_numbers.is_empty() && !self.reduces(expr),
            _ => false,
        };
        if is_whole && is_costly(expr) {
            keys.extend(self.shared_key(expr, &[]));
        }
        self.computed_always(expr).into_iter().for_each(|part| self.costly_inside(part, keys));
    }
}
