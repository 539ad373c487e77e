//! Calls of several small passes: a kernel call for each, one after the other, with what stages yield on the
//! stack, or on the heap if it is much.
//!
//! Sizes and cursors of all passes are found before the first one runs. What is accumulated is one leaf of the tree
//! that [`reduce`](super::super::reduce) describes; calls with more leaves go the general way.
//!
//! Everything is written where it stays: what is built field by field and moved as a whole waits for the fields.

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
use crate::engine::tuning::{SHARED_BLOCKS, SMALL_HEAP, SMALL_ROOM, SMALL_STAGE};
use crate::operand::{FewAxes, Form, OperandAxes, POSITIONS, RawOperand, Source, Yielded};
use crate::shape::Shape;
use crate::simd;
use std::mem::MaybeUninit;

/// The most passes, items of a stage, and operands that stages yield.
const PASSES: usize = 6;
const ITEMS: usize = 4;
const YIELDED: usize = 12;
const _: () = assert!(cfg!(debug_assertions) || PASSES * SMALL_STAGE < SHARED_BLOCKS);

/// The passes of a call, where they are small: in memory of its own, most of which nobody writes.
pub(in crate::engine) struct DirectPasses {
    passes: [DirectPass; PASSES],
    /// Operands that were given sources: pass, operand, and what it was.
    placed: [MaybeUninit<(usize, usize, Yielded)>; YIELDED],
    placed_len: usize,
    room: StackRoom<SMALL_ROOM>,
    slabs: Vec<Slab>,
}

/// A pass that is one kernel call. Single values have none of it.
struct DirectPass {
    cursors: Cursors,
    copies: MaybeUninit<Copies>,
    nest: MaybeUninit<Nest<'static>>,
    /// Of a stage.
    stage: MaybeUninit<DirectStage>,
    /// Of a last pass.
    shape: MaybeUninit<Shape>,
}

/// A stage, of one axis or two.
struct DirectStage {
    sizes: [usize; 2],
    rank: usize,
    reduce: Reduce,
    accs: Accs,
    /// Accumulators of an output while the kernel runs.
    lanes: usize,
    /// Outputs of each reduction, and elements of each.
    outputs: usize,
    count: usize,
    /// Where items and accumulators are, as far as there are any.
    items: [MaybeUninit<*mut u8>; ITEMS],
    accumulators: [MaybeUninit<*mut u8>; ITEMS],
}

/// A small call with its memory.
pub(in crate::engine) struct Ready<'p, 'a> {
    passes: &'p mut Passes<'a>,
    direct: &'p mut DirectPasses,
    /// How many passes have run.
    given: usize,
}

impl DirectPasses {
    #[inline(always)]
    pub(in crate::engine) fn of(memory: &mut MaybeUninit<DirectPasses>) -> &mut DirectPasses {
        let direct = memory.as_mut_ptr();
        // SAFETY: all else may be uninitialised.
        unsafe {
            (&raw mut (*direct).slabs).write(Vec::new());
            (&raw mut (*direct).placed_len).write(0);
            StackRoom::start(&raw mut (*direct).room);
            &mut *direct
        }
    }

    /// Finds out how each pass is one kernel call; otherwise the passes are as before.
    #[inline(never)]
    pub(in crate::engine) fn ready<'p, 'a>(&'p mut self, passes: &'p mut Passes<'a>) -> Option<Ready<'p, 'a>> {
        if self.all(passes).is_none() {
            self.restore(passes);
            return None;
        }
        for (bare, found) in passes.list.iter_mut().zip(&self.passes).filter(|(bare, _)| !bare.fresh.is_empty()) {
            // SAFETY: each last pass with results has been found.
            let len = unsafe { found.shape.assume_init_ref() }.len();
            bare.fresh.iter_mut().for_each(|made| made.allocate(len));
        }
        Some(Ready { passes, direct: self, given: 0 })
    }

