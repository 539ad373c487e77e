//! The axes of a reduction in the order of its loops: which of them runs along the lanes decides whether outputs are rows or
//! columns.
//!
//! That is the last axis, unless another one takes its place:
//! * rows that are reduced would be shorter than the lanes, and the innermost of the kept axes is long enough;
//! * memory runs along a kept axis ([`turned`]).

use crate::engine::fold::Yield;
use crate::engine::kernel::LANES;
use crate::engine::node::{Kind, Shaped, Work};
use crate::engine::tuning::SHORT;
use crate::loop_plan::Group;
use crate::operand::RawOperand;

/// The axes outermost first: those that are kept, those that are reduced, the innermost one.
pub(super) fn order(node: &Shaped) -> Vec<(usize, Group)> {
    let sizes = node.shape.sizes();
    let live: Vec<usize> = (0..sizes.len()).filter(|&axis| sizes[axis] != 1).collect();
    let Some(&last) = live.last() else {
        return Vec::new();
    };
    let is_short = node.reduces(last) && sizes[last] < LANES;
    let long = || live.iter().copied().rfind(|&axis| !node.reduces(axis)).filter(|&axis| sizes[axis] >= LANES);
    let (inner, packed) = match if is_short { long() } else { turned(node) } {
        Some(axis) => (axis, false),
        None => (last, is_short),
    };
    let outer = || live.iter().filter(|&&axis| axis != inner);
    let kept = outer().filter(|&&axis| !node.reduces(axis)).map(|&axis| (axis, Group::Kept));
    let group = |axis: usize| if packed { Group::Alone(axis) } else { Group::Reduced };
    let reduced = outer().filter(|&&axis| node.reduces(axis)).map(|&axis| (axis, group(axis)));
    kept.chain(reduced).chain([(inner, Group::Alone(inner))]).collect()
}

/// Whether a reducing pass has an output in each column along an axis.
pub(in crate::engine) fn is_across(node: &Shaped, axis: usize) -> bool {
    node.kind() == Kind::Reduction && !node.reduces(axis) && order(node).last().is_some_and(|&(inner, _)| inner == axis)
}

/// Whether 64 of them for each of 64 outputs are not too much for the second cache.
fn has_small_accumulators(node: &Shaped) -> bool {
    let Work::Stage { yields, .. } = &node.work else { return false };
    yields.iter().all(|item| !matches!(item, Yield::Fold(fold) if fold.acc > 64))
}

/// The axis along which memory runs, where that is not the last one, which is long and the only one that is reduced.
pub(super) fn turned(node: &Shaped) -> Option<usize> {
    let sizes = node.shape.sizes();
    let last = sizes.iter().rposition(|&size| size != 1)?;
    let alone = (0..last).all(|axis| sizes[axis] == 1 || !node.reduces(axis));
    let runs = |operand: &RawOperand, axis: usize| operand.axes().output_stride(axis, sizes.len()).unsigned_abs() == 1;
    // What is stored along rows would have to be gathered.
    let mut stored = node.operands.iter().filter(|operand| !operand.is_computed() && operand.axes().sizes().len() > 1);
    let by_rows = stored.any(|operand| runs(operand, last));
    let fits = node.reduces(last) && alone && sizes[last] >= LANES && !by_rows && has_small_accumulators(node);
    let leader = node.leader().filter(|_| fits)?;
    (0..last).find(|&axis| sizes[axis] >= SHORT && runs(leader, axis))
}
