//! Leaves: one operand each, which lies in memory, or in lanes that the engine has filled.

use super::{Looks, Reads, Tree, Variant, Within, masked};
use crate::cursor::{ALIGN, Cursor, GROUP, Prefetch, RIGHT};
use crate::operand::{Leaf, RawOperand};
use crate::rank::Varies;
use crate::simd::SimdToken;
use std::any::TypeId;
use std::hint::black_box;
use std::mem::MaybeUninit;

/// Prefetches a run of lanes, but not of large elements, which the first cache would not hold.
#[cfg_attr(not(debug_assertions), inline(always))]
fn prefetch_run<E>(lanes: *const E, what: Prefetch) {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if size_of::<E>() <= 16 {
        use crate::cursor::LANES;
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
        let is_left = Self::OF_ROWS && REDUCED == V::LAST;
        R::VARIES && !(V::CONSTANT || is_mapped || is_left)
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
    const ARE_MAPPED: bool = REACH != 0;
    type Elems = E;
    type Pointers = *const E;
    fn are(id: TypeId) -> bool {
        typeid::of::<E>() == id
    }
    #[inline(always)]
    fn are_numbers() -> bool {
        macro_rules! among {
            ($($t:ty),*) => {
                false $(|| size_of::<E>() == size_of::<$t>() && Self::are(TypeId::of::<$t>()))*
            };
        }
        among! { f32, f64, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, bool, () }
    }
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(self.raw());
    }
    #[inline(always)]
    fn look(&self, looks: &mut impl Looks) {
        looks.look(&self.raw());
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
    unsafe fn load<V: Variant>(_: SimdToken, pointer: *const E, lane: usize) -> E {
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
    unsafe fn pad<V: Variant>(t: SimdToken, pointer: *const E, lanes: usize, room: &mut Self::Room) -> *const E {
        if !Self::varies::<V>() {
            return pointer;
        }
        // SAFETY: `reads` 2: there are so many lanes, one at least; of numbers all bits are initialised.
        unsafe {
            if Self::pads_vectors::<V>(t) {
                masked::load(t, pointer, lanes, room);
            } else {
                pad_group(pointer, lanes, room);
            }
        }
        room.as_ptr().cast()
    }
    #[inline(always)]
    fn pads_vectors<V: Variant>(t: SimdToken) -> bool {
        !Self::varies::<V>() || masked::is_masked(t, size_of::<E>()) && Self::are_numbers()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lanes_from<V: Variant>(pointer: *const E, lane: usize) -> *const E {
        if Self::varies::<V>() { pointer.wrapping_add(lane) } else { pointer }
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
unsafe fn pad_group<E>(from: *const E, lanes: usize, to: &mut [MaybeUninit<E>; GROUP]) {
    let (from, to) = (from.cast::<MaybeUninit<E>>(), to.as_mut_ptr());
    for lane in 0..GROUP {
        // SAFETY: the lane is below `lanes`, which are there; what is written lies in the group.
        unsafe { from.add(lane.min(lanes - 1)).copy_to_nonoverlapping(to.add(lane), 1) };
    }
}
