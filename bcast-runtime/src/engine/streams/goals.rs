//! Targets: what kernels read of them, and what they write.

use super::{New, Reads, Tree, Writes};
use crate::operand::reads::Looks;
use crate::operand::{Leaf, RawOperand};
use crate::rank::Varies;
use crate::target::Goal;

/// Targets: read as operands, and written.
///
/// # Safety
/// `Olds` has one item per target, in order, of the target's element type; so has `News`.
pub unsafe trait Goals: Tree {
    /// The old elements as operands.
    type Olds: Reads;
    /// The new elements.
    type News: Writes;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>));
    /// Looks at each, as [`Reads`] does.
    #[doc(hidden)]
    fn look(&self, looks: &mut impl Looks);
}
// SAFETY: there is no target.
unsafe impl Goals for () {
    type Olds = ();
    type News = ();
    #[inline]
    fn each<'s>(&'s self, _: &mut impl FnMut(RawOperand<'s>)) {}
    #[inline(always)]
    fn look(&self, _: &mut impl Looks) {}
}
// SAFETY: both trees of elements are those of the targets' halves, item by item.
unsafe impl<A: Goals, B: Goals> Goals for (A, B) {
    type Olds = (A::Olds, B::Olds);
    type News = (A::News, B::News);
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
    #[inline(always)]
    fn look(&self, looks: &mut impl Looks) {
        self.0.look(looks);
        self.1.look(looks);
    }
}
// SAFETY: one item, one slot.
unsafe impl<E, R> Tree for Goal<'_, E, R> {
    const LEN: usize = 1;
    type Slots<T> = T;
}
// SAFETY: one item of type `E` each.
unsafe impl<'a, E, R: Varies> Goals for Goal<'a, E, R> {
    type Olds = Leaf<'a, E, R>;
    type News = New<E>;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(self.raw());
    }
    #[inline(always)]
    fn look(&self, looks: &mut impl Looks) {
        looks.look(&self.raw());
    }
}
