//! Numbers that gradients are multiplied by when all else is done.
//!
//! The gradient of `mean(e)` is that of `sum(e)` by the number of elements. If that divided what arrives at each of
//! them, all that is made of this would wait for the pass that counts. Divided at the end, it is made in that pass.

use super::known::Known;
use super::template::{hidden, typed, written};
use crate::syntax::Expr;

/// One of the numbers.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Factor(usize);

/// All of them: single values, and whether their type is that of whatever they multiply.
#[derive(Default)]
pub(super) struct Factors(Vec<(Expr, bool)>);

impl Factors {
    pub(super) fn add(&mut self, value: Expr, has_type: bool) -> Factor {
        self.0.push((value, has_type));
        Factor(self.0.len() - 1)
    }

    /// An expression that is no number with the factor that it lacks.
    pub(super) fn times(&self, factor: Option<Factor>, g: Expr) -> Expr {
        let Some(Factor(at)) = factor else { return g };
        let (value, has_type) = &self.0[at];
        let value = if *has_type { value.clone() } else { hidden("back", vec![value.clone(), g.clone()]) };
        written("g .* f", &[("g", &g), ("f", &value)], g.range)
    }

    /// What arrives at a part, and a factor that all of it lacks. Where it lacks different ones it gets them here.
    pub(super) fn agreed(
        &self,
        known: &Known,
        part: &Expr,
        gs: Vec<(Expr, Option<Factor>)>,
    ) -> (Vec<Expr>, Option<Factor>) {
        let agreed = gs.first().and_then(|(_, first)| *first);
        match gs.iter().all(|(_, factor)| *factor == agreed) {
            true => (gs.into_iter().map(|(g, _)| g).collect(), agreed),
            false => {
                let times = |(g, factor)| self.times(factor, typed(known, g, part));
                (gs.into_iter().map(times).collect(), None)
            }
        }
    }
}
