//! What operands have inside, and what can be done with any leaf before a pass reads it.

use super::reads::Reads;
use super::{Along, Inputs, Leaf, Operand};
use crate::rank::Varies;
use std::marker::PhantomData;

/// What is computed in an operand with elements `E` and rank `R`: the kind of leaf that passes read of it.
pub trait Inside<E, R> {
    /// A leaf of such an operand.
    #[doc(hidden)]
    type Leaf<'a>: Mappable<'a> + Reads<Elems = E> + Inputs<Elems = E> + Lies<Rank = R>;
}
impl<E, R: Varies> Inside<E, R> for () {
    type Leaf<'a> = Leaf<'a, E, R>;
}

/// What passes read of an operand.
pub(crate) type LeafOf<'a, X> =
    <<X as Operand>::Inside as Inside<<X as Operand>::Elem, <X as Operand>::Rank>>::Leaf<'a>;

/// A leaf: its rank, and along which axes it lies.
pub trait Lies: Reads + Copy {
    /// The rank.
    type Rank;
    #[doc(hidden)]
    fn lies(&self) -> Along;
}
impl<E, R: Varies, const REACH: usize, const REDUCED: usize> Lies for Leaf<'_, E, R, REACH, REDUCED> {
    type Rank = R;
    #[inline]
    fn lies(&self) -> Along {
        self.raw.axes().lies()
    }
}

/// A leaf that can be laid along other axes.
pub trait Mappable<'a>: Lies {
    /// The same with an axis map. `REACH` is one more than the last output axis that it names.
    #[doc(hidden)]
    type Mapped<const REACH: usize>: Reads<Elems = Self::Elems> + Inputs<Elems = Self::Elems> + Lies<Rank = Self::Rank>;
    /// The same along axes of which types know nothing.
    #[doc(hidden)]
    type Turned: Reads<Elems = Self::Elems> + Inputs<Elems = Self::Elems> + Lies<Rank = Self::Rank>;
    #[doc(hidden)]
    fn map<const REACH: usize>(self, along: Along) -> Self::Mapped<REACH>;
    #[doc(hidden)]
    fn turn(self, along: Along) -> Self::Turned;
}
impl<'a, E, R: Varies> Mappable<'a> for Leaf<'a, E, R> {
    type Mapped<const REACH: usize> = Leaf<'a, E, R, REACH>;
    type Turned = Leaf<'a, E, R>;
    #[inline]
    fn map<const REACH: usize>(self, along: Along) -> Leaf<'a, E, R, REACH> {
        Leaf { raw: self.raw.with_axes(|own| own.along(along)), types: PhantomData }
    }
    #[inline]
    fn turn(self, along: Along) -> Self {
        self.map(along)
    }
}
