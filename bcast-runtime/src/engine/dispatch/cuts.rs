//! Along which axes the passes of a call are cut, where it runs on a place.

use crate::call::Call;
use crate::engine::passes::Shaped;
use crate::engine::segment::Cuts;
use crate::error::BroadcastError;
use crate::operand::{Form, RawOperand};
use crate::place::Place;
use std::ops::Range;

/// Finds them: a pass is cut as what it reads is, or as the place says. What is cut already becomes memory.
pub(super) fn cuts(shaped: &mut [Shaped], place: &dyn Place) -> Result<Cuts, Box<BroadcastError>> {
    let mut cuts = Cuts::new();
    for index in 0..shaped.len() {
        let targets = shaped[index].operands[..shaped[index].site.targets].iter();
        let are_cut: Vec<bool> = targets.map(RawOperand::is_cut).collect();
        let own = own_cut(&mut shaped[index], place)?;
        let cut = cut(&shaped[index], shaped, &cuts, own)?;
        let pass = &shaped[index];
        let sizes = pass.shape.sizes();
        let of_place = || place.axis(sizes).filter(|&axis| axis < sizes.len() && sizes[axis] > 1 && pass.len() > 0);
        let cut = cut.or_else(of_place);
        if let Some(axis) = cut
            && let Some(target) = (0..pass.site.targets).find(|&at| !is_here(place) && !are_cut[at])
        {
            let target = name(pass, target);
            return Err(Box::new(BroadcastError::Everywhere { call: pass.call.name, target, axis }));
        }
        cuts.push(cut);
    }
    Ok(cuts)
}

/// Whether all pieces are in this process.
pub(super) fn is_here(place: &dyn Place) -> bool {
    place.here().len() == place.pieces()
}

/// The indices along an axis of this size that are in this process.
pub(super) fn here(place: &dyn Place, size: usize) -> Range<usize> {
    let parts = || place.here().into_iter().map(|piece| place.part(size, piece));
    let some = parts().filter(|part| !part.is_empty()).reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
    some.or_else(|| parts().next()).unwrap_or(0..0)
}

/// The axis along which operands of a pass are cut.
fn own_cut(pass: &mut Shaped, place: &dyn Place) -> Result<Option<usize>, Box<BroadcastError>> {
    let mut found = None;
    for at in 0..pass.operands.len() {
        if let Some(axis) = pass.operands[at].lies_across() {
            let operand = name(pass, at);
            return Err(Box::new(BroadcastError::Across { call: pass.call.name, operand, axis }));
        }
        let Some(cut) = pass.operands[at].uncut() else { continue };
        let axes = pass.operands[at].axes();
        let axis = axes.output_axis(cut.axis, pass.shape.sizes().len());
        assert_eq!(cut.indices, here(place, axes.sizes()[cut.axis]), "place 3: of `{}`", name(pass, at));
        agree(pass, at, axis, &mut found)?;
    }
    Ok(found)
}

/// Notes the axis of an operand, if it is that of those before it.
fn agree(pass: &Shaped, at: usize, axis: usize, found: &mut Option<usize>) -> Result<(), Box<BroadcastError>> {
    match found.replace(axis) {
        Some(other) if other != axis => {
            let operand = name(pass, at);
            Err(Box::new(BroadcastError::CutDifferently { call: pass.call.name, operand, axis, other }))
        }
        _ => Ok(()),
    }
}

/// The axis along which what a pass reads of earlier stages is cut.
pub(super) fn cut(
    pass: &Shaped,
    all: &[Shaped],
    cuts: &[Option<usize>],
    mut found: Option<usize>,
) -> Result<Option<usize>, Box<BroadcastError>> {
    if pass.len() == 0 {
        return Ok(None);
    }
    // Positions are those of its own.
    for &(at, from) in pass.yielded.iter().filter(|(_, from)| from.form != Form::Position) {
        let own = cuts[from.stage].and_then(|axis| all[from.stage].axis_of(from, axis));
        let axes = pass.operands[at].axes();
        // What has one index is stretched, and in every piece.
        if let Some(own) = own.filter(|&own| axes.sizes()[own] > 1) {
            agree(pass, at, axes.output_axis(own, pass.shape.sizes().len()), &mut found)?;
        }
    }
    Ok(found)
}

/// The text of an operand.
fn name(pass: &Shaped, at: usize) -> &'static str {
    let names = pass.names();
    Call { operands: &names, ..*pass.call }.operand(&pass.operands, at)
}
