//! Gradients: how what is summed for an operand gets its axes.
//!
//! The derivative of a formula with respect to an operand without a map is summed over all axes if the operand is a
//! number, and has an element for each of its own if it is an array. Types decide: [`Onto`]. The same for what a
//! reduction left, which lies in a formula of the rank that it came from, or of its own: [`left`].
//!
//! An array with axes of size 1 may have been stretched along these. Only the call knows: then what it made is larger,
//! and is summed in the end ([`fitted`]).

pub(crate) mod elements;
pub(crate) mod left;
pub(crate) mod on;
pub(crate) mod runs;
pub(crate) mod scatter;
mod streamed;
mod stretched;
pub mod without_derivative;

use crate::call::Call;
use crate::engine::{New, Reduce, Stage, Yields, stage};
use crate::operand::reads::Reads;
use crate::operand::{Leaf, Lies, Mappable, RawOperand};
use crate::ops::reduce::{Folded, Reducer};
use crate::rank::{Full, Rk, Scalar, YieldRank, rk};
use crate::shape::MAX_RANK;
use crate::simd::SimdToken;
use elements::Summed;
use ndarray::{Array, ArrayD, Axis, Dimension, IxDyn};
use smallvec::SmallVec;
use std::marker::PhantomData;
use stretched::summed;

/// What a pass yields for an operand: something summed or something kept, the other is nothing. In a pass all that is
/// summed comes first.
pub trait Parts {
    /// What is summed of elements `T`.
    type Sums<T: Summed>: Yields;
    /// What is kept of them.
    type Kept<T: Summed>: Yields;
    #[doc(hidden)]
    fn summed<T: Summed>(value: T) -> Self::Sums<T>;
    #[doc(hidden)]
    fn kept<T: Summed>(value: T) -> Self::Kept<T>;
}
/// It is summed.
pub struct Summing;
impl Parts for Summing {
    type Sums<T: Summed> = Folded<T::Reducer>;
    type Kept<T: Summed> = ();
    #[inline(always)]
    fn summed<T: Summed>(value: T) -> Folded<T::Reducer> {
        T::sum(value)
    }
    #[inline(always)]
    fn kept<T: Summed>(_: T) {}
}
/// It is kept.
pub struct Keeping;
impl Parts for Keeping {
    type Sums<T: Summed> = ();
    type Kept<T: Summed> = New<T>;
    #[inline(always)]
    fn summed<T: Summed>(_: T) {}
    #[inline(always)]
    fn kept<T: Summed>(value: T) -> New<T> {
        New(value)
    }
}

/// The rank of an operand that a gradient is summed onto.
pub trait Onto {
    /// What a pass over the axes of `S` yields for it.
    type Rank<S>: YieldRank;
    /// Whether that is summed or kept.
    type Parts: Parts;
}
impl Onto for Scalar {
    type Rank<S> = Scalar;
    type Parts = Summing;
}
impl<D> Onto for Full<D> {
    type Rank<S> = Full<S>;
    type Parts = Keeping;
}

/// What is summed of an element of the gradient of an operand.
#[inline(always)]
pub fn onto_summed<R: Onto, T: Summed>(_: Rk<R>, value: T) -> <R::Parts as Parts>::Sums<T> {
    R::Parts::summed(value)
}

/// What is kept of it.
#[inline(always)]
pub fn onto_kept<R: Onto, T: Summed>(_: Rk<R>, value: T) -> <R::Parts as Parts>::Kept<T> {
    R::Parts::kept(value)
}

/// The rank of what a pass yields for an operand.
#[inline(always)]
pub fn onto_rank<R: Onto, S>(_: Rk<R>, _: Rk<Full<S>>) -> Rk<R::Rank<S>> {
    rk()
}

