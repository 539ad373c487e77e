//! A stage that reduces rows or columns, or whose elements run along an axis, and whose results are all that the call
//! makes: the stage writes them where they stay, and neither passes nor a plan are listed.

use super::adjacent::Adjacent;
use super::alike::Alike;
use super::leaves::{Leaves, Ways};
use super::memory::StackRoom;
use super::pass::{DirectPass, Limits};
use super::whole::{WHOLE_ROOM, of_leaves};
use super::{Cursors, alike};
use crate::call::Call;
use crate::engine::erased::Order;
use crate::engine::few::Loop;
use crate::engine::fold::{Fold, Yield};
use crate::engine::fresh::Owned;
use crate::engine::mode::Mode;
use crate::engine::notes::Note;
use crate::engine::passes::{Bare, Reduce, Work, bytes, items, scans};
use crate::engine::route::Route;
use crate::engine::scan::{Origin, Scanned};
use crate::engine::tuning::{LONE_STAGE, SMALL_HEAP};
use crate::engine::{Made, Site, parallel};
use crate::operand::RawOperand;
use crate::shape::Shape;
use std::mem::MaybeUninit;

/// Where the results go that a last pass would hand on.
pub enum Handed<'a> {
    /// To memory that the call gets for them, which is none yet.
    Fresh(Made),
    /// To a target.
    Target(RawOperand<'a>),
}

impl Handed<'_> {
    /// The fresh result, if there is one.
    #[inline(always)]
    pub(in crate::engine) fn fresh(&self) -> &[Made] {
        if let Handed::Fresh(made) = self { std::slice::from_ref(made) } else { &[] }
    }

    /// Where its elements begin.
    fn place(&self) -> impl Iterator<Item = *mut u8> + use<> {
        std::iter::once(match self {
            Handed::Fresh(made) => made.ptr,
            Handed::Target(target) => target.value_ptr(),
        })
    }

    /// Whether one of the operands lies here, of which each begins somewhere.
    #[inline(always)]
    fn is_read(&self, begins: impl FnOnce(*mut u8) -> bool) -> bool {
        matches!(self, Handed::Target(target) if target.memory_ptr().is_some_and(begins))
    }

    /// Has results of this shape written here, side by side, if they can be, and no operand lies here. If not, the
    /// shape is forgotten.
    #[inline(always)]
    fn write<M: Mode>(
        &mut self,
        mode: M,
        is_read: bool,
        shape: &mut Shape,
        results: impl FnOnce(*mut u8),
    ) -> Option<()> {
        match self {
            Handed::Fresh(made) => {
                let owned = Owned::new(mode, std::slice::from_mut(made), shape.len());
                if M::RUNS {
                    results(owned.made()[0].ptr);
                }
                owned.keep();
            }
            Handed::Target(target) => {
                // Nothing may be written that has yet to be read.
                let is_fit = !is_read && target.axes().runs_on(shape.sizes());
                let Some(ptr) = target.memory_ptr().filter(|_| is_fit) else {
                    *shape = Shape::empty();
                    return None;
                };
                if M::RUNS {
                    results(ptr);
                }
            }
        }
        Some(())
    }
}

/// Runs a stage, if it is one kernel call, and hands its only result on. The shape becomes that of the result.
///
/// # Safety
/// Site, operands, reduction, yields and function belong to a stage, as for [`Work::Stage`]; it reads no other one.
#[inline(always)]
pub(in crate::engine) unsafe fn lone<'a, M: Mode>(
    mode: M,
    (call, site): (&'static Call<'static>, &'static Site),
    operands: &'a mut [RawOperand<'a>],
    (reduce, yields): (Reduce, &'a [Yield]),
    f: *const u8,
    handed: &mut Handed,
    shape: &mut Shape,
) -> Option<()> {
    let most = most((reduce, yields), site, operands, handed)?;
    let there = match reduce {
        Reduce::Scan(scanned) => read_there((mode, call, site), operands, (scanned, most), yields, handed, shape),
        // SAFETY: whoever calls promises the same.
        _ => unsafe { listed((mode, call, site), operands, (reduce, yields), f, handed, shape) },
    };
    if there.is_some() {
        return there;
    }
    let mut found = MaybeUninit::uninit();
    let (pass, memory) = DirectPass::with_memory(&mut found);
    let mut bare = Bare { call, site, operands, f, work: Work::Stage { reduce, yields }, fresh: &mut [] };
    let limits = Limits { most, orders: true, hands_on: true };
    pass.kernel_stage(&mut bare, limits, 0, reduce, yields, memory.0)?;
    // SAFETY: the stage has been found.
    unsafe { pass.yielding() }.left(shape);
    let is_read = handed.is_read(|ptr| any_begins(bare.operands, ptr));
    // SAFETY: the stage has been found, its results have this shape, and there is room for them.
    handed.write(mode, is_read, shape, |ptr| unsafe { pass.run_to(ptr, &bare) })?;
    mode.note(|| pass.note(&bare).lying_at(handed.place()).with_scratch(memory.0.used()));
    Some(())
}

