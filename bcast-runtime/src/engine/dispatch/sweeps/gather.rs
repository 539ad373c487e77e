//! What processes have computed of arrays in memory, each its part: all of it, in all of them.

use super::planned::Planned;
use crate::engine::passes::{PlacedPass, Work};
use crate::place::Place;
use std::mem::MaybeUninit;
use std::ops::Range;

/// An array in memory: its first element, and bytes from one to the next along each axis.
struct Whole<'p> {
    ptr: *mut u8,
    sizes: &'p [usize],
    strides: Vec<isize>,
    element: usize,
}

/// Shares what a last pass has written to memory.
///
/// # Safety
/// Each process has run the pass over its part along the axis, and nobody else reads or writes what it writes.
pub(super) unsafe fn share(pass: &PlacedPass, axis: usize, (going, planned): (&[usize], &Planned), place: &dyn Place) {
    if !matches!(pass.work, Work::Last { single: false }) {
        return;
    }
    let sizes = pass.shape.sizes();
    let rank = sizes.len();
    let targets = (0..pass.site.targets).filter(|target| !going.contains(target)).map(|target| {
        let (operand, axes) = (&pass.operands[target], pass.operands[target].axes());
        let strides = (0..rank).map(|axis| axes.output_stride(axis, rank) * operand.size() as isize).collect();
        Whole { ptr: operand.value_ptr(), sizes, strides, element: operand.size() }
    });
    let fresh = pass.fresh.iter().map(|made| {
        let strides = (0..rank).map(|axis| pass.shape.fresh_stride(axis) * made.size as isize).collect();
        Whole { ptr: made.ptr, sizes, strides, element: made.size }
    });
    for whole in targets.chain(fresh) {
        // SAFETY: as whoever calls says.
        unsafe { whole.share(axis, &planned.ends, place) };
    }
}

impl Whole<'_> {
    /// # Safety
    /// As for [`share`].
    unsafe fn share(&self, axis: usize, ends: &[usize], place: &dyn Place) {
        let part = |piece: usize| if piece == 0 { 0 } else { ends[piece - 1] }..ends[piece];
        let beside: usize = self.sizes.iter().product::<usize>() / self.sizes[axis] * self.element;
        let bytes = |piece: usize| vec![MaybeUninit::uninit(); part(piece).len() * beside];
        let mut lots: Vec<_> = (0..ends.len()).map(bytes).collect();
        let here = place.here();
        // SAFETY: the part of the piece has been written, and its lot has room for it.
        here.iter().for_each(|&piece| unsafe { self.copy(axis, part(piece), &mut lots[piece], false) });
        place.share(&mut lots);
        for piece in (0..ends.len()).filter(|piece| !here.contains(piece)) {
            // SAFETY: these are the bytes of the part.
            unsafe { self.copy(axis, part(piece), &mut lots[piece], true) };
        }
    }

    /// Copies a part to bytes in row-major order, or back.
    ///
    /// # Safety
    /// There are so many bytes, and nobody else reads or writes the part.
    unsafe fn copy(&self, axis: usize, indices: Range<usize>, bytes: &mut [MaybeUninit<u8>], back: bool) {
        let along = |other: usize| if other == axis { indices.clone() } else { 0..self.sizes[other] };
        let ranges: Vec<Range<usize>> = (0..self.sizes.len()).map(along).collect();
        let mut index: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        for element in bytes.chunks_exact_mut(self.element.max(1)) {
            let offset: isize = index.iter().zip(&self.strides).map(|(&at, stride)| at as isize * stride).sum();
            let (own, other) = (self.ptr.wrapping_offset(offset), element.as_mut_ptr().cast::<u8>());
            let (from, to) = if back { (other, own) } else { (own, other) };
            // SAFETY: an element of the part, and as many bytes.
            unsafe { to.copy_from_nonoverlapping(from, element.len()) };
            let Some(next) = (0..index.len()).rev().find(|&axis| index[axis] + 1 < ranges[axis].end) else { return };
            index[next] += 1;
            (next + 1..index.len()).for_each(|axis| index[axis] = ranges[axis].start);
        }
    }
}
