//! Trees of operands, targets and results, as a call passes them.

use super::operand::{Erased, GpuGoal, GpuLeaf};
use crate::engine::streams::New;
use crate::gpu::device::array::GpuArray;
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::memory::GpuMemory;
use ndarray::Dimension;

/// A tree of operands.
pub trait Reads {
    /// One element of each.
    type Elems;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(Erased<'s>));
}
impl Reads for () {
    type Elems = ();
    fn each<'s>(&'s self, _: &mut impl FnMut(Erased<'s>)) {}
}
impl<A: Reads, B: Reads> Reads for (A, B) {
    type Elems = (A::Elems, B::Elems);
    fn each<'s>(&'s self, push: &mut impl FnMut(Erased<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
}
impl<E, R, const REACH: usize> Reads for GpuLeaf<'_, E, R, REACH> {
    type Elems = E;
    fn each<'s>(&'s self, push: &mut impl FnMut(Erased<'s>)) {
        push(self.erased());
    }
}

/// A tree of targets.
pub trait Goals {
    /// One old element of each.
    type Olds;
    /// One new element of each.
    type News;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(Erased<'s>));
}
impl Goals for () {
    type Olds = ();
    type News = ();
    fn each<'s>(&'s self, _: &mut impl FnMut(Erased<'s>)) {}
}
impl<A: Goals, B: Goals> Goals for (A, B) {
    type Olds = (A::Olds, B::Olds);
    type News = (A::News, B::News);
    fn each<'s>(&'s self, push: &mut impl FnMut(Erased<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
}
impl<E: GpuElement, R> Goals for GpuGoal<'_, E, R> {
    type Olds = E;
    type News = New<E>;
    fn each<'s>(&'s self, push: &mut impl FnMut(Erased<'s>)) {
        push(self.erased());
    }
}

/// A new array without its type; without memory where only the text of kernels is asked for.
pub struct Made {
    pub(crate) memory: Option<GpuMemory>,
    pub(crate) sizes: Vec<usize>,
    pub(crate) strides: Vec<isize>,
}

/// A tree of results.
pub trait Fresh {
    /// What they become with the dimension type `D`.
    type Out<D: Dimension>;
    #[doc(hidden)]
    fn finish<D: Dimension>(make: &mut impl FnMut() -> Made) -> Self::Out<D>;
}
impl Fresh for () {
    type Out<D: Dimension> = ();
    fn finish<D: Dimension>(_: &mut impl FnMut() -> Made) {}
}
impl<A: Fresh, B: Fresh> Fresh for (A, B) {
    type Out<D: Dimension> = (A::Out<D>, B::Out<D>);
    fn finish<D: Dimension>(make: &mut impl FnMut() -> Made) -> Self::Out<D> {
        (A::finish::<D>(make), B::finish::<D>(make))
    }
}
// The types are those of the steps that results come from: what is wrong with one is said there.
impl<T> Fresh for New<T> {
    type Out<D: Dimension> = GpuArray<T, D>;
    fn finish<D: Dimension>(make: &mut impl FnMut() -> Made) -> GpuArray<T, D> {
        let made = make();
        let memory = made.memory.expect("a pass on a device takes memory");
        GpuArray::new(memory, &made.sizes, made.strides)
    }
}
