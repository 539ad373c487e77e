//! Reductions of `[T; N]` by operators: component by component.

use super::reduce::{Folded, Mean, Prod, Reducer, Sum};
use crate::lane_room::Together;
use std::array;
use std::marker::PhantomData;

/// `N` reductions side by side.
pub struct Each<R, const N: usize>(PhantomData<R>);

impl<R: Reducer, const N: usize> Reducer for Each<R, N> {
    type Lifted = [R::Lifted; N];
    type Acc = [R::Acc; N];
    type Room = Together;
    type Out = [R::Out; N];
    const OF_NOTHING: bool = R::OF_NOTHING;
    #[inline(always)]
    fn identity() -> Self::Acc {
        array::from_fn(|_| R::identity())
    }
    #[inline(always)]
    fn nothing() -> Self::Lifted {
        array::from_fn(|_| R::nothing())
    }
    #[inline(always)]
    fn one(lifted: Self::Lifted) -> Self::Acc {
        lifted.map(R::one)
    }
    #[inline(always)]
    fn join(a: Self::Acc, b: Self::Acc) -> Self::Acc {
        array::from_fn(|at| R::join(a[at], b[at]))
    }
    #[inline(always)]
    fn finish(acc: Self::Acc, count: usize) -> Self::Out {
        acc.map(|acc| R::finish(acc, count))
    }
}

macro_rules! each {
    ($($name:ident $method:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $name, const N: usize> $name for [T; N] {
            type Reducer = Each<T::Reducer, N>;
            #[inline(always)]
            fn $method(x: Self) -> Folded<Self::Reducer> {
                Folded(x.map(|x| T::$method(x).0))
            }
        }
    )*};
}
each! {
    Sum sum;
    Prod prod;
    Mean mean;
}
