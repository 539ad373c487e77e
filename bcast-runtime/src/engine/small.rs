//! Small calls: one look at each operand joins the sizes and finds the cursors, and one kernel call does the rest.
//!
//! That is possible along one or two axes where the columns of each stream are adjacent or, in kernels for rows, the same;
//! and along more where all streams run on in row-major order. Whatever else there is, a mistake above all, is left to the
//! general way.

use super::kernel::{Accs, Cursor, DOWN, Kernels, LANES, RIGHT};
use super::pass::SHORT;
use super::staging::{self, Block};
use super::{ALIGN, Job, Made, Site, parallel};
use crate::call::Call;
use crate::loop_plan::{Stream, unit};
use crate::operand::{Along, Geometry, RawOperand};
use crate::shape::{MAX_RANK, Shape, fit};
use crate::simd;
use std::mem::MaybeUninit;

/// Calls with more streams go the general way.
const STREAMS: usize = 12;
/// So do those with more elements: beside them a plan costs nothing.
const LARGE: usize = 1 << 20;
/// So many short rows are gone over one by one, at 2 to 3 ns each; of more, a plan has them run end to end.
const ROWS: usize = 64;
/// A call of at most this many elements copies operands that do not lie right: beyond it a plan costs less.
const TINY: usize = 64;
/// Room for one copy, and how many there can be.
const COPY: usize = TINY * 8;
const COPIES: usize = 4;

/// Room for the cursors of a call: what it reads, then what it writes.
pub(super) struct Cursors([MaybeUninit<Cursor>; STREAMS]);

impl Cursors {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Cursors([const { MaybeUninit::uninit() }; STREAMS])
    }
}

#[repr(align(64))]
struct Copies(MaybeUninit<[[u8; COPY]; COPIES]>);
const _: () = assert!(align_of::<Copies>() == ALIGN && COPY.is_multiple_of(ALIGN));

/// How one kernel call goes over all elements.
#[derive(Clone, Copy)]
pub(super) struct Nest<'s> {
    rows: usize,
    columns: usize,
    kernels: &'s Kernels,
}

/// How an operand lies: as rows and columns.
struct Lie {
    rows: usize,
    columns: usize,
    /// Elements from row to row, and from column to column.
    row_step: isize,
    column_step: isize,
    /// Its map leaves out the columns: a kernel for rows reads it once a row.
    constant: bool,
}

/// Joins the sizes of a call into an empty shape, and finds the cursors of its operands and targets. The shape is what
/// [`Shape::join`] makes of it; without a nest it is as before.
#[inline(always)]
pub(super) fn nest<'s>(
    call: &Call,
    site: &'s Site,
    operands: &[RawOperand],
    fresh: &[Made],
    shape: &mut Shape,
    cursors: &mut Cursors,
) -> Option<Nest<'s>> {
    look(call, site, operands, fresh, shape, cursors, (false, |_: &RawOperand| None))
}

/// `copy` gives the elements of an operand that does not lie right, in row-major order; there are surely several columns if
/// it is known that the call is `wide`.
#[inline(always)]
fn look<'s>(
    call: &Call,
    site: &'s Site,
    operands: &[RawOperand],
    fresh: &[Made],
    shape: &mut Shape,
    cursors: &mut Cursors,
    (wide, mut copy): (bool, impl FnMut(&RawOperand) -> Option<Cursor>),
) -> Option<Nest<'s>> {
    if operands.len() + site.targets + fresh.len() > STREAMS {
        return None;
    }
    let (mut rows, mut columns) = (1, 1);
    // Whether sizes are settled; whether all operands are alike and run on; whether there may be one column at most.
    let (mut exact, mut runs_on, mut narrow) = (false, true, false);
    let (mut sizes, mut bytes): (&[usize], usize) = (&[], 0);
    for (at, operand) in operands.iter().enumerate() {
        let (ptr, run) = (operand.ptr.cast_mut(), (LANES * operand.size) as isize);
        // One value, until it is an array.
        let mut cursor = Cursor { ptr, steps: [0, 0] };
        if operand.exact || !operand.is_single() {
            let is_first = sizes.is_empty();
            let block = lie(site.rank, operand, &mut sizes)?;
            if is_first {
                (rows, columns) = (block.rows, block.columns);
            } else if (block.rows, block.columns) != (rows, columns) {
                let joined = (fit(rows, block.rows)?, fit(columns, block.columns)?);
                if (exact && joined != (rows, columns)) || (operand.exact && joined != (block.rows, block.columns)) {
                    return None;
                }
                (rows, columns) = joined;
                runs_on = false;
            }
            exact |= operand.exact;
            runs_on &= block.rows == 1 || block.row_step == block.columns as isize;
            cursor.steps[RIGHT] = run;
            if block.rows != 1 {
                cursor.steps[DOWN] = block.row_step * operand.size as isize;
            }
            let is_constant = block.constant && site.row_kernels.is_some();
            let is_adjacent = is_constant || if block.columns == 1 { !wide } else { block.column_step == 1 };
            narrow |= block.columns == 1 && !wide && !is_constant;
            if operand.fill.is_some() || !is_adjacent {
                cursor = copy(operand)?;
                runs_on = false;
            }
            bytes += operand.size;
        }
        cursors.0[at].write(cursor);
        if at < site.targets {
            cursors.0[operands.len() + at].write(cursor);
        }
    }
    let len = rows.checked_mul(columns)?;
    bytes += fresh.iter().map(|made| made.size).sum::<usize>();
    if len == 0 || len >= LARGE || sizes.is_empty() || parallel::is_worth_it(call, len, bytes) {
        return None;
    }
    let nest = match runs_on {
        true => Nest { rows: 1, columns: len, kernels: &site.kernels },
        // Of such columns there is only one.
        false if narrow && columns > 1 => return None,
        false if columns < SHORT && rows > ROWS => return None,
        false => Nest { rows, columns, kernels: site.row_kernels.as_ref().unwrap_or(&site.kernels) },
    };
    match site.rank {
        Some(1) => shape.set(&[columns]),
        Some(2) => shape.set(&[rows, columns]),
        _ => shape.set(sizes),
    }
    Some(nest)
}

