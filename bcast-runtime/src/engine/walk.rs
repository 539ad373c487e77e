//! The walk over a rectangle of rows and columns, block by block.
//!
//! ```text
//! for each run of rows along the second innermost axis:
//!     for each block of it:  prepare one cursor per stream;  kernel(cursors, columns, rows);  scatter what was staged
//! ```

use super::kernel::{Accs, Cursor, LANES};
use super::pass::{INLINE, Pass, Way};
use super::slab::Slab;
use super::staging::{self, Block};
use super::tuning::SCRATCH;
use crate::operand::{At, Place};
use crate::shape::MAX_RANK;
use crate::simd;
use smallvec::SmallVec;
use std::mem::MaybeUninit;
use std::ops::Range;

/// Runs the kernel of a pass over a rectangle.
///
/// # Safety
/// Comments below name these numbers, as "region 1":
/// 1. The rectangle is inside the plan, and all of a row if it has several.
/// 2. Nothing else reads or writes the elements of its outputs meanwhile.
/// 3. The invariants of the pass.
pub(super) unsafe fn region(pass: &Pass, rows: Range<usize>, columns: Range<usize>) {
    debug_assert!(rows.end <= pass.rows() && columns.end <= pass.columns(), "region 1");
    // SAFETY: region 1 to 3; the scratch is as large as the pass asks for (walk 1).
    with_scratch(pass.scratch(), |scratch| unsafe { Walk::new(pass, scratch, &[]).rectangle(rows, columns) });
}

/// Rows and columns of a block: the first of them, and how many.
type Spot = ((usize, usize), (usize, usize));

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
unsafe fn block_v3(walk: &mut Walk, spot: Spot) {
    // SAFETY: the contract is that of the block; the caller has found this level.
    unsafe { walk.block_at_level(spot) }
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
unsafe fn block_v4(walk: &mut Walk, spot: Spot) {
    // SAFETY: the contract is that of the block; the caller has found this level.
    unsafe { walk.block_at_level(spot) }
}

/// Lends uninitialised scratch: a little or a lot of stack, or the heap for elements of unusual size.
pub(super) fn with_scratch<R>(bytes: usize, f: impl FnOnce(*mut u8) -> R) -> R {
    #[repr(align(64))]
    struct Room<const N: usize>(MaybeUninit<[u8; N]>);
    #[inline(never)]
    fn on_stack<const N: usize, R>(f: impl FnOnce(*mut u8) -> R) -> R {
        let mut room = Room::<N>(MaybeUninit::uninit());
        f(room.0.as_mut_ptr().cast())
    }
    match bytes {
        0 => f(std::ptr::null_mut()),
        1..=2048 => on_stack::<2048, R>(f),
        _ if bytes <= SCRATCH => on_stack::<SCRATCH, R>(f),
        _ => f(Slab::new(bytes).ptr()),
    }
}

/// What a scratch holds: the block from this offset on, this many rows and columns of it.
#[derive(Clone, Copy)]
struct Held {
    offset: isize,
    rows: usize,
    columns: usize,
}

/// A stream on its way to the kernel.
struct Feed<'a> {
    place: Place<'a>,
    /// How, and at which cursor.
    way: Way,
    cursor: usize,
    /// From the first element to position 0 of the plan, in the unit of the strides.
    start: isize,
    /// Where it is at the index along the outer axes.
    offset: isize,
    /// From one row of a block to the next, and from column to column.
    row_stride: isize,
    column_stride: isize,
    /// The scratch of what is not read or written in place, and what it holds of what repeats.
    scratch: *mut u8,
    held: Option<Held>,
}

/// The state of a walk.
///
/// Invariants, relied upon by what runs blocks of it:
/// 1. `scratch` was [`Pass::scratch`] bytes, aligned to [`ALIGN`](super::ALIGN), for the walk alone; each feed that is
///    copied has its part.
/// 2. Each feed's offset is that of the index, which is inside the plan, in the block of a pass that runs block by
///    block.
/// 3. There is a cursor for each stream that the kernel sees, and for each accumulator.
pub(super) struct Walk<'w, 'a> {
    pass: &'w Pass<'a>,
    /// The index along the outer axes.
    index: [usize; MAX_RANK],
    feeds: SmallVec<[Feed<'a>; INLINE]>,
    /// What the kernel reads, its accumulators, what it writes.
    cursors: SmallVec<[Cursor; INLINE]>,
    accs: Accs,
    /// From one block to the next of a pass that runs block by block, for each stream; and the block.
    steps: &'w [isize],
    block: isize,
}

impl<'w, 'a> Walk<'w, 'a> {
    #[inline(always)]
    pub(super) fn new(pass: &'w Pass<'a>, scratch: *mut u8, steps: &'w [isize]) -> Self {
        debug_assert!(scratch.addr().is_multiple_of(super::ALIGN), "walk 1");
        let (plan, every) = (pass.plan, pass.every as isize);
        let (mut feeds, mut cursors) = (SmallVec::new(), SmallVec::new());
        cursors.resize(pass.streams + pass.folds, Cursor::new(std::ptr::null_mut(), [0, 0]));
        let mut room = scratch;
        for (at, stream) in plan.streams().iter().enumerate() {
            let place = pass.at.place(at);
            // Results of a reduction are written when all is done; kernels do not see them.
            let way = pass.ways.get(at).copied().unwrap_or(Way::Direct);
            let cursor = if at < plan.reads() { at } else { at + pass.folds };
            let (row_stride, column_stride) = (plan.row_stride(at) * every, plan.column_stride(at));
            let start = stream.start;
            feeds.push(Feed {
                place,
                way,
                cursor,
                start,
                offset: 0,
                row_stride,
                column_stride,
                scratch: room,
                held: None,
            });
            if way.is_copied() {
                room = room.wrapping_add(pass.scratch);
            }
            if at < pass.streams {
                let run = if way == Way::Single { 0 } else { (LANES * place.size) as isize };
                let further = if way == Way::Again { steps[at] } else { 0 };
                cursors[cursor] = Cursor { further, ..Cursor::new(std::ptr::null_mut(), [run, row_stride]) };
            }
        }
        Walk { pass, index: [0; MAX_RANK], feeds, cursors, accs: Accs::Lanes, steps, block: 0 }
    }

