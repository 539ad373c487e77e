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
    let reduced = axes(|group| group == Group::Reduced);
    let lanes = axes(|group| group == Group::Columns);
    format!("kept {kept:?}, reduced {reduced:?}, lanes {lanes:?}: {traversal}")
}

impl fmt::Display for Traversal {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let Traversal { rows, leaf_rows, pieces, .. } = self;
        match (self.along, rows, pieces) {
            (true, 1, 1) if let Some(rows) = self.end_to_end => {
                return write!(to, "along a short row, {rows} rows end to end");
            }
            (true, 1, 1) if self.is_short => return write!(to, "along a short row"),
            (true, 1, 1) => return write!(to, "along a row"),
            (true, 1, _) => return write!(to, "along a row, in {pieces} leaves"),
            (true, ..) if self.end_to_end.is_some() => {
                return write!(to, "along rows, {leaf_rows} of {rows} end to end a leaf");
            }
            (true, _, 1) => return write!(to, "along rows, {leaf_rows} rows a leaf"),
            (true, ..) => return write!(to, "along rows, each in {pieces} leaves"),
            (false, ..) if self.is_one_by_one => return write!(to, "one by one, {rows} elements each"),
            (false, ..) => write!(to, "across, {leaf_rows} rows a leaf")?,
        }
        match (self.leaves_at_once, self.end_to_end) {
            (1, None) if self.takes_turns() => write!(to, ", taken in turns"),
            (1, None) => Ok(()),
            (1, Some(rows)) => write!(to, ", {rows} of them end to end"),
            (leaves, _) => write!(to, ", {leaves} leaves side by side"),
        }
    }
}
