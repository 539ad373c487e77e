//! Reductions by the operators and the order of a type.

use super::Derived;
use crate::ops::reduce::{Chosen, Folded, Number, Prod, Reducer, Sum, lifted_to_accumulators};
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::{Add, Mul};

/// Elements that become one by `J`, two at a time. A type need not have a neutral element: nothing is.
pub struct Joining<T, J>(PhantomData<(T, J)>);

macro_rules! joined {
    ($($by:ident $name:ident $method:ident by $operator:ident: $a:ident, $b:ident => $joined:expr;)*) => {$(
        /// By this operator.
        pub struct $by;
        impl<T: Copy + Send + Sync + $operator<Output = T>> Reducer for Joining<T, $by> {
            lifted_to_accumulators!();
            const IN_ORDER: bool = true;
            type Acc = Option<T>;
            type Out = T;
            const OF_NOTHING: bool = false;
            #[inline]
            fn identity() -> Option<T> {
                None
            }
            #[inline]
            fn join(a: Option<T>, b: Option<T>) -> Option<T> {
                match (a, b) {
                    (Some($a), Some($b)) => Some($joined),
                    (one, None) | (None, one) => one,
                }
            }
            #[inline]
            fn finish(acc: Option<T>, _: usize) -> T {
                acc.expect("a reduction of nothing is an error before this")
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Derived> $name for T
        where
            T::By<$by>: Reducer<Lifted = Option<T>>,
        {
            type Reducer = T::By<$by>;
            #[inline]
            fn $method(x: T) -> Folded<Self::Reducer> {
                Folded(Some(x))
            }
        }
    )*};
}
joined! {
    ByAdd Sum sum by Add: a, b => a + b;
    ByMul Prod prod by Mul: a, b => a * b;
}

/// An element among those of its type, or where there is none yet.
#[derive(Clone, Copy)]
pub enum Maybe<T> {
    /// An element.
    Is(T),
    /// Below all elements.
    Lowest,
    /// Above all elements.
    Highest,
    /// Without an order.
    Nothing,
}
/// By the order, which may see less than `==` of the type.
impl<T: PartialOrd> PartialEq for Maybe<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}
impl<T: PartialOrd> PartialOrd for Maybe<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let level = |side: &Self| match side {
            Maybe::Lowest => Some(0),
            Maybe::Is(_) => Some(1),
            Maybe::Highest => Some(2),
            Maybe::Nothing => None,
        };
        match (self, other) {
            (Maybe::Is(a), Maybe::Is(b)) => a.partial_cmp(b),
            (a, b) => Some(level(a)?.cmp(&level(b)?)),
        }
    }
}
impl<T: Copy + Send + Sync + PartialOrd> Number for Maybe<T> {
    const LEAST: Self = Maybe::Lowest;
    const MOST: Self = Maybe::Highest;
    const LOSES_MIN: Self = Maybe::Nothing;
    const LOSES_MAX: Self = Maybe::Nothing;
    #[inline]
    fn is_nan(self) -> bool {
        match self {
            Maybe::Is(x) => x.partial_cmp(&x).is_none(),
            Maybe::Nothing => true,
            Maybe::Lowest | Maybe::Highest => false,
        }
    }
    #[inline]
    fn is_nothing(self) -> bool {
        matches!(self, Maybe::Nothing)
    }
    #[inline]
    fn is_negative(self) -> bool {
        true
    }
    type Ranked = Self;
    #[inline]
    fn ranked(self) -> Self {
        self
    }
}
macro_rules! chosen {
    ($(($($generics:tt)*) $t:ty;)*) => {$(
        impl<$($generics)*> Chosen for $t {
            type Kept = Maybe<$t>;
            #[inline]
            fn keep(self) -> Maybe<$t> {
                Maybe::Is(self)
            }
            #[inline]
            fn chosen(kept: Maybe<$t>) -> $t {
                match kept {
                    Maybe::Is(x) => x,
                    _ => unreachable!("a reduction of nothing is an error before this"),
                }
            }
        }
    )*};
}
chosen! {
    (T: Derived + Copy + Send + Sync + PartialOrd) T;
    (T: Copy + Send + Sync + PartialOrd, const N: usize) [T; N];
}