/// The most elements of a stage that hands on what it yields.
#[inline(always)]
fn most((reduce, yields): (Reduce, &[Yield]), site: &Site, operands: &[RawOperand], handed: &Handed) -> Option<usize> {
    match (reduce, yields) {
        _ if super::is_planned() => None,
        (_, [Yield::Fold(_)]) => Some(LONE_STAGE),
        // No target sees what a panic leaves half done.
        (Reduce::Scan(scanned), &[item @ Yield::Kept(_)])
            if matches!(handed, Handed::Fresh(_)) || scanned.only_reads(site, operands) =>
        {
            Some(SMALL_HEAP / bytes(item).max(1))
        }
        _ => None,
    }
}

/// The same of elements that run along an axis, and are read where they lie.
#[inline(never)]
fn read_there<M: Mode>(
    (mode, call, site): (M, &Call, &Site),
    operands: &[RawOperand],
    (scanned, most): (Scanned, usize),
    yields: &[Yield],
    handed: &mut Handed,
    shape: &mut Shape,
) -> Option<()> {
    if operands.len() != 1 {
        return None;
    }
    let mut cursors = Cursors::new();
    let Ok(Alike { sizes, .. }) = alike::look::<false>(site, operands, &mut cursors) else {
        return None;
    };
    let is_small = (1..=most).contains(&sizes.iter().product());
    if !is_small || !scanned.reads(sizes, call.serial) {
        return None;
    }
    shape.set(sizes);
    let is_read = handed.is_read(|ptr| any_begins(operands, ptr));
    handed.write(mode, is_read, shape, |ptr| {
        // SAFETY: the operand has its elements in row-major order, as it is alike to itself and runs on; there is room
        // for the results, and where nothing is computed they are of the same type.
        unsafe { scanned.run(ptr, sizes, call.serial, Origin::There(cursors.ptr(0))) };
    })?;
    mode.note(|| note((call, operands, sizes), (Reduce::Scan(scanned), yields), handed));
    Some(())
}

/// The same of operands that are listed, if they are adjacent.
///
/// # Safety
/// As for [`lone`].
#[inline(always)]
unsafe fn listed<M: Mode>(
    (mode, call, site): (M, &Call, &Site),
    operands: &[RawOperand],
    (reduce, yields): (Reduce, &[Yield]),
    f: *const u8,
    handed: &mut Handed,
    shape: &mut Shape,
) -> Option<()> {
    let mut cursors = Cursors::new();
    let adjacent = Adjacent::of(site, reduce, operands, None, &mut cursors)?;
    // SAFETY: whoever calls promises the same.
    let by = unsafe { of_adjacent(mode, (call, site), (&adjacent, &mut cursors), yields, f, handed, shape)? };
    mode.note(|| {
        let (_, rows, columns) = adjacent.extent();
        let note = note((call, operands, &[rows, columns]), (reduce, yields), handed);
        match by {
            By::Loop => note,
            By::Kernel { rows, scratch } => note.by_rows(rows).with_scratch(scratch),
        }
    });
    Some(())
}

/// What reduces operands that are adjacent.
pub(in crate::engine) enum By {
    /// A loop without lanes.
    Loop,
    /// A kernel call over rows and columns, with bytes of accumulators.
    Kernel { rows: [usize; 2], scratch: usize },
}

