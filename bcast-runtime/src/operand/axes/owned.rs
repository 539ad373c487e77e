//! Axes that are kept from one call to the next.

use super::{Geometry, OperandAxes};
use crate::operand::few::FewAxes;

impl OperandAxes<'_> {
    /// The same with sizes and strides of its own, if these are few, and known.
    pub(crate) fn owned(&self) -> Option<OperandAxes<'static>> {
        let geometry = match self.geometry {
            Geometry::Single => Geometry::Single,
            Geometry::Later => Geometry::Later,
            _ => Geometry::Few(FewAxes::of_all(self.sizes_and_strides()?)?),
        };
        Some(OperandAxes { geometry, along: self.along, exact: self.exact, inner: self.inner })
    }

    /// Whether an array, or what has no axes of its own, lies in an output as these axes, which are
    /// [owned](OperandAxes::owned).
    #[inline(always)]
    pub(crate) fn is_like(&self, owned: &OperandAxes) -> bool {
        let is_same = match (&self.geometry, &owned.geometry) {
            (Geometry::Single, Geometry::Single) | (Geometry::Later, Geometry::Later) => true,
            (Geometry::Array(sizes, strides), Geometry::Few(few)) => few.are(sizes, strides),
            (Geometry::Line(len), Geometry::Few(few)) => few.are(std::slice::from_ref(len), &[1]),
            _ => false,
        };
        is_same && (self.exact, self.inner) == (owned.exact, owned.inner) && self.along == owned.along
    }
}
