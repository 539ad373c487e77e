//! Stages that reduce all they read, before single values or one map: where operands are alike one look and a kernel
//! call or two do for each, and neither passes nor a plan are made. The sum of 4 numbers takes 0.4 of the time that it
//! took as two passes, of 256x256 0.7 of what a plan took; variances of 4 numbers 0.3.

use super::Cursors;
use super::adjacent::Adjacent;
use super::items::{Extent, ITEMS, Items, STAGES};
use super::leaves::{Leaves, Ways, per_lane};
use super::memory::StackRoom;
use super::pass::{DirectPass, Limits};
use super::stage::DirectStage;
use crate::call::Call;
use crate::engine::ALIGN;
use crate::engine::cursor::{Accs, Cursor, LANES, RIGHT};
use crate::engine::erased::Order;
use crate::engine::few::Few;
use crate::engine::fold::{Fold, Yield};
use crate::engine::mode::Mode;
use crate::engine::notes::Note;
use crate::engine::passes::{Bare, Reduce, Work, items};
use crate::engine::route::Route;
use crate::engine::tuning::{GLANCED, GLANCED_PART, GLANCED_WORK, SHARED_REDUCTION, SMALL_BYTES, SMALL_STAGE, TINY};
use crate::engine::{Site, parallel};
use crate::operand::{OperandAxes, RawOperand, Source};
use crate::simd;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

/// Bytes of accumulators and results: those of 64 lanes of some leaves.
pub(super) const WHOLE_ROOM: usize = 8 * 1024;

/// What such stages yield, one after the other.
pub struct Whole {
    pub(super) room: StackRoom<WHOLE_ROOM>,
    pub(in crate::engine) items: Items,
}

impl Whole {
    /// Nothing has run yet.
    #[inline(always)]
    pub(in crate::engine) fn start(place: &mut MaybeUninit<Whole>) -> &mut Whole {
        let whole = place.as_mut_ptr();
        // SAFETY: all of the place may be written; the room may be uninitialised.
        unsafe {
            StackRoom::start(&raw mut (*whole).room);
            Items::start(&raw mut (*whole).items);
            &mut *whole
        }
    }

    /// Whether a stage with adjacent operands is so simple: nothing will be found out later.
    #[inline(never)]
    pub(in crate::engine) fn fits((call, site): (&Call, &Site), adjacent: &Adjacent, yields: &[Yield]) -> bool {
        if !adjacent.is_whole() {
            return Whole::fits_beside((call, site), adjacent, yields);
        }
        let folds = || yields.iter().filter_map(Yield::fold);
        let (_, rows, columns) = adjacent.extent_of_all();
        let leaves = || {
            let ways = Ways::of(site, adjacent.widest, yields);
            Leaves::of_adjacent((rows, columns), adjacent.reduces, yields, site.speculates, ways)
        };
        let bytes = |leaves: Leaves| folds().map(|fold| leaves.accumulators() * fold.acc + fold.out + 2 * ALIGN).sum();
        yields.len() <= ITEMS
            && is_small(call, site, (adjacent.len(), adjacent.widest), yields)
            && leaves().is_some_and(|leaves| WHOLE_ROOM / STAGES >= bytes(leaves))
    }

