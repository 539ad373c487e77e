//! The axes of a reduction in the order of its loops: which of them runs along the lanes decides whether outputs are
//! rows or columns.
//!
//! That is the last axis, unless another one takes its place:
//! * rows that are reduced would be shorter than the lanes, and the innermost of the kept axes is long enough, or they
//!   are those of a matrix that has enough of them ([`has_rows_for_lanes`]);
//! * memory runs along a kept axis ([`turned`]).

use crate::engine::cursor::{GROUP, LANES};
use crate::engine::fold::Yield;
use crate::engine::passes::{Kind, Shaped, Work};
use crate::engine::tuning::{FEWEST_ACROSS, SHORT};
use crate::loop_plan::Group;
use crate::operand::RawOperand;

/// The axes outermost first: those that are kept, those that are reduced, the innermost one.
pub(super) fn order(pass: &Shaped) -> Vec<(usize, Group)> {
    let sizes = pass.shape.sizes();
    let live: Vec<usize> = (0..sizes.len()).filter(|&axis| sizes[axis] != 1).collect();
    let Some(&last) = live.last() else {
        return Vec::new();
    };
    let is_short = pass.reduces(last) && sizes[last] < LANES;
    let is_long =
        |&axis: &usize| sizes[axis] >= LANES || (live.len() == 2 && has_rows_for_lanes(sizes[axis], sizes[last]));
    let long = || live.iter().copied().rfind(|&axis| !pass.reduces(axis)).filter(is_long);
    let (inner, packed) = match if is_short { long() } else { turned(pass) } {
        Some(axis) => (axis, false),
        None => (last, is_short),
    };
    let outer = || live.iter().filter(|&&axis| axis != inner);
    let kept = outer().filter(|&&axis| !pass.reduces(axis)).map(|&axis| (axis, Group::Kept));
    let group = |axis: usize| if packed { Group::Alone(axis) } else { Group::Reduced };
    let reduced = outer().filter(|&&axis| pass.reduces(axis)).map(|&axis| (axis, group(axis)));
    kept.chain(reduced).chain([(inner, Group::Alone(inner))]).collect()
}

/// Whether lanes run across the rows of a matrix, although these are fewer than the lanes: then each row has a lane,
/// and there is nothing to join. On a Zen 4, sums of 63 rows of 2 to 48 columns take 0.25 to 0.5 of the time that lanes
/// along the rows take, of 16 rows 0.6 to 0.7, positions of maxima 0.5 to 0.8. Softmax of fewer rows than a group of
/// lanes would take longer where they are long.
#[inline(always)]
pub(in crate::engine) fn has_rows_for_lanes(rows: usize, columns: usize) -> bool {
    rows >= GROUP || (rows >= FEWEST_ACROSS && columns <= rows)
}

/// Whether a reducing pass has an output in each column along an axis.
pub(in crate::engine) fn is_across(pass: &Shaped, axis: usize) -> bool {
    pass.kind() == Kind::Reduction && !pass.reduces(axis) && order(pass).last().is_some_and(|&(inner, _)| inner == axis)
}

/// Whether 64 of them for each of 64 outputs are not too much for the second cache.
fn has_small_accumulators(pass: &Shaped) -> bool {
    let Work::Stage { yields, .. } = &pass.work else { return false };
    yields.iter().all(|item| !matches!(item, Yield::Fold(fold) if fold.acc > 64))
}

/// The axis along which memory runs, where that is not the last one, which is long and the only one that is reduced.
pub(super) fn turned(pass: &Shaped) -> Option<usize> {
    let sizes = pass.shape.sizes();
    let last = sizes.iter().rposition(|&size| size != 1)?;
    let alone = (0..last).all(|axis| sizes[axis] == 1 || !pass.reduces(axis));
    let runs = |operand: &RawOperand, axis: usize| operand.axes().output_stride(axis, sizes.len()).unsigned_abs() == 1;
    // What is stored along rows would have to be gathered.
    let mut stored = pass.operands.iter().filter(|operand| !operand.is_computed() && operand.axes().sizes().len() > 1);
    let by_rows = stored.any(|operand| runs(operand, last));
    let fits = pass.reduces(last) && alone && sizes[last] >= LANES && !by_rows && has_small_accumulators(pass);
    let leader = pass.leader().filter(|_| fits)?;
    (0..last).find(|&axis| sizes[axis] >= SHORT && runs(leader, axis))
}