/// What a pass has yielded, summed or kept.
pub trait Yielded {
    /// The operand that it is.
    type Leaf;
    #[doc(hidden)]
    fn leaf(self) -> Self::Leaf;
}
impl<'a, E, R> Yielded for (Leaf<'a, E, R>, ()) {
    type Leaf = Leaf<'a, E, R>;
    #[inline(always)]
    fn leaf(self) -> Leaf<'a, E, R> {
        self.0
    }
}
impl<'a, E, R> Yielded for ((), Leaf<'a, E, R>) {
    type Leaf = Leaf<'a, E, R>;
    #[inline(always)]
    fn leaf(self) -> Leaf<'a, E, R> {
        self.1
    }
}
/// What a pass has yielded, summed or kept.
#[inline(always)]
pub fn yielded<S, K>(summed: S, kept: K) -> <(S, K) as Yielded>::Leaf
where
    (S, K): Yielded,
{
    (summed, kept).leaf()
}

/// A stage with items onto operands: where all of them are kept, it reduces nothing.
#[inline(always)]
pub fn onto_stage<E, D, L, W, F>(
    evaluation: E,
    index: usize,
    call: &'static Call<'static>,
    space: Rk<Full<D>>,
    reduce: Reduce,
    operands: L,
    f: F,
) -> Stage<E, Full<D>, L, W, F>
where
    L: Reads,
    W: Yields,
    F: Fn(SimdToken, L::Elems) -> W + Sync,
{
    let reduce = if W::FOLDS { reduce } else { Reduce::Nothing(&[]) };
    stage(evaluation, index, call, space, reduce, operands, f)
}

/// What a call made for an operand of the rank `Self`, in its shape.
pub trait Fitted<A> {
    /// The gradient.
    type Out;
    /// `sizes` are those of the operand; its axes are these of what was made.
    #[doc(hidden)]
    fn fitted(made: A, sizes: &[usize], order: &[usize], serial: bool) -> Self::Out;
    #[doc(hidden)]
    fn added(gradient: &mut Self::Out, more: Self::Out, serial: bool);
    /// Whether nothing was made: the part became one with others, or is the sum of nothing.
    #[doc(hidden)]
    fn is_nothing(_: &A) -> bool {
        false
    }
    /// What begins without a part, and whether that is still so.
    #[doc(hidden)]
    fn begun(made: A) -> Self::Out;
    #[doc(hidden)]
    fn has_begun(_: &Self::Out) -> bool {
        true
    }
}
impl<T: Summed> Fitted<T> for Scalar {
    type Out = T;
    #[inline(always)]
    fn fitted(made: T, _: &[usize], _: &[usize], _: bool) -> T {
        made
    }
    #[inline(always)]
    fn added(gradient: &mut T, more: T, _: bool) {
        *gradient = *gradient + more;
    }
    fn begun(made: T) -> T {
        made
    }
}
impl<T: Summed, S: Dimension, D: Dimension> Fitted<Array<T, S>> for Full<D> {
    type Out = Array<T, D>;
    #[inline]
    fn fitted(made: Array<T, S>, sizes: &[usize], order: &[usize], serial: bool) -> Array<T, D> {
        let is_turned = order.iter().enumerate().any(|(own, &axis)| own != axis);
        let made = if is_turned || made.shape() != sizes {
            reshaped(made.into_dyn(), sizes, order, serial)
        } else {
            made.into_dyn()
        };
        made.into_dimensionality().expect("a gradient has the axes of its operand")
    }
    fn added(gradient: &mut Array<T, D>, more: Array<T, D>, serial: bool) {
        match (gradient.as_slice_mut(), more.as_slice()) {
            (Some(gradient), Some(more)) => stretched::add(gradient, more, serial),
            _ => gradient.zip_mut_with(&more, |a, &b| *a = *a + b),
        }
    }
    fn is_nothing(made: &Array<T, S>) -> bool {
        made.is_empty()
    }
    fn begun(made: Array<T, S>) -> Array<T, D> {
        let sizes = vec![0; D::NDIM.unwrap_or(1)];
        made.into_shape_with_order(IxDyn(&sizes)).ok().and_then(|none| none.into_dimensionality().ok()).expect("empty")
    }
    fn has_begun(gradient: &Array<T, D>) -> bool {
        !gradient.is_empty()
    }
}

