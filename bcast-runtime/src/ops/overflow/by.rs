//! What the operators do for each kind of element, by the mode `M`.

use super::integer::{Amount, Mode, SignedMode};
use super::{Other, Whole};
use crate::ops;
use crate::ops::reduce::{Folded, Reducer};
use crate::simd::SimdToken;

macro_rules! traits {
    ($(
        $name:ident $method:ident [$($p:ident),*] ($($arg:ident: $t:ident),*; $($token:ident)?) -> $result:ident
            $message:literal $label:literal $note:literal;
    )*) => {$(
        pub trait $name<M, A, $($p),*> {
            fn $method($($arg: $t,)* x: A $(, $token: SimdToken)?) -> $result;
        }
        impl<M, A: ops::$name<$($p),*>, $($p),*> $name<M, A, $($p),*> for Other {
            #[inline]
            fn $method($($arg: $t,)* x: A $(, $token: SimdToken)?) -> $result {
                ops::$name::$method($($arg,)* x $(, $token)?)
            }
        }
    )*};
}
super::rows! { traits }

macro_rules! of_integers {
    ($($name:ident $method:ident<$($g:ident: $bound:ident),*>[$($p:ident),*] ($x:ident, $($arg:ident: $t:ident),*; $($token:ident)?) => $value:expr;)*) => {$(
        impl<M: Mode<T>, T, $($g: $bound),*> $name<M, T, $($p),*> for Whole {
            #[inline]
            fn $method($($arg: $t,)* $x: T $(, $token: SimdToken)?) -> T {
                $value
            }
        }
    )*};
}
of_integers! {
    Plus plus<>[T, T] (a, b: T;) => M::plus(a, b);
    Minus minus<>[T, T] (a, b: T;) => M::minus(a, b);
    Times times<>[T, T] (a, b: T;) => M::times(a, b);
    Divide divide<>[T, T] (a, b: T;) => M::divide(a, b);
    Remainder remainder<>[T, T] (a, b: T;) => M::remainder(a, b);
    RemEuclid rem_euclid<>[T, T] (a, b: T; _t) => M::rem_euclid(a, b);
    ShiftLeft shift_left<N: Amount>[N, T] (x, n: N;) => M::shift_left(x, n);
    ShiftRight shift_right<N: Amount>[N, T] (x, n: N;) => M::shift_right(x, n);
    Power power<>[u32, T] (x, n: u32; _t) => M::power(x, n);
}
impl<M: SignedMode<T>, T> Negate<M, T, T> for Whole {
    #[inline]
    fn negate(x: T) -> T {
        M::negate(x)
    }
}
impl<M: SignedMode<T>, T> Abs<M, T, T> for Whole {
    #[inline]
    fn abs(x: T, _: SimdToken) -> T {
        M::abs(x)
    }
}

pub trait LiteralPower<M, A> {
    fn literal_power<const N: u32>(x: A) -> A;
}
impl<M, A: ops::LiteralPower> LiteralPower<M, A> for Other {
    #[inline]
    fn literal_power<const N: u32>(x: A) -> A {
        x.literal_power::<N>()
    }
}
impl<M: Mode<T>, T: Copy> LiteralPower<M, T> for Whole {
    // What saturates is not 1, 0 or -1, and squares are positive: clamping on the way is clamping in the end.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn literal_power<const N: u32>(x: T) -> T {
        if N == 0 {
            return M::ONE;
        }
        let (mut power, mut square, mut rest) = (x, x, N - 1);
        while rest > 0 {
            if rest & 1 == 1 {
                power = M::times(power, square);
            }
            rest >>= 1;
            if rest > 0 {
                square = M::times(square, square);
            }
        }
        power
    }
}

macro_rules! reductions {
    ($($name:ident $method:ident)*) => {$(
        pub trait $name<M, A> {
            type Reducer: Reducer;
            fn $method(x: A) -> Folded<Self::Reducer>;
        }
        impl<M, A: ops::reduce::$name> $name<M, A> for Other {
            type Reducer = A::Reducer;
            #[inline]
            fn $method(x: A) -> Folded<A::Reducer> {
                A::$method(x)
            }
        }
        impl<M: Mode<T>, T> $name<M, T> for Whole {
            type Reducer = M::$name;
            #[inline]
            fn $method(x: T) -> Folded<M::$name> {
                Folded(x)
            }
        }
    )*};
}
reductions! { Sum sum Prod prod }
