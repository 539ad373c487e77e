//! How a small stage accumulates: by the [`Traversal`] of all reductions, where each output has a leaf, or some that
//! follow each other evenly.

use super::look::is_wasteful;
use super::{Cursors, Nest};
use crate::engine::Site;
use crate::engine::cursor::{Accs, DOWN, GROUP, LANES, RIGHT, SHORT_ROW};
use crate::engine::erased::Order;
use crate::engine::fold::Yield;
use crate::engine::kernel::{Kernels, is_buffered};
use crate::engine::passes::width;
use crate::engine::reduce::{
    Traversal, are_in_any_order, by_short_rows, has_rows_for_lanes, is_short, line_of, may_go_along,
};
use crate::engine::tuning::{AT_ONCE, FEW, FEW_ALONE, LEAF, LEAF_LINES, LEAF_ROWS, SINGLY, SMALL_HEAP};

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
    /// Where leaves or lines are rows of the kernel: columns of the last one, if it has fewer.
    pub(super) rest: usize,
    /// How elements are joined, each of which has one.
    pub(super) order: Option<Order>,
    /// Then so many outputs at a time.
    pub(super) at_once: usize,
}

/// Bytes of outputs and accumulators in a lane.
#[inline(always)]
pub(super) fn per_lane(yields: &[Yield]) -> usize {
    yields.iter().map(|&item| width(item)).sum()
}

/// What else decides how a stage accumulates.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    /// Its operands run on.
    pub(super) runs_on: bool,
    /// Short rows are reduced along the lanes.
    pub(super) along: bool,
    /// Its kernels can do so; else each element has an accumulator.
    pub(super) by_short_rows: bool,
    /// Its kernels can write these.
    pub(super) writes_each: bool,
    /// The order of joins is of no matter.
    pub(super) any_order: bool,
}

impl Ways {
    /// Those of a stage whose operands run on, with so many bytes in the widest element.
    #[inline(always)]
    pub(super) fn of(site: &Site, widest: usize, yields: &[Yield]) -> Self {
        Ways {
            runs_on: true,
            along: may_go_along(yields, widest),
            by_short_rows: by_short_rows(yields, site.speculates) && is_buffered(per_lane(yields)),
            writes_each: site.writes_each,
            any_order: are_in_any_order(yields),
        }
    }
}

impl Leaves {
    /// Those of a stage that reduces rows, columns or both, with so many bytes of outputs and accumulators in a lane. A
    /// vector is one row, and both are reduced or none.
    pub(super) fn of(
        (rows, columns): (usize, usize),
        reduces: (bool, bool),
        ways: Ways,
        per_lane: usize,
    ) -> Option<Leaves> {
        let (above, along) = reduces;
        if !above && !along {
            return Some(if ways.runs_on { Leaves::end_to_end(rows * columns, 0) } else { Leaves::one(rows, columns) });
        }
        if Leaves::is_turned((rows, columns), reduces, ways.along) {
            let (count, size) = (columns.div_ceil(LEAF_ROWS), LEAF_ROWS.min(columns));
            return Some(Leaves {
                accs: Accs::Columns,
                outputs: rows,
                lanes: 1,
                count,
                size,
                ..Leaves::one(columns, rows)
            });
        }
        // All elements are a row where the order of joins is of no matter.
        let is_row = above && along && ways.runs_on && ways.any_order;
        let (rows, columns) = if is_row { (1, rows * columns) } else { (rows, columns) };
        // Axes of size 1 do not count: then the rows are what is reduced.
        let is_column = columns == 1 && rows > 1;
        if is_column { None } else { Leaves::accumulating(above, along, (rows, columns), ways, per_lane) }
    }

    /// Those of a stage whose operands are [adjacent](super::adjacent), unless it goes over turned copies.
    #[inline(always)]
    pub(super) fn of_adjacent(
        (rows, columns): (usize, usize),
        reduces: (bool, bool),
        yields: &[Yield],
        speculates: bool,
        ways: Ways,
    ) -> Option<Leaves> {
        let (sizes, per_lane) = ((rows, columns), per_lane(yields));
        match Leaves::order_of_each(sizes, reduces, (speculates, true), ways, per_lane) {
            Some(order) => Some(Leaves::of_lanes(sizes, order, ways)),
            None if Leaves::is_turned(sizes, reduces, ways.along) => None,
            None => Leaves::of(sizes, reduces, ways, per_lane),
        }
    }

    /// The order in which elements are joined each of which has an accumulator: of short rows that kernels cannot go
    /// along, or where it gains.
    #[inline(always)]
    pub(super) fn order_of_each(
        sizes: (usize, usize),
        reduces: (bool, bool),
        gains: (bool, bool),
        ways: Ways,
        per_lane: usize,
    ) -> Option<Order> {
        Leaves::order_of_short_rows(sizes, reduces, ways).or_else(|| Leaves::singly(sizes, reduces, gains, per_lane))
    }

