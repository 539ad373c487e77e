//! What a call on a GPU reads and writes: arrays on the device, and arrays and numbers of the host.

use crate::Operand;
use crate::gpu::device::array::{GpuArray, Place};
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::{GpuMemory, Later};
use crate::gpu::device::types::Type;
use crate::gpu::device::value::GpuValue;
use crate::operand::{Along, HasAxes, Mappable, OperandAxes, Positions, RawOperand, Source};
use crate::rank::Full;
use ndarray::Dimension;
use std::borrow::{Borrow, BorrowMut};
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Something that can stand in a dotted expression on a GPU: a [`GpuArray`], a view of one, or a reference to either;
/// or what can stand in one on the processor, if its elements are those of a GPU: numbers, which become parameters, and
/// arrays, which are copied to the device for the call.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be an operand on a GPU",
    label = "neither an array nor a number that kernels can read",
    note = "an operand is a `GpuArray`, or on the host an array or a number with elements of type f32, i8 \
            to i32, u8 to u32, bool, f16, f64, i64 or u64"
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
    pub(super) axes: OperandAxes<'a>,
    pub(super) origin: Origin<'a>,
    pub(super) element: Type,
    pub(super) types: PhantomData<fn() -> (E, R)>,
}
impl<E, R, const REACH: usize> Clone for GpuLeaf<'_, E, R, REACH> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, R, const REACH: usize> Copy for GpuLeaf<'_, E, R, REACH> {}

/// A borrowed target.
pub struct GpuGoal<'a, E, R> {
    pub(super) axes: OperandAxes<'a>,
    pub(super) place: Place<'a>,
    pub(super) types: PhantomData<fn() -> (E, R)>,
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
    /// Computed by a function of the user's, or an expression: no kernel can call it.
    Function,
    /// On the host: this writes them as they lie on the device, row by row.
    Host(Host<'a>),
    /// A shape without elements.
    Shape,
    /// The position of each element along the axes that are reduced.
    Position,
    /// An array that is looked up in.
    Table(Table<'a>),
    /// A stage that failed.
    Failed,
}

/// An array that is looked up in.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    pub(super) axes: OperandAxes<'a>,
    pub(super) at: At<'a>,
}

/// Where the array is.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Device(Place<'a>),
    Host(Host<'a>),
}

impl Table<'_> {
    /// How many axes it has.
    pub(super) fn rank(&self) -> usize {
        self.axes.sizes().len()
    }

    /// The parameters: the place of the first element, 0, then the size and the stride of each axis.
    pub(super) fn words(&self) -> Vec<u32> {
        let sizes = self.axes.sizes();
        let dense = row_major(sizes);
        let (start, stride): (usize, &dyn Fn(usize) -> isize) = match self.at {
            At::Device(place) => (place.start, &|axis| self.axes.stride(axis)),
            At::Host(_) => (0, &|axis| dense[axis]),
        };
        let axes = sizes.iter().enumerate().flat_map(|(axis, &size)| [size as u32, stride(axis) as u32]);
        [start as u32, 0].into_iter().chain(axes).collect()
    }
}

/// An operand on the host, with what appends its elements.
///
/// Invariant: the operand has elements of the type that the function is for.
#[derive(Clone, Copy)]
pub(super) struct Host<'a> {
    raw: RawOperand<'a>,
    gather: unsafe fn(&RawOperand, &mut Vec<u8>),
}

impl<'a> Host<'a> {
    pub(super) fn append(&self, bytes: &mut Vec<u8>) {
        // SAFETY: by the invariant.
        unsafe { (self.gather)(&self.raw, bytes) }
    }

    pub(super) fn axes(&self) -> &OperandAxes<'a> {
        self.raw.axes()
    }

    /// Where it begins, if it is stored.
    pub(super) fn memory_ptr(&self) -> Option<*mut u8> {
        self.raw.memory_ptr()
    }
}

impl<'a> Host<'a> {
    /// # Safety
    /// The operand has elements of type `T`.
    pub(super) unsafe fn new<T: GpuElement>(raw: RawOperand<'a>) -> Self {
        Host { raw, gather: gather::<T> }
    }
}

/// An operand without its types.
#[derive(Clone, Copy)]
pub struct Erased<'a> {
    pub(super) axes: OperandAxes<'a>,
    pub(super) origin: Origin<'a>,
    pub(crate) element: Type,
}

impl HasAxes for Erased<'_> {
    fn axes(&self) -> &OperandAxes<'_> {
        &self.axes
    }
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
        GpuLeaf { axes: OperandAxes::array(sizes, strides).along(along), origin, element, types: PhantomData }
    }

    pub(crate) fn failed() -> Self {
        GpuLeaf { axes: OperandAxes::single(), origin: Origin::Failed, element: Type::U32, types: PhantomData }
    }
}

