//! Calls of several small passes: a kernel call for each, one after the other, with what stages yield in a room of the
//! thread's, or elsewhere on the heap if it is much.
//!
//! Sizes and cursors of all passes are found before the first one runs.
//!
//! Everything is written where it stays: what is built field by field and moved as a whole waits for the fields.

use super::memory::Memory;
use super::pass::{DirectPass, Limits};
use crate::engine::mode::{Explaining, Mode};
use crate::engine::notes::Note;
use crate::engine::passes::{Done, Explain, Passes, Run, Work};
use crate::engine::route::Route;
use crate::engine::tuning::{LONE_STAGE, SHARED_BLOCKS, SMALL_STAGE};
use crate::operand::{Form, OperandAxes, RawOperand, Source, Yielded};
use crate::shape::Shape;
use std::mem::MaybeUninit;

/// The most passes, and operands that stages yield.
pub(super) const PASSES: usize = 6;
const YIELDED: usize = 12;

/// The passes of a call, where they are small: most of it nobody writes.
pub(in crate::engine) struct DirectPasses {
    passes: [DirectPass; PASSES],
    /// Operands that were given sources: pass, operand, and what it was.
    placed: [MaybeUninit<(usize, usize, Yielded)>; YIELDED],
    placed_len: usize,
    /// Bits of the last passes whose output a stage writes.
    written: u8,
    memory: Memory,
}

/// A small call with its memory.
pub(in crate::engine) struct Ready<'p, 'a> {
    passes: &'p mut Passes<'a>,
    direct: &'p mut DirectPasses,
    /// How many passes have run.
    given: usize,
}

impl DirectPasses {
    /// Nothing is found yet, with a room as [`Memory`] has it.
    #[inline(always)]
    pub(super) fn of(place: &mut MaybeUninit<DirectPasses>, room: (*mut u8, usize)) -> &mut DirectPasses {
        let direct = place.as_mut_ptr();
        // SAFETY: all else may be uninitialised.
        unsafe {
            (&raw mut (*direct).placed_len).write(0);
            (&raw mut (*direct).written).write(0);
            Memory::start(&raw mut (*direct).memory, room);
            (0..PASSES).for_each(|pass| DirectPass::start(&raw mut (*direct).passes[pass]));
            &mut *direct
        }
    }

    /// Finds out how each pass is one kernel call; otherwise the passes are as before.
    #[inline(always)]
    pub(super) fn find(&mut self, passes: &mut Passes) -> bool {
        let found = self.all(passes).is_some();
        if !found {
            self.restore(passes);
        }
        found
    }

    /// The passes that were found, with memory for fresh results.
    #[inline(always)]
    pub(super) fn made_ready<'p, 'a, M: Mode>(&'p mut self, mode: M, passes: &'p mut Passes<'a>) -> Ready<'p, 'a> {
        for (bare, found) in passes.list.iter_mut().zip(&self.passes).filter(|(bare, _)| !bare.fresh.is_empty()) {
            // SAFETY: each last pass with results has been found.
            let len = unsafe { found.shape() }.len();
            bare.fresh.iter_mut().for_each(|made| made.allocate(mode, len));
        }
        if self.written != 0 {
            self.lend(passes);
        }
        // Where nothing runs, there is no memory to be freed.
        let given = if M::RUNS { 0 } else { passes.list.len() };
        Ready { passes, direct: self, given }
    }

    /// Whether all that was found serves other arrays that lie the same: cursors stay where they are but for those of
    /// the caller's, and memory is that of the room.
    pub(super) fn is_lasting(&self, passes: &Passes) -> bool {
        let found = &self.passes[..passes.list.len()];
        self.written == 0 && self.memory.on_heap() == 0 && !found.iter().any(DirectPass::is_contraction)
    }

