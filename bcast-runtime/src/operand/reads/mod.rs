//! How kernels read operands: a balanced tree of leaves, of which kernels alone know the types.

mod leaf;
mod masked;
mod tables;
mod tree;

pub(crate) use tree::{Filled, Tree};

use super::RawOperand;
use crate::cursor::{Cursor, Prefetch};
use crate::rank::Rank;
use crate::simd::SimdToken;
use std::any::TypeId;
use std::marker::PhantomData;

/// Where an operand is one value: in all that a kernel goes through, or in each row of it.
#[derive(Clone, Copy)]
pub enum Within {
    Call,
    Row,
}

/// What the element functions of expressions take that are operands, and how they may be called.
#[derive(Clone, Copy)]
pub struct Computation {
    /// An estimate of the work per element, in additions.
    pub(crate) cost: u32,
    /// Whether functions have a short way for ordinary arguments.
    pub(crate) speculates: bool,
    /// Whether they have to be called once for each element, with elements that are right.
    pub(crate) once: bool,
}

impl Computation {
    /// Nothing.
    pub(crate) const NONE: Computation = Computation { cost: 0, speculates: false, once: false };

    /// Both.
    pub(crate) const fn and(self, other: Computation) -> Computation {
        Computation {
            cost: self.cost.saturating_add(other.cost),
            speculates: self.speculates || other.speculates,
            once: self.once || other.once,
        }
    }
}

/// What looks at operands one after the other, in the code of a call: of a closure the compiler would make a function
/// where there are several looks, and operands would be copied for it.
pub trait Looks {
    #[doc(hidden)]
    fn look(&mut self, operand: &RawOperand);
}

