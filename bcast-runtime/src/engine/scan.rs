//! Running results along an axis, as in `cumsum[0](x)`.
//!
//! A stage writes elements as any that maps. Then each is replaced, where it is, by what it makes with those before it:
//!
//! ```text
//! lines side by side in memory    row by row, all lines of a strip at once
//! other lines                     eight at a time, so that one need not wait for its last sum
//! few long lines                  eight chunks of a line at a time: first what each makes, then what runs through it
//! ```
//!
//! The order of joins follows from the length of a line alone: a chunk of [`CHUNK`] elements is gone through from its
//! first one, and what the chunks before it make is joined from the left, to each. So up to 1,024 elements are a plain
//! loop, longer lines have the same bits on any number of threads, and errors of sums grow more slowly. What
//! must join [in order](Reducer::IN_ORDER) is one chunk.

use super::tuning::SHARED_SCAN;
use super::work_sharing::{share, threads};
use crate::ops::reduce::Reducer;
use crate::ops::scan::Scanner;
use crate::simd;

/// Elements of a line that are gone through from the first one on.
const CHUNK: usize = 1024;
/// Lines, or chunks of lines, that take turns.
const TURNS: usize = 8;
/// Lines side by side whose accumulators fit the first cache.
const STRIP: usize = 256;

/// A scan of elements whose type it knows.
pub(super) struct Scan {
    bytes: usize,
    /// Whether a join may panic.
    may_panic: bool,
    run: unsafe fn(Lines, is_shared: bool),
}

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
        Scan { bytes: size_of::<T>(), may_panic: S::Reducer::IN_ORDER, run: run::<T, S> }
    }
}

impl Scanned {
    /// Whether neither a join nor what is computed before may panic.
    pub(super) fn cannot_panic(self) -> bool {
        self.is_plain && !self.scan.may_panic
    }

    /// Replaces elements of these sizes, in row-major order, by what runs along the axis.
    ///
    /// # Safety
    /// So many elements are there, of the scan's type, and nobody else reads or writes them.
    pub(super) unsafe fn run(self, first: *mut u8, sizes: &[usize], is_serial: bool) {
        let (outer, rest) = sizes.split_at(self.axis.into());
        let inner = rest[1..].iter().product();
        let lines = Lines { first, outer: outer.iter().product(), len: rest[0], inner };
        let is_large = lines.outer * lines.len * lines.inner * self.scan.bytes >= SHARED_SCAN;
        // SAFETY: lines 1, as whoever calls says.
        unsafe { (self.scan.run)(lines, is_large && !is_serial && threads() > 1) }
    }
}

/// # Safety
/// Lines 1, of elements `T`.
unsafe fn run<T: Copy + Send, S: Scanner<T>>(lines: Lines, is_shared: bool) {
    let Lines { outer, len, inner, .. } = lines;
    if outer == 0 || len < 2 || inner == 0 {
        return;
    }
    let chunks = len.div_ceil(chunk::<T, S>());
    let tasks = match inner >= TURNS {
        true => outer * inner.div_ceil(STRIP),
        false => (outer * inner).div_ceil(TURNS),
    };
    // SAFETY: lines 1; each task is taken once, and has lines of its own.
    unsafe {
        if inner < TURNS && chunks > 1 && tasks < if is_shared { 2 * threads() } else { 2 } {
            for line in 0..outer * inner {
                in_chunks::<T, S>(lines, line, is_shared);
            }
            return;
        }
        let task = |task: usize| match inner >= TURNS {
            true => strip::<T, S>(lines, task / inner.div_ceil(STRIP), task % inner.div_ceil(STRIP)),
            false => by_turns::<T, S>(lines, task),
        };
        match is_shared {
            true => share(tasks, |pieces| pieces.for_each(task)),
            false => (0..tasks).for_each(task),
        }
    }
}

/// Elements of a chunk.
const fn chunk<T, S: Scanner<T>>() -> usize {
    if S::Reducer::IN_ORDER { usize::MAX } else { CHUNK }
}

/// Accumulators of lanes that are gone through together.
type Accs<T, S, const N: usize> = [<<S as Scanner<T>>::Reducer as Reducer>::Acc; N];

impl Lines {
    /// The first element of a line.
    fn line<T>(self, line: usize) -> *mut T {
        let (outer, inner) = (line / self.inner, line % self.inner);
        self.first.cast::<T>().wrapping_add(outer * self.len * self.inner + inner)
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
        let at = lines.line::<T>(outer * inner + strip * STRIP).wrapping_add(first * inner);
        // SAFETY: lines 1: these rows and lanes are inside.
        unsafe { rows_of_level::<T, S>(at, inner, rows, lanes, &mut before) };
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
        let at = std::array::from_fn(|lane| {
            lines.line::<T>(task * TURNS + lane.min(count - 1)).wrapping_add(first * lines.inner)
        });
        let rows = chunk.min(lines.len - first);
        // SAFETY: lines 1: these rows are inside.
        unsafe { turns::<T, S, true>(at, count, lines.inner, rows, &mut before) };
    }
}

