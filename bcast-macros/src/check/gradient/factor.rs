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

/// All of them.
#[derive(Default)]
pub(super) struct Factors(Vec<Weight>);

/// What each element weighs in a mean.
pub(super) struct Weight {
    /// A single value.
    pub(super) value: Expr,
    /// Whether its type is that of whatever it multiplies.
    pub(super) has_type: bool,
    /// The frame of what the mean is of, if elements of that are costly to compute.
    pub(super) costly: Option<usize>,
}

impl Factors {
    pub(super) fn add(&mut self, weight: Weight) -> Factor {
        self.0.push(weight);
        Factor(self.0.len() - 1)
    }

    /// Whether elements of a gradient that arrive in a frame are to be multiplied when they have all been made. Then
    /// the pass that makes them may be that of the mean; but it leaves an array if nothing is summed.
    pub(super) fn may_wait(&self, factor: Option<Factor>, frame: usize) -> bool {
        factor.is_some_and(|Factor(at)| self.0[at].costly == Some(frame))
    }

    /// An expression that is no number with the factor that it lacks.
    pub(super) fn times(&self, factor: Option<Factor>, g: Expr) -> Expr {
        let Some(Factor(at)) = factor else { return g };
        let Weight { value, has_type, .. } = &self.0[at];
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
