//! Complex numbers: the functions of the crate `num-complex`.

use super::*;
use crate::simd::SimdToken;
use num_complex::Complex;

macro_rules! complex_functions {
    ($($name:ident $method:ident $theirs:ident;)*) => {$(
        complex_functions! { @impl $name $method $theirs f32 }
        complex_functions! { @impl $name $method $theirs f64 }
    )*};
    (@impl $name:ident $method:ident $theirs:ident $t:ident) => {
        #[diagnostic::do_not_recommend]
        impl $name<Complex<$t>> for Complex<$t> {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(x: Self, _: SimdToken) -> Self {
                x.$theirs()
            }
        }
    };
}
complex_functions! {
    Sqrt sqrt sqrt; Cbrt cbrt cbrt; Exp exp exp; Exp2 exp2 exp2; Ln ln ln; Log2 log2 log2; Log10 log10 log10;
    Sin sin sin; Cos cos cos; Tan tan tan; Asin asin asin; Acos acos acos; Atan atan atan; Sinh sinh sinh;
    Cosh cosh cosh; Tanh tanh tanh; Asinh asinh asinh; Acosh acosh acosh; Atanh atanh atanh; Recip recip inv;
}

macro_rules! complex_abs {
    ($($t:ident)*) => {$(
        impl abs::Of<$t> for Complex<$t> {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of(x: Self, _: SimdToken) -> $t {
                x.norm()
            }
        }
    )*};
}
complex_abs! { f32 f64 }
