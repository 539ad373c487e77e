//! The walk over a rectangle of rows and columns, block by block.
//!
//! ```text
//! for each run of rows along the second innermost axis:
//!     for each block of it:  prepare one cursor per stream;  kernel(cursors, columns, rows);  scatter what was staged
//! ```

use super::kernel::{Accs, Cursor, LANES};
use super::pass::{INLINE, Pass, SCRATCH, Way};
use super::staging::{self, Block};
use crate::shape::MAX_RANK;
use crate::simd;
use smallvec::SmallVec;
use std::mem::MaybeUninit;
use std::ops::Range;

/// Runs the kernel of a pass over a rectangle.
///
/// # Safety
/// The rectangle is inside the plan, and all of a row if it has several; nothing else reads or writes the elements of
/// its outputs meanwhile. The plan, the kernel and `f` belong together.
pub(super) unsafe fn region(pass: &Pass, rows: Range<usize>, columns: Range<usize>) {
    // SAFETY: passed on.
    with_scratch(pass.scratch(), |scratch| unsafe { Walk::new(pass, scratch, &[]).rectangle(rows, columns) });
}

/// Rows and columns of a block: the first of them, and how many.
type Place = ((usize, usize), (usize, usize));

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
unsafe fn block_v3(walk: &mut Walk, place: Place) {
    // SAFETY: passed on.
    unsafe { walk.block_at_level(place) }
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
unsafe fn block_v4(walk: &mut Walk, place: Place) {
    // SAFETY: passed on.
    unsafe { walk.block_at_level(place) }
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
        _ => {
            let mut room: Vec<Room<64>> = Vec::with_capacity(bytes.div_ceil(64));
            f(room.as_mut_ptr().cast())
        }
    }
}

/// What a scratch holds: the block from this offset on, this many rows and columns of it.
#[derive(Clone, Copy)]
struct Held {
    offset: isize,
    rows: usize,
    columns: usize,
}

/// The state of a walk.
pub(super) struct Walk<'a> {
    pass: &'a Pass<'a>,
    /// The index along the outer axes.
    index: [usize; MAX_RANK],
    /// The offset of each stream at that index.
    offsets: SmallVec<[isize; INLINE]>,
    cursors: SmallVec<[Cursor; INLINE]>,
    /// What each stream's scratch holds, for those that repeat.
    held: SmallVec<[Option<Held>; INLINE]>,
    scratch: *mut u8,
    accs: Accs,
    /// From one block to the next of a pass that runs block by block, for each stream; and the block.
    steps: &'a [isize],
    block: isize,
}

impl<'a> Walk<'a> {
    #[inline(always)]
    pub(super) fn new(pass: &'a Pass<'a>, scratch: *mut u8, steps: &'a [isize]) -> Self {
        let (mut cursors, mut held, mut offsets) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
        cursors.resize(pass.streams + pass.folds, Cursor::new(std::ptr::null_mut(), [0, 0]));
        held.resize(pass.streams, None);
        offsets.resize(pass.plan.streams().len(), 0);
        Walk { pass, index: [0; MAX_RANK], offsets, cursors, held, scratch, accs: Accs::Lanes, steps, block: 0 }
    }

    /// Goes to a block of a pass that runs block by block. What its streams hold may have changed meanwhile.
    #[inline(always)]
    pub(super) fn go_to_block(&mut self, block: usize) {
        self.block = block as isize;
        self.held.iter_mut().for_each(|held| *held = None);
    }

    /// Runs the kernel over a rectangle.
    ///
    /// # Safety
    /// As for [`region`].
    pub(super) unsafe fn rectangle(&mut self, rows: Range<usize>, columns: Range<usize>) {
        self.start(rows.start);
        // SAFETY: passed on.
        unsafe { self.run(rows.len(), columns) }
    }

    /// Goes to a row.
    #[inline]
    pub(super) fn start(&mut self, row: usize) {
        let plan = self.pass.plan;
        for (offset, stream) in self.offsets.iter_mut().zip(plan.streams()) {
            *offset = stream.start;
        }
        for (offset, step) in self.offsets.iter_mut().zip(self.steps) {
            *offset += step * self.block;
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
            for (at, offset) in self.offsets.iter_mut().enumerate() {
                *offset += plan.stride(at, axis) * self.index[axis] as isize;
            }
        }
    }

