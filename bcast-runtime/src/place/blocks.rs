//! Results as calls make them, before a place has its own arrays of them.

use super::{Arrays, Here, PartOf};
use ndarray::{Array, Axis, Dimension};

/// Results as processes have made them, which become [`Arrays`] of the place when gradients have been put together.
pub struct Blocks;

/// A block, and of what it is a part; nothing if it is all.
pub struct Made<T, D: Dimension> {
    pub(crate) block: Array<T, D>,
    pub(crate) part: Option<PartOf>,
}

impl Arrays for Blocks {
    type Array<T, D: Dimension> = Made<T, D>;
    fn array<T, D: Dimension>(block: Array<T, D>, part: Option<PartOf>) -> Made<T, D> {
        Made { block, part }
    }
}

impl<T, D: Dimension> Made<T, D> {
    /// The array of a place.
    pub(crate) fn on<P: Arrays>(self) -> P::Array<T, D> {
        P::array(self.block, self.part)
    }

    /// The same of an array that is whole.
    pub(crate) fn restricted(self, part: PartOf) -> Self {
        let Here { axis, indices } = part.cut.clone();
        Made { block: self.block.slice_axis_move(Axis(axis), indices.into()), part: Some(part) }
    }
}
