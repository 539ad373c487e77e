//! The built-in functions: one trait each, named as the function in `std`, applied to one element.
//!
//! Elementary functions are those of [`math`], which become vector code; what is one instruction or two is `std`'s, and
//! `ln_gamma` in double precision comes from the crate `libm`.

use crate::math;
use crate::simd::SimdToken;

/// Functions of one float that give its own type; the method of that name does the work.
macro_rules! float_functions {
    ($($name:ident $method:ident ($x:ident, $t:pat_param) => $value:expr; $doc:literal $message:literal $note:literal;)*) => {$(
        #[doc = $doc]
        #[diagnostic::on_unimplemented(message = $message, label = "this is `{Self}`", note = $note)]
        pub trait $name<R>: Sized {
            /// Applies the function.
            fn $method(x: Self, t: SimdToken) -> R;
        }
        #[diagnostic::do_not_recommend]
        impl $name<f32> for f32 {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method($x: f32, $t: SimdToken) -> f32 {
                $value
            }
        }
        #[diagnostic::do_not_recommend]
        impl $name<f64> for f64 {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method($x: f64, $t: SimdToken) -> f64 {
                $value
            }
        }
    )*};
}

float_functions! {
    Floor floor (x, _) => x.floor(); "The largest integer not above `x`." "bcast!: there is no `floor.({Self})`" "convert first, for example `floor.(f64.(x))`";
    Ceil ceil (x, _) => x.ceil(); "The smallest integer not below `x`." "bcast!: there is no `ceil.({Self})`" "convert first, for example `ceil.(f64.(x))`";
    Round round (x, _) => x.round(); "The nearest integer, halves away from zero." "bcast!: there is no `round.({Self})`" "convert first, for example `round.(f64.(x))`";
    Trunc trunc (x, _) => x.trunc(); "The integer part." "bcast!: there is no `trunc.({Self})`" "convert first, for example `trunc.(f64.(x))`";
    Fract fract (x, _) => x.fract(); "`x - trunc(x)`." "bcast!: there is no `fract.({Self})`" "convert first, for example `fract.(f64.(x))`";
    Sqrt sqrt (x, _) => x.sqrt(); "The square root, correctly rounded." "bcast!: there is no `sqrt.({Self})`" "convert first, for example `sqrt.(f64.(x))`";
    Cbrt cbrt (x, t) => math::cbrt(x, t); "The cube root." "bcast!: there is no `cbrt.({Self})`" "convert first, for example `cbrt.(f64.(x))`";
    Recip recip (x, _) => x.recip(); "`1 / x`." "bcast!: there is no `recip.({Self})`" "convert first, for example `recip.(f64.(x))`";
    Exp exp (x, t) => math::exp(x, t); "e to the power `x`." "bcast!: there is no `exp.({Self})`" "convert first, for example `exp.(f64.(x))`";
    Exp2 exp2 (x, t) => math::exp2(x, t); "2 to the power `x`." "bcast!: there is no `exp2.({Self})`" "convert first, for example `exp2.(f64.(x))`";
    ExpM1 exp_m1 (x, t) => math::exp_m1(x, t); "`exp(x) - 1`, accurate near zero." "bcast!: there is no `exp_m1.({Self})`" "convert first, for example `exp_m1.(f64.(x))`";
    Ln ln (x, t) => math::ln(x, t); "The natural logarithm." "bcast!: there is no `ln.({Self})`" "convert first, for example `ln.(f64.(x))`";
    Ln1p ln_1p (x, t) => math::ln_1p(x, t); "`ln(1 + x)`, accurate near zero." "bcast!: there is no `ln_1p.({Self})`" "convert first, for example `ln_1p.(f64.(x))`";
    Log2 log2 (x, t) => math::log2(x, t); "The logarithm to base 2." "bcast!: there is no `log2.({Self})`" "convert first, for example `log2.(f64.(x))`";
    Log10 log10 (x, t) => math::log10(x, t); "The logarithm to base 10." "bcast!: there is no `log10.({Self})`" "convert first, for example `log10.(f64.(x))`";
    Sin sin (x, t) => math::sin(x, t); "The sine of radians." "bcast!: there is no `sin.({Self})`" "convert first, for example `sin.(f64.(x))`";
    Cos cos (x, t) => math::cos(x, t); "The cosine of radians." "bcast!: there is no `cos.({Self})`" "convert first, for example `cos.(f64.(x))`";
    Tan tan (x, t) => math::tan(x, t); "The tangent of radians." "bcast!: there is no `tan.({Self})`" "convert first, for example `tan.(f64.(x))`";
    Asin asin (x, t) => math::asin(x, t); "The inverse sine, in radians." "bcast!: there is no `asin.({Self})`" "convert first, for example `asin.(f64.(x))`";
    Acos acos (x, t) => math::acos(x, t); "The inverse cosine, in radians." "bcast!: there is no `acos.({Self})`" "convert first, for example `acos.(f64.(x))`";
    Atan atan (x, t) => math::atan(x, t); "The inverse tangent, in radians." "bcast!: there is no `atan.({Self})`" "convert first, for example `atan.(f64.(x))`";
    Sinh sinh (x, t) => math::sinh(x, t); "The hyperbolic sine." "bcast!: there is no `sinh.({Self})`" "convert first, for example `sinh.(f64.(x))`";
    Cosh cosh (x, t) => math::cosh(x, t); "The hyperbolic cosine." "bcast!: there is no `cosh.({Self})`" "convert first, for example `cosh.(f64.(x))`";
    Tanh tanh (x, t) => math::tanh(x, t); "The hyperbolic tangent." "bcast!: there is no `tanh.({Self})`" "convert first, for example `tanh.(f64.(x))`";
    Asinh asinh (x, t) => math::asinh(x, t); "The inverse hyperbolic sine." "bcast!: there is no `asinh.({Self})`" "convert first, for example `asinh.(f64.(x))`";
    Acosh acosh (x, t) => math::acosh(x, t); "The inverse hyperbolic cosine." "bcast!: there is no `acosh.({Self})`" "convert first, for example `acosh.(f64.(x))`";
    Atanh atanh (x, t) => math::atanh(x, t); "The inverse hyperbolic tangent." "bcast!: there is no `atanh.({Self})`" "convert first, for example `atanh.(f64.(x))`";
    ToDegrees to_degrees (x, _) => x.to_degrees(); "Radians to degrees." "bcast!: there is no `to_degrees.({Self})`" "convert first, for example `to_degrees.(f64.(x))`";
    ToRadians to_radians (x, _) => x.to_radians(); "Degrees to radians." "bcast!: there is no `to_radians.({Self})`" "convert first, for example `to_radians.(f64.(x))`";
}

