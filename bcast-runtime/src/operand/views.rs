//! Leaves as the passes of a call see them: through maps, by names, beside what reductions left.

use super::{Along, Leaf, Lies, Mappable, OperandAxes, reach_of};
use crate::given::Given;
use crate::rank::{Numbers, Rank, Rk, Varies, rk};
use std::marker::PhantomData;

/// The rank of an operand.
#[inline]
pub fn rank<L: Lies>(_: &L) -> Rk<L::Rank> {
    rk()
}

/// What a pass does not read, but for its sizes.
#[inline]
pub fn bare<L: Lies>(leaf: L) -> L::Bare {
    leaf.bare()
}

/// `v @ (axes)`: the output axis of each axis of the operand.
#[inline]
pub fn mapped<'a, const REACH: usize, R, L: Mappable<'a> + Lies<Rank = R>>(
    leaf: L,
    axes: &'static [u8],
) -> L::Mapped<REACH> {
    lying(leaf, axes, Along::Axes(axes))
}

/// The same for an operand inside `(..) @ (axes)`: a single value stays one.
#[inline]
pub fn placed<'a, const REACH: usize, R, L: Mappable<'a> + Lies<Rank = R>>(
    leaf: L,
    axes: &'static [u8],
) -> L::Mapped<REACH> {
    let along = match leaf.lies() {
        Along::Kept(reduced, _) => Along::KeptWithin(reduced, axes),
        _ => Along::AxesUnlessSingle(axes),
    };
    lying(leaf, axes, along)
}

#[inline]
fn lying<'a, const REACH: usize, L: Mappable<'a>>(leaf: L, axes: &'static [u8], along: Along) -> L::Mapped<REACH> {
    // Kernels rely on it: see `OperandAxes::constant_along_rows`.
    assert_eq!(reach_of(axes), REACH);
    leaf.map(along)
}

/// An operand whose axes have names: those of its pass, in their order. Where types do not tell how many axes it has,
/// `axes` does, and the call compares.
#[inline]
pub fn named<'a, R: Rank, L: Mappable<'a> + Lies<Rank = R>>(leaf: L, axes: &'static [u8]) -> L::Turned {
    let along = if R::NDIM.is_none() { Along::Axes(axes) } else { leaf.lies() };
    leaf.turn(along)
}

/// `v @ {axes}`: along axes that a value says.
#[inline]
pub fn given<'a, L: Mappable<'a>>(leaf: L, axes: Given) -> L::Turned {
    leaf.turn(Along::Given(axes))
}

/// `#[numpy]`: the last axis of the operand is the last of the output.
#[inline]
pub fn align<'a, L: Mappable<'a>>(leaf: L) -> L::Turned {
    leaf.turn(Along::Right)
}

/// What a reduction left, inside a mapped part whose other operands have these ranks.
#[inline]
pub fn beside<'a, const REACH: usize, E, R, N: Numbers>(leaf: Leaf<'a, E, R, REACH>, _: N) -> Leaf<'a, E, R, REACH> {
    Leaf { raw: leaf.raw.with_axes(|own| own.beside(N::SINGLE)), types: PhantomData }
}

/// What a reduction over these axes kept. If the last of them is the last axis of what was reduced, kernels for rows
/// read it once a row.
#[inline]
pub fn kept<'a, const REDUCED: usize, E, R: Varies>(
    leaf: Leaf<'a, E, R>,
    axes: &'static [u8],
) -> Leaf<'a, E, R, 0, REDUCED> {
    // Kernels rely on it: see `OperandAxes::constant_along_rows`.
    assert_eq!(axes.last().map_or(0, |&last| last as usize + 1), REDUCED);
    // Where the types do not tell the rank of what was reduced, the call does.
    let with_source = |own: OperandAxes<'a>| match own.lies() {
        Along::Kept(..) => own.along(Along::Kept(axes, R::SOURCE)),
        Along::Same if !axes.is_empty() && R::VARIES => own.along(Along::Kept(axes, 0)),
        _ => own,
    };
    Leaf { raw: leaf.raw.with_axes(with_source), types: PhantomData }
}

/// What a stage kept of a part that is made of reductions over these axes, and of operands of these ranks.
#[inline]
pub fn left<'a, E, R, N: Numbers>(leaf: Leaf<'a, E, R>, axes: &'static [u8], _: N) -> Leaf<'a, E, R> {
    Leaf { raw: leaf.raw.with_axes(|own| own.left(axes, N::SINGLE)), types: PhantomData }
}

/// What a reduction left, which says the shape of a pass: nothing in it may be larger.
#[inline]
pub fn exact_left<E, R>(leaf: Leaf<'_, E, R>) -> Leaf<'_, E, R> {
    Leaf { raw: leaf.raw.with_axes(|own| own.along(Along::Same).exact(true)), types: PhantomData }
}

/// What a stage kept of a mapped part: its axes are the first ones.
#[inline]
pub fn first<E, R>(leaf: Leaf<'_, E, R>) -> Leaf<'_, E, R> {
    Leaf { raw: leaf.raw.with_axes(|own| own.along(Along::First)), types: PhantomData }
}

impl OperandAxes<'_> {
    /// What a reduction left in a part. If all else in the part are `numbers`, the part has the rank that was left.
    #[inline]
    pub(crate) fn beside(self, numbers: bool) -> Self {
        match self.lies() {
            Along::KeptWithin(_, map) if numbers => self.along(Along::AxesUnlessSingle(map)),
            _ => self,
        }
    }

    /// What a stage kept of a part that is made of reductions over these axes. Unless all else in the part are
    /// `numbers`, it is an array like any other.
    #[inline]
    pub(crate) fn left(self, axes: &'static [u8], numbers: bool) -> Self {
        if numbers { self.along(Along::Kept(axes, 0)) } else { self }
    }
}