/// An operand as rows and columns, if it is so simple. `sizes` are those of the first one.
#[inline(always)]
fn lie<'a>(rank: Option<usize>, operand: &'a RawOperand, sizes: &mut &'a [usize]) -> Option<Lie> {
    let (own, steps): (&[usize], &[isize]) = match &operand.geometry {
        Geometry::Array(own, steps) => (own, steps),
        Geometry::Line(len) => (std::slice::from_ref(len), &[1]),
        _ => return None,
    };
    if sizes.is_empty() {
        *sizes = own;
    }
    match (rank, own, steps) {
        (Some(2), &[rows, columns], &[row_step, column_step]) => {
            let straight = matches!(operand.along, Along::Same | Along::Right | Along::Kept(_) | Along::Axes(&[0, 1]));
            straight.then_some(Lie { rows, columns, row_step, column_step, constant: false })
        }
        (Some(2), &[size], &[step]) => {
            let rows = Lie { rows: size, columns: 1, row_step: step, column_step: 0, constant: false };
            let columns = Lie { rows: 1, columns: size, row_step: 0, column_step: step, constant: false };
            match operand.along {
                Along::Axes(&[0]) => Some(Lie { constant: true, ..rows }),
                Along::Axes(&[1]) | Along::Right | Along::Kept(&[0]) => Some(columns),
                Along::Kept(&[1]) => Some(rows),
                _ => None,
            }
        }
        (Some(1), &[columns], &[column_step]) => {
            let straight = matches!(operand.along, Along::Same | Along::Right | Along::Kept(_) | Along::Axes(&[0]));
            straight.then_some(Lie { rows: 1, columns, row_step: 0, column_step, constant: false })
        }
        (None | Some(3..), [_, ..], _) if fits(rank, sizes) && operand.runs_on(sizes) => {
            let columns = own.iter().product();
            Some(Lie { rows: 1, columns, row_step: 0, column_step: 1, constant: false })
        }
        _ => None,
    }
}

/// Runs a tiny job with copies of the operands that do not lie right, if there is room for them.
///
/// # Safety
/// As for [`super::execute`].
#[inline(never)]
pub(super) unsafe fn run_with_copies(job: &Job) -> bool {
    let (rows, columns) = match *job.shape.sizes() {
        [columns] => (1, columns),
        [rows, columns] => (rows, columns),
        _ => return false,
    };
    if job.shape.len() > TINY || job.shape.strides().is_some() {
        return false;
    }
    let rank = job.shape.sizes().len();
    let (mut copies, mut cursors, mut copied) = (Copies(MaybeUninit::uninit()), Cursors::new(), 0);
    let copy = |operand: &RawOperand| {
        let (ptr, size, fill) = (operand.ptr.cast_mut(), operand.size, operand.fill);
        if copied == COPIES || size * TINY > COPY || operand.exact {
            return None;
        }
        let stream = Stream { ptr, size, fill, single: false, row_constant: false, start: 0 };
        let stride = |axis| operand.output_stride(axis, rank) * unit(operand);
        let row_stride = if rank == 2 { stride(0) } else { 0 };
        let block = Block { offset: 0, row_stride, column_stride: stride(rank - 1), rows, columns };
        let ptr = copies.0.as_mut_ptr().cast::<u8>().wrapping_add(copied * COPY);
        copied += 1;
        // SAFETY: the operand fits the sizes, and there is room for `rows * columns <= TINY` elements of it.
        unsafe { staging::gather(&stream, block, ptr) };
        Some(Cursor { ptr, steps: [(LANES * size) as isize, (columns * size) as isize] })
    };
    let (call, site, operands, fresh) = (job.call, job.site, job.operands, job.fresh);
    match look(call, site, operands, fresh, &mut Shape::empty(), &mut cursors, (columns > 1, copy)) {
        Some(nest) => {
            // SAFETY: passed on.
            unsafe { run(site, nest, &mut cursors, operands, fresh, job.f) };
            true
        }
        None => false,
    }
}

fn fits(rank: Option<usize>, sizes: &[usize]) -> bool {
    sizes.len() <= MAX_RANK && rank.is_none_or(|rank| rank == sizes.len())
}

/// Runs a call for which there is a nest, with these cursors.
///
/// # Safety
/// The parts belong together, as for [`super::execute`].
#[inline(always)]
pub(super) unsafe fn run(
    site: &Site,
    nest: Nest,
    cursors: &mut Cursors,
    operands: &[RawOperand],
    fresh: &[Made],
    f: *const u8,
) {
    let reads = operands.len();
    for (at, made) in fresh.iter().enumerate() {
        let row = (nest.columns * made.size) as isize;
        cursors.0[reads + site.targets + at].write(Cursor { ptr: made.ptr, steps: [0, row] });
    }
    let inputs = cursors.0.as_ptr().cast::<Cursor>();
    // SAFETY: every stream has a cursor, and where it leads `rows` times `columns` elements, or as many as the kernel reads.
    unsafe { nest.kernels[simd::level()](f, inputs, inputs.add(reads), nest.columns, nest.rows, Accs::Lanes) };
}
