//! Expressions among the operands: kernels read what is inside, and compute.

use super::{AS_MADE, Computes, Fused};
use crate::cursor::{Cursor, Prefetch};
use crate::operand::RawOperand;
use crate::operand::reads::{Computation, Reads, Tree, Variant, Within};
use crate::rank::{Rank, Varies};
use crate::simd::SimdToken;
use std::marker::PhantomData;

/// For which loops the operands inside are read. Of an expression that lies along other axes types know the last of
/// these: if it is not that of rows, all of it is one value in a row. See `OperandAxes::inner_through`.
struct Inner<V, const REACH: usize>(PhantomData<V>);
impl<V: Variant, const REACH: usize> Variant for Inner<V, REACH> {
    const LAST: usize = if REACH == AS_MADE { V::LAST } else { 0 };
    const CONSTANT: bool = V::CONSTANT || (REACH != 0 && REACH < V::LAST);
}

type Leaves<X> = <X as Computes>::Leaves;

impl<X: Computes, R, const REACH: usize> Fused<'_, X, R, REACH> {
    /// The places before those of the operands inside: sizes, if it says them, and the function.
    const BEFORE: usize = if X::SAYS_SIZES { 2 } else { 1 };
}

// SAFETY: room for the function, for sizes, and for what is inside.
unsafe impl<X: Computes, R, const REACH: usize> Tree for Fused<'_, X, R, REACH> {
    const LEN: usize = Self::BEFORE + Leaves::<X>::LEN;
    type Slots<T> = <((), (Leaf, (Leaf, Leaves<X>))) as Tree>::Slots<T>;
}
/// One item.
pub struct Leaf;
// SAFETY: one item, one slot.
unsafe impl Tree for Leaf {
    const LEN: usize = 1;
    type Slots<T> = T;
}

// SAFETY: the operands inside read through the cursors behind those of the sizes and of the function, which is one
// value.
unsafe impl<X: Computes, R: Rank + Varies, const REACH: usize> Reads for Fused<'_, X, R, REACH> {
    const LOWEST_REACH: usize = match REACH {
        AS_MADE => Leaves::<X>::LOWEST_REACH,
        0 => usize::MAX,
        reach => reach,
    };
    const ARE_MAPPED: bool = match REACH {
        AS_MADE => Leaves::<X>::ARE_MAPPED,
        reach => reach != 0,
    };
    type Elems = X::Elem;
    type Pointers = (*const X, <Leaves<X> as Reads>::Pointers);
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.each_raw(push);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(cursors: *const Cursor) -> Self::Pointers {
        // SAFETY: `reads` 1: there is a cursor for each item.
        unsafe {
            let function = (*cursors.add(Self::BEFORE - 1)).ptr.cast::<X>().cast_const();
            (function, Leaves::<X>::start(cursors.add(Self::BEFORE)))
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle<V: Variant>(
        (function, inner): Self::Pointers,
        room: *mut Self::Room,
        within: Within,
    ) -> Self::Pointers {
        // SAFETY: `reads` 2: the pointers are those of the operands inside, whose room it is.
        (function, unsafe { Leaves::<X>::settle::<Inner<V, REACH>>(inner, room, within) })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(
        (function, inner): Self::Pointers,
        cursors: *const Cursor,
        to: usize,
        n: usize,
    ) -> Self::Pointers {
        // SAFETY: `reads` 1, with the cursors of the operands inside.
        (function, unsafe { Leaves::<X>::advance::<Inner<V, REACH>>(inner, cursors.add(Self::BEFORE), to, n) })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn prefetch<V: Variant>((_, inner): Self::Pointers, cursors: *const Cursor, what: Prefetch) {
        // SAFETY: `reads` 1, with the cursors of the operands inside.
        unsafe { Leaves::<X>::prefetch::<Inner<V, REACH>>(inner, cursors.add(Self::BEFORE), what) };
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(t: SimdToken, (function, inner): Self::Pointers, lane: usize) -> X::Elem {
        // SAFETY: `reads` 2: the lane is one of the operands inside; the pointer of a single value leads to it, and
        // that is the expression, which the leaf is lent.
        unsafe { (*function).compute(t, Leaves::<X>::load::<Inner<V, REACH>>(t, inner, lane)) }
    }
    type Room = <Leaves<X> as Reads>::Room;
    const LARGEST: usize = Leaves::<X>::LARGEST;
    const BYTES: usize = Leaves::<X>::BYTES;
    const COMPUTATION: Computation = X::COMPUTATION;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room() -> Self::Room {
        Leaves::<X>::room()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pad<V: Variant>(
        t: SimdToken,
        (function, inner): Self::Pointers,
        lanes: usize,
        room: &mut Self::Room,
    ) -> Self::Pointers {
        // SAFETY: `reads` 2, for so many lanes of the operands inside.
        (function, unsafe { Leaves::<X>::pad::<Inner<V, REACH>>(t, inner, lanes, room) })
    }
    #[inline(always)]
    fn pads_vectors<V: Variant>(t: SimdToken) -> bool {
        Leaves::<X>::pads_vectors::<Inner<V, REACH>>(t)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes_from<V: Variant>((function, inner): Self::Pointers, lane: usize) -> Self::Pointers {
        (function, Leaves::<X>::lanes_from::<Inner<V, REACH>>(inner, lane))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hide((function, inner): Self::Pointers) -> Self::Pointers {
        (function, Leaves::<X>::hide(inner))
    }
}
