//! Small calls, run directly and without a plan: one look at each operand joins the sizes and finds the cursors, and
//! one kernel call does the rest.
//!
//! Operands that are alike have looks of their own (`alike`, `adjacent`), ahead of the one for all (`look`). That one
//! knows one or two axes where the columns of each stream are adjacent or, in kernels for rows, the same; and more axes
//! where all streams run on in row-major order. Tiny calls copy what lies otherwise (`copies`); calls of several
//! passes, each of them small, do so for each `pass` (`several`). Whatever else there is, a mistake above all, is left
//! to the general way.

mod adjacent;
mod alike;
mod beside;
mod copies;
mod found;
mod items;
mod leaves;
mod lone;
mod look;
mod memory;
mod pass;
mod several;
mod stage;
mod whole;

use super::cursor::{Accs, Cursor, DOWN, LANES, RIGHT};
use super::kernel::Kernels;
use super::mode::Mode;
use super::notes::Note;
use super::passes::Reduce;
use super::route::Route;
use super::tuning::{LARGE_CALL, SCRATCH, TINY, WASTEFUL_ALONE};
use super::{Job, Made, Site, parallel};
use crate::call::Call;
use crate::operand::RawOperand;
use crate::shape::{Shape, votes};
use crate::simd;
pub(super) use adjacent::{Adjacent, LeadsTo, Looked, LooksAt};
pub(super) use alike::Unlike;
use alike::{Alike, Lines};
use copies::{Copied, Copies, these};
use look::{Look, STREAMS, are_short, look};
use memory::StackRoom;
use std::mem::MaybeUninit;

pub(super) use found::Found;
pub(super) use items::{Items, STAGES};
pub(super) use lone::{Handed, lone, of_adjacent};
pub(super) use several::Ready;
pub(super) use whole::Whole;

/// Bytes of the copies of a tiny call that has few: with the room of others, calls of 3x3 took 6 ns longer to probe its
/// pages.
const TINY_ROOM: usize = 8 * 1024;

/// Room for the cursors of a call: what it reads, then what it writes.
#[derive(Clone)]
pub(super) struct Cursors([MaybeUninit<Cursor>; STREAMS]);

impl Cursors {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Cursors([const { MaybeUninit::uninit() }; STREAMS])
    }

    #[inline(always)]
    fn set(&mut self, at: usize, cursor: Cursor) {
        self.0[at].write(cursor);
    }

    /// Bytes from one row to the next, or from lane to lane.
    fn step(&self, at: usize, direction: usize) -> isize {
        // SAFETY: the cursor has been set.
        let step = unsafe { self.0[at].assume_init_ref() }.steps[direction];
        if direction == DOWN { step } else { step / LANES as isize }
    }

    /// Where a cursor leads.
    fn ptr(&self, at: usize) -> *mut u8 {
        // SAFETY: the cursor has been set.
        unsafe { self.0[at].assume_init_ref() }.ptr
    }

    /// Has a cursor lead elsewhere, in the same steps.
    fn lead_to(&mut self, at: usize, ptr: *mut u8) {
        // SAFETY: the cursor has been set.
        unsafe { self.0[at].assume_init_mut() }.ptr = ptr;
    }

    /// Has rows of so many columns follow each other, unless it is one value.
    fn set_rows(&mut self, at: usize, columns: usize) {
        let row = self.step(at, RIGHT) * columns as isize;
        // SAFETY: the cursor has been set.
        unsafe { self.0[at].assume_init_mut() }.steps[DOWN] = row;
    }

    /// Moves a cursor.
    fn advance(&mut self, at: usize, bytes: isize) {
        // SAFETY: the cursor has been set.
        let cursor = unsafe { self.0[at].assume_init_mut() };
        cursor.ptr = cursor.ptr.wrapping_offset(bytes);
    }

    #[inline(always)]
    fn as_ptr(&self) -> *const Cursor {
        self.0.as_ptr().cast()
    }
}

