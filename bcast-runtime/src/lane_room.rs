//! Room for elements of some lanes, inside a kernel.
//!
//! Pairs lie apart: of pairs that lie one after the other LLVM makes no vectors, or shuffles each.

use crate::cursor::{GROUP, LANES};
use std::hint::black_box;
use std::mem::MaybeUninit;

/// Lanes from the start of a cache line: of others, half of the vectors would cross one (sums of rows of 100 `f64` took
/// 1.55 times as long on a Zen 4).
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Aligned<T>(pub(crate) T);

/// Room for the elements of `N` lanes, empty at first.
pub trait Room<T, const N: usize>: Copy {
    /// Room without elements.
    fn empty() -> Self;
    /// The same element in each lane.
    fn all(element: T) -> Self;
    /// Puts an element into a lane.
    fn put(&mut self, lane: usize, element: T);
    /// The element in a lane.
    ///
    /// # Safety
    /// It has been put there.
    unsafe fn get(&self, lane: usize) -> T;
    /// Fills the first lanes with adjacent elements.
    ///
    /// # Safety
    /// There are so many, which can be read, and no more than lanes.
    unsafe fn load(&mut self, from: *const T, lanes: usize);
    /// Writes the first lanes as adjacent elements.
    ///
    /// # Safety
    /// They have been put, and there is room for so many.
    unsafe fn save(&self, to: *mut T, lanes: usize);
}

/// How the elements of lanes lie.
pub trait LaneRoom<T> {
    /// Room for so many.
    type Of<const N: usize>: Room<T, N>;
    /// So many lanes from one on, filled or not.
    fn part<const N: usize>(room: &Self::Of<LANES>, first: usize) -> Self::Of<N>;
    /// Copies a group of lanes, filled or not.
    fn put_group(room: &mut Self::Of<LANES>, first: usize, group: &Self::Of<GROUP>);
}

pub(crate) type InRow<T, const N: usize> = Aligned<[MaybeUninit<T>; N]>;

/// One element after the other.
pub struct Together;
impl<T: Copy> LaneRoom<T> for Together {
    type Of<const N: usize> = InRow<T, N>;
    #[inline(always)]
    fn part<const N: usize>(room: &Self::Of<LANES>, first: usize) -> Self::Of<N> {
        Aligned(std::array::from_fn(|lane| room.0[first + lane]))
    }
    #[inline(always)]
    fn put_group(room: &mut Self::Of<LANES>, first: usize, group: &Self::Of<GROUP>) {
        assert!(first <= LANES - GROUP);
        // SAFETY: as just checked, the group lies in the room; both hold copies of elements, or nothing.
        unsafe { std::ptr::copy_nonoverlapping(group.0.as_ptr(), room.0.as_mut_ptr().add(first), GROUP) };
    }
}
impl<T: Copy, const N: usize> Room<T, N> for InRow<T, N> {
    #[inline(always)]
    fn empty() -> Self {
        Aligned([const { MaybeUninit::uninit() }; N])
    }
    #[inline(always)]
    fn all(element: T) -> Self {
        Aligned([MaybeUninit::new(element); N])
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, element: T) {
        self.0[lane].write(element);
    }
    #[inline(always)]
    unsafe fn get(&self, lane: usize) -> T {
        // SAFETY: whoever calls has put it.
        unsafe { self.0[lane].assume_init() }
    }
    #[inline(always)]
    unsafe fn load(&mut self, from: *const T, lanes: usize) {
        debug_assert!(lanes <= N);
        // SAFETY: whoever calls says that they can be read; there are so many lanes.
        unsafe { std::ptr::copy_nonoverlapping(from.cast(), self.0.as_mut_ptr(), lanes) };
    }
    #[inline(always)]
    unsafe fn save(&self, to: *mut T, lanes: usize) {
        debug_assert!(lanes <= N);
        // SAFETY: whoever calls says that they have been put and can be written.
        unsafe { std::ptr::copy_nonoverlapping(self.0.as_ptr().cast(), to, lanes) };
    }
}

