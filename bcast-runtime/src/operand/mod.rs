//! What can be read: operands, and the erased form in which the engine sees them.

mod axes;
mod dense;
mod few;
mod from_shape_fn;
mod fused;
mod inputs;
mod lanes;
mod lies;
mod linear;
mod one;
mod range;
mod range_steps;
mod raw;
pub(crate) mod reads;
mod table;
mod views;
mod yielded;

use crate::element::Element;
use crate::place::{Here, OutOfCore};
use crate::rank::{Full, Scalar};
use ndarray::{ArrayRef, Dimension, IntoDimension};
use reads::Reads;
use std::marker::PhantomData;

pub(crate) use crate::rank::Form;
pub(crate) use axes::{Along, HasAxes, OperandAxes, Readable, are_same, reach_of};
pub use dense::{Elem, Sizes};
pub(crate) use few::FewAxes;
pub(crate) use from_shape_fn::places;
pub use from_shape_fn::{FromShapeFn, from_shape_fn};
pub(crate) use fused::{AS_MADE, Computes, Fused};
pub(crate) use inputs::Inputs;
pub use inputs::are_single;
pub(crate) use lanes::{Computed, Lanes, Positions, Unfilled};
pub(crate) use lies::{Lies, Mappable};
pub use linear::{Ends, Linear, LinearFloat, Linspace, Steps, linspace, steps};
pub use one::One;
pub(crate) use range::Count;
pub(crate) use raw::{At, Place, RawOperand, Source, Yielded, widest};
pub(crate) use table::{Found, Table};
pub use views::{align, bare, beside, exact_left, first, given, kept, left, mapped, named, placed, rank};
pub use yielded::position;
pub(crate) use yielded::{POSITIONS, result};

/// Something that can stand in a dotted expression: an array or a view of any ownership, a slice, a `Vec`, an integer
/// range, also backwards (`(0..n).rev()`) or in steps (`(0..n).step_by(2)`), what [`from_shape_fn`], [`linspace`] and
/// [`steps`] compute, a number, a value wrapped in [`One`], a value of a type with `#[derive(bcast::Element)]`, or a
/// reference to any of these.
///
/// `bcast!` borrows its operands through this trait, once each, before any loop.
///
/// A type of your own is an operand when it lends one that it has:
///
/// ```
/// use bcast_runtime::{Leaf, Operand, ndarray::{Array2, Ix2}, rank::Full};
///
/// struct Image(Array2<f32>);
/// impl Operand for Image {
///     type Elem = f32;
///     type Rank = Full<Ix2>;
///     type Leaf<'a> = Leaf<'a, f32, Full<Ix2>>;
///     fn leaf(&self) -> Leaf<'_, f32, Full<Ix2>> {
///         self.0.leaf()
///     }
/// }
/// ```
#[cfg_attr(
    feature = "gpu",
    diagnostic::on_unimplemented(note = "a `GpuArray` is one on its device: write `bcast!(#[gpu(&gpu)] ..)`")
)]
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be an operand",
    label = "neither an array nor a number",
    note = "an operand is an `ndarray` array or view with `Copy` elements, a slice, a `Vec`, an integer range in parentheses, or a number",
    note = "wrap anything else that is one value: `One(value)`, also of a generic type, or write \
            `#[derive(bcast::Element)]` on its type"
)]
pub trait Operand {
    /// The type of one element, `Copy + Send + Sync`.
    type Elem;
    /// How many axes it has, as a type: [`Scalar`] or [`Full<D>`](Full).
    type Rank;
    /// What passes read of it: `Leaf<'a, Self::Elem, Self::Rank>`, but for expressions that `lazy!` has made.
    type Leaf<'a>: Mappable<'a> + Reads<Elems = Self::Elem> + Inputs<Elems = Self::Elem> + Lies<Rank = Self::Rank>
    where
        Self: 'a;
    /// Borrows the elements.
    fn leaf(&self) -> Self::Leaf<'_>;
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
        // SAFETY: a `Scalar` leaf has no axes, and `value` is a valid `E`, which is `Copy + Sync`.
        unsafe { Leaf::new(RawOperand::value(value)) }
    }
}