/// How one kernel call goes over all elements.
#[derive(Clone, Copy)]
pub(super) struct Nest<'s> {
    rows: usize,
    columns: usize,
    kernels: &'s Kernels,
}

impl Nest<'_> {
    /// Rows and columns.
    pub(super) fn sizes(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// The number of elements.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.rows * self.columns
    }
}

/// Joins the sizes of a call into an empty shape, and finds the cursors of its operands and targets. The shape is what
/// [`Shape::join`] makes of it; without a nest it is as before.
#[inline(always)]
pub(super) fn nest<'s>(
    call: &Call,
    site: &'s Site,
    operands: &[RawOperand],
    shape: &mut Shape,
    cursors: &mut Cursors,
) -> Option<Nest<'s>> {
    let look = look(site, operands, cursors)?;
    if look.odd != 0 {
        return None;
    }
    over(&look, call, site, shape)
}

/// The same for operands that are alike, which run on or, `BY_ROWS`, whose rows do, with the sizes of the call.
#[inline(always)]
pub(super) fn nest_alike<'s, 'o, const BY_ROWS: bool>(
    call: &Call,
    site: &'s Site,
    operands: &'o [RawOperand],
    cursors: &mut Cursors,
) -> Result<(Nest<'s>, &'o [usize]), Unlike> {
    let Alike { sizes, lines: Lines { rows, columns, .. } } = alike::look::<BY_ROWS>(site, operands, cursors)?;
    let len = if BY_ROWS { rows.saturating_mul(columns) } else { columns };
    if !is_small(call, site, len) || (BY_ROWS && are_short(site, (rows, columns), WASTEFUL_ALONE)) {
        return Err(Unlike::Otherwise);
    }
    Ok((Nest { rows: if BY_ROWS { rows } else { 1 }, columns, kernels: site.kernels(BY_ROWS) }, sizes))
}

/// Whether calls go by a plan however small they are: where the environment variable `BCAST_PLANS` is set, in builds
/// with debug assertions. So the tests' small arrays go the ways of large ones.
#[inline(always)]
fn is_planned() -> bool {
    #[cfg(debug_assertions)]
    {
        static PLANNED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
        *PLANNED.get_or_init(|| std::env::var_os("BCAST_PLANS").is_some())
    }
    #[cfg(not(debug_assertions))]
    false
}

/// Whether so many elements, if there are some, are left to one kernel call.
#[inline(always)]
fn is_small(call: &Call, site: &Site, len: usize) -> bool {
    len != 0 && len < LARGE_CALL && !is_planned() && !parallel::is_worth_it(site.work(call), len, site.bytes)
}

/// The rank of a stage of one axis or two. Axes that do not fit are told where shapes are joined; and a list of none
/// makes a reduction, which is no map.
#[inline(always)]
fn rank_of(site: &Site, reduce: Reduce) -> Option<usize> {
    site.rank.filter(|rank| (1..=2).contains(rank) && !matches!(reduce, Reduce::Given(_) | Reduce::Axes([])))
}

/// How a kernel goes over what has been looked at; the shape is joined.
#[inline(always)]
fn over<'s>(look: &Look, call: &Call, site: &'s Site, shape: &mut Shape) -> Option<Nest<'s>> {
    let &Look { rows, columns, sizes, .. } = look;
    let len = rows.checked_mul(columns)?;
    if sizes.is_empty() || !is_small(call, site, len) {
        return None;
    }
    let nest = match look.runs_on {
        true => Nest { rows: 1, columns: len, kernels: site.kernels(false) },
        false if look.has_short_rows(site, WASTEFUL_ALONE) => return None,
        false => Nest { rows, columns, kernels: site.kernels(true) },
    };
    match site.rank {
        Some(1) => shape.set(&[columns]),
        Some(2) => shape.set(&[rows, columns]),
        _ => shape.set(sizes),
    }
    Some(nest)
}