#[diagnostic::do_not_recommend]
impl<X: Operand<Elem: GpuElement> + ?Sized> GpuOperand for X {
    type Elem = X::Elem;
    type Rank = X::Rank;
    fn leaf(&self) -> GpuLeaf<'_, X::Elem, X::Rank> {
        let raw = first(Operand::leaf(self));
        let origin = match raw.axes().is_of_expression() {
            true => Origin::Function,
            // SAFETY: the operand has elements of this type.
            false => unsafe { origin::<X::Elem>(raw) },
        };
        GpuLeaf { axes: *raw.axes(), origin, element: X::Elem::TYPE, types: PhantomData }
    }
}

/// What says of an operand where it is.
pub(super) fn first<'a>(leaf: impl Mappable<'a>) -> RawOperand<'a> {
    let mut first = None;
    leaf.push(Along::Same, false, &mut |raw| {
        first.get_or_insert(raw);
    });
    first.expect("an operand is something")
}

/// How kernels read an operand of the host: as a number if it is one value, by counting if it counts, and else as a
/// copy, which kernels cannot have of what functions of the user's compute.
///
/// # Safety
/// The operand has elements of type `T`.
unsafe fn origin<T: GpuElement>(raw: RawOperand) -> Origin {
    match raw.source() {
        Source::Memory(ptr) if raw.axes().sizes().is_empty() => {
            // SAFETY: without axes there is one element, at index 0.
            match T::words(unsafe { *ptr.cast::<T>() }) {
                Some(words) => Origin::Number(words),
                // SAFETY: the operand has elements of this type.
                None => Origin::Host(unsafe { Host::new::<T>(raw) }),
            }
        }
        Source::Lanes(lanes) if lanes.counts() => {
            let mut first = MaybeUninit::<T>::uninit();
            // SAFETY: what counts has an element at position 0, of this type, for which there is room.
            let first = unsafe {
                lanes.fill(Positions { first: 0, step: 0, len: 1 }, first.as_mut_ptr().cast());
                first.assume_init()
            };
            Origin::Range(T::words(first).expect("what counts is a number"))
        }
        Source::Lanes(lanes) if lanes.calls() => Origin::Function,
        // SAFETY: the operand has elements of this type.
        _ => Origin::Host(unsafe { Host::new::<T>(raw) }),
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
                let axes = OperandAxes::array(self.shape(), self.strides()).exact(true);
                GpuGoal { axes, place: self.place(), types: PhantomData }
            }
        }
    )*};
}
targets! { GpuArray<T, D, M>, &mut GpuArray<T, D, M> }

/// Appends the elements of an operand in row-major order.
///
/// # Safety
/// The operand has elements of type `T`.
unsafe fn gather<T: GpuElement>(raw: &RawOperand, bytes: &mut Vec<u8>) {
    let axes = raw.axes();
    let len: usize = axes.sizes().iter().product();
    match raw.source() {
        _ if len == 0 => {}
        Source::Memory(ptr) if axes.along(Along::Same).runs_on(axes.sizes()) => {
            // SAFETY: all elements lie side by side.
            T::append(unsafe { std::slice::from_raw_parts(ptr.cast::<T>(), len) }, bytes);
        }
        Source::Memory(ptr) => (0..len).for_each(|at| {
            // SAFETY: an index below the sizes, times the strides.
            T::append(unsafe { std::slice::from_ref(&*ptr.cast::<T>().offset(place(axes, at))) }, bytes);
        }),
        Source::Lanes(lanes) => (0..len).for_each(|at| {
            let mut element = MaybeUninit::<T>::uninit();
            let positions = Positions { first: place(axes, at), step: 0, len: 1 };
            // SAFETY: the position of an index below the sizes; `fill` initialises the element.
            T::append(
                std::slice::from_ref(unsafe {
                    lanes.fill(positions, element.as_mut_ptr().cast());
                    element.assume_init_ref()
                }),
                bytes,
            );
        }),
        Source::Yielded(_) => unreachable!("operands of the host are no stage's"),
        Source::Part(..) | Source::Across(_) | Source::OutOfCore(_) | Source::Unread(_) => {
            panic!("an array that is cut into pieces is read on its place: `#[on(&place)]`")
        }
    }
}

/// The strides times the index of an element, by its number in row-major order.
fn place(axes: &OperandAxes, number: usize) -> isize {
    let (mut rest, mut place) = (number, 0);
    for (axis, &size) in axes.sizes().iter().enumerate().rev() {
        place += axes.stride(axis) * (rest % size) as isize;
        rest /= size;
    }
    place
}

impl<E, R, const REACH: usize> GpuLeaf<'_, E, R, REACH> {
    /// Without its types.
    pub(super) fn erased(&self) -> Erased<'_> {
        Erased { axes: self.axes, origin: self.origin, element: self.element }
    }
}

impl<E: GpuElement, R> GpuGoal<'_, E, R> {
    /// Without its types.
    pub(super) fn erased(&self) -> Erased<'_> {
        Erased { axes: self.axes, origin: Origin::Device(self.place), element: E::TYPE }
    }
}
