//! Where the elements of an array lie in its memory, and of a part of it.

use crate::slice::in_vectors;
use ndarray::{Dimension, SliceArg, SliceInfoElem};

/// Sizes, and where the elements are, counted in elements.
#[derive(Clone, Debug)]
pub(super) struct Layout<D> {
    /// The place of the first element.
    pub(crate) start: usize,
    pub(crate) sizes: D,
    pub(crate) strides: Vec<isize>,
}

impl<D: Dimension> Layout<D> {
    /// From the first place on.
    pub(crate) fn new(sizes: &[usize], strides: Vec<isize>) -> Self {
        let mut dim = D::zeros(sizes.len());
        dim.slice_mut().copy_from_slice(sizes);
        Layout { start: 0, sizes: dim, strides }
    }

    pub(crate) fn len(&self) -> usize {
        self.sizes.size()
    }

    /// Whether the elements are adjacent, in some order of the axes, and the first one comes first.
    pub(crate) fn is_dense(&self) -> bool {
        let axes = self.sizes.slice().iter().zip(&self.strides).filter(|(size, _)| **size != 1);
        let mut axes: Vec<(isize, usize)> = axes.map(|(&size, &stride)| (stride, size)).collect();
        axes.sort_unstable();
        let mut step = 1;
        self.len() == 0
            || axes.into_iter().all(|(stride, size)| {
                let is_adjacent = stride == step;
                step *= size as isize;
                is_adjacent
            })
    }

    /// Whether the elements are adjacent in row-major order.
    pub(super) fn runs_on(&self) -> bool {
        let dense = row_major(self.sizes.slice());
        let axes = self.sizes.slice().iter().zip(self.strides.iter().zip(&dense));
        self.len() == 0 || axes.into_iter().all(|(&size, (stride, dense))| size == 1 || stride == dense)
    }

    pub(super) fn reversed_axes(mut self) -> Self {
        self.sizes.slice_mut().reverse();
        self.strides.reverse();
        self
    }

    #[track_caller]
    pub(super) fn permuted_axes(self, axes: &[usize]) -> Self {
        let rank = self.strides.len();
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..rank), "{axes:?} do not name each of {rank} axes once");
        let sizes: Vec<usize> = axes.iter().map(|&axis| self.sizes[axis]).collect();
        let strides = axes.iter().map(|&axis| self.strides[axis]).collect();
        Layout { start: self.start, ..Layout::new(&sizes, strides) }
    }

    /// The last axis as the components of vectors, if they lie one behind the other, whole vectors apart.
    #[track_caller]
    pub(super) fn vectors(&self, components: usize) -> Option<Layout<D::Smaller>> {
        let start = self.start / components.max(1);
        let whole = in_vectors(self.sizes.slice(), &self.strides, components);
        let (sizes, strides) = whole.filter(|_| start * components == self.start)?;
        Some(Layout { start, ..Layout::new(&sizes, strides) })
    }

    /// As `ndarray` slices.
    #[track_caller]
    pub(crate) fn slice<I: SliceArg<D>>(&self, info: &I) -> Layout<I::OutDim> {
        let (rank, named) = (self.strides.len(), info.in_ndim());
        assert!(named == rank, "a slice of {named} axes of an array with {rank}");
        let (mut start, mut sizes, mut strides) = (self.start, Vec::new(), Vec::new());
        let mut axes = self.sizes.slice().iter().zip(&self.strides);
        for &part in info.as_ref() {
            let (size, stride) = match part {
                SliceInfoElem::NewAxis => (1, 0),
                _ => {
                    let (&size, &stride) = axes.next().expect("as many axes as are named");
                    let (first, size, step) = along(part, size);
                    start = start.wrapping_add_signed(first as isize * stride);
                    if let SliceInfoElem::Index(_) = part {
                        continue;
                    }
                    (size, if size <= 1 { 0 } else { stride * step })
                }
            };
            sizes.push(size);
            strides.push(stride);
        }
        Layout { start, ..Layout::new(&sizes, strides) }
    }
}

/// What is taken of an axis: the first index, how many, and the step from one to the next.
#[track_caller]
fn along(part: SliceInfoElem, size: usize) -> (usize, usize, isize) {
    let from_end = |index: isize| if index < 0 { index + size as isize } else { index };
    match part {
        SliceInfoElem::Index(index) => {
            let at = from_end(index);
            assert!((0..size as isize).contains(&at), "index {index} of an axis of size {size}");
            (at as usize, 1, 1)
        }
        SliceInfoElem::Slice { start, end, step } => {
            let (first, end) = (from_end(start), end.map_or(size as isize, from_end));
            let is_inside = 0 <= first && first <= size as isize && end <= size as isize;
            assert!(is_inside, "a slice from {first} to {end} of an axis of size {size}");
            assert!(step != 0, "a slice with step 0");
            let len = (end - first).max(0) as usize;
            let first = match (len, step) {
                (0, _) => 0,
                (_, ..0) => end as usize - 1,
                _ => first as usize,
            };
            (first, len.div_ceil(step.unsigned_abs()), step)
        }
        SliceInfoElem::NewAxis => (0, 1, 0),
    }
}

/// The strides of a dense array in row-major order.
pub(crate) fn row_major(sizes: &[usize]) -> Vec<isize> {
    let mut strides: Vec<isize> = sizes
        .iter()
        .rev()
        .scan(1, |step, &size| {
            let stride = *step as isize;
            *step *= size;
            Some(stride)
        })
        .collect();
    strides.reverse();
    strides
}
