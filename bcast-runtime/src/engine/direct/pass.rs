//! A small pass that is one kernel call.

use super::copies::{Copied, Copies, arrays, gaps};
use super::leaves::{Leaves, Ways, per_lane};
use super::look::{Look, look};
use super::memory::{Freed, Memory};
use super::stage::{DirectStage, seen};
use super::{Cursors, Nest, can_be_copied, over, rank_of, run};
use crate::engine::ALIGN;
use crate::engine::contraction::Contraction;
use crate::engine::fold::Yield;
use crate::engine::notes::Note;
use crate::engine::parallel;
use crate::engine::passes::{Bare, Reduce, Work, items, scans};
use crate::engine::route::{Route, take};
use crate::engine::tuning::{SMALL_ROOM, TINY, TURNED_ALONE, TURNED_BESIDE};
use crate::operand::{Form, POSITIONS, RawOperand, Source, widest};
use crate::shape::Shape;
use std::mem::MaybeUninit;

/// What a call says of each of its stages.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The most elements.
    pub(super) most: usize,
    /// There are fresh results, whose order in memory may be that of what a stage keeps.
    pub(super) orders: bool,
    /// Its only item goes elsewhere: none has memory here.
    pub(super) hands_on: bool,
}

impl Limits {
    /// The number of elements of a stage, if there are some, and one thread does them.
    #[inline(always)]
    fn len(self, bare: &Bare, (rows, columns): (usize, usize)) -> Option<usize> {
        let len = rows.checked_mul(columns).filter(|len| (1..=self.most).contains(len))?;
        (!parallel::is_worth_it(bare.site.work(bare.call), len, bare.site.bytes)).then_some(len)
    }

    /// Bytes of one array that are turned at once.
    #[inline(always)]
    fn most_turned(self) -> usize {
        if self.hands_on { TURNED_ALONE } else { TURNED_BESIDE }
    }

    /// How copies of a stage lie, and of which operands there are some, the odd ones among them.
    #[inline(always)]
    fn copied(
        self,
        end_to_end: bool,
        is_turned: bool,
        (odd, columns): (u16, usize),
        operands: &[RawOperand],
    ) -> (Copied, u16) {
        match (end_to_end, is_turned) {
            (true, _) => (Copied::EndToEnd, odd | gaps(columns, operands)),
            (_, true) => (Copied::Turned(self.most_turned()), arrays(operands)),
            _ => (Copied::Rows, odd),
        }
    }

    /// Whether odd operands of a stage of so many elements may be copied.
    #[inline(always)]
    fn allow(self, odd: u16, operands: &[RawOperand], yields: &[Yield], len: usize) -> Option<()> {
        let keeps = self.orders && yields.iter().any(|item| matches!(item, Yield::Kept(_)));
        (!(keeps || len > TINY) || !holds_odd_matrix(odd, operands)).then_some(())
    }
}

/// What is found of a pass before it runs. Single values have none of it.
pub(super) struct DirectPass {
    cursors: Cursors,
    copies: MaybeUninit<Copies>,
    nest: MaybeUninit<Nest<'static>>,
    /// Of a stage.
    stage: MaybeUninit<DirectStage>,
    /// Of a last pass.
    shape: MaybeUninit<Shape>,
    contraction: Option<Contraction>,
}

/// The only pass of a call, with memory of its own.
#[repr(C, align(64))]
pub(super) struct Alone {
    room: MaybeUninit<[u8; SMALL_ROOM]>,
    pass: DirectPass,
    memory: Memory,
}
const _: () = assert!(align_of::<Alone>() == ALIGN);

impl DirectPass {
    /// Nothing is found yet.
    ///
    /// # Safety
    /// `pass` may be written.
    #[inline(always)]
    pub(super) unsafe fn start(pass: *mut Self) {
        // SAFETY: whoever calls says so; no reference to what is uninitialised is made.
        unsafe { (&raw mut (*pass).contraction).write(None) };
    }

