//! The last axis of an array as the components of vectors: `[T; N]` as elements.

use ndarray::{ArrayBase, ArrayView, ArrayViewMut, Axis, Data, DataMut, Dimension, RemoveAxis, ShapeBuilder};

/// An array whose last axis can be taken for the components of vectors.
#[diagnostic::on_unimplemented(
    message = "bcast: no vectors are read from `{Self}`",
    label = "not an array with an axis for their components",
    note = "vectors are read from arrays of `ndarray`, and from a `GpuArray`, of one axis or more"
)]
pub trait Components {
    /// A view with vectors of `N` components as elements.
    type Vectors<'a, const N: usize>
    where
        Self: 'a;
    #[doc(hidden)]
    fn vectors<const N: usize>(&self) -> Self::Vectors<'_, N>;
}

/// The same of an array that is written.
#[diagnostic::on_unimplemented(
    message = "bcast: no vectors are written into `{Self}`",
    label = "not an array with an axis for their components, or not one that can be written",
    note = "vectors are written into arrays of `ndarray`, and into a `GpuArray`, of one axis or more"
)]
pub trait ComponentsMut {
    /// A view with vectors of `N` components as elements.
    type Vectors<'a, const N: usize>
    where
        Self: 'a;
    #[doc(hidden)]
    fn vectors_mut<const N: usize>(&mut self) -> Self::Vectors<'_, N>;
}

/// An array as one of vectors `[T; N]`: its last axis is the components, so it has an axis less.
///
/// ```
/// use bcast_runtime::{ndarray::array, vectors};
/// let points = array![[1., 2., 3.], [4., 5., 6.]];
/// assert_eq!(vectors::<3, _>(&points).to_vec(), [[1., 2., 3.], [4., 5., 6.]]);
/// ```
///
/// # Panics
/// If the last axis has another size, or if vectors do not lie as such in memory: components one behind the other, and
/// whole vectors from each to the next.
#[track_caller]
pub fn vectors<const N: usize, A: Components + ?Sized>(array: &A) -> A::Vectors<'_, N> {
    array.vectors::<N>()
}

/// The same to write them.
///
/// ```
/// use bcast_runtime::{ndarray::array, vectors_mut};
/// let mut points = array![[1., 2.], [3., 4.]];
/// vectors_mut::<2, _>(&mut points)[1] = [5., 6.];
/// assert_eq!(points, array![[1., 2.], [5., 6.]]);
/// ```
///
/// # Panics
/// As [`vectors`].
#[track_caller]
pub fn vectors_mut<const N: usize, A: ComponentsMut + ?Sized>(array: &mut A) -> A::Vectors<'_, N> {
    array.vectors_mut::<N>()
}

/// Sizes and strides of vectors of so many components, in vectors, and the axes that go backwards.
#[track_caller]
pub(crate) fn layout(sizes: &[usize], strides: &[isize], components: usize) -> (Vec<usize>, Vec<isize>) {
    let ((&last, sizes), (&step, strides)) =
        sizes.split_last().zip(strides.split_last()).expect("bcast: an axis for the components of vectors");
    assert!(last == components, "bcast: vectors of {components} components in an array whose last axis has {last}");
    let is_whole = |(&stride, &size): (&isize, &usize)| size <= 1 || stride % components.max(1) as isize == 0;
    let is_one = sizes.contains(&0) || components == 0;
    assert!(
        is_one || ((step == 1 || components == 1) && strides.iter().zip(sizes).all(is_whole)),
        "bcast: the components of vectors do not lie one behind the other, whole vectors apart: copy the array first"
    );
    (sizes.to_vec(), strides.iter().map(|stride| stride / components.max(1) as isize).collect())
}

/// A view of vectors: `from_ptr` makes one with strides that are not negative.
macro_rules! view {
    ($array:ident, $ptr:ident as $pointer:ty, $view:ident, $n:ident, $d:ty) => {{
        let (sizes, strides) = layout($array.shape(), $array.strides(), $n);
        let backwards: Vec<usize> = (0..sizes.len()).filter(|&axis| strides[axis] < 0 && sizes[axis] > 1).collect();
        let (mut shape, mut steps) = (<$d>::zeros(sizes.len()), <$d>::zeros(sizes.len()));
        shape.slice_mut().copy_from_slice(&sizes);
        for (step, (stride, &size)) in steps.slice_mut().iter_mut().zip(strides.iter().zip(&sizes)) {
            *step = if size > 1 { stride.unsigned_abs() } else { 0 };
        }
        // What goes backwards begins at its last vector here, and is turned round below.
        let back: isize = backwards.iter().map(|&axis| strides[axis] * (sizes[axis] as isize - 1)).sum();
        let first = $array.$ptr().cast::<[_; $n]>().wrapping_offset(back) as $pointer;
        // SAFETY: a vector lies as its components do, which are those of the array, borrowed as long; strides count
        // vectors, and the first one here is that with the lowest address along each axis.
        let mut view = unsafe { $view::from_shape_ptr(shape.strides(steps), first) };
        backwards.into_iter().for_each(|axis| view.invert_axis(Axis(axis)));
        view
    }};
}

#[diagnostic::do_not_recommend]
impl<S: Data, D: RemoveAxis> Components for ArrayBase<S, D> {
    type Vectors<'a, const N: usize>
        = ArrayView<'a, [S::Elem; N], D::Smaller>
    where
        Self: 'a;
    #[track_caller]
    fn vectors<const N: usize>(&self) -> Self::Vectors<'_, N> {
        view!(self, as_ptr as *const [S::Elem; N], ArrayView, N, D::Smaller)
    }
}

#[diagnostic::do_not_recommend]
impl<S: DataMut, D: RemoveAxis> ComponentsMut for ArrayBase<S, D> {
    type Vectors<'a, const N: usize>
        = ArrayViewMut<'a, [S::Elem; N], D::Smaller>
    where
        Self: 'a;
    #[track_caller]
    fn vectors_mut<const N: usize>(&mut self) -> Self::Vectors<'_, N> {
        view!(self, as_mut_ptr as *mut [S::Elem; N], ArrayViewMut, N, D::Smaller)
    }
}
