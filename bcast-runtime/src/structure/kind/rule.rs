//! Kinds of operands, and what operations leave of them.

use crate::operand::Operand;
use crate::rank::Scalar;
use ndarray::{ArrayBase, Data};
use std::marker::PhantomData;

/// The operations that rules know, as types.
pub mod op {
    macro_rules! operations {
        ($($(#[$attr:meta])* $name:ident)*) => {$(
            $(#[$attr])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl Unknown for $name {}
        )*};
    }
    /// What leaves elements of which nothing is known.
    pub trait Unknown {}
    operations! {
        /// `a .+ b`
        DotPlus
        /// `a .- b`
        DotMinus
        /// `a .* b`
        DotTimes
        /// `a ./ b`
        DotDivide
        /// `-a`
        DotNegate
        /// `.!a`
        DotNot
        /// `a .& b`, `a .&& b`
        DotAnd
        /// `a .| b`, `a .|| b`
        DotOr
        /// `xor.(a, b)`, of truth values also `a .!= b`
        DotXor
        /// A function, power or conversion that gives zero for zero.
        OfZero
        /// An array is written, and no operation.
        NoStep
        /// Anything else.
        AnyStep
    }
    /// What is made of numbers alone, by whatever operation: one value.
    #[derive(Clone, Copy, Debug)]
    pub struct OfNumbers;
}

/// A container that keeps its structure where the rules allow it.
///
/// The kind of a container of yours is a type of yours. It needs [`Rule`]s for the steps that keep it, [`Whole`], and
/// [`Finish`] to make the container of the result:
///
/// ```
/// use bcast_runtime::ndarray::{Array2, Ix2};
/// use bcast_runtime::structure::{Dense, Finish, Rule, Structured, Whole};
///
/// struct Image(Array2<f32>);
/// /// Whatever is computed of an image, element by element, is one.
/// #[derive(Clone, Copy)]
/// struct OfImage;
/// impl Structured for Image {
///     type Kind<'a> = OfImage;
///     fn kind(&self) -> OfImage {
///         OfImage
///     }
/// }
/// impl<B, Op> Rule<B, Op> for OfImage {
///     type Out = OfImage;
///     fn step(self, _: B) -> OfImage {
///         self
///     }
/// }
/// impl<Op, By> Rule<OfImage, Op> for Dense<By> {
///     type Out = OfImage;
///     fn step(self, image: OfImage) -> OfImage {
///         image
///     }
/// }
/// // The same for numbers: `Rule<OfImage, Op> for Plain<'_, X>`.
/// impl Whole for OfImage {}
/// impl Finish<Array2<f32>> for OfImage {
///     type Out = Image;
///     fn finish<E>(self, mut portion: impl FnMut(&Self, usize) -> Result<Array2<f32>, E>) -> Result<Image, E> {
///         portion(&self, 0).map(Image)
///     }
/// }
/// ```
pub trait Structured {
    /// The kind, which may borrow the container.
    type Kind<'a>
    where
        Self: 'a;
    /// Tells it.
    fn kind(&self) -> Self::Kind<'_>;
}
impl<X: Structured + ?Sized> Structured for &X {
    type Kind<'a>
        = X::Kind<'a>
    where
        Self: 'a;
    #[inline(always)]
    fn kind(&self) -> X::Kind<'_> {
        (**self).kind()
    }
}

/// What an operation `Op` leaves of a kind beside `B`: another kind, or `()` where it has no other operand.
pub trait Rule<B, Op> {
    /// The kind that it leaves.
    type Out;
    /// Finds it.
    fn step(self, other: B) -> Self::Out;
}

/// A kind that is made of one portion: of operands as they are.
pub trait Whole {
    /// Bytes of a container that is made without computing its portion, if it is.
    #[doc(hidden)]
    fn bytes_uncomputed(&self) -> Option<usize> {
        None
    }

