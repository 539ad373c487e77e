//! What a stage yields.

use super::operand::{GpuLeaf, Origin};
use crate::gpu::device::memory::Later;
use crate::gpu::device::types::Type;
use crate::operand::Along;

/// Something yielded.
#[doc(hidden)]
pub struct Item {
    pub(crate) element: Type,
    /// Sizes and strides.
    pub(crate) own: (Vec<usize>, Vec<isize>),
    /// The same with the axes that are reduced, of size 1.
    pub(crate) whole: (Vec<usize>, Vec<isize>),
    pub(crate) memory: Later,
}

/// What is yielded: for a reduction whether it has a value over nothing.
pub(super) type Yield = Option<bool>;

impl Item {
    pub(crate) fn leaf<'a, E, R>(
        &'a self,
        sizes: &'a [usize],
        strides: &'a [isize],
        along: Along,
    ) -> GpuLeaf<'a, E, R> {
        GpuLeaf::on_device(Origin::Stage(&self.memory), self.element, sizes, strides, along)
    }
}
