//! How the reduced elements of an output are gone through: which of them make a leaf, what the kernel sees as one row,
//! and which accumulator takes which element.

use super::order::{by_short_rows, has_short_rows, is_in_any_order, order, rows_of_line, turned};
use super::{PlanOf, short_rows, size};
use crate::engine::cursor::{Accs, GROUP, LANES};
use crate::engine::fold::Yield;
use crate::engine::kernel::is_buffered;
use crate::engine::pass::{Pass, Streams};
use crate::engine::passes::{PlacedPass, Shaped, width};
use crate::engine::tuning::{
    LEAF, LEAF_BYTES, LEAF_LINES, LEAF_ROWS, LINE, SHORT, SHORT_BLOCK, SIDE_BY_SIDE, STAGED_ROWS, TILE, WIDE,
    WIDE_LANES,
};
use crate::loop_plan::{Group, LoopPlan, Window};
use crate::operand::{RawOperand, widest};
use std::ops::Range;

/// One description for all reductions. Rows and columns are those of the plan, whose rows are reduced from the second
/// axis on. What is not said stays out of the way: leaves of whole rows, gone over one by one by the same accumulators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) struct Traversal {
    /// Lanes go along what is reduced, and an output is some rows; else each column is an output.
    pub(in crate::engine) along: bool,
    /// Rows of an output.
    pub(in crate::engine) rows: usize,
    /// Rows of a leaf, and into how many leaves a row is cut.
    pub(in crate::engine) leaf_rows: usize,
    pub(in crate::engine) pieces: usize,
    /// Elements of such a piece.
    pub(super) piece: usize,
    /// An output is a short row: kernels go along it, or each element has an accumulator.
    pub(in crate::engine) is_short: bool,
    /// The pattern: so many rows lie end to end for the kernel.
    pub(super) end_to_end: Option<usize>,
    /// The period: accumulators of an output, after which the first one takes an element again.
    pub(in crate::engine) lanes: usize,
    /// The order: from a row to the next one that the same accumulators take. Between them others take theirs.
    pub(super) every: usize,
    /// Leaves that a kernel takes side by side, one row of each at a time.
    pub(super) leaves_at_once: usize,
    /// No lanes: outputs come one by one, the elements of each in order.
    pub(super) is_one_by_one: bool,
}

/// Rows, counted from an output's first, and columns.
pub(super) type Part = (Range<usize>, Range<usize>);

impl Traversal {
    /// That of a pass, or of its part in a window, whose plan has so many columns.
    pub(super) fn of(pass: &Shaped, columns: usize, window: Option<Window>) -> Self {
        let order = order(pass, None);
        let size = |axis: usize| size(pass, axis, window);
        let Some((&(last, _), outer)) = order.split_last() else {
            return Traversal::across(1);
        };
        let is_row = |&&(axis, group): &&(usize, Group)| group != Group::Columns && pass.reduces(axis);
        let rows = outer.iter().filter(is_row).map(|&(axis, _)| size(axis)).product();
        if pass.reduces(last) {
            let along = Traversal::of_sizes(true, rows, columns);
            // A block of a row has the accumulators of the row.
            let (is_short, all) = (has_short_rows(pass, last), pass.shape.sizes()[last]);
            let lanes = match rows {
                _ if is_short => all,
                1 => all.clamp(along.lanes, LANES),
                _ => along.lanes,
            };
            let along = Traversal { lanes, is_short, ..along };
            return if columns > LEAF { along.in_pieces_of(piece(pass), columns) } else { along };
        }
        let across = Traversal::across(rows);
        match rows_of_line(pass) {
            // Very short rows, so many end to end: each of their elements has an accumulator.
            Some(line) => Traversal { leaf_rows: LEAF_LINES * line, end_to_end: Some(line), lanes: line, ..across },
            // The accumulators of lanes take rows in turn.
            None if turned(pass).is_some() => {
                let is_short = (0..pass.shape.sizes().len()).any(|axis| has_short_rows(pass, axis));
                let (every, lanes) = if is_short { (GROUP, GROUP + rows % GROUP) } else { (LANES, LANES) };
                Traversal { leaf_rows: LEAF.min(rows.max(1)), lanes, every, is_short, ..across }
            }
            None => across,
        }
    }

