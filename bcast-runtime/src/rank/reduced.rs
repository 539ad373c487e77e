//! Ranks of what reductions yield.
//!
//! Reducing some of `N` axes gives a value that remembers where it came from, [`Reduced`]. Beside rank `N` it lies
//! along the axes that it kept; beside the rank that is left, or alone, it is an ordinary array of that rank. So it
//! joins after everything else: [`Around`] says what it makes of the rank that the others have.

use super::*;

/// The rank of a value with the axes of `E`, left of those of `D` by a reduction.
pub struct Reduced<D, E>(PhantomData<(D, E)>);

/// How the axes of a stage appear in what it yields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A single value: nothing is left of the axes.
    Single,
    /// Only those that were not reduced.
    Kept,
    /// All of them, the reduced ones with size 1.
    Whole,
    /// All of them: an element of the stage, not a reduction.
    Full,
    /// Those along which a mapping stage runs; the others are not there.
    Along,
    /// Not a result: the position of each element along the reduced axes.
    Position,
}

/// The rank of what a stage yields, and how its axes appear.
pub trait YieldRank {
    #[doc(hidden)]
    const FORM: Form;
}
impl YieldRank for Scalar {
    const FORM: Form = Form::Single;
}
impl<D, E> YieldRank for Reduced<D, E> {
    const FORM: Form = Form::Kept;
}
impl<D> YieldRank for Full<D> {
    const FORM: Form = Form::Whole;
}

/// The axes of a rank as those of an array that could be reduced.
pub trait Source {
    /// Their dimension type.
    type Dim: Dimension;
}
impl Source for Scalar {
    type Dim = Ix0;
}
impl<D: Dimension> Source for Full<D> {
    type Dim = D;
}
impl<D: Dimension> Source for Map<D> {
    type Dim = D;
}
impl<D, E: Dimension> Source for Reduced<D, E> {
    type Dim = E;
}

/// The rank of a stage that runs over all axes of `R`.
#[inline]
pub fn space<R: Source>(_: Rk<R>) -> Rk<Full<R::Dim>> {
    rk()
}

/// The rank of so many axes.
#[inline]
pub fn axes<const N: usize>() -> Rk<Full<<Count<N> as Axes>::Dim>>
where
    Count<N>: Axes,
{
    rk()
}

/// A number of axes.
pub struct Count<const N: usize>;
/// The dimension type of a number of axes.
pub trait Axes {
    /// The type.
    type Dim;
}
macro_rules! counts {
    ($($n:literal $d:ident)*) => {$(
        impl Axes for Count<$n> { type Dim = $d; }
    )*};
}
counts! { 0 Ix0 1 Ix1 2 Ix2 3 Ix3 4 Ix4 5 Ix5 6 Ix6 }

/// A dimension from which `K` axes, the last of them `REACH - 1`, are reduced.
pub trait Less<const K: usize> {
    /// What is left: [`Scalar`] when nothing is.
    type Rank;
}

macro_rules! less {
    ($($d:ident: $($k:literal $out:ty),*;)*) => {$($(
        impl Less<$k> for $d { type Rank = $out; }
    )*)*};
}
less! {
    Ix0: 1 Scalar, 2 Scalar, 3 Scalar, 4 Scalar, 5 Scalar, 6 Scalar;
    Ix1: 1 Scalar, 2 Scalar, 3 Scalar, 4 Scalar, 5 Scalar, 6 Scalar;
    Ix2: 1 Reduced<Ix2, Ix1>, 2 Scalar, 3 Scalar, 4 Scalar, 5 Scalar, 6 Scalar;
    Ix3: 1 Reduced<Ix3, Ix2>, 2 Reduced<Ix3, Ix1>, 3 Scalar, 4 Scalar, 5 Scalar, 6 Scalar;
    Ix4: 1 Reduced<Ix4, Ix3>, 2 Reduced<Ix4, Ix2>, 3 Reduced<Ix4, Ix1>, 4 Scalar, 5 Scalar, 6 Scalar;
    Ix5: 1 Reduced<Ix5, Ix4>, 2 Reduced<Ix5, Ix3>, 3 Reduced<Ix5, Ix2>, 4 Reduced<Ix5, Ix1>, 5 Scalar, 6 Scalar;
    Ix6: 1 Reduced<Ix6, Ix5>, 2 Reduced<Ix6, Ix4>, 3 Reduced<Ix6, Ix3>, 4 Reduced<Ix6, Ix2>, 5 Reduced<Ix6, Ix1>, 6 Scalar;
}
impl<const K: usize> Less<K> for IxDyn {
    type Rank = Reduced<IxDyn, IxDyn>;
}

