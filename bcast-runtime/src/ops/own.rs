//! Number types of one's own in built-in functions and reductions.
//!
//! Operators and comparisons are those of `std::ops` and `std::cmp`, and need nothing. A function takes a type that has
//! its trait here: `exp.(x)` an [`Exp`]. `#[derive(bcast::Element)]` makes the type [`Derived`], which gives it
//! reductions. A call may compute an element twice, or one that it does not need, so all of these should have no effect
//! but their result.
//!
//! A trait's parameter is the type of the result, `Self` unless it is said: `impl own::Abs<f64> for Phasor`.

mod reductions;

use super::functions;
use crate::simd::SimdToken;
#[doc(hidden)]
pub use reductions::Joining;

/// What a trait is for, and an example.
macro_rules! documented {
    ($name:ident $method:ident($($arg:ident),*)) => {
        concat!(
            "`", stringify!($method), ".(x", $(", ", stringify!($arg),)* ")` of a type of your own. ",
            "Of the built-in types: [`ops::", stringify!($name), "`](crate::ops::", stringify!($name), ").\n\n",
            "```\n",
            "use bcast::{bcast, ndarray::array, own};\n\n",
            "#[derive(Clone, Copy, bcast::Element)]\n",
            "struct Metres(f64);\n\n",
            "impl own::", stringify!($name), " for Metres {\n",
            "    fn ", stringify!($method), "(self", $(", ", stringify!($arg), ": Self",)* ") -> Self {\n",
            "        Metres(bcast!(", stringify!($method), ".(self.0", $(", ", stringify!($arg), ".0",)* ")))\n",
            "    }\n",
            "}\n\n",
            "let one = Metres(1.0);\n",
            "let result = bcast!(", stringify!($method), ".(array![one]", $(documented!(@one $arg),)* "));\n",
            "let number = bcast!(", stringify!($method), ".(1.0_f64", $(documented!(@number $arg),)* "));\n",
            "assert_eq!(result[0].0, number);\n",
            "```",
        )
    };
    (@one $arg:ident) => { ", one" };
    (@number $arg:ident) => { ", 1.0" };
}
macro_rules! functions {
    ($($name:ident $method:ident($($arg:ident),*);)*) => {$(
        #[doc = documented!($name $method($($arg),*))]
        pub trait $name<R = Self>: Sized {
            /// The function of one element.
            fn $method(self $(, $arg: Self)*) -> R;
        }
    )*};
}
macro_rules! of_one {
    ($($name:ident $method:ident)*) => {
        functions! { $($name $method();)* }
        $(#[diagnostic::do_not_recommend]
        impl<T: $name<R>, R> functions::$name<R> for T {
            #[inline]
            fn $method(x: T, _: SimdToken) -> R {
                $name::$method(x)
            }
        })*
    };
}
macro_rules! of_several {
    ($($name:ident $method:ident($($arg:ident: $t:ident),*);)*) => {
        functions! { $($name $method($($arg),*);)* }
        $(impl<T: $name<R>, R> functions::$method::Of<$($t,)* R> for T {
            #[inline]
            fn of($($arg: T,)* x: T, _: SimdToken) -> R {
                $name::$method(x $(, $arg)*)
            }
        })*
    };
}

of_one! {
    Floor floor Ceil ceil Round round Trunc trunc Fract fract Sqrt sqrt Cbrt cbrt Recip recip
    Exp exp Exp2 exp2 ExpM1 exp_m1 Ln ln Ln1p ln_1p Log2 log2 Log10 log10
    Sin sin Cos cos Tan tan Asin asin Acos acos Atan atan
    Sinh sinh Cosh cosh Tanh tanh Asinh asinh Acosh acosh Atanh atanh
    ToDegrees to_degrees ToRadians to_radians
}
of_several! {
    Abs abs();
    Signum signum();
    Erf erf();
    Erfc erfc();
    LnGamma ln_gamma();
    Sigmoid sigmoid();
    Atan2 atan2(across: T);
    Hypot hypot(other: T);
    Copysign copysign(sign: T);
    Powf powf(exponent: T);
    RemEuclid rem_euclid(divisor: T);
    MulAdd mul_add(factor: T, term: T);
}

