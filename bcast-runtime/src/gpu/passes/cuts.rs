//! Where a reduction is cut, so that a kernel can bind what each part of it reads and writes; how the work of one is
//! divided.

use super::division::Division;
use super::nest::{MOST, Nest};
use crate::gpu::device::room::Room;
use crate::gpu::text::tile::Tile;
use crate::gpu::tuning::EACH;

/// The axes of a reduction, merged.
#[derive(Clone, Copy)]
pub(super) struct Merged<'t> {
    /// So many are kept, and come first.
    pub(crate) kept: usize,
    /// Neighbours in memory are reduced together.
    pub(crate) along: bool,
    /// Results are tiles.
    pub(crate) tile: Option<&'t Tile>,
    pub(crate) room: Room,
}

/// The most bytes of an accumulator.
const WIDEST: u64 = 8;

impl Merged<'_> {
    pub(crate) fn results(&self, nest: &Nest) -> u64 {
        nest.sizes[..self.kept].iter().map(|&size| size as u64).product()
    }

    fn count(&self, nest: &Nest) -> u64 {
        nest.sizes[self.kept..].iter().map(|&size| size as u64).product()
    }

    /// Whether the elements of a result are read as vectors.
    pub(crate) fn is_wide(&self, nest: &Nest) -> bool {
        self.tile.is_none() && self.along && nest.is_wide()
    }

    /// Elements of each result, or vectors.
    pub(super) fn units(&self, nest: &Nest) -> u64 {
        self.count(nest) / if self.is_wide(nest) { u64::from(EACH) } else { 1 }
    }

    pub(crate) fn division(&self, nest: &Nest) -> Division {
        let (results, units) = (self.results(nest), self.units(nest));
        match self.tile {
            Some(_) => Division::of_tiles(Tile::chunks(results, units), units),
            None => Division::of(results, units, self.along, self.is_wide(nest)),
        }
    }

    /// Workgroups of a kernel that accumulates.
    pub(super) fn groups(&self, nest: &Nest, division: &Division) -> u64 {
        match self.tile {
            Some(tile) => tile.groups(&nest.sizes[..self.kept]) * division.chunks,
            None => division.groups(self.results(nest)),
        }
    }

    /// So many accumulators of each result can be bound.
    pub(crate) fn accumulators(&self, results: u64) -> u64 {
        self.room.bytes / WIDEST / results.max(1)
    }

    /// Where to cut what is kept: the results are too many, or an array is still too large when all else is cut.
    pub(super) fn cut_kept(&self, nest: &Nest) -> Option<usize> {
        if self.results(nest) > self.room.bytes / (2 * WIDEST) {
            return (0..self.kept).find(|&axis| nest.sizes[axis] > 1);
        }
        let mut piece = nest.clone();
        let mut far = nest.too_far(self.room);
        while let Some(axis) = far.filter(|&axis| axis >= self.kept && piece.sizes[axis] > 1) {
            piece.sizes[axis] = piece.sizes[axis].div_ceil(2);
            far = piece.too_far_anywhere(self.room);
        }
        far.filter(|&axis| axis < self.kept)
    }

    /// What falls apart where it is reduced, into pieces that leave fewer than `most` accumulators of each result.
    pub(crate) fn pieces(&self, nest: Nest, most: u64) -> Vec<Nest> {
        nest.split(&|nest| {
            let reduced = self.kept..nest.sizes.len();
            match nest.too_large(self.room).next() {
                Some(stream) => reduced.max_by_key(|&axis| stream.way(&nest.sizes, axis)),
                None if nest.len() > MOST || self.division(nest).chunks >= most => {
                    reduced.max_by_key(|&axis| nest.sizes[axis])
                }
                None => None,
            }
        })
    }
}
