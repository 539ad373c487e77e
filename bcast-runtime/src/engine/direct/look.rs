//! One look at each operand: the joined sizes as rows and columns, and the cursors.

use super::Cursors;
use crate::engine::Site;
use crate::engine::cursor::{Cursor, DOWN, GROUP, LANES, RIGHT};
use crate::engine::tuning::{FEW_ROWS, SHORT};
use crate::operand::{Along, OperandAxes, RawOperand, Source};
use crate::shape::{MAX_RANK, fit};

/// Calls with more streams go the general way.
pub(super) const STREAMS: usize = 12;

/// What a look at all operands has found.
pub(super) struct Look<'o> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// All operands are alike, and their rows follow each other, but for the odd ones.
    pub(super) runs_on: bool,
    /// Bits of the operands that no cursor can follow, and of positions.
    pub(super) odd: u16,
    /// The sizes of the first array.
    pub(super) sizes: &'o [usize],
}

impl Look<'_> {
    /// Whether rows are so short that they are not gone over one by one: of functions that fill their groups badly,
    /// from so many on.
    #[inline(always)]
    pub(super) fn has_short_rows(&self, site: &Site, wasteful: usize) -> bool {
        !self.runs_on && are_short(site, (self.rows, self.columns), wasteful)
    }
}

/// Whether so many rows are so short.
#[inline(always)]
pub(super) fn are_short(site: &Site, (rows, columns): (usize, usize), wasteful: usize) -> bool {
    (columns < SHORT && rows > FEW_ROWS) || (site.speculates && rows >= wasteful && is_wasteful(columns))
}

/// Whether so many lanes fill the groups badly in which functions take them.
#[inline(always)]
pub(super) fn is_wasteful(lanes: usize) -> bool {
    lanes.next_multiple_of(GROUP) * 10 > lanes * 13
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
    /// Along which of two axes it lies: bits of [`ROWS`] and [`COLUMNS`]; [`KEPT`] if a reduction took the other one.
    spans: u8,
}

const ROWS: u8 = 1;
const COLUMNS: u8 = 2;
const BOTH: u8 = ROWS | COLUMNS;
const KEPT: u8 = 4;

/// Finds the cursors of operands and targets, if all are so simple and fit each other.
#[inline(always)]
pub(super) fn look<'o>(site: &Site, operands: &'o [RawOperand], cursors: &mut Cursors) -> Option<Look<'o>> {
    if site.streams > STREAMS {
        return None;
    }
    let (mut rows, mut columns, mut exact, mut runs_on) = (1, 1, false, true);
    // Operands that lie wrong, and those that do if there are several columns.
    let (mut odd, mut narrow) = (0_u16, 0_u16);
    let (mut sizes, mut spans): (&[usize], u8) = (&[], 0);
    for (at, operand) in operands.iter().enumerate() {
        let (own, run) = (operand.axes(), (LANES * operand.size()) as isize);
        // One value, until it is an array.
        let mut steps = [0, 0];
        // What has no memory is copied, and its cursor leads to the copy.
        let ptr = operand.memory_ptr().unwrap_or(std::ptr::null_mut());
        if ptr.is_null() && matches!(operand.source(), Source::Yielded(_)) {
            // Positions, as what stages yield has been found: they lie along all sizes.
            odd |= 1 << at;
        } else if own.is_exact() || !own.is_single() {
            let is_first = sizes.is_empty();
            let block = lie(site.rank, own, !ptr.is_null(), &mut sizes)?;
            if is_first {
                (rows, columns) = (block.rows, block.columns);
            } else if (block.rows, block.columns) != (rows, columns) {
                let joined = (fit(rows, block.rows)?, fit(columns, block.columns)?);
                if (exact && joined != (rows, columns)) || (own.is_exact() && joined != (block.rows, block.columns)) {
                    return None;
                }
                (rows, columns) = joined;
                runs_on = false;
            }
            exact |= own.is_exact();
            spans |= block.spans;
            steps[RIGHT] = run;
            if block.rows != 1 {
                steps[DOWN] = block.row_step * operand.size() as isize;
            }
            let is_constant = block.constant && site.row_kernels.is_some();
            narrow |= u16::from(block.columns == 1 && !is_constant) << at;
            if ptr.is_null() || (block.columns != 1 && block.column_step != 1) {
                odd |= 1 << at;
            } else {
                runs_on &= block.rows == 1 || block.row_step == block.columns as isize;
            }
        }
        let cursor = Cursor::new(ptr, steps);
        cursors.set(at, cursor);
        if at < site.targets {
            cursors.set(operands.len() + at, cursor);
        }
    }
    odd |= if columns > 1 { narrow } else { 0 };
    // Reductions alone need not lie along both: then the call says so when it joins their shapes.
    (spans & KEPT == 0 || spans & BOTH == BOTH).then_some(Look { rows, columns, runs_on, odd, sizes })
}

