//! Axes that are known when the call runs: counted from the end, or values of the program.
//!
//! An operand that lies along such axes says nothing of the rank of what it stands in. What a reduction over one such
//! axis leaves is [`Shed`], for any dimension; over several, it is what types say of so many, or of dynamic rank.

use super::*;
use crate::given::Given;

/// Which axes a value stands for: one by its number, or several in increasing order.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` says no axes",
    label = "neither a `usize` nor a list of them",
    note = "an axis is a `usize`; several are an array, a slice or a `Vec` of these"
)]
pub trait AxesValue: sealed::Sealed {
    /// How many there are, as a type: [`At<N, 0>`](At), or [`AnyNumber`].
    type Count;
    #[doc(hidden)]
    fn given(&self) -> Given;
    #[doc(hidden)]
    #[inline]
    fn read(&self) -> Read<Self::Count> {
        Read { given: self.given(), count: PhantomData }
    }
}

/// The axes of a value, and how many types say that there are.
pub struct Read<Count> {
    given: Given,
    count: PhantomData<Count>,
}
impl<Count> Clone for Read<Count> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Count> Copy for Read<Count> {}
impl<Count> Read<Count> {
    /// The axes themselves.
    #[inline]
    pub fn axes(self) -> Given {
        self.given
    }
}

/// Results have the rank that types say: only the types below, which give as many axes as they say, are such values.
mod sealed {
    pub trait Sealed {}
    impl Sealed for usize {}
    impl<const N: usize> Sealed for [usize; N] {}
    impl Sealed for [usize] {}
    impl Sealed for Vec<usize> {}
    impl<const N: usize> Sealed for super::Counted<N> {}
    impl<const N: usize> Sealed for super::Rest<N> {}
    impl<X: Sealed + ?Sized> Sealed for &X {}
}

/// A number of axes that types do not know.
#[derive(Clone, Copy)]
pub struct AnyNumber;

// For no other integers: so `let k = 1;` is a `usize`.
#[diagnostic::do_not_recommend]
impl AxesValue for usize {
    type Count = At<1, 0>;
    #[inline]
    fn given(&self) -> Given {
        std::slice::from_ref(self).given()
    }
}
#[diagnostic::do_not_recommend]
impl<const N: usize> AxesValue for [usize; N] {
    type Count = At<N, 0>;
    #[inline]
    fn given(&self) -> Given {
        self.as_slice().given()
    }
}
#[diagnostic::do_not_recommend]
impl AxesValue for [usize] {
    type Count = AnyNumber;
    #[inline]
    fn given(&self) -> Given {
        Given::of(self.iter().map(|&axis| isize::try_from(axis).unwrap_or(isize::MAX)))
    }
}
#[diagnostic::do_not_recommend]
impl AxesValue for Vec<usize> {
    type Count = AnyNumber;
    #[inline]
    fn given(&self) -> Given {
        self.as_slice().given()
    }
}

/// Axes as they are written, some of them counted from the end.
pub struct Counted<const N: usize>(pub [isize; N]);
#[diagnostic::do_not_recommend]
impl<const N: usize> AxesValue for Counted<N> {
    type Count = At<N, 0>;
    #[inline]
    fn given(&self) -> Given {
        Given::of(self.0.into_iter())
    }
}

/// All axes but these, over which a gradient is summed.
pub struct Rest<const N: usize>(pub [isize; N]);
#[diagnostic::do_not_recommend]
impl<const N: usize> AxesValue for Rest<N> {
    type Count = AllBut<N>;
    #[inline]
    fn given(&self) -> Given {
        Given::of(self.0.into_iter()).rest()
    }
}
/// All axes but so many.
#[derive(Clone, Copy)]
pub struct AllBut<const N: usize>;
/// A number of axes, and that of all others.
pub trait Others: Sized {
    /// What types know of it.
    type Number;
    /// All axes but these.
    #[inline]
    fn others(of: Read<Self>) -> Read<Self::Number> {
        Read { given: of.given.rest(), count: PhantomData }
    }
}
impl<const N: usize> Others for At<N, 0> {
    type Number = AllBut<N>;
}
impl Others for AnyNumber {
    type Number = AnyNumber;
}
impl<const N: usize, D: Dimension> LessGiven<AllBut<N>> for D
where
    Count<N>: Axes,
{
    type Rank = Reduced<D, <Count<N> as Axes>::Dim>;
}

#[diagnostic::do_not_recommend]
impl<X: AxesValue + ?Sized> AxesValue for &X {
    type Count = X::Count;
    #[inline]
    fn given(&self) -> Given {
        (**self).given()
    }
}