/// What the axes `A` of a reduction leave of a dimension, and whether it has them.
#[diagnostic::on_unimplemented(
    message = "bcast!: an axis as a number, where `{Self}` stands for any number of axes",
    label = "in generic code, an axis is a value",
    note = "write the axis in braces, `mean[{{0}}](x)`, or count from the end, `mean[-1](x)`",
    note = "alone, the result is an `Array<_, {Self}::Smaller>`, by the bound `{Self}: RemoveAxis` of `ndarray`"
)]
pub trait LessAt<A>: Sized {
    /// What is left.
    type Rank;
    /// A [`Verdict`].
    type Verdict;
    /// The rank that is left. The axes come first: what is missing is then told once.
    #[inline]
    fn left(_: A, _: Rk<Full<Self>>) -> Rk<Self::Rank> {
        rk()
    }
    /// Compares the axes with the rank.
    #[inline]
    fn found(_: A, _: Rk<Full<Self>>) -> PhantomData<Self::Verdict> {
        PhantomData
    }
}
impl<const LEN: usize, const REACH: usize> LessAt<At<LEN, REACH>> for IxDyn {
    type Rank = Reduced<IxDyn, IxDyn>;
    type Verdict = Good;
}
impl<const LEN: usize> LessAt<AtFar<LEN>> for IxDyn {
    type Rank = Reduced<IxDyn, IxDyn>;
    type Verdict = Good;
}
macro_rules! less_at {
    (@ $d:ident, $at:ty, $verdict:ty) => {
        impl<const LEN: usize> LessAt<$at> for $d
        where
            $d: Less<LEN>,
        {
            type Rank = <$d as Less<LEN>>::Rank;
            type Verdict = $verdict;
        }
    };
    ($($d:ident $n:literal $last:literal: has $($good:literal)*; lacks $($bad:literal $axis:literal)*;)*) => {$(
        $(less_at! { @ $d, At<LEN, $good>, Good })*
        $(less_at! { @ $d, At<LEN, $bad>, Verdict<TooFar, $axis, $n, $last, 0> })*
        less_at! { @ $d, AtFar<LEN>, Verdict<TooFar, 6, $n, $last, 0> }
    )*};
}
less_at! {
    Ix0 0 0: has; lacks 1 0 2 1 3 2 4 3 5 4 6 5;
    Ix1 1 0: has 1; lacks 2 1 3 2 4 3 5 4 6 5;
    Ix2 2 1: has 1 2; lacks 3 2 4 3 5 4 6 5;
    Ix3 3 2: has 1 2 3; lacks 4 3 5 4 6 5;
    Ix4 4 3: has 1 2 3 4; lacks 5 4 6 5;
    Ix5 5 4: has 1 2 3 4 5; lacks 6 5;
    Ix6 6 5: has 1 2 3 4 5 6; lacks;
}

check! {
    /// The axes that a reduction names are axes of what it reduces: `sum[1](x)` takes two.
    #[diagnostic::on_unimplemented(
        message = "bcast!: the reduction names axis {K}, but the rank of what it reduces is {N}",
        label = "axis {K} is not there",
        note = "axes count from 0; without `[..]` all of them are reduced"
    )]
    FitsAxes: Fine; of what was found
}

/// Two reductions over the same axes, as they are written.
pub struct SameAxes;
/// Two reductions over different axes.
pub struct OtherAxes;

/// What two reductions side by side make, before anything else joins.
///
/// Over the same axes of one rank they keep the same axes. Over different axes of one rank `N` they line up in rank
/// `N`; an axis that none of them kept has size 1. Of different ranks, the one that came from more axes is an ordinary
/// array.
pub trait Meet<Axes, B> {
    /// The joined rank.
    type Out;
}

