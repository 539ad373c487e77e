//! Choices that stay choices.
//!
//! Of an `if` LLVM may make a branch, and of two with one condition a copy each of all that lies between: both are
//! computed then in vector code, which took twice the time in the logarithm.

use std::hint::select_unpredictable;

/// A number, or several.
pub(crate) trait Select: Copy {
    /// `yes` if `condition` holds, else `no`; both are there already.
    fn select(condition: bool, yes: Self, no: Self) -> Self;
}

macro_rules! numbers {
    ($($t:ident)*) => {$(
        impl Select for $t {
            #[inline(always)]
            fn select(condition: bool, yes: $t, no: $t) -> $t {
                select_unpredictable(condition, yes, no)
            }
        }
    )*};
}
numbers! { f32 f64 u64 }

impl<A: Select, B: Select, C: Select> Select for (A, B, C) {
    #[inline(always)]
    fn select(condition: bool, yes: (A, B, C), no: (A, B, C)) -> (A, B, C) {
        (select(condition, yes.0, no.0), select(condition, yes.1, no.1), select(condition, yes.2, no.2))
    }
}

impl<A: Select, B: Select> Select for (A, B) {
    #[inline(always)]
    fn select(condition: bool, yes: (A, B), no: (A, B)) -> (A, B) {
        (select(condition, yes.0, no.0), select(condition, yes.1, no.1))
    }
}

#[inline(always)]
pub(super) fn select<T: Select>(condition: bool, yes: T, no: T) -> T {
    T::select(condition, yes, no)
}
