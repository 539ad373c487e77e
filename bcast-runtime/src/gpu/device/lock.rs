//! Locks that survive a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock. What a panic left behind is whole, since nothing that is locked here is ever half written.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