#[cfg(feature = "complex")]
mod complex {
    use super::*;
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
    complex_functions! { Sqrt sqrt sqrt; Cbrt cbrt cbrt; Exp exp exp; Exp2 exp2 exp2; Ln ln ln; Log2 log2 log2; Log10 log10 log10; Sin sin sin; Cos cos cos; Tan tan tan; Asin asin asin; Acos acos acos; Atan atan atan; Sinh sinh sinh; Cosh cosh cosh; Tanh tanh tanh; Asinh asinh asinh; Acosh acosh acosh; Atanh atanh atanh; Recip recip inv; }

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
}

/// Functions whose arguments or result have types of their own: a trait each, for whatever has the function's `Of`,
/// then an `Of` per type. The trait that the macro asks for has no implementation per type: rustc would show the one
/// nearest to a mistake, in the middle of this file.
macro_rules! function {
    ($name:ident $method:ident($($arg:ident: $a:ident),*) $doc:literal $message:literal $note:literal) => {
        #[doc = $doc]
        #[diagnostic::on_unimplemented(message = $message, label = "this is `{Self}`", note = $note)]
        pub trait $name<$($a,)* R>: Sized {
            /// Applies the function to `x`, the first argument, and the others.
            fn $method($($arg: $a,)* x: Self, t: SimdToken) -> R;
        }
        #[diagnostic::do_not_recommend]
        impl<A: $method::Of<$($a,)* R>, $($a,)* R> $name<$($a,)* R> for A {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method($($arg: $a,)* x: A, t: SimdToken) -> R {
                A::of($($arg,)* x, t)
            }
        }
        pub(super) mod $method {
            pub trait Of<$($a,)* R>: Sized {
                fn of($($arg: $a,)* x: Self, t: crate::simd::SimdToken) -> R;
            }
        }
    };
}
macro_rules! unary {
    ($method:ident -> $r:ident: $($t:ident)*; ($x:ident, $token:pat_param) => $value:expr) => {$(
        impl $method::Of<result!($r $t)> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of($x: $t, $token: SimdToken) -> result!($r $t) {
                $value
            }
        }
    )*};
}
macro_rules! binary {
    ($method:ident: $($t:ident)*; ($x:ident, $y:ident, $token:pat_param) => $value:expr) => {$(
        impl $method::Of<$t, $t> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of($y: $t, $x: $t, $token: SimdToken) -> $t {
                $value
            }
        }
    )*};
}
macro_rules! ternary {
    ($method:ident: $($t:ident)*; ($x:ident, $y:ident, $z:ident, $token:pat_param) => $value:expr) => {$(
        impl $method::Of<$t, $t, $t> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of($y: $t, $z: $t, $x: $t, $token: SimdToken) -> $t {
                $value
            }
        }
    )*};
}
macro_rules! result {
    (own $t:ident) => {
        $t
    };
    ($r:ident $t:ident) => {
        $r
    };
}

