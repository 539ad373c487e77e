//! What can be read: operands, and the erased form in which the engine sees them.

mod dense;
mod one;
mod range;
mod yielded;

use crate::element::Element;
use crate::engine::streams::Varies;
use crate::rank::{Full, Scalar};
use ndarray::Dimension;
use std::hint::assert_unchecked;
use std::marker::PhantomData;

pub use dense::Sizes;
pub use one::One;
pub(crate) use yielded::Yielded;
pub use yielded::position;
pub(crate) use yielded::{Form, result};

/// Something that can stand in a dotted expression: an array or a view of any ownership, a slice, a `Vec`, an integer
/// range, a number, a value wrapped in [`One`], a value of a type with `#[derive(bcast::Element)]`, or a reference
/// to any of these.
///
/// `bcast!` borrows its operands through this trait, once each, before any loop.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be an operand",
    label = "neither an array nor a number",
    note = "an operand is an `ndarray` array or view with `Copy` elements, a slice, a `Vec`, an integer range in parentheses, or a number",
    note = "wrap anything else that is one value: `One(value)`, or write `#[derive(bcast::Element)]` on its type"
)]
pub trait Operand {
    /// The type of one element, `Copy + Send + Sync`.
    type Elem;
    /// How many axes it has, as a type: [`Scalar`] or [`Full<D>`](Full).
    type Rank;
    /// Borrows the elements.
    fn leaf(&self) -> Leaf<'_, Self::Elem, Self::Rank>;
}

/// An operand of the rank of `D`: the bound for functions that take whatever can be read as such.
///
/// ```
/// use bcast_runtime::{Broadcast, ndarray::{Ix2, array}};
/// fn is_matrix(_: &impl Broadcast<Ix2>) {}
/// is_matrix(&array![[1., 2.], [3., 4.]].view());
/// ```
pub trait Broadcast<D: Dimension>: Operand<Rank = Full<D>> {}
impl<D: Dimension, X: Operand<Rank = Full<D>> + ?Sized> Broadcast<D> for X {}

/// A borrowed operand: where its elements are, and their type `E` and rank `R`. With an axis map, `REACH` is one more
/// than the last output axis it names. What a reduction kept has `REDUCED`, one more than the last axis that was
/// reduced.
pub struct Leaf<'a, E, R, const REACH: usize = 0, const REDUCED: usize = 0> {
    raw: RawOperand<'a>,
    types: PhantomData<fn() -> (E, R)>,
}

impl<E, R, const REACH: usize, const REDUCED: usize> Clone for Leaf<'_, E, R, REACH, REDUCED> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, R, const REACH: usize, const REDUCED: usize> Copy for Leaf<'_, E, R, REACH, REDUCED> {}

impl<'a, E: Element> Leaf<'a, E, Scalar> {
    /// One value for every element.
    #[inline]
    pub fn value(value: &'a E) -> Self {
        Leaf::single(value)
    }
}

impl<'a, E: Copy + Sync> Leaf<'a, E, Scalar> {
    #[inline]
    fn single(value: &'a E) -> Self {
        // SAFETY: a `Scalar` leaf has no axes, and `value` is a valid `E`.
        unsafe { Leaf::new(RawOperand::memory::<E>(value, Geometry::Single)) }
    }
}

impl<'a, E, R> Leaf<'a, E, R> {
    /// # Safety
    /// Every element that `raw` describes is a valid `E` (in memory, or produced by its `fill`) for the lifetime
    /// `'a`; `E` is `Copy + Sync`; a static rank `R` is the number of axes of `raw`.
    #[inline]
    pub(crate) unsafe fn new(raw: RawOperand<'a>) -> Self {
        Leaf { raw, types: PhantomData }
    }
}

impl<'a, E, R, const REACH: usize, const REDUCED: usize> Leaf<'a, E, R, REACH, REDUCED> {
    #[inline]
    pub(crate) fn raw(&self) -> RawOperand<'a> {
        self.raw
    }

    /// Something yielded, with the place of its text among those of the call's operands.
    #[inline]
    pub(crate) fn with_text(self, text: u16) -> Self {
        let Geometry::Yielded(yielded) = self.raw.geometry else {
            return self;
        };
        let geometry = Geometry::Yielded(Yielded { text: Some(text), ..yielded });
        Leaf { raw: RawOperand { geometry, ..self.raw }, types: PhantomData }
    }
}

