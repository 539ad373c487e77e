//! Reductions by a function of the user's: `fold[1](x, init, |a, b| ..)`.
//!
//! An element is lifted with the function beside it, which takes no memory where the function captures nothing. What
//! comes out still has it, so that what the reduction begins with is joined in the pass that reads the result.

use super::reduce::{Folded, Reducer, lifted_to_accumulators};
use std::marker::PhantomData;

/// An element, and the function that joins it to others.
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

/// The reducer of [`Fold`].
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

/// `fold(x, init, f)`: what `f` makes of all elements, two at a time. Here an element, lifted with the function.
///
/// `f` takes two elements and gives one. It is called in any order and grouping, so it is associative and commutative,
/// or the result is one of many. Over nothing the result is `init`.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let x = array![[3_u32, 1, 2], [4, 12, 8]];
/// assert_eq!(bcast!(fold[1](x, 0, |a, b| a | b)), array![3, 12]); // bits that one of them has
/// assert_eq!(bcast!(fold(x, u32::MAX, |a, b| a & b)), 0);
/// ```
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

/// What came out of [`Fold`], before it is joined with what the fold begins with, once.
///
/// ```
/// use bcast::{One, bcast, ndarray::{Array2, array}};
///
/// let longest = |a: (u32, char), b: (u32, char)| if b.0 > a.0 { b } else { a };
/// let x = array![[(3, 'a'), (5, 'b')], [(1, 'c'), (0, 'd')]];
/// assert_eq!(bcast!(fold[1](x, One((2, '-')), longest)), array![(5, 'b'), (2, '-')]);
/// assert_eq!(bcast!(fold(Array2::<u32>::zeros((0, 3)), 7, |a, b| a + b)), 7); // over nothing
/// ```
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
