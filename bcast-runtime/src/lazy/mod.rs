//! Expressions as values: what `lazy!` makes.
//!
//! A [`Lazy`] keeps its operands and its element function. Whoever reads it reads its operands, and computes the
//! function in its own loop: see [`Fused`]. Nothing is computed before, but for the shape, which is joined when it is
//! made.

mod held;

pub use held::{
    ByReference, ByValue, held, held_aligned, held_given, held_mapped, held_named, held_placed, held_result,
    held_table, place,
};

use crate::call::Call;
use crate::engine::{Evaluation, Stored, computation};
use crate::error::BroadcastError;
use crate::operand::reads::{Computation, Filled, Reads, Tree};
use crate::operand::{AS_MADE, Along, Computes, Fused, HasAxes, Operand, RawOperand};
use crate::rank::{Full, Map, Rank, Reduced, Rk, Scalar, Shed, Source, Varies};
use crate::shape::Shape;
use crate::simd::SimdToken;
use held::Holds;
use ndarray::{Dimension, Ix0};
use std::marker::PhantomData;

type Types<E, R, N> = PhantomData<fn() -> (E, R, N)>;

/// An expression that `lazy!` has made: operands `O`, and a function `F` of their elements.
pub struct Lazy<O, F, E, R, D, N> {
    operands: O,
    f: F,
    sizes: D,
    types: Types<E, R, N>,
}

/// What the macro knows of an expression: how its function is evaluated, the work per element, and whether its shape is
/// given.
pub struct Nature<V, const COST: u32, const SHAPED: bool>(PhantomData<V>);

/// What the macro knows of an expression.
#[inline]
pub fn nature<const COST: u32, const SHAPED: bool, V>(_: V) -> Nature<V, COST, SHAPED> {
    Nature(PhantomData)
}

/// The joined rank of an expression as that of an operand.
pub trait Stands: Rank {
    /// That rank.
    type Rank: Rank + Varies;
    /// The sizes.
    type Sizes: Dimension;
}
impl Stands for Scalar {
    type Rank = Scalar;
    type Sizes = Ix0;
}
macro_rules! arrays {
    ($([$($other:ident)?] $rank:ty;)*) => {$(
        impl<$($other,)? D: Dimension> Stands for $rank where $rank: Source {
            type Rank = Full<<$rank as Source>::Dim>;
            type Sizes = <$rank as Source>::Dim;
        }
    )*};
}
arrays! { [] Full<D>; [] Map<D>; [S] Reduced<S, D>; [] Shed<D>; }

/// An expression of a joined rank.
type Of<K, O, F, E, N> = Lazy<O, F, E, <K as Stands>::Rank, <K as Stands>::Sizes, N>;

/// Makes an expression; panics at the caller's line if the shapes do not fit.
#[inline]
#[track_caller]
pub fn lazy<K, O, F, E, N>(nature: N, call: &'static Call<'static>, rank: Rk<K>, operands: O, f: F) -> Of<K, O, F, E, N>
where
    K: Stands,
    O: Holds,
    F: Fn(SimdToken, O::Elems) -> E + Sync,
    E: Stored + Copy + Sync,
{
    match try_lazy(nature, call, rank, operands, f) {
        Ok(made) => made,
        Err(error) => crate::engine::fail(&error),
    }
}

/// Makes an expression, or says why the shapes do not fit.
#[inline]
pub fn try_lazy<K, O, F, E, N>(
    _: N,
    call: &'static Call<'static>,
    _: Rk<K>,
    operands: O,
    f: F,
) -> Result<Of<K, O, F, E, N>, BroadcastError>
where
    K: Stands,
    O: Holds,
    F: Fn(SimdToken, O::Elems) -> E + Sync,
    E: Stored + Copy + Sync,
{
    let mut raw = Filled::<RawOperand, <O::Leaves as Tree>::Slots<RawOperand>>::new();
    operands.each(&mut |operand| raw.push(operand));
    let sizes = match alike(raw.as_slice(), K::NDIM) {
        Some(sizes) => of_sizes(sizes),
        None => {
            let mut shape = Shape::empty();
            shape.join(call, raw.as_slice(), K::NDIM, None).map_err(|error| *error)?;
            of_sizes(shape.sizes())
        }
    };
    Ok(Lazy { operands, f, sizes, types: PhantomData })
}

/// The sizes of operands that are alike, or single values: nothing is to be joined, which takes longer.
fn alike<'o>(operands: &'o [RawOperand], rank: Option<usize>) -> Option<&'o [usize]> {
    let mut sizes: Option<&[usize]> = None;
    for axes in operands.iter().map(HasAxes::axes) {
        let own = axes.extent();
        // Axis by axis: for so few, comparing memory is slow.
        let is_alike = match sizes {
            _ if own.is_empty() => continue,
            None => rank == Some(own.len()),
            Some(sizes) => own.len() == sizes.len() && own.iter().zip(sizes).all(|(own, size)| own == size),
        };
        if !is_alike || !matches!(axes.lies(), Along::Same) {
            return None;
        }
        sizes = Some(own);
    }
    sizes
}

fn of_sizes<D: Dimension>(own: &[usize]) -> D {
    let mut sizes = D::zeros(own.len());
    sizes.slice_mut().copy_from_slice(own);
    sizes
}

#[diagnostic::do_not_recommend]
impl<O, F, E, R, D, V, const COST: u32, const SHAPED: bool> Operand for Lazy<O, F, E, R, D, Nature<V, COST, SHAPED>>
where
    O: Holds,
    F: Fn(SimdToken, O::Elems) -> E + Sync,
    R: Rank + Varies,
    D: Dimension,
    V: Evaluation,
{
    type Elem = E;
    type Rank = R;
    type Leaf<'a>
        = Fused<'a, Self, R, AS_MADE>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Fused<'_, Self, R, AS_MADE> {
        Fused::new(self)
    }
}

// SAFETY: 1. is what `Holds` stands for. 2. only the function is used, which is `Sync`.
unsafe impl<O, F, E, R, D, V, const COST: u32, const SHAPED: bool> Computes
    for Lazy<O, F, E, R, D, Nature<V, COST, SHAPED>>
where
    O: Holds,
    F: Fn(SimdToken, O::Elems) -> E + Sync,
    R: Rank,
    D: Dimension,
    V: Evaluation,
{
    type Elem = E;
    type Leaves = O::Leaves;
    const COMPUTATION: Computation = computation::<V, O::Leaves>(COST);
    const SAYS_SIZES: bool = SHAPED;
    #[inline]
    fn sizes(&self) -> &[usize] {
        self.sizes.slice()
    }
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.operands.each(push);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compute(&self, t: SimdToken, elements: <O::Leaves as Reads>::Elems) -> E {
        (self.f)(t, elements)
    }
}