/// `v @ (axes)`: the output axis of each axis of the operand.
#[inline]
pub fn mapped<'a, const REACH: usize, E, R>(leaf: Leaf<'a, E, R>, axes: &'static [u8]) -> Leaf<'a, E, R, REACH> {
    lying(leaf, axes, Along::Axes(axes))
}

/// The same for an operand inside `(..) @ (axes)`: a single value stays one.
#[inline]
pub fn placed<'a, const REACH: usize, E, R>(leaf: Leaf<'a, E, R>, axes: &'static [u8]) -> Leaf<'a, E, R, REACH> {
    let along = match leaf.raw.along {
        Along::Kept(reduced, _) => Along::KeptWithin(reduced, axes),
        _ => Along::AxesUnlessSingle(axes),
    };
    lying(leaf, axes, along)
}

#[inline]
fn lying<'a, const REACH: usize, E, R>(
    leaf: Leaf<'a, E, R>,
    axes: &'static [u8],
    along: Along,
) -> Leaf<'a, E, R, REACH> {
    // Kernels rely on it: see `RawOperand::constant_along_rows`.
    assert_eq!(axes.last().map_or(0, |&last| last as usize + 1), REACH);
    Leaf { raw: RawOperand { along, ..leaf.raw }, types: PhantomData }
}

/// What a reduction over these axes kept. If the last of them is the last axis of what was reduced, kernels for rows
/// read it once a row.
#[inline]
pub fn kept<'a, const REDUCED: usize, E, R: Varies>(
    leaf: Leaf<'a, E, R>,
    axes: &'static [u8],
) -> Leaf<'a, E, R, 0, REDUCED> {
    // Kernels rely on it: see `RawOperand::constant_along_rows`.
    assert_eq!(axes.last().map_or(0, |&last| last as usize + 1), REDUCED);
    let along = match leaf.raw.along {
        Along::Kept(axes, _) => Along::Kept(axes, R::SOURCE),
        other => other,
    };
    Leaf { raw: RawOperand { along, ..leaf.raw }, types: PhantomData }
}

/// What a stage kept of a part that is made of reductions over these axes.
#[inline]
pub fn left<'a, E, R>(leaf: Leaf<'a, E, R>, axes: &'static [u8]) -> Leaf<'a, E, R> {
    Leaf { raw: RawOperand { along: Along::Kept(axes, 0), ..leaf.raw }, types: PhantomData }
}

