//! Running results along an axis, as in `cumsum[0](x)`.
//!
//! A stage writes elements as any that maps. Then each is replaced, where it is, by what it makes with those before it;
//! of long lines this is done chunk by chunk, while they are in the cache. What is only read of an array need not be
//! written before: lines by themselves are run through as they are read.
//!
//! ```text
//! lines side by side in memory    row by row, all lines of a strip at once
//! other lines                     eight at a time, so that one need not wait for its last sum
//! few long lines                  eight chunks of a line at a time: first what each makes, then what runs through it
//! few short lines                 one by one
//! ```
//!
//! The order of joins follows from the length of a line alone: a chunk of [`CHUNK`] elements is gone through from its
//! first one, and what the chunks before it make is joined from the left, to each. So up to 1,024 elements are a plain
//! loop, longer lines have the same bits on any number of threads, and errors of sums grow more slowly. What
//! must join [in order](Reducer::IN_ORDER) is one chunk.

mod chunks;
mod lines;
mod resumed;

use super::Site;
use super::notes::{Note, Scans};
use super::tuning::{FEW, SHARED_SCAN};
use super::work_sharing::{share, threads};
use crate::operand::RawOperand;
use crate::ops::reduce::Reducer;
use crate::ops::scan::Scanner;
pub(super) use chunks::Fill;
use chunks::in_chunks;
use lines::{from_nothing, rows_of_level, turns};
use resumed::Resume;

/// Elements of a line that are gone through from the first one on.
const CHUNK: usize = 1024;
/// Lines, or chunks of lines, that take turns.
const TURNS: usize = 8;
/// Lines side by side whose accumulators fit the first cache.
const STRIP: usize = 256;

/// A scan of elements whose type it knows.
pub(super) struct Scan {
    bytes: usize,
    /// Elements of a chunk: all of a line if a join may panic.
    chunk: usize,
    /// Whether chunks are run through before what was before them is known.
    returns: bool,
    run: unsafe fn(Lines, is_shared: bool, Origin),
    /// Bytes of what a line hands on from piece to piece, and how a piece goes on.
    state: usize,
    resume: Resume,
}

/// Where elements are before something runs through them.
#[derive(Clone, Copy)]
pub(super) enum Origin<'f> {
    /// Where they will be.
    Here,
    /// They are written right before, as a scan [may have it](Scanned::fills).
    Filled(Fill<'f>),
    /// Elsewhere, in the same order, for scans that [read](Scanned::reads) them there.
    There(*const u8),
}

// SAFETY: whoever has a scan run says that the elements may be read.
unsafe impl Sync for Origin<'_> {}

/// What runs along which axis.
#[derive(Clone, Copy, Debug)]
pub struct Scanned {
    pub(super) axis: u8,
    pub(super) scan: &'static Scan,
    /// Whether it runs through the elements of an operand as they are.
    pub(super) is_plain: bool,
}

impl std::fmt::Debug for Scan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scan").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// Elements in row-major order: lines of `len` along the axis, `inner` of them side by side, and this `outer` times.
///
/// Invariant, as "lines 1": all elements are there, and nobody else reads or writes them.
#[derive(Clone, Copy)]
struct Lines {
    first: *mut u8,
    outer: usize,
    len: usize,
    inner: usize,
}

// SAFETY: lines 1: whoever has them may write the elements, which are `Send`.
unsafe impl Send for Lines {}
// SAFETY: as before; two threads take different lines or chunks of them.
unsafe impl Sync for Lines {}

impl Scan {
    /// The one of elements `T` that join as `S` says.
    pub(crate) const fn by<T: Copy + Send, S: Scanner<T>>() -> Scan {
        let (bytes, chunk, returns) = (size_of::<T>(), chunk::<T, S>(), S::Reducer::RETURNS);
        let (state, resume) = (resumed::state::<T, S>(), resumed::resume::<T, S>);
        Scan { bytes, chunk, returns, run: run::<T, S>, state, resume }
    }
}

