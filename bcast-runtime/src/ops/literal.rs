//! Integer literals without a suffix take the element type of their neighbour.

/// A type that the integer literal `N` can become, exactly.
#[diagnostic::on_unimplemented(
    message = "bcast!: the literal `{N}` cannot become `{Self}`",
    label = "beside `{Self}`",
    note = "write a value of that type"
)]
pub trait Adopt<const N: i128>: Sized {
    /// The literal's value.
    fn adopt() -> Self;
}

/// The literal `N` as the type of its neighbour.
#[inline(always)]
pub fn like<const N: i128, T: Adopt<N>>(_: &T) -> T {
    T::adopt()
}

/// The literal `N` as whatever type is asked for.
#[inline(always)]
pub fn literal<const N: i128, T: Adopt<N>>() -> T {
    T::adopt()
}

/// An operator between numbers whose type is not known yet: one type for all three.
#[inline(always)]
pub fn closed<T>(a: T, b: T, f: impl FnOnce(T, T) -> T) -> T {
    f(a, b)
}

macro_rules! adopt {
    ($($t:ty, $value:expr, $exact:expr, $message:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<const N: i128> Adopt<N> for $t {
            #[inline(always)]
            fn adopt() -> $t {
                const { assert!($exact, "{}", $message) };
                $value
            }
        }
    )*};
}
macro_rules! adopt_integers {
    ($($t:ident)*) => { adopt! { $(
        $t, N as $t, (N as $t) as i128 == N && (N >= 0 || $t::MIN != 0),
        concat!("bcast!: an integer literal does not fit the type beside it: ", stringify!($t));
    )* } };
}
macro_rules! adopt_floats {
    ($($t:ident)*) => { adopt! { $(
        $t, N as $t, (N as $t) as i128 == N,
        concat!("bcast!: an integer literal is not exact in the type beside it: ", stringify!($t));
    )* } };
}
adopt_integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize u128 }
adopt_floats! { f32 f64 }

#[cfg(feature = "complex")]
#[diagnostic::do_not_recommend]
impl<const N: i128, T: Adopt<N> + Adopt<0>> Adopt<N> for num_complex::Complex<T> {
    #[inline(always)]
    fn adopt() -> Self {
        num_complex::Complex::new(<T as Adopt<N>>::adopt(), <T as Adopt<0>>::adopt())
    }
}
