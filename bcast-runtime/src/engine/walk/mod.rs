//! The walk over a rectangle of rows and columns, block by block.
//!
//! ```text
//! for each run of rows along the second innermost axis:
//!     for each block of it:  prepare one cursor per stream;  kernel(cursors, columns, rows);  scatter what was staged
//! ```

mod parts;

use crate::engine::ahead;
use crate::engine::cursor::{ALIGN, Accs, Cursor, LANES};
use crate::engine::feed::{Feed, Spot};
use crate::engine::pass::{Access, INLINE, Pass};
use crate::engine::slab::with_scratch;
use crate::shape::MAX_RANK;
use crate::simd;
use parts::{ALL, take_part};
use smallvec::SmallVec;
use std::ops::Range;

/// Runs the kernel of a pass over a rectangle.
///
/// # Safety
/// Comments below name these numbers, as "region 1":
/// 1. The rectangle is inside the plan, and all of a row if it has several.
/// 2. Nothing else reads or writes the elements of its outputs meanwhile.
/// 3. The invariants of the pass.
pub(in crate::engine) unsafe fn region(pass: &Pass, rows: Range<usize>, columns: Range<usize>) {
    debug_assert!(rows.end <= pass.rows() && columns.end <= pass.columns(), "region 1");
    // SAFETY: region 1 to 3; the scratch is as large as the pass asks for (walk 1).
    with_scratch(pass.scratch(), |scratch| unsafe { Walk::new(pass, scratch, &[]).rectangle(rows, columns) });
}

/// Asks for what a pass will write in the next block where it now writes so many elements, one behind the other.
#[inline(never)]
fn ask_for_next(pass: &Pass, (feeds, cursors): (&[Feed], &[Cursor]), steps: &[isize], elements: usize) {
    let written = feeds.iter().zip(steps).skip(pass.plan.reads());
    for (feed, &step) in written.filter(|(feed, _)| feed.access == Access::InPlace) {
        ahead::ask_for_written(cursors[feed.cursor].ptr.wrapping_offset(step), elements * feed.place.size);
    }
}

/// # Safety
/// Region 1 to 3, on a machine of level x86-64-v3.
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
unsafe fn block_v3<const RUNS: bool>(walk: &mut Walk, spot: Spot, runs: usize) {
    // SAFETY: region 1 to 3; the machine has this level.
    unsafe { walk.block_at_level::<RUNS>(spot, runs) }
}

/// # Safety
/// Region 1 to 3, on a machine of level x86-64-v4.
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
unsafe fn block_v4<const RUNS: bool>(walk: &mut Walk, spot: Spot, runs: usize) {
    // SAFETY: region 1 to 3; the machine has this level.
    unsafe { walk.block_at_level::<RUNS>(spot, runs) }
}

/// The state of a walk.
///
/// Invariants, relied upon by what runs blocks of it:
/// 1. `scratch` was [`Pass::scratch`] bytes, aligned to [`ALIGN`], for the walk alone; each feed that is copied has its
///    part.
/// 2. Each feed's offset is that of the index, which is inside the plan, in the block of a pass that runs block by
///    block.
/// 3. There is a cursor for each stream that the kernel sees, and for each accumulator.
pub(in crate::engine) struct Walk<'w, 'a> {
    pass: &'w Pass<'a>,
    /// The index along the outer axes.
    index: [usize; MAX_RANK],
    feeds: SmallVec<[Feed<'a>; INLINE]>,
    /// What the kernel reads, its accumulators, what it writes.
    cursors: SmallVec<[Cursor; INLINE]>,
    accs: Accs,
    /// Which lanes of a block the kernel takes: behind those of the call before, if they are not the first.
    part: Range<usize>,
    /// From one block to the next of a pass that runs block by block, for each stream; and the block.
    steps: &'w [isize],
    block: isize,
}

impl<'w, 'a> Walk<'w, 'a> {
    #[inline(always)]
    pub(in crate::engine) fn new(pass: &'w Pass<'a>, scratch: *mut u8, steps: &'w [isize]) -> Self {
        debug_assert!(scratch.addr().is_multiple_of(ALIGN), "walk 1");
        let (plan, every) = (pass.plan, pass.every as isize);
        let (mut feeds, mut cursors) = (SmallVec::new(), SmallVec::new());
        cursors.resize(pass.streams + pass.folds, Cursor::new(std::ptr::null_mut(), [0, 0]));
        let mut room = scratch;
        for (at, stream) in plan.streams().iter().enumerate() {
            let place = pass.at.place(at);
            // Results of a reduction are written when all is done; kernels do not see them.
            let access = pass.accesses.get(at).copied().unwrap_or(Access::InPlace);
            let cursor = if at < plan.reads() { at } else { at + pass.folds };
            let (row_stride, column_stride) = (plan.row_stride(at) * every, plan.column_stride(at));
            let down = pass.down(row_stride);
            let start = stream.start;
            feeds.push(Feed {
                place,
                access,
                cursor,
                start,
                offset: 0,
                row_stride,
                column_stride,
                scratch: room,
                held: None,
            });
            if access.is_copied() {
                room = room.wrapping_add(pass.scratch);
            }
            if at < pass.streams {
                let run = if access == Access::Single { 0 } else { (LANES * place.size) as isize };
                let further = if access == Access::Again { steps[at] } else { pass.rows_ahead(access, down) };
                cursors[cursor] = Cursor { further, ..Cursor::new(std::ptr::null_mut(), [run, down]) };
            }
        }
        Walk { pass, index: [0; MAX_RANK], feeds, cursors, accs: Accs::Lanes, part: ALL, steps, block: 0 }
    }

