//! Leaves of all kinds: along which axes they lie, and how they are laid along others.

use super::reads::Reads;
use super::{Along, Inputs, Leaf, RawOperand};
use crate::rank::Varies;
use std::marker::PhantomData;

/// A leaf: its rank, and along which axes it lies.
pub trait Lies: Reads + Copy {
    /// The rank.
    type Rank;
    #[doc(hidden)]
    fn lies(&self) -> Along;
    /// Whether it lies along axes of which types know nothing.
    #[doc(hidden)]
    const TURNED: bool = false;
    /// The same without elements, for who does not read them: it joins the shape.
    #[doc(hidden)]
    type Bare: Reads;
    #[doc(hidden)]
    fn bare(self) -> Self::Bare;
}
impl<'a, E, R: Varies, const REACH: usize, const REDUCED: usize> Lies for Leaf<'a, E, R, REACH, REDUCED> {
    type Rank = R;
    type Bare = Leaf<'a, (), R>;
    #[inline]
    fn bare(self) -> Leaf<'a, (), R> {
        Leaf { raw: self.raw.bare(), types: PhantomData }
    }
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
    /// All that the engine sees of it, as it is seen inside something else.
    #[doc(hidden)]
    fn push(self, along: Along, is_turned: bool, push: &mut impl FnMut(RawOperand<'a>));
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
    #[inline]
    fn push(self, along: Along, _: bool, push: &mut impl FnMut(RawOperand<'a>)) {
        push(self.raw.with_axes(|own| own.along(along)));
    }
}
