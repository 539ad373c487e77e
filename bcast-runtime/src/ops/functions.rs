//! The built-in functions: one trait each, named as the function in `std`, applied to one element. Each row below has
//! all that belongs to it: what it computes, for which arguments, special values, an example, and how far it may be
//! off.
//!
//! Elementary functions are those of [`math`](crate::math), which become vector code; what is one instruction or two is
//! `std`'s, and `ln_gamma` in double precision comes from the crate `libm`.

/// The sentence about errors: the largest ones of `bcast-runtime/src/math/README.md`, which a test of the table of
/// operations compares.
macro_rules! within {
    ($single:literal $double:literal) => {
        concat!(
            "\n\nThe error is at most ",
            $single,
            " ULP for `f32` and ",
            $double,
            " for `f64`: [the largest that was found](crate::ops#errors-and-times)."
        )
    };
}

/// Functions of one float that give its own type; the method of that name does the work.
macro_rules! float_functions {
    ($(
        $(#[$doc:meta])*
        $name:ident $method:ident($x:ident, $t:pat_param) => $value:expr $(, within $single:literal $double:literal)?;
        $message:literal $note:literal;
    )*) => {$(
        $(#[$doc])*
        $(#[doc = within!($single $double)])?
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

/// Functions whose arguments or result have types of their own: a trait each, for whatever has the function's `Of`,
/// then an `Of` per type. The trait that the macro asks for has no implementation per type: rustc would show the one
/// nearest to a mistake, in the middle of this file. Arguments are of the first one's type, or of the one behind `=`,
/// which each is asked for: see [`super::compare`].
macro_rules! function {
    (
        $(#[$doc:meta])*
        $name:ident $method:ident($($arg:ident: $a:ident $(= $is:ty)?),*) $(, within $single:literal $double:literal)?;
        $message:literal $note:literal
    ) => {
        $(#[$doc])*
        $(#[doc = within!($single $double)])?
        #[diagnostic::on_unimplemented(message = $message, label = "this is `{Self}`", note = $note)]
        pub trait $name<$($a,)* R>: Sized {
            /// Applies the function to `x`, the first argument, and the others.
            fn $method($($arg: $a,)* x: Self, t: SimdToken) -> R;
        }
        #[diagnostic::do_not_recommend]
        impl<A, $($a,)* R> $name<$($a,)* R> for A
        where
            A: $method::Of<$(argument!(A $($is)?),)* R>,
            $($a: crate::ops::Alike<argument!(A $($is)?)>,)*
        {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[track_caller]
            fn $method($($arg: $a,)* x: A, t: SimdToken) -> R {
                A::of($(crate::ops::Alike::alike($arg),)* x, t)
            }
        }
        pub(in crate::ops) mod $method {
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
            #[track_caller]
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
            #[track_caller]
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
macro_rules! argument {
    ($own:ident) => {
        $own
    };
    ($own:ident $is:ty) => {
        $is
    };
}
macro_rules! result {
    (own $t:ident) => {
        $t
    };
    ($r:ident $t:ident) => {
        $r
    };
}

mod choice;
#[cfg(feature = "complex")]
mod complex;
mod exponential;
mod hyperbolic;
mod numbers;
mod rounding;
mod special;
mod trigonometric;

pub use choice::*;
pub use exponential::*;
pub use hyperbolic::*;
pub use numbers::*;
pub use rounding::*;
pub use special::*;
pub use trigonometric::*;
