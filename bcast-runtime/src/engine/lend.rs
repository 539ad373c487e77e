//! Outputs that lend their memory to what stages yield: so nothing is there twice, and a pass that would only hand on
//! what others have made is left out.
//!
//! ```text
//! out .= sum[1](x)              the reduction writes `out`
//! exp.(x) ./ sum(exp.(x))       the exponentials are kept in the result, which divides them where they are
//! sqrt.(sum[1](x .* x))         so are the sums
//! ```

use super::passes::{Kind, Reduce, Shaped, Work, bytes};
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

/// What outputs lend: a stage, an item of it, and where that lies.
#[derive(Default)]
pub(super) struct Lent(Vec<(usize, usize, Home)>);

impl Lent {
    pub(super) fn iter(&self) -> impl Iterator<Item = &(usize, usize, Home)> {
        self.0.iter()
    }

    /// Has items lie in one result. Whatever else lay in it gets memory of its own; what lies in results that become
    /// part of it stays there.
    pub(super) fn join(&mut self, home: *mut u8, items: &[(usize, usize)]) {
        let is_one = |loan: &(usize, usize, Home)| items.contains(&(loan.0, loan.1));
        self.0.retain(|loan| !is_one(loan) && loan.2 != Home::Result(home));
        self.0.extend(items.iter().map(|&(stage, item)| (stage, item, Home::Result(home))));
    }

    /// Where an item lies if an output lends it memory.
    pub(super) fn home(&self, stage: usize, item: usize) -> Option<Home> {
        self.iter().find(|loan| (loan.0, loan.1) == (stage, item)).map(|loan| loan.2)
    }

    /// Whether that is so for all that a stage keeps.
    fn has_all_kept(&self, stage: usize, pass: &Shaped) -> bool {
        let mut kept = (0..pass.work.yields().len()).filter(|&item| pass.keeps(item)).peekable();
        kept.peek().is_some() && kept.all(|item| self.home(stage, item).is_some())
    }
}

/// Finds what outputs lend, among passes whose fresh results have memory. Tells passes of which stages write every
/// output, and stages of which outputs hold what would else live in blocks, or whose results do.
pub(super) fn lend<'b>(passes: &mut [Shaped], blocks_of: impl Fn(usize) -> Option<&'b Blocks>) -> Lent {
    let mut lent = Lent::default();
    // What is handed on stays as it is for all readers. Of what passes replace, that of later ones comes first: it may
    // lie in an output already.
    for reader in 0..passes.len() {
        if passes[reader].site.is_identity {
            lend_outputs(passes, reader, blocks_of(reader), &mut lent);
        }
    }
    let leaks = |stage: usize| blocks_of(stage).is_some_and(|blocks| blocks.leak(passes, stage));
    let leaking: Vec<bool> = (0..passes.len()).map(leaks).collect();
    for (stage, pass) in passes.iter_mut().enumerate() {
        pass.keeps_in_outputs = leaking[stage] || blocks_of(stage).is_some() && lent.has_all_kept(stage, pass);
    }
    for reader in (0..passes.len()).rev() {
        let pass = &passes[reader];
        let lives_in_blocks = pass.work.is_stage() && blocks_of(reader).is_some() && !pass.keeps_in_outputs;
        if !pass.site.is_identity && !lives_in_blocks {
            lend_outputs(passes, reader, blocks_of(reader), &mut lent);
        }
    }
    for (stage, pass) in passes.iter_mut().enumerate() {
        let Some(blocks) = blocks_of(stage) else { continue };
        // What caches hold is written once more than it has to be, but near.
        pass.keeps_in_outputs |= blocks.are_large(pass) && lent.has_all_kept(stage, pass);
        if !pass.keeps_in_outputs {
            lent.0.retain(|loan| loan.0 != stage || !pass.keeps(loan.1));
        }
    }
    keep_results_in_blocks(passes, blocks_of, &lent);
    passes.iter_mut().for_each(|pass| pass.is_written = is_written(pass, &lent));
    lent
}

