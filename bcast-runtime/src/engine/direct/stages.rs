//! Calls of several small passes: a kernel call for each, one after the other, with what stages yield on the
//! stack, or on the heap if it is much.
//!
//! Sizes and cursors of all passes are found before the first one runs. What is accumulated is one leaf of the tree
//! that [`reduce`](super::super::reduce) describes; calls with more leaves go the general one_leaf.

use super::copies::{Copied, Copies, StackRoom, arrays, gaps};
use super::look::{Look, look};
use super::one_leaf::OneLeaf;
use super::{Cursors, Nest, can_be_copied, over, run};
use crate::engine::cursor::{Accs, Cursor, LANES};
use crate::engine::fold::Yield;
use crate::engine::kernel::is_buffered;
use crate::engine::layout::see;
use crate::engine::parallel;
use crate::engine::passes::{Bare, Done, Passes, Reduce, Run, Work, bytes, width};
use crate::engine::slab::Slab;
use crate::engine::tuning::{FEW_ROWS, SHARED_BLOCKS, SHORT, SMALL_HEAP, SMALL_ROOM, SMALL_STAGE};
use crate::operand::{FewAxes, Form, OperandAxes, POSITIONS, RawOperand, Source};
use crate::shape::Shape;
use crate::simd;
use std::mem::MaybeUninit;

/// The most passes, and items of a stage.
const PASSES: usize = 6;
const ITEMS: usize = 4;
const _: () = assert!(cfg!(debug_assertions) || PASSES * SMALL_STAGE < SHARED_BLOCKS);

/// The passes of a call, where they are small.
pub(in crate::engine) struct DirectPasses {
    /// Of each pass.
    cursors: [Cursors; PASSES],
    passes: [MaybeUninit<DirectPass>; PASSES],
    room: StackRoom<SMALL_ROOM>,
    slabs: Vec<Slab>,
}

/// A pass that is one kernel call.
struct DirectPass {
    copies: Copies,
    work: DirectWork,
}

enum DirectWork {
    Stage(DirectStage),
    Last(Nest<'static>, Shape),
    /// A single value: left to whoever knows its type.
    Single,
}

/// A stage, of one axis or two.
struct DirectStage {
    sizes: [usize; 2],
    rank: usize,
    reduce: Reduce,
    nest: Nest<'static>,
    accs: Accs,
    /// Accumulators of an output while the kernel runs.
    lanes: usize,
    /// Outputs of each reduction, and elements of each.
    outputs: usize,
    count: usize,
    /// Where items and accumulators are.
    items: [*mut u8; ITEMS],
    accumulators: [*mut u8; ITEMS],
}

/// A small call with its memory.
pub(in crate::engine) struct Ready<'p, 'a> {
    passes: &'p mut Passes<'a>,
    direct: &'p mut DirectPasses,
    /// How many passes have run.
    given: usize,
}

impl DirectPasses {
    /// DirectPasses of a call in memory of its own, most of which nobody writes.
    #[inline(always)]
    pub(in crate::engine) fn of(memory: &mut MaybeUninit<DirectPasses>) -> &mut DirectPasses {
        let direct = memory.as_mut_ptr();
        // SAFETY: all else, cursors too, may be uninitialised.
        unsafe {
            (&raw mut (*direct).slabs).write(Vec::new());
            StackRoom::start(&raw mut (*direct).room);
            &mut *direct
        }
    }

    /// Finds out how each pass is one kernel call; otherwise the passes are as before.
    #[inline(never)]
    pub(in crate::engine) fn ready<'p, 'a>(&'p mut self, passes: &'p mut Passes<'a>) -> Option<Ready<'p, 'a>> {
        if self.all(passes).is_none() {
            passes.restore();
            self.slabs = Vec::new();
            return None;
        }
        for (bare, found) in passes.list.iter_mut().zip(&self.passes) {
            // SAFETY: each pass has been found.
            let found = unsafe { found.assume_init_ref() };
            if let (Work::Last { fresh, .. }, DirectWork::Last(_, shape)) = (&mut bare.work, &found.work) {
                fresh.iter_mut().for_each(|made| made.allocate(shape.len()));
            }
        }
        Some(Ready { passes, direct: self, given: 0 })
    }