    /// Nothing is found yet, with memory of its own: the only pass of a call.
    #[inline(always)]
    pub(super) fn with_memory(found: &mut MaybeUninit<Alone>) -> (&mut Self, Freed<'_>) {
        let place = found.as_mut_ptr();
        // SAFETY: the place may be written; all else of it may be uninitialised, and nobody but this memory uses its
        // room.
        unsafe {
            DirectPass::start(&raw mut (*place).pass);
            Memory::start(&raw mut (*place).memory, ((&raw mut (*place).room).cast(), SMALL_ROOM));
            (&mut (*place).pass, Freed(&mut (*place).memory))
        }
    }

    /// The shape of a last pass.
    ///
    /// # Safety
    /// It has been found.
    #[inline(always)]
    pub(super) unsafe fn shape(&self) -> &Shape {
        // SAFETY: whoever calls says so.
        unsafe { self.shape.assume_init_ref() }
    }

    /// What a stage yields.
    ///
    /// # Safety
    /// It has been found.
    #[inline(always)]
    pub(super) unsafe fn yielding(&self) -> &DirectStage {
        // SAFETY: whoever calls says so.
        unsafe { self.stage.assume_init_ref() }
    }

    /// Whether there are copies of operands.
    ///
    /// # Safety
    /// It has been found, and is no contraction.
    #[inline(always)]
    pub(super) unsafe fn copies_some(&self) -> bool {
        // SAFETY: whoever calls says so.
        unsafe { self.copies.assume_init_ref() }.are_some()
    }

    /// Has cursors lead to operands that lie as those for which it was found.
    ///
    /// # Safety
    /// It has been found, and is no contraction.
    #[inline(always)]
    pub(super) unsafe fn bind(&mut self, bare: &Bare) {
        // SAFETY: whoever calls says so.
        let copies = unsafe { self.copies.assume_init_ref() };
        for (at, operand) in bare.operands.iter().enumerate() {
            // What stages yield lies where it lay, and so do copies.
            let Source::Memory(ptr) = operand.source() else { continue };
            if copies.has(at) {
                continue;
            }
            self.cursors.lead_to(at, ptr);
            if at < bare.site.targets {
                self.cursors.lead_to(bare.operands.len() + at, ptr);
            }
        }
    }

    /// Whether it is a stage that is matrix products.
    pub(super) fn is_contraction(&self) -> bool {
        self.contraction.is_some()
    }

    /// Tells the shape of a last pass whose output a stage writes.
    pub(super) fn set_shape(&mut self, sizes: &[usize]) {
        self.shape.write(Shape::empty()).set(sizes);
    }

    /// Has a stage write what it yields elsewhere.
    ///
    /// # Safety
    /// It has been found; there is room for the item, which no pass reads.
    pub(super) unsafe fn yield_to(&mut self, item: usize, ptr: *mut u8) {
        // SAFETY: whoever calls says so.
        unsafe { self.stage.assume_init_mut() }.items[item].write(ptr);
    }

    /// Finds a pass whose results later ones read.
    #[inline(always)]
    pub(super) fn stage(
        &mut self,
        bare: &mut Bare,
        limits: Limits,
        turned: u16,
        reduce: Reduce,
        yields: &[Yield],
        memory: &mut Memory,
    ) -> Option<()> {
        if bare.site.contracts.is_some() && self.contraction(bare, reduce, yields, memory).is_some() {
            return Some(());
        }
        self.kernel_stage(bare, limits, turned, reduce, yields, memory)
    }

