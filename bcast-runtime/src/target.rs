//! What can be written: the places on the left of `.=` and its kin.

use crate::element::{Element, each_element};
use crate::operand::{FewAxes, Leaf, OperandAxes, RawOperand};
use crate::place::{Here, OutOfCore};
use crate::rank::{Full, Rank, Rk, Scalar, rk};
use ndarray::{ArrayBase, ArrayRef, DataMut, Dimension, IntoDimension, Ix1};
use std::marker::PhantomData;

/// Something that `.=`, `.+=` .. can write: an array, a mutable view, a slice, a `Vec`, a number.
///
/// Its sizes are the output's: it never grows.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be assigned to",
    label = "cannot be written element by element",
    note = "a target is an array, `&mut` array, `ArrayViewMut`, mutable slice, `Vec` or number variable",
    note = "a container with structure is one where `#[structured]` stands in front"
)]
pub trait Target {
    /// The type of one element, `Copy + Send + Sync`.
    type Elem;
    /// How many axes it has, as a type.
    type Rank;
    /// Borrows the elements to write them.
    fn target(&mut self) -> Goal<'_, Self::Elem, Self::Rank>;
}

/// A borrowed target: where its elements are, and their type `E` and rank `R`.
pub struct Goal<'a, E, R> {
    raw: RawOperand<'a>,
    types: PhantomData<fn() -> (E, R)>,
}

impl<'a, E: Element> Goal<'a, E, Scalar> {
    /// A single place.
    #[inline]
    pub fn value(place: &'a mut E) -> Self {
        // SAFETY: `place` is one exclusive `E` without axes.
        unsafe { Goal::new(place, OperandAxes::single()) }
    }
}

impl<'a, E: Copy + Send + Sync, D: Dimension> Goal<'a, E, Full<D>> {
    /// Elements in memory that a container of yours keeps by itself, as [`Leaf::from_raw`] has them.
    ///
    /// # Safety
    /// 1. and 2. as for [`Leaf::from_raw`], but that nobody else reads or writes them for `'a`.
    /// 3. Elements with different indices do not overlap.
    #[inline]
    pub unsafe fn from_raw<const AXES: usize>(ptr: *mut E, sizes: [usize; AXES], strides: [isize; AXES]) -> Self
    where
        [usize; AXES]: IntoDimension<Dim = D>,
    {
        // SAFETY: whoever calls promises so; there are as many axes as `D` has, which follows from the list.
        unsafe { Goal::new(ptr, OperandAxes::few(FewAxes::of(sizes, strides))) }
    }
}

impl<'a, E: Copy + Send + Sync, D: Dimension> Goal<'a, E, Full<D>> {
    /// An array of these sizes of which only this block is here, as [`Leaf::from_block`] has it.
    ///
    /// # Panics
    /// As there.
    #[inline]
    pub fn from_block(block: &'a mut ArrayRef<E, D>, sizes: &'a [usize], cut: &'a Here) -> Self {
        cut.check(block.shape(), sizes);
        let ptr = block.as_mut_ptr();
        let axes = OperandAxes::array(sizes, block.strides()).exact(true);
        // SAFETY: raw operand 3 and 4: the block is borrowed to be written, and has been checked; what can be written
        // of an array has places of its own.
        Goal { raw: unsafe { RawOperand::part(ptr, axes, cut) }, types: PhantomData }
    }

    /// As [`Leaf::across`] has it.
    pub(crate) fn across(sizes: &'a [usize], strides: &'a [isize], axis: usize) -> Self {
        let axes = OperandAxes::array(sizes, strides).exact(true);
        Goal { raw: RawOperand::across::<E>(axes, axis), types: PhantomData }
    }

    /// An array that is in no memory, as [`Leaf::out_of_core`] has it, which its place writes.
    ///
    /// # Safety
    /// As for [`Leaf::out_of_core`]; nobody else reads or writes it for `'a`.
    ///
    /// # Panics
    /// As for [`Leaf::out_of_core`].
    pub unsafe fn out_of_core(array: &'a dyn OutOfCore, sizes: &'a [usize], strides: &'a [isize]) -> Self {
        assert!(D::NDIM.is_none_or(|rank| rank == sizes.len()), "as many axes as the rank has");
        let axes = OperandAxes::array(sizes, strides).exact(true);
        Goal { raw: RawOperand::out_of_core(array, size_of::<E>(), axes), types: PhantomData }
    }
}

impl<'a, E, R> Goal<'a, E, R> {
    /// # Safety
    /// Every element that the pointer and the axes describe is an initialised `E`, borrowed exclusively for `'a`,
    /// at an address of its own; `E` is `Copy + Send + Sync`; a static rank `R` is the number of axes.
    #[inline]
    pub(crate) unsafe fn new(ptr: *mut E, axes: OperandAxes<'a>) -> Self {
        // SAFETY: the contract is that of invariants 1 and 3 of operands.
        Goal { raw: unsafe { RawOperand::memory(ptr, axes.exact(true)) }, types: PhantomData }
    }

