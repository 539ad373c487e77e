//! How the reduced elements of an output are gone through: its leaves, and the accumulators of each.

use super::order::{order, turned};
use super::short_rows;
use crate::engine::kernel::{Accs, LANES};
use crate::engine::node::Shaped;
use crate::engine::tuning::{LEAF, LEAF_ROWS, STAGED_ROWS, TILE, WIDE, WIDE_LANES};
use crate::loop_plan::Group;
use std::ops::Range;

/// One of five, with its numbers. Rows and columns are those of the plan, whose rows are reduced from the second axis on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Traversal {
    /// An output is a column, with one accumulator; a leaf has some of its rows.
    Across { leaf_rows: usize },
    /// The same with the accumulators of 64 lanes, which take rows in turn.
    InTurns { leaf_rows: usize },
    /// An output is one row; a leaf is a piece of it.
    Row { pieces: usize },
    /// An output is several rows; a leaf is some of them, or a piece of one.
    Rows { leaf_rows: usize, pieces: usize },
    /// An output is rows shorter than the lanes; a leaf is some of them end to end, none beyond the innermost reduced axis, which
    /// has `inner` of them.
    ShortRows { leaf_rows: usize, inner: usize },
}

/// Rows, counted from an output's first, and columns.
pub(super) type Part = (Range<usize>, Range<usize>);

impl Traversal {
    /// That of a pass whose plan has so many columns, and how many rows of the plan an output has.
    pub(super) fn of(pass: &Shaped, columns: usize) -> (Self, usize) {
        let (order, sizes) = (order(pass), pass.shape.sizes());
        let Some((&(last, _), outer)) = order.split_last() else {
            return (Traversal::Across { leaf_rows: 1 }, 1);
        };
        let reduced =
            || outer.iter().filter(|&&(axis, _): &&(usize, Group)| pass.reduces(axis)).map(|&(axis, _)| sizes[axis]);
        let (rows, inner) = (reduced().product(), reduced().next_back().unwrap_or(1));
        let traversal = match pass.reduces(last) {
            false if turned(pass).is_some() => Traversal::InTurns { leaf_rows: LEAF.min(rows) },
            false => Traversal::Across { leaf_rows: LEAF_ROWS.min(rows) },
            true if rows == 1 => Traversal::Row { pieces: columns.div_ceil(LEAF) },
            true if columns < LANES => {
                Traversal::ShortRows { leaf_rows: short_rows(columns).clamp(1, inner.max(1)), inner }
            }
            true => {
                let leaf_rows = (LEAF / columns.max(1)).clamp(1, rows.max(1));
                Traversal::Rows { leaf_rows, pieces: columns.div_ceil(LEAF) }
            }
        };
        (traversal, rows)
    }

    /// Whether outputs are rows, and not columns.
    pub(super) fn is_along(self) -> bool {
        !matches!(self, Traversal::Across { .. } | Traversal::InTurns { .. })
    }

    /// Whether an output has several rows, along which lanes run.
    pub(super) fn has_rows(self) -> bool {
        matches!(self, Traversal::Rows { .. } | Traversal::ShortRows { .. })
    }

    /// Rows of a leaf.
    pub(super) fn leaf_rows(self) -> usize {
        match self {
            Traversal::Across { leaf_rows } | Traversal::InTurns { leaf_rows } => leaf_rows,
            Traversal::Row { .. } => 1,
            Traversal::Rows { leaf_rows, .. } | Traversal::ShortRows { leaf_rows, .. } => leaf_rows,
        }
    }

    /// Rows that lie end to end for the kernel, and make a leaf.
    pub(super) fn end_to_end(self) -> Option<usize> {
        if let Traversal::ShortRows { leaf_rows, .. } = self { Some(leaf_rows) } else { None }
    }

    /// Of the rows of a leaf, an accumulator takes one in so many.
    pub(super) fn every(self) -> usize {
        if let Traversal::InTurns { .. } = self { LANES } else { 1 }
    }

    /// Leaves of an output of so many rows.
    pub(super) fn leaves(self, rows: usize) -> usize {
        match self {
            Traversal::Across { leaf_rows } | Traversal::InTurns { leaf_rows } => rows.div_ceil(leaf_rows.max(1)),
            Traversal::Row { pieces } => pieces,
            Traversal::Rows { leaf_rows, pieces } => rows.div_ceil(leaf_rows) * pieces,
            Traversal::ShortRows { leaf_rows, inner } => rows / inner.max(1) * inner.div_ceil(leaf_rows),
        }
    }

    /// Accumulators of an output.
    pub(super) fn lanes(self, columns: usize) -> usize {
        match self {
            Traversal::Across { .. } => 1,
            Traversal::InTurns { .. } => LANES,
            Traversal::Row { .. } | Traversal::Rows { .. } => columns.clamp(1, LANES),
            Traversal::ShortRows { leaf_rows, .. } => (leaf_rows * columns).clamp(1, LANES),
        }
    }

    /// Outputs that are computed side by side, with accumulators of so many bytes.
    pub(super) fn tile(self, columns: usize, acc: usize, is_staged: bool) -> usize {
        match self {
            Traversal::Across { .. } => (WIDE / acc).max(LANES),
            Traversal::InTurns { .. } => (WIDE_LANES / LANES / acc).max(LANES),
            Traversal::Row { .. } => (TILE / columns.max(1)).clamp(if is_staged { STAGED_ROWS } else { 1 }, LANES),
            Traversal::Rows { .. } | Traversal::ShortRows { .. } => 1,
        }
    }

    /// Whose accumulators a kernel joins to.
    pub(super) fn accs(self) -> Accs {
        if self.is_along() { Accs::Lanes } else { Accs::Columns }
    }

    /// A leaf of an output of so many rows and columns; of `tile`, so many rows side by side and these columns.
    pub(super) fn part(self, leaf: usize, rows: usize, columns: usize, tile: (usize, Range<usize>)) -> Part {
        let piece = |piece: usize| piece * LEAF..columns.min((piece + 1) * LEAF);
        let some = |part: usize, size: usize, of: usize| part * size..of.min((part + 1) * size);
        match self {
            Traversal::Across { leaf_rows } | Traversal::InTurns { leaf_rows } => (some(leaf, leaf_rows, rows), tile.1),
            Traversal::Row { .. } => (0..tile.0, piece(leaf)),
            Traversal::Rows { leaf_rows, pieces } => (some(leaf / pieces, leaf_rows, rows), piece(leaf % pieces)),
            Traversal::ShortRows { leaf_rows, inner } => {
                let per_run = inner.div_ceil(leaf_rows);
                let (first, part) = (leaf / per_run * inner, some(leaf % per_run, leaf_rows, inner));
                (first + part.start..first + part.end, 0..columns)
            }
        }
    }
}