impl<'a, E: Copy + Sync, D: Dimension> Leaf<'a, E, Full<D>> {
    /// Elements in memory that a container of yours keeps by itself: of an element and the next along an axis, the
    /// address differs by the stride, counted in elements. There may be up to three axes.
    ///
    /// A container that has an array of `ndarray`, a slice or a `Vec` lends the leaf of that, without `unsafe`.
    ///
    /// # Safety
    /// 1. If no size is 0, each index within the sizes leads from `ptr` to an initialised, aligned `E`, all of them in
    ///    one allocation, as `offset` of pointers asks for.
    /// 2. For `'a` they stay valid, and nobody writes them.
    ///
    /// ```
    /// use bcast_runtime::{Leaf, Operand, ndarray::Ix2, rank::Full};
    ///
    /// /// Rows of two numbers, each padded to four.
    /// struct Padded(Vec<f32>);
    /// impl Operand for Padded {
    ///     type Elem = f32;
    ///     type Rank = Full<Ix2>;
    ///     type Leaf<'a> = Leaf<'a, f32, Full<Ix2>>;
    ///     fn leaf(&self) -> Leaf<'_, f32, Full<Ix2>> {
    ///         // SAFETY: 1: all rows are whole, and in the list; 2: it is borrowed as long as `self`.
    ///         unsafe { Leaf::from_raw(self.0.as_ptr(), [self.0.len() / 4, 2], [4, 1]) }
    ///     }
    /// }
    /// ```
    #[inline]
    pub unsafe fn from_raw<const AXES: usize>(ptr: *const E, sizes: [usize; AXES], strides: [isize; AXES]) -> Self
    where
        [usize; AXES]: IntoDimension<Dim = D>,
    {
        // SAFETY: whoever calls promises so; there are as many axes as `D` has, which follows from the list.
        unsafe { Leaf::new(RawOperand::memory(ptr, OperandAxes::few(FewAxes::of(sizes, strides)))) }
    }
}

impl<'a, E: Copy + Sync, D: Dimension> Leaf<'a, E, Full<D>> {
    /// An array of these sizes of which only this block is here, which a [place](crate::place) reads.
    ///
    /// # Panics
    /// The block has other sizes than what is cut out, or the axis one index only.
    #[inline]
    pub fn from_block(block: &'a ArrayRef<E, D>, sizes: &'a [usize], cut: &'a Here) -> Self {
        cut.check(block.shape(), sizes);
        let axes = OperandAxes::array(sizes, block.strides());
        // SAFETY: raw operand 4: the block is borrowed, and has the sizes of the part, as has been checked.
        unsafe { Leaf::new(RawOperand::part(block.as_ptr(), axes, cut)) }
    }

    /// Some of the indices along an axis of an array that is cut along it: as many axes as `D` has, and no elements.
    pub(crate) fn across(sizes: &'a [usize], strides: &'a [isize], axis: usize) -> Self {
        // SAFETY: nobody reads it; slices leave as many axes as their type says.
        unsafe { Leaf::new(RawOperand::across::<E>(OperandAxes::array(sizes, strides), axis)) }
    }

    /// An array that is in no memory, which its [place](crate::place::Sweeps) reads.
    ///
    /// # Safety
    /// The place reads elements of type `E` of it, and so many along each axis.
    ///
    /// # Panics
    /// There are other numbers of sizes and strides than of axes.
    pub unsafe fn out_of_core(array: &'a dyn OutOfCore, sizes: &'a [usize], strides: &'a [isize]) -> Self {
        assert!(D::NDIM.is_none_or(|rank| rank == sizes.len()), "as many axes as the rank has");
        // SAFETY: whoever calls promises so.
        unsafe { Leaf::new(RawOperand::out_of_core(array, size_of::<E>(), OperandAxes::array(sizes, strides))) }
    }

    /// What is computed, along as many axes as `D` has.
    #[inline]
    pub(crate) fn computed<C: Computed<Elem = E>>(of: &'a C, axes: OperandAxes<'a>) -> Self {
        assert!(D::NDIM.is_none_or(|rank| rank == axes.sizes().len()), "as many axes as the rank has");
        // SAFETY: it computes an element for any position, of the leaf's type, which is `Copy + Sync`; there are as
        // many axes as `D` has.
        unsafe { Leaf::new(RawOperand::computed(of, size_of::<E>(), axes)) }
    }
}

impl<'a, E, R> Leaf<'a, E, R> {
    /// # Safety
    /// Every element that `raw` describes is a valid `E` for the lifetime `'a`, wherever it comes from; `E` is
    /// `Copy + Sync`; a static rank `R` is the number of axes of `raw`.
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
        Leaf { raw: self.raw.with_text(text), types: PhantomData }
    }
}
