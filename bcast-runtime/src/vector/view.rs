//! The last axis of an array as the components of vectors.

use super::Vector;
use crate::operand::{Leaf, Operand};
use crate::rank::Full;
use crate::slice::in_vectors;
use crate::target::{Goal, Target};
use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Axis, CowArray, Data, DataMut, Dimension, RemoveAxis,
    ShapeBuilder,
};
use std::ops::{Deref, DerefMut};

/// An array whose last axis can be taken for the components of vectors `V`.
#[diagnostic::on_unimplemented(
    message = "bcast: no vectors of type `{V}` are read from `{Self}`",
    label = "not an array with an axis for their components",
    note = "vectors are read from arrays of `ndarray`, and from a `GpuArray`, of one axis or more, whose elements \
            are the components",
    note = "on a GPU components are no `bool` and no integers of 8 or 16 bits: convert them first, as in `f32.(x)`"
)]
pub trait Components<V> {
    /// An array with vectors as elements.
    type Vectors<'a>
    where
        Self: 'a;
    #[doc(hidden)]
    fn vectors(&self) -> Self::Vectors<'_>;
}

/// The same of an array that is written.
#[diagnostic::on_unimplemented(
    message = "bcast: no vectors of type `{V}` are written into `{Self}`",
    label = "not an array with an axis for their components, or not one that can be written",
    note = "vectors are written into arrays of `ndarray`, and into a `GpuArray`, of one axis or more, whose elements \
            are the components",
    note = "on a GPU components are no `bool` and no integers of 8 or 16 bits: convert them first, as in `f32.(x)`"
)]
pub trait ComponentsMut<V> {
    /// An array with vectors as elements.
    type Vectors<'a>
    where
        Self: 'a;
    #[doc(hidden)]
    fn vectors_mut(&mut self) -> Self::Vectors<'_>;
}

/// An array as one of vectors `V`: its last axis is their components, so it has an axis less.
///
/// ```
/// use bcast_runtime::{ndarray::array, vectors};
/// let points = array![[1., 2., 3.], [4., 5., 6.]];
/// assert_eq!(vectors::<[f64; 3], _>(&points), array![[1., 2., 3.], [4., 5., 6.]].map_axis(
///     bcast_runtime::ndarray::Axis(1), |row| [row[0], row[1], row[2]]));
/// ```
///
/// Where vectors lie as such in memory, components one behind the other and whole vectors from each to the next, the
/// result borrows them; else it has a copy.
///
/// # Panics
/// If the last axis has another size; on a GPU also if the device has no memory for the copy.
#[track_caller]
pub fn vectors<V, A: Components<V> + ?Sized>(array: &A) -> A::Vectors<'_> {
    array.vectors()
}

/// The same to write them.
///
/// ```
/// use bcast_runtime::{ndarray::array, vectors_mut};
/// let mut points = array![[1., 2.], [3., 4.]];
/// vectors_mut::<[f64; 2], _>(&mut points)[1] = [5., 6.];
/// assert_eq!(points, array![[1., 2.], [5., 6.]]);
/// ```
///
/// Where vectors do not lie as such in memory, they are a copy, which is written back when it is dropped.
///
/// # Panics
/// As [`vectors`].
#[track_caller]
pub fn vectors_mut<V, A: ComponentsMut<V> + ?Sized>(array: &mut A) -> A::Vectors<'_> {
    array.vectors_mut()
}

/// A view of vectors, if they lie as such: `from_ptr` makes one with strides that are not negative.
macro_rules! view {
    ($array:ident, $ptr:ident as $pointer:ty, $view:ident, $vector:ty, $d:ty) => {{
        let is_array = size_of::<$vector>() == <$vector>::LEN * size_of::<<$vector as Vector>::Component>();
        let is_aligned = |first: $pointer| first.addr().is_multiple_of(align_of::<$vector>());
        in_vectors($array.shape(), $array.strides(), <$vector>::LEN).filter(|_| is_array).and_then(|(sizes, strides)| {
            let backwards: Vec<usize> = (0..sizes.len()).filter(|&axis| strides[axis] < 0 && sizes[axis] > 1).collect();
            let (mut shape, mut steps) = (<$d>::zeros(sizes.len()), <$d>::zeros(sizes.len()));
            shape.slice_mut().copy_from_slice(&sizes);
            if sizes.contains(&0) {
                return $view::from_shape(shape, Default::default()).ok();
            }
            for (step, (stride, &size)) in steps.slice_mut().iter_mut().zip(strides.iter().zip(&sizes)) {
                *step = if size > 1 { stride.unsigned_abs() } else { 0 };
            }
            // What goes backwards begins at its last vector here, and is turned round below.
            let back: isize = backwards.iter().map(|&axis| strides[axis] * (sizes[axis] as isize - 1)).sum();
            let first = $array.$ptr().cast::<$vector>().wrapping_offset(back) as $pointer;
            if !is_aligned(first) {
                return None;
            }
            // SAFETY: by (1) of `Vector` a vector lies as its components do, which are those of the array, borrowed as
            // long; it is aligned, as are all others, whole vectors away; the first one here is that with the lowest
            // address along each axis.
            let mut view = unsafe { $view::from_shape_ptr(shape.strides(steps), first) };
            backwards.into_iter().for_each(|axis| view.invert_axis(Axis(axis)));
            Some(view)
        })
    }};
}