    /// One of each element, end to end; they are joined afterwards in this order.
    pub(super) fn of_lanes((rows, columns): (usize, usize), order: Order, ways: Ways) -> Leaves {
        let (outputs, lanes) = if order == Order::Across { (columns, rows) } else { (rows, columns) };
        let at_once = if order == Order::Halves { (AT_ONCE / columns).max(1) } else { outputs };
        let accs = if ways.writes_each { Accs::Each } else { Accs::Columns };
        Leaves { accs, outputs, lanes, order: Some(order), at_once, ..Leaves::one(1, rows * columns) }
    }

    /// Whether short rows alone are reduced, and may be along the lanes.
    #[inline(always)]
    pub(super) fn are_short_rows(
        (rows, columns): (usize, usize),
        reduces: (bool, bool),
        along: impl FnOnce() -> bool,
    ) -> bool {
        let alone = reduces.1 && (rows == 1 || !reduces.0);
        alone && (GROUP..SHORT_ROW).contains(&columns) && along()
    }

    /// The order in which elements of short rows are joined that kernels cannot go along.
    #[inline(always)]
    fn order_of_short_rows(sizes: (usize, usize), reduces: (bool, bool), ways: Ways) -> Option<Order> {
        (!ways.by_short_rows && Leaves::are_short_rows(sizes, reduces, || ways.along)).then_some(Order::Halves)
    }

    /// The order in which a few elements are joined without a kernel, unless that takes less.
    #[inline(always)]
    pub(super) fn order_of_few((rows, columns): (usize, usize), reduces: (bool, bool), ways: Ways) -> Option<Order> {
        let order = Leaves::order((rows, columns), reduces).filter(|_| rows * columns <= FEW_ALONE)?;
        let are_short = rows > 1 && Leaves::are_short_rows((rows, columns), reduces, || ways.along);
        (!are_short).then_some(order)
    }

    /// In which order the elements of a row or column are joined, where each has an accumulator; a column alone is
    /// reduced as a row is.
    #[inline(always)]
    pub(super) fn order((rows, columns): (usize, usize), reduces: (bool, bool)) -> Option<Order> {
        let is_fit = columns != 1 && (1..=SINGLY).contains(&(rows * columns));
        if !is_fit || Leaves::is_in_lines((rows, columns), reduces) {
            return None;
        }
        match reduces {
            (true, false) => Some(Order::Across),
            (false, true) if columns > LANES => None,
            (false, true) if Leaves::is_turned((rows, columns), reduces, true) => Some(Order::Along),
            (false, true) => Some(Order::Halves),
            _ => None,
        }
    }

    /// The same where it gains, as the kernel goes over all elements end to end. Functions do where lanes would fill
    /// their groups badly, or have to be joined in each row. Where elements run on, so do a few, and short rows of
    /// which there are too many to go over them one by one.
    #[inline(always)]
    fn singly(
        (rows, columns): (usize, usize),
        reduces: (bool, bool),
        (speculates, run_on): (bool, bool),
        per_lane: usize,
    ) -> Option<Order> {
        let order = Leaves::order((rows, columns), reduces)?;
        let len = rows * columns;
        let gains = if speculates {
            let gains = match order {
                Order::Across => is_wasteful(columns),
                Order::Along => is_wasteful(rows),
                Order::Halves => columns < LANES,
            };
            gains && len * per_lane <= SMALL_HEAP
        } else {
            run_on && len <= FEW && order != Order::Across && per_lane <= size_of::<f64>()
        };
        gains.then_some(order)
    }

    /// Those of a reduction of the rows, of the columns or of both.
    #[inline(always)]
    fn accumulating(
        above: bool,
        along: bool,
        (rows, columns): (usize, usize),
        ways: Ways,
        per_lane: usize,
    ) -> Option<Leaves> {
        let (whole, len) = (Leaves::one(rows, columns), rows * columns);
        let reduced = if above { rows } else { 1 };
        let traversal = Traversal::of_sizes(along, reduced, columns);
        let Traversal { leaf_rows, pieces, lanes, .. } = traversal;
        let count = traversal.leaves();
        if !along {
            if let Some(line) = line_of(rows, columns) {
                return if ways.runs_on { Leaves::in_lines((rows, columns), line) } else { None };
            }
            let leaves = Leaves { accs: Accs::Columns, outputs: columns, lanes, count, size: leaf_rows, ..whole };
            return Some(leaves);
        }
        let runs_on = ways.runs_on && (above || rows == 1);
        if runs_on && ways.any_order && len > LEAF && is_buffered(per_lane) {
            return Some(Leaves { accs: Accs::Rows, lanes: 1, ..Leaves::one(1, len) });
        }
        if reduced == 1 {
            return match pieces {
                1 if Leaves::start_from_nothing(columns, ways, per_lane) => {
                    Some(Leaves { accs: Accs::Rows, outputs: rows, lanes: 1, ..whole })
                }
                1 => Some(Leaves { outputs: rows, lanes, ..whole }),
                _ => runs_on.then(|| Leaves::follow(len, LEAF, lanes, per_lane)),
            };
        }
        // Every lane sees the same elements in the same order.
        let is_even = columns < LANES || columns.is_multiple_of(LANES);
        match pieces {
            1 if runs_on && is_even => Some(Leaves::follow(len, leaf_rows * columns, lanes, per_lane)),
            1 if columns >= LANES => Some(Leaves { lanes, count, size: leaf_rows, ..whole }),
            _ => None,
        }
    }

