//! Calls on a place, as the expansion makes them. All of them are passes of a program: nothing is done at once.

use super::dispatch::several_on;
use super::fail;
use super::last::Lasts;
use super::passes::Passes;
use super::stage::Stages;
use crate::error::BroadcastError;
use crate::ops::overflow::Notes;
use crate::place::{Arrays, On};
use std::mem::ManuallyDrop;

/// Runs a call, of one pass or several; panics at the caller's line if the shapes do not fit.
#[track_caller]
pub fn run_stages<P: Arrays, S: Stages, O: Lasts>(place: On<P>, stages: S, lasts: O) -> O::On<P> {
    match try_run_stages(place, stages, lasts) {
        Ok(results) => results,
        Err(error) => fail(&error),
    }
}

/// Runs a call, of one pass or several, or says why the shapes do not fit.
#[track_caller]
pub fn try_run_stages<P: Arrays, S: Stages, O: Lasts>(
    place: On<P>,
    stages: S,
    lasts: O,
) -> Result<O::On<P>, BroadcastError> {
    let notes = Notes::begin();
    // Nothing in these needs a drop, which only their types know.
    let mut listed = ManuallyDrop::new((S::Listed::default(), O::Listed::default()));
    let (of_stages, of_lasts) = &mut *listed;
    let mut passes = Passes::new();
    stages.list(of_stages, &mut passes);
    lasts.list(of_lasts, &mut passes);
    // SAFETY: the passes are those of the two trees, which do not move before they have run.
    let results = unsafe { several_on(place.place, &mut passes, |run| lasts.finish(run)) };
    notes.tell();
    let (results, wholes) = results.map_err(|error| *error)?;
    Ok(O::on(results, &mut wholes.into_iter()))
}
