//! `x[1.., 0]` of arrays on the device.

use super::array::{GpuArray, GpuView, GpuViewMut};
use super::element::GpuElement;
use super::memory::GpuMemory;
use crate::slice::{Cut, Entries, Slice, SliceMut, Sliced};
use ndarray::Dimension;
use std::borrow::{Borrow, BorrowMut};

#[diagnostic::do_not_recommend]
impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> Slice for GpuArray<T, D, M> {
    type Whole<'a>
        = GpuView<'a, T, D>
    where
        Self: 'a;
    fn whole(&self) -> Self::Whole<'_> {
        self.view()
    }
}

#[diagnostic::do_not_recommend]
impl<T: GpuElement, D: Dimension, M: BorrowMut<GpuMemory>> SliceMut for GpuArray<T, D, M> {
    type Whole<'a>
        = GpuViewMut<'a, T, D>
    where
        Self: 'a;
    fn whole_mut(&mut self) -> Self::Whole<'_> {
        self.view_mut()
    }
}

#[diagnostic::do_not_recommend]
impl<T, D, M, const N: usize, const K: usize> Cut<N, K> for GpuArray<T, D, M>
where
    T: GpuElement,
    D: Sliced<N, K>,
    M: Borrow<GpuMemory>,
{
    type View = GpuArray<T, D::View, M>;
    #[track_caller]
    fn cut(self, entries: Entries<N, K>) -> Self::View {
        let list = entries.within(self.shape());
        self.slice_move(D::info(list))
    }
}
