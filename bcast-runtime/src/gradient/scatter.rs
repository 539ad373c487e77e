//! Gradients of what is looked up in: what arrives at an element that was looked up is added to it.
//!
//! One element after the other, in row-major order of the formula: the same bits on any number of threads. Sums of
//! `f32` are taken in double precision.

use super::sizes;
use crate::operand::reads::Reads;
use crate::operand::{Lies, Mappable};
use crate::rank::Full;
use ndarray::{Array, ArrayViewD, Dimension, IxDyn, aview0};

/// What is scattered.
pub trait Scattered: Copy + Default {
    #[doc(hidden)]
    fn add(gradient: &mut [Self], each: impl Iterator<Item = (usize, Self)>);
}
impl Scattered for f64 {
    fn add(gradient: &mut [f64], each: impl Iterator<Item = (usize, f64)>) {
        each.for_each(|(at, g)| gradient[at] += g);
    }
}
impl Scattered for f32 {
    fn add(gradient: &mut [f32], each: impl Iterator<Item = (usize, f32)>) {
        let mut sums: Vec<f64> = gradient.iter().copied().map(f64::from).collect();
        each.for_each(|(at, g)| sums[at] += f64::from(g));
        gradient.iter_mut().zip(sums).for_each(|(gradient, sum)| *gradient = sum as f32);
    }
}

/// What a call made: an array, or a single value.
pub trait Made<T> {
    #[doc(hidden)]
    fn lying(&self) -> ArrayViewD<'_, T>;
}
impl<T, D: Dimension> Made<T> for Array<T, D> {
    fn lying(&self) -> ArrayViewD<'_, T> {
        self.view().into_dyn()
    }
}
macro_rules! made {
    ($($t:ident)*) => {$(
        impl Made<$t> for $t {
            fn lying(&self) -> ArrayViewD<'_, $t> {
                aview0(self).into_dyn()
            }
        }
    )*};
}
made! { f32 f64 usize }

/// A gradient to which nothing has been added.
pub fn nothing<'a, T: Scattered, D: Dimension, L>(of: &L) -> Array<T, D>
where
    L: Reads<Elems = T> + Mappable<'a> + Lies<Rank = Full<D>>,
{
    Array::default(IxDyn(&sizes(of))).into_dimensionality().expect("an operand has as many sizes as axes")
}

/// Adds what a call made for elements of an operand to those that the indices find.
pub fn scattered<'a, T: Scattered, D: Dimension, L, const N: usize>(
    _: &L,
    mut gradient: Array<T, D>,
    made: &impl Made<T>,
    indices: [&impl Made<usize>; N],
) -> Array<T, D>
where
    L: Reads<Elems = T> + Mappable<'a> + Lies<Rank = Full<D>>,
{
    let made = made.lying();
    // Where what looks up was stretched, more elements arrive than are looked up.
    let indices = indices.map(|index| index.lying());
    let indices = indices
        .each_ref()
        .map(|index| index.broadcast(made.raw_dim()).expect("what is looked up lies where its gradient does"));
    let (shape, mut indices) = (gradient.shape().to_vec(), indices.each_ref().map(|index| index.iter()));
    let each = made.iter().filter_map(|&g| {
        let mut at = Some(0);
        for (index, &size) in indices.iter_mut().zip(&shape) {
            let index = *index.next()?;
            at = at.filter(|_| index < size).map(|at| at * size + index);
        }
        // What is out of range was not looked up: the call has failed before, or is about to.
        Some((at?, g))
    });
    T::add(gradient.as_slice_mut().expect("a gradient lies in row-major order"), each);
    gradient
}
