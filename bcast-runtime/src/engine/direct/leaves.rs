//! How a small stage accumulates: by the [`Traversal`] of all reductions, where each output has a leaf, or some that
//! follow each other evenly.

use crate::engine::cursor::{Accs, DOWN, LANES, RIGHT};
use crate::engine::passes::Reduce;
use crate::engine::reduce::{Traversal, has_rows_for_lanes};
use crate::engine::tuning::{FEW_LEAVES, SHORT};

/// How kernel calls accumulate, one for each leaf.
pub(super) struct Leaves {
    /// Rows and columns of all leaves.
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) accs: Accs,
    pub(super) outputs: usize,
    /// Accumulators of an output in a leaf.
    pub(super) lanes: usize,
    /// How many leaves there are, and rows or columns of each.
    pub(super) count: usize,
    pub(super) size: usize,
}

impl Leaves {
    pub(super) fn of(
        rank: usize,
        (rows, columns): (usize, usize),
        reduce: Reduce,
        runs_on: bool,
        buffered: bool,
    ) -> Option<Leaves> {
        let (above, along) = (rank == 2 && reduce.reduces(0), reduce.reduces(rank - 1));
        let whole = |accs, outputs, lanes| Leaves { rows, columns, accs, outputs, lanes, count: 1, size: rows };
        let end_to_end = |lanes| Leaves { rows: 1, columns: rows * columns, size: 1, ..whole(Accs::Lanes, 1, lanes) };
        if !above && !along {
            return Some(if runs_on { end_to_end(0) } else { whole(Accs::Lanes, 1, 0) });
        }
        if Leaves::is_turned(rank, (rows, columns), reduce) {
            return Some(Leaves { rows: columns, columns: rows, size: columns, ..whole(Accs::Columns, rows, 1) });
        }
        // Axes of size 1 do not count: then the rows are what is reduced.
        if columns == 1 && rows > 1 {
            return None;
        }
        let reduced = if above { rows } else { 1 };
        let traversal = Traversal::of_sizes(along, reduced, reduced, columns);
        let (count, lanes) = (traversal.leaves(reduced), traversal.lanes(columns));
        match traversal {
            // Beyond, leaves of few columns are taken side by side.
            Traversal::Across { .. } if columns < SHORT && count > FEW_LEAVES => None,
            Traversal::Across { leaf_rows: size } => Some(Leaves { count, size, ..whole(Accs::Columns, columns, 1) }),
            Traversal::ShortRows { leaf_rows, .. } => {
                runs_on.then(|| Leaves { count, size: leaf_rows * columns, ..end_to_end(lanes) })
            }
            _ if count != 1 => None,
            Traversal::Row { .. } if columns >= LANES && buffered => Some(whole(Accs::Rows, rows, 1)),
            Traversal::Row { .. } => Some(whole(Accs::Lanes, rows, lanes)),
            // Every lane sees the same elements in the same order.
            Traversal::Rows { .. } if columns.is_multiple_of(LANES) && runs_on => Some(end_to_end(lanes)),
            Traversal::Rows { .. } => Some(whole(Accs::Lanes, 1, lanes)),
            Traversal::SideBySide { .. } | Traversal::InTurns { .. } => None,
        }
    }

    /// Whether outputs are columns, as rows are too short: the kernel goes over turned copies.
    #[inline(always)]
    pub(super) fn is_turned(rank: usize, (rows, columns): (usize, usize), reduce: Reduce) -> bool {
        let reduces_rows = rank == 2 && reduce.reduces(1) && !reduce.reduces(0);
        reduces_rows && columns < LANES && columns > 1 && has_rows_for_lanes(rows, columns)
    }

    /// Along which of a cursor's steps leaves follow each other: they are some rows, or parts of the only one.
    pub(super) fn direction(&self) -> usize {
        if self.rows > 1 { DOWN } else { RIGHT }
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
