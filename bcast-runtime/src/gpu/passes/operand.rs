//! What a call on a GPU reads and writes: arrays on the device, and arrays and numbers of the host.

use crate::Operand;
use crate::engine::streams::New;
use crate::gpu::device::array::{GpuArray, Place};
use crate::gpu::device::element::sealed::Device as _;
use crate::gpu::device::element::{GpuElement, Type, append};
use crate::gpu::device::memory::{GpuMemory, Later};
use crate::operand::{Along, Geometry, RawOperand};
use crate::rank::{Full, Rk};
use ndarray::Dimension;
use std::borrow::{Borrow, BorrowMut};
use std::marker::PhantomData;

/// Something that can stand in a dotted expression on a GPU: a [`GpuArray`], a view of one, or a reference to either;
/// or what can stand in one on the processor, if its elements are those of a GPU: numbers, which become parameters, and
/// arrays, which are copied to the device for the call.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be an operand on a GPU",
    label = "neither an array nor a number that kernels can read",
    note = "an operand is a `GpuArray`, or on the host an array or a number with elements of type f32, i32, \
            u32, bool, f16, f64, i64 or u64"
)]
pub trait GpuOperand {
    /// The type of one element.
    type Elem: GpuElement;
    /// How many axes it has, as a type.
    type Rank;
    /// Borrows it.
    fn leaf(&self) -> GpuLeaf<'_, Self::Elem, Self::Rank>;
}

/// Something that `.=` and its kin can write on a GPU: a [`GpuArray`] or a [`GpuViewMut`](crate::GpuViewMut), also
/// behind `&mut`.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be assigned to on a GPU",
    label = "not something on the device that can be written",
    note = "a target is a `GpuArray`, or a part of one: `y.slice_mut(s![..])`; to fill an array of the host, \
            download the result: `bcast!(#[gpu(&gpu)] ..).download()?`"
)]
pub trait GpuTarget {
    /// The type of one element.
    type Elem: GpuElement;
    /// How many axes it has, as a type.
    type Rank;
    /// Borrows it to write it.
    fn target(&mut self) -> GpuGoal<'_, Self::Elem, Self::Rank>;
}

/// A borrowed operand.
pub struct GpuLeaf<'a, E, R, const REACH: usize = 0> {
    raw: RawOperand<'a>,
    origin: Origin<'a>,
    element: Type,
    types: PhantomData<fn() -> (E, R)>,
}
impl<E, R, const REACH: usize> Clone for GpuLeaf<'_, E, R, REACH> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, R, const REACH: usize> Copy for GpuLeaf<'_, E, R, REACH> {}

/// A borrowed target.
pub struct GpuGoal<'a, E, R> {
    raw: RawOperand<'a>,
    place: Place<'a>,
    types: PhantomData<fn() -> (E, R)>,
}

/// Where the elements of an operand are.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    /// On the device.
    Device(Place<'a>),
    /// What a stage leaves.
    Stage(&'a Later),
    Number([u32; 2]),
    /// Counted from here.
    Range([u32; 2]),
    /// On the host: this writes them as they lie on the device, row by row.
    Host(Gather),
    /// A shape without elements.
    Shape,
    /// The position of each element along the axes that are reduced.
    Position,
    /// A stage that failed.
    Failed,
}

/// Appends the elements of an operand of the host.
///
/// # Safety
/// The operand has elements of the type that the function is for.
pub(super) type Gather = unsafe fn(&RawOperand, &mut Vec<u8>);

/// An operand without its types.
#[derive(Clone, Copy)]
pub struct Erased<'a> {
    pub(super) raw: RawOperand<'a>,
    pub(super) origin: Origin<'a>,
    pub(crate) element: Type,
}

impl Erased<'_> {
    /// Where its array begins, in elements.
    pub(crate) fn start(&self) -> usize {
        if let Origin::Device(place) = self.origin { place.start } else { 0 }
    }
}

