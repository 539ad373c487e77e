//! What `#[wrapping]`, `#[saturating]` and `#[checked]` make of arithmetic, in every build.
//!
//! Under one of them the macro calls the traits of [`wrapping`], [`saturating`] or [`checked`] by path, which have the
//! names of those in [`super`]. Integers do what the attribute says; all other elements do what they do without it.
//! Those of [`checked`] are told besides who hears of what does not fit.

pub(crate) mod by;
pub mod checked;
mod checked_integer;
mod exact;
mod integer;
mod reduce;

/// The attribute `#[wrapping]`.
#[doc(hidden)]
pub struct Wrapping;
/// The attribute `#[saturating]`.
#[doc(hidden)]
pub struct Saturating;

/// The traits of a mode, each with the name and the message of the one that it stands for.
macro_rules! traits {
    ($mode:ident $attribute:literal; $(
        $name:ident $method:ident [$($p:ident),*] ($($arg:ident: $t:ident),*; $($token:ident)?) -> $result:ident
            $message:literal $label:literal $note:literal;
    )*) => {$(
        #[doc = concat!(
            "[`ops::", stringify!($name), "`](super::super::", stringify!($name), ") under `", $attribute, "`."
        )]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = $label,
            note = $note,
            note = "under an attribute for integers, types of your own need `#[derive(bcast::Element)]`"
        )]
        pub trait $name<$($p),*>: Sized {
            /// The first operand comes last.
            fn $method($($arg: $t,)* x: Self $(, $token: crate::simd::SimdToken)?) -> $result;
        }
        #[diagnostic::do_not_recommend]
        impl<A: by::$name<super::$mode, $($p),*>, $($p),*> $name<$($p),*> for A {
            #[inline]
            #[track_caller]
            fn $method($($arg: $t,)* x: A $(, $token: crate::simd::SimdToken)?) -> $result {
                A::$method($($arg,)* x $(, $token)?)
            }
        }
    )*};
}

/// What has a mode, as rows for `$then!`.
macro_rules! rows {
    ($then:ident $($mode:tt)*) => { $then! { $($mode)*
        Plus plus [B, C] (b: B;) -> C
            "bcast!: there is no `{Self} .+ {B}`" "`{Self}` beside `{B}`"
            "element types are never converted silently: write `{Self}.(..)` around the right or `{B}.(..)` \
             around the left";
        Minus minus [B, C] (b: B;) -> C
            "bcast!: there is no `{Self} .- {B}`" "`{Self}` beside `{B}`"
            "element types are never converted silently: write `{Self}.(..)` around the right or `{B}.(..)` \
             around the left";
        Times times [B, C] (b: B;) -> C
            "bcast!: there is no `{Self} .* {B}`" "`{Self}` beside `{B}`"
            "element types are never converted silently: write `{Self}.(..)` around the right or `{B}.(..)` \
             around the left";
        Divide divide [B, C] (b: B;) -> C
            "bcast!: there is no `{Self} ./ {B}`" "`{Self}` beside `{B}`"
            "element types are never converted silently: write `{Self}.(..)` around the right or `{B}.(..)` \
             around the left";
        Remainder remainder [B, C] (b: B;) -> C
            "bcast!: there is no `{Self} .% {B}`" "`{Self}` beside `{B}`"
            "element types are never converted silently: write `{Self}.(..)` around the right or `{B}.(..)` \
             around the left";
        ShiftLeft shift_left [B, C] (b: B;) -> C
            "bcast!: there is no `{Self} .<< {B}`" "`{Self}` beside `{B}`"
            "integers are shifted by integers";
        ShiftRight shift_right [B, C] (b: B;) -> C
            "bcast!: there is no `{Self} .>> {B}`" "`{Self}` beside `{B}`"
            "integers are shifted by integers";
        Negate negate [C] (;) -> C
            "bcast!: there is no `-{Self}`" "this is `{Self}`"
            "signed numbers have a negative";
        Abs abs [C] (; t) -> C
            "bcast!: there is no `abs.({Self})`" "this is `{Self}`"
            "signed numbers, floats and complex numbers have an absolute value";
        RemEuclid rem_euclid [B, C] (divisor: B; t) -> C
            "bcast!: there is no `rem_euclid.({Self}, {B})`" "this is `{Self}`"
            "two numbers of one type: convert, for example with `f64.(x)`";
        Power power [B, C] (exponent: B; t) -> C
            "bcast!: there is no `{Self} .^ {B}`" "`{Self}` to the power of `{B}`"
            "floats take an exponent of their own type or `i32`, integers take `u32` or a literal";
    } };
}
pub(crate) use rows;

