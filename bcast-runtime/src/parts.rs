//! What calls on a place read and write.

use crate::operand::reads::Reads;
use crate::operand::{Inputs, Lies, Mappable, Operand};
use crate::target::{Goal, Target};

/// What a call on a place reads: an operand, which every process has, or an array that is cut.
pub trait OnOperand {
    /// The type of one element, `Copy + Send + Sync`.
    type Elem;
    /// How many axes it has, as a type.
    type Rank;
    /// What passes read of it.
    type Leaf<'a>: Mappable<'a> + Reads<Elems = Self::Elem> + Inputs<Elems = Self::Elem> + Lies<Rank = Self::Rank>
    where
        Self: 'a;
    /// Borrows the elements.
    fn leaf(&self) -> Self::Leaf<'_>;
}
impl<X: Operand + ?Sized> OnOperand for X {
    type Elem = X::Elem;
    type Rank = X::Rank;
    type Leaf<'a>
        = X::Leaf<'a>
    where
        X: 'a;
    #[inline]
    fn leaf(&self) -> X::Leaf<'_> {
        X::leaf(self)
    }
}

/// What a call on a place writes: a target, of which every process has the same, or an array that is cut.
pub trait OnTarget {
    /// The type of one element, `Copy + Send + Sync`.
    type Elem;
    /// How many axes it has, as a type.
    type Rank;
    /// Borrows the elements to write them.
    fn target(&mut self) -> Goal<'_, Self::Elem, Self::Rank>;
}
impl<X: Target + ?Sized> OnTarget for X {
    type Elem = X::Elem;
    type Rank = X::Rank;
    #[inline]
    fn target(&mut self) -> Goal<'_, X::Elem, X::Rank> {
        X::target(self)
    }
}
