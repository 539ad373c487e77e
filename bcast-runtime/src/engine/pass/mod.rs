//! How the streams of a plan reach the kernel, and in which blocks: choices made once for all of a call.
//!
//! A stream whose columns are adjacent is read in place. One that repeats along the columns is splatted into scratch,
//! 64 lanes a row, unless a kernel for rows reads it in place. Anything else (strided, transposed, reversed,
//! computed) is gathered into scratch, block by block. Rows shorter than `tuning::SHORT` would waste the kernel's
//! lanes: there a block is many whole rows end to end, one row for the kernel, and whatever is not packed like that in
//! memory is gathered. Where runs of such rows are short, too, as those of small matrices are, a block has many runs.

mod blocks;

use super::cursor::{GROUP, LANES};
use super::kernel::Kernel;
use super::notes::{self, Note};
use super::tuning::{LINES_ROWS, NEAR_ROW, ROWS_AHEAD, SHORT};
use super::{Job, Made, Site};
use crate::loop_plan::LoopPlan;
use crate::operand::{Place, RawOperand};
use crate::simd;
use smallvec::SmallVec;

/// Streams whose state lies on the stack.
pub(super) const INLINE: usize = 6;

/// How a stream reaches the kernel.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    /// In place.
    InPlace,
    /// In place, after an earlier pass of the same block: it is in the cache, which is asked for the next block
    /// instead.
    Again,
    /// In place: one plain value, or one a row.
    Single,
    /// One value a row, splatted.
    Splat,
    /// Gathered into scratch before, or scattered from it after.
    Staged,
    /// Written to scratch, and added from there to what is in memory.
    Added,
    /// Gathered with so many elements from each column on, which lie between it and the next: rows of all its blocks.
    Held(u8),
}

impl Access {
    /// Whether it goes through scratch.
    #[inline(always)]
    pub(super) fn is_copied(self) -> bool {
        matches!(self, Access::Splat | Access::Staged | Access::Added | Access::Held(_))
    }
}

/// The streams of a pass: what it reads, targets first; the same targets again, and what else it writes.
#[derive(Clone, Copy)]
pub(super) struct Streams<'a> {
    pub(super) operands: &'a [RawOperand<'a>],
    pub(super) targets: usize,
    pub(super) outputs: &'a [Made],
}

impl<'a> Streams<'a> {
    fn len(&self) -> usize {
        self.operands.len() + self.targets + self.outputs.len()
    }

    /// Bytes of an element of a stream, and whether it is computed. A place would be copied as a whole.
    #[inline(always)]
    pub(super) fn kind(&self, at: usize) -> (usize, bool) {
        let operand = |at: usize| (self.operands[at].size(), self.operands[at].is_computed());
        match at.checked_sub(self.operands.len()) {
            None => operand(at),
            Some(written) if written < self.targets => operand(written),
            Some(written) => (self.outputs[written - self.targets].size, false),
        }
    }

    /// Whether a stream is added to what is there.
    #[inline(always)]
    fn adds(&self, at: usize) -> bool {
        let output = at.checked_sub(self.operands.len() + self.targets);
        output.is_some_and(|output| self.outputs[output].adds)
    }

    /// Where a stream is, in the order of a plan. Inline: what is returned by address is read before it is written.
    #[inline(always)]
    pub(super) fn place(&self, at: usize) -> Place<'a> {
        let Some(written) = at.checked_sub(self.operands.len()) else {
            return self.operands[at].place();
        };
        match written.checked_sub(self.targets) {
            None => self.operands[written].place(),
            Some(output) => self.outputs[output].place(),
        }
    }
}

