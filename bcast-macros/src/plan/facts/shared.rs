//! What several passes need.

use super::{Along, Facts, Key};
use crate::check::Version;
use crate::sorted::{Map, Set};
use crate::syntax::Expr;

/// What is costly in a last pass.
struct Costly {
    /// The versions of targets that the pass makes: a stage that read them would wait for the pass, so the pass cannot
    /// wait for the stage.
    made: Set<Version>,
    keys: Set<Key>,
    /// The `let`s looked into so far.
    lets: Set<usize>,
}

impl Facts<'_> {
    /// Whether several last passes need the value of this key, and reading it again is worth a stage.
    pub(in crate::plan) fn is_shared(&self, key: Key) -> bool {
        self.shared.contains(&key)
    }

    /// Finds what several last passes need along all their axes, and what is worth reading again. Without stages there
    /// is nothing: one pass may stand in for all. Reductions are not looked into: what they compute is read again
    /// anyway.
    pub(super) fn find_shared(&self) -> Set<Key> {
        if !self.ends().into_iter().any(|end| self.reduces(end)) {
            return Set::new();
        }
        let mut units_of: Map<Key, usize> = Map::new();
        for unit in self.units() {
            let mut costly = Costly { made: self.made_by(unit), keys: Set::new(), lets: Set::new() };
            self.ends_of(unit).into_iter().for_each(|end| self.costly_inside(end, &mut costly));
            costly.keys.into_iter().for_each(|key| *units_of.get_or(key, 0) += 1);
        }
        units_of.into_iter().filter(|(_, units)| *units > 1).map(|(key, _)| key).collect()
    }

    fn costly_inside(&self, expr: &Expr, costly: &mut Costly) {
        if self.let_behind(expr).is_some_and(|id| !costly.lets.insert(id)) {
            return;
        }
        let lies = self.lies(expr);
        let is_whole = match lies.along() {
            Along::All => true,
            // With a reduction in it, types decide whether it is one value.
            Along::Nothing => !lies.if_numbers.is_empty() && !self.reduces(expr),
            _ => false,
        };
        let may_be_read = || !self.versions(expr).iter().any(|version| costly.made.contains(version));
        if is_whole && expr.is_costly() && may_be_read() {
            costly.keys.extend(self.shared_key(expr, None));
        }
        self.computed_always(expr).into_iter().for_each(|part| self.costly_inside(part, costly));
    }
}
