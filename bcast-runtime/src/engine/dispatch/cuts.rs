//! Along which axes the passes of a call are cut, where it runs on a place.

use crate::call::Call;
use crate::engine::passes::{Reduce, Shaped, Work};
use crate::engine::segment::Cuts;
use crate::error::BroadcastError;
use crate::operand::{Form, Yielded};
use crate::place::Place;

/// Finds them: a pass is cut as what it reads is, or as the place says.
pub(super) fn cuts(shaped: &[Shaped], place: &dyn Place) -> Result<Cuts, Box<BroadcastError>> {
    let mut cuts = Cuts::new();
    for pass in shaped {
        let cut = cut(pass, shaped, &cuts, place)?;
        cuts.push(cut);
    }
    Ok(cuts)
}

fn cut(
    pass: &Shaped,
    all: &[Shaped],
    cuts: &[Option<usize>],
    place: &dyn Place,
) -> Result<Option<usize>, Box<BroadcastError>> {
    let sizes = pass.shape.sizes();
    if pass.len() == 0 {
        return Ok(None);
    }
    let mut found: Option<usize> = None;
    // Positions are those of its own.
    for &(at, from) in pass.yielded.iter().filter(|(_, from)| from.form != Form::Position) {
        let own = cuts[from.stage].and_then(|axis| own_axis(&all[from.stage], axis, from));
        let axes = pass.operands[at].axes();
        // What has one index is stretched, and in every piece.
        let Some(own) = own.filter(|&own| axes.sizes()[own] > 1) else { continue };
        let axis = axes.output_axis(own, sizes.len());
        match found {
            Some(other) if other != axis => {
                return Err(Box::new(BroadcastError::Cut {
                    call: pass.call.name,
                    operand: name(pass, at),
                    axis,
                    other,
                }));
            }
            _ => found = Some(axis),
        }
    }
    let cut = found.or_else(|| place.axis(sizes).filter(|&axis| axis < sizes.len() && sizes[axis] > 1));
    Ok(cut)
}

/// The axis of what a stage yields that is cut, if the stage is cut along this one.
fn own_axis(stage: &Shaped, axis: usize, from: Yielded) -> Option<usize> {
    match (from.form, stage.work) {
        (Form::Single, _) => None,
        (Form::Kept | Form::Whole, _) if stage.reduces(axis) => None,
        (Form::Kept, _) => Some(axis - (0..axis).filter(|&other| stage.reduces(other)).count()),
        (Form::Along, Work::Stage { reduce: Reduce::Along(axes), .. }) => {
            axes.iter().position(|&other| usize::from(other) == axis)
        }
        (Form::Whole | Form::Full | Form::Along | Form::Position, _) => Some(axis),
    }
}

/// The text of an operand.
fn name(pass: &Shaped, at: usize) -> &'static str {
    let names = pass.names();
    Call { operands: &names, ..*pass.call }.operand(&pass.operands, at)
}
