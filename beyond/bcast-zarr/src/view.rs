//! Arrays as calls see them: all of one, or what a slice takes of it.

use crate::copy::{At, row_major};
use crate::inner::{Inner, Reading, Steps};
use crate::{Chunked, Element, Error};
use bcast::Leaf;
use bcast::ndarray::{Dimension, SliceInfoElem};
use bcast::place::{OnOperand, OutOfCore, Swept};
use bcast::rank::Full;
use bcast::slice::{Cut, Entries, Slice, Sliced};
use std::any::Any;
use std::marker::PhantomData;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// What a call sees of an array.
#[derive(Clone)]
pub(crate) struct View {
    inner: Arc<Inner>,
    /// What it takes along each axis of the array.
    taken: Vec<Taken>,
    pub(crate) sizes: Vec<usize>,
    /// Those of its elements in row-major order, which memory for them has.
    pub(crate) strides: Vec<isize>,
    /// Behind which of its indices another chunk begins, along each axis.
    pub(crate) ends: Vec<Vec<usize>>,
}
impl OutOfCore for View {}

/// What is taken along an axis: from an index on, in steps.
#[derive(Clone, Copy)]
struct Taken {
    start: usize,
    step: isize,
    /// Whether it is an axis of the view, or one index only.
    is_axis: bool,
}

impl Taken {
    /// The index of the array that an index of the view is.
    fn at(self, index: usize) -> usize {
        self.start.wrapping_add_signed(self.step * index as isize)
    }

    /// Those of some neighbours, from the lowest on.
    fn steps(self, indices: &Range<usize>) -> Steps {
        let first = if self.step < 0 { indices.end.saturating_sub(1) } else { indices.start };
        Steps { first: self.at(first), step: self.step.unsigned_abs(), count: indices.len() }
    }

    /// Behind which of so many indices another chunk begins, where those of the array end there.
    fn ends(self, size: usize, ends: &[usize]) -> Vec<usize> {
        if size == 0 {
            return Vec::new();
        }
        let step = self.step.unsigned_abs();
        let behind = |end: usize| match self.step < 0 {
            true if end > self.start => 0,
            true => (self.start - end) / step + 1,
            false => end.saturating_sub(self.start).div_ceil(step),
        };
        let mut list: Vec<usize> = ends.iter().map(|&end| behind(end)).filter(|end| (1..size).contains(end)).collect();
        list.push(size);
        list.sort_unstable();
        list.dedup();
        list
    }
}

