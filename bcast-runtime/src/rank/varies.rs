//! Whether what has a rank is one value.

use super::{Full, Map, Reduced, Rk, Scalar, Shed};
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
impl<D> Varies for Shed<D> {
    const VARIES: bool = true;
}
impl<D> Varies for Map<D> {
    const VARIES: bool = true;
}

/// Whether something of this rank has no axis: one value, or an array of rank 0.
pub trait Single {
    #[doc(hidden)]
    const SINGLE: bool;
}
impl Single for Scalar {
    const SINGLE: bool = true;
}
impl<D: Dimension> Single for Full<D> {
    const SINGLE: bool = matches!(D::NDIM, Some(0));
}
impl<D, E> Single for Reduced<D, E> {
    const SINGLE: bool = false;
}
impl<D> Single for Shed<D> {
    const SINGLE: bool = false;
}
impl<D> Single for Map<D> {
    const SINGLE: bool = false;
}

/// Ranks, as a balanced tree.
pub trait Numbers {
    /// Whether all are those of single values, which kernels do not read again for every lane.
    #[doc(hidden)]
    const ALL: bool;
    /// Whether none of them has an axis.
    #[doc(hidden)]
    const SINGLE: bool;
}
impl<R: Varies + Single> Numbers for Rk<R> {
    const ALL: bool = !R::VARIES;
    const SINGLE: bool = R::SINGLE;
}
impl Numbers for () {
    const ALL: bool = true;
    const SINGLE: bool = true;
}
impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    const ALL: bool = A::ALL && B::ALL;
    const SINGLE: bool = A::SINGLE && B::SINGLE;
}
