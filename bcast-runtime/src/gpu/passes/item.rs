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

/// What is yielded.
#[derive(Clone, Copy, PartialEq)]
pub enum Yield {
    /// What a reduction makes, which may have a value over nothing.
    Fold { of_nothing: bool },
    /// Elements.
    Kept,
}

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
