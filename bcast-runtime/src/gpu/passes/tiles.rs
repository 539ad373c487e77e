//! Which reductions go by tiles (`text::tiled`): those of products of matrices, and whatever reads as they do.

use super::nest::{Nest, Places};
use super::pass::Pass;
use crate::gpu::text::fold::Folding;
use crate::gpu::text::tile::Tile;
use crate::gpu::tuning::{BUSY_GROUPS, LEAST_TILE, LEAST_WORK_OF_TILES, TILE_CHUNK, TILE_GROUPS};
use std::cmp::Reverse;

impl Tile {
    /// The tile of a pass that reduces, with so many axes that are kept, before the one that is not; if it has one that
    /// is worth it. A device of software has no registers, but each load takes many instructions.
    pub(super) fn of(pass: &Pass, nest: &Nest, kept: usize, is_software: bool) -> Option<Tile> {
        let foldings = pass.foldings();
        let one_part = |folding: &Folding| folding.parts().len() == 1;
        if !matches!(&foldings[..], [folding] if one_part(folding)) || !pass.fresh.is_empty() {
            return None;
        }
        let (rows, columns) = axes(nest, kept)?;
        let streams = nest.streams.iter().filter(|places| !places.is_written);
        let lies = streams.map(|places| (places.strides[rows] != 0, places.strides[columns] != 0)).collect();
        let mut tile = Tile { rows, columns, each: if is_software { (16, 8) } else { (8, 8) }, lies };
        // Fewer columns than a workgroup has, or too few workgroups for all multiprocessors.
        while tile.each.1 > 1 && tile.sizes().1 / 2 >= nest.sizes[columns] {
            tile.each.1 /= 2;
        }
        while !is_software && tile.groups(&nest.sizes[..kept]) < TILE_GROUPS && tile.each.0 * tile.each.1 > 16 {
            let (rows, columns) = tile.each;
            tile.each = if rows >= columns { (rows / 2, columns) } else { (rows, columns / 2) };
        }
        Some(tile)
    }

    /// Workgroups for one chunk of all results of these sizes.
    pub(super) fn groups(&self, kept: &[usize]) -> u64 {
        let (rows, columns) = self.sizes();
        let count = |(axis, &size): (usize, &usize)| match axis {
            _ if axis == self.rows => size.div_ceil(rows) as u64,
            _ if axis == self.columns => size.div_ceil(columns) as u64,
            _ => size as u64,
        };
        kept.iter().enumerate().map(count).product()
    }

    /// Into how many chunks the elements of each result fall: few, and more where there are few results.
    pub(super) fn chunks(results: u64, count: u64) -> u64 {
        (BUSY_GROUPS / results.div_ceil(64 * 64).max(1)).clamp(1, (count / TILE_CHUNK).max(1))
    }
}

/// The axes of rows and of columns of a tile, among those that are kept.
fn axes(nest: &Nest, kept: usize) -> Option<(usize, usize)> {
    let sizes = &nest.sizes;
    if sizes.len() != kept + 1 || sizes[kept] < LEAST_TILE || nest.len() < LEAST_WORK_OF_TILES {
        return None;
    }
    let streams: Vec<&Places> = nest.streams.iter().filter(|places| !places.is_written).collect();
    let lies = |places: &Places, axis: usize| places.strides[axis] != 0;
    let serves = |rows: usize, columns: usize| {
        let is_reduced = || streams.iter().filter(|places| lies(places, kept));
        let mut one = is_reduced().filter(|places| lies(places, rows) != lies(places, columns));
        let both = is_reduced().any(|places| lies(places, rows) && lies(places, columns));
        !both && one.clone().any(|places| lies(places, rows)) && one.any(|places| lies(places, columns))
    };
    let long = || (0..kept).filter(|&axis| sizes[axis] >= LEAST_TILE);
    let pairs = long().flat_map(|rows| long().map(move |columns| (rows, columns)));
    let fit = pairs.filter(|&(rows, columns)| rows != columns && serves(rows, columns));
    // Neighbouring threads have neighbouring columns, which should be neighbours in memory.
    let steps = |columns: usize| streams.iter().map(|places| places.strides[columns].unsigned_abs()).max();
    fit.max_by_key(|&(rows, columns)| (sizes[rows] * sizes[columns], Reverse(steps(columns))))
}