/// Whether copies of these operands can be used in their place, and nothing else changes: not where fresh results take
/// over their order in memory.
fn can_be_copied(odd: u16, site: &Site, operands: &[RawOperand]) -> bool {
    let rank = site.rank.unwrap_or(0);
    let votes = |operand: &RawOperand| {
        let tells = operand.axes().sizes().iter().filter(|&&size| size != 1).count() > 1;
        site.largest.is_some() && tells && votes(operand.axes(), rank)
    };
    these(odd, operands).all(|(_, operand)| !votes(operand))
}

/// Runs a tiny job with copies of the operands that do not lie right, if there is room for them on the stack.
///
/// # Safety
/// The invariants of the job; nobody else reads or writes its outputs meanwhile.
pub(super) unsafe fn run_with_copies<M: Mode>(mode: M, job: &Job) -> bool {
    // What can be followed in more axes has been by now.
    let is_flat = matches!(job.site.rank, Some(1 | 2));
    if !is_flat || job.shape.len() > TINY || job.shape.strides().is_some() {
        return false;
    }
    // SAFETY: whoever calls promises the same.
    unsafe {
        if job.shape.len() * job.site.bytes <= TINY_ROOM {
            run_in_room::<M, TINY_ROOM>(mode, job)
        } else {
            run_in_room::<M, SCRATCH>(mode, job)
        }
    }
}

/// # Safety
/// As for [`run_with_copies`].
#[inline(never)]
unsafe fn run_in_room<M: Mode, const BYTES: usize>(mode: M, job: &Job) -> bool {
    let (mut room, mut cursors) = (MaybeUninit::uninit(), Cursors::new());
    let room = StackRoom::<BYTES>::of(&mut room);
    let Some(mut look) = look(job.site, job.operands, &mut cursors) else {
        return false;
    };
    // The shape has been joined: nobody is asked about the order of results any more.
    let copied = Copied::wanted(&mut look, job.site, job.operands);
    let of = (look.odd, look.rows, look.columns, job.shape.sizes().len());
    let operands = (job.operands, job.site.targets);
    let Some(copies) = Copies::of(of, copied, operands, |bytes| room.take(bytes), &mut cursors) else {
        return false;
    };
    look.runs_on = (look.runs_on && copies.run_on) || copied == Copied::EndToEnd;
    let Some(nest) = over(&look, job.call, job.site, &mut Shape::empty()) else {
        return false;
    };
    mode.take(Route::Copied);
    if !M::RUNS {
        let made = job.fresh.iter().map(|made| made.noted(job.shape.len()));
        let note = Note::of(job.call, job.operands, job.site.targets, job.shape.sizes()).writing(made);
        mode.note(|| note.by_rows(nest.sizes()).copied(|at| copies.has(at)).with_scratch(room.used()));
        return true;
    }
    // SAFETY: the invariants of the job; the copies are those of its operands, and lie in a room that is still there.
    unsafe {
        copies.make(job.operands, &cursors);
        run(job.site, nest, &mut cursors, job.operands.len(), job.fresh, job.f);
        copies.put_back(job.operands, &cursors);
    }
    true
}

/// Runs a call for which there is a nest, with these cursors.
///
/// # Safety
/// Job 1 to 3 for these parts; nobody else reads or writes the outputs meanwhile; nest and cursors were found for the
/// operands.
#[inline(always)]
pub(super) unsafe fn run(site: &Site, nest: Nest, cursors: &mut Cursors, reads: usize, fresh: &[Made], f: *const u8) {
    for (at, made) in fresh.iter().enumerate() {
        let row = (nest.columns * made.size) as isize;
        cursors.set(reads + site.targets + at, Cursor::new(made.ptr, [0, row]));
    }
    debug_assert_eq!(reads + site.targets + fresh.len(), site.streams, "kernel 2");
    let inputs = cursors.as_ptr();
    // SAFETY: every stream has a cursor, and where it leads `rows` times `columns` elements, or as many as the kernel
    // reads.
    unsafe { nest.kernels[simd::level()](f, inputs, inputs.add(reads), nest.columns, nest.rows, Accs::Lanes) };
}
