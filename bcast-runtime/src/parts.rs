//! What calls on a place read and write.

use crate::operand::reads::Reads;
use crate::operand::{Inputs, Lies, Mappable, Operand};
use crate::target::{Goal, Target};

/// Of which each process has its part.
pub struct Apart;
/// Of which every process has all.
pub struct Everywhere;

/// What a call on a place reads: an operand, which every process has, or an array that is cut. References to one are
/// one.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be read on a place",
    label = "neither an operand of `bcast!` nor an array that is cut"
)]
pub trait OnOperand<Who = Apart> {
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
#[diagnostic::do_not_recommend]
impl<X: Operand + ?Sized> OnOperand<Everywhere> for X {
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
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be written on a place",
    label = "neither a target of `bcast!` nor an array that is cut"
)]
pub trait OnTarget<Who = Apart> {
    /// The type of one element, `Copy + Send + Sync`.
    type Elem;
    /// How many axes it has, as a type.
    type Rank;
    /// Borrows the elements to write them.
    fn target(&mut self) -> Goal<'_, Self::Elem, Self::Rank>;
}
#[diagnostic::do_not_recommend]
impl<X: Target + ?Sized> OnTarget<Everywhere> for X {
    type Elem = X::Elem;
    type Rank = X::Rank;
    #[inline]
    fn target(&mut self) -> Goal<'_, X::Elem, X::Rank> {
        X::target(self)
    }
}

macro_rules! through {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<X: OnOperand + ?Sized> OnOperand for $pointer {
            type Elem = X::Elem;
            type Rank = X::Rank;
            type Leaf<'a>
                = X::Leaf<'a>
            where
                Self: 'a;
            #[inline]
            fn leaf(&self) -> X::Leaf<'_> {
                (**self).leaf()
            }
        }
    )*};
}
through! { &X, &mut X, Box<X>, std::rc::Rc<X>, std::sync::Arc<X> }

macro_rules! through_to_write {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<X: OnTarget + ?Sized> OnTarget for $pointer {
            type Elem = X::Elem;
            type Rank = X::Rank;
            #[inline]
            fn target(&mut self) -> Goal<'_, X::Elem, X::Rank> {
                (**self).target()
            }
        }
    )*};
}
through_to_write! { &mut X, Box<X> }