/// What a stage kept of a mapped part: its axes are the first ones.
#[inline]
pub fn first<E, R>(leaf: Leaf<'_, E, R>) -> Leaf<'_, E, R> {
    Leaf { raw: RawOperand { along: Along::First, ..leaf.raw }, types: PhantomData }
}

/// `#[numpy]`: the last axis of the operand is the last of the output.
#[inline]
pub fn align<E, R>(leaf: Leaf<'_, E, R>) -> Leaf<'_, E, R> {
    Leaf { raw: RawOperand { along: Along::Right, ..leaf.raw }, types: PhantomData }
}

/// Along which output axes the axes of an operand lie.
#[derive(Clone, Copy)]
pub(crate) enum Along {
    /// The same ones: the operand has the output's rank, or none.
    Same,
    /// These, as `@ (..)` says.
    Axes(&'static [u8]),
    /// These, unless the operand has no axes.
    AxesUnlessSingle(&'static [u8]),
    /// The last ones.
    Right,
    /// Those that a reduction over these axes kept, where the output has the rank of what was reduced; else the same
    /// ones. With that rank, if kernels for rows know of it, or 0.
    Kept(&'static [u8], u8),
    /// The same inside a part with this map: the rank of the part is the number of its entries.
    KeptWithin(&'static [u8], &'static [u8]),
    /// The first ones: what a stage kept, of which spelling does not tell whether it has all of them.
    First,
}

/// Fills `n` elements at `out` with those at the positions `at`, `at + step`, ..
pub(crate) type Fill = unsafe fn(source: *const u8, at: isize, step: isize, n: usize, out: *mut u8);

/// An operand without its types. Strides count elements, as in `ndarray`.
///
/// Invariants, guaranteed by whoever builds one and relied upon by the engine:
/// 1. For `'a`, `ptr` offset by any in-bounds index times the strides points at an initialised element of `size`
///    bytes, or, with `fill`, `fill(ptr, position, ..)` produces it.
/// 2. A target's elements are writable, and no other operand of the call shares them.
/// 3. There are as many strides as sizes.
#[derive(Clone, Copy)]
pub struct RawOperand<'a> {
    pub(crate) ptr: *const u8,
    pub(crate) size: usize,
    pub(crate) fill: Option<Fill>,
    pub(crate) along: Along,
    /// Its sizes are the output's; it is never stretched (a target, or `#[shape(..)]`).
    pub(crate) exact: bool,
    pub(crate) geometry: Geometry<'a>,
}

#[derive(Clone, Copy)]
pub(crate) enum Geometry<'a> {
    /// No axes.
    Single,
    /// What a stage of the same call yields: known when its shape is.
    Yielded(Yielded),
    /// One axis of this many adjacent elements.
    Line(usize),
    /// Sizes and strides.
    Array(&'a [usize], &'a [isize]),
    /// Sizes without data behind them.
    Sizes(&'a [usize]),
}

impl<'a> RawOperand<'a> {
    #[inline]
    pub(crate) fn memory<E>(ptr: *const E, geometry: Geometry<'a>) -> Self {
        RawOperand { ptr: ptr.cast(), size: size_of::<E>(), fill: None, along: Along::Same, exact: false, geometry }
    }

    /// Whether it is one plain value, which kernels read in place.
    #[inline]
    pub(crate) fn is_single(&self) -> bool {
        matches!(self.geometry, Geometry::Single)
    }

    /// Its own sizes, one per axis of its own.
    #[inline]
    pub(crate) fn sizes(&self) -> &[usize] {
        match &self.geometry {
            Geometry::Single => &[],
            Geometry::Line(len) => std::slice::from_ref(len),
            Geometry::Array(sizes, _) | Geometry::Sizes(sizes) => sizes,
            Geometry::Yielded(_) => &[],
        }
    }

    /// Its own sizes and strides, as the array says them, if it lies in memory.
    #[inline]
    pub(crate) fn axes(&self) -> Option<(&[usize], &[isize])> {
        let (sizes, strides): (&[usize], &[isize]) = match &self.geometry {
            Geometry::Array(sizes, strides) => (sizes, strides),
            Geometry::Line(len) => (std::slice::from_ref(len), &[1]),
            _ => return None,
        };
        // SAFETY: by 3.
        unsafe { assert_unchecked(sizes.len() == strides.len()) };
        Some((sizes, strides))
    }

    /// The stride along an axis of its own: 0 where the size is 1, whatever the array says there.
    #[inline]
    pub(crate) fn stride(&self, axis: usize) -> isize {
        match self.geometry {
            Geometry::Line(len) if len != 1 => 1,
            Geometry::Array(sizes, strides) if sizes[axis] != 1 => strides[axis],
            _ => 0,
        }
    }

    /// How many output axes it needs: its own number, or those up to the last one that its map names.
    #[inline]
    pub(crate) fn reach(&self) -> usize {
        match self.along {
            Along::Axes(axes) => axes.last().map_or(0, |&last| last as usize + 1),
            Along::AxesUnlessSingle(axes) | Along::KeptWithin(_, axes) if !self.sizes().is_empty() => {
                axes.last().map_or(0, |&last| last as usize + 1)
            }
            _ => self.sizes().len(),
        }
    }

    /// The output axis along which an axis of its own lies, when the output has `rank` axes.
    #[inline]
    pub(crate) fn output_axis(&self, axis: usize, rank: usize) -> usize {
        match self.along {
            Along::Same | Along::First => axis,
            Along::Axes(axes) | Along::AxesUnlessSingle(axes) => axes[axis] as usize,
            Along::KeptWithin(reduced, map) if self.sizes().len() + reduced.len() == map.len() => {
                map[kept_axis(reduced, axis)] as usize
            }
            Along::KeptWithin(_, map) => map[axis] as usize,
            Along::Right => axis + rank - self.sizes().len(),
            Along::Kept(reduced, _) if rank == self.sizes().len() + reduced.len() => kept_axis(reduced, axis),
            Along::Kept(..) => axis,
        }
    }

    /// Each axis of its own: the output axis along which it lies, its size, its stride (0 where the size is 1).
    #[inline]
    pub(crate) fn each_axis(&self, rank: usize, mut f: impl FnMut(usize, usize, isize)) {
        let (sizes, strides): (&[usize], &[isize]) = match &self.geometry {
            Geometry::Array(sizes, strides) => (sizes, strides),
            Geometry::Line(len) => (std::slice::from_ref(len), &[1]),
            Geometry::Sizes(sizes) => (sizes, &[]),
            Geometry::Single | Geometry::Yielded(_) => return,
        };
        for (own, &size) in sizes.iter().enumerate() {
            let axis = if let Along::Same = self.along { own } else { self.output_axis(own, rank) };
            f(axis, size, if size == 1 { 0 } else { strides.get(own).copied().unwrap_or(0) });
        }
    }

    /// Whether it has every axis of an output of `rank` axes.
    #[inline]
    pub(crate) fn is_full(&self, rank: usize) -> bool {
        self.sizes().len() == rank
    }

    /// The stride along an output axis: 0 where it is stretched.
    #[inline]
    pub(crate) fn output_stride(&self, axis: usize, rank: usize) -> isize {
        let own = self.sizes().len();
        match self.along {
            _ if own == 0 => 0,
            Along::Same => self.stride(axis),
            Along::First => {
                if axis < own {
                    self.stride(axis)
                } else {
                    0
                }
            }
            Along::KeptWithin(..) => {
                (0..own).find(|&own| self.output_axis(own, rank) == axis).map_or(0, |own| self.stride(own))
            }
            Along::Axes(axes) | Along::AxesUnlessSingle(axes) => {
                axes.iter().position(|&named| named as usize == axis).map_or(0, |own| self.stride(own))
            }
            Along::Right if axis + own < rank => 0,
            Along::Right => self.stride(axis + own - rank),
            Along::Kept(reduced, _) if rank == own + reduced.len() => {
                if reduced.contains(&(axis as u8)) {
                    return 0;
                }
                self.stride(axis - reduced.iter().filter(|&&other| (other as usize) < axis).count())
            }
            Along::Kept(..) => self.stride(axis),
        }
    }

    /// Whether its map ends before the last of `rank` output axes, or a reduction took that one: then it is constant
    /// along it, and a kernel for rows reads it once a row. `Leaf::varies` says the same of the types.
    #[inline]
    pub(crate) fn constant_along_rows(&self, rank: usize) -> bool {
        match self.along {
            Along::Axes(axes) | Along::AxesUnlessSingle(axes) | Along::KeptWithin(_, axes) => {
                axes.last().is_some_and(|&last| (last as usize) + 1 < rank)
            }
            Along::Kept(reduced, source) => {
                source as usize == rank && reduced.last().is_some_and(|&last| last as usize + 1 == rank)
            }
            Along::Same | Along::Right | Along::First => false,
        }
    }

    /// Whether it is memory of these sizes, along the axes of the output, adjacent in row-major order.
    #[inline]
    pub(crate) fn runs_on(&self, sizes: &[usize]) -> bool {
        if self.fill.is_some() || !matches!(self.along, Along::Same | Along::Right) {
            return false;
        }
        let rank = sizes.len();
        match self.geometry {
            Geometry::Array(own, strides) if own.len() == rank && strides.len() == rank => {
                let (mut axis, mut step) = (rank, 1);
                while axis > 0 {
                    axis -= 1;
                    if own[axis] != sizes[axis] || (own[axis] != 1 && strides[axis] != step) {
                        return false;
                    }
                    step *= own[axis] as isize;
                }
                true
            }
            Geometry::Line(len) => *sizes == [len],
            _ => false,
        }
    }
}

/// The output axis that comes at `own` among those which a reduction over `reduced` kept.
#[inline]
fn kept_axis(reduced: &[u8], own: usize) -> usize {
    reduced.iter().fold(own, |axis, &reduced| if reduced as usize <= axis { axis + 1 } else { axis })
}