    fn all(&mut self, passes: &mut Passes) -> Option<()> {
        if passes.list.len() > PASSES {
            return None;
        }
        for index in 0..passes.list.len() {
            let bare = &passes.list[index];
            let operands = &mut passes.operands[bare.operands.clone()];
            for &(at, yielded) in bare.yielded.iter().filter(|(_, yielded)| yielded.form != Form::Position) {
                let stage = self.stage_at(yielded.stage);
                let source = Source::Memory(stage.items[yielded.item]);
                // SAFETY: the item has room for what the stage yields, which is there when this pass runs.
                unsafe {
                    match yielded.form {
                        // By itself it is a tag: axes are written and read again, which takes 6 ns.
                        Form::Single => operands[at].place_at(OperandAxes::single(), source),
                        form => operands[at].place_at(seen(form, &stage.sizes[..stage.rank], stage.reduce), source),
                    }
                }
            }
            match &bare.work {
                Work::Stage { reduce, yields } => self.stage(index, bare, *reduce, yields, operands)?,
                Work::Last { single: true, .. } => {
                    self.passes[index].write(DirectPass { copies: Copies::none(), work: DirectWork::Single });
                }
                Work::Last { .. } => self.last(index, bare, operands)?,
            }
        }
        Some(())
    }

    /// An earlier stage.
    fn stage_at(&self, index: usize) -> &DirectStage {
        // SAFETY: stages read earlier ones only.
        match unsafe { &self.passes[index].assume_init_ref().work } {
            DirectWork::Stage(stage) => stage,
            _ => unreachable!("only stages yield"),
        }
    }

    /// A pass whose results later ones read.
    fn stage(
        &mut self,
        index: usize,
        bare: &Bare,
        reduce: Reduce,
        yields: &[Yield],
        operands: &mut [RawOperand],
    ) -> Option<()> {
        let rank @ 1..=2 = bare.site.rank.filter(|_| yields.len() <= ITEMS)? else { return None };
        let cursors = &mut self.cursors[index];
        let Look { rows, columns, runs_on, odd, .. } = look(bare.site, operands, cursors)?;
        let len = rows.checked_mul(columns)?;
        if len == 0 || len > SMALL_STAGE || parallel::is_worth_it(bare.call, len, bare.site.bytes) {
            return None;
        }
        let sizes = if rank == 2 { [rows, columns] } else { [columns, 1] };
        for &(at, _) in bare.yielded.iter().filter(|(_, yielded)| yielded.form == Form::Position) {
            // SAFETY: any index has a position.
            unsafe { operands[at].place_at(seen(Form::Position, &sizes[..rank], reduce), POSITIONS) };
        }
        // What is kept lies as what it comes from, and results take that order over: here it would be row-major.
        let is_odd_matrix = |(at, operand): (usize, &RawOperand)| {
            odd >> at & 1 == 1
                && operand.axes().sizes().len() > 1
                && operand.axes().sizes().iter().all(|&size| size > 1)
        };
        let keeps = yields.iter().any(|item| matches!(item, Yield::Kept(_)));
        // Of turned copies it would be turned, too.
        let is_turned = OneLeaf::is_turned(rank, (rows, columns), reduce);
        if keeps && (is_turned || operands.iter().enumerate().any(is_odd_matrix)) {
            return None;
        }
        let (odd, copied) = if is_turned { (arrays(operands), Copied::Turned) } else { (odd, Copied::Rows) };
        let copies = self.copies(index, copied, (odd, rows, columns, rank), operands)?;
        let runs_on = runs_on && copies.run_on && !is_turned;
        let buffered = is_buffered(yields.iter().map(|&item| width(item)).sum());
        let leaf = OneLeaf::of(rank, (rows, columns), reduce, runs_on, buffered)?;
        let mut stage = DirectStage {
            sizes,
            rank,
            reduce,
            // End to end nothing is one value in a row, nor in turned copies.
            nest: Nest { rows: leaf.rows, columns: leaf.columns, kernels: bare.site.kernels(!runs_on && !is_turned) },
            accs: leaf.accs,
            lanes: leaf.lanes,
            outputs: leaf.outputs,
            count: len / leaf.outputs,
            items: [std::ptr::null_mut(); ITEMS],
            accumulators: [std::ptr::null_mut(); ITEMS],
        };
        for (at, &item) in yields.iter().enumerate() {
            let (size, out) = (width(item), bytes(item));
            let cursor = match item {
                Yield::Kept(_) => {
                    stage.items[at] = self.take(len * out)?;
                    Cursor::new(stage.items[at], [(LANES * size) as isize, (leaf.columns * size) as isize])
                }
                Yield::Fold(_) => {
                    stage.items[at] = self.take(leaf.outputs * out)?;
                    stage.accumulators[at] = self.take(leaf.outputs * leaf.lanes * size)?;
                    Cursor::new(stage.accumulators[at], leaf.steps(size))
                }
            };
            self.cursors[index].set(operands.len() + at, cursor);
        }
        self.passes[index].write(DirectPass { copies, work: DirectWork::Stage(stage) });
        Some(())
    }