/// Joins what reductions over the same axes left.
#[inline]
pub fn meet_same<A: Meet<SameAxes, B>, B>(_: Rk<A>, _: Rk<B>) -> Rk<A::Out> {
    rk()
}

/// Joins what reductions over different axes left.
#[inline]
pub fn meet_other<A: Meet<OtherAxes, B>, B>(_: Rk<A>, _: Rk<B>) -> Rk<A::Out> {
    rk()
}

impl<A, B> Meet<A, B> for Scalar {
    type Out = B;
}
impl<A, D, E> Meet<A, Scalar> for Reduced<D, E> {
    type Out = Reduced<D, E>;
}
impl<D, E, G> Meet<SameAxes, Reduced<D, G>> for Reduced<D, E> {
    type Out = Reduced<D, E>;
}
// Reductions that have lined up: any other one stands beside their rank.
impl<A, D, B> Meet<A, B> for Full<D> {
    type Out = Full<D>;
}
impl<E, G> Meet<OtherAxes, Reduced<IxDyn, G>> for Reduced<IxDyn, E> {
    type Out = Full<IxDyn>;
}
impl<A, D, E> Meet<A, Full<IxDyn>> for Reduced<D, E> {
    type Out = Full<IxDyn>;
}
macro_rules! meet {
    ($($d:ident: $($less:ident)*;)*) => {$(
        impl<E, G> Meet<OtherAxes, Reduced<$d, G>> for Reduced<$d, E> { type Out = Full<$d>; }
        impl<A, E, G> Meet<A, Reduced<IxDyn, G>> for Reduced<$d, E> { type Out = Full<IxDyn>; }
        impl<A, E, G> Meet<A, Reduced<$d, G>> for Reduced<IxDyn, E> { type Out = Full<IxDyn>; }
        $(
            impl<A, E, G> Meet<A, Reduced<$less, G>> for Reduced<$d, E> { type Out = Reduced<$d, E>; }
            impl<A, E, G> Meet<A, Reduced<$d, G>> for Reduced<$less, E> { type Out = Reduced<$d, G>; }
        )*
    )*};
}
meet! {
    Ix2:;
    Ix3: Ix2;
    Ix4: Ix2 Ix3;
    Ix5: Ix2 Ix3 Ix4;
    Ix6: Ix2 Ix3 Ix4 Ix5;
}

/// What reductions make of the joined rank of everything else beside them.
///
/// A reduction joins with the rank that it came from where an array has that rank, or a map reaches beyond the rank
/// that is left. Otherwise it is an ordinary array of the rank that is left.
pub trait Around<B> {
    /// The joined rank.
    type Out;
}

/// Joins what reductions left with the rank of everything beside them.
#[inline]
pub fn around<A: Around<B>, B>(_: Rk<A>, _: Rk<B>) -> Rk<A::Out> {
    rk()
}
impl<B> Around<B> for Scalar {
    type Out = B;
}
impl<D, B> Around<B> for Full<D>
where
    Full<D>: Join<B>,
{
    type Out = <Full<D> as Join<B>>::Out;
}
impl<D, E> Around<Scalar> for Reduced<D, E> {
    type Out = Reduced<D, E>;
}
// An array of rank 0 is one value.
impl<D, E> Around<Full<Ix0>> for Reduced<D, E> {
    type Out = Reduced<D, E>;
}
macro_rules! around_full {
    ($($x:ident)*) => {$(
        impl<D, E> Around<Full<$x>> for Reduced<D, E> { type Out = Full<$x>; }
    )*};
}
around_full! { Ix1 Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn }
impl<X> Around<Map<X>> for Reduced<IxDyn, IxDyn> {
    type Out = Full<IxDyn>;
}
macro_rules! around_map {
    ($($e:ident: within $($near:ident)*; beyond $($far:ident)*;)*) => {$(
        $(impl<D> Around<Map<$near>> for Reduced<D, $e> { type Out = Full<$e>; })*
        $(impl<D> Around<Map<$far>> for Reduced<D, $e> { type Out = Map<D>; })*
    )*};
}
around_map! {
    Ix1: within Ix1; beyond Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn;
    Ix2: within Ix1 Ix2; beyond Ix3 Ix4 Ix5 Ix6 IxDyn;
    Ix3: within Ix1 Ix2 Ix3; beyond Ix4 Ix5 Ix6 IxDyn;
    Ix4: within Ix1 Ix2 Ix3 Ix4; beyond Ix5 Ix6 IxDyn;
    Ix5: within Ix1 Ix2 Ix3 Ix4 Ix5; beyond Ix6 IxDyn;
}