function! { Abs abs() "The absolute value; of a complex number its modulus, a real number." "bcast!: there is no `abs.({Self})`" "signed numbers, floats and complex numbers have an absolute value" }
unary! { abs -> own: f32 f64 i8 i16 i32 i64 i128 isize; (x, _) => x.abs() }

function! { Signum signum() "-1, 0 or 1 for integers; for floats the sign as 1 or -1, NaN for NaN." "bcast!: there is no `signum.({Self})`" "convert first, for example `signum.(i64.(x))`" }
unary! { signum -> own: f32 f64 i8 i16 i32 i64 i128 isize; (x, _) => x.signum() }

function! { IsNan is_nan() "Whether `x` is NaN." "bcast!: there is no `is_nan.({Self})`" "only floats can be NaN" }
unary! { is_nan -> bool: f32 f64; (x, _) => x.is_nan() }

function! { IsFinite is_finite() "Whether `x` is neither infinite nor NaN." "bcast!: there is no `is_finite.({Self})`" "only floats can be infinite" }
unary! { is_finite -> bool: f32 f64; (x, _) => x.is_finite() }

function! { Erf erf() "The error function." "bcast!: there is no `erf.({Self})`" "convert first, for example `erf.(f64.(x))`" }
unary! { erf -> own: f32 f64; (x, t) => math::erf(x, t) }

function! { Erfc erfc() "`1 - erf(x)`, accurate for large `x`." "bcast!: there is no `erfc.({Self})`" "convert first, for example `erfc.(f64.(x))`" }
unary! { erfc -> own: f32 f64; (x, t) => math::erfc(x, t) }

function! { LnGamma ln_gamma() "The logarithm of the absolute value of the gamma function." "bcast!: there is no `ln_gamma.({Self})`" "convert first, for example `ln_gamma.(f64.(x))`" }
unary! { ln_gamma -> own: f32; (x, t) => math::ln_gamma(x, t) }
unary! { ln_gamma -> own: f64; (x, _) => libm::lgamma(x) }

function! { Sigmoid sigmoid() "`1 / (1 + exp(-x))`." "bcast!: there is no `sigmoid.({Self})`" "convert first, for example `sigmoid.(f64.(x))`" }
unary! { sigmoid -> own: f32 f64; (x, t) => math::sigmoid(x, t) }

function! { Atan2 atan2(across: X) "The angle of the point (`across`, `x`), in radians." "bcast!: there is no `atan2.({Self}, {X})`" "two floats of one type: convert, for example with `f64.(x)`" }
binary! { atan2: f32 f64; (y, x, t) => math::atan2(y, x, t) }

