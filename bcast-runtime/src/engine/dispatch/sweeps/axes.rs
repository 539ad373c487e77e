//! Along which axis each pass is cut into blocks, where arrays are in no memory.

use super::Taken;
use crate::engine::contraction::Contraction;
use crate::engine::dispatch::cuts;
use crate::engine::passes::{Reduce, Shaped, Work};
use crate::engine::segment::Cuts;
use crate::error::BroadcastError;
use crate::operand::RawOperand;
use std::collections::HashMap;

/// The bytes of an array.
pub(super) fn bytes(operand: &RawOperand) -> usize {
    operand.len() * operand.size()
}

/// The number of axes of the largest array, along which it may be cut.
pub(super) fn candidates(shaped: &[Shaped], taken: &[Vec<Taken>]) -> usize {
    largest(shaped, taken).map_or(0, |operand| operand.axes().sizes().len()).max(1)
}

fn largest<'o, 'a>(shaped: &'o [Shaped<'a>], taken: &[Vec<Taken>]) -> Option<&'o RawOperand<'a>> {
    let all = shaped.iter().zip(taken).flat_map(|(pass, taken)| taken.iter().map(|taken| &pass.operands[taken.at]));
    all.reduce(|a, b| if bytes(b) > bytes(a) { b } else { a })
}

/// The cut of each pass, if the largest array is cut along this axis; `alone` if one process has all blocks.
pub(super) fn cuts_along(
    shaped: &[Shaped],
    taken: &[Vec<Taken>],
    prefer: usize,
    alone: bool,
) -> Result<Cuts, Box<BroadcastError>> {
    let rank = candidates(shaped, taken);
    let (mut cuts, mut axes) = (Cuts::new(), HashMap::new());
    if let Some(largest) = largest(shaped, taken).filter(|largest| largest.axes().sizes().len() > prefer) {
        if largest.axes().sizes()[prefer] < 2 && prefer + 1 < rank {
            return Err(refused(shaped, "an axis of one index is not cut"));
        }
        axes.insert(address(largest), prefer);
    }
    for (pass, taken) in shaped.iter().zip(taken) {
        let cut = match cuts::cut(pass, shaped, &cuts, None)? {
            _ if pass.len() == 0 => None,
            Some(axis) => Some(axis),
            None => of_arrays(pass, taken, &mut axes, (prefer, rank)),
        };
        if let Some(axis) = cut {
            check(pass, axis, alone)?;
            for operand in taken.iter().map(|taken| &pass.operands[taken.at]) {
                if let Some(own) = operand.axes().own_axis(axis, pass.shape.sizes().len()) {
                    axes.entry(address(operand)).or_insert(own);
                }
            }
        }
        cuts.push(cut);
    }
    Ok(cuts)
}

fn address(operand: &RawOperand) -> usize {
    operand.value_ptr().addr()
}

/// The cut that the largest array of a pass asks for: first of those that are cut elsewhere.
fn of_arrays(
    pass: &Shaped,
    taken: &[Taken],
    axes: &mut HashMap<usize, usize>,
    (prefer, rank): (usize, usize),
) -> Option<usize> {
    let mut operands: Vec<&RawOperand> = taken.iter().map(|taken| &pass.operands[taken.at]).collect();
    operands.sort_by_key(|operand| std::cmp::Reverse(bytes(operand)));
    let is_long = |operand: &RawOperand, own: usize| operand.axes().sizes().get(own).is_some_and(|&size| size > 1);
    let known = operands.iter().find_map(|operand| {
        let own = *axes.get(&address(operand)).filter(|&&own| is_long(operand, own))?;
        Some((*operand, own))
    });
    let (operand, own) = known.or_else(|| {
        let operand = *operands.first()?;
        let len = operand.axes().sizes().len();
        let first = || (0..len).find(|&own| is_long(operand, own));
        Some((operand, Some(prefer).filter(|&own| len == rank && is_long(operand, own)).or_else(first)?))
    })?;
    Some(operand.axes().output_axis(own, pass.shape.sizes().len()))
}

/// Whether a pass can go over blocks along this axis.
fn check(pass: &Shaped, axis: usize, alone: bool) -> Result<(), Box<BroadcastError>> {
    let sizes = pass.shape.sizes();
    let before = |is_one: &dyn Fn(usize) -> bool| (0..axis).any(|other| sizes[other] > 1 && is_one(other));
    if pass.reduces(axis) {
        if before(&|other| pass.reduces(other)) {
            return Err(refused_by(pass, "a sum would go around the blocks many times"));
        }
        return Ok(());
    }
    let Work::Stage { reduce, .. } = pass.work else { return Ok(()) };
    match reduce {
        Reduce::Scan(scan) if usize::from(scan.axis) == axis && !alone => {
            Err(refused_by(pass, "what runs along the axis that is cut would go on in the next process"))
        }
        // These are laid out row by row.
        Reduce::Scan(_) if before(&|_| true) => Err(refused_by(pass, "what runs along an axis is cut along the first")),
        _ if Contraction::of_pass(pass).is_some() && before(&|other| !pass.reduces(other)) => {
            Err(refused_by(pass, "products of matrices are cut along their first axis"))
        }
        _ => Ok(()),
    }
}

pub(super) fn refused_by(pass: &Shaped, why: &str) -> Box<BroadcastError> {
    Box::new(BroadcastError::OutOfCore { call: pass.call.name, message: why.to_string() })
}

pub(super) fn refused(shaped: &[Shaped], why: &str) -> Box<BroadcastError> {
    refused_by(&shaped[0], why)
}