    /// Memory for what a stage yields, or accumulates.
    fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        taking(&mut self.room, &mut self.slabs)(bytes)
    }

    /// Places copies of these operands. Those that have the size of a pass may lie on the heap.
    fn copies(
        &mut self,
        index: usize,
        copied: Copied,
        of: (u16, usize, usize, usize),
        operands: &[RawOperand],
    ) -> Option<Copies> {
        let (cursors, room, slabs) = (&mut self.cursors[index], &mut self.room, &mut self.slabs);
        match copied {
            Copied::Rows => Copies::of(of, copied, operands, |bytes| room.take(bytes), cursors),
            _ => Copies::of(of, copied, operands, taking(room, slabs), cursors),
        }
    }

    /// A last pass with targets or fresh results.
    fn last(&mut self, index: usize, bare: &Bare, operands: &[RawOperand]) -> Option<()> {
        let (cursors, mut shape) = (&mut self.cursors[index], Shape::empty());
        let mut look = look(bare.site, operands, cursors)?;
        // Too many short rows to go over one by one: copies of all rows, of which a kernel makes one.
        let is_short = bare.site.rank == Some(2) && !look.runs_on && look.columns < SHORT && look.rows > FEW_ROWS;
        let copied = if is_short { Copied::EndToEnd } else { Copied::Rows };
        if is_short {
            look.odd |= gaps(look.columns, operands);
        }
        let is_target_odd = is_short && look.odd & ((1 << bare.site.targets) - 1) != 0;
        if is_target_odd || !can_be_copied(look.odd, bare.site, operands) {
            return None;
        }
        // Of more than two axes none is odd.
        let of = (look.odd, look.rows, look.columns, bare.site.rank.unwrap_or(0));
        let copies = self.copies(index, copied, of, operands)?;
        look.runs_on = is_short || (look.runs_on && copies.run_on);
        let nest = over(&look, bare.call, bare.site, &mut shape)?;
        self.passes[index].write(DirectPass { copies, work: DirectWork::Last(nest, shape) });
        Some(())
    }
}

impl<'a> Run<'a> for Ready<'_, 'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        let at = self.passes.next_last(self.given);
        for stage in self.given..at {
            // SAFETY: stages read earlier passes.
            unsafe { self.pass(stage) };
        }
        // SAFETY: all stages before it have run.
        unsafe { self.pass(at) };
        self.given = at + 1;
        let bare = &self.passes.list[at];
        // SAFETY: each pass has been found.
        let shape = match unsafe { &self.direct.passes[at].assume_init_ref().work } {
            DirectWork::Last(_, shape) => shape,
            _ => const { &Shape::empty() },
        };
        Done { operands: &self.passes.operands[bare.operands.clone()], fresh: bare.work.fresh(), shape }
    }
}