    /// Runs the stage, if it is so simple.
    ///
    /// # Safety
    /// Site, operands, yields and function belong to a stage, as for [`Work::Stage`](crate::engine::passes::Work), of
    /// one axis or two, all of which are reduced; or of some, where its operands are adjacent, and it
    /// [fits](Whole::fits).
    #[inline(always)]
    pub(in crate::engine) unsafe fn of<'a, M: Mode>(
        mode: M,
        whole: &mut Whole,
        (call, site): (&'a Call<'static>, &'static Site),
        operands: &'a mut [RawOperand<'a>],
        reduce: Reduce,
        yields: &'a [Yield],
        f: *const u8,
    ) -> Option<()> {
        let mut cursors = Cursors::new();
        let Some(adjacent) = Adjacent::of(site, reduce, operands, Some(&whole.items), &mut cursors) else {
            // SAFETY: whoever calls promises the same.
            return unsafe { whole.of_copies(mode, (call, site), operands, reduce, yields, f) };
        };
        // SAFETY: whoever calls promises the same.
        let rows = unsafe {
            match (site.few, adjacent.few()) {
                (Some(few), Some(len)) => {
                    whole.of_few(mode, few, f, &cursors, len);
                    [1, len]
                }
                _ => whole.of_found(mode, (call, site), (&adjacent, &mut cursors), yields, f)?,
            }
        };
        mode.note(|| {
            whole.items.tell(operands);
            note(call, operands, (reduce, yields), rows)
        });
        Some(())
    }

    /// The same of adjacent operands, with the rows and columns of the kernel call.
    ///
    /// # Safety
    /// As for [`Whole::of`]; the operands are these.
    #[inline(always)]
    pub(in crate::engine) unsafe fn of_found<M: Mode>(
        &mut self,
        mode: M,
        site: (&Call, &Site),
        (adjacent, cursors): (&Adjacent, &mut Cursors),
        yields: &[Yield],
        f: *const u8,
    ) -> Option<[usize; 2]> {
        // SAFETY: whoever calls promises the same.
        unsafe {
            match adjacent.is_whole() {
                true => self.of_adjacent(mode, site, (adjacent, cursors), yields, f),
                false => self.of_beside(mode, site.1, (adjacent, cursors), yields, f),
            }
        }
    }

    /// The same where all of them are reduced, and not few.
    ///
    /// # Safety
    /// As for [`Whole::of`]; the operands are these.
    #[inline(always)]
    unsafe fn of_adjacent<M: Mode>(
        &mut self,
        mode: M,
        (call, site): (&Call, &Site),
        (adjacent, cursors): (&Adjacent, &mut Cursors),
        yields: &[Yield],
        f: *const u8,
    ) -> Option<[usize; 2]> {
        let is_small = is_small(call, site, (adjacent.len(), adjacent.widest), yields);
        if M::RUNS
            && adjacent.len() > GLANCED
            && let Some(fold) = glancing(yields)
            && (is_small || site.work(call) < GLANCED_WORK && !super::is_planned())
        {
            // SAFETY: whoever calls promises the same.
            unsafe { self.by_glances((site, is_small), (adjacent, cursors), (fold, f))? };
            return Some([1, adjacent.len()]);
        }
        is_small.then_some(())?;
        let ways = Ways::of(site, adjacent.widest, yields);
        let extent @ (_, rows, columns) = adjacent.extent_of_all();
        if M::RUNS
            && let &[Yield::Fold(fold)] = yields
            && Leaves::is_one_row((rows, columns), ways, per_lane(yields))
        {
            // SAFETY: whoever calls promises the same; the row is all of these operands.
            unsafe { self.of_row(site, cursors, (adjacent.reads, columns), (fold, f))? };
            return Some([1, columns]);
        }
        let leaves = Leaves::of_adjacent((rows, columns), adjacent.reduces, yields, site.speculates, ways)?;
        let (mut stage, found) = (MaybeUninit::uninit(), (extent, adjacent.reads, cursors));
        // SAFETY: whoever calls promises the same; the leaves are those of the operands, and the items have been
        // placed.
        unsafe {
            of_leaves(mode, (&mut self.room, &mut stage), site, found, &leaves, (yields, f), None)?;
            let stage = stage.assume_init_ref();
            self.items.yields((0..yields.len()).map(|at| stage.items[at].assume_init()));
        }
        Some(leaves.nest(site.kernels(false)).sizes())
    }

    /// The same of a row with one result, which a kernel call reduces to one accumulator.
    ///
    /// # Safety
    /// As for [`Whole::of_adjacent`]; kernels can do so, and the row is of these operands, and has so many elements.
    #[inline(always)]
    unsafe fn of_row(
        &mut self,
        site: &Site,
        cursors: &mut Cursors,
        (reads, len): (usize, usize),
        (fold, f): (&Fold, *const u8),
    ) -> Option<()> {
        let (out, acc) = (self.room.take(fold.out)?, self.room.take(fold.acc)?);
        cursors.set(reads, Cursor::new(acc, [0, fold.acc as isize]));
        let inputs = cursors.as_ptr();
        // SAFETY: kernel 1 to 5: the operands are these, and there is an accumulator, which starts from nothing.
        unsafe {
            site.kernels(false)[simd::level()](f, inputs, inputs.add(reads), len, 1, Accs::Rows);
            (fold.finish)(acc, out, 0, 1, len);
        }
        self.items.yields([out]);
        Some(())
    }

    /// The same where the first elements may decide: some are looked at, and as many again as often as these do not. Of
    /// more than a small stage has only some are, as a plan computes all again; so only arithmetic goes here then.
    ///
    /// # Safety
    /// As for [`Whole::of_adjacent`].
    #[inline(never)]
    unsafe fn by_glances(
        &mut self,
        (site, is_small): (&Site, bool),
        (adjacent, cursors): (&Adjacent, &mut Cursors),
        (fold, f): (&Fold, *const u8),
    ) -> Option<()> {
        let (len, reads, bytes) = (adjacent.len(), adjacent.reads, LANES * fold.acc);
        let (out, accs, seen) = (self.room.take(fold.out)?, self.room.take(bytes)?, self.room.take(bytes)?);
        // SAFETY: kernel 1 to 5: the operands are these, and each part is of their elements; the accumulators are those
        // of 64 lanes, and initialised.
        unsafe {
            cursors.set(reads, Cursor::new(accs, [0, 0]));
            (fold.clear)(accs, LANES);
            let (mut done, mut end) = (0, GLANCED.min(len));
            loop {
                let inputs = cursors.as_ptr();
                site.kernels(false)[simd::level()](f, inputs, inputs.add(reads), end - done, 1, Accs::Lanes);
                accs.copy_to_nonoverlapping(seen, bytes);
                (fold.halve)(seen, 1, LANES);
                if end == len || (fold.is_settled)(seen, 1) {
                    (fold.finish)(seen, out, 0, 1, len);
                    self.items.yields([out]);
                    return Some(());
                }
                if !is_small && end > len / GLANCED_PART {
                    return None;
                }
                (0..reads).for_each(|at| cursors.advance(at, cursors.step(at, RIGHT) * (end - done) as isize));
                (done, end) = (end, len.min(2 * end));
            }
        }
    }

    /// A vector by a loop without lanes.
    ///
    /// # Safety
    /// As for [`Whole::of`]; the operands are these, and few.
    #[inline(always)]
    pub(in crate::engine) unsafe fn of_few<M: Mode>(
        &mut self,
        _: M,
        few: Few,
        f: *const u8,
        cursors: &Cursors,
        len: usize,
    ) {
        let out = self.items.value();
        if M::RUNS {
            // SAFETY: whoever calls says so; there is room for the result, which has no more bytes.
            unsafe { (few.end_to_end)(f, cursors.as_ptr(), (1, len), Order::Halves, out) };
        }
        self.items.yields([out]);
    }

    /// The same of a tiny stage whose operands are not alike: some are copied, as where columns are adjacent.
    ///
    /// # Safety
    /// As for [`Whole::of`].
    #[inline(never)]
    unsafe fn of_copies<'a, M: Mode>(
        &mut self,
        mode: M,
        (call, site): (&'a Call<'static>, &'static Site),
        operands: &'a mut [RawOperand<'a>],
        reduce: Reduce,
        yields: &'a [Yield],
        f: *const u8,
    ) -> Option<()> {
        if site.contracts.is_some() || super::is_planned() {
            return None;
        }
        let mut found = MaybeUninit::uninit();
        let (pass, memory) = DirectPass::with_memory(&mut found);
        let mut bare = Bare { call, site, operands, f, work: Work::Stage { reduce, yields }, fresh: &mut [] };
        let limits = Limits { most: TINY, orders: false, hands_on: false };
        pass.kernel_stage(&mut bare, limits, 0, reduce, yields, memory.0)?;
        let mut items = [null_mut(); ITEMS];
        for (at, item) in yields.iter().enumerate() {
            items[at] = self.room.take(item.fold()?.out)?;
            // SAFETY: the stage has been found; its items are single values, which lie in the room from now on.
            unsafe { pass.yield_to(at, items[at]) };
        }
        if M::RUNS {
            // SAFETY: the same, and what it reads is there.
            unsafe { pass.run(&bare) };
        }
        self.items.yields(items);
        mode.note(|| pass.note(&bare).with_scratch(memory.0.used()));
        Some(())
    }

    /// Gives operands of the pass behind them what the stages have yielded.
    #[inline(always)]
    pub(in crate::engine) fn place(&self, operands: &mut [RawOperand]) {
        for operand in operands {
            let Source::Yielded(yielded) = operand.source() else { continue };
            // SAFETY: the stage has run, and each of its items is one value.
            unsafe { operand.place_at(OperandAxes::single(), Source::Memory(self.items.item(yielded))) };
        }
    }
}

