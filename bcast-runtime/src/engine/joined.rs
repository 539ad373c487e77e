//! Parts of a gradient that become one result: what a later stage makes is added to what an earlier one has made, where
//! that lies. As results of their own, all of them would be written, and read and written once more to be added.
//!
//! ```text
//! a .- sum[1](exp.(a))      one stage makes what arrives at the first `a`; a later one adds what arrives at the other
//! ```
//!
//! Types say which results are parts of one ([`Parts`](super::Parts)); here is found which of them have one shape.

use super::fold::Yield;
use super::lend::{self, Home, Lent};
use super::passes::{Reduce, Shaped, Work};
use super::segment::Blocks;
use super::tuning::JOINED;
use crate::operand::Yielded;

/// Bits of a group's number, and of the mark that there is one.
const BITS: usize = 4;

/// A result that a stage writes.
#[derive(Clone, Copy)]
struct Part {
    group: u64,
    /// The last pass that would hand it on, and the stage with its item.
    last: usize,
    stage: usize,
    item: usize,
    home: *mut u8,
}

/// Has stages write parts of a gradient that have one shape to the memory of one of them: all but the first add to it.
/// The last passes of the others make results without elements.
pub(super) fn join<'b>(passes: &mut [Shaped], blocks_of: impl Fn(usize) -> Option<&'b Blocks>, lent: &mut Lent) {
    if passes.iter().all(|pass| pass.site.groups == 0) {
        return;
    }
    let parts = parts(passes, lent);
    let mut left: Vec<u64> = parts.iter().map(|part| part.group).collect();
    left.sort_unstable();
    left.dedup();
    // Of each group, the one that stays is handed on by the pass that hands on most.
    let stays = |group: u64| {
        let of_group = parts.iter().filter(|part| part.group == group);
        // What else lies in the memory of one that stays would need its own.
        let is_alone = |part: &Part| lent.iter().filter(|loan| loan.2 == Home::Result(part.home)).count() == 1;
        of_group.max_by_key(|part| (passes[part.last].fresh.len(), is_alone(part), part.last)).copied()
    };
    let staying: Vec<Part> = left.into_iter().filter_map(stays).collect();
    let joins = |part: &Part| {
        let is_other = |other: &&Part| other.group == part.group && other.home != part.home;
        let into = staying.iter().find(is_other)?;
        let mut others = parts.iter().filter(is_other);
        others.all(|other| is_alike(passes, (part, other), &blocks_of)).then_some(*into)
    };
    let all_join = |last: usize| {
        let own = parts.iter().filter(|part| part.last == last);
        own.filter(|part| joins(part).is_some()).count() == passes[last].fresh.len()
    };
    let joined: Vec<(Part, Part)> =
        parts.iter().filter(|part| all_join(part.last)).filter_map(|part| Some((*part, joins(part)?))).collect();
    for into in &staying {
        let others = joined.iter().filter(|(_, other)| other.group == into.group).map(|(part, _)| *part);
        let mut all: Vec<Part> = others.chain([*into]).collect();
        if all.len() > 1 {
            all.sort_by_key(|part| part.stage);
            lent.join(into.home, &all.iter().map(|part| (part.stage, part.item)).collect::<Vec<_>>());
            all[1..].iter().for_each(|part| passes[part.stage].adds |= 1 << part.item);
        }
    }
    joined.iter().for_each(|(part, _)| passes[part.last].joins = true);
}

/// The results that are parts of a gradient, and that stages write.
fn parts(passes: &[Shaped], lent: &Lent) -> Vec<Part> {
    let mut parts = Vec::new();
    for (last, pass) in passes.iter().enumerate() {
        // To add up a few is done sooner than a pass is planned.
        let is_large = pass.fresh.first().is_some_and(|made| pass.len() * made.size > JOINED);
        let is_whole =
            is_large && pass.is_written && !pass.work.is_stage() && pass.part.is_none() && pass.site.targets == 0;
        for output in (0..pass.fresh.len()).filter(|_| is_whole && pass.site.groups != 0) {
            let group = pass.site.groups >> (output * BITS) & ((1 << BITS) - 1);
            let from = pass.yielded.iter().find(|&&(at, _)| at == output).map(|&(_, from)| from);
            if let Some(from) = from.filter(|_| group > 0)
                && let Some(Home::Result(home)) = lent.home(from.stage, from.item)
                && home == pass.fresh[output].ptr
                && is_kept(&passes[from.stage], from.item)
            {
                parts.push(Part { group, last, stage: from.stage, item: from.item, home });
            }
        }
    }
    parts
}

/// Whether a stage keeps an item, of floats, and writes each element once.
fn is_kept(stage: &Shaped, item: usize) -> bool {
    let is_kept = item < u16::BITS as usize && matches!(stage.work.yields()[item], Yield::Kept(4 | 8));
    is_kept && !matches!(stage.work, Work::Stage { reduce: Reduce::Scan(_), .. }) && stage.part.is_none()
}

/// The passes that read what a part is, but for the one that hands it on, each with its operand.
fn readers<'p>(passes: &'p [Shaped], part: &'p Part) -> impl Iterator<Item = (usize, usize)> + 'p {
    let others = passes.iter().enumerate().filter(|(number, _)| *number != part.last);
    others.flat_map(|(number, pass)| lend::readers(pass, (part.stage, part.item)).map(move |at| (number, at)))
}

/// Whether a pass reads each element of a part where the pass has it that hands it on.
fn reads_in_place(passes: &[Shaped], part: &Part, (reader, at): (usize, usize)) -> bool {
    let sizes = passes[part.last].shape.sizes();
    let stride = |pass: usize, at: usize, axis| passes[pass].operands[at].axes().output_stride(axis, sizes.len());
    let own = passes[part.last].yielded.iter().find(|(_, from)| (from.stage, from.item) == (part.stage, part.item));
    let is_same = |&(own, _): &(usize, Yielded)| {
        (0..sizes.len()).all(|axis| stride(reader, at, axis) == stride(part.last, own, axis))
    };
    passes[reader].shape.sizes() == sizes && passes[part.stage].shape.sizes() == sizes && own.is_some_and(is_same)
}

/// Whether each element of one part lies where the other has it, and is there, and has been read by whoever else needs
/// it, before the later stage adds to it.
fn is_alike<'b>(passes: &[Shaped], (a, b): (&Part, &Part), blocks_of: &impl Fn(usize) -> Option<&'b Blocks>) -> bool {
    let sizes = |pass: usize| passes[pass].shape.sizes();
    let strides = |pass: usize| passes[pass].shape.strides();
    let axis = |stage: usize| blocks_of(stage).map(|blocks| (blocks.first, blocks.axes[stage - blocks.first]));
    let is_in_turn =
        |one, other| axis(one).zip(axis(other)).is_none_or(|(one, other)| one.0 != other.0 || one == other);
    let (first, second) = if a.stage < b.stage { (a, b) } else { (b, a) };
    let is_read_before = |(reader, at): (usize, usize)| {
        reader < second.stage && is_in_turn(reader, second.stage) && reads_in_place(passes, first, (reader, at))
    };
    a.stage != b.stage
        && sizes(a.last) == sizes(b.last)
        && sizes(a.stage) == sizes(b.stage)
        && strides(a.last) == strides(b.last)
        && !sizes(a.last).is_empty()
        && is_in_turn(a.stage, b.stage)
        && readers(passes, first).all(is_read_before)
        && readers(passes, second).next().is_none()
}
