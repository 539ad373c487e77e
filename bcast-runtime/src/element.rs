//! Types that stand for one value when they appear as an operand by themselves.

/// A type whose values are single elements: beside an array it is broadcast to every element.
///
/// Arrays of any `Copy + Send + Sync` type can be operands; this trait is what lets a value *outside* an array be
/// one. The number types and `bool` have it. `#[derive(bcast::Element)]` gives it to a type of your own.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is not an element type",
    note = "write `#[derive(bcast::Element)]` on the type, or wrap the value: `One(value)`"
)]
pub trait Element: Copy + Send + Sync {}

/// Hands the number types, `bool` and `char` to a macro of one's own.
macro_rules! each_element {
    ($own:ident) => {
        $own! { f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char }
        #[cfg(feature = "complex")]
        $own! { num_complex::Complex<f32> num_complex::Complex<f64> }
        #[cfg(feature = "half")]
        $own! { half::f16 }
    };
}
pub(crate) use each_element;

macro_rules! elements {
    ($($t:ty)*) => {$(
        impl Element for $t {}
    )*};
}
each_element! { elements }