/// Operands that are read.
///
/// # Safety
/// `start`, `settle`, `advance`, `prefetch`, `load` and `pad` read only through the `LEN` cursors given, as
/// the engine's `Kernel` allows. Their own contracts have these numbers, as "`reads` 1":
/// 1. `cursors` points at a cursor per item, in order.
/// 2. `pointers` come from these cursors by `start`, `advance`, `settle`, `pad` or `hide`; the lanes asked for are
///    among those that are left of their row, as kernel 3 has it.
pub unsafe trait Reads: Tree {
    /// One element of each operand.
    type Elems;
    #[doc(hidden)]
    type Pointers: Copy;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>));
    /// Has each looked at.
    #[doc(hidden)]
    #[inline(always)]
    fn look(&self, looks: &mut impl Looks) {
        self.each(&mut |operand| looks.look(&operand));
    }
    #[doc(hidden)]
    const LOWEST_REACH: usize;
    /// Whether some have a map of their own.
    #[doc(hidden)]
    const ARE_MAPPED: bool = false;
    /// The first lane of the first row.
    ///
    /// # Safety
    /// 1 of [`Reads`].
    #[doc(hidden)]
    unsafe fn start(cursors: *const Cursor) -> Self::Pointers;
    /// Copies operands that are one value to the room, where no store can change them: so LLVM computes what depends on
    /// them alone before the loops, or before the lanes of a row. Values of a row lie beside those of the call.
    ///
    /// # Safety
    /// 2 of [`Reads`]; the room may be written, and stays as long as what is returned.
    #[doc(hidden)]
    unsafe fn settle<V: Variant>(pointers: Self::Pointers, room: *mut Self::Room, within: Within) -> Self::Pointers;
    /// So many steps to the next run of lanes, or to the next row.
    ///
    /// # Safety
    /// 1 of [`Reads`].
    #[doc(hidden)]
    unsafe fn advance<V: Variant>(
        pointers: Self::Pointers,
        cursors: *const Cursor,
        to: usize,
        n: usize,
    ) -> Self::Pointers;
    /// Prefetches what is to be read after a run of lanes.
    ///
    /// # Safety
    /// 1 of [`Reads`].
    #[doc(hidden)]
    unsafe fn prefetch<V: Variant>(pointers: Self::Pointers, cursors: *const Cursor, what: Prefetch);
    /// The elements of a lane.
    ///
    /// # Safety
    /// 2 of [`Reads`].
    #[doc(hidden)]
    unsafe fn load<V: Variant>(t: SimdToken, pointers: Self::Pointers, lane: usize) -> Self::Elems;
    /// Room for a group of lanes, or for what is one value.
    #[doc(hidden)]
    type Room;
    #[doc(hidden)]
    fn room() -> Self::Room;
    /// Fills lanes that are fewer than a group up to a group, by repeating the last one.
    ///
    /// # Safety
    /// 2 of [`Reads`], for so many lanes, one at least.
    #[doc(hidden)]
    unsafe fn pad<V: Variant>(
        t: SimdToken,
        pointers: Self::Pointers,
        lanes: usize,
        room: &mut Self::Room,
    ) -> Self::Pointers;
    /// Whether that takes whole vectors, and no store for each lane.
    #[doc(hidden)]
    fn pads_vectors<V: Variant>(t: SimdToken) -> bool;
    /// The lanes from one on.
    #[doc(hidden)]
    fn lanes_from<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Pointers;
    /// The same pointers, but LLVM does not know where they lead; those of single values stay as they are.
    #[doc(hidden)]
    fn hide(pointers: Self::Pointers) -> Self::Pointers;
    /// Whether all of them have elements of the type with this number.
    #[doc(hidden)]
    fn are(_: TypeId) -> bool {
        false
    }
    /// Whether all of them are numbers of the language, and tables of floats: functions of the user are in no operator.
    #[doc(hidden)]
    fn are_numbers() -> bool {
        false
    }
    /// Bytes of the largest element, and of one of each.
    #[doc(hidden)]
    const LARGEST: usize;
    #[doc(hidden)]
    const BYTES: usize;
    /// What expressions among them compute.
    #[doc(hidden)]
    const COMPUTATION: Computation = Computation::NONE;
}
// SAFETY: there is no item, and nothing is read.
unsafe impl Reads for () {
    type Elems = ();
    type Pointers = ();
    fn are_numbers() -> bool {
        true
    }
    const LOWEST_REACH: usize = usize::MAX;
    #[inline]
    fn each<'s>(&'s self, _: &mut impl FnMut(RawOperand<'s>)) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(_: *const Cursor) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle<V: Variant>(_: (), _: *mut (), _: Within) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(_: (), _: *const Cursor, _: usize, _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn prefetch<V: Variant>(_: (), _: *const Cursor, _: Prefetch) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(_: SimdToken, _: (), _: usize) {}
    type Room = ();
    const LARGEST: usize = 0;
    const BYTES: usize = 0;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pad<V: Variant>(_: SimdToken, _: (), _: usize, _: &mut ()) {}
    #[inline(always)]
    fn pads_vectors<V: Variant>(_: SimdToken) -> bool {
        true
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes_from<V: Variant>(_: (), _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hide(_: ()) {}
}
// SAFETY: the first `A::LEN` cursors are those of `A`, the others those of `B`.
unsafe impl<A: Reads, B: Reads> Reads for (A, B) {
    const LOWEST_REACH: usize = if A::LOWEST_REACH < B::LOWEST_REACH { A::LOWEST_REACH } else { B::LOWEST_REACH };
    const ARE_MAPPED: bool = A::ARE_MAPPED || B::ARE_MAPPED;
    type Elems = (A::Elems, B::Elems);
    type Pointers = (A::Pointers, B::Pointers);
    fn are(id: TypeId) -> bool {
        A::are(id) && B::are(id)
    }
    fn are_numbers() -> bool {
        A::are_numbers() && B::are_numbers()
    }
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
    #[inline(always)]
    fn look(&self, looks: &mut impl Looks) {
        self.0.look(looks);
        self.1.look(looks);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(cursors: *const Cursor) -> Self::Pointers {
        // SAFETY: `reads` 1: the first `A::LEN` cursors are those of `A`, the others those of `B`.
        unsafe { (A::start(cursors), B::start(cursors.add(A::LEN))) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle<V: Variant>(pointers: Self::Pointers, room: *mut Self::Room, within: Within) -> Self::Pointers {
        // SAFETY: `reads` 2 for each half, which has its part of the room.
        unsafe {
            let (a, b) = (&raw mut (*room).0, &raw mut (*room).1);
            (A::settle::<V>(pointers.0, a, within), B::settle::<V>(pointers.1, b, within))
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(
        pointers: Self::Pointers,
        cursors: *const Cursor,
        to: usize,
        n: usize,
    ) -> Self::Pointers {
        // SAFETY: `reads` 1, split as in `start`.
        unsafe {
            (A::advance::<V>(pointers.0, cursors, to, n), B::advance::<V>(pointers.1, cursors.add(A::LEN), to, n))
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn prefetch<V: Variant>(pointers: Self::Pointers, cursors: *const Cursor, what: Prefetch) {
        // SAFETY: `reads` 1, split as in `start`.
        unsafe {
            A::prefetch::<V>(pointers.0, cursors, what);
            B::prefetch::<V>(pointers.1, cursors.add(A::LEN), what);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(t: SimdToken, pointers: Self::Pointers, lane: usize) -> Self::Elems {
        // SAFETY: `reads` 2 for each half.
        unsafe { (A::load::<V>(t, pointers.0, lane), B::load::<V>(t, pointers.1, lane)) }
    }
    type Room = (A::Room, B::Room);
    const LARGEST: usize = if A::LARGEST > B::LARGEST { A::LARGEST } else { B::LARGEST };
    const BYTES: usize = A::BYTES + B::BYTES;
    const COMPUTATION: Computation = A::COMPUTATION.and(B::COMPUTATION);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room() -> Self::Room {
        (A::room(), B::room())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pad<V: Variant>(
        t: SimdToken,
        pointers: Self::Pointers,
        lanes: usize,
        room: &mut Self::Room,
    ) -> Self::Pointers {
        // SAFETY: `reads` 2 for each half.
        unsafe { (A::pad::<V>(t, pointers.0, lanes, &mut room.0), B::pad::<V>(t, pointers.1, lanes, &mut room.1)) }
    }
    #[inline(always)]
    fn pads_vectors<V: Variant>(t: SimdToken) -> bool {
        A::pads_vectors::<V>(t) && B::pads_vectors::<V>(t)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes_from<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Pointers {
        (A::lanes_from::<V>(pointers.0, lane), B::lanes_from::<V>(pointers.1, lane))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hide(pointers: Self::Pointers) -> Self::Pointers {
        (A::hide(pointers.0), B::hide(pointers.1))
    }
}

/// For which loops a kernel is compiled.
pub trait Variant {
    /// Lanes run along the last of so many output axes; 0 when they run along any.
    #[doc(hidden)]
    const LAST: usize;
    /// Whether all that is read is one value in each row.
    #[doc(hidden)]
    const CONSTANT: bool = false;
}
/// Lanes run along any axis.
pub(crate) struct AnyAxis;
impl Variant for AnyAxis {
    const LAST: usize = 0;
}
/// Lanes run along the last axis of rank `K`: operands whose map ends before it are read once a row.
pub(crate) struct LastAxis<K>(PhantomData<K>);
impl<K: Rank> Variant for LastAxis<K> {
    const LAST: usize = match K::NDIM {
        Some(rank) => rank,
        None => 0,
    };
}