    /// # Safety
    /// As for [`region`].
    #[inline(always)]
    unsafe fn run(&mut self, rows: usize, columns: Range<usize>) {
        let mut left = rows;
        while left > 0 {
            let rows = self.run_left().min(left);
            // SAFETY: passed on.
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
            for (at, offset) in self.offsets.iter_mut().enumerate() {
                *offset += plan.stride(at, axis) * by;
            }
            if !wraps {
                return;
            }
            step = 1;
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
        self.offsets[stream]
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
    unsafe fn block_at_level(&mut self, ((row, rows), (column, columns)): Place) {
        let (plan, reads) = (self.pass.plan, self.pass.plan.reads());
        let mut scratch = self.scratch;
        for at in 0..self.pass.streams {
            let stream = &plan.streams()[at];
            let way = self.pass.ways[at];
            let block = self.locate(at, (row, rows), (column, columns));
            let run = (LANES * stream.size) as isize;
            let cursor = match way {
                Way::Direct | Way::Again => {
                    // SAFETY: the block is inside the stream.
                    let ptr = unsafe { stream.ptr.offset(block.offset) };
                    let cursor = Cursor::new(ptr, [run, block.row_stride]);
                    if way == Way::Again { Cursor { further: self.steps[at], ..cursor } } else { cursor }
                }
                Way::Single => {
                    // SAFETY: as above.
                    let ptr = unsafe { stream.ptr.offset(block.offset) };
                    Cursor::new(ptr, [0, block.row_stride])
                }
                Way::Splat => {
                    let pitch = self.pass.lanes * stream.size;
                    // SAFETY: as above; the scratch has room for a block.
                    unsafe { self.splat(at, block, scratch, pitch) };
                    Cursor::new(scratch, [0, if block.row_stride == 0 { 0 } else { pitch as isize }])
                }
                Way::Staged => {
                    let pitch = columns * stream.size;
                    // SAFETY: as above.
                    let ptr = if at < reads { unsafe { self.gather(at, block, row, scratch) } } else { scratch };
                    Cursor::new(ptr, [run, pitch as isize])
                }
            };
            self.cursors[if at < reads { at } else { at + self.pass.folds }] = cursor;
            if matches!(way, Way::Splat | Way::Staged) {
                scratch = scratch.wrapping_add(self.pass.scratch);
            }
        }
        let (lanes, lines) = if self.pass.packed { (columns * rows, 1) } else { (columns, rows) };
        let cursors = self.cursors.as_ptr();
        // SAFETY: the kernel is that of `f`; every cursor leads to `rows` times `columns` lanes, as prepared above.
        unsafe { (self.pass.kernel)(self.pass.f, cursors, cursors.add(reads), lanes, lines, self.accs) };
        for at in reads..self.pass.streams {
            if self.pass.ways[at] == Way::Staged {
                let block = self.locate(at, (row, rows), (column, columns));
                let stream = &plan.streams()[at];
                // SAFETY: the kernel has filled the scratch of this output.
                unsafe {
                    staging::scatter(stream, block, self.cursors[at + self.pass.folds].ptr, columns * stream.size)
                };
            }
        }
    }

    /// Where a block of a stream is.
    #[inline(always)]
    fn locate(&self, at: usize, (row, rows): (usize, usize), (column, columns): (usize, usize)) -> Block {
        let plan = self.pass.plan;
        let (row_stride, column_stride) = (plan.row_stride(at) * self.pass.every as isize, plan.column_stride(at));
        let offset = self.offsets[at] + row_stride * row as isize + column_stride * column as isize;
        Block { offset, row_stride, column_stride, rows, columns }
    }

    /// Whether the scratch of a stream already holds a block; notes it if not.
    #[inline(always)]
    fn holds(&mut self, at: usize, block: Block) -> bool {
        let Block { offset, rows, columns, .. } = block;
        // In views whose rows overlap, blocks of several widths may begin at the same element.
        let same = |held: Held| (held.offset, held.columns) == (offset, columns) && held.rows >= rows;
        let held = self.held[at].is_some_and(same);
        if !held {
            self.held[at] = Some(Held { offset, rows, columns });
        }
        held
    }

    /// # Safety
    /// The block is inside the stream, the scratch has room for it.
    #[inline(always)]
    unsafe fn splat(&mut self, at: usize, block: Block, scratch: *mut u8, pitch: usize) {
        // Its lanes are the same for any number of columns.
        if !self.holds(at, Block { columns: 0, ..block }) {
            let rows = if block.row_stride == 0 { 1 } else { block.rows };
            // SAFETY: passed on.
            unsafe {
                staging::splat(&self.pass.plan.streams()[at], Block { rows, ..block }, self.pass.lanes, scratch, pitch)
            };
        }
    }

    /// Gathers a block that begins at a row, counted from where the walk is, and says where it lies in the scratch.
    ///
    /// # Safety
    /// The block is inside the stream, the scratch has room for it.
    #[inline(always)]
    unsafe fn gather(&mut self, at: usize, block: Block, row: usize, scratch: *mut u8) -> *mut u8 {
        let stream = &self.pass.plan.streams()[at];
        if self.pass.ahead > 0 && block.row_stride != 0 {
            // SAFETY: passed on; rows up to the end of the run are inside the stream.
            return unsafe { self.gather_ahead(at, block, self.run_left() - row, scratch) };
        }
        if block.row_stride != 0 || !self.holds(at, block) {
            // SAFETY: passed on.
            unsafe { staging::gather(stream, block, scratch) };
        }
        scratch
    }

    /// Gathers a block and more of the rows that are left of the run, unless an earlier one has done so.
    ///
    /// # Safety
    /// As for [`Walk::gather`]; so many rows from the block's first on are inside the stream.
    #[inline(never)]
    unsafe fn gather_ahead(&mut self, at: usize, block: Block, left: usize, scratch: *mut u8) -> *mut u8 {
        let stream = &self.pass.plan.streams()[at];
        if let Some(held) = self.held[at] {
            let (distance, step) = (block.offset - held.offset, block.row_stride);
            let row = distance / step;
            let inside = row >= 0 && row as usize + block.rows <= held.rows;
            if distance % step == 0 && inside && held.columns == block.columns {
                return scratch.wrapping_add(row as usize * block.columns * stream.size);
            }
        }
        let rows = self.pass.ahead.min(left);
        self.held[at] = Some(Held { offset: block.offset, rows, columns: block.columns });
        // SAFETY: passed on; a block has no more rows than are gathered ahead.
        unsafe { staging::gather(stream, Block { rows, ..block }, scratch) };
        scratch
    }
}
