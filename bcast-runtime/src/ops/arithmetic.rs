//! Arithmetic, bits and shifts: blanket over `std::ops`, so overflow behaves as in the user's build.

macro_rules! binary {
    ($($name:ident $method:ident $std:ident $std_method:ident $message:literal;)*) => {$(
        #[doc = concat!("The dotted operator that is `std::ops::", stringify!($std), "` on elements.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "`{Self}` beside `{B}`",
            note = "element types are never converted silently: write `{Self}.(..)` around the right or \
                    `{B}.(..)` around the left"
        )]
        pub trait $name<B, C>: Sized {
            /// `a` before the operator, `b` behind it.
            fn $method(b: B, a: Self) -> C;
        }
        #[diagnostic::do_not_recommend]
        impl<A: std::ops::$std<B, Output = C>, B, C> $name<B, C> for A {
            #[inline]
            fn $method(b: B, a: A) -> C {
                std::ops::$std::$std_method(a, b)
            }
        }
    )*};
}

binary! {
    Plus plus Add add "bcast!: there is no `{Self} .+ {B}`";
    Minus minus Sub sub "bcast!: there is no `{Self} .- {B}`";
    Times times Mul mul "bcast!: there is no `{Self} .* {B}`";
    Divide divide Div div "bcast!: there is no `{Self} ./ {B}`";
    Remainder remainder Rem rem "bcast!: there is no `{Self} .% {B}`";
    BitAnd bit_and BitAnd bitand "bcast!: there is no `{Self} .& {B}`";
    BitOr bit_or BitOr bitor "bcast!: there is no `{Self} .| {B}`";
    BitXor bit_xor BitXor bitxor "bcast!: there is no `xor.({Self}, {B})`";
    ShiftLeft shift_left Shl shl "bcast!: there is no `{Self} .<< {B}`";
    ShiftRight shift_right Shr shr "bcast!: there is no `{Self} .>> {B}`";
}

macro_rules! unary {
    ($($name:ident $method:ident $std:ident $std_method:ident $message:literal;)*) => {$(
        #[doc = concat!("The dotted operator that is `std::ops::", stringify!($std), "` on elements.")]
        #[diagnostic::on_unimplemented(message = $message, label = "this is `{Self}`")]
        pub trait $name<C> {
            /// Applies the operator.
            fn $method(self) -> C;
        }
        #[diagnostic::do_not_recommend]
        impl<A: std::ops::$std<Output = C>, C> $name<C> for A {
            #[inline]
            fn $method(self) -> C {
                std::ops::$std::$std_method(self)
            }
        }
    )*};
}

unary! {
    Negate negate Neg neg "bcast!: there is no `-{Self}`";
    Not not Not not "bcast!: there is no `!{Self}`";
}

/// What may be stored in a target of element type `T`: a `T`.
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