    /// That of outputs which are so many rows along the lanes, or columns of so many.
    #[inline(always)]
    pub(in crate::engine) fn of_sizes(along: bool, rows: usize, columns: usize) -> Self {
        let across = Traversal::across(rows);
        let along_rows = Traversal { along, lanes: columns.clamp(1, LANES), ..across };
        match along {
            false => across,
            true if rows == 1 => Traversal { leaf_rows: 1, ..along_rows }.in_pieces_of(LEAF, columns),
            // Rows shorter than the lanes, which a kernel would have to go over one by one.
            true if columns < LANES => {
                let [leaf_rows, block] =
                    [LEAF, SHORT_BLOCK].map(|most| short_rows(columns, most).clamp(1, rows.max(1)));
                let lanes = (leaf_rows * columns).clamp(1, LANES);
                Traversal { leaf_rows, lanes, end_to_end: Some(block), ..along_rows }
            }
            true => {
                let leaf_rows = (LEAF / columns.max(1)).clamp(1, rows.max(1));
                Traversal { leaf_rows, ..along_rows }.in_pieces_of(LEAF, columns)
            }
        }
    }

    /// With long rows cut into leaves of so many elements.
    #[inline(always)]
    fn in_pieces_of(self, piece: usize, columns: usize) -> Self {
        Traversal { piece, pieces: columns.div_ceil(piece), ..self }
    }

    /// That of columns of so many rows.
    #[inline(always)]
    pub(super) fn across(rows: usize) -> Self {
        let leaf_rows = LEAF_ROWS.min(rows.max(1));
        let (along, pieces, piece) = (false, 1, LEAF);
        Traversal {
            along,
            rows,
            leaf_rows,
            pieces,
            piece,
            is_short: false,
            end_to_end: None,
            lanes: 1,
            every: 1,
            leaves_at_once: 1,
            is_one_by_one: false,
        }
    }

    /// The same leaves side by side, where that is better: the columns are few, and all that is read has them adjacent.
    pub(super) fn side_by_side(self, plan: &LoopPlan, operands: &[RawOperand]) -> Self {
        let (Traversal { rows, leaf_rows, .. }, columns) = (self, plan.columns());
        let is_fit = |(at, operand): (usize, &RawOperand)| {
            let step = plan.column_stride(at);
            let is_small = columns * operand.size() < LANES;
            is_small && !operand.is_computed() && (step == 0 || step == operand.size() as isize)
        };
        let many = columns < SHORT && plan.run() == rows && rows / LEAF_ROWS * columns >= LANES / 2;
        if self != Traversal::across(rows) || !many || !operands.iter().enumerate().all(is_fit) {
            return self;
        }
        let whole = LANES >> columns.trailing_zeros().min(LANES.ilog2());
        let leaves = whole * (SIDE_BY_SIDE / (whole * columns)).max(1);
        Traversal { end_to_end: Some(leaves), lanes: leaves, every: leaf_rows, leaves_at_once: leaves, ..self }
    }

    /// Whether an output has several rows, along which lanes run.
    pub(super) fn has_rows(self) -> bool {
        self.along && self.rows != 1
    }

    /// Whether its rows are short, and lie end to end.
    pub(super) fn has_rows_end_to_end(self) -> bool {
        self.has_rows() && self.end_to_end.is_some()
    }

    /// Whether an output is one row, along which lanes run.
    pub(super) fn is_row(self) -> bool {
        self.along && self.rows == 1
    }

    /// With short rows end to end, each element of which has an accumulator.
    pub(super) fn singly(self) -> Self {
        Traversal { end_to_end: Some((LINE / self.lanes).max(1)), ..self }
    }

    /// Whether they lie so.
    pub(super) fn is_singly(self) -> bool {
        self.is_row() && self.end_to_end.is_some()
    }

    /// Whether accumulators take rows in turn.
    pub(super) fn takes_turns(self) -> bool {
        self.every > 1 && self.leaves_at_once == 1
    }

    /// Whether outputs are short rows, and lanes go across these.
    pub(super) fn is_across_short_rows(self) -> bool {
        self.is_short && !self.along
    }

    /// How many accumulators an output has at a time, where nothing waits for another piece of a leaf.
    pub(super) fn at_a_time(self) -> usize {
        if self.is_across_short_rows() { 1 + GROUP.ilog2() as usize } else { self.lanes }
    }

    /// Which accumulator takes a row, where they do so in turn: those behind the last group of a short one have others.
    pub(super) fn turn(self, row: usize) -> usize {
        let in_turn = if self.is_short { self.rows - self.rows % self.every } else { self.rows };
        if row < in_turn { row % self.every } else { self.every + row - in_turn }
    }

    /// Which row of those end to end a row of a leaf is, where each has accumulators.
    #[inline(always)]
    pub(super) fn place_in_line(self, row: usize) -> usize {
        match self.end_to_end {
            Some(rows) if !self.along => row % rows,
            _ => 0,
        }
    }

    /// Leaves of an output.
    #[inline(always)]
    pub(in crate::engine) fn leaves(self) -> usize {
        self.rows.div_ceil(self.leaf_rows) * self.pieces
    }

