//! Operands that a pass reads only if types say so. What a [conditional](super::conditional) stage yields is read if
//! the stage runs; the operands that it is computed from are read if it does not.

use super::conditional::Runs;
use super::cursor::{Cursor, Prefetch};
use super::streams::{Reads, Tree, Variant, Within};
use crate::operand::reads::Computation;
use crate::operand::{Leaf, OperandAxes, RawOperand};
use crate::simd::SimdToken;
use std::marker::PhantomData;

/// When an operand is read.
pub trait When {
    #[doc(hidden)]
    const IS_READ: bool;
    /// Whether it has a place among the operands even where it is not read, so that the operands behind it keep theirs.
    #[doc(hidden)]
    const HAS_PLACE: bool;
}
/// If the stages of `C` run.
pub struct IfRuns<C>(PhantomData<C>);
impl<C: Runs> When for IfRuns<C> {
    const IS_READ: bool = C::RUNS;
    const HAS_PLACE: bool = C::RUNS;
}
/// If they do not.
pub struct UnlessRuns<C>(PhantomData<C>);
impl<C: Runs> When for UnlessRuns<C> {
    const IS_READ: bool = !C::RUNS;
    const HAS_PLACE: bool = true;
}

/// An operand that is read when `N` says so.
pub struct Optional<N, L> {
    leaf: L,
    when: PhantomData<N>,
}

/// What a stage yields if it runs, with its place among the texts of the call. Its place among the operands may be
/// another one, as operands before it may be left out.
#[inline(always)]
pub fn given<'a, C: Runs, E, R, const REACH: usize, const REDUCED: usize>(
    _: C,
    leaf: Leaf<'a, E, R, REACH, REDUCED>,
    text: u16,
) -> Optional<IfRuns<C>, Leaf<'a, E, R, REACH, REDUCED>> {
    Optional { leaf: leaf.with_text(text), when: PhantomData }
}

/// An operand from which a pass computes the values of these stages: it is left out if they run.
#[inline(always)]
pub fn spared<C: Runs, L: Reads>(_: C, leaf: L) -> Optional<UnlessRuns<C>, L> {
    Optional { leaf, when: PhantomData }
}

// SAFETY: as many items as `L` has, or none, in as much room.
unsafe impl<N: When, L: Tree> Tree for Optional<N, L> {
    const LEN: usize = if N::HAS_PLACE { L::LEN } else { 0 };
    type Slots<T> = L::Slots<T>;
}
// SAFETY: reads what `L` reads through the same cursors, or nothing. Pointers are there exactly if it is read.
unsafe impl<N: When, L: Reads> Reads for Optional<N, L> {
    const LOWEST_REACH: usize = if N::IS_READ { L::LOWEST_REACH } else { usize::MAX };
    const ARE_MAPPED: bool = N::IS_READ && L::ARE_MAPPED;
    type Elems = Option<L::Elems>;
    type Pointers = Option<L::Pointers>;
    fn are_numbers() -> bool {
        !N::IS_READ || L::are_numbers()
    }
    #[inline(always)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        if N::IS_READ {
            self.leaf.each(push);
        } else if N::HAS_PLACE {
            let nothing = RawOperand::nothing();
            // The first one has the text.
            let others = (1..L::LEN).map(|_| nothing.with_axes(OperandAxes::inner));
            (0..L::LEN.min(1)).map(|_| nothing).chain(others).for_each(push);
        }
    }
    #[inline(always)]
    unsafe fn start(cursors: *const Cursor) -> Self::Pointers {
        // SAFETY: `reads` 1: what is read has its place, so there is a cursor for each item.
        if N::IS_READ { Some(unsafe { L::start(cursors) }) } else { None }
    }
    #[inline(always)]
    unsafe fn settle<V: Variant>(pointers: Self::Pointers, room: *mut Self::Room, within: Within) -> Self::Pointers {
        // SAFETY: `reads` 2, and the room is that of `L`.
        pointers.map(|pointers| unsafe { L::settle::<V>(pointers, room, within) })
    }
    #[inline(always)]
    unsafe fn advance<V: Variant>(
        pointers: Self::Pointers,
        cursors: *const Cursor,
        to: usize,
        n: usize,
    ) -> Self::Pointers {
        // SAFETY: `reads` 1, as there are pointers only of what is read.
        pointers.map(|pointers| unsafe { L::advance::<V>(pointers, cursors, to, n) })
    }
    #[inline(always)]
    unsafe fn prefetch<V: Variant>(pointers: Self::Pointers, cursors: *const Cursor, what: Prefetch) {
        if let Some(pointers) = pointers {
            // SAFETY: `reads` 1, as there are pointers only of what is read.
            unsafe { L::prefetch::<V>(pointers, cursors, what) };
        }
    }
    #[inline(always)]
    unsafe fn load<V: Variant>(t: SimdToken, pointers: Self::Pointers, lane: usize) -> Self::Elems {
        // SAFETY: `reads` 2: the lane is left of its row.
        pointers.map(|pointers| unsafe { L::load::<V>(t, pointers, lane) })
    }
    type Room = L::Room;
    const LARGEST: usize = L::LARGEST;
    const BYTES: usize = L::BYTES;
    const COMPUTATION: Computation = if N::IS_READ { L::COMPUTATION } else { Computation::NONE };
    #[inline(always)]
    fn room() -> Self::Room {
        L::room()
    }
    #[inline(always)]
    unsafe fn pad<V: Variant>(
        t: SimdToken,
        pointers: Self::Pointers,
        lanes: usize,
        room: &mut Self::Room,
    ) -> Self::Pointers {
        // SAFETY: `reads` 2, for so many lanes.
        pointers.map(|pointers| unsafe { L::pad::<V>(t, pointers, lanes, room) })
    }
    #[inline(always)]
    fn pads_vectors<V: Variant>(t: SimdToken) -> bool {
        L::pads_vectors::<V>(t)
    }
    #[inline(always)]
    fn lanes_from<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Pointers {
        pointers.map(|pointers| L::lanes_from::<V>(pointers, lane))
    }
    #[inline(always)]
    fn hide(pointers: Self::Pointers) -> Self::Pointers {
        pointers.map(L::hide)
    }
}
