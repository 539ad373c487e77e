//! `#[checked]`: results that do not fit are errors that say which operation failed, and where.

mod operators;
mod places;
mod reductions;
mod said;
mod targets;

use bcast::BroadcastError;

/// The operation, whether it divides by 0, and the index.
pub(crate) type Failure = (String, bool, Vec<usize>);

pub(crate) fn failure<T>(result: Result<T, BroadcastError>) -> Option<Failure> {
    match result {
        Ok(_) => None,
        Err(BroadcastError::Arithmetic { operation, by_zero, index, .. }) => {
            Some((operation.to_owned(), by_zero, index))
        }
        Err(other) => panic!("{other}"),
    }
}

#[track_caller]
pub(crate) fn overflows<T>(result: Result<T, BroadcastError>, operation: &str, index: &[usize]) {
    assert_eq!(failure(result), Some((operation.to_owned(), false, index.to_vec())));
}

#[track_caller]
pub(crate) fn divides_by_zero<T>(result: Result<T, BroadcastError>, operation: &str, index: &[usize]) {
    assert_eq!(failure(result), Some((operation.to_owned(), true, index.to_vec())));
}
