//! Types that stand for one value when they appear as an operand by themselves.

use crate::operand::{Leaf, Operand};
use crate::rank::Scalar;
use crate::target::{Goal, Target};

/// A type whose values are single elements: beside an array it is broadcast to every element.
///
/// Arrays of any `Copy + Send + Sync` type can be operands; this trait is what lets a value *outside* an array be
/// one. The number types and `bool` have it. `#[derive(bcast::Element)]` gives it to a type of your own.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is not an element type",
    note = "write `#[derive(bcast::Element)]` on the type, or wrap the value: `One(value)`"
)]
pub trait Element: Copy + Send + Sync {}

macro_rules! elements {
    ($($t:ty)*) => {$(
        impl Element for $t {}
        #[diagnostic::do_not_recommend]
        impl Operand for $t {
            type Elem = $t;
            type Rank = Scalar;
            #[inline(always)]
            fn leaf(&self) -> Leaf<'_, $t, Scalar> {
                Leaf::value(self)
            }
        }
        #[diagnostic::do_not_recommend]
        impl Target for $t {
            type Elem = $t;
            type Rank = Scalar;
            #[inline(always)]
            fn target(&mut self) -> Goal<'_, $t, Scalar> {
                Goal::value(self)
            }
        }
    )*};
}
elements! { f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char }
#[cfg(feature = "complex")]
elements! { num_complex::Complex<f32> num_complex::Complex<f64> }
#[cfg(feature = "half")]
elements! { half::f16 }