/// Compares the number of axes with the rank of their operand.
#[inline]
pub fn found_of_given<R: MapLength<Count>, Count>(_: Rk<R>, _: Read<Count>) -> PhantomData<R::Verdict> {
    PhantomData
}
macro_rules! any_length {
    ($($d:ident)*) => {$(
        impl MapLength<AnyNumber> for Full<$d> { type Verdict = Good; }
    )*};
}
any_length! { Ix0 Ix1 Ix2 Ix3 Ix4 Ix5 Ix6 }
impl MapLength<AnyNumber> for Scalar {
    type Verdict = Verdict<WrongLength, 0, 1, 0, 0>;
}

/// The number of axes of a value, along which a scan runs.
#[diagnostic::on_unimplemented(
    message = "bcast!: a scan runs along one axis, and this value says another number of them",
    label = "not one `usize`",
    note = "one axis is a `usize`: `cumsum[{{k}}](x)`; for more, write one scan around the other"
)]
pub trait OneAxis: Sized {
    /// The axis.
    #[inline]
    fn one(read: Read<Self>) -> Given {
        read.given
    }
}
#[diagnostic::do_not_recommend]
impl OneAxis for At<1, 0> {}

/// Some operand says how many axes the result has: `v @ (-1)` and `v @ {axes}` do not.
#[diagnostic::on_unimplemented(
    message = "bcast!: nothing here says how many axes the result has",
    label = "axes that are counted from the end, or given as values, do not say it",
    note = "write the number of an axis, `@ (1)`, behind another operand, or give the shape: `#[shape([..])]`"
)]
pub trait HasRank: Sized {
    /// Compiles if all is well.
    #[inline]
    fn fits(_: Rk<Self>) {}
}
#[diagnostic::do_not_recommend]
impl<D> HasRank for Full<D> {}
#[diagnostic::do_not_recommend]
impl<D> HasRank for Map<D> {}
#[diagnostic::do_not_recommend]
impl<D, E> HasRank for Reduced<D, E> {}
#[diagnostic::do_not_recommend]
impl<D> HasRank for Shed<D> {}

/// The rank that is left of `D` when one axis is reduced, whichever it is: beside `D` it lies along the others.
pub struct Shed<D>(PhantomData<D>);

/// A dimension from which a number of axes is reduced that are known when the call runs.
pub trait LessGiven<Count> {
    /// What is left.
    type Rank;
}
// Nothing is reduced. Nobody writes it on purpose: as a `Vec` of none.
impl<D: Dimension> LessGiven<At<0, 0>> for D {
    type Rank = Reduced<IxDyn, IxDyn>;
}
impl<D: Dimension> LessGiven<At<1, 0>> for D {
    type Rank = Shed<D>;
}
macro_rules! several {
    ($($n:literal)*) => {$(
        impl<D: Less<$n>> LessGiven<At<$n, 0>> for D { type Rank = D::Rank; }
    )*};
}
several! { 2 3 4 5 6 }
impl<D: Dimension> LessGiven<AnyNumber> for D {
    type Rank = Reduced<IxDyn, IxDyn>;
}

/// The rank that is left of `D` when the axes of a value are reduced.
#[inline]
pub fn reduced_given<D: LessGiven<Count>, Count>(_: Rk<Full<D>>, _: Read<Count>) -> Rk<D::Rank> {
    rk()
}

impl<D: Dimension> Source for Shed<D> {
    type Dim = D::Smaller;
}
impl<D> YieldRank for Shed<D> {
    const FORM: Form = Form::Kept;
}
impl<D: Dimension, A> MapLength<A> for Shed<D>
where
    Full<D::Smaller>: MapLength<A>,
{
    type Verdict = <Full<D::Smaller> as MapLength<A>>::Verdict;
}
impl<D> Within<Shed<D>> for Shed<D> {
    type Verdict = Good;
}
#[diagnostic::do_not_recommend]
impl<D, const A: usize> Covered<A> for Shed<D> {}

impl<A, D> Meet<A, Scalar> for Shed<D> {
    type Out = Shed<D>;
}
impl<D> Meet<SameAxes, Shed<D>> for Shed<D> {
    type Out = Shed<D>;
}
impl<D> Meet<OtherAxes, Shed<D>> for Shed<D> {
    type Out = Full<D>;
}
impl<A, D, E> Meet<A, Reduced<D, E>> for Shed<D> {
    type Out = Full<D>;
}
impl<A, D, E> Meet<A, Shed<D>> for Reduced<D, E> {
    type Out = Full<D>;
}
impl<D> Around<Scalar> for Shed<D> {
    type Out = Shed<D>;
}
impl<D, X> Around<Full<X>> for Shed<D> {
    type Out = Full<X>;
}
impl<D, W> UnlessKept<W> for Shed<D> {
    type Out = Scalar;
}

