//! The shortest look: at operands that are alike.
//!
//! Most small calls have arrays of the same sizes and strides: in row-major order, or parts of matrices that are.
//! Then nothing is joined: the first array is looked at, the others are compared with it. `a .+ b` of 3x4 takes 0.8 of
//! the time that it took with the look for all. That one has too much to remember for the registers: comparing inside
//! of it gained nothing, and in one function with it this look gained half.

use super::Cursors;
use super::look::{STREAMS, fits};
use crate::engine::Site;
use crate::engine::cursor::{Cursor, LANES};
use crate::operand::{Along, RawOperand};

/// Operands that are alike: arrays of the same sizes and strides along the axes of the output, beside single values.
pub(super) struct Alike<'o> {
    pub(super) sizes: &'o [usize],
    pub(super) lines: Lines,
}

/// How elements in row-major order lie.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    /// 1 if all elements run on.
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Elements from row to row.
    step: isize,
}

/// Sizes and strides.
type Axes<'o> = (&'o [usize], &'o [isize]);

/// Why there are no cursors.
pub(in crate::engine) enum Unlike {
    /// Elements do not run on: those of rows may.
    Rows,
    Otherwise,
}

/// Finds the cursors of operands and targets, if they are alike and run on or, `BY_ROWS`, if their rows do.
#[inline(always)]
pub(super) fn look<'o, const BY_ROWS: bool>(
    site: &Site,
    operands: &'o [RawOperand],
    cursors: &mut Cursors,
) -> Result<Alike<'o>, Unlike> {
    if site.streams > STREAMS || super::is_planned() {
        return Err(Unlike::Otherwise);
    }
    let (mut first, mut lines) = (None, Lines { rows: 1, columns: 0, step: 0 });
    for (operand, cursor) in operands.iter().zip(&mut cursors.0) {
        let (mut steps, own) = ([0, 0], operand.axes());
        let ptr = operand.memory_ptr().ok_or(Unlike::Otherwise)?;
        if own.is_exact() || !own.is_single() {
            let axes = own.of_array().ok_or(Unlike::Otherwise)?;
            if !matches!(own.lies(), Along::Same) {
                return Err(Unlike::Otherwise);
            }
            match first {
                None if !fits(site.rank, axes.0) => return Err(Unlike::Otherwise),
                None => {
                    lines = if BY_ROWS {
                        in_rows(axes).ok_or(Unlike::Otherwise)?
                    } else {
                        Lines { rows: 1, columns: running_on(axes).ok_or(Unlike::Rows)?, step: 0 }
                    };
                    first = Some(axes);
                }
                Some(first) if !is_same(axes, first) => return Err(Unlike::Otherwise),
                Some(_) => {}
            }
            steps = [(LANES * operand.size()) as isize, if BY_ROWS { lines.step * operand.size() as isize } else { 0 }];
        }
        cursor.write(Cursor::new(ptr, steps));
    }
    let (sizes, _) = first.ok_or(Unlike::Otherwise)?;
    set_targets(site, operands, if BY_ROWS { lines.step } else { 0 }, cursors).ok_or(Unlike::Otherwise)?;
    Ok(Alike { sizes, lines })
}

/// The cursors of targets, whose rows are so many elements apart.
#[inline(always)]
fn set_targets(site: &Site, operands: &[RawOperand], step: isize, cursors: &mut Cursors) -> Option<()> {
    for (at, target) in operands.iter().take(site.targets).enumerate() {
        let down = step * target.size() as isize;
        cursors.set(operands.len() + at, Cursor::new(target.memory_ptr()?, [0, down]));
    }
    Some(())
}

/// The number of elements, if they run on in row-major order.
#[inline(always)]
pub(super) fn running_on((sizes, strides): Axes) -> Option<usize> {
    let mut len = 1;
    for (&size, &stride) in sizes.iter().zip(strides).rev() {
        if size != 1 && stride != len as isize {
            return None;
        }
        len *= size;
    }
    Some(len)
}

/// How an array of two axes lies, if the elements of its rows run on.
#[inline(always)]
fn in_rows((sizes, strides): Axes) -> Option<Lines> {
    match (sizes, strides) {
        (&[rows, columns], &[step, 1]) => Some(Lines { rows, columns, step }),
        _ => None,
    }
}

/// Whether sizes and strides are the same.
#[inline(always)]
fn is_same((sizes, strides): Axes, (other_sizes, other_strides): Axes) -> bool {
    let rank = sizes.len();
    other_sizes.len() == rank
        && (0..rank).all(|axis| sizes[axis] == other_sizes[axis] && strides[axis] == other_strides[axis])
}
