//! What kernels read: operands, and targets as they are before the call.

use super::{New, Tree, Writes};
use crate::engine::ALIGN;
use crate::engine::cursor::{Cursor, GROUP, Prefetch, RIGHT};
use crate::operand::{Leaf, RawOperand};
use crate::rank::{Rank, Varies};
use crate::target::Goal;
use std::any::TypeId;
use std::hint::black_box;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Prefetches a run of lanes, but not of large elements, which the first cache would not hold.
#[cfg_attr(not(debug_assertions), inline(always))]
fn prefetch_run<E>(lanes: *const E, what: Prefetch) {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if size_of::<E>() <= 16 {
        use crate::engine::cursor::LANES;
        for line in (0..LANES * size_of::<E>()).step_by(64) {
            use std::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
            let line = lanes.cast::<i8>().wrapping_add(line);
            // SAFETY: a hint, which may name any address.
            unsafe {
                match what {
                    Prefetch::First(_) => _mm_prefetch::<_MM_HINT_T0>(line),
                    Prefetch::Second => _mm_prefetch::<_MM_HINT_T1>(line),
                }
            }
        }
    }
    let _ = (lanes, what);
}

/// Where an operand is one value: in all that a kernel goes through, or in each row of it.
#[derive(Clone, Copy)]
pub enum Within {
    Call,
    Row,
}