    /// Whether rows of so many columns, of one leaf each, start from nothing and leave one accumulator.
    #[inline(always)]
    fn start_from_nothing(columns: usize, ways: Ways, per_lane: usize) -> bool {
        columns >= if ways.along && ways.by_short_rows { GROUP } else { LANES } && is_buffered(per_lane)
    }

    /// Whether all elements are such a row.
    #[inline(always)]
    pub(super) fn is_one_row((rows, columns): (usize, usize), ways: Ways, per_lane: usize) -> bool {
        let is_row = rows == 1 && columns <= LEAF && Leaves::start_from_nothing(columns, ways, per_lane);
        is_row && Leaves::order_of_short_rows((rows, columns), (true, true), ways).is_none()
    }

    /// Whether rows lie in lines.
    #[inline(always)]
    pub(super) fn is_in_lines((rows, columns): (usize, usize), reduces: (bool, bool)) -> bool {
        reduces == (true, false) && line_of(rows, columns).is_some()
    }

    /// One of all rows in lines, each element of which has an accumulator; nothing if there are several.
    fn in_lines((rows, columns): (usize, usize), line: usize) -> Option<Leaves> {
        let (lines, rest) = (rows / line, rows % line * columns);
        let leaves =
            Leaves { accs: Accs::Columns, outputs: columns, lanes: line, rest, ..Leaves::one(lines, line * columns) };
        (rows <= LEAF_LINES * line).then_some(leaves)
    }

    /// One of all rows, whose lanes accumulate to one output.
    fn one(rows: usize, columns: usize) -> Leaves {
        let (accs, order) = (Accs::Lanes, None);
        Leaves { rows, columns, accs, outputs: 1, lanes: 0, count: 1, size: rows, rest: 0, order, at_once: usize::MAX }
    }

    /// One of so many elements.
    fn end_to_end(len: usize, lanes: usize) -> Leaves {
        Leaves { lanes, ..Leaves::one(1, len) }
    }

    /// Leaves of `size` elements, end to end. Of several each is a row of the kernel, unless accumulators are large:
    /// there the kernel takes longer to join them (positions of maxima of 1000x3 1.1 to 1.2 times as long).
    fn follow(len: usize, size: usize, lanes: usize, per_lane: usize) -> Leaves {
        let (count, full, rest) = (len.div_ceil(size), len / size, len % size);
        match count {
            1 => Leaves::end_to_end(len, lanes),
            _ if per_lane <= 8 && size >= LANES => {
                Leaves { accs: Accs::Rows, lanes: 1, count, size, rest, ..Leaves::one(full, size) }
            }
            _ => Leaves { count, size, ..Leaves::end_to_end(len, lanes) },
        }
    }

    /// Whether outputs are columns, as rows are too short: the kernel goes over turned copies. Others may go along the
    /// lanes, or what is reduced may not.
    #[inline(always)]
    pub(super) fn is_turned((rows, columns): (usize, usize), reduces: (bool, bool), goes_along: bool) -> bool {
        let reduces_rows = reduces == (false, true);
        let is_too_short = if goes_along { columns < GROUP } else { is_short(columns) };
        reduces_rows && is_too_short && columns > 1 && has_rows_for_lanes(rows, columns)
    }

    /// How the kernel goes over all of them.
    #[inline(always)]
    pub(super) fn nest<'s>(&self, kernels: &'s Kernels) -> Nest<'s> {
        Nest { rows: self.rows, columns: self.columns, kernels }
    }

    /// Accumulators of all leaves, and of the lanes of one that has fewer columns.
    pub(super) fn accumulators(&self) -> usize {
        let all = self.count * self.outputs.min(self.at_once) * self.lanes;
        let room = if self.accs == Accs::Each { all.next_multiple_of(LANES) } else { all };
        room + if self.rest > 0 && self.accs == Accs::Rows { LANES } else { 0 }
    }

    /// Where operands run on, rows follow each other.
    #[inline(always)]
    pub(super) fn lay(&self, reads: usize, cursors: &mut Cursors) {
        if self.rows > 1 {
            (0..reads).for_each(|at| cursors.set_rows(at, self.columns));
        }
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
            Accs::Columns | Accs::Each => (LANES * size, 0),
            Accs::Rows => (0, size),
        };
        [right as isize, down as isize]
    }
}
