//! Axes that are kept from one call to the next.

use super::{Along, Geometry, OperandAxes};
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

impl PartialEq for Along {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Along::Same, Along::Same) | (Along::Right, Along::Right) | (Along::First, Along::First) => true,
            (Along::Axes(own), Along::Axes(others)) => are_same(own, others),
            (Along::AxesUnlessSingle(own), Along::AxesUnlessSingle(others)) => are_same(own, others),
            (Along::Kept(own, rank), Along::Kept(others, other)) => rank == other && are_same(own, others),
            (Along::KeptWithin(own, map), Along::KeptWithin(others, other)) => {
                are_same(own, others) && are_same(map, other)
            }
            (Along::Given(own), Along::Given(others)) => own == others,
            (Along::Through(own, reach), Along::Through(others, other)) => reach == other && own == others,
            _ => false,
        }
    }
}

/// Whether lists of axes are the same: one by one, as they are short. `memcmp` reads nothing of empty lists, but where
/// these are said to lie, and to find no memory there took 50 ns of a call on a Zen 4.
#[inline(always)]
pub(crate) fn are_same(own: &[u8], others: &[u8]) -> bool {
    own.len() == others.len() && own.iter().zip(others).all(|(axis, other)| axis == other)
}
