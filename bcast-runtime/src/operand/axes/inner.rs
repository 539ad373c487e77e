//! The axes of an expression that is an operand, and of the operands inside.

use super::{Along, Geometry, OperandAxes, reach_of};
use crate::given::Given;

impl<'a> OperandAxes<'a> {
    /// One value that is the function of an expression of these sizes.
    #[inline]
    pub(crate) fn function(sizes: &'a [usize]) -> Self {
        OperandAxes::of(Geometry::Function(sizes))
    }

    /// Sizes without elements: what else there is has to fit them.
    #[inline]
    pub(crate) fn sizes_without_elements(sizes: &'a [usize]) -> Self {
        OperandAxes::of(Geometry::Sizes(sizes))
    }

    /// The axes of an operand inside an expression, which is an operand by itself. What only says sizes has done so
    /// when the expression was made.
    #[inline]
    pub(crate) fn inner(self) -> Self {
        match self.geometry {
            Geometry::Sizes(_) | Geometry::Function(_) => OperandAxes { inner: true, ..OperandAxes::single() },
            _ => OperandAxes { inner: true, ..self },
        }
    }

    /// The same if that expression, which has so many axes, lies elsewhere: each axis through both maps.
    pub(crate) fn inner_through(self, rank: usize, outer: Along) -> Self {
        let inner = self.inner();
        if inner.sizes().is_empty() {
            return inner.along(Along::Same);
        }
        let through = |own| {
            let axis = inner.output_axis(own, rank);
            match outer {
                // If there are too few entries, the check of the expression's own sizes says so.
                Along::Axes(map) | Along::AxesUnlessSingle(map) => map.get(axis).copied().unwrap_or(0) as isize,
                Along::Given(given) => given.values().get(axis).copied().unwrap_or(0) as isize,
                Along::Right => axis as isize - rank as isize,
                _ => axis as isize,
            }
        };
        let reach = match outer {
            Along::Axes(map) | Along::AxesUnlessSingle(map) => reach_of(map) as u8,
            _ => 0,
        };
        inner.along(Along::Through(Given::of((0..inner.sizes().len()).map(through)), reach))
    }

    /// Whether it says the sizes of an expression.
    #[cfg(feature = "gpu")]
    pub(crate) fn is_of_expression(&self) -> bool {
        matches!(self.geometry, Geometry::Function(_) | Geometry::Sizes(_))
    }

    /// Whether it is inside an expression.
    #[inline]
    pub(crate) fn is_inner(&self) -> bool {
        self.inner
    }

    /// The sizes that it has beside others: for the function of an expression, those of all of that.
    #[inline]
    pub(crate) fn extent(&self) -> &[usize] {
        if let Geometry::Function(sizes) = self.geometry { sizes } else { self.sizes() }
    }
}
