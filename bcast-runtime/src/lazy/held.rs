//! What an expression keeps of its operands: what the user wrote, evaluated, and along which axes it lies.

use crate::element::Element;
use crate::operand::reads::Reads;
use crate::operand::{Along, Lies, Mappable, Operand, OperandAxes, RawOperand, Table};
use crate::rank::{Rank, Rk};
use ndarray::{ArrayView, Dimension};
use std::marker::PhantomData;

/// A balanced tree of operands that an expression keeps.
///
/// # Safety
/// `each` pushes the operands of `Leaves`, in order, with elements of these types.
pub unsafe trait Holds {
    /// One element of each.
    type Elems;
    /// What kernels read.
    type Leaves: Reads<Elems = Self::Elems>;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>));
}
// SAFETY: there is none.
unsafe impl Holds for () {
    type Elems = ();
    type Leaves = ();
    #[inline]
    fn each<'s>(&'s self, _: &mut impl FnMut(RawOperand<'s>)) {}
}
// SAFETY: first those of one half, then those of the other.
unsafe impl<A: Holds, B: Holds> Holds for (A, B) {
    type Elems = (A::Elems, B::Elems);
    type Leaves = (A::Leaves, B::Leaves);
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
}

/// Where a leaf of type `L` lies.
pub struct Place<L> {
    along: Along,
    types: PhantomData<fn() -> L>,
}

/// Where a leaf lies. It borrows nothing.
#[inline]
pub fn place<L: Lies>(leaf: &L) -> Place<L::Type> {
    Place { along: leaf.lies(), types: PhantomData }
}

/// An operand of the user's.
pub struct Held<X, L> {
    operand: X,
    place: Place<L>,
}

/// Keeps an operand, of whose leaf this is the place.
#[inline]
pub fn held<'x, X, L>(place: Place<L>, operand: X) -> Held<X, L>
where
    X: Operand + 'x,
    L: Lies<Rank = X::Rank, Inside = <X::Leaf<'x> as Lies>::Inside> + Reads<Elems = X::Elem>,
{
    Held { operand, place }
}

// SAFETY: only `held` makes one: the leaf of the operand is of the same kind, rank and elements as `L`, and lies as the
// leaf of type `L` did.
unsafe impl<X: Operand, L: Lies> Holds for Held<X, L> {
    type Elems = L::Elems;
    type Leaves = L;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.operand.leaf().push(self.place.along, L::TURNED, push);
    }
}

/// What a stage has yielded: a reduction in the expression, computed when that was made.
pub struct HeldResult<K: Rank, L: Reads> {
    result: K::Out<L::Elems>,
    place: Place<L>,
}

/// Keeps what a stage has yielded, of whose leaf this is the place.
#[inline]
pub fn held_result<K: Rank, L>(place: Place<L>, _: Rk<K>, result: K::Out<L::Elems>) -> HeldResult<K, L>
where
    L: Lies<Rank = K, Inside = ()> + Reads<Elems: Copy + Sync>,
{
    HeldResult { result, place }
}

// SAFETY: only `held_result` makes one: the elements are of this type, and lie as those of the stage would.
unsafe impl<K: Rank, L: Reads> Holds for HeldResult<K, L> {
    type Elems = L::Elems;
    type Leaves = L;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        let (first, axes) = K::elements(&self.result);
        let axes = axes.map_or_else(OperandAxes::single, |(sizes, strides)| OperandAxes::array(sizes, strides));
        // SAFETY: the result lends its initialised elements, at these strides.
        push(unsafe { RawOperand::memory(first, axes.along(self.place.along)) });
    }
}

/// An array that is looked up in.
pub struct HeldTable<'t, E, const N: usize>(Table<'t, E, N>);

/// Keeps an array that is looked up in.
#[inline]
pub fn held_table<'t, E, const N: usize>(table: &Table<'t, E, N>) -> HeldTable<'t, E, N> {
    HeldTable(*table)
}

// SAFETY: one item, a table.
unsafe impl<'t, E: 't, const N: usize> Holds for HeldTable<'t, E, N> {
    type Elems = Table<'t, E, N>;
    type Leaves = &'t Table<'t, E, N>;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(RawOperand::value(&self.0));
    }
}

/// Keeps a place by reference, for as long as it is borrowed where it stands: what is one already stays what it is.
pub trait ByReference {
    #[doc(hidden)]
    #[inline]
    fn __bcast_shared(&self) -> &Self {
        self
    }
    #[doc(hidden)]
    #[inline]
    fn __bcast_held(&self) -> &Self {
        self
    }
}
impl<X: ?Sized> ByReference for X {}

/// Keeps the value of a place that is as small as a reference, or is one: found before [`ByReference`].
pub trait ByValue: Copy {
    #[doc(hidden)]
    #[inline]
    fn __bcast_held(self) -> Self {
        self
    }
}
impl<T: Element> ByValue for T {}
impl<A, D: Dimension + Copy> ByValue for ArrayView<'_, A, D> {}
