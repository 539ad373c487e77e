//! How the reduced elements of an output are gone through: its leaves, and the accumulators of each.

use super::order::{order, rows_of_line, turned};
use super::short_rows;
use crate::engine::cursor::{Accs, LANES};
use crate::engine::passes::Shaped;
use crate::engine::tuning::{LEAF, LEAF_LINES, LEAF_ROWS, SHORT, SIDE_BY_SIDE, STAGED_ROWS, TILE, WIDE, WIDE_LANES};
use crate::loop_plan::{Group, LoopPlan};
use crate::operand::RawOperand;
use std::ops::Range;

/// One of seven traversals, with its sizes. Rows and columns are those of the plan, whose rows are reduced from the
/// second axis on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) enum Traversal {
    /// An output is a column, with one accumulator; a leaf has some of its rows.
    Across { leaf_rows: usize },
    /// The same of so few columns that the kernel takes several leaves side by side, one row of each at a time.
    SideBySide { leaf_rows: usize, leaves: usize },
    /// Across with the accumulators of 64 lanes, which take rows in turn.
    InTurns { leaf_rows: usize },
    /// Across where rows are very short: so many end to end have an accumulator for each of their elements.
    Lined { leaf_rows: usize, rows: usize },
    /// An output is one row; a leaf is a piece of it.
    Row { pieces: usize },
    /// An output is several rows; a leaf is some of them, or a piece of one.
    Rows { leaf_rows: usize, pieces: usize },
    /// An output is rows shorter than the lanes; a leaf is some of them end to end, none beyond the innermost reduced
    /// axis, which has `inner` of them.
    ShortRows { leaf_rows: usize, inner: usize },
}

/// Rows, counted from an output's first, and columns.
pub(super) type Part = (Range<usize>, Range<usize>);

impl Traversal {
    /// That of a pass whose plan has so many columns, and how many rows of the plan an output has.
    pub(super) fn of(pass: &Shaped, columns: usize) -> (Self, usize) {
        let (order, sizes) = (order(pass, None), pass.shape.sizes());
        let Some((&(last, _), outer)) = order.split_last() else {
            return (Traversal::Across { leaf_rows: 1 }, 1);
        };
        let is_row = |&&(axis, group): &&(usize, Group)| group != Group::Columns && pass.reduces(axis);
        let reduced = || outer.iter().filter(is_row).map(|&(axis, _)| sizes[axis]);
        let (rows, inner) = (reduced().product(), reduced().next_back().unwrap_or(1));
        if pass.reduces(last) {
            return (Traversal::of_sizes(true, rows, inner, columns), rows);
        }
        let traversal = match rows_of_line(pass) {
            Some(rows) => Traversal::Lined { leaf_rows: LEAF_LINES * rows, rows },
            None if turned(pass).is_some() => Traversal::InTurns { leaf_rows: LEAF.min(rows) },
            None => Traversal::of_sizes(false, rows, inner, columns),
        };
        (traversal, rows)
    }

    /// That of outputs which are so many rows along the lanes, or columns of so many; `inner` rows of the innermost
    /// reduced axis among them.
    #[inline(always)]
    pub(in crate::engine) fn of_sizes(along: bool, rows: usize, inner: usize, columns: usize) -> Self {
        match along {
            false => Traversal::Across { leaf_rows: LEAF_ROWS.min(rows) },
            true if rows == 1 => Traversal::Row { pieces: columns.div_ceil(LEAF) },
            true if columns < LANES => {
                Traversal::ShortRows { leaf_rows: short_rows(columns).clamp(1, inner.max(1)), inner }
            }
            true => {
                let leaf_rows = (LEAF / columns.max(1)).clamp(1, rows.max(1));
                Traversal::Rows { leaf_rows, pieces: columns.div_ceil(LEAF) }
            }
        }
    }

    /// The same leaves side by side, where that is better: the columns are few, and all that is read has them adjacent.
    pub(super) fn side_by_side(self, plan: &LoopPlan, rows: usize, operands: &[RawOperand]) -> Self {
        let (Traversal::Across { leaf_rows }, columns) = (self, plan.columns()) else { return self };
        let is_fit = |(at, operand): (usize, &RawOperand)| {
            let step = plan.column_stride(at);
            let is_small = columns * operand.size() < LANES;
            is_small && !operand.is_computed() && (step == 0 || step == operand.size() as isize)
        };
        let many = columns < SHORT && plan.run() == rows && rows / LEAF_ROWS * columns >= LANES / 2;
        if !many || !operands.iter().enumerate().all(is_fit) {
            return self;
        }
        let whole = LANES >> columns.trailing_zeros().min(LANES.ilog2());
        Traversal::SideBySide { leaf_rows, leaves: whole * (SIDE_BY_SIDE / (whole * columns)).max(1) }
    }