/// The traits of a mode.
macro_rules! mode {
    ($mode:ident $attribute:literal) => {
        use super::super::own::Derived;
        use super::super::reduce::{self, Folded, Reducer, reduction};
        use super::super::scan::{Scanner, scans};
        use super::by;
        use std::marker::PhantomData;

        super::rows! { traits $mode $attribute; }

        #[doc = concat!("[`ops::LiteralPower`](super::super::LiteralPower) under `", $attribute, "`.")]
        #[diagnostic::on_unimplemented(
            message = "bcast!: there is no power of `{Self}`",
            label = "`{Self}` cannot be multiplied by itself"
        )]
        pub trait LiteralPower: Sized {
            /// `x` to the power `N`.
            fn literal_power<const N: u32>(x: Self) -> Self;
        }
        #[diagnostic::do_not_recommend]
        impl<A: by::LiteralPower<super::$mode>> LiteralPower for A {
            #[inline]
            #[track_caller]
            fn literal_power<const N: u32>(x: A) -> A {
                A::literal_power::<N>(x)
            }
        }

        reduction! {
            #[doc = concat!("[`ops::reduce::Sum`](super::super::reduce::Sum) under `", $attribute, "`.")]
            #[diagnostic::on_unimplemented(
                message = "bcast!: there is no `sum` of `{Self}`",
                label = "elements of type `{Self}`",
                note = "`count(c)` counts what is true; convert other elements first, for example `sum(f64.(x))`",
                note = "types of your own have one by `+` and `#[derive(bcast::Element)]`"
            )]
            Sum sum
        }
        reduction! {
            #[doc = concat!("[`ops::reduce::Prod`](super::super::reduce::Prod) under `", $attribute, "`.")]
            #[diagnostic::on_unimplemented(
                message = "bcast!: there is no `prod` of `{Self}`",
                label = "elements of type `{Self}`",
                note = "`all(c)` asks whether all are true; convert other elements first, for example `prod(f64.(x))`",
                note = "types of your own have one by `*` and `#[derive(bcast::Element)]`"
            )]
            Prod prod
        }
        mode! { @reduction Sum sum }
        mode! { @reduction Prod prod }
        scans! {
            /// The sum of each element and all before it along an axis, in their own type.
            CumSum cumsum Summing Sum sum;
            "bcast!: there is no `cumsum` of `{Self}`"
            "convert elements first, for example `cumsum[0](f64.(x))`; of truth values, `cumsum[0](u64.(c))` counts";

            /// The product of each element and all before it along an axis, in their own type.
            CumProd cumprod Multiplied Prod prod;
            "bcast!: there is no `cumprod` of `{Self}`"
            "convert elements first, for example `cumprod[0](f64.(x))`";
        }
    };
    (@reduction $name:ident $method:ident) => {
        #[diagnostic::do_not_recommend]
        impl<A: Derived + reduce::$name> $name for A {
            type Reducer = A::Reducer;
            #[inline]
            #[track_caller]
            fn $method(x: A) -> Folded<Self::Reducer> {
                reduce::$name::$method(x)
            }
        }
    };
}

/// The operators of `#[wrapping]`: results of integers keep their low bits, and shifts take the amount modulo the
/// width.
pub mod wrapping {
    mode! { Wrapping "#[wrapping]" }
}

/// The operators of `#[saturating]`: results of integers are the exact ones, or the end of the type that lies nearest.
pub mod saturating {
    mode! { Saturating "#[saturating]" }
}
