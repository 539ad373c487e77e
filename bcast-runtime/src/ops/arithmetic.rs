//! Arithmetic, bits and shifts: blanket over `std::ops`, so overflow behaves as in the user's build; panics of
//! integers are at the line of the call.

use super::checks;

macro_rules! binary {
    ($first_note:literal $second_note:literal; $(
        $(#[$doc:meta])*
        $name:ident $method:ident $std:ident $std_method:ident $message:literal $($check:ident)?;
    )*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "`{Self}` beside `{B}`",
            note = $first_note,
            note = $second_note
        )]
        pub trait $name<B, C>: Sized {
            /// `a` before the operator, `b` behind it.
            fn $method(b: B, a: Self) -> C;
        }
        #[diagnostic::do_not_recommend]
        impl<A: std::ops::$std<B, Output = C>, B, C> $name<B, C> for A {
            #[inline]
            #[track_caller]
            fn $method(b: B, a: A) -> C {
                $(if cfg!(debug_assertions) {
                    checks::$check(&a, &b);
                })?
                std::ops::$std::$std_method(a, b)
            }
        }
    )*};
}

binary! {
    "element types are never converted silently: write `{Self}.(..)` around the right or `{B}.(..)` around the left"
    "convert a number rather than an array, but integers beside `0.5`: `f64.(n)`; a variable is `f64` by \
     `let k = 0.1;`, `f32` by `let k = 0.1_f32;`";

    /// `a .+ b`: `std::ops::Add` of the elements, of any types that have it.
    ///
    /// Floats are rounded once; `∞ - ∞` is NaN. Integers that overflow panic in builds with overflow checks and wrap in
    /// others, as `+` does.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![1, 2] .+ array![10, 20]), array![11, 22]);
    /// assert!(bcast!(f64::INFINITY .+ f64::NEG_INFINITY).is_nan());
    /// ```
    Plus plus Add add "bcast!: there is no `{Self} .+ {B}`";

    /// `a .- b`: `std::ops::Sub` of the elements, of any types that have it.
    ///
    /// Floats are rounded once; `∞ - ∞` is NaN. Integers overflow as those of `.+`; unsigned ones below 0.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![1.5, 2.0] .- 1), array![0.5, 1.0]);
    /// assert_eq!(bcast!(i32.(array![3_u8, 5]) .- 4), array![-1, 1]); // a `u8` has no -1
    /// ```
    Minus minus Sub sub "bcast!: there is no `{Self} .- {B}`";

    /// `a .* b`: `std::ops::Mul` of the elements, of any types that have it: element by element, no product of
    /// matrices.
    ///
    /// Floats are rounded once; `0 * ∞` is NaN. Integers overflow as those of `.+`.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![[1, 2], [3, 4]] .* array![[1, 0], [2, 2]]), array![[1, 0], [6, 8]]);
    /// assert_eq!(bcast!(array![2, 3] @ (0) .* array![1, 10] @ (1)), array![[2, 20], [3, 30]]);
    /// ```
    Times times Mul mul "bcast!: there is no `{Self} .* {B}`";

    /// `a ./ b`: `std::ops::Div` of the elements, of any types that have it.
    ///
    /// Floats are rounded once; a number over 0 is infinite, `0 / 0` and `∞ / ∞` are NaN. Integers are rounded towards
    /// 0, and panic where the divisor is 0 or the quotient overflows.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![1.0, -1.0] ./ array![4.0, 0.0]), array![0.25, f64::NEG_INFINITY]);
    /// assert_eq!(bcast!(array![7, -7] ./ 2), array![3, -3]);
    /// ```
    Divide divide Div div "bcast!: there is no `{Self} ./ {B}`";

    /// `a .% b`: `std::ops::Rem` of the elements, of any types that have it: what is left of `a`, with the sign of `a`.
    ///
    /// Exact; of floats, an infinite `a`, a `b` of 0 and NaN give NaN. Integers panic where `b` is 0. `rem_euclid.`
    /// gives the remainder that is not negative.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![7, -7, 8] .% 3), array![1, -1, 2]);
    /// assert_eq!(bcast!(array![5.5, -5.5] .% 2), array![1.5, -1.5]);
    /// ```
    Remainder remainder Rem rem "bcast!: there is no `{Self} .% {B}`";
}

