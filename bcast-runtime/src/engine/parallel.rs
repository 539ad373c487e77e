//! The split over threads.
//!
//! The loop nest is a rectangle of rows and columns. It is halved, rows before columns, until a piece is a small part
//! of a thread's share. Pieces write disjoint elements, so nothing is shared but the plan.

use super::Job;
use super::notes::Note;
use super::pass::Pass;
use super::tuning::{GRAIN, PIECES, SHARED_REDUCTION, SHARED_WORK};
use super::walk::region;
use super::work_sharing::{share, threads};
use crate::loop_plan::LoopPlan;
use crate::operand::RawOperand;
use std::ops::Range;

/// Whether a job is enough for several threads.
fn is_divided(job: &Job) -> bool {
    let rank = job.shape.sizes().len();
    let full: usize = job.operands.iter().filter(|operand| operand.axes().is_full(rank)).map(RawOperand::size).sum();
    let fresh: usize = job.fresh.iter().map(|made| made.size).sum();
    !job.call.serial && is_worth_it(job.site.work(job.call), job.shape.len(), full + fresh)
}

/// Whether so many elements are enough work, when so many bytes stream through for each; what is stretched stays in the
/// caches. An estimate: one unit for each simple operation, and one for each four bytes.
#[inline(always)]
pub(super) fn is_worth_it(work: usize, len: usize, bytes: usize) -> bool {
    len.saturating_mul(work + bytes.div_ceil(4)) >= SHARED_WORK
}

/// Calls `work` with each piece of something that is reduced; by several threads where so many elements are enough for
/// these.
pub(crate) fn each_piece(count: usize, elements: usize, serial: bool, work: impl Fn(usize) + Sync) {
    match sharing(elements, serial) {
        1 => (0..count).for_each(work),
        _ => share(count, |pieces| pieces.for_each(&work)),
    }
}

/// How many threads share the work of reducing so many elements.
pub(crate) fn sharing(elements: usize, serial: bool) -> usize {
    if serial || elements < SHARED_REDUCTION { 1 } else { threads() }
}

/// Runs the whole nest.
///
/// # Safety
/// The invariants of the job, whose plan it is; nobody else reads or writes its outputs meanwhile.
pub(super) unsafe fn run(job: &Job, plan: &LoopPlan) {
    let pass = Pass::new(plan, job);
    let Some(rectangles) = division(job, &pass) else {
        // SAFETY: the whole nest, once.
        return unsafe { region(&pass, 0..pass.rows(), 0..pass.columns()) };
    };
    share(rectangles.len(), |pieces| {
        for piece in pieces {
            let (rows, columns) = rectangles[piece].clone();
            // SAFETY: the rectangles are disjoint, and together the whole nest.
            unsafe { region(&pass, rows, columns) };
        }
    });
}

/// The pieces that threads share, if there are several of both.
fn division(job: &Job, pass: &Pass) -> Option<Rectangles> {
    // In this order: asking for the threads starts them.
    if !is_divided(job) || threads() == 1 {
        return None;
    }
    let piece = job.shape.len().div_ceil(threads() * PIECES);
    Some(cut(0..pass.rows(), 0..pass.columns(), piece, GRAIN))
}

/// Adds to a note how the whole nest runs.
pub(super) fn note(job: &Job, plan: &LoopPlan, note: Note) -> Note {
    let pass = Pass::new(plan, job);
    let pieces = division(job, &pass).map_or(1, |rectangles| rectangles.len());
    let helpers = if pieces == 1 { 1 } else { threads().min(pieces) };
    pass.note(note).shared(pieces, helpers)
}

/// Rows and columns of each piece of a nest.
pub(super) type Rectangles = Vec<(Range<usize>, Range<usize>)>;

/// Halves a rectangle until its pieces have at most `piece` elements: its rows, or its only row at multiples of
/// `grain`.
pub(super) fn cut(rows: Range<usize>, columns: Range<usize>, piece: usize, grain: usize) -> Rectangles {
    let mut rectangles = Vec::with_capacity(4 * PIECES);
    cut_into(&mut rectangles, rows, columns, piece, grain);
    rectangles
}

fn cut_into(rectangles: &mut Rectangles, rows: Range<usize>, columns: Range<usize>, piece: usize, grain: usize) {
    if rows.len() * columns.len() <= piece || (rows.len() == 1 && columns.len() <= grain) {
        rectangles.push((rows, columns));
    } else if rows.len() > 1 {
        let middle = rows.start + rows.len() / 2;
        cut_into(rectangles, rows.start..middle, columns.clone(), piece, grain);
        cut_into(rectangles, middle..rows.end, columns, piece, grain);
    } else {
        let middle = columns.start + (columns.len() / 2).next_multiple_of(grain).min(columns.len());
        cut_into(rectangles, rows.clone(), columns.start..middle, piece, grain);
        cut_into(rectangles, rows, middle..columns.end, piece, grain);
    }
}
