//! Copies of operands and targets that no cursor can follow: of a few elements, in memory of the call. Those of targets
//! are written, and copied back.

use super::Cursors;
use super::look::Look;
use crate::engine::cursor::{Cursor, DOWN, LANES};
use crate::engine::staging::{self, Block};
use crate::engine::tuning::{LEAF_ROWS, SCRATCH, TURNED, TURNED_AT_ONCE, TURNED_COLUMNS, WASTEFUL};
use crate::engine::{ALIGN, Site};
use crate::operand::{RawOperand, Readable};

/// How copies lie.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Copied {
    /// As rows: where they are one value, it has as many lanes as a kernel reads.
    Rows,
    /// All elements of all rows, end to end.
    EndToEnd,
    /// With rows for columns; of one array that moves along these, at most so many bytes at once.
    Turned(usize),
}

impl Copied {
    /// How copies for one kernel call lie; `look` gets all that it wants. Of too many short rows to go over one by one
    /// everything is copied whose rows do not follow each other.
    #[inline(always)]
    pub(super) fn wanted(look: &mut Look, site: &Site, operands: &[RawOperand]) -> Self {
        if site.rank != Some(2) || !look.has_short_rows(site, WASTEFUL) {
            return Copied::Rows;
        }
        look.odd |= gaps(look.columns, operands);
        Copied::EndToEnd
    }
}

/// What is to be copied before a kernel runs: to where its cursors lead.
pub(super) struct Copies {
    /// Bits of the operands that are copied, and of those of them that have one value in each row.
    odd: u16,
    splats: u16,
    /// So many operands come first that are targets, too.
    targets: usize,
    rows: usize,
    columns: usize,
    /// So many columns are copied at a time.
    part: usize,
    /// The joined rank.
    rank: usize,
    copied: Copied,
    /// All of them are of whole rows, which follow each other.
    pub(super) run_on: bool,
}

impl Copies {
    /// Places copies of the odd ones among the operands of a call with so many rows and columns, of one axis or two,
    /// and turns their cursors there, also those by which targets are written.
    #[inline(always)]
    pub(super) fn of(
        (odd, rows, columns, rank): (u16, usize, usize, usize),
        copied: Copied,
        (operands, targets): (&[RawOperand], usize),
        mut take: impl FnMut(usize) -> Option<*mut u8>,
        cursors: &mut Cursors,
    ) -> Option<Self> {
        let (rows, columns) = if let Copied::Turned(_) = copied { (columns, rows) } else { (rows, columns) };
        let mut copies = Copies { odd, splats: 0, targets, rows, columns, part: columns, rank, copied, run_on: true };
        if let Copied::Turned(most) = copied
            && rows <= LEAF_ROWS
            && rows * columns > TURNED_AT_ONCE
        {
            copies.part = copies.columns_of_part(operands, most);
        }
        for (at, operand) in these(odd, operands) {
            let block = copies.block(operand);
            if let Some(ptr) = operand.memory_ptr().filter(|_| copies.lies_turned(operand, block)) {
                cursors.set(at, Cursor::new(ptr, [(LANES * operand.size()) as isize, block.row_stride]));
                copies.odd &= !(1 << at);
                continue;
            }
            let is_splat = copies.is_splat(block);
            copies.splats |= u16::from(is_splat) << at;
            copies.run_on &= !is_splat;
            let lanes = if is_splat { columns.min(LANES) } else { copies.part };
            let pitch = copies.pitch(lanes.checked_mul(operand.size())?);
            let to = take(rows.checked_mul(pitch)?)?;
            let run = if is_splat && lanes < columns { 0 } else { LANES * operand.size() };
            let cursor = Cursor::new(to, [run as isize, pitch as isize]);
            cursors.set(at, cursor);
            if at < targets {
                cursors.set(operands.len() + at, cursor);
            }
        }
        Some(copies)
    }

    /// How many columns of turned copies are made at a time: all of them, or as many as the first cache holds if that
    /// is a run of lanes. Of one array that moves along them, `most` bytes are made at once.
    #[inline(never)]
    fn columns_of_part(&self, operands: &[RawOperand], most: usize) -> usize {
        let bytes = |odd: u16| these(odd, operands).map(|(_, operand)| self.rows * operand.size()).sum::<usize>();
        let is_whole = |odd: u16| self.columns * bytes(odd) <= if odd.count_ones() > 1 { TURNED } else { most };
        if is_whole(self.odd) || LANES * bytes(self.odd) > SCRATCH / 4 * 3 {
            return self.columns;
        }
        let splats = these(self.odd, operands).filter(|(_, operand)| self.is_splat(self.block(operand)));
        let moving = splats.fold(self.odd, |moving, (at, _)| moving & !(1 << at));
        if is_whole(moving) {
            return self.columns;
        }
        let few = TURNED / bytes(moving);
        (few - few % TURNED_COLUMNS).max(TURNED_COLUMNS).min(self.columns)
    }

    #[inline(always)]
    fn is_turned(&self) -> bool {
        matches!(self.copied, Copied::Turned(_))
    }

    /// Whether anything is.
    pub(super) fn are_some(&self) -> bool {
        self.odd != 0
    }

    /// Whether an operand is copied.
    pub(super) fn has(&self, at: usize) -> bool {
        self.odd >> at & 1 == 1
    }

    /// Whether they are made part by part: those of a stage with one leaf.
    #[inline(always)]
    pub(super) fn have_parts(&self) -> bool {
        self.part < self.columns
    }

