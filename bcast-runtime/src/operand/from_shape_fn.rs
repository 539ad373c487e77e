//! Operands of any rank that a function computes from indices.

use super::lanes::{Computed, Positions, Unfilled};
use super::{Leaf, Operand, OperandAxes};
use crate::rank::Full;
use ndarray::{ArrayView, Dimension, ShapeBuilder};

/// What [`from_shape_fn`] returns: an array that is computed wherever it is read.
#[derive(Clone, Copy)]
pub struct FromShapeFn<D: Dimension, F> {
    /// An array of nothing has sizes and strides, and no memory; the strides of positions are those of its elements.
    places: ArrayView<'static, (), D>,
    f: F,
}

/// As many elements without bytes as an array can have.
const NOTHING: &[()] = &[(); isize::MAX as usize];

/// An array without memory, for dotted expressions: each element is what a function of its indices gives.
///
/// The shape and what the function gets are those of `ndarray`'s
/// [`Array::from_shape_fn`](ndarray::ArrayBase::from_shape_fn): `n` and `|i|`, `(n, m)` and `|(i, j)|`, up to six axes,
/// `x.raw_dim()`, or an `IxDyn` and `|index|`. No order of memory matters. Elements are `Copy + Send + Sync`.
///
/// The function is called wherever an element is needed: on several threads, in any order, and as often as passes of a
/// call read the element. So it should give the same element each time. Its panics propagate.
///
/// On a GPU it cannot be called: make an array of it first.
///
/// ```
/// use bcast_runtime::{Operand, from_shape_fn};
/// # use bcast_runtime::{Broadcast, ndarray::Ix2};
/// # fn is_matrix(_: &impl Broadcast<Ix2>) {}
/// let _hilbert = from_shape_fn((3, 3), |(i, j)| 1. / (i + j + 1) as f64).leaf();
/// # is_matrix(&from_shape_fn((3, 3), |(i, j)| 1. / (i + j + 1) as f64));
/// ```
///
/// # Panics
///
/// If the sizes, without those that are 0, multiply to more than `isize::MAX`, as in `ndarray`.
#[track_caller]
pub fn from_shape_fn<S, F, T>(shape: S, f: F) -> FromShapeFn<S::Dim, F>
where
    S: ShapeBuilder,
    F: Fn(<S::Dim as Dimension>::Pattern) -> T + Sync,
    T: Copy + Send + Sync,
{
    let places = places(shape).expect("bcast!: the shape of `from_shape_fn` has more elements than any array");
    FromShapeFn { places, f }
}

/// An array of nothing in row-major order, whatever order of memory the shape asks for; none where an array cannot have
/// so many elements.
pub(crate) fn places<S: ShapeBuilder>(shape: S) -> Option<ArrayView<'static, (), S::Dim>> {
    ArrayView::from_shape(shape.into_shape_with_order().raw_dim().clone(), NOTHING).ok()
}

#[diagnostic::do_not_recommend]
impl<D, F, T> Operand for FromShapeFn<D, F>
where
    D: Dimension,
    F: Fn(D::Pattern) -> T + Sync,
    T: Copy + Send + Sync,
{
    type Elem = T;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, T, Full<D>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<D>> {
        let axes = OperandAxes::array(self.places.shape(), self.places.strides());
        Leaf::computed(self, axes)
    }
}

impl<D, F, T> Computed for FromShapeFn<D, F>
where
    D: Dimension,
    F: Fn(D::Pattern) -> T + Sync,
    T: Copy + Send + Sync,
{
    type Elem = T;
    #[inline(always)]
    fn element(&self, position: isize) -> T {
        (self.f)(self.index(position).into_pattern())
    }

    #[inline(always)]
    fn elements(&self, positions: Positions, out: &mut Unfilled<T>) {
        let Positions { first, step, len } = positions;
        if step == 0 || len == 1 {
            let element = self.element(first);
            return out.push(len, |_| element);
        }
        let (index, last) = (self.index(first), self.places.ndim() - 1);
        // Of an axis that the compiler knows it makes vectors.
        match self.axis_of(step) {
            Some(axis) if axis == last => self.along(last, index, out),
            Some(0) => self.along(0, index, out),
            Some(axis) => self.along(axis, index, out),
            None => out.push(len, |lane| self.element(first + step * lane as isize)),
        }
    }

    const CALLS: bool = true;
}

/// Axes of fewer elements are gone along one by one.
const SHORT: usize = 16;

/// And so are axes of more elements than this. Shorter ones have indices of at most 31 bits, of which LLVM makes floats
/// by vectors on all machines (DECISIONS.md, "How do computed operands count?").
const LONG: usize = 1 << 31;

impl<D: Dimension, F> FromShapeFn<D, F> {
    /// The index of an element, by its position.
    #[inline(always)]
    fn index(&self, position: isize) -> D {
        let (mut index, mut rest) = (D::zeros(self.places.ndim()), position);
        if let Some((_, outer)) = self.places.strides().split_last() {
            for (axis, stride) in outer.iter().enumerate() {
                index[axis] = (rest / stride) as usize;
                rest %= stride;
            }
            index[outer.len()] = rest as usize;
        }
        index
    }

    /// The axis along which neighbours are so many positions apart.
    #[inline(always)]
    fn axis_of(&self, step: isize) -> Option<usize> {
        let (sizes, strides) = (self.places.shape(), self.places.strides());
        let is_along = |axis: &usize| (2..=LONG).contains(&sizes[*axis]) && strides[*axis] == step;
        (0..sizes.len()).rev().find(is_along)
    }

    /// Pushes elements along an axis, and where that ends, those of the next index along the axes before it.
    #[inline(always)]
    fn along<T: Copy>(&self, axis: usize, mut index: D, out: &mut Unfilled<T>)
    where
        F: Fn(D::Pattern) -> T,
    {
        let size = self.places.shape()[axis];
        if size < SHORT {
            return out.push(usize::MAX, |_| {
                let element = (self.f)(index.clone().into_pattern());
                self.step(axis, &mut index);
                element
            });
        }
        while !out.is_empty() {
            let first = index[axis];
            out.push(size - first, |lane| {
                let mut index = index.clone();
                index[axis] = (first + lane) & (LONG - 1);
                (self.f)(index.into_pattern())
            });
            index[axis] = size - 1;
            self.step(axis, &mut index);
        }
    }

    /// Goes on by one along an axis, from its end to the next index along the axes before it.
    #[inline(always)]
    fn step(&self, axis: usize, index: &mut D) {
        for axis in (0..=axis).rev() {
            index[axis] += 1;
            if index[axis] < self.places.shape()[axis] {
                return;
            }
            index[axis] = 0;
        }
    }
}