    /// Has cursors lead to the operands of passes that were found for others.
    ///
    /// # Safety
    /// What was found is [lasting](DirectPasses::is_lasting), and operands lie as those did.
    #[inline(always)]
    pub(super) unsafe fn bind(&mut self, passes: &mut Passes) {
        self.placed_len = 0;
        for (index, bare) in passes.list.iter_mut().enumerate() {
            let is_single = matches!(bare.work, Work::Last { single: true });
            // SAFETY: whoever calls says so.
            unsafe {
                // What is copied, or read without a kernel, is read from the operands.
                if is_single || self.passes[index].copies_some() {
                    self.place_yielded(index, bare.operands);
                }
                if !is_single {
                    self.passes[index].bind(bare);
                }
            }
        }
    }

    fn all(&mut self, passes: &mut Passes) -> Option<()> {
        if passes.list.len() > PASSES || super::is_planned() {
            return None;
        }
        let orders = passes.list.iter().any(|bare| !bare.fresh.is_empty());
        let limits = Limits { most: most(passes), orders, hands_on: false };
        for index in 0..passes.list.len() {
            let turned = self.place_yielded(index, passes.list[index].operands)?;
            if passes.list[index].site.is_identity && self.is_written(index, passes) {
                self.written |= 1 << index;
                continue;
            }
            let (bare, pass, memory) = (&mut passes.list[index], &mut self.passes[index], &mut self.memory);
            match bare.work {
                Work::Stage { reduce, yields } => pass.stage(bare, limits, turned, reduce, yields, memory)?,
                Work::Last { single: true } => {}
                Work::Last { single: false } => pass.last(bare, turned, memory)?,
            }
        }
        Some(())
    }

    /// Whether a stage can write the only output of a last pass that hands on what it has just been given; then its
    /// shape is found, too. As [`lend`](crate::engine::lend) has it, for results of reductions that nobody else reads.
    #[inline(never)]
    fn is_written(&mut self, index: usize, passes: &Passes) -> bool {
        let bare = &passes.list[index];
        let [targets @ .., operand] = &*bare.operands else { return false };
        let sizes = operand.axes().sizes();
        let others = || {
            passes.list.iter().enumerate().filter(|&(other, _)| other != index).flat_map(|(_, pass)| &*pass.operands)
        };
        let is_free = match (targets, &*bare.fresh) {
            ([], [_]) => true,
            ([target], []) => target.axes().runs_on(sizes) && !others().any(|other| other.begins_with(target)),
            _ => false,
        };
        let Some((_, _, from)) = self.placed().last() else { return false };
        let is_it = |other: Yielded| (other.stage, other.item) == (from.stage, from.item);
        let later = others().any(|other| matches!(other.source(), Source::Yielded(other) if is_it(other)));
        let again = self.placed().filter(|&(_, _, other)| is_it(other)).count() > 1;
        let is_fold =
            matches!(passes.list[from.stage].work, Work::Stage { yields, .. } if yields[from.item].fold().is_some());
        let is_written = is_free && is_fold && !later && !again && Some(sizes.len()) == bare.site.rank;
        if is_written {
            self.passes[index].set_shape(sizes);
        }
        is_written
    }

    /// Has stages write the outputs for which they can.
    #[inline(never)]
    fn lend(&mut self, passes: &Passes) {
        for index in (0..passes.list.len()).filter(|index| self.written >> index & 1 == 1) {
            let bare = &passes.list[index];
            let output = bare.fresh.first().map_or_else(|| bare.operands[0].value_ptr(), |made| made.ptr);
            let from = self.placed().find(|&(pass, ..)| pass == index).map(|(_, _, from)| from);
            if let Some(from) = from {
                // SAFETY: the stage has been found; the output has as many elements as the item.
                unsafe { self.passes[from.stage].yield_to(from.item, output) };
            }
        }
    }

    /// Operands that were given sources.
    fn placed(&self) -> impl DoubleEndedIterator<Item = (usize, usize, Yielded)> {
        // SAFETY: so many have been written.
        self.placed[..self.placed_len].iter().map(|placed| unsafe { placed.assume_init() })
    }