impl Ready<'_, '_> {
    /// # Safety
    /// As for [`Run::next`], and what the pass reads has been yielded.
    unsafe fn pass(&mut self, at: usize) {
        let bare = &self.passes.list[at];
        let operands = &self.passes.operands[bare.operands.clone()];
        let cursors = &mut self.direct.cursors[at];
        // SAFETY: each pass has been found, with cursors and copies of these operands: job 1 to 3, and kernel 1 to 5
        // for a stage.
        unsafe {
            let DirectPass { copies, work } = self.direct.passes[at].assume_init_ref();
            copies.make(operands, cursors);
            match (work, &bare.work) {
                (DirectWork::Stage(stage), Work::Stage { yields, .. }) => {
                    stage.run(cursors, operands.len(), yields, bare.f);
                }
                (DirectWork::Last(nest, _), Work::Last { fresh, .. }) => {
                    run(bare.site, *nest, cursors, operands, fresh, bare.f);
                }
                _ => {}
            }
        }
    }
}

impl Drop for Ready<'_, '_> {
    /// Frees what stages have kept, and what was for fresh results that nobody has taken.
    fn drop(&mut self) {
        self.direct.slabs = Vec::new();
        for at in self.given..self.passes.list.len() {
            // SAFETY: each pass has been found.
            if let DirectWork::Last(_, shape) = unsafe { &self.direct.passes[at].assume_init_ref().work } {
                self.passes.list[at].work.fresh().iter().for_each(|made| made.free(shape.len()));
            }
        }
    }
}

/// Takes memory on the stack, or some of the heap.
fn taking<'m>(
    room: &'m mut StackRoom<SMALL_ROOM>,
    slabs: &'m mut Vec<Slab>,
) -> impl FnMut(usize) -> Option<*mut u8> + 'm {
    move |bytes| {
        room.take(bytes).or_else(|| {
            let slab = (bytes <= SMALL_HEAP).then(|| Slab::new(bytes))?;
            slabs.push(slab);
            slabs.last_mut().map(Slab::ptr)
        })
    }
}

/// How an operand sees what a stage of one axis or two yields, all of it in row-major order.
fn seen<'a>(form: Form, sizes: &[usize], reduce: Reduce) -> OperandAxes<'a> {
    let mut axes = FewAxes::default();
    let full = |axis: usize| sizes[axis + 1..].iter().product::<usize>() as isize;
    see(form, (sizes, reduce), full, |size, stride| axes.push(size, stride));
    OperandAxes::few(axes)
}

impl DirectStage {
    /// # Safety
    /// Cursors, items and function are those of this stage.
    unsafe fn run(&self, cursors: &Cursors, reads: usize, yields: &[Yield], f: *const u8) {
        let folds = || {
            let all = yields.iter().zip(self.items).zip(self.accumulators);
            all.filter_map(
                |((&item, out), acc)| if let Yield::Fold(fold) = item { Some((fold, out, acc)) } else { None },
            )
        };
        let inputs = cursors.as_ptr();
        // SAFETY: kernel 1 to 5, as cursors and function are the stage's; accumulators are cleared unless
        // rows start from nothing.
        unsafe {
            if self.accs != Accs::Rows {
                folds().for_each(|(fold, _, acc)| (fold.clear)(acc, self.outputs * self.lanes));
            }
            let Nest { rows, columns, kernels } = self.nest;
            kernels[simd::level()](f, inputs, inputs.add(reads), columns, rows, self.accs);
            for (fold, out, acc) in folds() {
                if self.lanes > 1 {
                    (fold.halve)(acc, self.outputs, self.lanes);
                }
                (fold.finish)(acc, out, fold.out as isize, self.outputs, self.count);
            }
        }
    }
}
