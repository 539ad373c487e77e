//! How a small stage accumulates: by the [`Traversal`] of all reductions, where one leaf is all there is.

use crate::engine::cursor::{Accs, LANES};
use crate::engine::passes::Reduce;
use crate::engine::reduce::{Traversal, has_rows_for_lanes};

/// How one kernel call accumulates: one leaf of each output.
pub(super) struct OneLeaf {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) accs: Accs,
    pub(super) outputs: usize,
    /// Accumulators of an output.
    pub(super) lanes: usize,
}

impl OneLeaf {
    pub(super) fn of(
        rank: usize,
        (rows, columns): (usize, usize),
        reduce: Reduce,
        runs_on: bool,
        buffered: bool,
    ) -> Option<OneLeaf> {
        let (above, along) = (rank == 2 && reduce.reduces(0), reduce.reduces(rank - 1));
        let whole = |accs, outputs, lanes| OneLeaf { rows, columns, accs, outputs, lanes };
        let end_to_end = |lanes| OneLeaf { rows: 1, columns: rows * columns, accs: Accs::Lanes, outputs: 1, lanes };
        if !above && !along {
            return Some(if runs_on { end_to_end(0) } else { whole(Accs::Lanes, 1, 0) });
        }
        // Axes of size 1 do not count: then the rows are what is reduced.
        if columns == 1 && rows > 1 {
            return None;
        }
        if OneLeaf::is_turned(rank, (rows, columns), reduce) {
            return Some(OneLeaf { rows: columns, columns: rows, accs: Accs::Columns, outputs: rows, lanes: 1 });
        }
        let reduced = if above { rows } else { 1 };
        let traversal = Traversal::of_sizes(along, reduced, reduced, columns);
        if traversal.leaves(reduced) != 1 {
            return None;
        }
        let lanes = traversal.lanes(columns);
        match traversal {
            Traversal::Row { .. } if columns >= LANES && buffered => Some(whole(Accs::Rows, rows, 1)),
            Traversal::Row { .. } => Some(whole(Accs::Lanes, rows, lanes)),
            Traversal::Across { .. } | Traversal::SideBySide { .. } | Traversal::InTurns { .. } => {
                Some(whole(Accs::Columns, columns, 1))
            }
            // Every lane sees the same elements in the same order.
            Traversal::Rows { .. } if columns.is_multiple_of(LANES) && runs_on => Some(end_to_end(lanes)),
            Traversal::Rows { .. } => Some(whole(Accs::Lanes, 1, lanes)),
            Traversal::ShortRows { .. } => runs_on.then(|| end_to_end(lanes)),
        }
    }

    /// Whether outputs are columns, as rows are too short: the kernel goes over turned copies.
    #[inline(always)]
    pub(super) fn is_turned(rank: usize, (rows, columns): (usize, usize), reduce: Reduce) -> bool {
        let reduces_rows = rank == 2 && reduce.reduces(1) && !reduce.reduces(0);
        reduces_rows && columns < LANES && columns > 1 && has_rows_for_lanes(rows, columns)
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
