//! Parts of an element function that are computed once if the types say that they are one value.
//!
//! How `f.(s) .* x` is written does not tell whether `s` is a number; its type does. So the expansion makes `f.(s)` a
//! [`Part`]: a function of its own over its operands. If all of these are single values, it is called before the loop,
//! and the loop takes what it gave; otherwise the loop calls it, inlined, with the elements that it has read anyway.

use crate::operand::Inputs;
use crate::simd::SimdToken;
use std::marker::PhantomData;
use std::ops::Deref;

/// A part of an element function: a function of its inputs.
pub struct Part<I, F, E> {
    inputs: I,
    each: Each<F, E>,
}

/// Makes a part.
#[inline(always)]
pub fn part<I: Inputs, F: Fn(SimdToken, I::Elems) -> E + Sync, E>(inputs: I, f: F) -> Part<I, F, E> {
    Part { inputs, each: Each { f, element: PhantomData } }
}

impl<I: Inputs, F: Fn(SimdToken, I::Elems) -> E, E: Copy + Sync> Part<I, F, E> {
    /// Computes the part now, if that is possible.
    ///
    /// Where the element is not `Copy + Sync`, there is no such method, and the compiler goes on to [`Each`]'s.
    #[inline(always)]
    pub fn __bcast_once(self) -> Once<I, F, E> {
        let now = |elements| (self.each.f)(SimdToken::of_single_values(), elements);
        // Asked first: for all other parts, the compiler makes no code of this.
        let value = if I::SINGLE { self.inputs.single().map(now) } else { None };
        Once { each: self.each, value, inputs: PhantomData }
    }
}

impl<I, F, E> Deref for Part<I, F, E> {
    type Target = Each<F, E>;
    #[inline(always)]
    fn deref(&self) -> &Each<F, E> {
        &self.each
    }
}

/// A part whose element can be read by many: computed once if all of its inputs are single values.
pub struct Once<I, F, E> {
    each: Each<F, E>,
    /// There if `I::SINGLE`.
    value: Option<E>,
    inputs: PhantomData<fn() -> I>,
}

impl<I: Inputs, F: Fn(SimdToken, I::Elems) -> E, E: Copy> Once<I, F, E> {
    /// The element of the part.
    #[inline(always)]
    pub fn __bcast_element(&self, t: SimdToken, elements: I::Elems) -> E {
        if I::SINGLE {
            // SAFETY: inputs 1: `__bcast_once`, which alone makes this, has put there what `single` gave.
            unsafe { self.value.unwrap_unchecked() }
        } else {
            (self.each.f)(t, elements)
        }
    }
}
// SAFETY: inputs 1: the value is there if those of all inputs are.
unsafe impl<I: Inputs, F, E: Copy> Inputs for Once<I, F, E> {
    type Elems = E;
    const SINGLE: bool = I::SINGLE;
    #[inline(always)]
    fn single(&self) -> Option<E> {
        self.value
    }
}

/// A part that is computed for each element of the output.
pub struct Each<F, E> {
    f: F,
    element: PhantomData<fn() -> E>,
}
// SAFETY: only `part` makes one, of a function that is `Sync`. Said here so that one which is not is one error.
unsafe impl<F, E> Sync for Each<F, E> {}

impl<F, E> Each<F, E> {
    /// Leaves the part to the loop.
    #[inline(always)]
    pub fn __bcast_once(&self) -> &Self {
        self
    }

    /// The element of the part.
    #[inline(always)]
    pub fn __bcast_element<A>(&self, t: SimdToken, elements: A) -> E
    where
        F: Fn(SimdToken, A) -> E,
    {
        (self.f)(t, elements)
    }
}
// SAFETY: inputs 1: it is never a single value.
unsafe impl<F, E> Inputs for Each<F, E> {
    type Elems = E;
    const SINGLE: bool = false;
    #[inline(always)]
    fn single(&self) -> Option<E> {
        None
    }
}
