//! What `explain!` says of calls with `#[structured]`: the plans of all portions, and how a container is made of them.

use super::diagonals::{Diagonals, LowerTriangle, Spans, Symmetric, UpperTriangle};
use super::rule::Whole;
use crate::explain::{Plan, Portions};
use std::any::type_name;
use std::convert::Infallible;

/// How a container of a kind is made: what `explain!` asks. Kinds that are [`Whole`] have it.
#[diagnostic::on_unimplemented(
    message = "explain!: how a matrix of kind `{Self}` is made is not known",
    label = "a kind of which nobody has said how many portions it has",
    note = "implement `structure::Portioned` for it, or `structure::Whole` if it is made of one"
)]
pub trait Portioned {
    /// The portions that are computed.
    fn portions(&self) -> usize;
    /// Bytes that it takes beside portions of so many elements, and of so many bytes an element.
    fn bytes(&self, portions: &[(usize, usize)]) -> usize;
}

#[diagnostic::do_not_recommend]
impl<K: Whole> Portioned for K {
    fn portions(&self) -> usize {
        usize::from(self.bytes_uncomputed().is_none())
    }
    fn bytes(&self, portions: &[(usize, usize)]) -> usize {
        self.bytes_uncomputed()
            .unwrap_or_else(|| portions.iter().map(|&(elements, _)| self.bytes_beside(elements)).sum())
    }
}

/// Single values are copied along diagonals.
macro_rules! diagonals {
    ($([$($generics:tt)*] $kind:ty: $count:expr;)*) => {$(
        impl<$($generics)*> Portioned for $kind {
            fn portions(&self) -> usize {
                $count
            }
            fn bytes(&self, portions: &[(usize, usize)]) -> usize {
                let all = portions.iter().enumerate().map(|(at, portion)| (self.span(at).len, *portion));
                all.filter(|&(len, (elements, _))| len != elements).map(|(len, (_, size))| len * size).sum()
            }
        }
    )*};
}
diagonals! {
    [const BELOW: usize, const ABOVE: usize] Diagonals<BELOW, ABOVE>: BELOW + 1 + ABOVE;
    [] Symmetric: 2;
}

/// Rows are copied into a matrix.
macro_rules! triangles {
    ($($kind:ty)*) => {$(
        impl Portioned for $kind {
            fn portions(&self) -> usize {
                self.size()
            }
            fn bytes(&self, portions: &[(usize, usize)]) -> usize {
                self.size() * self.size() * portions.first().map_or(0, |&(_, size)| size)
            }
        }
    )*};
}
triangles! { LowerTriangle UpperTriangle }

/// Explains the result of a formula.
#[doc(hidden)]
pub fn explain_finish<K: Portioned>(kind: K, mut portion: impl FnMut(&K, usize) -> Plan) -> Plan {
    match try_explain_finish(kind, |kind, at| Ok::<Plan, Infallible>(portion(kind, at))) {
        Ok(plan) => plan,
    }
}

/// The same where errors are returned.
#[doc(hidden)]
pub fn try_explain_finish<K: Portioned, E>(
    kind: K,
    mut portion: impl FnMut(&K, usize) -> Result<Plan, E>,
) -> Result<Plan, E> {
    let plans = (0..kind.portions()).map(|at| portion(&kind, at)).collect::<Result<Vec<Plan>, E>>()?;
    let made: Vec<(usize, usize)> = plans.iter().map(Plan::made).collect();
    let portions = Portions { kind: type_name::<K>(), zeroed: 0, bytes: kind.bytes(&made) };
    Ok(Plan::of_portions(plans, portions))
}