    /// Gives operands the items of earlier stages, and tells which of them lie column by column although no operand of
    /// the stage does.
    #[inline(always)]
    fn place_yielded(&mut self, index: usize, operands: &mut [RawOperand]) -> Option<u16> {
        let mut turned = 0_u16;
        if operands.len() > u16::BITS as usize {
            return None;
        }
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
                let pass = &self.passes[yielded.stage];
                let stage = pass.yielding();
                // Of a contraction, the axes that it has summed are not known here.
                if pass.is_contraction() && yielded.form != Form::Kept {
                    return None;
                }
                let source = Source::Memory(stage.items[yielded.item].assume_init());
                match yielded.form {
                    // By itself it is a tag: axes are written and read again, which takes 6 ns.
                    Form::Single => operand.place_at(OperandAxes::single(), source),
                    form => operand.place_at(stage.seen(form), source),
                }
                turned |= u16::from(stage.is_turned && yielded.is_element()) << at;
            }
        }
        Some(turned)
    }

    /// Gives operands back what they were.
    fn restore(&mut self, passes: &mut Passes) {
        self.memory.free();
        for (pass, at, yielded) in self.placed() {
            passes.list[pass].operands[at].unplace(yielded);
        }
    }
}

/// The most elements of a stage: so few that all passes together are not worth the threads that blocks would get.
fn most(passes: &Passes) -> usize {
    match &*passes.list {
        [_, last] if last.site.is_identity => LONE_STAGE,
        list => SMALL_STAGE.min((SHARED_BLOCKS - 1) / list.len()),
    }
}

impl<'a> Run<'a> for Ready<'_, 'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        let at = self.passes.next_last(self.given);
        for index in self.given..=at {
            let bare = &self.passes.list[index];
            let is_written = self.direct.written >> index & 1 == 1;
            if !is_written && !matches!(bare.work, Work::Last { single: true }) {
                // SAFETY: each pass has been found; stages read earlier passes, and all before it have run.
                unsafe { self.direct.passes[index].run(bare) };
            }
        }
        self.given = at + 1;
        let bare = &self.passes.list[at];
        let shape = match bare.work {
            // SAFETY: the last pass has been found.
            Work::Last { single: false } => unsafe { self.direct.passes[at].shape() },
            _ => const { &Shape::empty() },
        };
        Done { operands: bare.operands, fresh: bare.fresh, shape }
    }
}

impl Explain for Ready<'_, '_> {
    fn explain(&mut self, mode: Explaining) {
        for (index, (bare, found)) in self.passes.list.iter().zip(&self.direct.passes).enumerate() {
            if self.direct.written >> index & 1 == 1 {
                // SAFETY: the shape of a pass whose output a stage writes has been found.
                let shape = unsafe { found.shape() };
                let note = Note::of(bare.call, bare.operands, bare.site.targets, shape.sizes());
                let made = bare.fresh.iter().map(|made| made.noted(shape.len()));
                mode.note(|| note.writing(made).by(Route::LeftOut));
            } else {
                if found.is_contraction() {
                    mode.take(Route::Contraction);
                }
                // A stage without items compares shapes.
                let is_bare = matches!(bare.work, Work::Stage { yields: [], .. });
                let note = found.note(bare);
                mode.note(|| if is_bare { note.by(Route::LeftOut) } else { note });
            }
            for (_, at, from) in self.direct.placed().filter(|&(pass, ..)| pass == index) {
                mode.amend(|note| note.yielded(at, from));
            }
        }
        mode.0.share(self.direct.memory.used());
    }
}

impl Drop for Ready<'_, '_> {
    /// Frees what stages have kept, and what was for fresh results that nobody has taken.
    fn drop(&mut self) {
        self.direct.memory.free();
        for at in self.given..self.passes.list.len() {
            let fresh = &self.passes.list[at].fresh;
            if !fresh.is_empty() {
                // SAFETY: each last pass with results has been found.
                let len = unsafe { self.direct.passes[at].shape() }.len();
                fresh.iter().for_each(|made| made.free(len));
            }
        }
    }
}
