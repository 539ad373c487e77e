//! An element function over lanes: over one of them, and over those of a run where another copy of it would cost more
//! code than time.

use crate::engine::cursor::{GROUP, LANES, groups};
use crate::engine::streams::{Reads, Variant, Writes};
use crate::simd::SimdToken;
use std::cell::Cell;

/// An element function over the lanes of its operands.
pub(super) trait OfLane<V, L: Reads, W> {
    /// # Safety
    /// As for [`Kernel`](super::Kernel): the lane is one of these.
    unsafe fn of_lane(&self, t: SimdToken, input: L::Pointers, lane: usize) -> W;
}
impl<V: Variant, L: Reads, W, F: Fn(SimdToken, L::Elems) -> W> OfLane<V, L, W> for F {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn of_lane(&self, t: SimdToken, input: L::Pointers, lane: usize) -> W {
        // SAFETY: kernel 3: the lane is one of these.
        self(t, unsafe { L::load::<V>(t, input, lane) })
    }
}

/// A function for machines of the level x86-64-v3 and above, where levels are compiled.
macro_rules! of_v3 {
    ($($function:tt)+) => {
        #[cfg_attr(
            all(target_arch = "x86_64", not(debug_assertions)),
            target_feature(enable = "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")
        )]
        $($function)+
    };
}

pub(super) use of_v3;

/// Whether levels that speculate have a fused multiply-add. The baseline of x86-64 does not speculate.
const FMA: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
/// What the registers of the lowest of these hold: see [`SimdToken::holding`].
const HELD: usize = if FMA { 4 } else { 0 };

/// An element function over the first lanes of a run: a method, as kernels are ([`Compiled`](super::Compiled)).
pub(super) trait OfLanes<V: Variant, L: Reads, W: Writes>: OfLane<V, L, W> {
    of_v3! {
        /// Lanes of a speculative function by groups, as if all arguments were ordinary unless it is known that one is
        /// too far out; and again if one was. All levels that speculate share it, with the instructions of the lowest:
        /// few lanes are left of a row, and far arguments are seldom.
        ///
        /// # Safety
        /// As for [`Kernel`](super::Kernel): these lanes are left of a row.
        #[inline(never)]
        unsafe fn by_groups(
            &self,
            input: L::Pointers,
            buffer: &mut W::Buffer<LANES>,
            lanes: usize,
            is_far: bool,
        ) {
            let (t, far) = (SimdToken::new(FMA).holding(HELD), Cell::new(u8::from(is_far)));
            // SAFETY: kernel 3: as whoever calls says; an element function cannot keep its token: see `SimdToken`.
            unsafe {
                if !is_far {
                    let trying = if FMA { t.trying(&far) } else { t };
                    fill_groups::<V, L, W, Self>(trying, self, input, buffer, lanes);
                }
                if far.get() != 0 {
                    // Read anew: else LLVM keeps what was computed first.
                    fill_groups::<V, L, W, Self>(t, self, L::hide(input), buffer, lanes);
                }
            }
        }
    }
}
impl<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized> OfLanes<V, L, W> for F {}

/// The results of some groups of a run of lanes.
///
/// # Safety
/// As for [`Kernel`](super::Kernel): these lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn fill_groups<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    input: L::Pointers,
    buffer: &mut W::Buffer<LANES>,
    lanes: usize,
) {
    let mut room = L::room();
    // SAFETY: kernel 3: groups cover lanes that are left, or lanes that are padded.
    unsafe {
        let from = if lanes < GROUP { L::pad::<V>(t, input, lanes, &mut room) } else { input };
        for first in groups(lanes) {
            group::<V, L, W, F>(t, f, L::lanes_from::<V>(from, first), buffer, first);
        }
    }
    W::neutralise(buffer, lanes);
}

/// The results of the first lanes of a run, by groups of which the last repeats the last lane. Whole groups are padded,
/// too: of lanes that lie in one place or the other LLVM makes odd vectors.
///
/// # Safety
/// As for [`Kernel`](super::Kernel): these lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn fill_padded<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    input: L::Pointers,
    buffer: &mut W::Buffer<LANES>,
    lanes: usize,
) {
    let mut room = L::room();
    for first in (0..lanes).step_by(GROUP) {
        // SAFETY: kernel 3: these lanes are left, or repeat the last one.
        unsafe {
            let from = L::pad::<V>(t, L::lanes_from::<V>(input, first), (lanes - first).min(GROUP), &mut room);
            group::<V, L, W, F>(t, f, from, buffer, first);
        }
    }
}

/// The results of a group of lanes.
///
/// # Safety
/// As for [`Kernel`](super::Kernel): these lanes are left of a row, or were padded.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn group<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    from: L::Pointers,
    buffer: &mut W::Buffer<LANES>,
    first: usize,
) {
    let mut part = W::buffer();
    for lane in 0..GROUP {
        // SAFETY: kernel 3, as whoever calls says.
        W::put::<GROUP>(&mut part, lane, unsafe { f.of_lane(t, from, lane) });
    }
    W::put_group(buffer, first, &part);
}