impl View {
    /// The array of a sweep.
    pub(crate) fn of<'s>(swept: &Swept<'s>) -> Result<&'s View, String> {
        let any: &dyn Any = swept.array;
        any.downcast_ref().ok_or_else(|| format!("`{}` is no array of Zarr", swept.name))
    }

    /// All of an array.
    pub(crate) fn all(inner: Inner) -> View {
        let (sizes, ends) = (inner.sizes.clone(), inner.ends.clone());
        let taken = vec![Taken { start: 0, step: 1, is_axis: true }; sizes.len()];
        View { inner: Arc::new(inner), taken, strides: row_major(&sizes, 1), sizes, ends }
    }

    /// What calls read.
    ///
    /// # Safety
    /// The array has elements of this type.
    pub(crate) unsafe fn leaf<T: Element, D: Dimension>(&self) -> Leaf<'_, T, Full<D>> {
        // SAFETY: whoever calls says so, and the place reads them.
        unsafe { Leaf::out_of_core(self, &self.sizes, &self.strides) }
    }

    /// What it takes of the array.
    pub(crate) fn takes(&self) -> Vec<(usize, isize, bool)> {
        self.taken.iter().map(|taken| (taken.start, taken.step, taken.is_axis)).collect()
    }

    /// Whether it is all of an array.
    pub(crate) fn is_all(&self) -> bool {
        self.sizes == self.inner.sizes && self.taken.iter().all(|taken| taken.step == 1)
    }

    /// What entries take of it, which are inside.
    fn cut(&self, entries: &[SliceInfoElem]) -> View {
        let mut view = View {
            inner: self.inner.clone(),
            taken: Vec::new(),
            sizes: Vec::new(),
            strides: Vec::new(),
            ends: Vec::new(),
        };
        let mut entries = entries.iter();
        for (axis, taken) in self.taken.iter().enumerate() {
            if !taken.is_axis {
                view.taken.push(*taken);
                continue;
            }
            let (start, step, size) = match *entries.next().expect("an entry for each axis") {
                SliceInfoElem::Slice { start, end: Some(end), step } if step < 0 => {
                    (end - 1, step, ((end - start) as usize).div_ceil(step.unsigned_abs()))
                }
                SliceInfoElem::Slice { start, end: Some(end), step } => {
                    (start, step, ((end - start) as usize).div_ceil(step.unsigned_abs()))
                }
                SliceInfoElem::Index(index) => {
                    view.taken.push(Taken { start: taken.at(index as usize), step: 1, is_axis: false });
                    continue;
                }
                _ => unreachable!("entries have ends"),
            };
            let start = if size == 0 { taken.start } else { taken.at(start as usize) };
            let own = Taken { start, step: taken.step * step, is_axis: true };
            view.taken.push(own);
            view.sizes.push(size);
            view.ends.push(own.ends(size, &self.inner.ends[axis]));
        }
        view.strides = row_major(&view.sizes, 1);
        if view.sizes.contains(&0) {
            view.ends.iter_mut().for_each(Vec::clear);
        }
        view
    }

    /// Reads elements at these indices, the first of which is at `to`.
    ///
    /// # Safety
    /// The memory has room for them, and nobody else reads or writes it.
    pub(crate) unsafe fn read(&self, indices: &[Range<usize>], to: &At, reading: Reading) -> Result<(), Error> {
        let (mut steps, mut strides, mut ptr) = (Vec::new(), Vec::new(), to.ptr);
        let mut axes = indices.iter().zip(&to.strides);
        for taken in &self.taken {
            if !taken.is_axis {
                steps.push(taken.steps(&(0..1)));
                strides.push(0);
                continue;
            }
            let (range, &stride) = axes.next().expect("a range for each axis");
            if taken.step < 0 {
                ptr = ptr.wrapping_offset(range.len().saturating_sub(1) as isize * stride);
            }
            steps.push(taken.steps(range));
            strides.push(if taken.step < 0 { -stride } else { stride });
        }
        // SAFETY: as whoever calls says: what runs backwards begins at its other end.
        unsafe { self.inner.read(&steps, &At { ptr, strides }, reading) }
    }
}

impl Deref for View {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}

/// What a slice takes of a [`Chunked`]: an operand of calls on a [`Zarr`](crate::Zarr).
pub struct Part<T, D> {
    view: View,
    types: PhantomData<fn() -> (T, D)>,
}

impl<T, D> Part<T, D> {
    pub(crate) fn of(view: View) -> Self {
        Part { view, types: PhantomData }
    }
}

impl<T: Element, D: Dimension> Slice for Chunked<T, D> {
    type Whole<'a>
        = Part<T, D>
    where
        Self: 'a;
    fn whole(&self) -> Part<T, D> {
        Part::of(self.view().clone())
    }
}

impl<T: Element, D: Dimension> Slice for Part<T, D> {
    type Whole<'a>
        = Part<T, D>
    where
        Self: 'a;
    fn whole(&self) -> Part<T, D> {
        Part::of(self.view.clone())
    }
}

impl<T, D, const N: usize, const K: usize> Cut<N, K> for Part<T, D>
where
    D: Sliced<N, K>,
{
    type View = Part<T, D::View>;
    #[track_caller]
    fn cut(self, entries: Entries<N, K>) -> Self::View {
        Part::of(self.view.cut(&entries.within(&self.view.sizes)))
    }
}

impl<T: Element, D: Dimension> OnOperand for Part<T, D> {
    type Elem = T;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, T, Full<D>>
    where
        Self: 'a;
    fn leaf(&self) -> Leaf<'_, T, Full<D>> {
        // SAFETY: it is taken of an array of this type.
        unsafe { self.view.leaf() }
    }
}