/// A plan with the choices that hold for all of it.
///
/// Invariants, established by [`Pass::new`] and [`Pass::reducing`], and relied upon by the walk, as "pass 1":
/// 1. The kernel is that of `f`, and of the streams that it sees.
/// 2. The streams are those of the plan, in its order: indices below its sizes lead to elements of them.
/// 3. `scratch` has room for a block of any stream that is copied, and for the rows that are gathered ahead.
pub(super) struct Pass<'a> {
    pub(super) plan: &'a LoopPlan,
    /// Where the plan's streams are.
    pub(super) at: Streams<'a>,
    pub(super) kernel: Kernel,
    pub(super) f: *const u8,
    pub(super) accesses: SmallVec<[Access; INLINE]>,
    /// Rows run end to end.
    pub(super) packed: bool,
    /// It reads more than a cache holds of what is copied.
    pub(super) is_far: bool,
    /// It asks for what it will write in the next block.
    pub(super) asks: bool,
    /// The largest block.
    pub(super) block: (usize, usize),
    /// Lanes of a splat.
    pub(super) lanes: usize,
    /// Bytes of scratch per stream that needs some.
    pub(super) scratch: usize,
    /// How many of the plan's streams the kernel sees, beside its accumulators.
    pub(super) streams: usize,
    /// How many accumulators it has.
    pub(super) folds: usize,
    /// Lines that a block may have: of rows that run end to end, as many as are one row of the kernel.
    pub(super) lines: usize,
    /// Of the rows of a run, one in so many is gone through at a time.
    pub(super) every: usize,
    /// Rows that are gathered at a time where that is more than a block has; later blocks find theirs in the scratch.
    pub(super) ahead: usize,
    /// Whole runs in a block that has several.
    pub(super) runs: usize,
    /// Whether each column has an accumulator, which takes row after row.
    pub(super) joins_columns: bool,
}

// SAFETY: the plan's streams hold `Sync` elements to read, and outputs whose elements threads divide among them; the
// closure behind `f` is `Sync`. All three are bounds of `run`.
unsafe impl Sync for Pass<'_> {}

impl<'a> Pass<'a> {
    pub(super) fn new(plan: &'a LoopPlan, job: &Job<'a>) -> Self {
        let at = Streams { operands: job.operands, targets: job.site.targets, outputs: job.fresh };
        let columns = plan.columns();
        let packed = plan.run() > 1 && (columns < SHORT || (job.site.speculates && fills_runs(plan, &at)));
        let choices = choices(job.site, plan, (&at, at.len()), packed.then_some(1));
        let mut pass = Pass { packed, ..Pass::in_one_block(plan, at, choices, job.f) };
        pass.size_blocks();
        if packed {
            pass.join_runs();
        }
        pass
    }

    /// A pass of one block without scratch.
    fn in_one_block(plan: &'a LoopPlan, at: Streams<'a>, (kernel, accesses): Choices, f: *const u8) -> Self {
        Pass {
            plan,
            at,
            kernel,
            f,
            streams: accesses.len(),
            accesses,
            packed: false,
            is_far: false,
            asks: false,
            block: (plan.run(), plan.columns()),
            lanes: LANES,
            scratch: 0,
            folds: 0,
            lines: 1,
            every: 1,
            ahead: 0,
            runs: 1,
            joins_columns: false,
        }
    }

    /// The choices of a pass that accumulates: `packed` rows run end to end, so many in a block.
    pub(super) fn reducing(
        plan: &'a LoopPlan,
        at: Streams<'a>,
        (site, f): (&Site, *const u8),
        folds: usize,
        packed: Option<usize>,
        every: usize,
    ) -> Self {
        let choices = choices(site, plan, (&at, at.len() - folds), packed.map(|_| every));
        let mut pass = Pass { packed: packed.is_some(), folds, every, ..Pass::in_one_block(plan, at, choices, f) };
        pass.size_blocks();
        match packed {
            // Which lane an element goes to depends on the block: here it must not depend on what is staged.
            Some(rows) => {
                let largest = pass.largest();
                pass.block = (rows, plan.columns());
                pass.scratch = (rows * plan.columns() * largest).next_multiple_of(super::ALIGN);
            }
            None if pass.block.1 < plan.columns() && pass.block.1 >= LANES => pass.block.1 -= pass.block.1 % LANES,
            None if pass.block.1 < plan.columns() => {
                pass.block.1 = LANES;
                let largest = pass.largest();
                pass.lanes = LANES;
                pass.block.0 = 1;
                pass.scratch = (LANES * largest).next_multiple_of(super::ALIGN);
            }
            None => {}
        }
        pass
    }