/// Which rank has to cover an axis that no map names and these reductions kept: the joined rank `W`, unless they left
/// arrays, which cover it themselves.
pub trait UnlessKept<W> {
    /// The rank that has to cover the axis.
    type Out;
}

/// The rank that has to cover an axis which these reductions kept.
#[inline]
pub fn unless_kept<A: UnlessKept<W>, W>(_: Rk<A>, _: Rk<W>) -> Rk<A::Out> {
    rk()
}
impl<W> UnlessKept<W> for Scalar {
    type Out = W;
}
impl<D, E, W> UnlessKept<W> for Reduced<D, E> {
    type Out = Scalar;
}
impl<D, W> UnlessKept<W> for Full<D> {
    type Out = Scalar;
}

/// Whether what a stage yields fits an expression of the joined rank `K`.
#[diagnostic::on_unimplemented(
    message = "bcast!: this reduction has neither the rank of the expression nor came from one of that rank",
    label = "along which axes does it lie?",
    note = "write `@ (..)` behind it, with an axis of the expression for each axis that the reduction kept"
)]
pub trait Beside<K>: Sized {
    /// Compiles if all is well.
    #[inline]
    fn fits(_: Rk<Self>, _: Rk<K>) {}
}
#[diagnostic::do_not_recommend]
impl<K> Beside<K> for Scalar {}
#[diagnostic::do_not_recommend]
impl<X, D, E> Beside<Reduced<X, E>> for Reduced<D, E> {}
#[diagnostic::do_not_recommend]
impl<D, E> Beside<Map<D>> for Reduced<D, E> {}
// What was reduced once more, beside what it came from.
macro_rules! once_more {
    ($($d:ident: $($e:ident)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<X> Beside<Reduced<X, $d>> for Reduced<$d, $e> {}
    )*)*};
}
once_more! { Ix2: Ix1; Ix3: Ix1 Ix2; Ix4: Ix1 Ix2 Ix3; Ix5: Ix1 Ix2 Ix3 Ix4; }
macro_rules! beside {
    ($($d:ident: $($e:ident)*;)*) => {$(
        $(
            #[diagnostic::do_not_recommend]
            impl Beside<Full<$d>> for Reduced<$d, $e> {}
            #[diagnostic::do_not_recommend]
            impl Beside<Full<$e>> for Reduced<$d, $e> {}
            #[diagnostic::do_not_recommend]
            impl Beside<Full<IxDyn>> for Reduced<$d, $e> {}
        )*
        #[diagnostic::do_not_recommend]
        impl Beside<Full<$d>> for Reduced<IxDyn, IxDyn> {}
    )*};
}
beside! {
    Ix1:;
    Ix2: Ix1;
    Ix3: Ix1 Ix2;
    Ix4: Ix1 Ix2 Ix3;
    Ix5: Ix1 Ix2 Ix3 Ix4;
    Ix6: Ix1 Ix2 Ix3 Ix4 Ix5;
}
#[diagnostic::do_not_recommend]
impl Beside<Full<IxDyn>> for Reduced<IxDyn, IxDyn> {}

// An array by itself: maps on it, results, and checks as for its rank.
impl<D, E, A> MapLength<A> for Reduced<D, E>
where
    Full<E>: MapLength<A>,
{
    type Verdict = <Full<E> as MapLength<A>>::Verdict;
}
impl<D, E> Within<Reduced<D, E>> for Reduced<D, E> {
    type Verdict = Good;
}
impl<D, E> Within<Reduced<D, E>> for Full<Ix0> {
    type Verdict = Good;
}
#[diagnostic::do_not_recommend]
impl<D, E, const A: usize> Covered<A> for Reduced<D, E> {}