    /// Finds one that is a kernel call. Operands that are `turned` lie column by column only because a stage
    /// keeps them so.
    #[inline(always)]
    pub(super) fn kernel_stage(
        &mut self,
        bare: &mut Bare,
        limits: Limits,
        turned: u16,
        reduce: Reduce,
        yields: &[Yield],
        memory: &mut Memory,
    ) -> Option<()> {
        let rank = rank_of(bare.site, reduce)?;
        let Look { rows, columns, mut runs_on, odd, .. } = look(bare.site, bare.operands, &mut self.cursors)?;
        let len = limits.len(bare, (rows, columns))?;
        let (sizes, per_lane) = (if rank == 2 { [rows, columns] } else { [columns, 1] }, per_lane(yields));
        let mut ways = Ways::of(bare.site, widest(bare.operands), yields);
        let gains = (bare.site.speculates, runs_on && odd == 0);
        let reduces = (reduce.reduces(0), reduce.reduces(rank - 1));
        let order = Leaves::order_of_each((rows, columns), reduces, gains, ways, per_lane);
        let is_turned = order.is_none() && Leaves::is_turned((rows, columns), reduces, ways.along);
        if odd != 0 || is_turned {
            place_positions(bare.operands, (sizes, rank), reduce);
            limits.allow(odd & !turned, bare.operands, yields, len)?;
        }
        let end_to_end = order.is_some() || Leaves::is_in_lines((rows, columns), reduces);
        let (copied, odd) = limits.copied(end_to_end, is_turned, (odd, columns), bare.operands);
        let run_on = self.copies((odd, rows, columns, rank), copied, true, (bare.operands, 0), memory)?;
        runs_on = (runs_on || end_to_end) && run_on && !is_turned;
        ways.runs_on = runs_on;
        let leaves = order.map(|order| Leaves::of_lanes((rows, columns), order, ways));
        let leaves = leaves.or_else(|| Leaves::of((rows, columns), reduces, ways, per_lane))?;
        if runs_on {
            leaves.lay(bare.operands.len(), &mut self.cursors);
        }
        // End to end nothing is one value in a row, nor in turned copies.
        let kernels = bare.site.kernels(!runs_on && !is_turned);
        self.nest.write(leaves.nest(kernels));
        DirectStage::write(&mut self.stage, (sizes, rank), reduce, is_turned, &leaves, len);
        let (reads, lengths) = (bare.operands.len(), (len, !limits.hands_on));
        let take = |bytes| memory.take(bytes);
        DirectStage::place(&mut self.stage, yields, &leaves, lengths, reads, &mut self.cursors, take)
    }

    /// Finds a stage that is matrix products, of which no result is large.
    #[inline(never)]
    fn contraction(&mut self, bare: &Bare, reduce: Reduce, yields: &[Yield], memory: &mut Memory) -> Option<()> {
        let [Yield::Fold(fold)] = yields else { return None };
        let mut left = Shape::empty();
        let contraction = Contraction::of_listed((bare.call, bare.site), bare.operands, reduce, &mut left)?;
        let &[rows, columns] = left.sizes() else { return None };
        // What has many axes lies on the heap, and nobody drops what is found here.
        if !contraction.has_few() {
            return None;
        }
        let item = memory.take(rows.checked_mul(columns)?.checked_mul(fold.out)?)?;
        DirectStage::write_left(&mut self.stage, [rows, columns], item);
        self.contraction = Some(contraction);
        Some(())
    }

    /// Finds a last pass with targets or fresh results.
    #[inline(always)]
    pub(super) fn last(&mut self, bare: &mut Bare, turned: u16, memory: &mut Memory) -> Option<()> {
        let mut look = look(bare.site, bare.operands, &mut self.cursors)?;
        let copied = Copied::wanted(&mut look, bare.site, bare.operands);
        if look.odd != 0 && !can_be_copied(look.odd & !turned, bare.site, bare.operands) {
            return None;
        }
        // Of more than two axes none is odd.
        let of = (look.odd, look.rows, look.columns, bare.site.rank.unwrap_or(0));
        let end_to_end = copied == Copied::EndToEnd;
        let operands = (&*bare.operands, bare.site.targets);
        let run_on = self.copies(of, copied, end_to_end || turned != 0, operands, memory)?;
        look.runs_on = (run_on && look.runs_on) || end_to_end;
        self.nest.write(over(&look, bare.call, bare.site, self.shape.write(Shape::empty()))?);
        Some(())
    }

    /// Places copies of these operands, on the heap too where they may be `large`, and says whether all are of whole
    /// rows, which follow each other.
    #[inline(always)]
    fn copies(
        &mut self,
        of: (u16, usize, usize, usize),
        copied: Copied,
        large: bool,
        operands: (&[RawOperand], usize),
        memory: &mut Memory,
    ) -> Option<bool> {
        let take = |bytes| if large { memory.take(bytes) } else { memory.take_of_room(bytes) };
        let copies = Copies::of(of, copied, operands, take, &mut self.cursors)?;
        Some(self.copies.write(copies).run_on)
    }

