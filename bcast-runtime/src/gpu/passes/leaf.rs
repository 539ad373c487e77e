//! Operands and targets as expansions have them: with their maps, with names, in a later pass.

use super::operand::{GpuGoal, GpuLeaf, Origin, first as first_of};
use crate::Operand;
use crate::given::Given;
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::types::Type;
use crate::operand::{Along, OperandAxes};
use crate::rank::{Full, Numbers, Rank, Rk};
use std::marker::PhantomData;

/// What `#[shape(e)]` becomes.
pub fn shape<X: Operand<Elem = ()>>(shape: &X) -> GpuLeaf<'_, (), X::Rank> {
    GpuLeaf {
        axes: *first_of(Operand::leaf(shape)).axes(),
        origin: Origin::Shape,
        element: Type::U32,
        types: PhantomData,
    }
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
    GpuLeaf { axes: leaf.axes.along(Along::Axes(axes)), origin: leaf.origin, element: leaf.element, types: PhantomData }
}

/// An operand whose axes have names.
pub fn named<'a, E, R: Rank>(leaf: GpuLeaf<'a, E, R>, axes: &'static [u8]) -> GpuLeaf<'a, E, R> {
    GpuLeaf { axes: leaf.axes.named::<R>(axes), ..leaf }
}

/// `v @ {axes}`
pub fn given<E, R>(leaf: GpuLeaf<'_, E, R>, axes: Given) -> GpuLeaf<'_, E, R> {
    GpuLeaf { axes: leaf.axes.along(Along::Given(axes)), ..leaf }
}

/// A target whose axes have names.
pub fn named_target<'a, E, R: Rank>(target: GpuGoal<'a, E, R>, axes: &'static [u8]) -> GpuGoal<'a, E, R> {
    GpuGoal { axes: target.axes.named::<R>(axes), ..target }
}

/// The same for an operand inside `(..) @ (axes)`.
pub fn placed<'a, const REACH: usize, E, R>(leaf: GpuLeaf<'a, E, R>, axes: &'static [u8]) -> GpuLeaf<'a, E, R, REACH> {
    let along = match leaf.axes.lies() {
        Along::Kept(reduced, _) => Along::KeptWithin(reduced, axes),
        _ => Along::AxesUnlessSingle(axes),
    };
    GpuLeaf { axes: leaf.axes.along(along), origin: leaf.origin, element: leaf.element, types: PhantomData }
}

/// What a reduction left, inside a mapped part whose other operands have these ranks.
pub fn beside<'a, const REACH: usize, E, R, N: Numbers>(
    leaf: GpuLeaf<'a, E, R, REACH>,
    _: N,
) -> GpuLeaf<'a, E, R, REACH> {
    GpuLeaf { axes: leaf.axes.beside(N::SINGLE), ..leaf }
}

/// What a stage kept of a part that is made of reductions over these axes, and of operands of these ranks.
pub fn left<'a, E, R, N: Numbers>(leaf: GpuLeaf<'a, E, R>, axes: &'static [u8], _: N) -> GpuLeaf<'a, E, R> {
    GpuLeaf { axes: leaf.axes.left(axes, N::SINGLE), ..leaf }
}

/// What a reduction left, which says the shape of a pass: nothing in it may be larger.
pub fn exact_left<E, R>(leaf: GpuLeaf<'_, E, R>) -> GpuLeaf<'_, E, R> {
    GpuLeaf { axes: leaf.axes.along(Along::Same).exact(true), ..leaf }
}

/// What a stage kept of a mapped part.
pub fn first<E, R>(leaf: GpuLeaf<'_, E, R>) -> GpuLeaf<'_, E, R> {
    GpuLeaf { axes: leaf.axes.along(Along::First), ..leaf }
}

/// `#[numpy]`
pub fn align<E, R>(leaf: GpuLeaf<'_, E, R>) -> GpuLeaf<'_, E, R> {
    GpuLeaf { axes: leaf.axes.along(Along::Right), ..leaf }
}

/// The positions that `argmin` and its kin read.
pub fn position<'a>(_: usize) -> GpuLeaf<'a, usize, Full<()>> {
    GpuLeaf { axes: OperandAxes::single(), origin: Origin::Position, element: Type::U64, types: PhantomData }
}

/// The elements of a target, as they are when a pass reads them.
pub fn old<'a, E: GpuElement, R>(target: &GpuGoal<'a, E, R>) -> GpuLeaf<'a, E, R> {
    GpuLeaf {
        axes: target.axes.exact(false),
        origin: Origin::Device(target.place),
        element: E::TYPE,
        types: PhantomData,
    }
}

/// The same target for another pass.
pub fn again<'a, E, R>(target: &GpuGoal<'a, E, R>) -> GpuGoal<'a, E, R> {
    GpuGoal { ..*target }
}
