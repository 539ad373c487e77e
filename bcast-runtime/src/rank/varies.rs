//! Whether what has a rank is one value.

use super::{Full, Map, Reduced, Scalar};
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