impl Scanned {
    /// Whether it runs through elements that are only read, and no join may panic: so nothing may.
    pub(super) fn only_reads(self, site: &Site, operands: &[RawOperand]) -> bool {
        let cannot_panic = self.is_plain && self.scan.chunk != usize::MAX;
        cannot_panic && site.cost == 0 && operands.iter().all(|operand| !operand.is_computed())
    }

    /// Whether elements of these sizes may be written right before they are run through.
    pub(super) fn fills(self, sizes: &[usize], is_serial: bool) -> bool {
        let lines = self.lines(std::ptr::null_mut(), sizes);
        lines.inner == 1 && lines.are_in_chunks(self.scan.chunk, self.is_shared(lines, is_serial))
    }

    /// Writes what runs along the axis through elements of these sizes, in row-major order.
    ///
    /// # Safety
    /// There is room for so many elements of the scan's type, or they are there, and nobody else reads or writes them;
    /// as many may be read where they come from.
    pub(super) unsafe fn run(self, first: *mut u8, sizes: &[usize], is_serial: bool, from: Origin) {
        let lines = self.lines(first, sizes);
        // SAFETY: lines 1, as whoever calls says.
        unsafe { (self.scan.run)(lines, self.is_shared(lines, is_serial), from) }
    }

    /// Whether elements of these sizes may lie elsewhere when something runs through them: in lines by themselves, or
    /// few.
    pub(super) fn reads(self, sizes: &[usize], is_serial: bool) -> bool {
        let lines = self.lines(std::ptr::null_mut(), sizes);
        let (chunk, is_shared) = (self.scan.chunk, self.is_shared(lines, is_serial));
        let are_few = lines.outer * lines.inner < TURNS || sizes.iter().product::<usize>() <= FEW;
        let in_chunks = self.scan.returns && lines.are_in_chunks(chunk, is_shared);
        self.is_plain && (in_chunks || are_few && lines.len <= chunk && !is_shared)
    }

    /// How it runs: when all elements are in memory, or chunk by chunk.
    pub(super) fn noted(self, is_again: bool) -> Scans {
        Scans { axis: self.axis.into(), again: if is_again { 2 } else { 0 } }
    }

    /// Adds to a note how it runs chunk by chunk.
    pub(super) fn note(self, note: Note, sizes: &[usize], is_serial: bool) -> Note {
        let lines = self.lines(std::ptr::null_mut(), sizes);
        let groups = lines.len.div_ceil(TURNS * self.scan.chunk);
        let is_shared = self.is_shared(lines, is_serial);
        note.scanning(Some(self.noted(is_shared)))
            .shared(groups * lines.outer, if is_shared { threads().min(groups) } else { 1 })
    }

    fn lines(self, first: *mut u8, sizes: &[usize]) -> Lines {
        let (outer, rest) = sizes.split_at(self.axis.into());
        Lines { first, outer: outer.iter().product(), len: rest[0], inner: rest[1..].iter().product() }
    }

    /// Whether several threads go over the lines.
    fn is_shared(self, lines: Lines, is_serial: bool) -> bool {
        let Lines { outer, len, inner, .. } = lines;
        outer * len * inner * self.scan.bytes >= SHARED_SCAN && !is_serial && threads() > 1
    }
}

/// # Safety
/// Lines 1, of elements `T`.
unsafe fn run<T: Copy + Send, S: Scanner<T>>(lines: Lines, is_shared: bool, from: Origin) {
    let Lines { outer, len, inner, .. } = lines;
    // SAFETY: lines 1; each task is taken once, and has lines of its own.
    unsafe {
        if lines.are_in_chunks(chunk::<T, S>(), is_shared) {
            return (0..outer * inner).for_each(|line| in_chunks::<T, S>((lines, line), is_shared, from));
        }
        if let Origin::There(from) = from {
            return one_by_one::<T, S>(lines, from);
        }
        // The first elements of lines are what they were.
        if outer == 0 || len < 2 || inner == 0 {
            return;
        }
        let task = |task: usize| match inner >= TURNS {
            true => strip::<T, S>(lines, task / inner.div_ceil(STRIP), task % inner.div_ceil(STRIP)),
            false => by_turns::<T, S>(lines, task),
        };
        match is_shared {
            true => share(lines.tasks(), |pieces| pieces.for_each(task)),
            false => (0..lines.tasks()).for_each(task),
        }
    }
}