    /// Goes to a block of a pass that runs block by block. What its streams hold may have changed meanwhile.
    #[inline(always)]
    pub(in crate::engine) fn go_to_block(&mut self, block: usize) {
        self.block = block as isize;
        self.feeds.iter_mut().for_each(|feed| feed.held = None);
    }

    /// Runs the kernel over a rectangle.
    ///
    /// # Safety
    /// As for [`region`].
    pub(in crate::engine) unsafe fn rectangle(&mut self, rows: Range<usize>, columns: Range<usize>) {
        self.start(rows.start);
        // SAFETY: region 1: the walk is at the rectangle's first row.
        unsafe { self.run(rows.len(), columns) }
    }

    /// Goes to a row.
    #[inline]
    pub(in crate::engine) fn start(&mut self, row: usize) {
        let plan = self.pass.plan;
        self.feeds.iter_mut().for_each(|feed| feed.offset = feed.start);
        for (feed, step) in self.feeds.iter_mut().zip(self.steps) {
            feed.offset += step * self.block;
        }
        self.index = [0; MAX_RANK];
        let mut rest = row;
        for axis in (0..plan.inner()).rev() {
            if rest == 0 {
                return;
            }
            let size = plan.sizes()[axis];
            self.index[axis] = rest % size;
            rest /= size;
            self.shift(axis, self.index[axis] as isize);
        }
    }

    /// # Safety
    /// As for [`region`].
    #[inline(always)]
    unsafe fn run(&mut self, rows: usize, columns: Range<usize>) {
        let mut left = rows;
        while left > 0 {
            let run = self.run_left();
            let runs = self.whole_runs(left);
            if runs > 1 {
                // SAFETY: region 1: these runs are left of the rectangle, which has all of their columns.
                unsafe { self.at_level::<true>(((0, run), (0, columns.len())), runs) };
                left -= runs * run;
                if left > 0 {
                    self.advance_runs(runs);
                }
                continue;
            }
            let rows = run.min(left);
            // SAFETY: region 1: these rows are left of the rectangle, and all of one run.
            unsafe { self.strip(rows, columns.clone()) };
            left -= rows;
            if left > 0 {
                self.advance(rows);
            }
        }
    }

    /// How many whole runs of so many rows are a block from here on.
    #[inline(always)]
    fn whole_runs(&self, left: usize) -> usize {
        let (plan, most) = (self.pass.plan, self.pass.runs);
        if most == 1 || self.index[plan.inner() - 1] > 0 {
            return 1;
        }
        let outer = plan.inner() - 2;
        most.min(left / plan.run()).min(plan.sizes()[outer] - self.index[outer])
    }

    /// Moves on by rows of one run.
    #[inline(always)]
    pub(in crate::engine) fn advance(&mut self, rows: usize) {
        self.advance_along(self.pass.plan.inner() - 1, rows);
    }

    /// Moves on by whole runs.
    #[inline(always)]
    fn advance_runs(&mut self, runs: usize) {
        self.advance_along(self.pass.plan.inner() - 2, runs);
    }

    /// Moves on along an axis, at most to its end.
    #[inline(always)]
    fn advance_along(&mut self, axis: usize, by: usize) {
        let plan = self.pass.plan;
        let mut step = by;
        for axis in (0..=axis).rev() {
            let wraps = self.index[axis] + step == plan.sizes()[axis];
            let by = if wraps { -(self.index[axis] as isize) } else { step as isize };
            self.index[axis] = if wraps { 0 } else { self.index[axis] + step };
            self.shift(axis, by);
            if !wraps {
                return;
            }
            step = 1;
        }
    }

    /// Moves all streams along an axis.
    #[inline(always)]
    fn shift(&mut self, axis: usize, by: isize) {
        for (feed, stride) in self.feeds.iter_mut().zip(self.pass.plan.strides(axis)) {
            feed.offset += stride * by;
        }
    }

    /// How many rows of this run are left.
    #[inline(always)]
    pub(in crate::engine) fn run_left(&self) -> usize {
        match self.pass.plan.inner() {
            0 => 1,
            inner => self.pass.plan.run() - self.index[inner - 1],
        }
    }

