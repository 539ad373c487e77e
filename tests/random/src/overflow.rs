//! What integers do under `#[wrapping]` and `#[saturating]`, in `i128`.

/// An integer of at most 64 bits.
pub trait Integer: Copy {
    /// How many bits it has.
    const BITS: i128;
    /// The number.
    fn exact(self) -> i128;
    /// The number of its type with the same low bits.
    fn wrapped(exact: i128) -> Self;
    /// The number of its type that lies nearest.
    fn clamped(exact: i128) -> Self;
}
macro_rules! integers {
    ($($t:ident)*) => {$(
        impl Integer for $t {
            const BITS: i128 = $t::BITS as i128;
            fn exact(self) -> i128 {
                self as i128
            }
            fn wrapped(exact: i128) -> Self {
                exact as $t
            }
            fn clamped(exact: i128) -> Self {
                exact.clamp($t::MIN as i128, $t::MAX as i128) as $t
            }
        }
    )*};
}
integers! { i32 i64 u8 u32 }

/// `x` times 2 to the power `n`, rounded down.
fn scaled(x: i128, n: i128) -> i128 {
    (0..n.abs().min(200)).fold(x, |x, _| if n < 0 { x.div_euclid(2) } else { x.saturating_mul(2) })
}

macro_rules! modes {
    ($($mode:ident $fit:ident $amount:ident => $inside:expr;)*) => {$(
        /// Under the attribute of that name.
        pub mod $mode {
            use super::{Integer, scaled};

            modes! { @operators $fit
                plus(a, b) => a + b;
                minus(a, b) => a - b;
                times(a, b) => a * b;
                divide(a, b) => a / b;
                remainder(a, b) => a % b;
                rem_euclid(a, b) => a.rem_euclid(b);
            }
            /// The function of that name.
            pub fn negate<T: Integer>(x: T) -> T {
                T::$fit(-x.exact())
            }
            /// The function of that name.
            pub fn abs<T: Integer>(x: T) -> T {
                T::$fit(x.exact().abs())
            }
            /// `x .<< n`
            pub fn shift_left<T: Integer, N: Integer>(x: T, n: N) -> T {
                let $amount = (n.exact(), T::BITS);
                T::$fit(scaled(x.exact(), $inside))
            }
            /// `x .>> n`
            pub fn shift_right<T: Integer, N: Integer>(x: T, n: N) -> T {
                let $amount = (n.exact(), T::BITS);
                T::$fit(scaled(x.exact(), -$inside))
            }
            /// `x .^ n`
            pub fn power<T: Integer>(x: T, n: u32) -> T {
                T::$fit((0..n).fold(1, |power, _| T::$fit(power * x.exact()).exact()))
            }
            /// `sum`
            pub fn sum_of<T: Integer>(elements: &[T]) -> T {
                T::$fit(elements.iter().map(|x| x.exact()).sum())
            }
            /// `prod`
            pub fn prod_of<T: Integer>(elements: &[T]) -> T {
                // One more bit than the type has tells on which side of it a product lies.
                let end = 1_i128 << (T::BITS + 1);
                let sign = elements.iter().map(|x| x.exact().signum()).product::<i128>();
                match stringify!($mode) {
                    "wrapping" => elements.iter().fold(T::wrapped(1), |all, &x| times(all, x)),
                    _ => T::$fit(sign * elements.iter().fold(1, |all, x| (all * x.exact().abs().max(1)).min(end))),
                }
            }
        }
    )*};
    (@operators $fit:ident $($name:ident($a:ident, $b:ident) => $exact:expr;)*) => {$(
        /// The operator of that name.
        pub fn $name<T: Integer>(a: T, b: T) -> T {
            let ($a, $b) = (a.exact(), b.exact());
            T::$fit($exact)
        }
    )*};
}
modes! {
    wrapping wrapped n => n.0.rem_euclid(n.1);
    saturating clamped n => n.0;
}
