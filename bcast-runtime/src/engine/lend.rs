//! Outputs that lend their memory to what stages yield: so nothing is there twice, and a pass that would only hand on
//! what others have made is left out.
//!
//! ```text
//! out .= sum[1](x)            the reduction writes `out`
//! exp.(x) ./ sum(exp.(x))     the exponentials are kept in the result, which divides them where they are
//! ```

use super::passes::{Shaped, Work};
use crate::operand::Yielded;

/// For each pass and item, the memory that an output of a later pass lends it.
pub(super) type Lent = Vec<Vec<Option<*mut u8>>>;

/// Finds what outputs lend, among passes whose fresh results have memory, and tells those passes of which stages write
/// every output. What is kept by a stage that `is_cut` lives in blocks.
pub(super) fn lend(passes: &mut [Shaped], is_cut: impl Fn(usize) -> bool) -> Lent {
    let yields = |pass: &Shaped| if let Work::Stage { yields, .. } = pass.work { yields.len() } else { 0 };
    let mut lent: Lent = passes.iter().map(|pass| vec![None; yields(pass)]).collect();
    for reader in 0..passes.len() {
        let outputs = if passes[reader].work.is_stage() { 0 } else { passes[reader].outputs_len() };
        let mut written = 0;
        for output in 0..outputs {
            let pass = &passes[reader];
            let found = pass.yielded.iter().find(|(at, from)| {
                let is_there = !(is_cut(from.stage) && from.is_element());
                is_there && lent[from.stage][from.item].is_none() && may_lie_in(passes, reader, output, *at, *from)
            });
            if let Some(&(at, from)) = found {
                lent[from.stage][from.item] = Some(pass.output(output).0);
                written += usize::from(hands_on(pass, output, at));
            }
        }
        passes[reader].is_written = written > 0 && written == outputs;
    }
    lent
}

/// Whether an output is an operand, unchanged.
fn hands_on(pass: &Shaped, output: usize, at: usize) -> bool {
    pass.site.is_identity && at == pass.site.targets + output
}

/// Whether what stages yield may lie in an output of a pass that reads it as an operand.
fn may_lie_in(passes: &[Shaped], reader: usize, output: usize, at: usize, from: Yielded) -> bool {
    let pass = &passes[reader];
    if !lies_alike(pass, output, at) {
        return false;
    }
    let others = || passes.iter().enumerate().filter(|&(other, _)| other != reader);
    if output < pass.site.targets {
        // Nobody else sees when it is assigned.
        let target = &pass.operands[output];
        let touched = others().any(|(_, other)| other.operands.iter().any(|operand| operand.begins_with(target)));
        return hands_on(pass, output, at) && !touched;
    }
    // What the pass replaces, nobody reads after it.
    let is_it = |&&(_, other): &&(usize, Yielded)| (other.stage, other.item) == (from.stage, from.item);
    let once = pass.yielded.iter().filter(is_it).count() == 1;
    let is_read_later = passes[reader + 1..].iter().any(|later| later.yielded.iter().any(|other| is_it(&other)));
    hands_on(pass, output, at) || (from.is_element() && once && !is_read_later)
}

/// Whether an operand has each of its elements where an output has the one that is made of it.
fn lies_alike(pass: &Shaped, output: usize, at: usize) -> bool {
    let (operand, (ptr, size)) = (&pass.operands[at], pass.output(output));
    let (sizes, bytes) = (pass.shape.sizes(), operand.size());
    // Types of this size are aligned to no more.
    let is_aligned = ptr.addr().trailing_zeros() >= bytes.trailing_zeros();
    let stride = |axis| operand.axes().output_stride(axis, sizes.len());
    let mut long = (0..sizes.len()).filter(|&axis| sizes[axis] != 1);
    pass.len() > 0 && size == bytes && is_aligned && long.all(|axis| stride(axis) == pass.output_stride(output, axis))
}