function! { Hypot hypot(y: Y) "The length of the vector (`x`, `y`)." "bcast!: there is no `hypot.({Self}, {Y})`" "two floats of one type: convert, for example with `f64.(x)`" }
binary! { hypot: f32 f64; (x, y, t) => math::hypot(x, y, t) }

function! { Copysign copysign(sign: S) "The magnitude of `x` with the sign of `sign`." "bcast!: there is no `copysign.({Self}, {S})`" "two floats of one type: convert, for example with `f64.(x)`" }
binary! { copysign: f32 f64; (x, sign, _) => x.copysign(sign) }

function! { Powf powf(exponent: E) "`x` to a float power." "bcast!: there is no `powf.({Self}, {E})`" "two floats of one type: convert, for example with `f64.(x)`" }
binary! { powf: f32 f64; (x, exponent, t) => math::powf(x, exponent, t) }

function! { Powi powi(exponent: E) "`x` to an `i32` power." "bcast!: there is no `powi.({Self}, {E})`" "a float and an `i32`: convert, for example with `i32.(n)`" }
macro_rules! powi {
    ($($t:ident)*) => {$(
        impl powi::Of<i32, $t> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn of(exponent: i32, x: $t, _: SimdToken) -> $t {
                x.powi(exponent)
            }
        }
    )*};
}
powi! { f32 f64 }

function! { RemEuclid rem_euclid(divisor: D) "The least non-negative remainder." "bcast!: there is no `rem_euclid.({Self}, {D})`" "two numbers of one type: convert, for example with `f64.(x)`" }
binary! { rem_euclid: f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize; (x, divisor, _) => x.rem_euclid(divisor) }

function! { Min min(other: O) "The smaller of two; a NaN loses." "bcast!: there is no `min.({Self}, {O})`" "two numbers of one type: convert, for example with `f64.(x)`" }
binary! { min: f32 f64; (x, y, _) => x.min(y) }
binary! { min: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::min(x, y) }

function! { Max max(other: O) "The larger of two; a NaN loses." "bcast!: there is no `max.({Self}, {O})`" "two numbers of one type: convert, for example with `f64.(x)`" }
binary! { max: f32 f64; (x, y, _) => x.max(y) }
binary! { max: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::max(x, y) }

// IEEE 754-2019 `minimum` and `maximum`: NaN wins, and -0 is below +0.
function! { Minimum minimum(other: O) "The smaller of two; a NaN wins, and -0 is below +0." "bcast!: there is no `minimum.({Self}, {O})`" "two numbers of one type: convert, for example with `f64.(x)`" }
binary! { minimum: f32 f64; (x, y, _) => if x < y || (x == y && x.is_sign_negative()) || x.is_nan() { x } else { y } }
binary! { minimum: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::min(x, y) }

function! { Maximum maximum(other: O) "The larger of two; a NaN wins, and +0 is above -0." "bcast!: there is no `maximum.({Self}, {O})`" "two numbers of one type: convert, for example with `f64.(x)`" }
binary! { maximum: f32 f64; (x, y, _) => if x > y || (x == y && x.is_sign_positive()) || x.is_nan() { x } else { y } }
binary! { maximum: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool; (x, y, _) => Ord::max(x, y) }

function! { Clamp clamp(low: L, high: H) "`min(max(x, low), high)`; never panics." "bcast!: there is no `clamp.({Self}, {L}, {H})`" "three numbers of one type: convert, for example with `f64.(x)`" }
ternary! { clamp: f32 f64; (x, low, high, _) => x.max(low).min(high) }
ternary! { clamp: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize char; (x, low, high, _) => Ord::min(Ord::max(x, low), high) }

function! { MulAdd mul_add(factor: F, term: T) "`x * factor + term`, rounded once." "bcast!: there is no `mul_add.({Self}, {F}, {T})`" "three floats of one type: convert, for example with `f64.(x)`" }
ternary! { mul_add: f32 f64; (x, factor, term, _) => x.mul_add(factor, term) }
