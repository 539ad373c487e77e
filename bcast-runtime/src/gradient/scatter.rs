//! Gradients of what is looked up in: what arrives at an element that was looked up is added to it.
//!
//! One element after the other, in row-major order of the formula: the same bits on any number of threads. Sums of
//! `f32` are taken in double precision.

use super::sizes;
use crate::operand::reads::Reads;
use crate::operand::{Lies, Mappable};
use crate::rank::Full;
use ndarray::{Array, ArrayViewD, CowArray, Dimension, IxDyn, aview0};
use smallvec::{SmallVec, smallvec};

/// What is scattered.
pub trait Scattered: Copy + Default {
    /// In what it is summed.
    #[doc(hidden)]
    type Sum;
    /// Has something be added to what is already there.
    #[doc(hidden)]
    fn summed(gradient: &mut [Self], add: impl FnOnce(&mut [Self::Sum]));
    #[doc(hidden)]
    fn add(sum: &mut Self::Sum, g: Self);
}
impl Scattered for f64 {
    type Sum = f64;
    fn summed(gradient: &mut [f64], add: impl FnOnce(&mut [f64])) {
        add(gradient);
    }
    #[inline(always)]
    fn add(sum: &mut f64, g: f64) {
        *sum += g;
    }
}
impl Scattered for f32 {
    type Sum = f64;
    fn summed(gradient: &mut [f32], add: impl FnOnce(&mut [f64])) {
        let mut sums: Vec<f64> = gradient.iter().copied().map(f64::from).collect();
        add(&mut sums);
        gradient.iter_mut().zip(sums).for_each(|(gradient, sum)| *gradient = sum as f32);
    }
    #[inline(always)]
    fn add(sum: &mut f64, g: f32) {
        *sum += f64::from(g);
    }
}

/// What a call made: an array, or a single value.
pub trait Made<T> {
    #[doc(hidden)]
    fn lying(&self) -> ArrayViewD<'_, T>;
}
impl<T, D: Dimension> Made<T> for Array<T, D> {
    fn lying(&self) -> ArrayViewD<'_, T> {
        self.view().into_dyn()
    }
}
macro_rules! made {
    ($($t:ident)*) => {$(
        impl Made<$t> for $t {
            fn lying(&self) -> ArrayViewD<'_, $t> {
                aview0(self).into_dyn()
            }
        }
    )*};
}
made! { f32 f64 usize }

/// A gradient to which nothing has been added.
pub fn nothing<'a, T: Scattered, D: Dimension, L>(of: &L) -> Array<T, D>
where
    L: Reads<Elems = T> + Mappable<'a> + Lies<Rank = Full<D>>,
{
    Array::default(IxDyn(&sizes(of))).into_dimensionality().expect("an operand has as many sizes as axes")
}

/// Adds what a call made for elements of an operand to those that the indices find. These lie along some axes of it, or
/// along all, and are stretched.
pub fn scattered<'a, T: Scattered, D: Dimension, L, const N: usize>(
    _: &L,
    mut gradient: Array<T, D>,
    made: &impl Made<T>,
    indices: [(&dyn Made<usize>, &[usize]); N],
) -> Array<T, D>
where
    L: Reads<Elems = T> + Mappable<'a> + Lies<Rank = Full<D>>,
{
    let shape: [usize; N] = gradient.shape().try_into().expect("an operand has an index for each axis");
    let made = made.lying();
    let found = indices.map(|(index, axes)| Streamed::along(index.lying(), axes, made.shape()));
    let made = Streamed::along(made.view(), &[], made.shape());
    let own = gradient.as_slice_mut().expect("a gradient lies in row-major order");
    T::summed(own, |sums| add::<T, N>(sums, shape, &made, &found));
    gradient
}

/// Adds to what is already there.
fn add<T: Scattered, const N: usize>(
    sums: &mut [T::Sum],
    shape: [usize; N],
    made: &Streamed<T>,
    found: &[Streamed<usize>; N],
) {
    let values: [&[usize]; N] = found.each_ref().map(|index| index.elements());
    let steps: [usize; N] = found.each_ref().map(|index| index.last_step());
    let (of_made, step, columns) = (made.elements(), made.last_step(), made.columns());
    let first = first_of_rows(shape, found, columns);
    let mut row = Row { at: smallvec![0; made.sizes.len()], starts: smallvec![0; N + 1] };
    while !made.is_empty() {
        let (starts, own): ([usize; N], _) = (std::array::from_fn(|index| row.starts[index]), row.starts[N]);
        let at = |column: usize, but: usize| {
            let places = (0..N - but).map(|index| (values[index][starts[index] + column * steps[index]], shape[index]));
            // What is out of range was not looked up: the call has failed before, or is about to.
            places.fold((0_usize, true), |(at, is_there), (place, size)| {
                (at.wrapping_mul(size).wrapping_add(place), is_there & (place < size))
            })
        };
        if let Some(first) = first {
            if let (before, true) = at(0, 1) {
                let start = before * shape[N - 1] + first;
                let sums = sums[start..start + columns].iter_mut();
                sums.zip(&of_made[own..own + columns]).for_each(|(sum, &g)| T::add(sum, g));
            }
        } else {
            for column in 0..columns {
                if let (at, true) = at(column, 0) {
                    T::add(&mut sums[at], of_made[own + column * step]);
                }
            }
        }
        if !row.next(&made.sizes, |axis| found.iter().map(move |index| index.steps[axis]).chain([made.steps[axis]])) {
            break;
        }
    }
}

/// Where the last index begins, if all elements of a row are neighbours: `at.(table, i @ (0), (0..n) @ (1))`.
fn first_of_rows<const N: usize>(shape: [usize; N], found: &[Streamed<usize>; N], columns: usize) -> Option<usize> {
    let (last, others) = found.split_last()?;
    let (step, before) = last.steps.split_last()?;
    let is_alike = *step == 1 && before.iter().all(|&step| step == 0);
    if !is_alike || others.iter().any(|index| index.last_step() != 0) {
        return None;
    }
    let places = last.elements().get(..columns)?;
    let first = *places.first()?;
    let are_neighbours = places.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    (are_neighbours && *places.last()? < shape[N - 1]).then_some(first)
}

/// Elements in row-major order, which repeat where they are stretched.
struct Streamed<'a, T> {
    array: CowArray<'a, T, IxDyn>,
    /// Of what is gone through, at least one.
    sizes: Sizes,
    /// For each axis of that.
    steps: Sizes,
}

type Sizes = SmallVec<[usize; 4]>;

impl<'a, T: Copy> Streamed<'a, T> {
    /// Along these axes of what has these sizes, or along all of them.
    fn along(array: ArrayViewD<'a, T>, axes: &[usize], sizes: &[usize]) -> Self {
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

    fn elements(&self) -> &[T] {
        self.array.as_slice().expect("it lies in row-major order")
    }

    fn is_empty(&self) -> bool {
        self.sizes.contains(&0)
    }

    fn columns(&self) -> usize {
        self.sizes.last().copied().unwrap_or(1)
    }

    fn last_step(&self) -> usize {
        self.steps.last().copied().unwrap_or(0)
    }
}

/// A row of all, but for its columns.
struct Row {
    at: Sizes,
    /// Where it begins in each stream.
    starts: SmallVec<[usize; 5]>,
}

impl Row {
    /// Goes on to the next one, if there is one.
    fn next<I: Iterator<Item = usize>>(&mut self, sizes: &[usize], steps: impl Fn(usize) -> I) -> bool {
        for axis in (0..sizes.len() - 1).rev() {
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