binary! {
    "conditions are joined by `.&&` and `.||`: `x .> 0 .&& y .> 0`"
    "bits are those of two integers of one type, or of two `bool`s";

    /// `a .& b`: `std::ops::BitAnd` of the elements: the bits that both have; of `bool`, whether both are true.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![0b1100_u8, 255] .& 0b0110), array![0b0100, 0b0110]);
    /// assert_eq!(bcast!(array![true, true] .& array![true, false]), array![true, false]);
    /// ```
    BitAnd bit_and BitAnd bitand "bcast!: there is no `{Self} .& {B}`";

    /// `a .| b`: `std::ops::BitOr` of the elements: the bits that one of them has; of `bool`, whether one is true.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![0b1100_u8, 0] .| 0b0110), array![0b1110, 0b0110]);
    /// ```
    BitOr bit_or BitOr bitor "bcast!: there is no `{Self} .| {B}`";

    /// `xor.(a, b)`: `std::ops::BitXor` of the elements: the bits in which they differ; of `bool`, whether one alone is
    /// true.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(xor.(array![0b1100_u8, 0], 0b0110)), array![0b1010, 0b0110]);
    /// assert_eq!(bcast!(xor.(array![true, true], array![true, false])), array![false, true]);
    /// ```
    BitXor bit_xor BitXor bitxor "bcast!: there is no `xor.({Self}, {B})`";
}

binary! {
    "integers are shifted by integers"
    "a power is `.^`: `2 .^ n`";

    /// `a .<< b`: `std::ops::Shl` of the elements: `a` times 2 to the power `b`, without the bits that leave.
    ///
    /// A shift by as many bits as the type has, or more, panics in builds with overflow checks; in others `b` wraps.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(1_u32 .<< array![0_u32, 3, 31]), array![1, 8, 1 << 31]);
    /// assert_eq!(bcast!(array![0xff_u8] .<< 4), array![0xf0]);
    /// ```
    ShiftLeft shift_left Shl shl "bcast!: there is no `{Self} .<< {B}`" shift_left;

    /// `a .>> b`: `std::ops::Shr` of the elements: `a` over 2 to the power `b`, rounded down. Signed numbers keep their
    /// sign.
    ///
    /// A shift by as many bits as the type has, or more, panics in builds with overflow checks; in others `b` wraps.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(array![-5, 20] .>> 1), array![-3, 10]);
    /// assert_eq!(bcast!(0xab_u8 .>> array![4_u8, 0] .& 0xf), array![0xa, 0xb]); // its two digits
    /// ```
    ShiftRight shift_right Shr shr "bcast!: there is no `{Self} .>> {B}`" shift_right;
}

macro_rules! unary {
    ($(
        $(#[$doc:meta])*
        $name:ident $method:ident $std:ident $std_method:ident $message:literal $note:literal $($check:ident)?;
    )*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(message = $message, label = "this is `{Self}`", note = $note)]
        pub trait $name<C> {
            /// Applies the operator.
            fn $method(self) -> C;
        }
        #[diagnostic::do_not_recommend]
        impl<A: std::ops::$std<Output = C>, C> $name<C> for A {
            #[inline]
            #[track_caller]
            fn $method(self) -> C {
                $(if cfg!(debug_assertions) {
                    checks::$check(&self);
                })?
                std::ops::$std::$std_method(self)
            }
        }
    )*};
}

unary! {
    /// `-x`: `std::ops::Neg` of the elements; `.-x` in a call without another dot.
    ///
    /// Exact; the smallest integer of a type overflows. It binds looser than a power: `-x.^2` is `-(x.^2)`.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![1.5, -2.0];
    /// assert_eq!(bcast!(.-x), array![-1.5, 2.0]);
    /// assert_eq!(bcast!(-x.^2), array![-2.25, -4.0]);
    /// ```
    Negate negate Neg neg "bcast!: there is no `-{Self}`" "convert what has no sign: `-i64.(n)`" negate;

    /// `!x`: `std::ops::Not` of the elements; `.!x` in a call without another dot. Of `bool` the opposite, of integers
    /// all bits turned over.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// assert_eq!(bcast!(!(array![1, 5] .> 3)), array![true, false]);
    /// let bits = array![0b1100_u8];
    /// assert_eq!(bcast!(.!bits), array![0b1111_0011]);
    /// ```
    Not not Not not "bcast!: there is no `!{Self}`" "`!` stands before a parenthesis: `!(x .> 1)`, or `x .!= 0`";
}

/// What may be stored in a target of element type `T`: a `T`, and nothing else.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let mut bytes = array![0_u8, 0];
/// bcast!(bytes .= u8.(array![3.7, 300.0])); // converted where it is written
/// assert_eq!(bytes, array![3, 255]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be stored in a target of `{T}`",
    label = "this is `{Self}`, the target holds `{T}`",
    note = "element types are never converted silently: write `{T}.(..)` around it"
)]
pub trait Store<T>: Sized {
    /// Passes the value on.
    fn store(old: &T, value: Self) -> T;
}
#[diagnostic::do_not_recommend]
impl<T> Store<T> for T {
    #[inline]
    fn store(_: &T, value: T) -> T {
        value
    }
}
