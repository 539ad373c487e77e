//! Containers with structure as targets: a formula is assigned to each of their pieces.

use super::pieces::Spans;
use super::words::Words;
use super::{Diagonals, Logic, LowerTriangle, Packed, Symmetric, UpperTriangle};
use crate::structure::{Banded, Bits, LineMut, Lower, Rows, SquareMut, SymTridiagonal, Upper};
use ndarray::{ArrayViewMut, ArrayViewMut1, Dimension, Ix1};

/// A container that takes formulas of its own kind.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is no container with structure",
    label = "a target without structure",
    note = "remove `#[structured]`: it changes nothing for an array"
)]
pub trait Refilled {
    /// The kind of what is in it.
    type Kind;
    /// Tells it, without borrowing the container.
    fn old_kind(&self) -> Self::Kind;
}

/// A formula of kind `K` fits into this container.
pub trait Assign<K>: Refilled {
    /// An element.
    type Elem;
    /// The dimension of a piece.
    type Dim: Dimension;
    /// The kind by whose pieces operands are read.
    type By;
    /// Assigns each piece that the formula has, and zeros to the others.
    ///
    /// # Errors
    /// What `piece` returns, which assigns nothing then.
    fn assign<E>(
        &mut self,
        kind: K,
        piece: impl FnMut(&mut ArrayViewMut<'_, Self::Elem, Self::Dim>, &Self::By, usize) -> Result<(), E>,
    ) -> Result<(), E>;
}

/// A kind that a container of kind `T` has room for.
#[diagnostic::on_unimplemented(
    message = "bcast!: a formula of kind `{Self}` does not fit into a target of kind `{T}`",
    label = "the formula has elements where the target has none",
    note = "`Dense<op::..>` names the operation that leaves no structure; assign to an array without `#[structured]`, or leave it out"
)]
pub trait Fits<T> {
    /// Whether the formula has a piece of the target.
    fn has(&self, target: &T, at: usize) -> bool;
}

macro_rules! fits {
    ($($kind:ty, $target:ty => |$at:pat_param| $has:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Fits<$target> for $kind {
            fn has(&self, _: &$target, $at: usize) -> bool {
                $has
            }
        }
    )*};
}
/// So many diagonals in so many.
macro_rules! diagonals {
    ($($below:literal $above:literal in $more:literal $and:literal;)*) => {
        fits! {$(
            Diagonals<$below, $above>, Diagonals<$more, $and> => |at| ($more - $below..=$more + $above).contains(&at);
        )*}
    };
}
diagonals! {
    0 0 in 0 0; 0 0 in 0 1; 0 0 in 1 0; 0 0 in 1 1;
    0 1 in 0 1; 0 1 in 1 1; 1 0 in 1 0; 1 0 in 1 1; 1 1 in 1 1;
}
fits! {
    Symmetric, Symmetric => |_| true;
    Symmetric, Diagonals<1, 1> => |_| true;
    Diagonals<0, 0>, Symmetric => |at| at == 0;
    LowerTriangle, LowerTriangle => |_| true;
    Diagonals<0, 0>, LowerTriangle => |_| true;
    Diagonals<1, 0>, LowerTriangle => |_| true;
    UpperTriangle, UpperTriangle => |_| true;
    Diagonals<0, 0>, UpperTriangle => |_| true;
    Diagonals<0, 1>, UpperTriangle => |_| true;
}

/// The pieces of a container, which are lent one after the other.
trait Lends: Refilled<Kind: Spans> {
    type Elem: Copy + Default;
    fn pieces(&self) -> usize;
    fn lend(&mut self, at: usize) -> ArrayViewMut1<'_, Self::Elem>;

