//! The rule of ranks where they are dynamic.

use super::{drawn, shapes};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::given::Given;
use crate::operand::{Along, HasAxes, OperandAxes};

/// The operands but for those inside expressions, for which the expression speaks.
fn outer(operands: &[impl HasAxes]) -> impl Iterator<Item = &OperandAxes<'_>> {
    operands.iter().map(HasAxes::axes).filter(|operand| !operand.is_inner())
}

/// The number of axes where some operand has a dynamic rank, by the rule that types follow otherwise: that of the
/// targets, or else the largest that an array has or a map reaches. A reduction counts as the rank that it came from if
/// something reaches beyond the rank that it left, or if it stands beside one of the same rank over other axes.
pub(crate) fn dynamic_rank<O: HasAxes>(call: &Call, operands: &[O]) -> Result<usize, Box<BroadcastError>> {
    if let Some(exact) = operands.iter().find(|o| o.axes().is_exact()) {
        return Ok(exact.axes().sizes().len());
    }
    let all = || outer(operands);
    let reductions = || {
        all().filter_map(|operand| match operand.lies() {
            Along::Kept(reduced, _) if !operand.sizes().is_empty() => Some((operand.sizes().len(), reduced)),
            _ => None,
        })
    };
    let is_map = |operand: &&OperandAxes| {
        matches!(operand.lies(), Along::Axes(_) | Along::AxesUnlessSingle(_) | Along::KeptWithin(..))
    };
    let says_rank = |operand: &&OperandAxes| !matches!(operand.lies(), Along::Kept(..) | Along::Given(_));
    let arrays = all().filter(|operand| !is_map(operand) && says_rank(operand));
    let others = match arrays.map(OperandAxes::reach).max().unwrap_or(0) {
        0 => all().filter(is_map).map(OperandAxes::reach).max().unwrap_or(0),
        arrays => arrays,
    };
    let lines_up = |(left, reduced): (usize, &[u8])| lines_up(operands, left, reduced);
    let source = |it: (usize, &'static [u8])| if others > it.0 || lines_up(it) { it.0 + it.1.len() } else { it.0 };
    let rank = others.max(reductions().map(source).max().unwrap_or(0));
    // An operand with more axes than its map has is reported first.
    check_ranks(call, operands, rank)?;
    check_covered(call, operands, rank)?;
    Ok(rank)
}

/// Every axis of the result needs something that lies along it.
fn check_covered(call: &Call, operands: &[impl HasAxes], rank: usize) -> Result<(), Box<BroadcastError>> {
    match (0..rank).find(|&axis| !is_covered(operands, axis, rank)) {
        Some(axis) => uncovered(call, operands, axis, rank),
        None => Ok(()),
    }
}

/// The same where types know the rank. They see to it, but for axes of reductions that are known when the call runs:
/// two of these may be the same one, or the one that no map names.
#[inline]
pub(super) fn check_kept(call: &Call, operands: &[impl HasAxes], rank: usize) -> Result<(), Box<BroadcastError>> {
    match outer(operands).any(|operand| operand.reduced().is_some()) {
        true => check_beside_kept(call, operands, rank),
        false => Ok(()),
    }
}

#[inline(never)]
fn check_beside_kept<O: HasAxes>(call: &Call, operands: &[O], rank: usize) -> Result<(), Box<BroadcastError>> {
    // A part of an expression need not have the axes that are none of its map's.
    let has = |operand: &OperandAxes, axis: usize| match operand.lies() {
        Along::Kept(..) => true,
        Along::KeptWithin(reduced, map) => {
            let within = operand.sizes().len() + reduced.len() == map.len() && map.contains(&(axis as u8));
            within && is_again(operands, reduced)
        }
        _ => false,
    };
    let is_open =
        |&axis: &usize| outer(operands).any(|operand| has(operand, axis)) && !is_covered(operands, axis, rank);
    match (0..rank).find(is_open) {
        Some(axis) => uncovered(call, operands, axis, rank),
        None => Ok(()),
    }
}

fn is_covered(operands: &[impl HasAxes], axis: usize, rank: usize) -> bool {
    let covers = |own: &OperandAxes| (0..own.extent().len()).any(|at| own.output_axis(at, rank) == axis);
    outer(operands).any(covers)
}

/// Whether several reductions are over these axes.
fn is_again(operands: &[impl HasAxes], axes: &[u8]) -> bool {
    outer(operands).filter(|operand| operand.reduced() == Some(axes)).count() > 1
}

/// Where reductions over different axes have lined up, what none of them kept has size 1.
#[cold]
fn uncovered<O: HasAxes>(call: &Call, operands: &[O], axis: usize, rank: usize) -> Result<(), Box<BroadcastError>> {
    let is_lined = |operand: &OperandAxes| match (operand.lies(), operand.sizes().len()) {
        (Along::Kept(reduced, _), own) => own + reduced.len() == rank && lines_up(operands, own, reduced),
        (Along::KeptWithin(reduced, map), own) => lines_up_within(operands, own, reduced, map),
        _ => false,
    };
    if outer(operands).any(is_lined) {
        return Ok(());
    }
    let again = outer(operands).filter_map(OperandAxes::reduced).any(|axes| is_again(operands, axes));
    Err(Box::new(BroadcastError::Uncovered { call: call.name, axis, again, shapes: shapes(call, operands, rank) }))
}

/// Whether what a reduction left stands beside a reduction of the same rank over other axes.
fn lines_up(operands: &[impl HasAxes], left: usize, reduced: &[u8]) -> bool {
    outer(operands).any(|other| match (other.lies(), other.sizes().len()) {
        (Along::Kept(..), 0) => false,
        (Along::Kept(axes, _), own) => own + axes.len() == left + reduced.len() && axes != reduced,
        _ => false,
    })
}

/// The rule of ranks for what the types could not see.
pub(super) fn check_ranks(call: &Call, operands: &[impl HasAxes], rank: usize) -> Result<(), Box<BroadcastError>> {
    for (index, operand) in operands.iter().enumerate() {
        let own = operand.axes().extent().len();
        // What is inside an expression was compared when that was made.
        if own == rank && matches!(operand.axes().lies(), Along::Same) || operand.axes().is_inner() {
            continue;
        }
        let expected = match operand.axes().lies() {
            Along::Given(given) if given.values().len() != own || !given.fits(rank) => {
                return Err(not_along(call, operands, index, &given, rank));
            }
            Along::Axes(axes) => axes.len(),
            Along::AxesUnlessSingle(axes) if own != 0 => axes.len(),
            Along::AxesUnlessSingle(map) | Along::KeptWithin(_, map) if is_number(operands, map) => map.len(),
            Along::KeptWithin(reduced, map) if own != 0 && own + reduced.len() != map.len() => {
                if lines_up_within(operands, own, reduced, map) {
                    map.len().saturating_sub(reduced.len())
                } else {
                    map.len()
                }
            }
            Along::Kept(reduced, _) if own + reduced.len() == rank => own,
            Along::Same | Along::Kept(..) if own != 0 || operand.axes().is_exact() => rank,
            Along::Right => own.min(rank),
            _ => own,
        };
        if own != expected || operand.axes().reach() > rank {
            return Err(misplaced(call, operands, index, expected, rank));
        }
    }
    Ok(())
}

/// Whether a part with this map is a number, which has no axes to map: nothing in it lies along any of them.
fn is_number(operands: &[impl HasAxes], map: &[u8]) -> bool {
    let lies_along = |axes: &[u8]| axes.iter().any(|axis| map.contains(axis));
    outer(operands).all(|own| match own.lies() {
        Along::Axes(axes) | Along::AxesUnlessSingle(axes) | Along::KeptWithin(_, axes) => {
            own.extent().is_empty() || !lies_along(axes)
        }
        Along::Given(_) => false,
        _ => true,
    })
}

/// Whether what a reduction left in a part with this map stands beside a reduction of the same rank over other axes,
/// and beside no array: then the part has the rank that both came from. Parts with the same map are taken for one.
fn lines_up_within(operands: &[impl HasAxes], own: usize, reduced: &[u8], map: &[u8]) -> bool {
    let part = || outer(operands);
    let lines_up = part().any(|other| match other.lies() {
        Along::KeptWithin(axes, other_map) => {
            other_map == map && axes != reduced && other.sizes().len() + axes.len() == own + reduced.len()
        }
        _ => false,
    });
    let is_array = |other: &OperandAxes| match other.lies() {
        Along::AxesUnlessSingle(axes) => axes == map && other.extent().len() == map.len(),
        _ => false,
    };
    lines_up && !part().any(is_array)
}

/// An operand does not lie along the axes that a value says.
#[cold]
fn not_along<O: HasAxes>(call: &Call, operands: &[O], index: usize, given: &Given, rank: usize) -> Box<BroadcastError> {
    let (operand, own) = (Some(call.operand(operands, index)), operands[index].axes().extent().len());
    let axes = given.values().iter().map(|&axis| axis.into()).collect();
    Box::new(BroadcastError::Axis { call: call.name, operand, own, axes, rank })
}

#[cold]
fn misplaced<O: HasAxes>(
    call: &Call,
    operands: &[O],
    index: usize,
    expected: usize,
    rank: usize,
) -> Box<BroadcastError> {
    let shapes = drawn(call, operands, |own| own.extent().iter().map(|&size| Some(size)).collect());
    let (raw, operand, call) = (operands[index].axes(), call.operand(operands, index), call.name);
    let own = raw.extent().len();
    Box::new(if own != expected {
        let lacks_map = own < rank && !raw.is_exact() && matches!(raw.lies(), Along::Same);
        let last = lacks_map.then(|| (rank - own..rank).collect());
        BroadcastError::Rank { call, operand, rank: own, expected, last, shapes }
    } else {
        BroadcastError::Reach { call, operand, axis: raw.reach() - 1, rank, shapes }
    })
}
