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

/// A value that is no array. The compiler does not see which: of a constant it would compute functions itself, and round
/// them better than they do.
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
