//! Reductions by a function of the user's: `fold[1](x, init, |a, b| ..)`.
//!
//! An element is lifted with the function beside it, which takes no memory where the function captures nothing. What
//! comes out still has it, so that what the reduction begins with is joined in the pass that reads the result.

use super::reduce::{Folded, Reducer, lifted_to_accumulators};
use std::marker::PhantomData;

/// An element, and what joins it to others.
#[derive(Clone, Copy)]
pub struct Lifted<T, F> {
    element: T,
    by: F,
}

/// Lifts an element.
#[inline(always)]
pub fn lift<T, F>(element: T, by: F) -> Lifted<T, F>
where
    T: Copy + Send + Sync,
    F: Fn(T, T) -> T + Copy + Send + Sync,
{
    Lifted { element, by }
}

/// `fold`.
pub struct Folding<T, F>(PhantomData<(T, F)>);

impl<T, F> Reducer for Folding<T, F>
where
    T: Copy + Send + Sync,
    F: Fn(T, T) -> T + Copy + Send + Sync,
{
    lifted_to_accumulators!();
    // The function need not have a neutral element: nothing is.
    type Acc = Option<Lifted<T, F>>;
    type Out = Option<Lifted<T, F>>;
    const OF_NOTHING: bool = true;
    #[inline(always)]
    fn identity() -> Self::Acc {
        None
    }
    #[inline(always)]
    fn join(a: Self::Acc, b: Self::Acc) -> Self::Acc {
        match (a, b) {
            (Some(a), Some(b)) => Some(Lifted { element: (a.by)(a.element, b.element), by: a.by }),
            (one, None) | (None, one) => one,
        }
    }
    #[inline(always)]
    fn finish(acc: Self::Acc, _: usize) -> Self::Out {
        acc
    }
}

/// A lifted element, which has a reduction.
pub trait Fold {
    /// Its reduction.
    type Reducer: Reducer;
    /// The same as an accumulator.
    fn fold(x: Self) -> Folded<Self::Reducer>;
}
impl<T, F> Fold for Lifted<T, F>
where
    T: Copy + Send + Sync,
    F: Fn(T, T) -> T + Copy + Send + Sync,
{
    type Reducer = Folding<T, F>;
    #[inline(always)]
    fn fold(x: Self) -> Folded<Folding<T, F>> {
        Folded(Some(x))
    }
}

/// What came out of a fold.
pub trait Begin<T> {
    /// The same with `init` before all elements.
    fn fold(self, init: T) -> T;
}
impl<T, F: Fn(T, T) -> T> Begin<T> for Option<Lifted<T, F>> {
    #[inline(always)]
    fn fold(self, init: T) -> T {
        match self {
            Some(Lifted { element, by }) => by(init, element),
            None => init,
        }
    }
}