/// A line, some of its chunks at a time.
///
/// # Safety
/// Lines 1, for this line.
unsafe fn in_chunks<T: Copy + Send, S: Scanner<T>>(lines: Lines, line: usize, is_shared: bool) {
    let chunks = Chunks { lines, line, len: chunk::<T, S>() };
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
            return (0..chunks.groups())
                .for_each(|group| chunks.run::<T, S>(group, before(chunks.make::<T, S>(group))));
        }
        let mut all = vec![[S::Reducer::identity(); TURNS]; chunks.groups()];
        let places = Places(all.as_mut_ptr());
        share(chunks.groups(), |pieces| {
            pieces.for_each(|group| places.of(group).write(chunks.make::<T, S>(group)));
        });
        all.iter_mut().for_each(|made| *made = before(*made));
        share(chunks.groups(), |pieces| pieces.for_each(|group| chunks.run::<T, S>(group, all[group])));
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

    /// Of so many chunks, those of a group.
    fn of(self, group: usize, chunks: usize) -> usize {
        TURNS.min(chunks.saturating_sub(group * TURNS))
    }

    /// Where they begin.
    fn firsts<T>(self, group: usize) -> [*mut T; TURNS] {
        let last = self.lines.len.div_ceil(self.len) - 1;
        let first = |lane: usize| (group * TURNS + lane).min(last) * self.len * self.lines.inner;
        std::array::from_fn(|lane| self.lines.line::<T>(self.line).wrapping_add(first(lane)))
    }

    /// What each whole chunk of a group makes.
    ///
    /// # Safety
    /// Lines 1, to read.
    unsafe fn make<T: Copy, S: Scanner<T>>(self, group: usize) -> Accs<T, S, TURNS> {
        let mut made = [S::Reducer::identity(); TURNS];
        let whole = self.of(group, self.lines.len / self.len);
        // SAFETY: lines 1: these chunks are whole.
        unsafe { turns::<T, S, false>(self.firsts(group), whole, self.lines.inner, self.len, &mut made) };
        made
    }

    /// Runs through the chunks of a group, before each of which there is something.
    ///
    /// # Safety
    /// Lines 1, for this group.
    unsafe fn run<T: Copy, S: Scanner<T>>(self, group: usize, mut before: Accs<T, S, TURNS>) {
        let (firsts, inner) = (self.firsts(group), self.lines.inner);
        let (whole, rest) = (self.of(group, self.lines.len / self.len), self.lines.len % self.len);
        // SAFETY: lines 1: the whole chunks of this group, and the last one if it is there.
        unsafe {
            turns::<T, S, true>(firsts, whole, inner, self.len, &mut before);
            if whole < self.of(group, self.lines.len.div_ceil(self.len)) {
                together::<T, S, true, 1>([firsts[whole]], inner, rest, [before[whole]]);
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

macro_rules! level {
    ($name:ident $(, $feature:literal)?) => {
        $(#[target_feature(enable = $feature)])?
        /// # Safety
        /// As for [`side_by_side`], on a machine of this level.
        unsafe fn $name<T: Copy, S: Scanner<T>>(
            first: *mut T,
            step: usize,
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
unsafe fn rows_of_level<T: Copy, S: Scanner<T>>(
    first: *mut T,
    step: usize,
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
    step: usize,
    rows: usize,
    lanes: usize,
    before: &mut Accs<T, S, STRIP>,
) {
    let mut own = [S::Reducer::identity(); STRIP];
    for row in 0..rows {
        // SAFETY: whoever calls says that the row is there.
        let row = unsafe { std::slice::from_raw_parts_mut(first.add(row * step), lanes) };
        for ((x, own), before) in row.iter_mut().zip(&mut own).zip(&*before) {
            *own = S::Reducer::join(*own, S::Reducer::one(S::lift(*x).0));
            *x = S::Reducer::finish(S::Reducer::join(*before, *own), 1);
        }
    }
    before.iter_mut().zip(own).for_each(|(before, own)| *before = S::Reducer::join(*before, own));
}

/// Lines that take turns: what runs through them, or only what each makes.
///
/// # Safety
/// So many rows are there, `step` elements apart, of the first `count` lines, and belong to the caller; to read, if
/// they are not written.
unsafe fn turns<T: Copy, S: Scanner<T>, const WRITES: bool>(
    first: [*mut T; TURNS],
    count: usize,
    step: usize,
    rows: usize,
    before: &mut Accs<T, S, TURNS>,
) {
    // SAFETY: whoever calls says so.
    unsafe {
        if count == TURNS {
            *before = together::<T, S, WRITES, TURNS>(first, step, rows, *before);
            return;
        }
        for lane in 0..count {
            [before[lane]] = together::<T, S, WRITES, 1>([first[lane]], step, rows, [before[lane]]);
        }
    }
}

/// So many lines, row by row, with accumulators in registers.
///
/// # Safety
/// As for [`turns`].
#[inline(always)]
unsafe fn together<T: Copy, S: Scanner<T>, const WRITES: bool, const N: usize>(
    first: [*mut T; N],
    step: usize,
    rows: usize,
    before: Accs<T, S, N>,
) -> Accs<T, S, N> {
    let mut own = [S::Reducer::identity(); N];
    for row in 0..rows {
        for lane in 0..N {
            // SAFETY: whoever calls says that the element is there.
            unsafe {
                let at = first[lane].add(row * step);
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