    /// Bytes that it takes beside a portion of so many elements.
    #[doc(hidden)]
    fn bytes_beside(&self, _: usize) -> usize {
        0
    }
}

/// How a container is made of the portions that a formula gives: arrays or values `R`.
pub trait Finish<R>: Sized {
    /// The container.
    type Out;
    /// Makes it. `portion` computes one of this kind by its number; of a kind that is read [`Whole`] there is one.
    ///
    /// # Errors
    /// What `portion` returns.
    fn finish<E>(self, portion: impl FnMut(&Self, usize) -> Result<R, E>) -> Result<Self::Out, E>;
}

impl<S: Data, D> Structured for ArrayBase<S, D> {
    type Kind<'a>
        = Dense<op::NoStep>
    where
        Self: 'a;
    #[inline(always)]
    fn kind(&self) -> Dense<op::NoStep> {
        Dense::new()
    }
}

/// Any other operand: a number above all, whose type may not be known yet.
pub struct Plain<'a, X: ?Sized>(pub &'a X);
impl<X: ?Sized> Clone for Plain<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Plain<'_, X> {}

/// An integer without a suffix.
#[derive(Clone, Copy, Debug)]
pub struct Literal<const N: i128>;

/// No structure, since this operation.
pub struct Dense<Op>(PhantomData<Op>);
impl<Op> Clone for Dense<Op> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Op> Copy for Dense<Op> {}
impl<Op> Dense<Op> {
    /// No structure.
    #[inline(always)]
    pub fn new() -> Self {
        Dense(PhantomData)
    }
}
impl<Op> Default for Dense<Op> {
    fn default() -> Self {
        Dense::new()
    }
}

/// Kinds whose result is what the formula gives.
macro_rules! as_it_is {
    ($([$($generics:tt)*] $kind:ty;)*) => {$(
        impl<$($generics)*> Whole for $kind {}
        impl<R, $($generics)*> Finish<R> for $kind {
            type Out = R;
            #[inline(always)]
            fn finish<E>(self, mut portion: impl FnMut(&Self, usize) -> Result<R, E>) -> Result<R, E> {
                portion(&self, 0)
            }
        }
    )*};
}
as_it_is! {
    [Op] Dense<Op>;
    [X: ?Sized] Plain<'_, X>;
    [const N: i128] Literal<N>;
}

/// Implements rules: `[generics] Op: A, B => Out { |a, b| value }`.
macro_rules! rules {
    ($([$($generics:tt)*] $op:ty: $a:ty, $b:ty => $out:ty { |$x:pat_param, $y:pat_param| $value:expr })*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Rule<$b, $op> for $a {
            type Out = $out;
            #[inline(always)]
            fn step(self, $y: $b) -> $out {
                let $x = self;
                $value
            }
        }
    )*};
}
pub(super) use rules;

/// Whatever is computed of numbers is one value.
macro_rules! of_numbers {
    ($([$($generics:tt)*] $a:ty, $b:ty;)*) => {
        rules! {$( [Op, $($generics)*] Op: $a, $b => Dense<op::OfNumbers> { |_, _| Dense::new() } )*}
    };
}
of_numbers! {
    [X: Operand<Rank = Scalar> + ?Sized] Plain<'_, X>, ();
    [X: Operand<Rank = Scalar> + ?Sized, Y: Operand<Rank = Scalar> + ?Sized] Plain<'_, X>, Plain<'_, Y>;
    [X: Operand<Rank = Scalar> + ?Sized, const N: i128] Plain<'_, X>, Literal<N>;
    [X: Operand<Rank = Scalar> + ?Sized, const N: i128] Literal<N>, Plain<'_, X>;
    [X: Operand<Rank = Scalar> + ?Sized] Plain<'_, X>, Dense<op::OfNumbers>;
    [X: Operand<Rank = Scalar> + ?Sized] Dense<op::OfNumbers>, Plain<'_, X>;
    [const N: i128] Literal<N>, ();
    [const N: i128, const M: i128] Literal<N>, Literal<M>;
    [const N: i128] Literal<N>, Dense<op::OfNumbers>;
    [const N: i128] Dense<op::OfNumbers>, Literal<N>;
    [] Dense<op::OfNumbers>, ();
    [] Dense<op::OfNumbers>, Dense<op::OfNumbers>;
}
