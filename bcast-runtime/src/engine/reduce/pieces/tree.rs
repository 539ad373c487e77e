//! Who has which leaves of an output, and which of them are joined where they are.

use crate::engine::passes::Shaped;
use crate::engine::reduce::order::order;
use crate::engine::reduce::traversal::{Part, Traversal};
use crate::loop_plan::Group;
use std::ops::{Range, RangeInclusive};

/// How the axis that is cut lies in an output.
pub(super) struct Cut {
    /// Along its columns, or else along its rows.
    by_columns: bool,
    /// So many of these have the same index.
    inside: usize,
    size: usize,
    /// Where each piece ends.
    ends: Vec<usize>,
}

impl Cut {
    pub(super) fn of(pass: &Shaped, axis: usize, ends: Vec<usize>) -> Self {
        let (order, sizes) = (order(pass, None), pass.shape.sizes());
        let is_column = |group: Group| group == Group::Columns;
        let at = order.iter().position(|&(other, _)| other == axis).expect("what is cut has several indices");
        let by_columns = is_column(order[at].1);
        let inner =
            order[at + 1..].iter().filter(|&&(other, group)| is_column(group) == by_columns && pass.reduces(other));
        let inside = inner.map(|&(other, _)| sizes[other]).product();
        let size = sizes[axis];
        Cut { by_columns, inside, size, ends }
    }

    /// Who has a row or a column, and how many from it on.
    fn owner(&self, at: usize) -> (usize, usize) {
        let (index, turn) = (at / self.inside % self.size, self.inside * self.size);
        let owner = self.ends.iter().position(|&end| index < end).expect("place 2");
        (owner, at / turn * turn + self.ends[owner] * self.inside - at)
    }

    /// Behind which index a run ends.
    fn end(&self, run: &Run) -> usize {
        let last = if self.by_columns { run.columns.end } else { run.rows.end } - 1;
        last / self.inside % self.size + 1
    }

    /// Who has the elements of a leaf, in their order.
    fn runs(&self, (rows, columns): &Part) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut row = rows.start;
        while row < rows.end {
            if !self.by_columns {
                let (owner, many) = self.owner(row);
                let end = rows.end.min(row + many);
                match runs.last_mut() {
                    Some(last) if last.owner == owner => last.rows.end = end,
                    _ => runs.push(Run { owner, rows: row..end, columns: columns.clone() }),
                }
                row = end;
                continue;
            }
            let mut column = columns.start;
            while column < columns.end {
                let (owner, many) = self.owner(column);
                let end = columns.end.min(column + many);
                runs.push(Run { owner, rows: row..row + 1, columns: column..end });
                column = end;
            }
            row += 1;
        }
        runs
    }
}

/// Elements of a leaf that a piece has: rows, counted from the output's first, and columns.
pub(super) struct Run {
    pub(super) owner: usize,
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
}

/// Leaves that are joined where they are accumulated, or one that goes from piece to piece.
pub(super) struct Node {
    pub(super) leaves: Range<usize>,
    /// Who has the join.
    pub(super) owner: usize,
    /// Who has the elements of a leaf, if there are several.
    pub(super) runs: Vec<Run>,
}

/// The tree of joins of an output, as far as pieces share it.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// Which nodes take which others, in order.
    pub(super) joins: Vec<(usize, usize)>,
}

/// The leaves of an output, whichever it is.
pub(super) struct Leaves {
    traversal: Traversal,
    columns: usize,
}

impl Leaves {
    pub(super) fn of(traversal: Traversal, columns: usize) -> Self {
        Leaves { traversal, columns }
    }

    pub(super) fn count(&self) -> usize {
        self.traversal.leaves()
    }

    /// Who has which elements of each of these.
    fn runs(&self, leaves: Range<usize>, cut: &Cut) -> Vec<Vec<Run>> {
        leaves.map(|leaf| cut.runs(&self.traversal.part(leaf, self.columns, (1, 0..1)))).collect()
    }

