//! Elements in row-major order, and the way over them, matrix by matrix.

use ndarray::{Array, ArrayViewD, CowArray, IxDyn};
use smallvec::{SmallVec, smallvec};

/// Elements in row-major order, which repeat where they are stretched.
pub(super) struct Streamed<'a, T> {
    array: CowArray<'a, T, IxDyn>,
    /// Of what is gone through, at least one.
    pub(super) sizes: Sizes,
    /// For each axis of that.
    pub(super) steps: Sizes,
}

pub(super) type Sizes = SmallVec<[usize; 4]>;

impl<'a, T: Copy> Streamed<'a, T> {
    /// Along these axes of what has these sizes, or along all of them.
    pub(super) fn along(array: ArrayViewD<'a, T>, axes: &[usize], sizes: &[usize]) -> Self {
        // A copy where it lies in another order.
        let array = match array.is_standard_layout() {
            true => array.into(),
            false => CowArray::from(
                Array::from_shape_vec(array.raw_dim(), array.iter().copied().collect())
                    .expect("there are as many elements as an array has"),
            ),
        };
        let mut steps: Sizes = smallvec![0; sizes.len().max(1)];
        let mut step = 1;
        for (own, &size) in array.shape().iter().enumerate().rev() {
            let axis = axes.get(own).copied().unwrap_or(own);
            assert!(size == 1 || size == sizes[axis], "what is looked up lies where its gradient does");
            steps[axis] = if size == 1 { 0 } else { step };
            step *= size;
        }
        let sizes = if sizes.is_empty() { smallvec![1] } else { sizes.into() };
        Streamed { array, sizes, steps }
    }

    pub(super) fn elements(&self) -> &[T] {
        self.array.as_slice().expect("it lies in row-major order")
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sizes.contains(&0)
    }

    pub(super) fn columns(&self) -> usize {
        self.sizes.last().copied().unwrap_or(1)
    }

    pub(super) fn last_step(&self) -> usize {
        self.steps.last().copied().unwrap_or(0)
    }
}

/// A matrix of all, at its first row.
pub(super) struct Row {
    pub(super) at: Sizes,
    /// Where it begins in each stream.
    pub(super) starts: SmallVec<[usize; 5]>,
}

impl Row {
    /// Goes on to the next one, if there is one.
    pub(super) fn next<I: Iterator<Item = usize>>(&mut self, sizes: &[usize], steps: impl Fn(usize) -> I) -> bool {
        for axis in (0..sizes.len().saturating_sub(2)).rev() {
            self.at[axis] += 1;
            let is_over = self.at[axis] == sizes[axis];
            for (start, step) in self.starts.iter_mut().zip(steps(axis)) {
                *start = if is_over { *start - step * (sizes[axis] - 1) } else { *start + step };
            }
            if !is_over {
                return true;
            }
            self.at[axis] = 0;
        }
        false
    }
}
