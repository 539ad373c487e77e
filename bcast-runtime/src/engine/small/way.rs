//! How a small stage accumulates: the choices of [`reduce`](crate::engine::reduce), where one leaf is all there is.

use crate::engine::kernel::{Accs, LANES};
use crate::engine::node::Reduce;
use crate::engine::reduce::short_rows;
use crate::engine::tuning::{LEAF, LEAF_ROWS};

/// How one kernel call accumulates: one leaf of each output.
pub(super) struct Way {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) accs: Accs,
    pub(super) outputs: usize,
    /// Accumulators of an output.
    pub(super) lanes: usize,
}

impl Way {
    pub(super) fn of(
        rank: usize,
        (rows, columns): (usize, usize),
        reduce: Reduce,
        runs_on: bool,
        buffered: bool,
    ) -> Option<Way> {
        let (above, along) = (rank == 2 && reduce.reduces(0), reduce.reduces(rank - 1));
        let lanes = columns.min(LANES);
        let way = |accs, outputs, lanes| Way { rows, columns, accs, outputs, lanes };
        let end_to_end = |way: Way| Way { rows: 1, columns: rows * columns, ..way };
        match (above && rows > 1, along) {
            (false, false) if !above => {
                Some(if runs_on { end_to_end(way(Accs::Lanes, 1, 0)) } else { way(Accs::Lanes, 1, 0) })
            }
            // Axes of size 1 do not count: the rows are what is reduced.
            _ if columns == 1 && rows > 1 => None,
            (_, true) if columns * if above { rows } else { 1 } > LEAF => None,
            // Gone across.
            (false, true) if columns < LANES && rows >= LANES && !above => None,
            (false, true) if columns >= LANES && buffered => Some(way(Accs::Rows, rows, 1)),
            (false, true) => Some(way(Accs::Lanes, rows, lanes)),
            (_, false) => (rows <= LEAF_ROWS).then(|| way(Accs::Columns, columns, 1)),
            // Every lane sees the same elements in the same order.
            (true, true) if columns.is_multiple_of(LANES) && runs_on => Some(end_to_end(way(Accs::Lanes, 1, lanes))),
            (true, true) if columns >= LANES => Some(way(Accs::Lanes, 1, lanes)),
            (true, true) if runs_on && rows <= short_rows(columns) => {
                Some(end_to_end(way(Accs::Lanes, 1, (rows * columns).min(LANES))))
            }
            (true, true) => None,
        }
    }

    /// From accumulators of so many bytes to the next.
    pub(super) fn steps(&self, size: usize) -> [isize; 2] {
        let (right, down) = match self.accs {
            Accs::Lanes if self.outputs == 1 => (0, 0),
            Accs::Lanes => (0, self.lanes * size),
            Accs::Columns => (LANES * size, 0),
            Accs::Rows => (0, size),
        };
        [right as isize, down as isize]
    }
}