    /// Runs a stage whose only item goes elsewhere.
    ///
    /// # Safety
    /// As for [`DirectPass::run`] and [`DirectPass::yield_to`].
    #[inline(always)]
    pub(super) unsafe fn run_to(&mut self, ptr: *mut u8, bare: &Bare) {
        if let Yield::Kept(_) = bare.work.yields()[0] {
            self.cursors.lead_to(bare.operands.len(), ptr);
        }
        // SAFETY: whoever calls says so.
        unsafe {
            self.yield_to(0, ptr);
            self.run(bare);
        }
    }

    /// Runs it.
    ///
    /// # Safety
    /// It has been found for this pass, and what that reads has been yielded.
    #[inline(always)]
    pub(super) unsafe fn run(&mut self, bare: &Bare) {
        // SAFETY: cursors and copies are those of these operands: job 1 to 3, and kernel 1 to 5 for a stage.
        unsafe {
            if let Some(contraction) = &self.contraction {
                take(Route::Contraction);
                let item = self.stage.assume_init_ref().items[0].assume_init();
                let stage = (bare.site, bare.f);
                return contraction.run(stage, bare.operands, item, bare.work.yields(), bare.call.serial);
            }
            let (copies, nest) = (self.copies.assume_init_ref(), *self.nest.assume_init_ref());
            if copies.have_parts() {
                let (stage, copied) = (self.stage.assume_init_ref(), (copies, &*bare.operands));
                return stage.run_parts(nest, &mut self.cursors, copied, bare.work.yields(), bare.f);
            }
            copies.make(bare.operands, &self.cursors);
            match bare.work {
                Work::Stage { yields, .. } => {
                    let stage = self.stage.assume_init_ref();
                    stage.run(nest, &mut self.cursors, bare.operands.len(), yields, bare.f);
                }
                Work::Last { .. } => {
                    run(bare.site, nest, &mut self.cursors, bare.operands.len(), bare.fresh, bare.f);
                    copies.put_back(bare.operands, &self.cursors);
                }
            }
        }
    }
}

impl DirectPass {
    /// How it runs.
    pub(super) fn note(&self, bare: &Bare) -> Note {
        let of = |sizes| Note::of(bare.call, bare.operands, bare.site.targets, sizes);
        // SAFETY: each part is read only of passes for which it has been found.
        let (nest, copies, note) = unsafe {
            let note = match bare.work {
                Work::Last { single: true } => {
                    return Note::single(bare.call, bare.operands, bare.site.targets, bare.site.is_identity);
                }
                Work::Last { .. } => {
                    let shape = self.shape();
                    of(shape.sizes()).writing(bare.fresh.iter().map(|made| made.noted(shape.len())))
                }
                Work::Stage { reduce, yields } => {
                    let stage = self.stage.assume_init_ref();
                    let places = (0..yields.len()).map(|item| stage.items[item].assume_init());
                    if let Some(contraction) = &self.contraction {
                        let items = items(stage.sizes(), Reduce::Nothing(&[]), yields);
                        return of(&[])
                            .writing(items)
                            .lying_at(places)
                            .multiplying(contraction.extent(bare.call.serial));
                    }
                    of(stage.sizes()).writing(items(stage.sizes(), reduce, yields)).lying_at(places)
                }
            };
            (*self.nest.assume_init_ref(), self.copies.assume_init_ref(), note)
        };
        note.by(Route::EachDirect).scanning(scans(&bare.work)).by_rows(nest.sizes()).copied(|at| copies.has(at))
    }
}

/// Tells the positions of a stage how they lie.
fn place_positions(operands: &mut [RawOperand], sizes: ([usize; 2], usize), reduce: Reduce) {
    for operand in operands.iter_mut().filter(|operand| matches!(operand.source(), Source::Yielded(_))) {
        // SAFETY: any index has a position.
        unsafe { operand.place_at(seen(Form::Position, sizes, reduce, false), POSITIONS) };
    }
}

/// Whether an odd operand has rows and columns: what is kept would take over its order in memory, which is row-major
/// here, and to copy much of it takes longer than to go over it as it lies.
fn holds_odd_matrix(odd: u16, operands: &[RawOperand]) -> bool {
    let is_odd_matrix = |(at, operand): (usize, &RawOperand)| {
        let sizes = operand.axes().sizes();
        odd >> at & 1 == 1 && sizes.len() > 1 && sizes.iter().all(|&size| size > 1)
    };
    operands.iter().enumerate().any(is_odd_matrix)
}