    /// The offset of a stream at this row.
    #[inline(always)]
    pub(in crate::engine) fn offset(&self, stream: usize) -> isize {
        self.feeds[stream].offset
    }

    /// Says whose the accumulators are.
    #[inline(always)]
    pub(in crate::engine) fn accumulate(&mut self, accs: Accs) {
        self.accs = accs;
    }

    /// The cursor of an accumulator.
    #[inline(always)]
    pub(in crate::engine) fn fold_cursor(&mut self, fold: usize) -> &mut Cursor {
        &mut self.cursors[self.pass.plan.reads() + fold]
    }

    /// Rows of one run, block by block.
    ///
    /// # Safety
    /// As for [`region`].
    #[inline(always)]
    unsafe fn strip(&mut self, rows: usize, columns: Range<usize>) {
        let (block_rows, block_columns) = self.pass.block;
        let mut row = 0;
        while row < rows {
            let taken = block_rows.min(rows - row);
            let mut column = columns.start;
            while column < columns.end {
                let wide = block_columns.min(columns.end - column);
                // SAFETY: the block is inside the rectangle.
                unsafe { self.block((row, taken), (column, wide)) };
                column += wide;
            }
            row += taken;
        }
    }

    /// One call of the kernel.
    ///
    /// # Safety
    /// As for [`region`].
    pub(in crate::engine) unsafe fn block(&mut self, rows: (usize, usize), columns: (usize, usize)) {
        // SAFETY: whoever calls says so.
        unsafe { self.at_level::<false>((rows, columns), 1) }
    }

    /// One call of the kernel for a block or, with `RUNS`, for so many whole runs.
    ///
    /// # Safety
    /// As for [`region`].
    #[inline(always)]
    unsafe fn at_level<const RUNS: bool>(&mut self, spot: Spot, runs: usize) {
        // SAFETY: region 1 to 3, and the level was detected.
        unsafe {
            match simd::level() {
                #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
                2 => block_v4::<RUNS>(self, spot, runs),
                #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
                1 => block_v3::<RUNS>(self, spot, runs),
                _ => self.block_at_level::<RUNS>(spot, runs),
            }
        }
    }

    /// The same with the instructions of the level, once for all that go over blocks.
    ///
    /// # Safety
    /// As for [`region`].
    #[inline(always)]
    unsafe fn block_at_level<const RUNS: bool>(&mut self, spot: Spot, runs: usize) {
        let ((row, rows), (_, columns)) = spot;
        let (pass, left) = (self.pass, self.run_left() - row);
        let (feeds, cursors) = (&mut self.feeds[..pass.streams], &mut *self.cursors);
        // What is computed is copied below.
        for (feed, ptr) in feeds.iter().filter_map(|feed| Some((feed, feed.place.memory()?))) {
            cursors[feed.cursor].ptr = ptr.wrapping_offset(feed.locate(spot).offset);
        }
        if pass.scratch > 0 && self.part.start == 0 {
            for (at, feed) in feeds.iter_mut().enumerate().filter(|(_, feed)| feed.access.is_copied()) {
                let moved = self.steps.get(at).map_or(0, |step| step * self.block);
                // SAFETY: the block is inside the stream; the scratch of the pass has room for it; its rows are of one
                // run, or of as many whole ones.
                let (ptr, right, down) = unsafe {
                    match feed.access {
                        _ if RUNS => feed.copied_runs(pass, spot, (runs, pass.plan.run_stride(at))),
                        Access::Held(between) => feed.hold(pass, spot, between.into(), feed.start + moved),
                        _ => feed.copied(pass, spot, left),
                    }
                };
                cursors[feed.cursor] = Cursor::new(ptr, [right, pass.down(down)]);
            }
        }
        if pass.asks {
            ask_for_next(pass, (feeds, cursors), self.steps, rows * runs * columns);
        }
        let (all, lines) = pass.lanes_and_lines((rows * runs, columns));
        let lanes = if self.part == ALL { all } else { take_part(&self.part, (feeds, cursors), all) };
        let (inputs, outputs) = cursors.split_at(pass.plan.reads());
        debug_assert!(cursors.iter().all(|cursor| !cursor.ptr.is_null()), "walk 3");
        // SAFETY: the kernel is that of `f`; every cursor leads to `rows` times `columns` lanes, as prepared above.
        unsafe { (pass.kernel)(pass.f, inputs.as_ptr(), outputs.as_ptr(), lanes, lines, self.accs) };
        if pass.scratch > 0 && self.part.end >= all {
            let written = feeds.iter().enumerate().skip(pass.plan.reads());
            for (at, feed) in written.filter(|(_, feed)| feed.access.is_copied()) {
                // SAFETY: the kernel has filled the scratch of this output.
                unsafe { feed.put_back(spot, RUNS.then(|| (runs, pass.plan.run_stride(at)))) };
            }
        }
    }
}