/// A stage by these leaves; its only item goes there, if anywhere.
///
/// # Safety
/// As for [`Whole::of`]; so many operands are read, of these sizes, and the leaves are theirs.
#[inline(always)]
pub(super) unsafe fn of_leaves<M: Mode>(
    _: M,
    (room, stage): (&mut StackRoom<WHOLE_ROOM>, &mut MaybeUninit<DirectStage>),
    site: &Site,
    ((rank, rows, columns), reads, cursors): (Extent, usize, &mut Cursors),
    leaves: &Leaves,
    (yields, f): (&[Yield], *const u8),
    there: Option<*mut u8>,
) -> Option<()> {
    let kept = (rows * columns, there.is_none());
    leaves.lay(reads, cursors);
    // Nobody asks it what is left.
    DirectStage::write(stage, ([rows, columns], rank), Reduce::All, false, leaves, kept.0);
    DirectStage::place(stage, yields, leaves, kept, reads, cursors, |bytes| room.take(bytes))?;
    if let Some(there) = there {
        DirectStage::write_item(stage, 0, there);
    }
    if M::RUNS {
        // SAFETY: the nest is that of the operands, the stage that of the yields, and all of it is written.
        unsafe { stage.assume_init_ref().run(leaves.nest(site.kernels(false)), cursors, reads, yields, f) };
    }
    Some(())
}

