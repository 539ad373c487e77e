//! Operands as inputs of what is computed once, before any loop, if all of them are single values.

use super::{Leaf, Table};
use crate::rank::Varies;

/// What a part is computed from: a balanced tree of operands and of other parts.
///
/// # Safety
/// Comments below name this number, as "inputs 1":
/// 1. `single` gives the elements if `SINGLE`.
pub unsafe trait Inputs {
    /// One element of each.
    type Elems;
    /// Whether all are single values.
    #[doc(hidden)]
    const SINGLE: bool;
    #[doc(hidden)]
    fn single(&self) -> Option<Self::Elems>;
}
// SAFETY: inputs 1: there is nothing to give.
unsafe impl Inputs for () {
    type Elems = ();
    const SINGLE: bool = true;
    #[inline(always)]
    fn single(&self) -> Option<()> {
        Some(())
    }
}
// SAFETY: inputs 1: `SINGLE` is that of both halves, which then give theirs.
unsafe impl<A: Inputs, B: Inputs> Inputs for (A, B) {
    type Elems = (A::Elems, B::Elems);
    const SINGLE: bool = A::SINGLE && B::SINGLE;
    #[inline(always)]
    fn single(&self) -> Option<Self::Elems> {
        Some((self.0.single()?, self.1.single()?))
    }
}
// SAFETY: inputs 1: a leaf that does not vary gives its element.
unsafe impl<E, R: Varies, const REACH: usize, const REDUCED: usize> Inputs for Leaf<'_, E, R, REACH, REDUCED> {
    type Elems = E;
    const SINGLE: bool = !R::VARIES;
    #[inline(always)]
    fn single(&self) -> Option<E> {
        if R::VARIES {
            return None;
        }
        let raw = self.raw();
        assert!(raw.axes().is_single(), "the operands of a part are there before the loop");
        // SAFETY: a single value is a valid `E`, and whoever made the leaf has shown that `E` is `Copy`.
        Some(unsafe { raw.value_ptr().cast::<E>().read() })
    }
}
// SAFETY: inputs 1: what is referred to gives its elements.
unsafe impl<X: Inputs> Inputs for &X {
    type Elems = X::Elems;
    const SINGLE: bool = X::SINGLE;
    #[inline(always)]
    fn single(&self) -> Option<X::Elems> {
        (**self).single()
    }
}
// SAFETY: inputs 1: a table is the same for all elements.
unsafe impl<'a, E, const N: usize> Inputs for Table<'a, E, N> {
    type Elems = Self;
    const SINGLE: bool = true;
    #[inline(always)]
    fn single(&self) -> Option<Self> {
        Some(*self)
    }
}

/// Whether types say that these are single values.
pub fn are_single<I: Inputs>(_: I) -> bool {
    I::SINGLE
}
