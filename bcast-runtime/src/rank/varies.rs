//! Whether what has a rank is one value.

use super::{Full, Map, Reduced, Rk, Scalar};
use ndarray::Dimension;

/// Whether an operand of this rank has several values, or one that a kernel reads again for every lane.
pub trait Varies {
    #[doc(hidden)]
    const VARIES: bool;
    /// The rank of what was reduced to it, if types know it, or 0.
    #[doc(hidden)]
    const SOURCE: u8 = 0;
}
impl Varies for Scalar {
    const VARIES: bool = false;
}
impl<D> Varies for Full<D> {
    const VARIES: bool = true;
}
impl<D: Dimension, E> Varies for Reduced<D, E> {
    const VARIES: bool = true;
    const SOURCE: u8 = match D::NDIM {
        Some(rank) => rank as u8,
        None => 0,
    };
}
impl<D> Varies for Map<D> {
    const VARIES: bool = true;
}

/// Ranks, as a balanced tree.
pub trait Numbers {
    /// Whether all are those of single values.
    #[doc(hidden)]
    const ALL: bool;
}
impl<R: Varies> Numbers for Rk<R> {
    const ALL: bool = !R::VARIES;
}
impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    const ALL: bool = A::ALL && B::ALL;
}