    /// The parts: the first column of each, and how many.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, usize)> {
        let Copies { part, columns, .. } = *self;
        (0..columns).step_by(part).map(move |first| (first, part.min(columns - first)))
    }

    /// Copies all of them.
    ///
    /// # Safety
    /// Operands and cursors are those of [`Copies::of`], and what the operands refer to is there; the room still is.
    #[inline(always)]
    pub(super) unsafe fn make(&self, operands: &[RawOperand], cursors: &Cursors) {
        if self.odd != 0 {
            // SAFETY: whoever calls promises the same.
            unsafe { self.make_part(operands, cursors, (0, self.columns)) };
        }
    }

    /// Copies targets back that a kernel has written.
    ///
    /// # Safety
    /// As for [`Copies::make`]; nobody else reads or writes the targets meanwhile.
    #[inline(always)]
    pub(super) unsafe fn put_back(&self, operands: &[RawOperand], cursors: &Cursors) {
        if self.odd & ((1 << self.targets) - 1) != 0 {
            // SAFETY: whoever calls promises the same.
            unsafe { self.put_back_odd(&operands[..self.targets], cursors) };
        }
    }

    /// # Safety
    /// As for [`Copies::put_back`], with the targets alone.
    #[inline(never)]
    unsafe fn put_back_odd(&self, targets: &[RawOperand], cursors: &Cursors) {
        for (at, target) in these(self.odd, targets) {
            // SAFETY: raw operand 1 and 2: the block is inside the target's sizes; all of its copy is written.
            unsafe {
                staging::scatter(target.place(), self.block(target), cursors.ptr(at), self.columns * target.size())
            };
        }
    }

    /// Copies one of the parts: its first column, and how many.
    ///
    /// # Safety
    /// As for [`Copies::make`], for one of the parts.
    #[inline(never)]
    pub(super) unsafe fn make_part(
        &self,
        operands: &[RawOperand],
        cursors: &Cursors,
        (first, columns): (usize, usize),
    ) {
        // What has one value in each row is the same for all parts.
        let some = if first == 0 { self.odd } else { self.odd & !self.splats };
        for (at, operand) in these(some, operands) {
            let all = self.block(operand);
            let block = Block { offset: all.column_stride * first as isize, columns, ..all };
            // Rows of splats and of turned copies lie as `of` has laid them.
            let (to, pitch) = (cursors.ptr(at), cursors.step(at, DOWN) as usize);
            // SAFETY: raw operand 1 and 2: the block is inside its sizes; `of` has found a place with room for it.
            unsafe {
                match self.copied {
                    _ if self.splats >> at & 1 == 1 => {
                        staging::splat(operand.place(), block, self.columns.min(LANES), to, pitch);
                    }
                    Copied::Turned(_) => staging::gather_apart(operand.place(), block, to, pitch),
                    _ => staging::gather(operand.place(), block, to),
                }
            }
        }
    }

    /// Bytes from row to row of a copy whose rows have so many: those of long turned ones lie at a multiple of a line,
    /// as they are written by vectors. On an Intel Xeon, distances of 250 points of 20 `f64` take 0.8 of the time.
    #[inline(always)]
    fn pitch(&self, row: usize) -> usize {
        if self.is_turned() && row >= 4 * ALIGN { row.next_multiple_of(ALIGN) } else { row }
    }

    /// All of an operand.
    #[inline(always)]
    fn block(&self, operand: &RawOperand) -> Block {
        let [down, right] = steps(operand, self.rank).map(|step| step * operand.unit());
        let (row_stride, column_stride) = if self.is_turned() { (right, down) } else { (down, right) };
        Block { offset: 0, row_stride, column_stride, rows: self.rows, columns: self.columns, asks: false }
    }

    /// Whether an operand lies already as its turned copy would: a column, or what a turned pass has kept.
    #[inline(always)]
    fn lies_turned(&self, operand: &RawOperand, block: Block) -> bool {
        self.is_turned() && block.column_stride == operand.size() as isize
    }

    /// Whether a copy has one value for each row: a run of lanes of it will do.
    #[inline(always)]
    fn is_splat(&self, block: Block) -> bool {
        self.copied != Copied::EndToEnd && block.column_stride == 0
    }
}

/// The operands of these bits, each with where it is listed.
#[inline(always)]
pub(super) fn these<'o, 'a>(
    bits: u16,
    operands: &'o [RawOperand<'a>],
) -> impl Iterator<Item = (usize, &'o RawOperand<'a>)> {
    operands.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1)
}

/// Bits of the operands that are not one value by their type.
pub(super) fn arrays(operands: &[RawOperand]) -> u16 {
    let is_array = |operand: &RawOperand| operand.axes().is_exact() || !operand.axes().is_single();
    operands.iter().enumerate().map(|(at, operand)| u16::from(is_array(operand)) << at).sum()
}

/// Of these, in two axes, bits of those whose rows do not follow each other.
pub(super) fn gaps(columns: usize, operands: &[RawOperand]) -> u16 {
    let runs_on = |operand: &RawOperand| steps(operand, 2) == [columns as isize, 1];
    let gaps = operands.iter().enumerate().map(|(at, operand)| u16::from(!runs_on(operand)) << at);
    arrays(operands) & gaps.sum::<u16>()
}

/// Elements from row to row and from column to column of an output of one axis or two; one has no rows.
#[inline(always)]
fn steps(operand: &RawOperand, rank: usize) -> [isize; 2] {
    let mut steps = [0, 0];
    operand.axes().each_stride(rank, |axis, stride| steps[axis + 2 - rank] = stride);
    steps
}