/// The same of operands that are adjacent, where one axis of two is reduced.
///
/// # Safety
/// As for [`lone`]; the operands are these.
#[inline(always)]
pub(in crate::engine) unsafe fn of_adjacent<M: Mode>(
    mode: M,
    (call, site): (&Call, &Site),
    (adjacent, cursors): (&Adjacent, &mut Cursors),
    yields: &[Yield],
    f: *const u8,
    handed: &mut Handed,
    shape: &mut Shape,
) -> Option<By> {
    let (left, fold) = left(adjacent, (call, site), yields)?;
    let ((_, rows, columns), reduces) = (adjacent.extent(), adjacent.reduces);
    let ways = Ways::of(site, adjacent.widest, yields);
    let is_read = handed.is_read(|ptr| (0..adjacent.reads).any(|at| cursors.ptr(at) == ptr));
    let (done, by) = if let Some((run, order)) = few(site, adjacent, cursors, ways) {
        shape.push(left);
        // SAFETY: site, operands and function belong together, the operands are alike, and there is room for the
        // results.
        let results = |ptr| unsafe { run(f, cursors.as_ptr(), (rows, columns), order, ptr) };
        (handed.write(mode, is_read, shape, results), By::Loop)
    } else {
        let leaves = Leaves::of_adjacent((rows, columns), reduces, yields, site.speculates, ways)?;
        let scratch = leaves.accumulators() * fold.acc;
        if scratch > WHOLE_ROOM {
            return None;
        }
        shape.push(left);
        let results = |ptr| {
            let (mut room, mut stage) = (MaybeUninit::uninit(), MaybeUninit::uninit());
            let (place, found) = ((StackRoom::of(&mut room), &mut stage), (adjacent.extent(), adjacent.reads, cursors));
            // SAFETY: the same; the leaves are those of the operands.
            let done = unsafe { of_leaves(mode, place, site, found, &leaves, (yields, f), Some(ptr)) };
            debug_assert!(done.is_some(), "there is room");
        };
        let rows = leaves.nest(site.kernels(false)).sizes();
        (handed.write(mode, is_read, shape, results), By::Kernel { rows, scratch })
    };
    done.map(|()| by)
}

/// The loop that reduces so few elements, in which order: cursors lead from row to row then.
#[inline(always)]
fn few(site: &Site, adjacent: &Adjacent, cursors: &mut Cursors, ways: Ways) -> Option<(Loop, Order)> {
    let (few, (_, rows, columns)) = (site.few?, adjacent.extent());
    let order = Leaves::order_of_few((rows, columns), adjacent.reduces, ways)?;
    Some((adjacent.loop_in(order, few, cursors), order))
}

/// How many results there are of a small stage with one accumulator, which reduces rows or columns.
#[inline(always)]
fn left(adjacent: &Adjacent, (call, site): (&Call, &Site), yields: &[Yield]) -> Option<(usize, &'static Fold)> {
    let ((rank, rows, columns), len) = (adjacent.extent(), adjacent.len());
    let is_small = (1..=LONE_STAGE).contains(&len) && !parallel::is_worth_it(site.work(call), len, site.bytes);
    let (2, true, &[Yield::Fold(fold)]) = (rank, is_small, yields) else { return None };
    match adjacent.reduces {
        (true, false) => Some((columns, fold)),
        (false, true) => Some((rows, fold)),
        _ => None,
    }
}

/// What is noted of a stage that hands on what it yields.
fn note(
    (call, operands, sizes): (&Call, &[RawOperand], &[usize]),
    (reduce, yields): (Reduce, &[Yield]),
    handed: &Handed,
) -> Note {
    let note = Note::of(call, operands, 0, sizes).writing(items(sizes, reduce, yields));
    note.by(Route::EachDirect).scanning(scans(&Work::Stage { reduce, yields })).lying_at(handed.place())
}

/// Whether an operand begins here.
fn any_begins(operands: &[RawOperand], ptr: *mut u8) -> bool {
    operands.iter().any(|operand| operand.memory_ptr() == Some(ptr))
}