    /// How many leaves a kernel takes side by side.
    pub(super) fn leaves_at_once(self) -> usize {
        if let Traversal::SideBySide { leaves, .. } = self { leaves } else { 1 }
    }

    /// Whether outputs are rows, and not columns.
    pub(super) fn is_along(self) -> bool {
        use Traversal::{Across, InTurns, Lined, SideBySide};
        !matches!(self, Across { .. } | SideBySide { .. } | InTurns { .. } | Lined { .. })
    }

    /// Whether an output has several rows, along which lanes run.
    pub(super) fn has_rows(self) -> bool {
        matches!(self, Traversal::Rows { .. } | Traversal::ShortRows { .. })
    }

    /// Rows of a leaf.
    pub(super) fn leaf_rows(self) -> usize {
        match self {
            Traversal::Across { leaf_rows } | Traversal::InTurns { leaf_rows } => leaf_rows,
            Traversal::SideBySide { leaf_rows, .. } | Traversal::Lined { leaf_rows, .. } => leaf_rows,
            Traversal::Row { .. } => 1,
            Traversal::Rows { leaf_rows, .. } | Traversal::ShortRows { leaf_rows, .. } => leaf_rows,
        }
    }

    /// Rows that lie end to end for the kernel: those of a leaf, or one of each of several.
    pub(super) fn end_to_end(self) -> Option<usize> {
        match self {
            Traversal::ShortRows { leaf_rows, .. } => Some(leaf_rows),
            Traversal::SideBySide { leaves, .. } => Some(leaves),
            Traversal::Lined { rows, .. } => Some(rows),
            _ => None,
        }
    }

    /// Which row of its line a row of a leaf is.
    #[inline(always)]
    pub(super) fn place_in_line(self, row: usize) -> usize {
        if let Traversal::Lined { rows, .. } = self { row % rows } else { 0 }
    }

    /// Of the rows of a leaf, or of several, an accumulator takes one in so many.
    pub(super) fn every(self) -> usize {
        match self {
            Traversal::InTurns { .. } => LANES,
            Traversal::SideBySide { leaf_rows, .. } => leaf_rows,
            _ => 1,
        }
    }

    /// Leaves of an output of so many rows.
    #[inline(always)]
    pub(in crate::engine) fn leaves(self, rows: usize) -> usize {
        match self {
            Traversal::Across { leaf_rows } | Traversal::InTurns { leaf_rows } => rows.div_ceil(leaf_rows.max(1)),
            Traversal::SideBySide { leaf_rows, .. } | Traversal::Lined { leaf_rows, .. } => rows.div_ceil(leaf_rows),
            Traversal::Row { pieces } => pieces,
            Traversal::Rows { leaf_rows, pieces } => rows.div_ceil(leaf_rows) * pieces,
            Traversal::ShortRows { leaf_rows, inner } => rows / inner.max(1) * inner.div_ceil(leaf_rows),
        }
    }

    /// Accumulators of an output.
    #[inline(always)]
    pub(in crate::engine) fn lanes(self, columns: usize) -> usize {
        match self {
            Traversal::Across { .. } => 1,
            Traversal::SideBySide { leaves, .. } => leaves,
            Traversal::InTurns { .. } => LANES,
            Traversal::Lined { rows, .. } => rows,
            Traversal::Row { .. } | Traversal::Rows { .. } => columns.clamp(1, LANES),
            Traversal::ShortRows { leaf_rows, .. } => (leaf_rows * columns).clamp(1, LANES),
        }
    }

    /// Outputs that are computed side by side, with accumulators of so many bytes.
    pub(super) fn tile(self, columns: usize, acc: usize, is_staged: bool) -> usize {
        match self {
            Traversal::Across { .. } | Traversal::SideBySide { .. } | Traversal::Lined { .. } => {
                (WIDE / acc).max(LANES)
            }
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
            Traversal::SideBySide { leaf_rows, .. } | Traversal::Lined { leaf_rows, .. } => {
                (some(leaf, leaf_rows, rows), tile.1)
            }
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
