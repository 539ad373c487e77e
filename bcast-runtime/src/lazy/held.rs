//! What an expression keeps of its operands: what the user wrote, evaluated, and along which axes it lies.

use crate::element::Element;
use crate::given::Given;
use crate::operand::reads::Reads;
use crate::operand::{Along, Leaf, Lies, Mappable, Operand, OperandAxes, RawOperand, Table, reach_of};
use crate::rank::{Rank, Varies};
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

/// An operand of the user's, whose leaf of type `L` lies along these axes.
pub struct Held<X, L> {
    operand: X,
    along: Along,
    types: PhantomData<fn() -> L>,
}

// SAFETY: only functions of this module make one, so the leaf of the operand, laid along these axes, is of type `L`,
// but for its lifetime.
unsafe impl<X: Operand, L: Lies> Holds for Held<X, L> {
    type Elems = L::Elems;
    type Leaves = L;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.operand.leaf().push(self.along, L::TURNED, push);
    }
}

type Plain<'x, X> = Held<X, <X as Operand>::Leaf<'x>>;
type Mapped<'x, X, const REACH: usize> = Held<X, <<X as Operand>::Leaf<'x> as Mappable<'x>>::Mapped<REACH>>;
type Turned<'x, X> = Held<X, <<X as Operand>::Leaf<'x> as Mappable<'x>>::Turned>;

/// Keeps an operand. Its leaf has any lifetime for which it can be kept.
#[inline]
pub fn held<'x, X: Operand + 'x>(operand: X) -> Plain<'x, X> {
    Held { operand, along: Along::Same, types: PhantomData }
}

/// The same for `v @ (axes)`.
#[inline]
pub fn held_mapped<'x, const REACH: usize, X: Operand + 'x>(operand: X, axes: &'static [u8]) -> Mapped<'x, X, REACH> {
    lying(operand, axes, Along::Axes(axes))
}

/// The same inside `(..) @ (axes)`: a single value stays one.
#[inline]
pub fn held_placed<'x, const REACH: usize, X: Operand + 'x>(operand: X, axes: &'static [u8]) -> Mapped<'x, X, REACH> {
    lying(operand, axes, Along::AxesUnlessSingle(axes))
}

#[inline]
fn lying<'x, const REACH: usize, X: Operand + 'x>(
    operand: X,
    axes: &'static [u8],
    along: Along,
) -> Mapped<'x, X, REACH> {
    // Kernels rely on it: see `OperandAxes::constant_along_rows`.
    assert_eq!(reach_of(axes), REACH);
    Held { operand, along, types: PhantomData }
}

/// The same for an operand whose axes have names.
#[inline]
pub fn held_named<'x, X: Operand<Rank: Rank> + 'x>(operand: X, axes: &'static [u8]) -> Turned<'x, X> {
    let along = if X::Rank::NDIM.is_none() { Along::Axes(axes) } else { Along::Same };
    Held { operand, along, types: PhantomData }
}

/// The same for `v @ {axes}`.
#[inline]
pub fn held_given<'x, X: Operand + 'x>(operand: X, axes: Given) -> Turned<'x, X> {
    Held { operand, along: Along::Given(axes), types: PhantomData }
}

/// The same where the last axis of the operand is the last of the expression.
#[inline]
pub fn held_aligned<'x, X: Operand + 'x>(operand: X) -> Turned<'x, X> {
    Held { operand, along: Along::Right, types: PhantomData }
}

/// What a stage has yielded: a reduction in the expression, computed when that was made.
pub struct HeldResult<K: Rank, L: Reads> {
    result: K::Out<L::Elems>,
    along: Along,
    types: PhantomData<fn() -> L>,
}

/// Keeps what a stage has yielded, in the place of its leaf.
#[inline]
pub fn held_result<E: Copy + Sync, K: Rank + Varies, const REACH: usize, const REDUCED: usize>(
    place: Place<E, K, REACH, REDUCED>,
    result: K::Out<E>,
) -> HeldResult<K, Leaf<'static, E, K, REACH, REDUCED>> {
    HeldResult { result, along: place.along, types: PhantomData }
}

/// Where a leaf of a stage lies. It borrows nothing.
pub struct Place<E, K, const REACH: usize, const REDUCED: usize> {
    along: Along,
    types: PhantomData<fn() -> (E, K)>,
}

/// Where a leaf of a stage lies.
#[inline]
pub fn place<E, K: Varies, const REACH: usize, const REDUCED: usize>(
    leaf: &Leaf<'_, E, K, REACH, REDUCED>,
) -> Place<E, K, REACH, REDUCED> {
    Place { along: leaf.lies(), types: PhantomData }
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
        push(unsafe { RawOperand::memory(first, axes.along(self.along)) });
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