    fn all(&mut self, passes: &mut Passes) -> Option<()> {
        if passes.list.len() > PASSES {
            return None;
        }
        for (index, bare) in passes.list.iter_mut().enumerate() {
            self.place_yielded(index, bare.operands)?;
            match bare.work {
                Work::Stage { reduce, yields } => self.stage(index, bare, reduce, yields)?,
                Work::Last { single: true } => {}
                Work::Last { single: false } => self.last(index, bare)?,
            }
        }
        Some(())
    }

    /// Gives operands the items of earlier stages.
    #[inline(always)]
    fn place_yielded(&mut self, index: usize, operands: &mut [RawOperand]) -> Option<()> {
        for (at, operand) in operands.iter_mut().enumerate() {
            let Source::Yielded(yielded) = operand.source() else { continue };
            self.placed.get_mut(self.placed_len)?.write((index, at, yielded));
            self.placed_len += 1;
            if yielded.form == Form::Position {
                continue;
            }
            // SAFETY: stages read earlier ones, which have been found, with their items; an item has room for what the
            // stage yields, which is there when this pass runs.
            unsafe {
                let stage = self.passes[yielded.stage].stage.assume_init_ref();
                let source = Source::Memory(stage.items[yielded.item].assume_init());
                match yielded.form {
                    // By itself it is a tag: axes are written and read again, which takes 6 ns.
                    Form::Single => operand.place_at(OperandAxes::single(), source),
                    form => operand.place_at(seen(form, &stage.sizes[..stage.rank], stage.reduce), source),
                }
            }
        }
        Some(())
    }

    /// Gives operands back what they were.
    fn restore(&mut self, passes: &mut Passes) {
        self.slabs = Vec::new();
        for placed in &self.placed[..self.placed_len] {
            // SAFETY: so many have been written.
            let (pass, at, yielded) = unsafe { placed.assume_init() };
            passes.list[pass].operands[at].unplace(yielded);
        }
    }

    /// A pass whose results later ones read.
    fn stage(&mut self, index: usize, bare: &mut Bare, reduce: Reduce, yields: &[Yield]) -> Option<()> {
        let rank @ 1..=2 = bare.site.rank? else { return None };
        if yields.len() > ITEMS {
            return None;
        }
        let cursors = &mut self.passes[index].cursors;
        let Look { rows, columns, mut runs_on, mut odd, .. } = look(bare.site, bare.operands, cursors)?;
        let len = rows.checked_mul(columns)?;
        if len == 0 || len > SMALL_STAGE || parallel::is_worth_it(bare.call, len, bare.site.bytes) {
            return None;
        }
        let sizes = if rank == 2 { [rows, columns] } else { [columns, 1] };
        let is_turned = OneLeaf::is_turned(rank, (rows, columns), reduce);
        if odd != 0 || is_turned {
            place_positions(bare.operands, &sizes[..rank], reduce);
            // Of turned copies, what is kept would be turned, too.
            let keeps = yields.iter().any(|item| matches!(item, Yield::Kept(_)));
            if keeps && (is_turned || holds_odd_matrix(odd, bare.operands)) {
                return None;
            }
        }
        let copied = if is_turned { Copied::Turned } else { Copied::Rows };
        if is_turned {
            odd = arrays(bare.operands);
        }
        runs_on &= self.copies(index, copied, (odd, rows, columns, rank), bare.operands)? && !is_turned;
        let buffered = is_buffered(yields.iter().map(|&item| width(item)).sum());
        let leaf = OneLeaf::of(rank, (rows, columns), reduce, runs_on, buffered)?;
        // End to end nothing is one value in a row, nor in turned copies.
        let kernels = bare.site.kernels(!runs_on && !is_turned);
        let nest = Nest { rows: leaf.rows, columns: leaf.columns, kernels };
        self.passes[index].nest.write(nest);
        let stage = self.passes[index].stage.as_mut_ptr();
        // SAFETY: the place of each field may be written.
        unsafe {
            (&raw mut (*stage).sizes).write(sizes);
            (&raw mut (*stage).rank).write(rank);
            (&raw mut (*stage).reduce).write(reduce);
            (&raw mut (*stage).accs).write(leaf.accs);
            (&raw mut (*stage).lanes).write(leaf.lanes);
            (&raw mut (*stage).outputs).write(leaf.outputs);
            (&raw mut (*stage).count).write(if leaf.outputs == 1 { len } else { len / leaf.outputs });
        }
        for (at, &item) in yields.iter().enumerate() {
            self.yields(index, (bare.operands.len(), at), item, &leaf, len)?;
        }
        Some(())
    }