    #[inline]
    pub(crate) fn raw(&self) -> RawOperand<'a> {
        self.raw
    }
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Target for $t {
            type Elem = $t;
            type Rank = Scalar;
            #[inline(always)]
            fn target(&mut self) -> Goal<'_, $t, Scalar> {
                Goal::value(self)
            }
        }
    )*};
}
each_element! { numbers }

#[diagnostic::do_not_recommend]
impl<A: Copy + Send + Sync, D: Dimension> Target for ArrayRef<A, D> {
    type Elem = A;
    type Rank = Full<D>;
    #[inline]
    fn target(&mut self) -> Goal<'_, A, Full<D>> {
        let ptr = self.as_mut_ptr();
        // SAFETY: the array lends its elements exclusively; a mutable array's elements are distinct.
        unsafe { Goal::new(ptr, OperandAxes::array(self.shape(), self.strides())) }
    }
}

#[diagnostic::do_not_recommend]
impl<S: DataMut<Elem: Copy + Send + Sync>, D: Dimension> Target for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Rank = Full<D>;
    #[inline]
    fn target(&mut self) -> Goal<'_, S::Elem, Full<D>> {
        (**self).target()
    }
}

#[diagnostic::do_not_recommend]
impl<A: Copy + Send + Sync> Target for [A] {
    type Elem = A;
    type Rank = Full<Ix1>;
    #[inline]
    fn target(&mut self) -> Goal<'_, A, Full<Ix1>> {
        // SAFETY: the slice lends `len` adjacent elements exclusively.
        unsafe { Goal::new(self.as_mut_ptr(), OperandAxes::line(self.len())) }
    }
}

#[diagnostic::do_not_recommend]
impl<A: Copy + Send + Sync, const N: usize> Target for [A; N] {
    type Elem = A;
    type Rank = Full<Ix1>;
    #[inline]
    fn target(&mut self) -> Goal<'_, A, Full<Ix1>> {
        self.as_mut_slice().target()
    }
}

#[diagnostic::do_not_recommend]
impl<A: Copy + Send + Sync> Target for Vec<A> {
    type Elem = A;
    type Rank = Full<Ix1>;
    #[inline]
    fn target(&mut self) -> Goal<'_, A, Full<Ix1>> {
        self.as_mut_slice().target()
    }
}

#[diagnostic::do_not_recommend]
impl<X: Target + ?Sized> Target for &mut X {
    type Elem = X::Elem;
    type Rank = X::Rank;
    #[inline]
    fn target(&mut self) -> Goal<'_, X::Elem, X::Rank> {
        (**self).target()
    }
}

#[diagnostic::do_not_recommend]
impl<X: Target + ?Sized> Target for Box<X> {
    type Elem = X::Elem;
    type Rank = X::Rank;
    #[inline]
    fn target(&mut self) -> Goal<'_, X::Elem, X::Rank> {
        (**self).target()
    }
}

/// The rank of a target.
#[inline]
pub fn target_rank<E, R>(_: &Goal<'_, E, R>) -> Rk<R> {
    rk()
}

/// A target of which the call does not need what it has before.
pub fn unread<'a, E, R>(target: Goal<'a, E, R>) -> Goal<'a, E, R> {
    Goal { raw: target.raw.reading(false), types: PhantomData }
}

/// The elements of a target, as they are when a pass reads them.
#[inline]
pub fn old<'a, E, R>(target: &Goal<'a, E, R>) -> Leaf<'a, E, R> {
    // SAFETY: the target has its elements for `'a`; only the engine reads and writes them, one pass after the other.
    unsafe { Leaf::new(target.raw.reading(true).with_axes(|own| own.exact(false))) }
}

/// The elements of a target for a pass that does not write it, but runs over its axes.
#[inline]
pub fn unwritten<'a, E, R>(target: &Goal<'a, E, R>) -> Leaf<'a, E, R> {
    // SAFETY: as for `old`.
    unsafe { Leaf::new(target.raw) }
}

/// A target whose axes have names, as [`named`](crate::operand::named) operands do.
#[inline]
pub fn named_target<'a, E, R: Rank>(target: Goal<'a, E, R>, axes: &'static [u8]) -> Goal<'a, E, R> {
    Goal { raw: target.raw.with_axes(|own| own.named::<R>(axes)), types: PhantomData }
}

/// The same target for another pass of the same call: passes follow each other.
#[inline]
pub fn again<'a, E, R>(target: &Goal<'a, E, R>) -> Goal<'a, E, R> {
    Goal { raw: target.raw, types: PhantomData }
}

/// Borrows a place by method call, which reborrows a `&mut` variable that is not itself `mut`.
pub trait Reborrow {
    #[doc(hidden)]
    #[inline]
    fn __bcast_place(&mut self) -> &mut Self {
        self
    }
}
impl<X: ?Sized> Reborrow for X {}
