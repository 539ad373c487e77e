//! A stream on its way to the kernel, in place or through the scratch.

use super::added;
use super::cursor::LANES;
use super::pass::{Access, Pass};
use super::staging::{self, Block};
use crate::operand::Place;

/// Rows and columns of a block: the first of them, and how many.
pub(super) type Spot = ((usize, usize), (usize, usize));

/// What a scratch holds: the block from this offset on, this many rows and columns of it.
#[derive(Clone, Copy)]
pub(super) struct Held {
    offset: isize,
    rows: usize,
    columns: usize,
}

/// A stream on its way to the kernel.
pub(super) struct Feed<'a> {
    pub(super) place: Place<'a>,
    /// How, and at which cursor.
    pub(super) access: Access,
    pub(super) cursor: usize,
    /// From the first element to position 0 of the plan, in the unit of the strides.
    pub(super) start: isize,
    /// Where it is at the index along the outer axes.
    pub(super) offset: isize,
    /// From one row of a block to the next, and from column to column.
    pub(super) row_stride: isize,
    pub(super) column_stride: isize,
    /// The scratch of what is not read or written in place, and what it holds of what repeats.
    pub(super) scratch: *mut u8,
    pub(super) held: Option<Held>,
}

impl Feed<'_> {
    /// Where a block is.
    #[inline(always)]
    pub(super) fn locate(&self, ((row, rows), (column, columns)): Spot) -> Block {
        let Feed { row_stride, column_stride, .. } = *self;
        let offset = self.offset + row_stride * row as isize + column_stride * column as isize;
        Block { offset, row_stride, column_stride, rows, columns, asks: false }
    }

    /// Where a block is that is copied.
    #[inline(always)]
    fn block(&self, pass: &Pass, spot: Spot) -> Block {
        Block { asks: pass.is_far, ..self.locate(spot) }
    }

    /// Copies a block to the scratch if it is read, of whose run so many rows are left. Says where the kernel finds it,
    /// or puts it, and by which steps. Of an array, LLVM would store these one by one and load both as one: that waits
    /// until all stores before have left the processor, a quarter of the time of a block that writes much.
    ///
    /// # Safety
    /// The block is inside the stream, and so are `left` rows from its first on; the pass is that of the walk, so that
    /// the scratch has room for a block, and for the rows that it gathers ahead.
    #[inline(always)]
    pub(super) unsafe fn copied(&mut self, pass: &Pass, spot: Spot, left: usize) -> (*mut u8, isize, isize) {
        let (block, size) = (self.block(pass, spot), self.place.size);
        if self.access == Access::Splat {
            let pitch = pass.lanes * size;
            // SAFETY: the block is inside the stream; the scratch has room for a run of lanes of each of its rows (pass
            // 3).
            unsafe { self.splat(block, pass.lanes, pitch) };
            return (self.scratch, 0, if block.row_stride == 0 { 0 } else { pitch as isize });
        }
        // SAFETY: the block and `left` rows are inside the stream; the scratch has room for them (pass 3).
        let ptr = if self.is_read(pass) { unsafe { self.gather(block, pass.ahead, left) } } else { self.scratch };
        (ptr, (LANES * size) as isize, (block.columns * size) as isize)
    }

    /// The same for runs like a block, so many at a stride, which lie end to end.
    ///
    /// # Safety
    /// As for [`Feed::copied`], for all runs.
    #[inline(always)]
    pub(super) unsafe fn copied_runs(
        &mut self,
        pass: &Pass,
        spot: Spot,
        runs: (usize, isize),
    ) -> (*mut u8, isize, isize) {
        if self.is_read(pass) {
            // SAFETY: the runs are inside the stream, and the scratch has room for them (pass 3).
            unsafe { staging::gather_runs(self.place, self.block(pass, spot), runs, self.scratch) };
            self.held = None;
        }
        (self.scratch, (LANES * self.place.size) as isize, 0)
    }

    /// The same for the columns of a block with all that lies `between` them, unless an earlier block had these. The
    /// first column of all is at `origin`.
    ///
    /// # Safety
    /// As for [`Feed::copied`]; so many elements lie one behind the other from each column on.
    #[inline(never)]
    pub(super) unsafe fn hold(
        &mut self,
        pass: &Pass,
        spot: Spot,
        between: usize,
        origin: isize,
    ) -> (*mut u8, isize, isize) {
        let (block, size) = (self.block(pass, spot), self.place.size as isize);
        let before = (block.offset - origin).rem_euclid(self.column_stride);
        let all = Block { offset: block.offset - before, row_stride: size, rows: between, ..block };
        if !self.holds(all) {
            // SAFETY: what lies between columns is elements of the plan's rows; the scratch has room for it (pass 3).
            unsafe { staging::gather(self.place, all, self.scratch) };
        }
        let columns = block.columns as isize;
        (self.scratch.wrapping_offset(before * columns), LANES as isize * size, block.row_stride * columns)
    }

    /// Copies what the kernel has written to where it belongs: a block, or so many runs like it at a stride.
    ///
    /// # Safety
    /// All of it is inside the stream, and the kernel has filled the scratch.
    #[inline(always)]
    pub(super) unsafe fn put_back(&self, spot: Spot, runs: Option<(usize, isize)>) {
        let block = self.locate(spot);
        // SAFETY: whoever calls says so; what is added is floats of this size (placed pass 3).
        unsafe {
            match runs {
                Some(runs) if self.access == Access::Added => {
                    added::add_runs(self.place, block, runs, self.scratch);
                }
                None if self.access == Access::Added => {
                    added::add(self.place, block, self.scratch, block.columns * self.place.size);
                }
                Some(runs) => staging::scatter_runs(self.place, block, runs, self.scratch),
                None => staging::scatter(self.place, block, self.scratch, block.columns * self.place.size),
            }
        }
    }

    fn is_read(&self, pass: &Pass) -> bool {
        self.cursor < pass.plan.reads()
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
    /// The block is inside the stream, and so are `left` rows from its first on; the scratch has room for the block and
    /// for `ahead` rows.
    #[inline(always)]
    unsafe fn gather(&mut self, block: Block, ahead: usize, left: usize) -> *mut u8 {
        if ahead > 0 && block.row_stride != 0 {
            // SAFETY: rows up to the end of the run are inside the stream; the scratch has room for `ahead` of them.
            return unsafe { self.gather_ahead(block, ahead.min(left)) };
        }
        // No pass writes what it reads elsewhere.
        if !self.holds(block) {
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