    /// Nothing is written before all operands have been looked at: those of the first piece are those of all.
    fn each<E>(
        &mut self,
        has: impl Fn(&Self::Kind, usize) -> bool,
        mut piece: impl FnMut(&mut ArrayViewMut1<'_, Self::Elem>, &Self::Kind, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let kind = self.old_kind();
        for at in (0..self.pieces()).filter(|&at| has(&kind, at)) {
            piece(&mut self.lend(at), &kind, at)?;
        }
        for at in (0..self.pieces()).filter(|&at| !has(&kind, at)) {
            self.lend(at).fill(Self::Elem::default());
        }
        Ok(())
    }
}

macro_rules! targets {
    ($($matrix:ident<X $(, $below:ident, $above:ident)?> of $made_of:ident: $kind:ty, |$this:ident, $at:ident| $lend:expr, $pieces:expr;)*) => {$(
        impl<X: $made_of<Elem: Copy + Default> + Sync $(, const $below: usize, const $above: usize)?> Refilled for $matrix<X $(, $below, $above)?> {
            type Kind = $kind;
            fn old_kind(&self) -> $kind {
                <$kind>::of(self.size())
            }
        }
        impl<X: $made_of<Elem: Copy + Default> + Sync $(, const $below: usize, const $above: usize)?> Lends for $matrix<X $(, $below, $above)?> {
            type Elem = X::Elem;
            fn pieces(&self) -> usize {
                ($pieces)(self.size())
            }
            fn lend(&mut self, $at: usize) -> ArrayViewMut1<'_, X::Elem> {
                let $this = self;
                $lend
            }
        }
        #[diagnostic::do_not_recommend]
        impl<K: Fits<$kind>, X: $made_of<Elem: Copy + Default> + Sync $(, const $below: usize, const $above: usize)?> Assign<K> for $matrix<X $(, $below, $above)?> {
            type Elem = X::Elem;
            type Dim = Ix1;
            type By = $kind;
            fn assign<E>(
                &mut self,
                kind: K,
                piece: impl FnMut(&mut ArrayViewMut1<'_, X::Elem>, &$kind, usize) -> Result<(), E>,
            ) -> Result<(), E> {
                self.each(|target, at| kind.has(target, at), piece)
            }
        }
    )*};
}
targets! {
    Banded<X, BELOW, ABOVE> of LineMut: Diagonals<BELOW, ABOVE>, |this, at| this.line_mut(at), |_| BELOW + 1 + ABOVE;
    SymTridiagonal<X> of LineMut: Symmetric, |this, at| this.line_mut(at), |_| 2;
    Lower<X> of SquareMut: LowerTriangle, |this, at| this.row_mut(at), |size| size;
    Upper<X> of SquareMut: UpperTriangle, |this, at| this.row_mut(at), |size| size;
}

impl<D: Dimension> Refilled for Bits<D> {
    type Kind = Packed;
    fn old_kind(&self) -> Packed {
        Packed
    }
}
impl<D: Dimension> Assign<Packed> for Bits<D> {
    type Elem = bool;
    type Dim = D;
    type By = Packed;
    fn assign<E>(
        &mut self,
        kind: Packed,
        mut piece: impl FnMut(&mut ArrayViewMut<'_, bool, D>, &Packed, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut elements = self.to_array();
        piece(&mut elements.view_mut(), &kind, 0)?;
        *self = Bits::from(&elements);
        Ok(())
    }
}
impl<W: Words, D: Dimension> Assign<Logic<W>> for Bits<D> {
    type Elem = bool;
    type Dim = D;
    type By = Packed;
    fn assign<E>(
        &mut self,
        kind: Logic<W>,
        piece: impl FnMut(&mut ArrayViewMut<'_, bool, D>, &Packed, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        if !kind.has_sizes(self.shape()) {
            // The dense formula stretches, or says what does not fit.
            return self.assign(Packed, piece);
        }
        self.refill(|at| kind.word(at));
        Ok(())
    }
}

/// What `&mut` leads to.
impl<X: Refilled + ?Sized> Refilled for &mut X {
    type Kind = X::Kind;
    fn old_kind(&self) -> X::Kind {
        (**self).old_kind()
    }
}
impl<K, X: Assign<K> + ?Sized> Assign<K> for &mut X {
    type Elem = X::Elem;
    type Dim = X::Dim;
    type By = X::By;
    fn assign<E>(
        &mut self,
        kind: K,
        piece: impl FnMut(&mut ArrayViewMut<'_, X::Elem, X::Dim>, &X::By, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        (**self).assign(kind, piece)
    }
}

/// The kind of what is in a target.
#[doc(hidden)]
#[inline]
pub fn old_kind<X: Refilled + ?Sized>(target: &X) -> X::Kind {
    target.old_kind()
}

/// Assigns a formula.
#[doc(hidden)]
#[inline]
pub fn assign<K, X: Assign<K> + ?Sized>(
    target: &mut X,
    kind: K,
    mut piece: impl FnMut(&mut ArrayViewMut<'_, X::Elem, X::Dim>, &X::By, usize),
) {
    let done = target.assign(kind, |target, kind, at| {
        piece(target, kind, at);
        Ok::<(), std::convert::Infallible>(())
    });
    match done {
        Ok(()) => (),
    }
}

/// The same where errors are returned.
///
/// # Errors
/// What `piece` returns.
#[doc(hidden)]
#[inline]
pub fn try_assign<E, K, X: Assign<K> + ?Sized>(
    target: &mut X,
    kind: K,
    piece: impl FnMut(&mut ArrayViewMut<'_, X::Elem, X::Dim>, &X::By, usize) -> Result<(), E>,
) -> Result<(), E> {
    target.assign(kind, piece)
}
