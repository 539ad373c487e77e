//! What is summed onto what a reduction left: types tell whether it lies in a formula of the rank that it came from, or
//! of its own.

use super::elements::Summed;
use super::{Keeping, Parts, Summing};
use crate::engine::Reduce;
use crate::given::Given;
use crate::rank::{Form, Full, Reduced, Rk, Scalar, Shed, Told, Untold, YieldRank};
use ndarray::{Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};
use std::marker::PhantomData;

/// What a reduction left, in a formula with the axes of `S`.
pub trait OntoLeft<S> {
    /// Whether types tell this.
    type Told;
    /// Whether it is summed over the axes that were reduced, or kept.
    type Parts: Parts;
    #[doc(hidden)]
    const REDUCES: bool;
    /// The number of axes before.
    #[doc(hidden)]
    const RANK: usize;
}

/// What types tell.
#[inline(always)]
pub fn left_told<R: OntoLeft<S>, S>(_: Rk<R>, _: Rk<Full<S>>) -> PhantomData<R::Told> {
    PhantomData
}

macro_rules! told {
    ($($d:ident $e:ident $left:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl OntoLeft<$d> for $left {
            type Told = Told;
            type Parts = Summing;
            const REDUCES: bool = true;
            const RANK: usize = <$d as Dimension>::NDIM.unwrap();
        }
        #[diagnostic::do_not_recommend]
        impl OntoLeft<$e> for $left {
            type Told = Told;
            type Parts = Keeping;
            const REDUCES: bool = false;
            const RANK: usize = <$d as Dimension>::NDIM.unwrap();
        }
        untold! { IxDyn: $left; }
    )*};
}
macro_rules! untold {
    ($($s:ident: $left:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl OntoLeft<$s> for $left {
            untold!(@);
        }
    )*};
    (@) => {
        type Told = Untold;
        type Parts = Summing;
        const REDUCES: bool = true;
        const RANK: usize = 0;
    };
}
told! {
    Ix1 Ix0 Shed<Ix1>;
    Ix2 Ix1 Shed<Ix2>;
    Ix3 Ix2 Shed<Ix3>;
    Ix4 Ix3 Shed<Ix4>;
    Ix5 Ix4 Shed<Ix5>;
    Ix6 Ix5 Shed<Ix6>;
    Ix2 Ix1 Reduced<Ix2, Ix1>;
    Ix3 Ix1 Reduced<Ix3, Ix1>;
    Ix3 Ix2 Reduced<Ix3, Ix2>;
    Ix4 Ix1 Reduced<Ix4, Ix1>;
    Ix4 Ix2 Reduced<Ix4, Ix2>;
    Ix4 Ix3 Reduced<Ix4, Ix3>;
    Ix5 Ix1 Reduced<Ix5, Ix1>;
    Ix5 Ix2 Reduced<Ix5, Ix2>;
    Ix5 Ix3 Reduced<Ix5, Ix3>;
    Ix5 Ix4 Reduced<Ix5, Ix4>;
    Ix6 Ix1 Reduced<Ix6, Ix1>;
    Ix6 Ix2 Reduced<Ix6, Ix2>;
    Ix6 Ix3 Reduced<Ix6, Ix3>;
    Ix6 Ix4 Reduced<Ix6, Ix4>;
    Ix6 Ix5 Reduced<Ix6, Ix5>;
}
// Nothing is left of a vector, and stands beside anything: over how many axes it is summed, no axis says.
untold! { Ix2: Shed<Ix1>; Ix3: Shed<Ix1>; Ix4: Shed<Ix1>; Ix5: Shed<Ix1>; Ix6: Shed<Ix1>; }
impl<S> OntoLeft<S> for Shed<IxDyn> {
    untold!(@);
}
impl<S> OntoLeft<S> for Reduced<IxDyn, IxDyn> {
    untold!(@);
}
// All axes of an array were named: one value is left.
impl<S> OntoLeft<S> for Scalar {
    type Told = Told;
    type Parts = Summing;
    const REDUCES: bool = true;
    const RANK: usize = 0;
}

/// What is summed of an element of the gradient of what a reduction left.
#[inline(always)]
pub fn left_summed<R: OntoLeft<S>, S, T: Summed>(_: Rk<R>, _: Rk<Full<S>>, value: T) -> <R::Parts as Parts>::Sums<T> {
    R::Parts::summed(value)
}

/// What is kept of it.
#[inline(always)]
pub fn left_kept<R: OntoLeft<S>, S, T: Summed>(_: Rk<R>, _: Rk<Full<S>>, value: T) -> <R::Parts as Parts>::Kept<T> {
    R::Parts::kept(value)
}

/// What a pass that sums onto it reduces.
#[inline(always)]
pub fn onto_left_axes<R: OntoLeft<S> + YieldRank, S>(_: Rk<R>, _: Rk<Full<S>>, axes: &'static [u8]) -> Reduce {
    match (R::REDUCES, R::FORM) {
        (true, Form::Single) => Reduce::All,
        (true, _) => Reduce::Axes(axes),
        (false, _) => Reduce::Nothing(axes),
    }
}

/// The same where a value says which axes were reduced.
#[inline(always)]
pub fn onto_left_given<R: OntoLeft<S> + YieldRank, S>(left: Rk<R>, space: Rk<Full<S>>, given: Given) -> Reduce {
    match R::FORM {
        Form::Single => Reduce::All,
        // Axes that do not fit are told from the value, where they are reduced before.
        _ => given.among(R::RANK).map_or(Reduce::Given(given), |axes| onto_left_axes(left, space, axes)),
    }
}
