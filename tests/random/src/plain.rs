//! What `std` lacks, in its plainest form; and the library's own functions, for one element at a time.

use bcast::bcast;

/// Functions whose last bits are the library's own.
pub trait Ours: Sized {
    /// The power.
    fn powf(self, exponent: Self) -> Self;
    /// The angle of a point.
    fn atan2(self, x: Self) -> Self;
    /// The length of a vector.
    fn hypot(self, y: Self) -> Self;
    /// The function of that name.
    fn exp(self) -> Self;
    /// The function of that name.
    fn exp2(self) -> Self;
    /// The function of that name.
    fn exp_m1(self) -> Self;
    /// The function of that name.
    fn sigmoid(self) -> Self;
    /// The function of that name.
    fn tanh(self) -> Self;
    /// The function of that name.
    fn ln(self) -> Self;
    /// The function of that name.
    fn ln_1p(self) -> Self;
    /// The function of that name.
    fn log2(self) -> Self;
    /// The function of that name.
    fn log10(self) -> Self;
    /// The function of that name.
    fn sinh(self) -> Self;
    /// The function of that name.
    fn cosh(self) -> Self;
    /// The function of that name.
    fn erf(self) -> Self;
    /// The function of that name.
    fn erfc(self) -> Self;
    /// The function of that name.
    fn asin(self) -> Self;
    /// The function of that name.
    fn acos(self) -> Self;
    /// The function of that name.
    fn atan(self) -> Self;
    /// The function of that name.
    fn asinh(self) -> Self;
    /// The function of that name.
    fn acosh(self) -> Self;
    /// The function of that name.
    fn atanh(self) -> Self;
    /// The function of that name.
    fn cbrt(self) -> Self;
    /// The function of that name.
    fn sin(self) -> Self;
    /// The function of that name.
    fn cos(self) -> Self;
    /// The function of that name.
    fn tan(self) -> Self;
}

macro_rules! ours {
    ($($t:ident)*) => {$(
        impl Ours for $t {
            fn powf(self, exponent: Self) -> Self {
                bcast!(powf.(self, exponent))
            }
            fn atan2(self, x: Self) -> Self {
                bcast!(atan2.(self, x))
            }
            fn hypot(self, y: Self) -> Self {
                bcast!(hypot.(self, y))
            }
            ours! { @one exp exp2 exp_m1 sigmoid tanh ln ln_1p log2 log10 sinh cosh erf erfc asin acos atan asinh acosh atanh cbrt sin cos tan }
        }
    )*};
    (@one $($name:ident)*) => {$(
        fn $name(self) -> Self {
            bcast!($name.(self))
        }
    )*};
}
ours! { f32 f64 }

macro_rules! floats {
    ($($t:ident;)*) => {$(
        impl Extremes for $t {
            fn lesser(self, other: Self) -> Self {
                match self.partial_cmp(&other) {
                    None => $t::NAN,
                    Some(std::cmp::Ordering::Less) => self,
                    Some(std::cmp::Ordering::Greater) => other,
                    Some(std::cmp::Ordering::Equal) if self.is_sign_negative() => self,
                    Some(std::cmp::Ordering::Equal) => other,
                }
            }
        }
    )*};
}
floats! { f32; f64; }

/// Floats by the rules of IEEE 754 for `minimum`.
pub trait Extremes: std::ops::Neg<Output = Self> + Sized {
    /// The smaller one; a NaN wins, -0 is below +0.
    fn lesser(self, other: Self) -> Self;
}

/// `minimum` of IEEE 754.
pub fn minimum<T: Extremes>(a: T, b: T) -> T {
    a.lesser(b)
}

/// `maximum` of IEEE 754.
pub fn maximum<T: Extremes>(a: T, b: T) -> T {
    -(-a).lesser(-b)
}