/// Whether nothing is left to a pass: stages write all that it would hand on, or it is one without items, which only
/// compares shapes.
fn is_written(pass: &Shaped, lent: &Lent) -> bool {
    let is_written = |output: usize| {
        let home = pass.yielded_at(pass.site.targets + output).and_then(|from| lent.home(from.stage, from.item));
        matches!(home, Some(Home::Result(ptr) | Home::Target(ptr)) if ptr == pass.output_ptr(output))
    };
    match pass.work.is_stage() {
        true => pass.work.yields().is_empty(),
        false => pass.site.is_identity && (0..pass.outputs_len()).all(is_written),
    }
}

/// Tells stages which results live in blocks: those that no output holds and no pass reads that runs later.
fn keep_results_in_blocks<'b>(passes: &mut [Shaped], blocks_of: impl Fn(usize) -> Option<&'b Blocks>, lent: &Lent) {
    for stage in 0..passes.len() {
        let Some(blocks) = blocks_of(stage) else { continue };
        let mut results = (0..passes[stage].work.yields().len()).filter(|&item| !passes[stage].keeps(item)).peekable();
        let mut later = passes[blocks.first + blocks.axes.len()..].iter().flat_map(|pass| &pass.yielded);
        // What blocks accumulate is there when all of them have run.
        let has_some = results.peek().is_some() && !blocks.reduces(&passes[stage], stage);
        let is_lent = results.any(|item| lent.home(stage, item).is_some());
        passes[stage].results_in_blocks = has_some && !is_lent && !later.any(|(_, from)| from.is_of(stage));
    }
}

/// Finds what the outputs of a pass lend, one after the other.
fn lend_outputs(passes: &[Shaped], reader: usize, blocks: Option<&Blocks>, lent: &mut Lent) {
    let pass = &passes[reader];
    for output in 0..pass.outputs_len() {
        let home = match pass.work {
            Work::Last { .. } if output < pass.site.targets => Home::Target(pass.output_ptr(output)),
            Work::Last { .. } => Home::Result(pass.output_ptr(output)),
            Work::Stage { .. } => lent.home(reader, output).unwrap_or(Home::Item(reader, output)),
        };
        let is_large = pass.len() * pass.output_bytes(output) > LENT;
        let may_lend = match home {
            // What is still on its way to a target is no element of it.
            Home::Target(_) => {
                pass.site.is_identity && !is_seen(passes, reader, output) && !hands_on_a_scan(passes, pass)
            }
            Home::Result(_) | Home::Item(..) => pass.site.is_identity || is_large,
        };
        if may_lend && let Some(from) = borrower(passes, (reader, blocks), (output, home), lent) {
            lent.0.push((from.stage, from.item, home));
        }
    }
}

/// Whether a pass hands on what runs along an axis, and something may panic before it does.
fn hands_on_a_scan(passes: &[Shaped], pass: &Shaped) -> bool {
    pass.yielded.iter().any(|&(_, from)| {
        let stage = &passes[from.stage];
        matches!(stage.work, Work::Stage { reduce: Reduce::Scan(scanned), .. }
            if !scanned.only_reads(stage.site, &stage.operands))
    })
}

/// Whether another pass sees when a target is assigned.
fn is_seen(passes: &[Shaped], reader: usize, target: usize) -> bool {
    let target = &passes[reader].operands[target];
    let touches = |other: &Shaped| other.operands.iter().any(|operand| operand.begins_with(target));
    passes.iter().enumerate().any(|(at, other)| at != reader && touches(other))
}

/// What may lie in an output.
fn borrower(
    passes: &[Shaped],
    (reader, blocks): (usize, Option<&Blocks>),
    (output, home): (usize, Home),
    lent: &Lent,
) -> Option<Yielded> {
    let pass = &passes[reader];
    let fits = |&&(at, from): &&(usize, Yielded)| {
        let is_free = from.form != Form::Position && lent.home(from.stage, from.item).is_none();
        let may_change = match pass.site.is_identity {
            true => at == pass.site.targets + output,
            false => {
                is_last(passes, reader, from) && blocks.is_none_or(|blocks| is_cut_alike(passes, reader, at, blocks))
            }
        };
        is_free && may_change && lies_alike(pass, (output, home), at) && is_here_alike(pass, passes, (at, from))
    };
    pass.yielded.iter().filter(|_| pass.len() > 0).find(fits).map(|&(_, from)| from)
}

