//! Which outputs are computed together.

use super::Reduction;
use std::ops::Range;

/// Outputs that are computed together: rows of short rows, or columns.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub(super) row: usize,
    pub(super) rows: usize,
    pub(super) column: usize,
    pub(super) columns: usize,
}

impl Tile {
    /// How many outputs.
    pub(super) fn width(self) -> usize {
        self.rows * self.columns
    }
}

impl Reduction<'_> {
    /// The tiles of all outputs.
    pub(super) fn all_tiles(&self) -> impl Iterator<Item = Tile> {
        let (rows, columns) = self.extent();
        self.tiles(0..rows, 0..columns)
    }

    /// The tiles of some outputs, in order: row by row, or by columns as many as a tile has.
    pub(super) fn tiles(&self, rows: Range<usize>, columns: Range<usize>) -> impl Iterator<Item = Tile> {
        let (tile, along) = (self.tile, self.traversal.along);
        let step = if self.by_columns { tile } else { columns.len().max(1) };
        let run = if along && tile > 1 { self.pass.plan.run() } else { 0 };
        let (mut row, mut strip, mut column) = (rows.start, columns.start, columns.start);
        std::iter::from_fn(move || {
            if row == rows.end {
                // The next columns, from the first row on.
                (row, strip) = (rows.start, strip + step);
                column = strip;
            }
            if row == rows.end || strip >= columns.end {
                return None;
            }
            let end = columns.end.min(strip + step);
            let taken = if run == 0 { 1 } else { tile.min(rows.end - row).min(run - row % run) };
            let wide = if along { 1 } else { tile.min(end - column) };
            let next = Tile { row, rows: taken, column, columns: wide };
            column += wide;
            if column == end {
                (row, column) = (row + taken, strip);
            }
            Some(next)
        })
    }
}