/// Types whose operators and order make reductions: those with `#[derive(bcast::Element)]`, and types of `std` that are
/// no plain numbers. There are `sum` and `prod` of those with `+` and `*`, `min`, `max`, `argmin` and `argmax` of those
/// with an order, and of two elements `min.(x, y)` and `max.(x, y)`. Elements join as those of numbers do, and of equal
/// ones any may be chosen; `argmin` and `argmax` give the first.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, bcast::Element)]
/// struct Metres(f64);
/// impl std::ops::Add for Metres {
///     type Output = Metres;
///     fn add(self, other: Metres) -> Metres {
///         Metres(self.0 + other.0)
///     }
/// }
///
/// let x = array![[Metres(1.0), Metres(4.0)], [Metres(2.0), Metres(0.5)]];
/// assert_eq!(bcast!((sum[1](x), max(x))), (array![Metres(5.0), Metres(2.5)], Metres(4.0)));
/// assert_eq!(bcast!(argmin[1](x)), array![0, 1]);
/// assert_eq!(bcast!(min.(x[0, ..], Metres(1.5))), array![Metres(1.0), Metres(1.5)]);
/// ```
pub trait Derived {
    /// What joins elements by `J`: a type of its own for each `Self`, or rustc would go on with it where there is none.
    #[doc(hidden)]
    type By<J>;
}

macro_rules! derived {
    ($($t:ty)*) => {$(
        impl Derived for $t {
            type By<J> = Joining<$t, J>;
        }
    )*};
    ($(generic ($($generics:tt)*) $t:ty;)*) => {$(
        impl<$($generics)*> Derived for $t {
            type By<J> = Joining<$t, J>;
        }
    )*};
}
derived! {
    char std::cmp::Ordering std::time::Duration std::time::Instant std::time::SystemTime std::net::IpAddr
    std::num::NonZeroU8 std::num::NonZeroU16 std::num::NonZeroU32 std::num::NonZeroU64 std::num::NonZeroU128
    std::num::NonZeroUsize std::num::NonZeroI8 std::num::NonZeroI16 std::num::NonZeroI32 std::num::NonZeroI64
    std::num::NonZeroI128 std::num::NonZeroIsize
}
derived! {
    generic (T) std::cmp::Reverse<T>;
    generic (T) std::num::Wrapping<T>;
    generic (T) std::num::Saturating<T>;
    generic (T) Option<T>;
    generic (A, B) (A, B);
    generic (A, B, C) (A, B, C);
}

/// Which of two elements is chosen. One without an order, such as a NaN, loses in `min` and `max`, and wins in
/// `minimum` and `maximum`. Arrays have the order of lists.
macro_rules! chosen {
    ($($method:ident: $a:ident, $b:ident => $first:expr;)*) => {$(
        chosen! { @impl (T: Derived + PartialOrd) T, $method: $a, $b => $first }
        chosen! { @impl (T: PartialOrd, const N: usize) [T; N], $method: $a, $b => $first }
    )*};
    (@impl ($($generics:tt)*) $t:ty, $method:ident: $a:ident, $b:ident => $first:expr) => {
        impl<$($generics)*> functions::$method::Of<$t, $t> for $t {
            #[inline]
            fn of($b: $t, $a: $t, _: SimdToken) -> $t {
                if $first { $a } else { $b }
            }
        }
    };
}
fn is_nan<T: PartialOrd>(x: &T) -> bool {
    x.partial_cmp(x).is_none()
}
chosen! {
    min: a, b => a <= b || is_nan(&b);
    max: a, b => a >= b || is_nan(&b);
    minimum: a, b => a <= b || is_nan(&a);
    maximum: a, b => a >= b || is_nan(&a);
}