    /// Memory for what a stage yields, with a cursor behind those of its operands.
    #[inline(always)]
    fn yields(
        &mut self,
        index: usize,
        (reads, at): (usize, usize),
        item: Yield,
        leaf: &OneLeaf,
        len: usize,
    ) -> Option<()> {
        let (size, out) = (width(item), bytes(item));
        let items = self.take(out * if let Yield::Kept(_) = item { len } else { leaf.outputs })?;
        let (written, steps) = match item {
            Yield::Kept(_) => (items, [(LANES * size) as isize, (leaf.columns * size) as isize]),
            Yield::Fold(_) => (self.take(leaf.outputs * leaf.lanes * size)?, leaf.steps(size)),
        };
        let pass = &mut self.passes[index];
        let stage = pass.stage.as_mut_ptr();
        // SAFETY: the places of the pointers may be written.
        unsafe {
            (&raw mut (*stage).items[at]).write(MaybeUninit::new(items));
            (&raw mut (*stage).accumulators[at]).write(MaybeUninit::new(written));
        }
        pass.cursors.set(reads + at, Cursor::new(written, steps));
        Some(())
    }

    /// Memory for what a stage yields, or accumulates.
    #[inline(always)]
    fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        self.room.take(bytes).or_else(|| slab(&mut self.slabs, bytes))
    }

    /// Places copies of these operands, and says whether all are of whole rows, which follow each other. Copies that
    /// have the size of a pass may lie on the heap.
    #[inline(always)]
    fn copies(
        &mut self,
        index: usize,
        copied: Copied,
        of: (u16, usize, usize, usize),
        operands: &[RawOperand],
    ) -> Option<bool> {
        let (pass, room, slabs) = (&mut self.passes[index], &mut self.room, &mut self.slabs);
        let take = |bytes| room.take(bytes).or_else(|| if copied == Copied::Rows { None } else { slab(slabs, bytes) });
        let copies = Copies::of(of, copied, operands, take, &mut pass.cursors)?;
        Some(pass.copies.write(copies).run_on)
    }

    /// A last pass with targets or fresh results.
    fn last(&mut self, index: usize, bare: &mut Bare) -> Option<()> {
        let pass = &mut self.passes[index];
        let mut look = look(bare.site, bare.operands, &mut pass.cursors)?;
        // Too many short rows to go over one by one: copies of all rows, of which a kernel makes one.
        let is_short = bare.site.rank == Some(2) && look.has_many_short_rows();
        let copied = if is_short { Copied::EndToEnd } else { Copied::Rows };
        if is_short {
            look.odd |= gaps(look.columns, bare.operands);
        }
        let is_target_odd = is_short && look.odd & ((1 << bare.site.targets) - 1) != 0;
        if is_target_odd || (look.odd != 0 && !can_be_copied(look.odd, bare.site, bare.operands)) {
            return None;
        }
        // Of more than two axes none is odd.
        let of = (look.odd, look.rows, look.columns, bare.site.rank.unwrap_or(0));
        look.runs_on = (self.copies(index, copied, of, bare.operands)? && look.runs_on) || is_short;
        let pass = &mut self.passes[index];
        let nest = over(&look, bare.call, bare.site, pass.shape.write(Shape::empty()))?;
        pass.nest.write(nest);
        Some(())
    }
}

/// Tells the positions of a stage how they lie.
fn place_positions(operands: &mut [RawOperand], sizes: &[usize], reduce: Reduce) {
    for operand in operands.iter_mut().filter(|operand| matches!(operand.source(), Source::Yielded(_))) {
        // SAFETY: any index has a position.
        unsafe { operand.place_at(seen(Form::Position, sizes, reduce), POSITIONS) };
    }
}

/// So many bytes of the heap, if that is not too much.
#[cold]
#[inline(never)]
fn slab(slabs: &mut Vec<Slab>, bytes: usize) -> Option<*mut u8> {
    let slab = (bytes <= SMALL_HEAP).then(|| Slab::new(bytes))?;
    slabs.push(slab);
    slabs.last_mut().map(Slab::ptr)
}

