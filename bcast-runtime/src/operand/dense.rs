//! Operands that lie in memory: arrays and views, slices, `Vec`s, references to operands; and a shape without data.

use super::{Leaf, Operand, OperandAxes, RawOperand};
use crate::rank::Full;
use ndarray::{ArrayBase, ArrayRef, Data, Dimension, IntoDimension, Ix1};

/// What an array of the processor's has as elements: whatever is `Copy + Sync`, as elements are copied, on several
/// threads.
///
/// Numbers, `bool`, [plain scalars](crate::Element), `&str` and tuples of them are; a `String` is not:
///
/// ```
/// use bcast_runtime::Elem;
///
/// fn copies<A: Elem>(x: &[A]) -> Vec<A> {
///     x.to_vec()
/// }
/// assert_eq!(copies(&["a", "b"]), ["a", "b"]);
/// ```
// Implementations of `Operand` that ask for it are not hidden from messages, as they would hide this one.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is not `Copy + Sync`, as elements must be",
    label = "an array of `{Self}`",
    note = "elements are copied, on several threads: `&str` may be one, and whatever has `#[derive(Clone, Copy)]`"
)]
pub trait Elem: Copy + Sync {}
#[diagnostic::do_not_recommend]
impl<T: Copy + Sync> Elem for T {}

impl<A: Elem, D: Dimension> Operand for ArrayRef<A, D> {
    type Elem = A;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, A, Full<D>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, A, Full<D>> {
        // SAFETY: the array lends its initialised elements, at these strides, for the lifetime of `self`.
        unsafe { Leaf::new(RawOperand::memory(self.as_ptr(), OperandAxes::array(self.shape(), self.strides()))) }
    }
}

impl<S: Data<Elem: Elem>, D: Dimension> Operand for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, S::Elem, Full<D>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, S::Elem, Full<D>> {
        (**self).leaf()
    }
}

impl<A: Elem> Operand for [A] {
    type Elem = A;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, A, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, A, Full<Ix1>> {
        // SAFETY: the slice lends `len` adjacent initialised elements.
        unsafe { Leaf::new(RawOperand::memory(self.as_ptr(), OperandAxes::line(self.len()))) }
    }
}

impl<A: Elem, const N: usize> Operand for [A; N] {
    type Elem = A;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, A, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, A, Full<Ix1>> {
        self.as_slice().leaf()
    }
}

impl<A: Elem> Operand for Vec<A> {
    type Elem = A;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, A, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, A, Full<Ix1>> {
        self.as_slice().leaf()
    }
}

macro_rules! through {
    ($($pointer:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<X: Operand + ?Sized> Operand for $pointer {
            type Elem = X::Elem;
            type Rank = X::Rank;
            type Leaf<'a>
                = X::Leaf<'a>
            where
                Self: 'a;
            #[inline]
            fn leaf(&self) -> X::Leaf<'_> {
                (**self).leaf()
            }
        }
    )*};
}
through! { &X &mut X Box<X> std::rc::Rc<X> std::sync::Arc<X> }

/// What `#[shape(e)]` becomes: an operand without data, whose sizes are the output's.
pub struct OutputShape<D>(D);

/// What `#[shape(e)]` takes, as `ndarray` reads shapes: `4`, `(4, 3)`, `[4, 3]`, `x.raw_dim()`, `IxDyn(..)`. `LIST`
/// tells lists of sizes from dimensions, which may be generic types; the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is no shape",
    label = "not a list of sizes",
    note = "write the sizes, `#[shape([4, 3])]`, or take them from an array, `#[shape(x.raw_dim())]`"
)]
pub trait Sizes<const LIST: bool> {
    /// How many there are, as a type.
    type Dim: Dimension;
    /// The shape as an operand.
    fn output_shape(self) -> OutputShape<Self::Dim>;
}

#[diagnostic::do_not_recommend]
impl<D: Dimension> Sizes<false> for D {
    // `D`, but unknown where `D` is no dimension after all: then rustc says so once, and not of all that follows.
    type Dim = <D::Pattern as IntoDimension>::Dim;
    #[inline]
    fn output_shape(self) -> OutputShape<D> {
        OutputShape(self)
    }
}

macro_rules! lists {
    ($($list:ty,)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Sizes<true> for $list {
            type Dim = <Self as IntoDimension>::Dim;
            #[inline]
            fn output_shape(self) -> OutputShape<Self::Dim> {
                OutputShape(self.into_dimension())
            }
        }
    )*};
}
lists! {
    usize, (), (usize,), (usize, usize), (usize, usize, usize), (usize, usize, usize, usize),
    (usize, usize, usize, usize, usize), (usize, usize, usize, usize, usize, usize),
    [usize; 0], [usize; 1], [usize; 2], [usize; 3], [usize; 4], [usize; 5], [usize; 6], &[usize], Vec<usize>,
}

#[diagnostic::do_not_recommend]
impl<D: Dimension> Operand for OutputShape<D> {
    type Elem = ();
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, (), Full<D>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, (), Full<D>> {
        let sizes = self.0.as_array_view().to_slice().expect("a dimension is one run of sizes");
        // SAFETY: `()` has no bytes, so an element is at any place that is aligned; the rank is that of `D`.
        unsafe { Leaf::new(RawOperand::memory(std::ptr::dangling::<()>(), OperandAxes::sizes_only(sizes))) }
    }
}
