//! Sizes and strides as `ndarray` has them.

use ndarray::Dimension;
use std::hint::assert_unchecked;

/// # Safety
/// None of the values is negative as an `isize`: so `ndarray` need not look for the lowest address of an array.
#[inline]
pub(super) unsafe fn dimension<D: Dimension>(values: &[usize]) -> D {
    let mut dim = D::zeros(values.len());
    for (axis, &value) in values.iter().enumerate() {
        // SAFETY: no value is negative as an `isize`.
        unsafe { assert_unchecked(value <= isize::MAX as usize) };
        dim[axis] = value;
    }
    dim
}

/// The strides of an array of these sizes as `ndarray` has them: without elements they are 0.
///
/// # Safety
/// The sizes other than 0 do not multiply beyond `isize::MAX`.
#[inline]
pub(super) unsafe fn row_major<D: Dimension>(sizes: &D) -> D {
    let mut strides = D::zeros(sizes.ndim());
    let mut step = usize::from(sizes.slice().iter().all(|&size| size != 0));
    for axis in (0..sizes.ndim()).rev() {
        // SAFETY: a product of sizes, which do not multiply beyond it; or 0.
        unsafe { assert_unchecked(step <= isize::MAX as usize) };
        strides[axis] = step;
        step *= sizes[axis];
    }
    strides
}
