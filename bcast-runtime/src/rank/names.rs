//! What has no names, in a call that names axes.

use super::*;

/// What may stand beside operands with names, `x @ (i, j)`, and has none: single values.
#[diagnostic::on_unimplemented(
    message = "bcast!: an operand with axes that have no names, in a call that names axes",
    label = "which names do its axes have?",
    note = "write one for each axis behind its first mention: `@ (i)`, `@ (i, j)`; a single value needs none"
)]
pub trait Nameless: Sized {
    /// Compiles if all is well.
    #[inline]
    fn fits(_: Rk<Self>) {}
}
#[diagnostic::do_not_recommend]
impl Nameless for Scalar {}
#[diagnostic::do_not_recommend]
impl Nameless for Full<Ix0> {}

/// The rank of what has no names where others have: what is refused counts as a single value, so that it is one error.
pub trait Unnamed {
    /// The rank.
    type Out;
}

/// The rank of what has no names where others have.
#[inline]
pub fn unnamed<R: Unnamed>(_: Rk<R>) -> Rk<R::Out> {
    rk()
}
impl Unnamed for Scalar {
    type Out = Scalar;
}
impl Unnamed for Full<Ix0> {
    type Out = Full<Ix0>;
}
macro_rules! refused {
    ($($d:ident)*) => {$(
        impl Unnamed for Full<$d> { type Out = Scalar; }
    )*};
}
refused! { Ix1 Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn }
