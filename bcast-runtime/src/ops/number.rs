//! Numbers as reductions compare them.

/// Numbers that can be compared, with the identities of the reductions that choose one.
///
/// ```
/// use bcast::ops::reduce::Number;
///
/// assert_eq!((<f64 as Number>::LEAST, u8::MOST), (f64::NEG_INFINITY, 255));
/// assert!((-0.0_f64).is_negative() && f64::LOSES_MIN.is_nan());
/// ```
pub trait Number: Copy + Send + Sync + PartialOrd {
    /// Not above anything but a NaN.
    const LEAST: Self;
    /// Not below anything but a NaN.
    const MOST: Self;
    /// What loses against everything in `min`: NaN if there is one.
    const LOSES_MIN: Self;
    /// What loses against everything in `max`.
    const LOSES_MAX: Self;
    /// Whether what is equal cannot be told apart, as 0 and -0 can.
    const EQUAL_ARE_THE_SAME: bool = false;
    /// Whether all of them have one order, but for what is no number.
    const IS_ORDERED: bool = false;
    /// Whether it is no number.
    fn is_nan(self) -> bool;
    /// Whether it is no element yet, and what loses is none.
    #[inline(always)]
    fn is_nothing(self) -> bool {
        false
    }
    /// This one, or a later one that is smaller, or is a number as this one is not.
    #[inline(always)]
    fn or_lesser(self, later: Self) -> Self {
        if later < self || (self.is_nan() && !later.is_nothing()) { later } else { self }
    }
    /// This one, or a later one that is larger, or is a number as this one is not.
    #[inline(always)]
    fn or_larger(self, later: Self) -> Self {
        if later > self || (self.is_nan() && !later.is_nothing()) { later } else { self }
    }
    /// Whether it is -0 or below.
    fn is_negative(self) -> bool;
    /// A number in its order by which `argmin` and `argmax` compare it.
    type Ranked: Number;
    /// The same for equal numbers.
    fn ranked(self) -> Self::Ranked;
}
/// What `min`, `max`, `minimum`, `maximum`, `argmin` and `argmax` choose from: a bound for generic code.
///
/// ```
/// use bcast::{bcast, ndarray::{Array1, array}, ops::reduce::Chosen};
///
/// fn ends<T: Chosen>(x: &Array1<T>) -> (T, T) {
///     bcast!((min(x), max(x)))
/// }
///
/// assert_eq!((ends(&array![3, 1, 2]), ends(&array![0.5, -0.5])), ((1, 3), (-0.5, 0.5)));
/// ```
pub trait Chosen: Copy + Send + Sync {
    /// An element, or nothing yet.
    type Kept: Number;
    /// The element.
    fn keep(self) -> Self::Kept;
    /// What was kept in the end.
    fn chosen(kept: Self::Kept) -> Self;
}
/// What is chosen by its order.
pub struct Order;
/// What is chosen in another way: nothing.
pub struct NoOrder(());
/// Chosen in another way than by an order. Nothing is, but as there might be something, rustc looks whether a type has
/// an order before it goes on, and says once that it has none.
pub trait ChosenOtherwise {
    /// Its reducer.
    type Reducer;
}
macro_rules! chosen_otherwise {
    ($name:ident $method:ident($($parameter:ty),*)) => {
        #[diagnostic::do_not_recommend]
        impl<T: ChosenOtherwise<Reducer: Reducer>> $name<NoOrder> for T {
            type Reducer = T::Reducer;
            fn $method($(_: $parameter),*) -> Folded<T::Reducer> {
                unreachable!("there is no such type")
            }
        }
    };
}
pub(crate) use chosen_otherwise;
/// Numbers keep themselves.
macro_rules! chosen {
    ($($t:ty)*) => {$(
        impl Chosen for $t {
            type Kept = $t;
            #[inline(always)]
            fn keep(self) -> $t {
                self
            }
            #[inline(always)]
            fn chosen(kept: $t) -> $t {
                kept
            }
        }
    )*};
}
chosen! { f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
#[cfg(feature = "half")]
chosen! { half::f16 }

macro_rules! numbers {
    (floats: $($f:ident)*; integers: $($i:ident)*) => {
        $(impl Number for $f {
            const LEAST: $f = $f::NEG_INFINITY;
            const MOST: $f = $f::INFINITY;
            const LOSES_MIN: $f = $f::NAN;
            const LOSES_MAX: $f = $f::NAN;
            const IS_ORDERED: bool = true;
            #[inline(always)]
            fn is_nan(self) -> bool {
                self.is_nan()
            }
            // Vectors have an instruction for it.
            #[inline(always)]
            fn or_lesser(self, later: $f) -> $f {
                self.min(later)
            }
            #[inline(always)]
            fn or_larger(self, later: $f) -> $f {
                self.max(later)
            }
            #[inline(always)]
            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }
            type Ranked = $f;
            #[inline(always)]
            fn ranked(self) -> $f {
                self
            }
        })*
        $(impl Number for $i {
            const LEAST: $i = $i::MIN;
            const MOST: $i = $i::MAX;
            const LOSES_MIN: $i = $i::MAX;
            const LOSES_MAX: $i = $i::MIN;
            const EQUAL_ARE_THE_SAME: bool = true;
            const IS_ORDERED: bool = true;
            #[inline(always)]
            fn is_nan(self) -> bool {
                false
            }
            #[inline(always)]
            fn is_negative(self) -> bool {
                true
            }
            type Ranked = $i;
            #[inline(always)]
            fn ranked(self) -> $i {
                self
            }
        })*
    };
}
numbers! { floats: f32 f64; integers: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
