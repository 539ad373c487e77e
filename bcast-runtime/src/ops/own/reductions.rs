//! Reductions by the operators and the order of a type.

use super::{Derived, stays};
use crate::ops::reduce::{ArgMax, ArgMin, Folded, Max, Maximum, Min, Minimum, Prod, Reducer, Sum};
use std::marker::PhantomData;
use std::ops::{Add, Mul};

/// Elements that become one by `J`, two at a time. A type need not have a neutral element: nothing is.
pub struct Joining<T, J>(PhantomData<(T, J)>);

macro_rules! joined {
    ($($by:ident $name:ident $method:ident where $bound:path: $a:ident, $b:ident => $joined:expr;)*) => {$(
        /// By what `
        #[doc = stringify!($method)]
        /// ` needs.
        pub struct $by;
        impl<T: Copy + Send + Sync + $bound> Reducer for Joining<T, $by> {
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
            T::By<$by>: Reducer<Acc = Option<T>>,
        {
            type Reducer = T::By<$by>;
            #[inline]
            fn $method(x: T) -> Folded<Self::Reducer> {
                Folded(Some(x))
            }
        }
    )*};
}
/// A sum has the type of its terms.
pub trait Adds: Add<Output = Self> + Sized {}
impl<T: Add<Output = T>> Adds for T {}
/// A product has the type of its factors.
pub trait Multiplies: Mul<Output = Self> + Sized {}
impl<T: Mul<Output = T>> Multiplies for T {}
joined! {
    ByAdd Sum sum where Adds: a, b => a + b;
    ByMul Prod prod where Multiplies: a, b => a * b;
    ByMin Min min where PartialOrd: a, b => if stays::min(&a, &b) { a } else { b };
    ByMax Max max where PartialOrd: a, b => if stays::max(&a, &b) { a } else { b };
    ByMinimum Minimum minimum where PartialOrd: a, b => if stays::minimum(&a, &b) { a } else { b };
    ByMaximum Maximum maximum where PartialOrd: a, b => if stays::maximum(&a, &b) { a } else { b };
}

/// Where the chosen element stands, of equal ones the first in logical order.
pub struct PlaceBy<J>(PhantomData<J>);
macro_rules! places {
    ($($by:ident $choice:ident $name:ident $method:ident;)*) => {$(
        impl<T: Copy + Send + Sync + PartialOrd> Reducer for Joining<T, PlaceBy<$by>> {
            type Acc = Option<(T, usize)>;
            type Out = usize;
            const OF_NOTHING: bool = false;
            #[inline]
            fn identity() -> Self::Acc {
                None
            }
            #[inline]
            fn join(a: Self::Acc, b: Self::Acc) -> Self::Acc {
                let (Some(first), Some(second)) = (a, b) else { return a.or(b) };
                // Lanes do not go by position.
                let (early, late) = if first.1 < second.1 { (first, second) } else { (second, first) };
                Some(if stays::$choice(&early.0, &late.0) { early } else { late })
            }
            #[inline]
            fn finish(acc: Self::Acc, _: usize) -> usize {
                acc.expect("a reduction of nothing is an error before this").1
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Derived> $name for T
        where
            T::By<PlaceBy<$by>>: Reducer<Acc = Option<(T, usize)>>,
        {
            type Reducer = T::By<PlaceBy<$by>>;
            #[inline]
            fn $method(position: usize, x: T) -> Folded<Self::Reducer> {
                Folded(Some((x, position)))
            }
        }
    )*};
}
places! { ByMin min ArgMin argmin; ByMax max ArgMax argmax; }
