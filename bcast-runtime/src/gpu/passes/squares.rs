//! Which kernels go through squares (`text::squares`): those that read arrays which lie across.

use super::nest::{Nest, Places};
use crate::gpu::text::spec::{Kind, Spec};
use crate::gpu::tuning::{LEAST_SHARED, SQUARE as SIDE};

impl Places {
    /// The axis along which neighbours lie side by side, if that is another one than the last.
    fn lies_along(&self) -> Option<usize> {
        let (inner, outer) = self.strides.split_last()?;
        outer.iter().position(|stride| stride.abs() == 1).filter(|_| self.bytes > 0 && !matches!(inner, -1..=1))
    }
}

impl Spec<'_> {
    /// Makes it a kernel of squares if operands lie across.
    pub(super) fn square(&mut self, nest: &Nest) {
        self.across = None;
        self.reads.iter_mut().for_each(|read| read.turned = false);
        let is_long = |axis: usize| nest.sizes[axis] >= SIDE as usize;
        if self.wide || !is_long(nest.inner()) {
            return;
        }
        let mut room = LEAST_SHARED;
        for (read, places) in self.reads.iter_mut().filter(|read| read.walks()).zip(&nest.streams) {
            let Some(axis) = places.lies_along().filter(|&axis| is_long(axis)) else {
                continue;
            };
            let bytes = (SIDE * (SIDE + 1)) as usize * places.bytes;
            if read.kind == Kind::Array
                && read.element.is_scalar()
                && *self.across.get_or_insert(axis) == axis
                && bytes <= room
            {
                read.turned = true;
                room -= bytes;
            }
        }
    }

    /// How many squares there are.
    pub(super) fn squares(&self, nest: &Nest, across: usize) -> u64 {
        let is_cut = |axis: usize| axis == across || axis == nest.inner();
        let along =
            |(axis, &size): (usize, &usize)| if is_cut(axis) { size.div_ceil(SIDE as usize) } else { size } as u64;
        nest.sizes.iter().enumerate().map(along).product()
    }
}
