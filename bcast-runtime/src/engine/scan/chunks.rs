//! Long lines, chunk by chunk.
//!
//! Eight chunks take turns: first what each makes, then what runs through them. Where the elements are computed for it,
//! this is done for the same chunks right before, so that they are in the cache; several threads first compute all
//! chunks and what they make, then run through all of them.

use super::lines::{alone, behind, from_nothing, made, made_from, turns};
use super::{Accs, Lines, Origin, TURNS, chunk};
use crate::engine::work_sharing::share;
use crate::ops::reduce::Reducer;
use crate::ops::scan::Scanner;
use std::ops::Range;

/// Writes the elements of a range, in row-major order, that a scan runs through.
pub(in crate::engine) type Fill<'f> = &'f (dyn Fn(Range<usize>) + Sync);

/// A line, some of its chunks at a time.
///
/// # Safety
/// Lines 1, for this line, whose elements are there when they are filled.
pub(super) unsafe fn in_chunks<T: Copy + Send, S: Scanner<T>>(
    (lines, line): (Lines, usize),
    is_shared: bool,
    from: Origin,
) {
    let chunks = Chunks { lines, line, len: chunk::<T, S>() };
    let make = |group: usize| {
        if let Origin::Filled(fill) = from {
            fill(chunks.elements::<T, S>(group));
        }
        // SAFETY: lines 1, as the elements of the group are there now, or may be read elsewhere.
        unsafe {
            match from {
                Origin::There(from) => chunks.make_from::<T, S>(from, group),
                _ => chunks.make::<T, S>(group),
            }
        }
    };
    let mut so_far = S::Reducer::identity();
    let mut before = |made: Accs<T, S, TURNS>| {
        made.map(|made| {
            let next = S::Reducer::join(so_far, made);
            std::mem::replace(&mut so_far, next)
        })
    };
    // SAFETY: lines 1; each group is taken once, and its place is inside.
    unsafe {
        if !is_shared {
            return (0..chunks.groups()).for_each(|group| chunks.run::<T, S>(group, from, before(make(group))));
        }
        let mut all = vec![[S::Reducer::identity(); TURNS]; chunks.groups()];
        let places = Places(all.as_mut_ptr());
        share(chunks.groups(), |pieces| pieces.for_each(|group| places.of(group).write(make(group))));
        all.iter_mut().for_each(|made| *made = before(*made));
        share(chunks.groups(), |pieces| pieces.for_each(|group| chunks.run::<T, S>(group, from, all[group])));
    }
}

/// A line in chunks of so many elements, of which the last may have fewer, in groups that take turns.
#[derive(Clone, Copy)]
struct Chunks {
    lines: Lines,
    line: usize,
    len: usize,
}

impl Chunks {
    fn groups(self) -> usize {
        self.lines.len.div_ceil(self.len).div_ceil(TURNS)
    }

    /// The elements of a group among all, in row-major order, of lines that are not side by side.
    fn elements<T, S: Scanner<T>>(self, group: usize) -> Range<usize> {
        let (line, len) = (self.line * self.lines.len, self.lines.len);
        let (start, end) = (group * TURNS * self.len, len.min((group + 1) * TURNS * self.len));
        match S::FROM_THE_END {
            true => line + len - end..line + len - start,
            false => line + start..line + end,
        }
    }

    /// Of so many chunks, those of a group.
    fn of(self, group: usize, chunks: usize) -> usize {
        TURNS.min(chunks.saturating_sub(group * TURNS))
    }

    /// Where they begin.
    fn firsts<T, S: Scanner<T>>(self, group: usize) -> [*mut T; TURNS] {
        let last = self.lines.len.div_ceil(self.len) - 1;
        let first = |lane: usize| (group * TURNS + lane).min(last) * self.len;
        std::array::from_fn(|lane| self.lines.element::<T, S>(self.line, first(lane)))
    }

    /// What each whole chunk of a group makes. Where results [return](Reducer::RETURNS), chunks are run through from
    /// nothing on, and only what was before is left to join.
    ///
    /// # Safety
    /// Lines 1, for this group.
    unsafe fn make<T: Copy, S: Scanner<T>>(self, group: usize) -> Accs<T, S, TURNS> {
        let whole = self.of(group, self.lines.len / self.len);
        // SAFETY: lines 1: these chunks are whole.
        unsafe { made::<T, S>(self.firsts::<T, S>(group), whole, self.lines.step::<T, S>(), self.len) }
    }

    /// The same of elements that lie elsewhere, with results that return. The last chunk, which may not be whole, is
    /// run through as well.
    ///
    /// # Safety
    /// Lines 1, for this group, as many elements of which may be read there.
    unsafe fn make_from<T: Copy, S: Scanner<T>>(self, from: *const u8, group: usize) -> Accs<T, S, TURNS> {
        let from = Chunks { lines: Lines { first: from.cast_mut(), ..self.lines }, ..self };
        let (from, firsts) = (from.firsts::<T, S>(group), self.firsts::<T, S>(group));
        let (whole, rest) = (self.of(group, self.lines.len / self.len), self.lines.len % self.len);
        let step = self.lines.step::<T, S>();
        // SAFETY: lines 1, of both.
        unsafe {
            if whole < self.of(group, self.lines.len.div_ceil(self.len)) {
                from_nothing::<T, S, 1>([from[whole]], [firsts[whole]], step, rest);
            }
            made_from::<T, S>(from, firsts, whole, step, self.len)
        }
    }

    /// Runs through the chunks of a group, before each of which there is something.
    ///
    /// # Safety
    /// Lines 1, for this group, which has been made.
    unsafe fn run<T: Copy, S: Scanner<T>>(self, group: usize, from: Origin, mut before: Accs<T, S, TURNS>) {
        let (firsts, step) = (self.firsts::<T, S>(group), self.lines.step::<T, S>());
        let (whole, rest) = (self.of(group, self.lines.len / self.len), self.lines.len % self.len);
        // SAFETY: lines 1: the whole chunks of this group, and the last one if it is there.
        unsafe {
            match S::Reducer::RETURNS {
                true => (0..whole).for_each(|lane| behind::<T, S>(firsts[lane], step, self.len, before[lane])),
                false => turns::<T, S>(firsts, whole, step, self.len, (true, &mut before)),
            }
            if whole < self.of(group, self.lines.len.div_ceil(self.len)) {
                match from {
                    Origin::There(_) => behind::<T, S>(firsts[whole], step, rest, before[whole]),
                    _ => _ = alone::<T, S>(firsts[whole], step, rest, (true, before[whole])),
                }
            }
        }
    }
}

/// Places that threads write, each its own.
#[derive(Clone, Copy)]
struct Places<A>(*mut A);
impl<A> Places<A> {
    fn of(self, at: usize) -> *mut A {
        self.0.wrapping_add(at)
    }
}
// SAFETY: accumulators are `Send`, and no two threads write the same place.
unsafe impl<A: Send> Sync for Places<A> {}
