//! Lines of which several pieces have elements: each goes on where the one before has stopped.
//!
//! What goes from piece to piece is, of each line, what the chunks before make, and what is done of the chunk that has
//! begun. So elements have the bits that they have where one loop runs through all of them.

use super::{Lines, STRIP, Scanned, TURNS, chunk};
use crate::engine::slab::Slab;
use crate::ops::reduce::Reducer;
use crate::ops::scan::Scanner;
use crate::place::{Bytes, Place};
use std::mem::MaybeUninit;
use std::ops::Range;

/// What is known of a line at an element: what chunks before make, and what those of its own do.
type State<T, S> = [<<S as Scanner<T>>::Reducer as Reducer>::Acc; 2];

/// Runs through some rows of some lines. The first row of the lines is that element of whole ones.
pub(super) type Resume = unsafe fn(Lines, some: Range<usize>, rows: Range<usize>, first: usize, state: *mut u8);

/// Bytes of the state of a line.
pub(super) const fn state<T, S: Scanner<T>>() -> usize {
    size_of::<State<T, S>>()
}

/// # Safety
/// Lines 1, for these rows and lines, of elements `T`; there is room for a state of each line, aligned, and but for the
/// first element of whole lines the state is there.
pub(super) unsafe fn resume<T: Copy, S: Scanner<T>>(
    lines: Lines,
    some: Range<usize>,
    rows: Range<usize>,
    first: usize,
    state: *mut u8,
) {
    let state = state.cast::<State<T, S>>();
    for row in rows {
        for (at, line) in some.clone().enumerate() {
            // SAFETY: whoever calls says so.
            unsafe {
                let (x, state) = (lines.element::<T, S>(line, row), state.add(at));
                let [before, own] = if first + row == 0 { [S::Reducer::identity(); 2] } else { state.read() };
                let own = S::Reducer::join(own, S::Reducer::one(S::lift(x.read()).0));
                let all = S::Reducer::join(before, own);
                x.write(S::Reducer::finish(all, 1));
                let is_whole = (first + row + 1).is_multiple_of(chunk::<T, S>());
                state.write(if is_whole { [all, S::Reducer::identity()] } else { [before, own] });
            }
        }
    }
}

impl Scanned {
    /// Runs along the axis that a place cuts, as far as its pieces are here: they have these indices along it, of so
    /// many, and elements of these sizes, in row-major order. Some lines at a time are handed on, so that other
    /// processes go on with them meanwhile.
    ///
    /// # Safety
    /// The elements are there, and nobody else reads or writes them.
    pub(in crate::engine) unsafe fn run_in_pieces(
        self,
        to: *mut u8,
        sizes: &[usize],
        (here, size): (Range<usize>, usize),
        place: &dyn Place,
    ) {
        let lines = self.lines(to, sizes);
        let all = lines.outer * lines.inner;
        let width = if lines.inner == 1 { TURNS } else { STRIP };
        let parts = (0..place.pieces()).map(|piece| (piece, place.part(size, piece)));
        let parts: Vec<(usize, Range<usize>)> = parts.filter(|(_, part)| !part.is_empty()).collect();
        let mut is_here = vec![false; place.pieces()];
        place.here().into_iter().for_each(|piece| is_here[piece] = true);
        let mut memory = Slab::new(width * self.scan.state);
        let state = memory.ptr();
        for start in (0..all).step_by(width) {
            let some = start..all.min(start + width);
            // SAFETY: the slab has room for a state of each line.
            let bytes: &mut Bytes = unsafe {
                std::slice::from_raw_parts_mut(state.cast::<MaybeUninit<u8>>(), some.len() * self.scan.state)
            };
            for (at, (piece, part)) in parts.iter().enumerate().filter(|(_, (piece, _))| is_here[*piece]) {
                if let Some((before, _)) = at.checked_sub(1).map(|before| &parts[before]) {
                    place.hand_on(*before, *piece, bytes);
                }
                let rows = part.start - here.start..part.end - here.start;
                // SAFETY: lines 1, as whoever calls says; the piece before has left the state.
                unsafe { (self.scan.resume)(lines, some.clone(), rows, here.start, state) };
                if let Some((next, _)) = parts.get(at + 1).filter(|(next, _)| !is_here[*next]) {
                    place.hand_on(*piece, *next, bytes);
                }
            }
        }
    }
}
