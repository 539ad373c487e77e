//! A tile of results that a workgroup has: rows and columns, where most operands lie along one of the two.

use crate::gpu::tuning::{SIDE, THREADS};

/// Which results are a tile, and what the operands have to do with it.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// The axes of its rows and of its columns.
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// How many of both a thread has.
    pub(crate) each: (usize, usize),
    /// Whether each stream lies along the rows, and along the columns.
    pub(crate) lies: Vec<(bool, bool)>,
}

impl Tile {
    /// What tells kernels apart.
    pub(super) fn key(&self) -> impl Iterator<Item = usize> {
        let lies = self.lies.iter().map(|&(rows, columns)| usize::from(rows) * 2 + usize::from(columns));
        [self.rows, self.columns, self.each.0, self.each.1].into_iter().chain(lies)
    }

    /// The rows and columns of a workgroup.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        ((THREADS / SIDE) as usize * self.each.0, SIDE as usize * self.each.1)
    }

    /// Every row and column of a thread.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = self.each;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// What a name ends with that a stream has for this row and column.
    pub(super) fn suffix(&self, stream: usize, (row, column): (usize, usize)) -> String {
        match self.lies[stream] {
            (false, false) => String::new(),
            (true, false) => format!("_r{row}"),
            (false, true) => format!("_c{column}"),
            (true, true) => format!("_{row}_{column}"),
        }
    }

    /// Each row and column for which a stream has a name of its own.
    pub(super) fn own(&self, stream: usize) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = self.lies[stream];
        self.all().filter(move |&(row, column)| (rows || row == 0) && (columns || column == 0))
    }
}
