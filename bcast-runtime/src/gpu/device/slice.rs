//! `x[1.., 0]` of arrays on the device, and their last axis as the components of vectors.

use super::array::{GpuArray, GpuView, GpuViewMut};
use super::element::GpuElement;
use super::memory::GpuMemory;
use crate::containers::{Components, ComponentsMut};
use crate::slice::{Cut, Entries, Slice, SliceMut, Sliced};
use ndarray::{Dimension, RemoveAxis};
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

#[diagnostic::do_not_recommend]
impl<T: GpuElement, D: RemoveAxis, M: Borrow<GpuMemory>> Components for GpuArray<T, D, M> {
    type Vectors<'a, const N: usize>
        = GpuView<'a, [T; N], D::Smaller>
    where
        Self: 'a;
    #[track_caller]
    fn vectors<const N: usize>(&self) -> Self::Vectors<'_, N> {
        self.view().into_vectors()
    }
}

#[diagnostic::do_not_recommend]
impl<T: GpuElement, D: RemoveAxis, M: BorrowMut<GpuMemory>> ComponentsMut for GpuArray<T, D, M> {
    type Vectors<'a, const N: usize>
        = GpuViewMut<'a, [T; N], D::Smaller>
    where
        Self: 'a;
    #[track_caller]
    fn vectors_mut<const N: usize>(&mut self) -> Self::Vectors<'_, N> {
        self.view_mut().into_vectors()
    }
}
