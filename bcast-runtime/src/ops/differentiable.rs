//! With respect to what there are derivatives.

use std::marker::PhantomData;

/// What `#[grad(..)]` derives with respect to: `f32` and `f64`.
///
/// ```
/// use bcast::{bcast, ndarray::array, ops::Differentiable};
///
/// fn is_derived<T: Differentiable>(_: T) {}
///
/// is_derived(0.5_f32);
/// let x = array![1.0, 2.0];
/// assert_eq!(bcast!(#[grad(x)] sum(x.^2)).1, array![2.0, 4.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: no derivative with respect to a value of type `{Self}`",
    label = "neither `f32` nor `f64`",
    note = "name operands of floats in `#[grad(..)]`, or convert this one before the call"
)]
pub trait Differentiable: Sized {
    /// Compiles if an operand has such elements.
    #[doc(hidden)]
    #[inline(always)]
    fn fits(_: PhantomData<Self>) {}
}
#[diagnostic::do_not_recommend]
impl Differentiable for f32 {}
#[diagnostic::do_not_recommend]
impl Differentiable for f64 {}
