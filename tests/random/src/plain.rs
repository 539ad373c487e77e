//! What `std` lacks, in its plainest form; and the library's own functions, for one element at a time.

use bcast::bcast;

pub use crate::checked;
pub use crate::off::{Off, off, off_near_zero};
pub use crate::overflow::{saturating, wrapping};

/// One of two values, both of which are computed.
pub fn select<T>(condition: bool, then: T, otherwise: T) -> T {
    if condition { then } else { otherwise }
}

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
    /// The function of that name.
    fn ln_gamma(self) -> Self;
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
            ours! { @one exp exp2 exp_m1 sigmoid tanh ln ln_1p log2 log10 sinh cosh erf erfc asin acos atan asinh acosh atanh cbrt sin cos tan ln_gamma }
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

/// A product and a sum, rounded once; off, it is rounded twice.
pub fn mul_add<T: Off>(a: T, b: T, c: T) -> T {
    T::mul_add(a, b, c)
}

/// A number as the reductions need it.
pub trait Number: Copy + PartialOrd + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> {
    /// 0 or 1.
    fn of(one: bool) -> Self;
}
macro_rules! numbers {
    ($($t:ident)*) => {$(
        impl Number for $t {
            fn of(one: bool) -> Self {
                one as u8 as $t
            }
        }
    )*};
}
numbers! { f32 f64 i32 i64 u8 u32 }

/// Whether it is no number.
fn lacks<T: Number>(value: T) -> bool {
    value.partial_cmp(&value).is_none()
}

/// The first element that no other one beats; a NaN loses.
fn chosen<T: Number>(elements: &[T], beats: fn(&T, &T) -> bool) -> usize {
    let mut best = 0;
    for (at, element) in elements.iter().enumerate() {
        if beats(element, &elements[best]) || lacks(elements[best]) && !lacks(*element) {
            best = at;
        }
    }
    best
}

/// `sum`
pub fn sum_of<T: Number>(elements: &[T]) -> T {
    elements.iter().fold(T::of(false), |a, &b| a + b)
}

/// `prod`
pub fn prod_of<T: Number>(elements: &[T]) -> T {
    elements.iter().fold(T::of(true), |a, &b| a * b)
}

/// `mean`
pub fn mean_of<T: Number + std::ops::Div<Output = T>>(elements: &[T]) -> T {
    sum_of(elements) / elements.iter().fold(T::of(false), |n, _| n + T::of(true))
}

/// `min`
pub fn min_of<T: Number>(elements: &[T]) -> T {
    elements[argmin_of(elements)]
}

/// `max`
pub fn max_of<T: Number>(elements: &[T]) -> T {
    elements[argmax_of(elements)]
}

/// `minimum`
pub fn minimum_of<T: Number>(elements: &[T]) -> T {
    elements.iter().copied().find(|&element| lacks(element)).unwrap_or_else(|| min_of(elements))
}

/// `maximum`
pub fn maximum_of<T: Number>(elements: &[T]) -> T {
    elements.iter().copied().find(|&element| lacks(element)).unwrap_or_else(|| max_of(elements))
}

/// `argmin`
pub fn argmin_of<T: Number>(elements: &[T]) -> usize {
    chosen(elements, T::lt)
}

/// `argmax`
pub fn argmax_of<T: Number>(elements: &[T]) -> usize {
    chosen(elements, T::gt)
}

/// `any`
pub fn any_of(elements: &[bool]) -> bool {
    elements.contains(&true)
}

/// `all`
pub fn all_of(elements: &[bool]) -> bool {
    !elements.contains(&false)
}

/// `count`
pub fn count_of(elements: &[bool]) -> usize {
    elements.iter().filter(|&&element| element).count()
}