    /// Goes to a block of a pass that runs block by block. What its streams hold may have changed meanwhile.
    #[inline(always)]
    pub(super) fn go_to_block(&mut self, block: usize) {
        self.block = block as isize;
        self.feeds.iter_mut().for_each(|feed| feed.held = None);
    }

    /// Runs the kernel over a rectangle.
    ///
    /// # Safety
    /// As for [`region`].
    pub(super) unsafe fn rectangle(&mut self, rows: Range<usize>, columns: Range<usize>) {
        self.start(rows.start);
        // SAFETY: region 1: the walk is at the rectangle's first row.
        unsafe { self.run(rows.len(), columns) }
    }

    /// Goes to a row.
    #[inline]
    pub(super) fn start(&mut self, row: usize) {
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
            let rows = self.run_left().min(left);
            // SAFETY: region 1: these rows are left of the rectangle, and all of one run.
            unsafe { self.strip(rows, columns.clone()) };
            left -= rows;
            if left > 0 {
                self.advance(rows);
            }
        }
    }

    /// Moves on by rows of one run.
    #[inline(always)]
    pub(super) fn advance(&mut self, rows: usize) {
        let plan = self.pass.plan;
        let mut step = rows;
        for axis in (0..plan.inner()).rev() {
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
    pub(super) fn run_left(&self) -> usize {
        match self.pass.plan.inner() {
            0 => 1,
            inner => self.pass.plan.run() - self.index[inner - 1],
        }
    }

    /// The offset of a stream at this row.
    #[inline(always)]
    pub(super) fn offset(&self, stream: usize) -> isize {
        self.feeds[stream].offset
    }

    /// Says whose the accumulators are.
    #[inline(always)]
    pub(super) fn accumulate(&mut self, accs: Accs) {
        self.accs = accs;
    }

    /// The cursor of an accumulator.
    #[inline(always)]
    pub(super) fn fold_cursor(&mut self, fold: usize) -> &mut Cursor {
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
    pub(super) unsafe fn block(&mut self, rows: (usize, usize), columns: (usize, usize)) {
        // SAFETY: the level was detected; the rest is passed on.
        unsafe {
            match simd::level() {
                #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
                2 => block_v4(self, (rows, columns)),
                #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
                1 => block_v3(self, (rows, columns)),
                _ => self.block_at_level((rows, columns)),
            }
        }
    }

    /// The same with the instructions of the level, once for all that go over blocks.
    ///
    /// # Safety
    /// As for [`region`].
    #[inline(always)]
    unsafe fn block_at_level(&mut self, spot: Spot) {
        let ((row, rows), (_, columns)) = spot;
        let (pass, left) = (self.pass, self.run_left() - row);
        let (feeds, cursors) = (&mut self.feeds[..pass.streams], &mut *self.cursors);
        for feed in &*feeds {
            // What is computed is copied below.
            if let At::Memory(ptr) = feed.place.at {
                cursors[feed.cursor].ptr = ptr.wrapping_offset(feed.locate(spot).offset);
            }
        }
        if pass.scratch > 0 {
            for feed in feeds.iter_mut().filter(|feed| feed.way.is_copied()) {
                // SAFETY: the block is inside the stream, the scratch of the pass has room for it; its rows are of one run.
                let (ptr, steps) = unsafe { feed.copied(pass, spot, left) };
                cursors[feed.cursor] = Cursor::new(ptr, steps);
            }
        }
        let (lanes, lines) = if pass.packed { (columns * rows, 1) } else { (columns, rows) };
        let (inputs, outputs) = cursors.split_at(pass.plan.reads());
        debug_assert!(cursors.iter().all(|cursor| !cursor.ptr.is_null()), "walk 3");
        // SAFETY: the kernel is that of `f`; every cursor leads to `rows` times `columns` lanes, as prepared above.
        unsafe { (pass.kernel)(pass.f, inputs.as_ptr(), outputs.as_ptr(), lanes, lines, self.accs) };
        if pass.scratch > 0 {
            for feed in feeds[pass.plan.reads()..].iter().filter(|feed| feed.way.is_copied()) {
                let pitch = columns * feed.place.size;
                // SAFETY: the kernel has filled the scratch of this output.
                unsafe { staging::scatter(feed.place, feed.locate(spot), feed.scratch, pitch) };
            }
        }
    }
}

impl Feed<'_> {
    /// Where a block is.
    #[inline(always)]
    fn locate(&self, ((row, rows), (column, columns)): Spot) -> Block {
        let Feed { row_stride, column_stride, .. } = *self;
        let offset = self.offset + row_stride * row as isize + column_stride * column as isize;
        Block { offset, row_stride, column_stride, rows, columns }
    }

    /// Copies a block to the scratch if it is read, of whose run so many rows are left. Says where the kernel finds it, or
    /// puts it, and by which steps.
    ///
    /// # Safety
    /// The block is inside the stream, and so are `left` rows from its first on; the pass is that of the walk, so that the scratch
    /// has room for a block, and for the rows that it gathers ahead.
    #[inline(always)]
    unsafe fn copied(&mut self, pass: &Pass, spot: Spot, left: usize) -> (*mut u8, [isize; 2]) {
        let (block, size) = (self.locate(spot), self.place.size);
        if self.way == Way::Splat {
            let pitch = pass.lanes * size;
            // SAFETY: the block is inside the stream; the scratch has room for a run of lanes of each of its rows (pass
            // 3).
            unsafe { self.splat(block, pass.lanes, pitch) };
            return (self.scratch, [0, if block.row_stride == 0 { 0 } else { pitch as isize }]);
        }
        let is_read = self.cursor < pass.plan.reads();
        // SAFETY: the block and `left` rows are inside the stream; the scratch has room for them (pass 3).
        let ptr = if is_read { unsafe { self.gather(block, pass.ahead, left) } } else { self.scratch };
        (ptr, [(LANES * size) as isize, (block.columns * size) as isize])
    }

    /// Whether the scratch already holds a block; notes it if not.
    #[inline(always)]
    fn holds(&mut self, block: Block) -> bool {
        let Block { offset, rows, columns, .. } = block;
        // In views whose rows overlap, blocks of several widths may begin at the same element.
        let same = |held: Held| (held.offset, held.columns) == (offset, columns) && held.rows >= rows;
        let held = self.held.is_some_and(same);
        if !held {
            self.held = Some(Held { offset, rows, columns });
        }
        held
    }

    /// # Safety
    /// The block is inside the stream, the scratch has room for it.
    #[inline(always)]
    unsafe fn splat(&mut self, block: Block, lanes: usize, pitch: usize) {
        // Its lanes are the same for any number of columns.
        if !self.holds(Block { columns: 0, ..block }) {
            let rows = if block.row_stride == 0 { 1 } else { block.rows };
            // SAFETY: the block is inside the stream, and the scratch has room for its rows.
            unsafe { staging::splat(self.place, Block { rows, ..block }, lanes, self.scratch, pitch) };
        }
    }

    /// Gathers a block, and up to `ahead` rows from its first on if `left` of them are left of the run. Says where the
    /// block lies in the scratch.
    ///
    /// # Safety
    /// The block is inside the stream, and so are `left` rows from its first on; the scratch has room for the block and for
    /// `ahead` rows.
    #[inline(always)]
    unsafe fn gather(&mut self, block: Block, ahead: usize, left: usize) -> *mut u8 {
        if ahead > 0 && block.row_stride != 0 {
            // SAFETY: rows up to the end of the run are inside the stream; the scratch has room for `ahead` of them.
            return unsafe { self.gather_ahead(block, ahead.min(left)) };
        }
        if block.row_stride != 0 || !self.holds(block) {
            // SAFETY: the block is inside the stream, and the scratch has room for it.
            unsafe { staging::gather(self.place, block, self.scratch) };
        }
        self.scratch
    }

    /// Gathers so many rows from the first of a block on, unless that has been done for an earlier one.
    ///
    /// # Safety
    /// As for [`Feed::gather`]; these rows are inside the stream, and no fewer than those of the block.
    #[inline(never)]
    unsafe fn gather_ahead(&mut self, block: Block, rows: usize) -> *mut u8 {
        if let Some(held) = self.held {
            let (distance, step) = (block.offset - held.offset, block.row_stride);
            let row = distance / step;
            let inside = row >= 0 && row as usize + block.rows <= held.rows;
            if distance % step == 0 && inside && held.columns == block.columns {
                return self.scratch.wrapping_add(row as usize * block.columns * self.place.size);
            }
        }
        self.held = Some(Held { offset: block.offset, rows, columns: block.columns });
        // SAFETY: these rows are inside the stream, and no more than the scratch has room for.
        unsafe { staging::gather(self.place, Block { rows, ..block }, self.scratch) };
        self.scratch
    }
}