/// The sum of several parts, of an operand of the rank `Self`.
pub trait Begun<G> {
    #[doc(hidden)]
    fn whole(gradient: G, sizes: &[usize]) -> G;
}
impl<T: Summed> Begun<T> for Scalar {
    #[inline(always)]
    fn whole(gradient: T, _: &[usize]) -> T {
        gradient
    }
}
impl<T: Summed, D: Dimension> Begun<Array<T, D>> for Full<D> {
    fn whole(gradient: Array<T, D>, sizes: &[usize]) -> Array<T, D> {
        if !gradient.is_empty() {
            return gradient;
        }
        let zero = T::Reducer::finish(T::Reducer::identity(), 0);
        ArrayD::from_elem(sizes, zero).into_dimensionality().expect("an operand has as many sizes as axes")
    }
}

/// Sums along axes that were stretched, and stretches along those that nothing but the operand has; the axes turn into
/// those of the operand.
fn reshaped<T: Summed>(mut made: ArrayD<T>, sizes: &[usize], order: &[usize], serial: bool) -> ArrayD<T> {
    if made.ndim() != sizes.len() {
        // Of dynamic rank, and one value.
        let all = made.len();
        made = made.into_shape_with_order(IxDyn(&[all])).expect("results are row major, or one value is their sum");
        made = summed(&made, 0, serial).remove_axis(Axis(0));
    } else if !order.is_empty() {
        made = made.permuted_axes(order);
    }
    for (axis, &size) in sizes.iter().enumerate() {
        if size == 1 && made.len_of(Axis(axis)) != 1 {
            made = summed(&made, axis, serial);
        }
    }
    // Along an axis that nothing else has, all elements get the same.
    made.broadcast(sizes).expect("a gradient fits its operand").to_owned()
}

/// The type of the elements of an operand.
#[inline(always)]
pub fn elements_of<L: Reads>(_: &L) -> PhantomData<L::Elems> {
    PhantomData
}

/// What a call made for an operand, in its shape. The axes of the operand are these of what was made; without any they
/// are the same. `serial`: on this thread alone.
#[inline(always)]
pub fn fitted<'a, R, A, L>(of: &L, made: A, order: &[usize], serial: bool) -> R::Out
where
    R: Fitted<A>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    R::fitted(made, &sizes(of), order, serial)
}

/// The sizes of an operand.
fn sizes<'a>(of: &(impl Reads + Mappable<'a>)) -> SmallVec<[usize; MAX_RANK]> {
    let mut sizes = SmallVec::new();
    of.each(&mut |operand: RawOperand| sizes = SmallVec::from_slice(operand.axes().sizes()));
    sizes
}

/// The same of the first of several parts, if it was made.
#[inline(always)]
pub fn begun<'a, R, A, L>(of: &L, made: A, order: &[usize], serial: bool) -> R::Out
where
    R: Fitted<A>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    if R::is_nothing(&made) { R::begun(made) } else { fitted(of, made, order, serial) }
}

/// The sum of several parts: zeros where none was made.
#[inline(always)]
pub fn whole<'a, R, G, L>(of: &L, gradient: G) -> G
where
    R: Begun<G>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    R::whole(gradient, &sizes(of))
}

/// Adds what another pass made for the same operand.
#[inline(always)]
pub fn added<'a, R, A, L>(of: &L, mut gradient: R::Out, made: A, order: &[usize], serial: bool) -> R::Out
where
    R: Fitted<A>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    if R::is_nothing(&made) {
        return gradient;
    }
    let more = fitted(of, made, order, serial);
    if !R::has_begun(&gradient) {
        return more;
    }
    R::added(&mut gradient, more, serial);
    gradient
}
