//! What a reduction does with the axes and the rows of its pass, as text.

use super::Traversal;
use super::order::order;
use crate::engine::passes::Shaped;
use crate::loop_plan::Group;
use std::fmt;

/// The axes from the outermost loop to the lanes, and how these go over what is reduced.
pub(super) fn description(pass: &Shaped, traversal: Traversal) -> String {
    let order = order(pass, None);
    let axes = |is_one: fn(Group) -> bool| -> Vec<usize> {
        order.iter().filter(|&&(_, group)| is_one(group)).map(|&(axis, _)| axis).collect()
    };
    let kept = axes(|group| group == Group::Kept);
    let reduced = axes(|group| matches!(group, Group::Reduced | Group::Alone(_)));
    let lanes = axes(|group| group == Group::Columns);
    format!("kept {kept:?}, reduced {reduced:?}, lanes {lanes:?}: {traversal}")
}

impl fmt::Display for Traversal {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Traversal::Across { leaf_rows } => write!(to, "across, {leaf_rows} rows a leaf"),
            Traversal::SideBySide { leaf_rows, leaves } => {
                write!(to, "across, {leaf_rows} rows a leaf, {leaves} leaves side by side")
            }
            Traversal::InTurns { leaf_rows } => write!(to, "across, {leaf_rows} rows a leaf, taken in turns"),
            Traversal::Lined { leaf_rows, rows } => {
                write!(to, "across, {leaf_rows} rows a leaf, {rows} of them end to end")
            }
            Traversal::Row { pieces: 1 } => write!(to, "along a row"),
            Traversal::Row { pieces } => write!(to, "along a row, in {pieces} leaves"),
            Traversal::Rows { leaf_rows, pieces: 1 } => write!(to, "along rows, {leaf_rows} rows a leaf"),
            Traversal::Rows { pieces, .. } => write!(to, "along rows, each in {pieces} leaves"),
            Traversal::ShortRows { leaf_rows, inner } => {
                write!(to, "along rows, {leaf_rows} of {inner} end to end a leaf")
            }
        }
    }
}