/// The vectors of an array, copied.
fn copied<V: Vector, D: RemoveAxis>(array: &ArrayRef<V::Component, D>) -> Array<V, D::Smaller> {
    array.map_axis(Axis(array.ndim() - 1), |components| V::from_fn(|at| components[at]))
}

#[diagnostic::do_not_recommend]
impl<S: Data, D: RemoveAxis, V: Vector<Component = S::Elem>> Components<V> for ArrayBase<S, D> {
    type Vectors<'a>
        = CowArray<'a, V, D::Smaller>
    where
        Self: 'a;
    #[track_caller]
    fn vectors(&self) -> Self::Vectors<'_> {
        let view: Option<ArrayView<V, D::Smaller>> = view!(self, as_ptr as *const V, ArrayView, V, D::Smaller);
        view.map_or_else(|| copied(self).into(), CowArray::from)
    }
}

#[diagnostic::do_not_recommend]
impl<S: DataMut, D: RemoveAxis, V: Vector<Component = S::Elem>> ComponentsMut<V> for ArrayBase<S, D> {
    type Vectors<'a>
        = VectorsMut<'a, V, D>
    where
        Self: 'a;
    #[track_caller]
    fn vectors_mut(&mut self) -> VectorsMut<'_, V, D> {
        let view: Option<ArrayViewMut<V, D::Smaller>> = view!(self, as_mut_ptr as *mut V, ArrayViewMut, V, D::Smaller);
        VectorsMut(match view {
            Some(view) => Kept::There(view),
            None => Kept::Copied(copied(self), self.view_mut()),
        })
    }
}

/// Vectors that are written into an array: what [`vectors_mut`] gives.
pub struct VectorsMut<'a, V: Vector, D: RemoveAxis>(Kept<'a, V, D>);

enum Kept<'a, V: Vector, D: RemoveAxis> {
    There(ArrayViewMut<'a, V, D::Smaller>),
    Copied(Array<V, D::Smaller>, ArrayViewMut<'a, V::Component, D>),
}

impl<V: Vector, D: RemoveAxis> Deref for VectorsMut<'_, V, D> {
    type Target = ArrayRef<V, D::Smaller>;
    fn deref(&self) -> &Self::Target {
        match &self.0 {
            Kept::There(view) => view,
            Kept::Copied(copy, _) => copy,
        }
    }
}
impl<V: Vector, D: RemoveAxis> DerefMut for VectorsMut<'_, V, D> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match &mut self.0 {
            Kept::There(view) => view,
            Kept::Copied(copy, _) => copy,
        }
    }
}
impl<V: Vector, D: RemoveAxis> Drop for VectorsMut<'_, V, D> {
    fn drop(&mut self) {
        if let Kept::Copied(copy, to) = &mut self.0 {
            let last = Axis(to.ndim() - 1);
            for (vector, mut components) in copy.iter().zip(to.lanes_mut(last)) {
                components.iter_mut().enumerate().for_each(|(at, to)| *to = vector.component(at));
            }
        }
    }
}

#[diagnostic::do_not_recommend]
impl<V: Vector, D: RemoveAxis> Operand for VectorsMut<'_, V, D> {
    type Elem = V;
    type Rank = Full<D::Smaller>;
    type Leaf<'a>
        = Leaf<'a, V, Full<D::Smaller>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Self::Leaf<'_> {
        (**self).leaf()
    }
}
#[diagnostic::do_not_recommend]
impl<V: Vector, D: RemoveAxis> Target for VectorsMut<'_, V, D> {
    type Elem = V;
    type Rank = Full<D::Smaller>;
    #[inline]
    fn target(&mut self) -> Goal<'_, V, Full<D::Smaller>> {
        (**self).target()
    }
}