    /// Bytes of the largest element that the kernel reads or writes.
    fn largest(&self) -> usize {
        (0..self.streams).map(|stream| self.at.kind(stream).0).max().unwrap_or(1)
    }

    /// Bytes from a row to the one that its kernel asks for meanwhile, of a stream that reaches it so.
    #[inline(always)]
    pub(super) fn rows_ahead(&self, access: Access, row_stride: isize) -> isize {
        let asks = self.joins_columns && access == Access::InPlace && row_stride.unsigned_abs() <= NEAR_ROW;
        if asks { ROWS_AHEAD * row_stride } else { 0 }
    }

    /// Has nothing copied, for a loop that knows how streams lie.
    pub(super) fn read_in_place(&mut self) {
        self.accesses.fill(Access::InPlace);
        self.scratch = 0;
    }

    /// Says which streams an earlier pass of the same block has gone through ([`Access::Again`]).
    pub(super) fn again(&mut self, streams: impl Iterator<Item = usize>) {
        for at in streams {
            if self.accesses[at] == Access::InPlace {
                self.accesses[at] = Access::Again;
            }
        }
    }

    /// Takes all lines of a leaf at a time; if something is copied, as many as have a run of rows, and at least one.
    pub(super) fn take_lines(&mut self) {
        if self.scratch() == 0 {
            self.lines = usize::MAX;
        } else {
            self.lines = (LINES_ROWS / self.block.0).max(1);
            self.scratch *= self.lines;
        }
    }

    /// Lanes and rows of the kernel for a block of so many rows and columns: rows that run end to end are one, and more
    /// of them than a block has are whole lines, each as long as a block.
    #[inline(always)]
    pub(super) fn lanes_and_lines(&self, (rows, columns): (usize, usize)) -> (usize, usize) {
        match self.packed {
            true if self.lines > 1 && rows > self.block.0 => (columns * self.block.0, rows / self.block.0),
            true => (columns * rows, 1),
            false => (columns, rows),
        }
    }

    /// Bytes from a row of the kernel to the next one.
    #[inline(always)]
    pub(super) fn down(&self, row_stride: isize) -> isize {
        if self.packed { row_stride * self.block.0 as isize } else { row_stride }
    }

    /// Whether the rows of a block lie end to end for the kernel.
    pub(super) fn runs_on(&self) -> bool {
        let columns = self.columns();
        let runs_on = |at: usize| {
            let (row, (size, _)) = (self.plan.row_stride(at), self.at.kind(at));
            match self.accesses[at] {
                Access::InPlace | Access::Again => row == (columns * size) as isize,
                Access::Single | Access::Splat => row == 0,
                // Computed, it is copied, but a kernel for rows reads one element of each.
                Access::Staged if self.plan.streams()[at].row_constant => row == 0,
                Access::Staged | Access::Added | Access::Held(_) => true,
            }
        };
        self.block.1 == columns && (0..self.streams).all(runs_on)
    }

    /// Bytes that lie nearer than the next column in the first stream that is gathered; 1 if nothing does.
    pub(super) fn near(&self) -> usize {
        let reads = 0..self.plan.reads();
        let staged = reads.into_iter().find(|&at| self.accesses[at] == Access::Staged && !self.is_computed(at));
        let Some(at) = staged else { return 1 };
        let (plan, step) = (self.plan, self.plan.column_stride(at).unsigned_abs());
        let is_near = |&axis: &usize| (1..step).contains(&plan.stride(at, axis).unsigned_abs());
        let near: usize = (0..plan.inner()).filter(is_near).map(|axis| plan.sizes()[axis]).product();
        if near > 1 { near * self.at.kind(at).0 } else { 1 }
    }