/// What is noted of such a stage, which goes over so many rows and columns.
fn note(call: &Call, operands: &[RawOperand], (reduce, yields): (Reduce, &[Yield]), rows: [usize; 2]) -> Note {
    let sizes = operands.iter().map(|operand| operand.axes().sizes()).max_by_key(|sizes| sizes.len()).unwrap_or(&[]);
    Note::of(call, operands, 0, sizes).writing(items(sizes, reduce, yields)).by(Route::EachDirect).by_rows(rows)
}

/// Whether one thread does it, and nothing of it is kept.
fn is_small(call: &Call, site: &Site, (len, widest): (usize, usize), yields: &[Yield]) -> bool {
    let folds = yields.iter().map(Yield::fold);
    // Of some, leaves are left out when what comes before has decided.
    let settle = folds.clone().flatten().any(|fold| fold.settles) && glancing(yields).is_none();
    let are_few = len <= if settle { SMALL_STAGE } else { SHARED_REDUCTION };
    folds.clone().all(|fold| fold.is_some())
        && len > 0
        && (are_few || (!settle && len.saturating_mul(widest.max(1)) <= SMALL_BYTES))
        && !parallel::is_worth_it(site.work(call), len, site.bytes)
}

/// What the first elements may decide, whatever the order of joins, if nothing else is asked.
#[inline(always)]
fn glancing(yields: &[Yield]) -> Option<&'static Fold> {
    match yields {
        &[Yield::Fold(fold)] if fold.settles && fold.any_order => Some(fold),
        _ => None,
    }
}