/// Operands that are read.
///
/// # Safety
/// `start`, `settle`, `advance`, `prefetch`, `load` and `pad` read only through the `LEN` cursors given, as
/// [`Kernel`](crate::engine::kernel::Kernel) allows. Their own contracts have these numbers, as "`reads` 1":
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
    #[doc(hidden)]
    const LOWEST_REACH: usize;
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
    unsafe fn load<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Elems;
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
    unsafe fn pad<V: Variant>(pointers: Self::Pointers, lanes: usize, room: &mut Self::Room) -> Self::Pointers;
    /// The same pointers, but LLVM does not know where they lead; those of single values stay as they are.
    #[doc(hidden)]
    fn hide(pointers: Self::Pointers) -> Self::Pointers;
    /// Whether all of them have elements of the type with this number.
    #[doc(hidden)]
    fn are(_: TypeId) -> bool {
        false
    }
    /// Bytes of the largest element, and of one of each.
    #[doc(hidden)]
    const LARGEST: usize;
    #[doc(hidden)]
    const BYTES: usize;
}
// SAFETY: there is no item, and nothing is read.
unsafe impl Reads for () {
    type Elems = ();
    type Pointers = ();
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
    unsafe fn load<V: Variant>(_: (), _: usize) {}
    type Room = ();
    const LARGEST: usize = 0;
    const BYTES: usize = 0;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pad<V: Variant>(_: (), _: usize, _: &mut ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hide(_: ()) {}
}
// SAFETY: the first `A::LEN` cursors are those of `A`, the others those of `B`.
unsafe impl<A: Reads, B: Reads> Reads for (A, B) {
    const LOWEST_REACH: usize = if A::LOWEST_REACH < B::LOWEST_REACH { A::LOWEST_REACH } else { B::LOWEST_REACH };
    type Elems = (A::Elems, B::Elems);
    type Pointers = (A::Pointers, B::Pointers);
    fn are(id: TypeId) -> bool {
        A::are(id) && B::are(id)
    }
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.0.each(push);
        self.1.each(push);
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
    unsafe fn load<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Elems {
        // SAFETY: `reads` 2 for each half.
        unsafe { (A::load::<V>(pointers.0, lane), B::load::<V>(pointers.1, lane)) }
    }
    type Room = (A::Room, B::Room);
    const LARGEST: usize = if A::LARGEST > B::LARGEST { A::LARGEST } else { B::LARGEST };
    const BYTES: usize = A::BYTES + B::BYTES;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room() -> Self::Room {
        (A::room(), B::room())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pad<V: Variant>(pointers: Self::Pointers, lanes: usize, room: &mut Self::Room) -> Self::Pointers {
        // SAFETY: `reads` 2 for each half.
        unsafe { (A::pad::<V>(pointers.0, lanes, &mut room.0), B::pad::<V>(pointers.1, lanes, &mut room.1)) }
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

// SAFETY: one item, one slot.
unsafe impl<E, R, const REACH: usize, const REDUCED: usize> Tree for Leaf<'_, E, R, REACH, REDUCED> {
    const LEN: usize = 1;
    type Slots<T> = T;
}
impl<E, R: Varies, const REACH: usize, const REDUCED: usize> Leaf<'_, E, R, REACH, REDUCED> {
    /// Whether it is one value for each row of what was reduced to it.
    const OF_ROWS: bool = REDUCED != 0 && REDUCED == R::SOURCE as usize;

    /// Whether the lanes of a row have values of their own.
    const fn varies<V: Variant>() -> bool {
        let is_mapped = REACH != 0 && REACH < V::LAST;
        R::VARIES && !is_mapped && !(Self::OF_ROWS && REDUCED == V::LAST)
    }
}
// SAFETY: reads lanes `lane` of its own cursor, or the one value of a scalar or of a row. Whoever made the leaf has
// shown that `E` is `Copy + Sync`.
unsafe impl<E, R: Varies, const REACH: usize, const REDUCED: usize> Reads for Leaf<'_, E, R, REACH, REDUCED> {
    const LOWEST_REACH: usize = match REACH {
        0 if Self::OF_ROWS => REDUCED - 1,
        0 => usize::MAX,
        reach => reach,
    };
    type Elems = E;
    type Pointers = *const E;
    fn are(id: TypeId) -> bool {
        typeid::of::<E>() == id
    }
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(self.raw());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(cursors: *const Cursor) -> *const E {
        // SAFETY: `reads` 1: there is a cursor.
        unsafe { (*cursors).ptr.cast::<E>().cast_const() }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle<V: Variant>(pointer: *const E, room: *mut Self::Room, within: Within) -> *const E {
        let is_one = match within {
            Within::Call => !R::VARIES,
            Within::Row => R::VARIES && !Self::varies::<V>(),
        };
        if !is_one {
            return pointer;
        }
        let room = room.cast::<E>();
        // SAFETY: `reads` 2: a single value is there however many lanes there are, and that of a row as it has lanes.
        unsafe { room.write(pointer.read()) };
        room
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(pointer: *const E, cursors: *const Cursor, to: usize, n: usize) -> *const E {
        if !R::VARIES || (to == RIGHT && !Self::varies::<V>()) {
            return pointer;
        }
        // SAFETY: `reads` 1: there is a cursor.
        pointer.wrapping_byte_offset(unsafe { (*cursors).steps[to] } * n as isize)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn prefetch<V: Variant>(pointer: *const E, cursors: *const Cursor, what: Prefetch) {
        // The next block rarely reads other elements of a mapped operand.
        let is_fetched = R::VARIES && Self::varies::<V>() && !(REACH != 0 && matches!(what, Prefetch::Second));
        if is_fetched {
            // SAFETY: `reads` 1: there is a cursor.
            let cursor = unsafe { *cursors };
            let ahead = match what {
                Prefetch::First(runs) => cursor.steps[RIGHT] * runs,
                Prefetch::Second => 0,
            };
            prefetch_run(pointer.wrapping_byte_offset(ahead + cursor.further), what);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(pointer: *const E, lane: usize) -> E {
        const { assert!(align_of::<E>() <= ALIGN, "bcast!: elements may be aligned to 64 bytes at most") };
        // SAFETY: `reads` 2: the lane is an initialised `E`, or the value of the call or of the row is.
        unsafe {
            if !Self::varies::<V>() {
                pointer.read()
            } else if const { size_of::<E>() == 1 } {
                // Of a `bool` LLVM would know that it is 0 or 1, and take `count(c)` byte by byte: eight times the
                // time.
                pointer.add(lane).cast::<MaybeUninit<E>>().read().assume_init()
            } else {
                pointer.add(lane).read()
            }
        }
    }
    type Room = [MaybeUninit<E>; GROUP];
    const LARGEST: usize = size_of::<E>();
    const BYTES: usize = size_of::<E>();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room() -> Self::Room {
        [const { MaybeUninit::uninit() }; GROUP]
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn pad<V: Variant>(pointer: *const E, lanes: usize, room: &mut Self::Room) -> *const E {
        // SAFETY: `reads` 2: there are so many lanes, one at least.
        if Self::varies::<V>() { unsafe { pad_group(pointer, lanes, room) } } else { pointer }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hide(pointer: *const E) -> *const E {
        if R::VARIES { black_box(pointer) } else { pointer }
    }
}

/// Copies lanes, and fills the rest of a group with the last one. All kernels share it: only short rows call it.
///
/// # Safety
/// There are so many lanes, one at least and fewer than a group has.
#[inline(never)]
unsafe fn pad_group<E>(from: *const E, lanes: usize, to: &mut [MaybeUninit<E>; GROUP]) -> *const E {
    let (from, to) = (from.cast::<MaybeUninit<E>>(), to.as_mut_ptr());
    for lane in 0..GROUP {
        // SAFETY: the lane is below `lanes`, which are there; what is written lies in the group.
        unsafe { from.add(lane.min(lanes - 1)).copy_to_nonoverlapping(to.add(lane), 1) };
    }
    to.cast()
}

/// Targets: read as operands, and written.
///
/// # Safety
/// `Olds` has one item per target, in order, of the target's element type; so has `News`.
pub unsafe trait Goals: Tree {
    /// The old elements as operands.
    type Olds: Reads;
    /// The new elements.
    type News: Writes;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>));
}
// SAFETY: there is no target.
unsafe impl Goals for () {
    type Olds = ();
    type News = ();
    #[inline]
    fn each<'s>(&'s self, _: &mut impl FnMut(RawOperand<'s>)) {}
}
// SAFETY: both trees of elements are those of the targets' halves, item by item.
unsafe impl<A: Goals, B: Goals> Goals for (A, B) {
    type Olds = (A::Olds, B::Olds);
    type News = (A::News, B::News);
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
}
// SAFETY: one item, one slot.
unsafe impl<E, R> Tree for Goal<'_, E, R> {
    const LEN: usize = 1;
    type Slots<T> = T;
}
// SAFETY: one item of type `E` each.
unsafe impl<'a, E, R: Varies> Goals for Goal<'a, E, R> {
    type Olds = Leaf<'a, E, R>;
    type News = New<E>;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(self.raw());
    }
}
