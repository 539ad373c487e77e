//! Integer literals without a suffix take the element type of their neighbour.

use std::marker::PhantomData;

/// A type that the integer literal `N` can become, exactly. A bound for generic code, and what a number type of your
/// own implements to stand beside `2`.
///
/// ```
/// use bcast::{bcast, ndarray::{Array1, array}, ops::Adopt};
/// use std::ops::{Add, Mul};
///
/// fn odd<T>(n: &Array1<T>) -> Array1<T>
/// where
///     T: Copy + Send + Sync + Add<Output = T> + Mul<Output = T> + Adopt<1> + Adopt<2>,
/// {
///     bcast!(2 .* n .+ 1)
/// }
///
/// assert_eq!(odd(&array![0_u8, 1, 2]), array![1, 3, 5]);
/// assert_eq!(odd(&array![0.5]), array![2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: the literal `{N}` cannot become `{Self}`",
    label = "beside `{Self}`",
    note = "write a value of that type, or a suffix where the operator takes another: `x .* 2_u32`"
)]
pub trait Adopt<const N: i128>: Sized {
    /// Why the literal is not exact in this type, if it is not: then it does not compile.
    const MISFIT: Option<&'static str> = None;
    /// The literal's value.
    fn adopt() -> Self;
    /// The literal as the type of its neighbour.
    #[inline]
    fn like(_: &Self) -> Self {
        const { exact(Self::EXACT) };
        Self::adopt()
    }
    /// The literal as whatever type is asked for.
    #[inline]
    fn literal() -> Self {
        const { exact(Self::EXACT) };
        Self::adopt()
    }
    #[doc(hidden)]
    const EXACT: MayMisfit<Self> = MayMisfit(Self::MISFIT, PhantomData);
    #[doc(hidden)]
    #[inline]
    fn like_exact(_: &Self, _: Exact<Self>) -> Self {
        Self::adopt()
    }
    #[doc(hidden)]
    #[inline]
    fn literal_exact(_: Exact<Self>) -> Self {
        Self::adopt()
    }
}

/// Whether a literal is exact in a type.
pub struct MayMisfit<T>(Option<&'static str>, PhantomData<fn() -> T>);
/// It is.
pub struct Exact<T>(PhantomData<fn() -> T>);

/// Ends the compilation, at the place of the call, where a literal is not exact.
#[track_caller]
pub const fn exact<T>(literal: MayMisfit<T>) -> Exact<T> {
    if let Some(misfit) = literal.0 {
        panic!("{}", misfit)
    }
    Exact(PhantomData)
}

/// An operator between numbers whose type is not known yet: one type for all three. The operators of [`super`] take
/// what stands behind them first.
#[inline]
pub fn closed<T>(a: T, b: T, f: impl FnOnce(T, T) -> T) -> T {
    f(b, a)
}

macro_rules! adopt {
    ($($t:ident: $exact:expr, $what:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const N: i128> Adopt<N> for $t {
            const MISFIT: Option<&'static str> = if $exact {
                None
            } else {
                Some(concat!("bcast!: an integer literal ", $what, " the type beside it, ", stringify!($t)))
            };
            #[inline]
            fn adopt() -> $t {
                N as $t
            }
        }
    )*};
}
macro_rules! adopt_all {
    ($($int:ident)*; $($float:ident)*) => { adopt! {
        $($int: ((N as $int) as i128 == N && (N >= 0 || $int::MIN != 0)), "does not fit";)*
        $($float: ((N as $float) as i128 == N), "is not exact in";)*
    } };
}
adopt_all! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize u128; f32 f64 }

#[cfg(feature = "complex")]
#[diagnostic::do_not_recommend]
impl<const N: i128, T: Adopt<N> + Adopt<0>> Adopt<N> for num_complex::Complex<T> {
    const MISFIT: Option<&'static str> = <T as Adopt<N>>::MISFIT;
    #[inline]
    fn adopt() -> Self {
        num_complex::Complex::new(<T as Adopt<N>>::adopt(), <T as Adopt<0>>::adopt())
    }
}
