//! Containers with structure as targets: a formula is assigned to each of their portions.

use super::diagonals::{Diagonals, LowerTriangle, Spans, Symmetric, UpperTriangle};
use super::rule::{Dense, Structured, op};
use super::words::{Logic, Packed, Words, bytes_of};
use crate::explain::{Plan, Portions};
use crate::structure::lend::{LineMut, SquareMut};
use crate::structure::rows::Rows;
use crate::structure::{Banded, Bits, Lower, SymTridiagonal, Upper};
use ndarray::{ArrayBase, ArrayD, ArrayViewMut, ArrayViewMut1, DataMut, Dimension, Ix1, IxDyn};
use std::any::type_name;
use std::convert::Infallible;

/// What formulas are assigned to where `#[structured]` stands: a container with structure, or an array.
pub trait Refilled {
    /// The kind of what is in it.
    type Kind;
    /// Tells it, without borrowing the container.
    fn old_kind(&self) -> Self::Kind;
}

/// A formula of kind `K` fits into this container.
#[diagnostic::on_unimplemented(
    message = "bcast!: a formula of kind `{K}` does not fit into `{Self}`",
    label = "it has elements where the target has none",
    note = "`Dense<..>` names the operation that leaves no structure",
    note = "leave it out, or assign to an array"
)]
pub trait Assign<K>: Refilled {
    /// An element.
    type Elem;
    /// The dimension of a portion.
    type Dim: Dimension;
    /// The kind by whose portions operands are read.
    type By;
    /// Assigns each portion that the formula has, and zeros to the others.
    ///
    /// # Errors
    /// What `portion` returns, which assigns nothing then.
    fn assign<E>(
        &mut self,
        kind: K,
        portion: impl FnMut(&mut ArrayViewMut<'_, Self::Elem, Self::Dim>, &Self::By, usize) -> Result<(), E>,
    ) -> Result<(), E>;

    /// The same where errors are raised.
    #[doc(hidden)]
    #[inline]
    fn assigned(
        &mut self,
        kind: K,
        mut portion: impl FnMut(&mut ArrayViewMut<'_, Self::Elem, Self::Dim>, &Self::By, usize),
    ) {
        let done = self.assign(kind, |target, kind, at| {
            portion(target, kind, at);
            Ok::<(), Infallible>(())
        });
        match done {
            Ok(()) => (),
        }
    }

    /// Looks at each portion that [`assign`](Assign::assign) would write, and writes nothing. Of the container, how
    /// many other portions would get zeros, and how many bytes it would take.
    #[doc(hidden)]
    fn look<E>(
        &mut self,
        kind: K,
        portion: impl FnMut(&mut ArrayViewMut<'_, Self::Elem, Self::Dim>, &Self::By, usize) -> Result<(), E>,
    ) -> Result<(usize, usize), E>;

    #[doc(hidden)]
    fn explain_assigned(
        &mut self,
        kind: K,
        mut portion: impl FnMut(&mut ArrayViewMut<'_, Self::Elem, Self::Dim>, &Self::By, usize) -> Plan,
    ) -> Plan {
        match self.try_explain_assigned(kind, |target, kind, at| Ok::<Plan, Infallible>(portion(target, kind, at))) {
            Ok(plan) => plan,
        }
    }

    #[doc(hidden)]
    fn try_explain_assigned<E>(
        &mut self,
        kind: K,
        mut portion: impl FnMut(&mut ArrayViewMut<'_, Self::Elem, Self::Dim>, &Self::By, usize) -> Result<Plan, E>,
    ) -> Result<Plan, E> {
        let mut plans = Vec::new();
        let (zeroed, bytes) = self.look(kind, |target, kind, at| {
            plans.push(portion(target, kind, at)?);
            Ok(())
        })?;
        Ok(Plan::of_portions(plans, Portions { kind: type_name::<K>(), zeroed, bytes }))
    }

    #[doc(hidden)]
    #[inline]
    fn try_assigned<E>(
        &mut self,
        kind: K,
        portion: impl FnMut(&mut ArrayViewMut<'_, Self::Elem, Self::Dim>, &Self::By, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        self.assign(kind, portion)
    }
}

/// A kind that a container of kind `T` has room for.
pub trait FitsInto<T> {
    /// Whether the formula has a portion of the target.
    fn has(&self, target: &T, at: usize) -> bool;
}

macro_rules! fits {
    ($($kind:ty, $target:ty => |$at:pat_param| $has:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl FitsInto<$target> for $kind {
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

/// The portions of a container, which are lent one after the other.
trait Lends: Refilled<Kind: Spans> {
    type Elem: Copy + Default;
    fn portions(&self) -> usize;
    fn lend(&mut self, at: usize) -> ArrayViewMut1<'_, Self::Elem>;

    /// Nothing is written before all operands have been looked at: those of the first portion are those of all.
    fn each<E>(
        &mut self,
        has: impl Fn(&Self::Kind, usize) -> bool,
        portion: impl FnMut(&mut ArrayViewMut1<'_, Self::Elem>, &Self::Kind, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let kind = self.old_kind();
        self.look_at(&has, portion)?;
        for at in (0..self.portions()).filter(|&at| !has(&kind, at)) {
            self.lend(at).fill(Self::Elem::default());
        }
        Ok(())
    }

    /// Hands out the portions that a formula has; how many others there are.
    fn look_at<E>(
        &mut self,
        has: impl Fn(&Self::Kind, usize) -> bool,
        mut portion: impl FnMut(&mut ArrayViewMut1<'_, Self::Elem>, &Self::Kind, usize) -> Result<(), E>,
    ) -> Result<usize, E> {
        let (kind, mut others) = (self.old_kind(), 0);
        for at in 0..self.portions() {
            if has(&kind, at) {
                portion(&mut self.lend(at), &kind, at)?;
            } else {
                others += 1;
            }
        }
        Ok(others)
    }
}

macro_rules! targets {
    ($([$($generics:tt)*] $matrix:ty: $of:ident $kind:ty, |$this:ident, $at:ident| $lend:expr, $count:expr;)*) => {$(
        impl<X: $of<Elem: Copy + Default> + Sync, $($generics)*> Refilled for $matrix {
            type Kind = $kind;
            fn old_kind(&self) -> $kind {
                self.kind()
            }
        }
        impl<X: $of<Elem: Copy + Default> + Sync, $($generics)*> Lends for $matrix {
            type Elem = X::Elem;
            fn portions(&self) -> usize {
                ($count)(self.size())
            }
            fn lend(&mut self, $at: usize) -> ArrayViewMut1<'_, X::Elem> {
                let $this = self;
                $lend
            }
        }
        #[diagnostic::do_not_recommend]
        impl<K: FitsInto<$kind>, X: $of<Elem: Copy + Default> + Sync, $($generics)*> Assign<K> for $matrix {
            type Elem = X::Elem;
            type Dim = Ix1;
            type By = $kind;
            fn assign<E>(
                &mut self,
                kind: K,
                portion: impl FnMut(&mut ArrayViewMut1<'_, X::Elem>, &$kind, usize) -> Result<(), E>,
            ) -> Result<(), E> {
                self.each(|target, at| kind.has(target, at), portion)
            }
            fn look<E>(
                &mut self,
                kind: K,
                portion: impl FnMut(&mut ArrayViewMut1<'_, X::Elem>, &$kind, usize) -> Result<(), E>,
            ) -> Result<(usize, usize), E> {
                Ok((self.look_at(|target, at| kind.has(target, at), portion)?, 0))
            }
        }
    )*};
}
targets! {
    [const BELOW: usize, const ABOVE: usize] Banded<X, BELOW, ABOVE>: LineMut Diagonals<BELOW, ABOVE>,
        |this, at| this.line_mut(at), |_| BELOW + 1 + ABOVE;
    [] SymTridiagonal<X>: LineMut Symmetric, |this, at| this.line_mut(at), |_| 2;
    [] Lower<X>: SquareMut LowerTriangle, |this, at| this.row_mut(at), |size| size;
    [] Upper<X>: SquareMut UpperTriangle, |this, at| this.row_mut(at), |size| size;
}

impl<D: Dimension> Refilled for Bits<D> {
    type Kind = Packed;
    fn old_kind(&self) -> Packed {
        Packed
    }
}
#[diagnostic::do_not_recommend]
impl<D: Dimension> Assign<Packed> for Bits<D> {
    type Elem = bool;
    type Dim = D;
    type By = Packed;
    fn assign<E>(
        &mut self,
        kind: Packed,
        mut portion: impl FnMut(&mut ArrayViewMut<'_, bool, D>, &Packed, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut elements = self.to_array();
        portion(&mut elements.view_mut(), &kind, 0)?;
        *self = Bits::from(&elements);
        Ok(())
    }
    fn look<E>(
        &mut self,
        kind: Packed,
        mut portion: impl FnMut(&mut ArrayViewMut<'_, bool, D>, &Packed, usize) -> Result<(), E>,
    ) -> Result<(usize, usize), E> {
        // Zeroed memory that nobody touches costs nothing.
        let mut elements = ArrayD::from_elem(IxDyn(self.shape()), false).into_dimensionality::<D>();
        if let Ok(elements) = &mut elements {
            portion(&mut elements.view_mut(), &kind, 0)?;
        }
        let elements: usize = self.shape().iter().product();
        Ok((0, elements + bytes_of(elements)))
    }
}
#[diagnostic::do_not_recommend]
impl<W: Words, D: Dimension> Assign<Logic<W>> for Bits<D> {
    type Elem = bool;
    type Dim = D;
    type By = Packed;
    fn assign<E>(
        &mut self,
        kind: Logic<W>,
        portion: impl FnMut(&mut ArrayViewMut<'_, bool, D>, &Packed, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        if !kind.has_sizes(self.shape()) {
            // The dense formula stretches, or says what does not fit.
            return self.assign(Packed, portion);
        }
        *self = kind.bits(self.shape());
        Ok(())
    }
    fn look<E>(
        &mut self,
        kind: Logic<W>,
        portion: impl FnMut(&mut ArrayViewMut<'_, bool, D>, &Packed, usize) -> Result<(), E>,
    ) -> Result<(usize, usize), E> {
        if !kind.has_sizes(self.shape()) {
            return self.look(Packed, portion);
        }
        Ok((0, bytes_of(self.shape().iter().product())))
    }
}

/// Arrays take all formulas, as dense ones.
impl<S: DataMut, D: Dimension> Refilled for ArrayBase<S, D> {
    type Kind = Dense<op::NoStep>;
    fn old_kind(&self) -> Dense<op::NoStep> {
        Dense::new()
    }
}
#[diagnostic::do_not_recommend]
impl<K, S: DataMut, D: Dimension> Assign<K> for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Dim = D;
    type By = Dense<op::NoStep>;
    fn assign<E>(
        &mut self,
        _: K,
        mut portion: impl FnMut(&mut ArrayViewMut<'_, S::Elem, D>, &Dense<op::NoStep>, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        portion(&mut self.view_mut(), &Dense::new(), 0)
    }
    fn look<E>(
        &mut self,
        kind: K,
        portion: impl FnMut(&mut ArrayViewMut<'_, S::Elem, D>, &Dense<op::NoStep>, usize) -> Result<(), E>,
    ) -> Result<(usize, usize), E> {
        self.assign(kind, portion)?;
        Ok((0, 0))
    }
}

/// What `&mut` leads to.
impl<X: Refilled + ?Sized> Refilled for &mut X {
    type Kind = X::Kind;
    fn old_kind(&self) -> X::Kind {
        (**self).old_kind()
    }
}
#[diagnostic::do_not_recommend]
impl<K, X: Assign<K> + ?Sized> Assign<K> for &mut X {
    type Elem = X::Elem;
    type Dim = X::Dim;
    type By = X::By;
    fn assign<E>(
        &mut self,
        kind: K,
        portion: impl FnMut(&mut ArrayViewMut<'_, X::Elem, X::Dim>, &X::By, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        (**self).assign(kind, portion)
    }
    fn look<E>(
        &mut self,
        kind: K,
        portion: impl FnMut(&mut ArrayViewMut<'_, X::Elem, X::Dim>, &X::By, usize) -> Result<(), E>,
    ) -> Result<(usize, usize), E> {
        (**self).look(kind, portion)
    }
}

/// The kind of what is in a target.
#[doc(hidden)]
#[inline]
pub fn old_kind<X: Refilled + ?Sized>(target: &X) -> X::Kind {
    target.old_kind()
}
