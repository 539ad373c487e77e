//! The shortest look: at operands that are alike.
//!
//! Most small calls have arrays of the same sizes in row-major order. Then nothing is joined, and there are no rows:
//! the first array is looked at, the others are compared with it. `a .+ b` of 3x4 takes 0.8 of the time that it took
//! with the look for all. That one has too much to remember for the registers: comparing inside of it gained nothing,
//! and in one function with it this look gained half.

use super::Cursors;
use super::look::{STREAMS, fits};
use crate::engine::Site;
use crate::engine::cursor::{Cursor, LANES};
use crate::operand::{Along, RawOperand};

/// Operands that are alike: arrays of the same sizes that run on in row-major order, along the axes of the output,
/// beside single values.
pub(super) struct Alike<'o> {
    pub(super) sizes: &'o [usize],
    pub(super) len: usize,
}

/// Sizes and strides.
type Axes<'o> = (&'o [usize], &'o [isize]);

/// Finds the cursors of operands and targets, if they are alike.
#[inline(always)]
pub(super) fn look<'o>(site: &Site, operands: &'o [RawOperand], cursors: &mut Cursors) -> Option<Alike<'o>> {
    if site.streams > STREAMS {
        return None;
    }
    let (mut first, mut len) = (None, 0);
    for (operand, cursor) in operands.iter().zip(&mut cursors.0) {
        let (mut run, own) = (0, operand.axes());
        let ptr = operand.memory_ptr()?;
        if own.is_exact() || !own.is_single() {
            let axes = own.of_array()?;
            if !matches!(own.lies(), Along::Same) {
                return None;
            }
            match first {
                None => (first, len) = (Some(axes), running_on(site.rank, axes)?),
                Some(first) if !is_same(axes, first) => return None,
                Some(_) => {}
            }
            run = LANES * operand.size();
        }
        cursor.write(Cursor::new(ptr, [run as isize, 0]));
    }
    for (at, target) in operands.iter().take(site.targets).enumerate() {
        cursors.set(operands.len() + at, Cursor::new(target.memory_ptr()?, [0, 0]));
    }
    let (sizes, _) = first?;
    Some(Alike { sizes, len })
}

/// The number of elements, if an array has the axes of the output, and they run on in row-major order.
#[inline(always)]
fn running_on(rank: Option<usize>, (sizes, strides): Axes) -> Option<usize> {
    if !fits(rank, sizes) {
        return None;
    }
    let mut len = 1;
    for (&size, &stride) in sizes.iter().zip(strides).rev() {
        if size != 1 && stride != len as isize {
            return None;
        }
        len *= size;
    }
    Some(len)
}

/// Whether sizes and strides are the same.
#[inline(always)]
fn is_same((sizes, strides): Axes, (other_sizes, other_strides): Axes) -> bool {
    let rank = sizes.len();
    other_sizes.len() == rank
        && (0..rank).all(|axis| sizes[axis] == other_sizes[axis] && strides[axis] == other_strides[axis])
}