/// An operand as rows and columns, if it is so simple; of more axes what is stored only. `sizes` are those of the
/// first one.
#[inline(always)]
fn lie<'a>(rank: Option<usize>, axes: &'a OperandAxes, is_stored: bool, sizes: &mut &'a [usize]) -> Option<Lie> {
    let (own, steps) = axes.sizes_and_strides()?;
    if sizes.is_empty() {
        *sizes = own;
    }
    match (rank, own, steps) {
        (Some(2), &[columns, rows], &[column_step, row_step]) if matches!(axes.lies(), Along::Axes(&[1, 0])) => {
            Some(Lie { rows, columns, row_step, column_step, constant: false, spans: BOTH })
        }
        (Some(2), &[rows, columns], &[row_step, column_step]) => {
            let straight = matches!(axes.lies(), Along::Same | Along::Right | Along::Kept(..) | Along::Axes(&[0, 1]));
            straight.then_some(Lie { rows, columns, row_step, column_step, constant: false, spans: BOTH })
        }
        (Some(2), &[size], &[step]) => {
            let rows = Lie { rows: size, columns: 1, row_step: step, column_step: 0, constant: false, spans: ROWS };
            let columns =
                Lie { rows: 1, columns: size, row_step: 0, column_step: step, constant: false, spans: COLUMNS };
            match axes.lies() {
                Along::Axes(&[0]) => Some(Lie { constant: true, ..rows }),
                Along::Axes(&[1]) | Along::Right => Some(columns),
                Along::Kept(&[0], _) => Some(Lie { spans: COLUMNS | KEPT, ..columns }),
                Along::Kept(&[1], source) => Some(Lie { constant: source == 2, spans: ROWS | KEPT, ..rows }),
                Along::Given(given) => Some(if given.only(2)? == 0 { rows } else { columns }),
                Along::Through(given, reach) => {
                    Some(if given.only(2)? == 0 { Lie { constant: reach == 1, ..rows } } else { columns })
                }
                _ => None,
            }
        }
        (Some(1), &[columns], &[column_step]) => {
            let straight = matches!(axes.lies(), Along::Same | Along::Right | Along::Kept(..) | Along::Axes(&[0]));
            straight.then_some(Lie { rows: 1, columns, row_step: 0, column_step, constant: false, spans: BOTH })
        }
        (None | Some(3..), [_, ..], _) if fits(rank, sizes) && is_stored && axes.runs_on(sizes) => {
            let columns = own.iter().product();
            Some(Lie { rows: 1, columns, row_step: 0, column_step: 1, constant: false, spans: BOTH })
        }
        _ => None,
    }
}

/// Whether an array of these sizes has the axes of an output of this rank.
pub(super) fn fits(rank: Option<usize>, sizes: &[usize]) -> bool {
    sizes.len() <= MAX_RANK && rank.is_none_or(|rank| rank == sizes.len())
}
