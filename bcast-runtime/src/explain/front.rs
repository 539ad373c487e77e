//! The typed front of `explain!`: as those of calls that run.

use super::{Plan, Text};
use crate::call::Call;
use crate::engine::notes::Notes;
use crate::engine::streams::{Goals, Reads};
use crate::engine::{Evaluation, Explaining, Fresh, Lasts, Stages, fail, start, start_stages};
use crate::error::BroadcastError;
use crate::rank::{Rank, Rk};
use crate::simd::SimdToken;

/// What the macro says of all passes, and which parts of an expression are computed once.
pub(crate) type Said<'s> = (&'s [&'static Text], &'s [bool]);

/// Explains a call of one pass; panics at the caller's line if the shapes do not fit.
#[track_caller]
pub fn explain_run<E, K, T, L, W, F>(
    said: Said,
    evaluation: E,
    call: &'static Call<'static>,
    rank: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> Plan
where
    E: Evaluation,
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    match try_explain_run(said, evaluation, call, rank, targets, operands, f) {
        Ok(plan) => plan,
        Err(error) => fail(&error),
    }
}

/// Explains a call of one pass, or says why the shapes do not fit.
pub fn try_explain_run<E, K, T, L, W, F>(
    (texts, once): Said,
    _: E,
    call: &'static Call<'static>,
    rank: Rk<K>,
    targets: T,
    operands: L,
    f: F,
) -> Result<Plan, BroadcastError>
where
    E: Evaluation,
    K: Rank,
    T: Goals,
    L: Reads,
    W: Fresh,
    F: Fn(SimdToken, (<T::Olds as Reads>::Elems, L::Elems)) -> (T::News, W) + Sync,
{
    let notes = Notes::default();
    start::<_, E, K, T, L, W, F>(Explaining(&notes), call, rank, targets, operands, f).map_err(|error| *error)?;
    Ok(Plan::of(&notes, texts, once))
}

/// Explains a call of several passes.
#[track_caller]
pub fn explain_run_stages<S: Stages, O: Lasts>(said: Said, stages: S, lasts: O) -> Plan {
    match try_explain_run_stages(said, stages, lasts) {
        Ok(plan) => plan,
        Err(error) => fail(&error),
    }
}

/// Explains a call of several passes, or says what does not fit.
pub fn try_explain_run_stages<S: Stages, O: Lasts>(
    (texts, once): Said,
    stages: S,
    lasts: O,
) -> Result<Plan, BroadcastError> {
    let notes = Notes::default();
    start_stages(Explaining(&notes), stages, lasts).map_err(|error| *error)?;
    Ok(Plan::of(&notes, texts, once))
}