/// The first parts of pairs, and the second parts.
pub struct Apart;
impl<A: Copy, B: Copy> LaneRoom<(A, B)> for Apart {
    type Of<const N: usize> = (InRow<A, N>, InRow<B, N>);
    #[inline(always)]
    fn part<const N: usize>(room: &Self::Of<LANES>, first: usize) -> Self::Of<N> {
        (<Together as LaneRoom<A>>::part::<N>(&room.0, first), <Together as LaneRoom<B>>::part::<N>(&room.1, first))
    }
    #[inline(always)]
    fn put_group(room: &mut Self::Of<LANES>, first: usize, group: &Self::Of<GROUP>) {
        <Together as LaneRoom<A>>::put_group(&mut room.0, first, &group.0);
        <Together as LaneRoom<B>>::put_group(&mut room.1, first, &group.1);
    }
}
impl<A, B, RoomA: Room<A, N>, RoomB: Room<B, N>, const N: usize> Room<(A, B), N> for (RoomA, RoomB) {
    #[inline(always)]
    fn empty() -> Self {
        (RoomA::empty(), RoomB::empty())
    }
    #[inline(always)]
    fn all((a, b): (A, B)) -> Self {
        (RoomA::all(a), RoomB::all(b))
    }
    #[inline(always)]
    fn put(&mut self, lane: usize, (a, b): (A, B)) {
        self.0.put(lane, a);
        self.1.put(lane, b);
    }
    #[inline(always)]
    unsafe fn get(&self, lane: usize) -> (A, B) {
        // SAFETY: whoever calls has put it.
        unsafe { (self.0.get(lane), self.1.get(lane)) }
    }
    #[inline(always)]
    unsafe fn load(&mut self, from: *const (A, B), lanes: usize) {
        // SAFETY: whoever calls says that they can be read.
        (0..lanes).for_each(|lane| self.put(lane, unsafe { from.add(lane).read() }));
    }
    #[inline(always)]
    unsafe fn save(&self, to: *mut (A, B), lanes: usize) {
        // SAFETY: whoever calls says that they have been put and can be written.
        (0..lanes).for_each(|lane| unsafe { to.add(lane).write(self.get(lane)) });
    }
}

/// Whether vectors hold a whole number of such elements. LLVM takes others, such as points of three floats, apart into
/// hundreds of shuffles if it knows how many there are, which was half of the time of 100 rows of 100 on a Zen 3.
pub(crate) const fn is_part_of_vectors<T>() -> bool {
    size_of::<T>().is_power_of_two()
}

/// Whether LLVM is not told where so many lanes come from whose halves are to be joined: those of 32 bytes. It makes
/// vectors from the last halves up, narrow ones therefore (64 rows of 64 `f32` took three times as long on a Zen 3).
/// Of 64 bytes, sums of rows of 64 `f32` took 1.4 times as long on a Zen 4; told of all, distances in rows of 50 1.5
/// times.
pub(crate) const fn is_hidden<T>(lanes: usize) -> bool {
    lanes * size_of::<T>() == 32
}

/// All lanes as one: halves of constant length, which become vector code.
///
/// # Safety
/// All lanes are filled.
#[inline(always)]
pub(crate) unsafe fn halved<T: Copy, All: Room<T, LANES>>(mut all: All, join: impl Fn(T, T) -> T) -> T {
    let halve = |all: &mut All, half: usize| {
        for lane in 0..half {
            // SAFETY: all lanes are filled.
            let joined = unsafe { join(all.get(lane), all.get(lane + half)) };
            all.put(lane, joined);
        }
    };
    if const { !is_part_of_vectors::<T>() } {
        let mut half = black_box(LANES / 2);
        while half > 0 {
            halve(&mut all, half);
            half /= 2;
        }
    } else {
        halve(&mut all, 32);
        hide::<T, All, 32>(&mut all);
        halve(&mut all, 16);
        hide::<T, All, 16>(&mut all);
        halve(&mut all, 8);
        hide::<T, All, 8>(&mut all);
        halve(&mut all, 4);
        hide::<T, All, 4>(&mut all);
        halve(&mut all, 2);
        halve(&mut all, 1);
    }
    // SAFETY: all lanes are filled.
    unsafe { all.get(0) }
}

/// Hides from LLVM where the first lanes come from, if they are [such](is_hidden).
#[inline(always)]
fn hide<T: Copy, All: Room<T, LANES>, const N: usize>(all: &mut All) {
    if const { !is_hidden::<T>(N) } {
        return;
    }
    let mut first = InRow::<T, N>::empty();
    // SAFETY: all lanes are filled.
    (0..N).for_each(|lane| first.put(lane, unsafe { all.get(lane) }));
    let first = black_box(&first);
    // SAFETY: they have just been put.
    (0..N).for_each(|lane| all.put(lane, unsafe { first.get(lane) }));
}
