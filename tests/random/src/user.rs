//! Functions that the cases call element by element.

/// A number type of the cases.
pub trait Number: Copy + PartialOrd + std::ops::Div<Output = Self> + Sync {
    /// 2
    const TWO: Self;
}

macro_rules! numbers {
    ($($t:ident $two:literal;)*) => { $( impl Number for $t { const TWO: Self = $two; } )* };
}
numbers! { f32 2.0; f64 2.0; i32 2; i64 2; u8 2; u32 2; }

/// Half of it, as `/` divides.
pub fn halved<T: Number>(x: T) -> T {
    x / T::TWO
}

/// A value that is no array. The compiler does not see which: of a constant it would compute functions itself, and
/// round them better than they do.
pub fn two<T: Number>() -> T {
    std::hint::black_box(T::TWO)
}

/// A function that is made when the call runs.
pub fn at_most<T: Number>(limit: T) -> impl Fn(T) -> T + Sync {
    move |x| if x < limit { x } else { limit }
}

/// Something with a longer path.
pub mod inner {
    use super::Number;

    /// The larger one; the second if they cannot be compared.
    pub fn larger<T: Number>(a: T, b: T) -> T {
        if a > b { a } else { b }
    }
}

macro_rules! own {
    ($($name:ident $t:ident;)*) => {$(
        /// Functions of the random formulas: not generic, so that each is compiled once.
        pub mod $name {
            /// Between 0 and 1.
            #[must_use]
            pub fn bump(x: $t) -> $t {
                x * x / (1.0 + x * x)
            }

            /// Half of it.
            #[must_use]
            pub fn half(x: $t) -> $t {
                0.5 * x
            }

            /// Not the same with its arguments exchanged.
            #[must_use]
            pub fn mix(a: $t, b: $t) -> $t {
                0.75 * a + 0.25 * b * b
            }

            /// Of three.
            #[must_use]
            pub fn three(a: $t, b: $t, c: $t) -> $t {
                a * b - c
            }
        }
    )*};
}
own! { single f32; double f64; }