/// Whether the elements of an operand that are here, on a place, are those that a pass makes something of here: what
/// each process has all of has no room where each has a part.
fn is_here_alike(pass: &Shaped, passes: &[Shaped], (at, from): (usize, Yielded)) -> bool {
    let stage = &passes[from.stage];
    let own = stage.part.as_ref().and_then(|cut| stage.axis_of(from, cut.axis));
    let cut = own.map(|own| pass.operands[at].axes().output_axis(own, pass.shape.sizes().len()));
    cut == pass.part.as_ref().map(|cut| cut.axis)
}

impl Shaped<'_> {
    /// How many targets and fresh results a last pass writes, or items a stage that maps.
    fn outputs_len(&self) -> usize {
        if self.kind() == Kind::Map { self.site.targets + self.fresh.len() + self.work.yields().len() } else { 0 }
    }

    /// Bytes of an element of one of these.
    fn output_bytes(&self, output: usize) -> usize {
        match (&self.work, output.checked_sub(self.site.targets)) {
            (Work::Stage { yields, .. }, _) => bytes(yields[output]),
            (Work::Last { .. }, Some(fresh)) => self.fresh[fresh].size,
            (Work::Last { .. }, None) => self.operands[output].size(),
        }
    }

    /// Where an output of a last pass begins.
    fn output_ptr(&self, output: usize) -> *mut u8 {
        match output.checked_sub(self.site.targets) {
            Some(fresh) => self.fresh[fresh].ptr,
            None => self.operands[output].value_ptr(),
        }
    }

    /// What stage yields an operand.
    fn yielded_at(&self, at: usize) -> Option<Yielded> {
        self.yielded.iter().find(|&&(operand, _)| operand == at).map(|&(_, from)| from)
    }

    /// Its stride along an axis, in elements.
    fn output_stride(&self, output: usize, axis: usize) -> isize {
        match self.operands[..self.site.targets].get(output) {
            Some(target) => target.axes().output_stride(axis, self.shape.sizes().len()),
            None => self.shape.fresh_stride(axis),
        }
    }
}

/// Whether nobody reads what a stage yields beside this operand of a pass, or after it.
fn is_last(passes: &[Shaped], reader: usize, from: Yielded) -> bool {
    passes[reader..].iter().map(|pass| readers(pass, (from.stage, from.item)).count()).sum::<usize>() == 1
}

/// The operands of a pass that are elements of an item of a stage.
pub(super) fn readers(pass: &Shaped, item: (usize, usize)) -> impl Iterator<Item = usize> {
    let is_it = move |from: Yielded| from.form != Form::Position && (from.stage, from.item) == item;
    let all = pass.yielded.iter().filter(move |&&(at, from)| is_it(from) && !pass.operands[at].is_bare());
    all.map(|&(at, _)| at)
}

/// Whether passes that run block by block before this one read what it replaces in the same block, not in a later one.
/// They may be cut along different axes of what a stage ahead of them all yields.
fn is_cut_alike(passes: &[Shaped], reader: usize, at: usize, blocks: &Blocks) -> bool {
    let step = |pass: usize, at: usize| {
        let (axis, rank) = (blocks.axes[pass - blocks.first], passes[pass].shape.sizes().len());
        passes[pass].operands[at].axes().output_stride(axis, rank)
    };
    let Some(Yielded { stage, item, .. }) = passes[reader].yielded_at(at) else { return false };
    let item = (stage, item);
    let mut earlier = (blocks.first..reader).flat_map(|pass| readers(&passes[pass], item).map(move |at| (pass, at)));
    earlier.all(|(pass, other)| step(pass, other) == step(reader, at))
}

/// Whether an operand has each of its elements where an output has the one that is made of it.
fn lies_alike(pass: &Shaped, (output, home): (usize, Home), at: usize) -> bool {
    let (operand, size) = (&pass.operands[at], pass.output_bytes(output));
    let (sizes, bytes) = (pass.shape.sizes(), operand.size());
    // Types of this size are aligned to no more.
    let is_aligned = !matches!(home, Home::Result(ptr) if ptr.addr().trailing_zeros() < bytes.trailing_zeros());
    let stride = |axis| operand.axes().output_stride(axis, sizes.len());
    let mut long = (0..sizes.len()).filter(|&axis| sizes[axis] != 1);
    size == bytes && is_aligned && long.all(|axis| stride(axis) == pass.output_stride(output, axis))
}
