//! The typed front of `explain!`: as those of calls that run.

use super::{Plan, Text};
use crate::call::Call;
use crate::engine::notes::Notes;
use crate::engine::streams::{Goals, Reads};
use crate::engine::{Evaluation, Explaining, Fresh, Lasts, Stages, fail, start, start_stages};
use crate::rank::{Rank, Rk};
use crate::simd::SimdToken;

/// Explains a call of one pass; panics at the caller's line if the shapes do not fit.
#[track_caller]
pub fn explain_run<E, K, T, L, W, F>(
    (texts, once): (&[&'static Text], &[bool]),
    _: E,
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
    let notes = Notes::default();
    match start::<_, E, K, T, L, W, F>(Explaining(&notes), call, rank, targets, operands, f) {
        Ok(()) => Plan::of(notes, texts, once),
        Err(error) => fail(&error),
    }
}

/// Explains a call of several passes.
#[track_caller]
pub fn explain_run_stages<S: Stages, O: Lasts>(
    (texts, once): (&[&'static Text], &[bool]),
    stages: S,
    lasts: O,
) -> Plan {
    let notes = Notes::default();
    match start_stages(Explaining(&notes), stages, lasts) {
        Ok(()) => Plan::of(notes, texts, once),
        Err(error) => fail(&error),
    }
}