/// Whether an odd operand has rows and columns, whose order in memory what is kept would take over: here it is
/// row-major.
fn holds_odd_matrix(odd: u16, operands: &[RawOperand]) -> bool {
    let is_odd_matrix = |(at, operand): (usize, &RawOperand)| {
        let sizes = operand.axes().sizes();
        odd >> at & 1 == 1 && sizes.len() > 1 && sizes.iter().all(|&size| size > 1)
    };
    operands.iter().enumerate().any(is_odd_matrix)
}

impl<'a> Run<'a> for Ready<'_, 'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        let at = self.passes.next_last(self.given);
        for pass in self.given..=at {
            // SAFETY: stages read earlier passes, and all before it have run.
            unsafe { self.pass(pass) };
        }
        self.given = at + 1;
        let bare = &self.passes.list[at];
        let shape = match bare.work {
            // SAFETY: the last pass has been found.
            Work::Last { single: false } => unsafe { self.direct.passes[at].shape.assume_init_ref() },
            _ => const { &Shape::empty() },
        };
        Done { operands: bare.operands, fresh: bare.fresh, shape }
    }
}

impl Ready<'_, '_> {
    /// # Safety
    /// As for [`Run::next`], and what the pass reads has been yielded.
    #[inline(always)]
    unsafe fn pass(&mut self, at: usize) {
        let (bare, pass) = (&self.passes.list[at], &mut self.direct.passes[at]);
        if let Work::Last { single: true } = bare.work {
            return;
        }
        // SAFETY: each pass has been found, with cursors and copies of these operands: job 1 to 3, and kernel 1 to 5
        // for a stage.
        unsafe {
            pass.copies.assume_init_ref().make(bare.operands, &pass.cursors);
            let nest = *pass.nest.assume_init_ref();
            match bare.work {
                Work::Stage { yields, .. } => {
                    let stage = pass.stage.assume_init_ref();
                    stage.run(nest, &pass.cursors, bare.operands.len(), yields, bare.f);
                }
                Work::Last { .. } => run(bare.site, nest, &mut pass.cursors, bare.operands, bare.fresh, bare.f),
            }
        }
    }
}

impl Drop for Ready<'_, '_> {
    /// Frees what stages have kept, and what was for fresh results that nobody has taken.
    fn drop(&mut self) {
        self.direct.slabs = Vec::new();
        for at in self.given..self.passes.list.len() {
            let fresh = &self.passes.list[at].fresh;
            if !fresh.is_empty() {
                // SAFETY: each last pass with results has been found.
                let len = unsafe { self.direct.passes[at].shape.assume_init_ref() }.len();
                fresh.iter().for_each(|made| made.free(len));
            }
        }
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
    /// Nest, cursors, items and function are those of this stage.
    #[inline(always)]
    unsafe fn run(&self, nest: Nest, cursors: &Cursors, reads: usize, yields: &[Yield], f: *const u8) {
        let Nest { rows, columns, kernels } = nest;
        let inputs = cursors.as_ptr();
        // SAFETY: kernel 1 to 5, as cursors and function are the stage's; accumulators are cleared unless
        // rows start from nothing.
        unsafe {
            if self.accs != Accs::Rows {
                for (&item, acc) in yields.iter().zip(&self.accumulators) {
                    if let Yield::Fold(fold) = item {
                        (fold.clear)(acc.assume_init(), self.outputs * self.lanes);
                    }
                }
            }
            kernels[simd::level()](f, inputs, inputs.add(reads), columns, rows, self.accs);
            for ((&item, acc), out) in yields.iter().zip(&self.accumulators).zip(&self.items) {
                let Yield::Fold(fold) = item else { continue };
                let (acc, out) = (acc.assume_init(), out.assume_init());
                if self.lanes > 1 {
                    (fold.halve)(acc, self.outputs, self.lanes);
                }
                (fold.finish)(acc, out, fold.out as isize, self.outputs, self.count);
            }
        }
    }
}
