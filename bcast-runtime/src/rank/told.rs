//! What types tell of a gradient through what a reduction left.

use std::marker::PhantomData;

/// Types tell along which axes a gradient is summed.
pub struct Told;
/// They do not.
pub struct Untold;

/// Asks whether they do.
#[diagnostic::on_unimplemented(
    message = "bcast!: types do not tell along which axes the gradient of this reduction is summed",
    label = "it may lie along the axes that it was reduced along, or have none of them",
    note = "give the operands a static rank, with `into_dimensionality`, and axes by value as an array, or write \
            `[..; keep]` in the reduction; over all axes write none: `sum(x)`"
)]
pub trait LeftIsTold: Sized {
    /// Compiles if so.
    #[inline(always)]
    fn fits(_: PhantomData<Self>) {}
}
#[diagnostic::do_not_recommend]
impl LeftIsTold for Told {}