impl<'a, E, R> GpuLeaf<'a, E, R> {
    /// An array on the device; strides count elements.
    pub(super) fn on_device(
        origin: Origin<'a>,
        element: Type,
        sizes: &'a [usize],
        strides: &'a [isize],
        along: Along,
    ) -> Self {
        let raw = RawOperand { along, ..placed_nowhere(Geometry::Array(sizes, strides)) };
        GpuLeaf { raw, origin, element, types: PhantomData }
    }

    pub(crate) fn failed() -> Self {
        GpuLeaf {
            raw: placed_nowhere(Geometry::Single),
            origin: Origin::Failed,
            element: Type::U32,
            types: PhantomData,
        }
    }
}

/// An operand of which only shape and strides matter.
pub(super) fn placed_nowhere(geometry: Geometry<'_>) -> RawOperand<'_> {
    // Elements of one byte, so that strides in bytes are strides in elements.
    RawOperand::memory(std::ptr::dangling::<u8>(), geometry)
}

#[diagnostic::do_not_recommend]
impl<X: Operand<Elem: GpuElement> + ?Sized> GpuOperand for X {
    type Elem = X::Elem;
    type Rank = X::Rank;
    fn leaf(&self) -> GpuLeaf<'_, X::Elem, X::Rank> {
        let raw = Operand::leaf(self).raw();
        // SAFETY: an operand with such sizes, or one that counts, has a first element at its address.
        let first = || unsafe { *raw.ptr.cast::<X::Elem>() }.to_words();
        let origin = match raw.geometry {
            _ if raw.fill.is_some() => Origin::Range(first()),
            Geometry::Single | Geometry::Array([], _) => Origin::Number(first()),
            _ => Origin::Host(gather::<X::Elem>),
        };
        GpuLeaf { raw, origin, element: X::Elem::TYPE, types: PhantomData }
    }
}

macro_rules! arrays {
    ($($array:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> GpuOperand for $array {
            type Elem = T;
            type Rank = Full<D>;
            fn leaf(&self) -> GpuLeaf<'_, T, Full<D>> {
                GpuLeaf::on_device(Origin::Device(self.place()), T::TYPE, self.shape(), self.strides(), Along::Same)
            }
        }
    )*};
}
arrays! {
    GpuArray<T, D, M>, &GpuArray<T, D, M>, &mut GpuArray<T, D, M>, &&GpuArray<T, D, M>,
    std::sync::Arc<GpuArray<T, D, M>>
}

macro_rules! targets {
    ($($array:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: GpuElement, D: Dimension, M: BorrowMut<GpuMemory>> GpuTarget for $array {
            type Elem = T;
            type Rank = Full<D>;
            fn target(&mut self) -> GpuGoal<'_, T, Full<D>> {
                let raw = RawOperand { exact: true, ..placed_nowhere(Geometry::Array(self.shape(), self.strides())) };
                GpuGoal { raw, place: self.place(), types: PhantomData }
            }
        }
    )*};
}
targets! { GpuArray<T, D, M>, &mut GpuArray<T, D, M> }

/// # Safety
/// The operand has elements of type `T`, in memory.
unsafe fn gather<T: GpuElement>(raw: &RawOperand, bytes: &mut Vec<u8>) {
    let sizes = raw.sizes();
    let len: usize = sizes.iter().product();
    if len == 0 {
        return;
    }
    if is_dense(raw) {
        // SAFETY: all elements lie side by side.
        return append(unsafe { std::slice::from_raw_parts(raw.ptr.cast::<T>(), len) }, bytes);
    }
    for at in 0..len {
        let mut rest = at;
        let mut place = 0;
        for (axis, &size) in sizes.iter().enumerate().rev() {
            place += raw.stride(axis) * (rest % size) as isize;
            rest /= size;
        }
        // SAFETY: an index below the sizes, times the strides.
        append(unsafe { std::slice::from_ref(&*raw.ptr.cast::<T>().offset(place)) }, bytes);
    }
}

