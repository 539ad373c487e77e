//! Operands that are computed and lie nowhere: lanes by position.
//!
//! A position is to a computed operand what an address is to one in memory: the sum over its axes of an index times a
//! stride, which whoever makes the operand chooses. With the strides of an array in row-major order it is the number of
//! an element, whatever the number of axes; the engine only ever asks for positions that indices below the sizes make,
//! so it can map, turn, cut and merge the axes as those of memory.

use crate::simd;
use std::mem::MaybeUninit;

/// Positions of lanes: `len` of them from `first` on, `step` apart.
#[derive(Clone, Copy, Debug)]
pub struct Positions {
    pub(crate) first: isize,
    pub(crate) step: isize,
    pub(crate) len: usize,
}

impl Positions {
    /// The same ones, from the lowest to the highest.
    #[inline(always)]
    fn upwards(self) -> Self {
        let Positions { first, step, len } = self;
        if step < 0 { Positions { first: first + step * (len as isize - 1), step: -step, len } } else { self }
    }
}

/// What computes elements, without their type.
///
/// # Safety
/// 1. `fill` initialises all lanes, with elements of one type: that of the operand which is made of it.
/// 2. It gives the same element for a position each time, on any thread.
pub(crate) unsafe trait Lanes: Sync {
    /// Computes lanes.
    ///
    /// # Safety
    /// The positions are made of indices below the operand's sizes; `out` is aligned for its elements, and has room
    /// for all lanes.
    unsafe fn fill(&self, positions: Positions, out: *mut u8);

    /// Whether the element at position `p` is the one at 0 plus `p`: then kernels that have no lanes can count, too,
    /// and may ask for the one at 0 even if there is none.
    #[cfg(feature = "gpu")]
    fn counts(&self) -> bool;

    /// Whether it calls a function of the user's, which a GPU cannot.
    #[cfg(feature = "gpu")]
    fn calls(&self) -> bool;
}

/// A type of elements that a position tells. All that an operand of this kind has to say of its elements is safe.
pub(crate) trait Computed: Sync {
    /// The element.
    type Elem: Copy;
    /// The element at a position.
    fn element(&self, position: isize) -> Self::Elem;
    /// The elements at some positions, which do not go down, if there is a faster way than one by one: pushes as many.
    #[inline(always)]
    fn elements(&self, Positions { first, step, len }: Positions, out: &mut Unfilled<Self::Elem>) {
        out.push(len, |lane| self.element(first + step * lane as isize));
    }
    /// As `Lanes::counts`.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code))]
    const COUNTS: bool = false;
    /// As `Lanes::calls`.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code))]
    const CALLS: bool = false;
}

/// Lanes that are still without an element.
pub struct Unfilled<'a, E>(&'a mut [MaybeUninit<E>]);

impl<E: Copy> Unfilled<'_, E> {
    /// Whether none is left.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Fills the next lanes, so many or all that are left, with what a function gives for 0, 1 and so on.
    #[inline(always)]
    pub(crate) fn push(&mut self, len: usize, mut element: impl FnMut(usize) -> E) {
        let lanes = std::mem::take(&mut self.0);
        let (lanes, rest) = lanes.split_at_mut(len.min(lanes.len()));
        self.0 = rest;
        let mut done = 0;
        let (runs, rest) = lanes.as_chunks_mut::<RUN>();
        for run in runs {
            // Of a local the compiler knows that no variable which the function reads lies in it.
            let mut local = [const { MaybeUninit::uninit() }; RUN];
            for (lane, at) in local.iter_mut().zip(done..) {
                lane.write(element(at));
            }
            *run = local;
            done += RUN;
        }
        for (lane, at) in rest.iter_mut().zip(done..) {
            lane.write(element(at));
        }
    }
}

/// Lanes that are computed at a time.
const RUN: usize = 64;

/// Computes lanes.
///
/// # Safety
/// As for [`Lanes::fill`].
#[inline(always)]
unsafe fn fill<C: Computed>(of: &C, positions: Positions, out: *mut u8) {
    let out = out.cast::<MaybeUninit<C::Elem>>();
    debug_assert!(out.is_aligned());
    // SAFETY: whoever calls has room for so many, which may be uninitialised.
    let lanes = unsafe { std::slice::from_raw_parts_mut(out, positions.len) };
    let mut unfilled = Unfilled(lanes);
    of.elements(positions.upwards(), &mut unfilled);
    assert!(unfilled.is_empty(), "as many elements as positions");
    if positions.step < 0 {
        lanes.reverse();
    }
}

macro_rules! level {
    ($name:ident $(, $feature:literal)?) => {
        $(#[target_feature(enable = $feature)])?
        /// # Safety
        /// As for [`Lanes::fill`], on a machine of this level.
        unsafe fn $name<C: Computed>(of: &C, positions: Positions, out: *mut u8) {
            // SAFETY: the positions are the operand's, and there is room for all lanes.
            unsafe { fill(of, positions, out) }
        }
    };
}
level!(baseline);
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v3, "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v4, "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");

// SAFETY: 1. lanes that have no `Elem` are what `Unfilled` has left. 2. is what `Computed` stands for; an element that
// is another one each time is a valid element all the same.
unsafe impl<C: Computed> Lanes for C {
    unsafe fn fill(&self, positions: Positions, out: *mut u8) {
        #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
        let levels = const { simd::of_levels([baseline::<C>, v3::<C>, v4::<C>]) };
        #[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
        let levels = const { simd::of_levels([baseline::<C>]) };
        // SAFETY: the machine is of this level; the positions are the operand's, and there is room for all lanes.
        unsafe { levels[simd::level()](self, positions, out) }
    }

    #[cfg(feature = "gpu")]
    fn counts(&self) -> bool {
        C::COUNTS
    }

    #[cfg(feature = "gpu")]
    fn calls(&self) -> bool {
        C::CALLS
    }
}

/// Every position itself: what `argmin` and its kin read.
pub(crate) struct OwnPosition;
impl Computed for OwnPosition {
    type Elem = usize;
    #[inline]
    fn element(&self, position: isize) -> usize {
        position as usize
    }
    #[inline(always)]
    fn elements(&self, Positions { first, step, len }: Positions, out: &mut Unfilled<usize>) {
        if step == 1 {
            // Of a step that it does not know, LLVM takes multiples, of 64 bits each.
            return out.push(len, |lane| (first + lane as isize) as usize);
        }
        out.push(len, |lane| (first + step * lane as isize) as usize);
    }
    const COUNTS: bool = true;
}

#[cfg(test)]
mod tests;