    fn is_computed(&self, at: usize) -> bool {
        self.at.kind(at).1
    }

    /// Whether anything is gathered or scattered.
    pub(super) fn is_staged(&self) -> bool {
        self.accesses.iter().any(|access| matches!(access, Access::Staged | Access::Added | Access::Held(_)))
    }

    /// The number of rows: all axes but the innermost.
    pub(super) fn rows(&self) -> usize {
        self.plan.sizes()[..self.plan.inner()].iter().product()
    }

    /// The length of a row.
    pub(super) fn columns(&self) -> usize {
        self.plan.columns()
    }

    /// Adds to a note its loops, and how its streams reach the kernel.
    pub(super) fn note(&self, note: Note) -> Note {
        let access = |at: usize| match self.accesses.get(at) {
            Some(Access::Again) => notes::Access::Again,
            Some(Access::Splat) => notes::Access::Splatted,
            Some(Access::Staged | Access::Added | Access::Held(_)) => notes::Access::Gathered,
            Some(Access::InPlace | Access::Single) | None => notes::Access::InPlace,
        };
        note.looping(self.plan.sizes()).reaching(access, self.plan.reads()).with_scratch(self.scratch())
    }

    /// Bytes of scratch of all streams that need some.
    pub(super) fn scratch(&self) -> usize {
        self.scratch * self.accesses.iter().filter(|access| access.is_copied()).count()
    }
}

/// Whether rows that are not short had better run end to end where kernels compute groups of lanes: they fill no runs,
/// and nothing is copied for it that would else be read in place. A row of 65 takes as long as 160 lanes end to end.
fn fills_runs(plan: &LoopPlan, at: &Streams) -> bool {
    let (columns, rest) = (plan.columns(), plan.columns() % LANES);
    let would_fill = match columns / LANES {
        0 | 1 => rest > 0,
        runs => runs < 4 && (1..GROUP).contains(&rest),
    };
    let stays_in_place = |stream: usize| {
        let (row, column, size) = (plan.row_stride(stream), plan.column_stride(stream), at.kind(stream).0);
        row == 0 || column != size as isize || row == column * columns as isize
    };
    would_fill && (0..at.len()).all(stays_in_place)
}

/// A kernel, and how its streams reach it.
type Choices = (Kernel, SmallVec<[Access; INLINE]>);

/// The kernel for a plan, and how its first streams reach it. Rows may be packed, one in so many.
fn choices(site: &Site, plan: &LoopPlan, (places, streams): (&Streams, usize), packed: Option<usize>) -> Choices {
    let by_rows = packed.is_none() && plan.by_last_axis() && site.row_kernels.is_some();
    let of = |at| if places.adds(at) { Access::Added } else { access(plan, (at, places.kind(at)), packed, by_rows) };
    let accesses = (0..streams).map(of).collect();
    (site.kernels(by_rows)[simd::level()], accesses)
}

/// How a stream of a plan reaches the kernel.
#[inline(always)]
fn access(
    plan: &LoopPlan,
    (at, (size, is_computed)): (usize, (usize, bool)),
    packed: Option<usize>,
    by_rows: bool,
) -> Access {
    let (stream, row, column) = (&plan.streams()[at], plan.row_stride(at), plan.column_stride(at));
    let (size, columns) = (size as isize, plan.columns());
    if stream.single || (by_rows && stream.row_constant && !is_computed) {
        Access::Single
    } else if is_computed {
        Access::Staged
    } else if let Some(every) = packed {
        if column == size && row * every as isize == size * columns as isize { Access::InPlace } else { Access::Staged }
    } else if column == size || columns == 1 {
        Access::InPlace
    } else if column == 0 && at < plan.reads() {
        Access::Splat
    } else {
        Access::Staged
    }
}