/// Whether the elements of an operand are adjacent in row-major order.
fn is_dense(raw: &RawOperand) -> bool {
    let mut step = 1;
    raw.sizes().iter().enumerate().rev().all(|(axis, &size)| {
        let is_adjacent = size == 1 || raw.stride(axis) == step;
        step *= size as isize;
        is_adjacent
    })
}

/// What `#[shape(e)]` becomes.
pub fn shape<X: Operand<Elem = ()>>(shape: &X) -> GpuLeaf<'_, (), X::Rank> {
    GpuLeaf { raw: Operand::leaf(shape).raw(), origin: Origin::Shape, element: Type::U32, types: PhantomData }
}

/// The rank of an operand.
pub fn rank<E, R, const REACH: usize>(_: &GpuLeaf<'_, E, R, REACH>) -> Rk<R> {
    crate::rank::rk()
}

/// The rank of a target.
pub fn target_rank<E, R>(_: &GpuGoal<'_, E, R>) -> Rk<R> {
    crate::rank::rk()
}

/// `v @ (axes)`
pub fn mapped<'a, const REACH: usize, E, R>(leaf: GpuLeaf<'a, E, R>, axes: &'static [u8]) -> GpuLeaf<'a, E, R, REACH> {
    let raw = RawOperand { along: Along::Axes(axes), ..leaf.raw };
    GpuLeaf { raw, origin: leaf.origin, element: leaf.element, types: PhantomData }
}

/// The same for an operand inside `(..) @ (axes)`.
pub fn placed<'a, const REACH: usize, E, R>(leaf: GpuLeaf<'a, E, R>, axes: &'static [u8]) -> GpuLeaf<'a, E, R, REACH> {
    let along = match leaf.raw.along {
        Along::Kept(reduced, _) => Along::KeptWithin(reduced, axes),
        _ => Along::AxesUnlessSingle(axes),
    };
    let raw = RawOperand { along, ..leaf.raw };
    GpuLeaf { raw, origin: leaf.origin, element: leaf.element, types: PhantomData }
}

/// What a stage kept of a part that is made of reductions over these axes.
pub fn left<'a, E, R>(leaf: GpuLeaf<'a, E, R>, axes: &'static [u8]) -> GpuLeaf<'a, E, R> {
    GpuLeaf { raw: RawOperand { along: Along::Kept(axes, 0), ..leaf.raw }, ..leaf }
}

/// What a stage kept of a mapped part.
pub fn first<E, R>(leaf: GpuLeaf<'_, E, R>) -> GpuLeaf<'_, E, R> {
    GpuLeaf { raw: RawOperand { along: Along::First, ..leaf.raw }, ..leaf }
}

/// `#[numpy]`
pub fn align<E, R>(leaf: GpuLeaf<'_, E, R>) -> GpuLeaf<'_, E, R> {
    GpuLeaf { raw: RawOperand { along: Along::Right, ..leaf.raw }, ..leaf }
}

/// The positions that `argmin` and its kin read.
pub fn position<'a>(_: usize) -> GpuLeaf<'a, usize, Full<()>> {
    GpuLeaf { raw: placed_nowhere(Geometry::Single), origin: Origin::Position, element: Type::U64, types: PhantomData }
}

/// The elements of a target, as they are when a pass reads them.
pub fn old<'a, E: GpuElement, R>(target: &GpuGoal<'a, E, R>) -> GpuLeaf<'a, E, R> {
    let raw = RawOperand { exact: false, ..target.raw };
    GpuLeaf { raw, origin: Origin::Device(target.place), element: E::TYPE, types: PhantomData }
}

/// The same target for another pass.
pub fn again<'a, E, R>(target: &GpuGoal<'a, E, R>) -> GpuGoal<'a, E, R> {
    GpuGoal { ..*target }
}

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
        push(Erased { raw: self.raw, origin: self.origin, element: self.element });
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
        push(Erased { raw: self.raw, origin: Origin::Device(self.place), element: E::TYPE });
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
