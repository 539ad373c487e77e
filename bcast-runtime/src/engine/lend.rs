//! Outputs that lend their memory to what stages yield: so nothing is there twice, and a pass that would only hand on
//! what others have made is left out.
//!
//! ```text
//! out .= sum[1](x)              the reduction writes `out`
//! exp.(x) ./ sum(exp.(x))       the exponentials are kept in the result, which divides them where they are
//! sqrt.(sum[1](x .* x))         so are the sums
//! ```

use super::fold::Yield;
use super::passes::{Shaped, Work};
use super::segment::Blocks;
use super::tuning::LENT;
use crate::operand::{Form, Yielded};

/// Where an item lies that has no memory of its own.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Home {
    /// In a fresh result, which nobody sees before the call ends.
    Result(*mut u8),
    /// In a target, whose elements are old or new whenever the call ends.
    Target(*mut u8),
    /// Where an item of a later stage does: the numbers of both.
    Item(usize, usize),
}

/// For each pass and item, where it lies if an output lends it memory.
pub(super) type Lent = Vec<Vec<Option<Home>>>;

/// Finds what outputs lend, among passes whose fresh results have memory. Tells passes of which stages write every
/// output, and stages of which outputs hold what would else live in blocks.
pub(super) fn lend<'b>(passes: &mut [Shaped], blocks_of: impl Fn(usize) -> Option<&'b Blocks>) -> Lent {
    let mut lent: Lent = passes.iter().map(|pass| vec![None; pass.yields().len()]).collect();
    // What is handed on stays as it is for all readers. Of what passes replace, that of later ones comes first: it may
    // lie in an output already.
    for reader in 0..passes.len() {
        if passes[reader].site.is_identity {
            lend_outputs(passes, reader, &mut lent);
        }
    }
    let handed_on: Vec<bool> = (0..passes.len()).map(|stage| are_kept_lent(&passes[stage], &lent[stage])).collect();
    for reader in (0..passes.len()).rev() {
        let pass = &passes[reader];
        let lives_in_blocks = pass.work.is_stage() && !handed_on[reader] && blocks_of(reader).is_some();
        if !pass.site.is_identity && !lives_in_blocks {
            lend_outputs(passes, reader, &mut lent);
        }
    }
    for stage in 0..passes.len() {
        let Some(blocks) = blocks_of(stage) else { continue };
        // What caches hold is written once more than it has to be, but near.
        let may = handed_on[stage] || blocks.are_large(&passes[stage]);
        passes[stage].keeps_in_outputs = may && are_kept_lent(&passes[stage], &lent[stage]);
        if !passes[stage].keeps_in_outputs {
            kept(&passes[stage]).for_each(|item| lent[stage][item] = None);
        }
    }
    for pass in passes.iter_mut().filter(|pass| pass.site.is_identity) {
        let is_written = |output: usize| {
            let from = pass.yielded_at(pass.site.targets + output);
            let ptr = pass.output(output).0;
            let homes = [Some(Home::Result(ptr)), Some(Home::Target(ptr))];
            from.is_some_and(|from| homes.contains(&lent[from.stage][from.item]))
        };
        pass.is_written = (0..pass.outputs_len()).all(is_written);
    }
    lent
}

/// The items that a stage keeps.
fn kept(stage: &Shaped) -> impl Iterator<Item = usize> {
    let is_kept = |(item, yields): (usize, &Yield)| matches!(yields, Yield::Kept(_)).then_some(item);
    stage.yields().iter().enumerate().filter_map(is_kept)
}

/// Whether outputs lend memory for all that a stage keeps.
fn are_kept_lent(stage: &Shaped, lent: &[Option<Home>]) -> bool {
    kept(stage).next().is_some() && kept(stage).all(|item| lent[item].is_some())
}

/// Finds what the outputs of a pass lend, one after the other.
fn lend_outputs(passes: &[Shaped], reader: usize, lent: &mut Lent) {
    let pass = &passes[reader];
    for output in 0..pass.outputs_len() {
        let home = match pass.work {
            Work::Last { .. } if output < pass.site.targets => Home::Target(pass.output(output).0),
            Work::Last { .. } => Home::Result(pass.output(output).0),
            Work::Stage { .. } => lent[reader][output].unwrap_or(Home::Item(reader, output)),
        };
        let is_target = matches!(home, Home::Target(_));
        let may_lend = if is_target { is_handed_on(passes, reader, output) } else { is_large(pass, output) };
        let from = if may_lend { borrower(passes, reader, (output, home), lent) } else { None };
        if let Some(from) = from {
            lent[from.stage][from.item] = Some(home);
        }
    }
}

/// Whether an output is a target that only takes over what a stage yields, while no other pass sees it.
fn is_handed_on(passes: &[Shaped], reader: usize, output: usize) -> bool {
    let Some(target) = passes[reader].operands[..passes[reader].site.targets].get(output) else { return false };
    let touches = |other: &Shaped| other.operands.iter().any(|operand| operand.begins_with(target));
    let is_seen = passes.iter().enumerate().any(|(at, other)| at != reader && touches(other));
    passes[reader].site.is_identity && !is_seen
}

/// Whether an output takes over what a stage yields, or has so many elements that no cache would hold as many others.
fn is_large(pass: &Shaped, output: usize) -> bool {
    pass.site.is_identity || pass.len() * pass.output(output).1 > LENT
}

/// What may lie in an output.
fn borrower(passes: &[Shaped], reader: usize, (output, home): (usize, Home), lent: &Lent) -> Option<Yielded> {
    let pass = &passes[reader];
    let fits = |&&(at, from): &&(usize, Yielded)| {
        let is_free = from.form != Form::Position && lent[from.stage][from.item].is_none();
        let may_change =
            if pass.site.is_identity { at == pass.site.targets + output } else { is_last(passes, reader, from) };
        is_free && may_change && lies_alike(pass, (output, home), at)
    };
    pass.yielded.iter().filter(|_| pass.len() > 0).find(fits).map(|&(_, from)| from)
}

/// Whether nobody reads what a stage yields beside this operand of a pass, or after it.
fn is_last(passes: &[Shaped], reader: usize, from: Yielded) -> bool {
    let is_it = |other: Yielded| other.form != Form::Position && (other.stage, other.item) == (from.stage, from.item);
    let reads = |pass: &Shaped| pass.yielded.iter().filter(|&&(_, other)| is_it(other)).count();
    passes[reader..].iter().map(reads).sum::<usize>() == 1
}

/// Whether an operand has each of its elements where an output has the one that is made of it.
fn lies_alike(pass: &Shaped, (output, home): (usize, Home), at: usize) -> bool {
    let (operand, size) = (&pass.operands[at], pass.output(output).1);
    let (sizes, bytes) = (pass.shape.sizes(), operand.size());
    // Types of this size are aligned to no more.
    let is_aligned = !matches!(home, Home::Result(ptr) if ptr.addr().trailing_zeros() < bytes.trailing_zeros());
    let stride = |axis| operand.axes().output_stride(axis, sizes.len());
    let mut long = (0..sizes.len()).filter(|&axis| sizes[axis] != 1);
    size == bytes && is_aligned && long.all(|axis| stride(axis) == pass.output_stride(output, axis))
}
