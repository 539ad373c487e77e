//! A stage that reduces rows or columns, or whose elements run along an axis, and whose results are all that the call
//! makes: the stage writes them where they stay, and neither passes nor a plan are listed.

use super::alike::Alike;
use super::leaves::Leaves;
use super::pass::{DirectPass, Limits};
use super::{Cursors, alike};
use crate::call::Call;
use crate::engine::erased::Order;
use crate::engine::few::Few;
use crate::engine::fold::Yield;
use crate::engine::fresh::Owned;
use crate::engine::mode::Mode;
use crate::engine::notes::Note;
use crate::engine::passes::{Bare, Reduce, Work, bytes, items, scans};
use crate::engine::reduce::may_go_along;
use crate::engine::route::Route;
use crate::engine::scan::{Origin, Scanned};
use crate::engine::tuning::{FEW_ALONE, LONE_STAGE, SMALL_HEAP};
use crate::engine::{Made, Site};
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

    /// Has results of this shape written here, side by side, if they can be.
    #[inline(always)]
    fn write<M: Mode>(
        &mut self,
        mode: M,
        operands: &[RawOperand],
        shape: &Shape,
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
                if !target.axes().runs_on(shape.sizes()) || operands.iter().any(|read| read.begins_with(target)) {
                    return None;
                }
                if M::RUNS {
                    results(target.value_ptr());
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
    // SAFETY: whoever calls promises the same.
    let few = unsafe {
        match (reduce, site.few) {
            (Reduce::Scan(scanned), _) => read_there((mode, call, site), operands, (scanned, most), handed, shape),
            (_, Some(few)) => of_few((mode, site), operands, (reduce, yields), (few, f), handed, shape),
            _ => None,
        }
    };
    if let Some(sizes) = few {
        mode.note(|| {
            let note = Note::of(call, operands, 0, sizes).writing(items(sizes, reduce, yields));
            note.by(Route::EachDirect).scanning(scans(&Work::Stage { reduce, yields })).lying_at(handed.place())
        });
        return Some(());
    }
    let mut found = MaybeUninit::uninit();
    let (pass, memory) = DirectPass::with_memory(&mut found);
    let mut bare = Bare { call, site, operands, f, work: Work::Stage { reduce, yields }, fresh: &mut [] };
    let limits = Limits { most, orders: true, hands_on: true };
    pass.kernel_stage(&mut bare, limits, 0, reduce, yields, memory.0)?;
    // SAFETY: the stage has been found.
    unsafe { pass.yielding() }.left(shape);
    // SAFETY: the stage has been found, its results have this shape, and there is room for them.
    handed.write(mode, bare.operands, shape, |ptr| unsafe { pass.run_to(ptr, &bare) })?;
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

/// The same of elements that run along an axis, and are read where they lie. Gives the sizes of the stage.
#[inline(never)]
fn read_there<'o, M: Mode>(
    (mode, call, site): (M, &Call, &Site),
    operands: &'o [RawOperand],
    (scanned, most): (Scanned, usize),
    handed: &mut Handed,
    shape: &mut Shape,
) -> Option<&'o [usize]> {
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
    let done = handed.write(mode, operands, shape, |ptr| {
        // SAFETY: the operand has its elements in row-major order, as it is alike to itself and runs on; there is room
        // for the results, and where nothing is computed they are of the same type.
        unsafe { scanned.run(ptr, sizes, call.serial, Origin::There(cursors.ptr(0))) };
    });
    if done.is_none() {
        *shape = Shape::empty();
    }
    done.map(|()| sizes)
}

/// The same of a few elements, in rows and columns that run on. Gives the sizes of the stage.
///
/// # Safety
/// As for [`lone`].
#[inline(always)]
unsafe fn of_few<'o, M: Mode>(
    (mode, site): (M, &Site),
    operands: &'o [RawOperand],
    (reduce, yields): (Reduce, &[Yield]),
    (few, f): (Few, *const u8),
    handed: &mut Handed,
    shape: &mut Shape,
) -> Option<&'o [usize]> {
    let mut cursors = Cursors::new();
    let Ok(Alike { sizes, .. }) = alike::look::<false>(site, operands, &mut cursors) else {
        return None;
    };
    let &[rows, columns] = sizes else { return None };
    let order = Leaves::order(2, (rows, columns), reduce).filter(|_| rows * columns <= FEW_ALONE)?;
    // Kernels take less.
    if rows > 1 && Leaves::are_short_rows(2, (rows, columns), reduce, || may_go_along(yields, operands)) {
        return None;
    }
    shape.push(if order == Order::Across { columns } else { rows });
    let done = handed.write(mode, operands, shape, |ptr| {
        // SAFETY: site, operands and function belong together, the operands are alike, and there is room for the
        // results.
        unsafe { few(f, cursors.as_ptr(), (rows, columns), order, ptr) };
    });
    if done.is_none() {
        *shape = Shape::empty();
    }
    done.map(|()| sizes)
}
