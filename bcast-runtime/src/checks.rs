//! What operations of a `#[checked]` call say when they fail, and which of them was the first.
//!
//! ```text
//! the passes        compute all elements; lanes that fail raise one flag, `Checks`
//! flag is raised?   each expression again, element by element, to the number of the operation that failed first
//!                   there, 0 for none (`Failing`); the first number in logical order is the error
//! ```
//! Kernels keep the flag of a run of lanes where functions report arguments that are too far out ([`SimdToken`]): there
//! is no branch for a lane. If it was raised they compute these lanes again, and only then the call hears of it. So
//! the first passes say *whether* something failed, on any thread and in any order; what says *where* has an order.

use crate::error::BroadcastError;
use crate::simd::SimdToken;
use ndarray::{ArrayBase, Dimension, OwnedRepr};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// What an operation is handed, to say whether it failed.
pub trait Report: Copy {
    /// Whether the exact result does not fit its type.
    fn overflow(self, does: bool);
    /// Whether something is divided by 0.
    fn division_by_zero(self, is: bool);
    /// Whether something failed that this element may be computed from.
    fn has_failed(self) -> bool;
}

/// Whether an operation of a call has failed.
#[derive(Default)]
pub struct Checks(AtomicBool);

impl Checks {
    /// Nothing has.
    #[inline]
    pub const fn new() -> Self {
        Checks(AtomicBool::new(false))
    }

    /// What an operation of a pass is handed.
    #[inline(always)]
    pub fn flag(&self, t: SimdToken) -> Flag<'_> {
        Flag { t, checks: self }
    }

    /// Whether an operation has failed.
    #[inline]
    pub fn failed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    #[cold]
    fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The flag of a call, in a kernel.
#[derive(Clone, Copy)]
pub struct Flag<'c> {
    t: SimdToken,
    checks: &'c Checks,
}
impl Report for Flag<'_> {
    #[inline(always)]
    fn overflow(self, does: bool) {
        if !self.t.later(does) && does {
            self.checks.raise();
        }
    }
    #[inline(always)]
    fn division_by_zero(self, is: bool) {
        self.overflow(is);
    }
    #[inline(always)]
    fn has_failed(self) -> bool {
        self.t.is_far() || self.checks.failed()
    }
}

/// The first operation that failed for one element.
#[derive(Default)]
pub struct Failing(Cell<u16>);

impl Failing {
    /// None has.
    #[inline(always)]
    pub const fn new() -> Self {
        Failing(Cell::new(0))
    }

    /// What the operation of this number is handed. Half of the numbers are those of divisions by zero.
    #[inline(always)]
    pub fn number(&self, number: u16) -> Numbered<'_> {
        Numbered { first: &self.0, number }
    }

    /// The number of the first one, when the element has been computed.
    #[inline(always)]
    pub fn first_of<T>(&self, _: T) -> u16 {
        self.0.get()
    }
}

/// An operation with its number.
#[derive(Clone, Copy)]
pub struct Numbered<'f> {
    first: &'f Cell<u16>,
    number: u16,
}
impl Numbered<'_> {
    #[inline(always)]
    fn failed(self, is: bool, number: u16) {
        let first = self.first.get();
        self.first.set(if is && first == 0 { number } else { first });
    }
}
impl Report for Numbered<'_> {
    #[inline(always)]
    fn overflow(self, does: bool) {
        self.failed(does, 2 * self.number);
    }
    #[inline(always)]
    fn division_by_zero(self, is: bool) {
        self.failed(is, 2 * self.number + 1);
    }
    #[inline(always)]
    fn has_failed(self) -> bool {
        self.first.get() != 0
    }
}

/// Uses up what a pass computes only to see whether it can.
#[inline(always)]
pub fn unused<T>(_: T) {}

/// Numbers of failed operations, by element.
pub trait Failures {
    /// The first that is not 0, and its index.
    fn first(&self) -> Option<(u16, Vec<usize>)>;
}
impl Failures for () {
    fn first(&self) -> Option<(u16, Vec<usize>)> {
        None
    }
}
impl<A: Failures, B: Failures> Failures for (A, B) {
    fn first(&self) -> Option<(u16, Vec<usize>)> {
        self.0.first().or_else(|| self.1.first())
    }
}
impl Failures for u16 {
    fn first(&self) -> Option<(u16, Vec<usize>)> {
        (*self != 0).then(|| (*self, Vec::new()))
    }
}
impl<D: Dimension> Failures for ArrayBase<OwnedRepr<u16>, D> {
    fn first(&self) -> Option<(u16, Vec<usize>)> {
        let dynamic = self.view().into_dyn();
        let first = dynamic.indexed_iter().find(|(_, number)| **number != 0);
        first.map(|(index, &number)| (number, index.slice().to_vec()))
    }
}

/// The error of a call in which an operation failed: where its results are not needed after all, as of an axis with no
/// elements, there is none.
#[cold]
pub fn located<F: Failures>(
    call: &'static str,
    operations: &[(u16, &'static str)],
    failures: Result<F, BroadcastError>,
) -> Option<BroadcastError> {
    let (number, index) = failures.ok()?.first()?;
    let &(_, operation) = operations.iter().find(|(other, _)| *other == number / 2)?;
    Some(BroadcastError::Arithmetic { call, operation, by_zero: number % 2 == 1, index })
}

/// Panics if there is an error, at the caller's line.
#[cold]
#[track_caller]
pub fn refuse(error: Option<BroadcastError>) {
    if let Some(error) = error {
        panic!("{error}");
    }
}