/// Lines of at most a chunk, one after the other.
///
/// # Safety
/// Lines 1, of elements `T`; as many are there to be read.
unsafe fn one_by_one<T: Copy, S: Scanner<T>>(lines: Lines, from: *const u8) {
    let read = Lines { first: from.cast_mut(), ..lines };
    for line in 0..lines.outer * lines.inner {
        let (from, first) = (read.element::<T, S>(line, 0).cast_const(), lines.element::<T, S>(line, 0));
        // SAFETY: lines 1, of both.
        unsafe { from_nothing::<T, S, 1>([from], [first], lines.step::<T, S>(), lines.len) };
    }
}

/// Elements of a chunk.
const fn chunk<T, S: Scanner<T>>() -> usize {
    if S::Reducer::IN_ORDER { usize::MAX } else { CHUNK }
}

/// Accumulators of lanes that are gone through together.
type Accs<T, S, const N: usize> = [<<S as Scanner<T>>::Reducer as Reducer>::Acc; N];

impl Lines {
    /// Strips of lines, or lines that take turns.
    fn tasks(self) -> usize {
        match self.inner >= TURNS {
            true => self.outer * self.inner.div_ceil(STRIP),
            false => (self.outer * self.inner).div_ceil(TURNS),
        }
    }

    /// Whether there are too few lines for all to take turns, but chunks of a line can.
    fn are_in_chunks(self, chunk: usize, is_shared: bool) -> bool {
        let wanted = if is_shared { 2 * threads() } else { 2 };
        self.len > chunk && self.inner < TURNS && self.tasks() < wanted
    }

    /// The element at a place of a line, in the order of the scan.
    fn element<T, S: Scanner<T>>(self, line: usize, at: usize) -> *mut T {
        let (outer, inner) = (line / self.inner, line % self.inner);
        let at = if S::FROM_THE_END { self.len.wrapping_sub(at + 1) } else { at };
        self.first.cast::<T>().wrapping_add((outer * self.len).wrapping_add(at).wrapping_mul(self.inner) + inner)
    }

    /// From an element of a line to the next one, in the order of the scan.
    fn step<T, S: Scanner<T>>(self) -> isize {
        let step = self.inner as isize;
        if S::FROM_THE_END { -step } else { step }
    }
}

/// A strip of lines side by side.
///
/// # Safety
/// Lines 1, for the lines of this strip.
unsafe fn strip<T: Copy, S: Scanner<T>>(lines: Lines, outer: usize, strip: usize) {
    let Lines { len, inner, .. } = lines;
    let lanes = STRIP.min(inner - strip * STRIP);
    let mut before = [S::Reducer::identity(); STRIP];
    for first in (0..len).step_by(chunk::<T, S>().min(len)) {
        let rows = chunk::<T, S>().min(len - first);
        let at = lines.element::<T, S>(outer * inner + strip * STRIP, first);
        // SAFETY: lines 1: these rows and lanes are inside.
        unsafe { rows_of_level::<T, S>(at, lines.step::<T, S>(), rows, lanes, &mut before) };
    }
}

/// Some lines that take turns.
///
/// # Safety
/// Lines 1, for these lines.
unsafe fn by_turns<T: Copy, S: Scanner<T>>(lines: Lines, task: usize) {
    let all = lines.outer * lines.inner;
    let count = TURNS.min(all - task * TURNS);
    let mut before = [S::Reducer::identity(); TURNS];
    let chunk = chunk::<T, S>();
    for first in (0..lines.len).step_by(chunk.min(lines.len)) {
        // Those that are not there are the last one again, of which nothing is left to do.
        let at = std::array::from_fn(|lane| lines.element::<T, S>(task * TURNS + lane.min(count - 1), first));
        let rows = chunk.min(lines.len - first);
        // SAFETY: lines 1: these rows are inside.
        unsafe { turns::<T, S>(at, count, lines.step::<T, S>(), rows, (first > 0, &mut before)) };
    }
}
