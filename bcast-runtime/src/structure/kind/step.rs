//! What the expansion of a formula calls, step by step.

use super::rule::{Dense, Finish, Plain, Rule, Structured};
use std::convert::Infallible;
use std::marker::PhantomData;

/// Asks an operand for its kind: by the method if it has one, else by that of [`AskElse`].
pub struct Ask<'a, X: ?Sized>(pub &'a X);
impl<'a, X: Structured + ?Sized> Ask<'a, X> {
    #[doc(hidden)]
    #[inline(always)]
    pub fn __bcast_kind(&self) -> X::Kind<'a> {
        self.0.kind()
    }
}
#[doc(hidden)]
pub trait AskElse<'a, X: ?Sized> {
    fn __bcast_kind(&self) -> Plain<'a, X>;
}
impl<'a, X: ?Sized> AskElse<'a, X> for Ask<'a, X> {
    #[inline(always)]
    fn __bcast_kind(&self) -> Plain<'a, X> {
        Plain(self.0)
    }
}

/// One step of a formula: by the method if there is a rule, else by that of [`StepElse`].
pub struct Step<A, B, Op>(A, B, PhantomData<Op>);
impl<A: Rule<B, Op>, B, Op> Step<A, B, Op> {
    #[doc(hidden)]
    #[inline(always)]
    pub fn __bcast_step(self) -> A::Out {
        self.0.step(self.1)
    }
}
#[doc(hidden)]
pub trait StepElse<Op>: Sized {
    #[inline(always)]
    fn __bcast_step(self) -> Dense<Op> {
        Dense::new()
    }
}
impl<A, B, Op> StepElse<Op> for Step<A, B, Op> {}

/// A step.
#[doc(hidden)]
#[inline(always)]
pub fn step<A, B, Op>(_: Op, a: A, b: B) -> Step<A, B, Op> {
    Step(a, b, PhantomData)
}

/// Makes the result of a formula.
#[doc(hidden)]
#[inline]
pub fn finish<R, K: Finish<R>>(kind: K, mut portion: impl FnMut(&K, usize) -> R) -> K::Out {
    match kind.finish(|kind, at| Ok::<R, Infallible>(portion(kind, at))) {
        Ok(out) => out,
    }
}

/// The same where errors are returned.
#[doc(hidden)]
#[inline]
pub fn try_finish<R, E, K: Finish<R>>(kind: K, portion: impl FnMut(&K, usize) -> Result<R, E>) -> Result<K::Out, E> {
    kind.finish(portion)
}