    /// Outputs that are computed side by side, with accumulators of so many bytes.
    pub(super) fn tile(self, columns: usize, acc: usize, is_staged: bool) -> usize {
        match self.along {
            false if self.takes_turns() && !self.is_short => (WIDE_LANES / self.lanes / acc).max(LANES),
            false => (WIDE / acc).max(LANES),
            true if self.is_singly() => self.end_to_end.unwrap_or(1),
            true if self.is_row() => {
                let most = if self.is_short { 4 * LANES } else { LANES };
                (TILE / columns.max(1)).clamp(if is_staged { STAGED_ROWS } else { 1 }, most)
            }
            true => 1,
        }
    }

    /// Whose accumulators a kernel joins to.
    pub(super) fn accs(self) -> Accs {
        if self.along && !self.is_short { Accs::Lanes } else { Accs::Columns }
    }

    /// A leaf of outputs of so many columns: of `tile`, so many rows side by side and these columns.
    pub(super) fn part(self, leaf: usize, columns: usize, tile: (usize, Range<usize>)) -> Part {
        let (part, piece) = (leaf / self.pieces, leaf % self.pieces);
        let columns = match self.along {
            true if self.pieces > 1 => piece * self.piece..columns.min((piece + 1) * self.piece),
            true => 0..columns,
            false => tile.1,
        };
        if self.is_row() {
            // Those of several outputs, each of which has accumulators.
            return (0..tile.0, columns);
        }
        let start = part * self.leaf_rows;
        (start..self.rows.min(start + self.leaf_rows), columns)
    }
}

/// Elements of a leaf of long rows: where the order of joins is of no matter, more of small elements, which are joined
/// too often else.
fn piece(pass: &Shaped) -> usize {
    if is_in_any_order(pass) { LEAF.max(LEAF_BYTES / widest(&pass.operands).max(1)) } else { LEAF }
}

/// How elements are gone through, and what is chosen for all kernel calls.
pub(super) fn gone_over<'a>(
    placed: &'a PlacedPass<'a>,
    at: Streams<'a>,
    of: PlanOf<'a>,
    folds: usize,
) -> (Traversal, Pass<'a>) {
    let (traversal, mut pass) = chosen(placed, at, of, folds);
    let columns = pass.columns();
    if traversal.has_rows() && pass.block.1 < columns {
        // Row by row, as where nothing is staged: so every lane sees its elements in the same order.
        pass.whole_rows(traversal.leaf_rows, traversal.piece);
    }
    if traversal.has_rows_end_to_end() {
        let rows = if pass.scratch() == 0 { traversal.leaf_rows } else { pass.block.0 };
        pass.block.0 = rows.min(pass.plan.run());
        // Else the runs around are those of other outputs.
        if pass.plan.run() < traversal.rows {
            pass.join_runs();
        }
    }
    pass.joins_columns = !traversal.along && traversal.every == 1;
    if pass.joins_columns && pass.packed {
        pass.take_lines();
    }
    // Every lane sees the same elements in the same order: sums of 1024x64 take a quarter of the time.
    pass.packed |= traversal.has_rows() && columns <= LEAF && columns.is_multiple_of(LANES) && pass.runs_on();
    (traversal, pass)
}

fn chosen<'a>(
    placed: &'a PlacedPass<'a>,
    at: Streams<'a>,
    (plan, window): PlanOf<'a>,
    folds: usize,
) -> (Traversal, Pass<'a>) {
    let traversal = Traversal::of(placed, plan.columns(), window);
    // What is kept would be scattered.
    let keeps = plan.streams().len() - folds > plan.reads();
    let traversal = if keeps { traversal } else { traversal.side_by_side(plan, &placed.operands) };
    let reducing = |traversal: Traversal| {
        Pass::reducing(plan, at, (placed.site, placed.f), folds, traversal.end_to_end, traversal.every)
    };
    if !(traversal.is_short && traversal.is_row()) {
        return (traversal, reducing(traversal));
    }
    let yields = placed.work.yields();
    let along = by_short_rows(yields, placed.site.speculates).then(|| reducing(traversal));
    match along.filter(|pass| has_whole_rows(yields, pass)) {
        Some(pass) => (traversal, pass),
        None => (traversal.singly(), reducing(traversal.singly())),
    }
}

/// Whether nothing cuts rows for the kernel, which has room for a run of what they yield.
pub(super) fn has_whole_rows(yields: &[Yield], pass: &Pass) -> bool {
    pass.block.1 == pass.columns() && is_buffered(yields.iter().map(|&item| width(item)).sum())
}
