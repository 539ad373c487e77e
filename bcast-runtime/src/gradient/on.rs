//! Gradients on a place: each process fits the block that it has made to its part of the operand.

use super::elements::Summed;
use super::{Fitted, sizes};
use crate::error::BroadcastError;
use crate::operand::reads::Reads;
use crate::operand::{Lies, Mappable};
use crate::place::{Arrays, Blocks, Here, Made, On, PartOf};
use crate::rank::{Full, Rank, Rk, Scalar};
use ndarray::{Array, Dimension, IxDyn};

/// The same place, of which results are blocks.
pub fn in_blocks<P>(place: On<'_, P>) -> On<'_, Blocks> {
    place.of()
}

/// A result of this rank as the place has it.
pub fn result_on<P: Arrays, K: Rank, T>(_: On<P>, _: Rk<K>, made: K::On<Blocks, T>) -> K::On<P, T> {
    K::placed::<P, T>(made)
}

/// A gradient to which nothing has been added.
pub fn nothing<'a, T: Copy + Default, D: Dimension, L>(of: &L) -> Made<T, D>
where
    L: Reads<Elems = T> + Mappable<'a> + Lies<Rank = Full<D>>,
{
    let (all, mut part) = (sizes(of), None);
    let mut own = all.clone();
    of.each(&mut |mut operand| part = operand.uncut().cloned());
    let part = part.map(|cut| {
        own[cut.axis] = cut.indices.len();
        PartOf { sizes: all.to_vec(), cut }
    });
    let block = Array::default(IxDyn(&own)).into_dimensionality();
    Made { block: block.expect("an operand has as many sizes as axes"), part }
}

/// The name of the call, and the operand of a gradient.
type Said = (&'static str, &'static str);

/// What a call made for an operand of the rank `Self`, in the shape of the operand's part that is here.
pub trait FittedOn<A> {
    /// The gradient.
    type Out;
    #[doc(hidden)]
    fn fitted(said: Said, made: A, sizes: &[usize], order: &[usize], serial: bool)
    -> Result<Self::Out, BroadcastError>;
    #[doc(hidden)]
    fn added(said: Said, gradient: Self::Out, more: Self::Out, serial: bool) -> Result<Self::Out, BroadcastError>;
}

impl<T: Summed> FittedOn<T> for Scalar {
    type Out = T;
    fn fitted(_: Said, made: T, _: &[usize], _: &[usize], _: bool) -> Result<T, BroadcastError> {
        Ok(made)
    }
    fn added(_: Said, gradient: T, more: T, _: bool) -> Result<T, BroadcastError> {
        Ok(gradient + more)
    }
}

impl<T: Summed, S: Dimension, D: Dimension> FittedOn<Made<T, S>> for Full<D> {
    type Out = Made<T, D>;

    fn fitted(
        (call, operand): Said,
        Made { block, part }: Made<T, S>,
        sizes: &[usize],
        order: &[usize],
        serial: bool,
    ) -> Result<Made<T, D>, BroadcastError> {
        let fit = |sizes: &[usize]| <Self as Fitted<Array<T, S>>>::fitted(block, sizes, order, serial);
        let Some(PartOf { sizes: all, cut: Here { axis, indices } }) = part else {
            return Ok(Made { block: fit(sizes), part: None });
        };
        let own = if order.is_empty() { Some(axis) } else { order.iter().position(|&of| of == axis) };
        match own.filter(|&own| sizes.get(own) == Some(&all[axis])) {
            Some(own) => {
                let mut here = sizes.to_vec();
                here[own] = indices.len();
                let part = PartOf { sizes: sizes.to_vec(), cut: Here { axis: own, indices } };
                Ok(Made { block: fit(&here), part: Some(part) })
            }
            // Its sum over the pieces would be one more pass.
            None => Err(BroadcastError::StretchedAcross { call, operand, axis }),
        }
    }

    fn added(
        (call, operand): Said,
        gradient: Made<T, D>,
        more: Made<T, D>,
        serial: bool,
    ) -> Result<Made<T, D>, BroadcastError> {
        let (mut gradient, more) = match (gradient.part.clone(), more.part.clone()) {
            (Some(a), Some(b)) if a.cut.axis != b.cut.axis => {
                let (axis, other) = (b.cut.axis, a.cut.axis);
                return Err(BroadcastError::CutDifferently { call, operand, axis, other });
            }
            (None, Some(part)) => (gradient.restricted(part), more),
            (Some(part), None) => (gradient, more.restricted(part)),
            _ => (gradient, more),
        };
        <Self as Fitted<Array<T, D>>>::added(&mut gradient.block, more.block, serial);
        Ok(gradient)
    }
}

/// What a call made for an operand, in the shape of its part that is here, or why that cannot be. The axes of the
/// operand are these of what was made; without any they are the same.
pub fn try_fitted<'a, R, A, L>(
    said: Said,
    of: &L,
    made: A,
    order: &[usize],
    serial: bool,
) -> Result<R::Out, BroadcastError>
where
    R: FittedOn<A>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    R::fitted(said, made, &sizes(of), order, serial)
}

/// Adds what another pass made for the same operand.
pub fn try_added<'a, R, A, L>(
    said: Said,
    of: &L,
    gradient: R::Out,
    made: A,
    order: &[usize],
    serial: bool,
) -> Result<R::Out, BroadcastError>
where
    R: FittedOn<A>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    R::added(said, gradient, try_fitted(said, of, made, order, serial)?, serial)
}

/// [`try_fitted`], which panics at the caller's line.
#[track_caller]
pub fn fitted<'a, R, A, L>(said: Said, of: &L, made: A, order: &[usize], serial: bool) -> R::Out
where
    R: FittedOn<A>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    try_fitted(said, of, made, order, serial).unwrap_or_else(|error| panic!("{error}"))
}

/// [`try_added`], which panics at the caller's line.
#[track_caller]
pub fn added<'a, R, A, L>(said: Said, of: &L, gradient: R::Out, made: A, order: &[usize], serial: bool) -> R::Out
where
    R: FittedOn<A>,
    L: Reads + Mappable<'a> + Lies<Rank = R>,
{
    try_added(said, of, gradient, made, order, serial).unwrap_or_else(|error| panic!("{error}"))
}