#[diagnostic::do_not_recommend]
impl<D> Beside<Full<D>> for Shed<D> {}
#[diagnostic::do_not_recommend]
impl<D> Beside<Shed<D>> for Shed<D> {}
#[diagnostic::do_not_recommend]
impl<D, X> Beside<Map<X>> for Shed<D> {}
macro_rules! shed {
    ($($d:ident $e:ident: within $($near:ident)*; beyond $($far:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Beside<Full<$e>> for Shed<$d> {}
        #[diagnostic::do_not_recommend]
        impl Beside<Full<IxDyn>> for Shed<$d> {}
        $(impl Around<Map<$near>> for Shed<$d> { type Out = Full<$e>; })*
        $(impl Around<Map<$far>> for Shed<$d> { type Out = Map<$d>; })*
    )*};
}
shed! {
    Ix1 Ix0: within; beyond;
    Ix2 Ix1: within Ix1; beyond Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn;
    Ix3 Ix2: within Ix1 Ix2; beyond Ix3 Ix4 Ix5 Ix6 IxDyn;
    Ix4 Ix3: within Ix1 Ix2 Ix3; beyond Ix4 Ix5 Ix6 IxDyn;
    Ix5 Ix4: within Ix1 Ix2 Ix3 Ix4; beyond Ix5 Ix6 IxDyn;
    Ix6 Ix5: within Ix1 Ix2 Ix3 Ix4 Ix5; beyond Ix6 IxDyn;
}

// Nothing is left of a vector: one value, beside anything.
impl<X> Around<Map<X>> for Shed<Ix1> {
    type Out = Map<X>;
}
impl TargetWithin<Shed<Ix1>> for Scalar {
    type Verdict = Good;
}
#[diagnostic::do_not_recommend]
impl<X, E> Beside<Reduced<X, E>> for Shed<Ix1> {}
macro_rules! beside_anything {
    ($($x:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Beside<Full<$x>> for Shed<Ix1> {}
        #[diagnostic::do_not_recommend]
        impl Beside<Shed<$x>> for Shed<Ix1> {}
    )*};
}
beside_anything! { Ix2 Ix3 Ix4 Ix5 Ix6 }
#[diagnostic::do_not_recommend]
impl Beside<Shed<IxDyn>> for Shed<Ix1> {}

// Of different ranks, the one that came from more axes is an ordinary array.
macro_rules! meet {
    ($($d:ident: $($less:ident)*;)*) => {$($(
        impl<A> Meet<A, Shed<$less>> for Shed<$d> { type Out = Shed<$d>; }
        impl<A> Meet<A, Shed<$d>> for Shed<$less> { type Out = Shed<$d>; }
        impl<A, E> Meet<A, Reduced<$less, E>> for Shed<$d> { type Out = Shed<$d>; }
        impl<A, E> Meet<A, Reduced<$d, E>> for Shed<$less> { type Out = Reduced<$d, E>; }
        impl<A, E> Meet<A, Shed<$less>> for Reduced<$d, E> { type Out = Reduced<$d, E>; }
        impl<A, E> Meet<A, Shed<$d>> for Reduced<$less, E> { type Out = Shed<$d>; }
    )*)*};
}
meet! {
    Ix2: Ix1;
    Ix3: Ix1 Ix2;
    Ix4: Ix1 Ix2 Ix3;
    Ix5: Ix1 Ix2 Ix3 Ix4;
    Ix6: Ix1 Ix2 Ix3 Ix4 Ix5;
    IxDyn: Ix1;
}
macro_rules! once_more {
    ($($d:ident $more:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<X> Beside<Reduced<X, $d>> for Shed<$d> {}
        #[diagnostic::do_not_recommend]
        impl Beside<Shed<$more>> for Shed<$d> {}
        #[diagnostic::do_not_recommend]
        impl<E> Beside<Shed<$more>> for Reduced<$d, E> {}
    )*};
}
once_more! { Ix2 Ix3; Ix3 Ix4; Ix4 Ix5; Ix5 Ix6; }
impl<X> Around<Map<X>> for Shed<IxDyn> {
    type Out = Full<IxDyn>;
}