    /// Whether one of these has elements of a leaf.
    pub(super) fn touches(&self, leaf: usize, cut: &Cut, who: RangeInclusive<usize>) -> bool {
        self.runs(leaf..leaf + 1, cut)[0].iter().any(|run| who.contains(&run.owner))
    }

    /// The first of these runs: whoever begins a leaf has all of it.
    fn begun(&self, leaf: usize, cut: &Cut) -> Run {
        cut.runs(&self.traversal.part(leaf, self.columns, (1, 0..1))).swap_remove(0)
    }
}

impl Tree {
    pub(super) fn of(leaves: &Leaves, cut: &Cut) -> Self {
        let mut tree = Tree { nodes: Vec::new(), joins: Vec::new() };
        tree.add(leaves, 0..leaves.count(), cut);
        tree
    }

    /// The same where each leaf belongs to whoever has its first element.
    pub(super) fn begun(leaves: &Leaves, cut: &Cut) -> Self {
        let mut tree = Tree { nodes: Vec::new(), joins: Vec::new() };
        let mut runs: Vec<_> = (0..leaves.count()).map(|leaf| vec![leaves.begun(leaf, cut)]).collect();
        tree.grow(&mut runs, 0);
        tree
    }

    /// Adds leaves that make a node of the tree of all; gives the node that takes all of these.
    pub(super) fn add(&mut self, leaves: &Leaves, some: Range<usize>, cut: &Cut) -> usize {
        self.grow(&mut leaves.runs(some.clone(), cut), some.start)
    }

    /// Adds the leaves of which these are the runs; gives the node that takes all.
    fn grow(&mut self, runs: &mut [Vec<Run>], first: usize) -> usize {
        let owner = runs[0][0].owner;
        if runs.len() == 1 || runs.iter().flatten().all(|run| run.owner == owner) {
            let several = runs.len() == 1 && runs[0].iter().any(|run| run.owner != owner);
            let runs_of = if several { std::mem::take(&mut runs[0]) } else { Vec::new() };
            let owner = runs_of.last().map_or(owner, |run| run.owner);
            self.nodes.push(Node { leaves: first..first + runs.len(), owner, runs: runs_of });
            return self.nodes.len() - 1;
        }
        // Where a counter of pairs would cut.
        let middle = 1 << (runs.len() - 1).ilog2();
        let (before, behind) = runs.split_at_mut(middle);
        let (left, right) = (self.grow(before, first), self.grow(behind, first + middle));
        self.joins.push((left, right));
        left
    }

    /// The nodes of leaves that go from piece to piece, in the order in which a process runs them: first those that end
    /// in another one, so that nobody waits for who waits for others. All processes have the same order of those
    /// between two of them.
    pub(super) fn handed_on(&self, here: &[bool]) -> Vec<(usize, &Node)> {
        let turn = |node: &Node| match &node.runs[..] {
            [first, last] if first.owner < last.owner => usize::from(!here[first.owner] || here[last.owner]),
            // Who has which runs says who waits for whom. In turns of their own two could wait for each other.
            _ => 2,
        };
        let mut all: Vec<_> = self.nodes.iter().enumerate().filter(|(_, node)| !node.runs.is_empty()).collect();
        all.sort_by_key(|(_, node)| turn(node));
        all
    }

    /// How many nodes of the same piece come before one.
    pub(super) fn place_in_lot(&self, node: usize) -> usize {
        self.nodes[..node].iter().filter(|other| other.owner == self.nodes[node].owner).count()
    }
}

/// Behind which index each process has what it needs for the leaves that begin in its part; parts end there.
pub(super) fn reach(leaves: &Leaves, cut: &Cut) -> Vec<usize> {
    let mut reach = cut.ends.clone();
    for leaf in 0..leaves.count() {
        let runs = cut.runs(&leaves.traversal.part(leaf, leaves.columns, (1, 0..1)));
        let owner = &mut reach[runs[0].owner];
        *owner = runs.iter().map(|run| cut.end(run)).fold(*owner, usize::max);
    }
    reach
}
