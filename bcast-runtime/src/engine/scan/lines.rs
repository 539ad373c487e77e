//! The inner loops of a scan: lines side by side, and lines that take turns.

use super::{Accs, STRIP, TURNS};
use crate::ops::reduce::Reducer;
use crate::ops::scan::Scanner;
use crate::simd;

macro_rules! level {
    ($name:ident $(, $feature:literal)?) => {
        $(#[target_feature(enable = $feature)])?
        /// # Safety
        /// As for [`side_by_side`], on a machine of this level.
        unsafe fn $name<T: Copy, S: Scanner<T>>(
            first: *mut T,
            step: isize,
            rows: usize,
            lanes: usize,
            before: &mut Accs<T, S, STRIP>,
        ) {
            // SAFETY: whoever calls says so.
            unsafe { side_by_side::<T, S>(first, step, rows, lanes, before) }
        }
    };
}
level!(baseline);
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v3, "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v4, "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");

/// Lines side by side, compiled for this machine.
///
/// # Safety
/// As for [`side_by_side`].
pub(super) unsafe fn rows_of_level<T: Copy, S: Scanner<T>>(
    first: *mut T,
    step: isize,
    rows: usize,
    lanes: usize,
    before: &mut Accs<T, S, STRIP>,
) {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    let levels = const { simd::of_levels([baseline::<T, S>, v3::<T, S>, v4::<T, S>]) };
    #[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
    let levels = const { simd::of_levels([baseline::<T, S>]) };
    // SAFETY: the machine is of this level; whoever calls says the rest.
    unsafe { levels[simd::level()](first, step, rows, lanes, before) }
}

/// Lines side by side, row by row.
///
/// # Safety
/// So many rows of so many lanes, at most [`STRIP`], are there, rows `step` elements apart, and belong to the caller.
#[inline(always)]
unsafe fn side_by_side<T: Copy, S: Scanner<T>>(
    first: *mut T,
    step: isize,
    rows: usize,
    lanes: usize,
    before: &mut Accs<T, S, STRIP>,
) {
    let mut own = [S::Reducer::identity(); STRIP];
    for row in 0..rows {
        // SAFETY: whoever calls says that the row is there.
        let row = unsafe { std::slice::from_raw_parts_mut(first.offset(row as isize * step), lanes) };
        for ((x, own), before) in row.iter_mut().zip(&mut own).zip(&*before) {
            *own = S::Reducer::join(*own, S::Reducer::one(S::lift(*x).0));
            *x = S::Reducer::finish(S::Reducer::join(*before, *own), 1);
        }
    }
    before.iter_mut().zip(own).for_each(|(before, own)| *before = S::Reducer::join(*before, own));
}

/// Runs through lines that take turns, before which there `is` something or nothing.
///
/// # Safety
/// So many rows are there, `step` elements apart, of the first `count` lines, and belong to the caller.
pub(super) unsafe fn turns<T: Copy, S: Scanner<T>>(
    first: [*mut T; TURNS],
    count: usize,
    step: isize,
    rows: usize,
    (is, before): (bool, &mut Accs<T, S, TURNS>),
) {
    // SAFETY: whoever calls says so.
    unsafe {
        if count == TURNS {
            *before = together::<T, S, true, TURNS>(first, step, rows, *before);
            return;
        }
        for lane in 0..count {
            before[lane] = alone::<T, S>(first[lane], step, rows, (is, before[lane]));
        }
    }
}

/// Runs through one line. It waits for its last join, and each other one in between makes it wait longer (1,000 sums
/// take 1.3 times as long): so where results [return](Reducer::RETURNS), what was before is joined afterwards.
///
/// # Safety
/// As for [`turns`].
pub(super) unsafe fn alone<T: Copy, S: Scanner<T>>(
    first: *mut T,
    step: isize,
    rows: usize,
    (is, before): (bool, <S::Reducer as Reducer>::Acc),
) -> <S::Reducer as Reducer>::Acc {
    // SAFETY: whoever calls says so.
    unsafe {
        if !S::Reducer::RETURNS {
            let [after] = together::<T, S, true, 1>([first], step, rows, [before]);
            return after;
        }
        let [own] = from_nothing::<T, S, 1>([first], [first], step, rows);
        if is {
            behind::<T, S>(first, step, rows, before);
        }
        S::Reducer::join(before, own)
    }
}

/// Runs through so many lines before which there is nothing, row by row. Gives what each makes.
///
/// # Safety
/// So many rows of each are there, `step` elements apart, to be read and to be written, and belong to the caller.
#[inline(always)]
pub(super) unsafe fn from_nothing<T: Copy, S: Scanner<T>, const N: usize>(
    from: [*const T; N],
    first: [*mut T; N],
    step: isize,
    rows: usize,
) -> Accs<T, S, N> {
    let mut own = [S::Reducer::identity(); N];
    for row in 0..rows as isize {
        for lane in 0..N {
            // SAFETY: whoever calls says that both elements are there.
            unsafe {
                let x = from[lane].offset(row * step).read();
                own[lane] = S::Reducer::join(own[lane], S::Reducer::one(S::lift(x).0));
                first[lane].offset(row * step).write(S::Reducer::finish(own[lane], 1));
            }
        }
    }
    own
}

/// The same for some lines that lie elsewhere: four at a time, as chunks are 8 KB apart, and more than eight of these,
/// where they are read and where they are written, do not fit the first cache together.
///
/// # Safety
/// As for [`from_nothing`], for the first `count` lines.
pub(super) unsafe fn made_from<T: Copy, S: Scanner<T>>(
    from: [*mut T; TURNS],
    first: [*mut T; TURNS],
    count: usize,
    step: isize,
    rows: usize,
) -> Accs<T, S, TURNS> {
    let mut made = [S::Reducer::identity(); TURNS];
    let mut at = 0;
    while at < count {
        // SAFETY: whoever calls says that these lines are there.
        unsafe {
            at += match count - at {
                1 => some::<T, S, 1>(at, (from, first), step, rows, &mut made),
                2 | 3 => some::<T, S, 2>(at, (from, first), step, rows, &mut made),
                _ => some::<T, S, 4>(at, (from, first), step, rows, &mut made),
            };
        }
    }
    made
}

/// So many lines from one on, and how many these are.
///
/// # Safety
/// As for [`from_nothing`].
unsafe fn some<T: Copy, S: Scanner<T>, const N: usize>(
    at: usize,
    (from, first): ([*mut T; TURNS], [*mut T; TURNS]),
    step: isize,
    rows: usize,
    made: &mut Accs<T, S, TURNS>,
) -> usize {
    let lines = |all: [*mut T; TURNS]| -> [*mut T; N] { std::array::from_fn(|lane| all[at + lane]) };
    // SAFETY: whoever calls says so.
    let some = unsafe { from_nothing::<T, S, N>(lines(from).map(<*mut T>::cast_const), lines(first), step, rows) };
    made[at..at + N].copy_from_slice(&some);
    N
}

/// What each of some lines makes, which is all that is written if results [return](Reducer::RETURNS).
///
/// # Safety
/// As for [`turns`]; to read, if they are not written.
pub(super) unsafe fn made<T: Copy, S: Scanner<T>>(
    first: [*mut T; TURNS],
    count: usize,
    step: isize,
    rows: usize,
) -> Accs<T, S, TURNS> {
    let mut made = [S::Reducer::identity(); TURNS];
    // SAFETY: whoever calls says so.
    unsafe {
        if S::Reducer::RETURNS {
            turns::<T, S>(first, count, step, rows, (false, &mut made));
            return made;
        }
        if count == TURNS {
            return together::<T, S, false, TURNS>(first, step, rows, made);
        }
        for lane in 0..count {
            [made[lane]] = together::<T, S, false, 1>([first[lane]], step, rows, [made[lane]]);
        }
    }
    made
}

/// So many lines, row by row, with accumulators in registers. Gives what is behind them.
///
/// # Safety
/// As for [`turns`]; to read, if they are not written.
#[inline(always)]
unsafe fn together<T: Copy, S: Scanner<T>, const WRITES: bool, const N: usize>(
    first: [*mut T; N],
    step: isize,
    rows: usize,
    before: Accs<T, S, N>,
) -> Accs<T, S, N> {
    let mut own = [S::Reducer::identity(); N];
    for row in 0..rows {
        for lane in 0..N {
            // SAFETY: whoever calls says that the element is there.
            unsafe {
                let at = first[lane].offset(row as isize * step);
                own[lane] = S::Reducer::join(own[lane], S::Reducer::one(S::lift(at.read()).0));
                if WRITES {
                    at.write(S::Reducer::finish(S::Reducer::join(before[lane], own[lane]), 1));
                }
            }
        }
    }
    match WRITES {
        true => std::array::from_fn(|lane| S::Reducer::join(before[lane], own[lane])),
        false => own,
    }
}

/// A line that has been run through from nothing on, behind what was before it.
///
/// # Safety
/// So many rows are there, `step` elements apart, and belong to the caller.
pub(super) unsafe fn behind<T: Copy, S: Scanner<T>>(
    first: *mut T,
    step: isize,
    rows: usize,
    before: <S::Reducer as Reducer>::Acc,
) {
    let each = |x: &mut T| *x = S::Reducer::finish(S::Reducer::join(before, S::Reducer::one(S::lift(*x).0)), 1);
    let last = first.wrapping_offset(step * (rows as isize - 1));
    // SAFETY: whoever calls says that the elements are there.
    unsafe {
        match step {
            1 => std::slice::from_raw_parts_mut(first, rows).iter_mut().for_each(each),
            -1 => std::slice::from_raw_parts_mut(last, rows).iter_mut().for_each(each),
            _ => (0..rows as isize).for_each(|row| each(&mut *first.offset(row * step))),
        }
    }
}
