//! Formulas of dual numbers as plain loops. What has no axis, or one of size 1, repeats.

use crate::dual::Dual;
use bcast::ndarray::{Array, ArrayD, Axis, Dim, Dimension, IntoDimension, IxDyn};

type Duals = ArrayD<Dual>;

/// What a formula reads, in one form.
pub(crate) trait Read {
    fn read(self) -> Duals;
}
impl Read for Dual {
    fn read(self) -> Duals {
        ArrayD::from_elem(IxDyn(&[]), self)
    }
}
impl<D: Dimension> Read for Array<Dual, D> {
    fn read(self) -> Duals {
        self.into_dyn()
    }
}
pub(crate) fn dual(of: impl Read) -> Duals {
    of.read()
}

/// The sum of a result.
pub(crate) fn total(of: Duals) -> Dual {
    of.into_iter().sum()
}

/// Element by element.
pub(crate) fn each<const N: usize>(parts: [&Duals; N], f: impl Fn([Dual; N]) -> Dual) -> Duals {
    let rank = parts.iter().map(|part| part.ndim()).max().unwrap_or(0);
    let size = |axis: usize| {
        let sizes = parts.iter().filter(|part| axis < part.ndim()).map(|part| part.len_of(Axis(axis)));
        sizes.fold(1, |all, size| if size == 1 { all } else { size })
    };
    let sizes: Vec<usize> = (0..rank).map(size).collect();
    let element = |part: &Duals, at: &[usize]| {
        let own = part.shape().iter().zip(at).map(|(&size, &at)| if size == 1 { 0 } else { at });
        part[own.collect::<Vec<_>>().as_slice()]
    };
    ArrayD::from_shape_fn(sizes, |at| f(parts.map(|part| element(part, at.slice()))))
}

/// With its axes at these places.
pub(crate) fn along(part: &Duals, axes: &[usize]) -> Duals {
    let mut sizes = vec![1; axes.iter().max().map_or(0, |last| last + 1)];
    axes.iter().zip(part.shape()).for_each(|(&axis, &size)| sizes[axis] = size);
    ArrayD::from_shape_fn(sizes, |at| part[axes.iter().map(|&axis| at[axis]).collect::<Vec<_>>().as_slice()])
}

/// Elements that were found somewhere.
pub(crate) fn find<const N: usize>(sizes: [usize; N], f: impl Fn([usize; N]) -> Dual) -> Duals
where
    [usize; N]: IntoDimension<Dim = Dim<[usize; N]>>,
    Dim<[usize; N]>: Dimension,
{
    let at = |at: IxDyn| f(std::array::from_fn(|axis| at[axis]));
    ArrayD::from_shape_fn(IxDyn(&sizes), at)
}

/// All elements along some axes, as one; these remain with size 1, or are dropped.
pub(crate) fn reduced(part: &Duals, axes: &[usize], remain: bool, f: fn(&[Dual]) -> Dual) -> Duals {
    let sizes: Vec<usize> =
        part.shape().iter().enumerate().map(|(axis, &size)| if axes.contains(&axis) { 1 } else { size }).collect();
    let mut left = ArrayD::from_shape_fn(sizes, |at| {
        let is_there = |of: &IxDyn| (0..part.ndim()).all(|axis| axes.contains(&axis) || of[axis] == at[axis]);
        let elements = part.indexed_iter().filter(|(of, _)| is_there(of)).map(|(_, &element)| element);
        f(&elements.collect::<Vec<_>>())
    });
    if !remain {
        axes.iter().rev().for_each(|&axis| left.index_axis_inplace(Axis(axis), 0));
    }
    left
}

/// All elements as one.
pub(crate) fn whole(part: &Duals, f: fn(&[Dual]) -> Dual) -> Duals {
    f(&part.iter().copied().collect::<Vec<_>>()).read()
}

/// Each element and all before it, along an axis, as one.
pub(crate) fn run(part: &Duals, axis: usize, f: fn(&[Dual]) -> Dual) -> Duals {
    ArrayD::from_shape_fn(part.shape(), |at| {
        let element = |before: usize| {
            let mut of = at.clone();
            of[axis] = before;
            part[of]
        };
        f(&(0..=at[axis]).map(element).collect::<Vec<_>>())
    })
}

pub(crate) fn sum(all: &[Dual]) -> Dual {
    all.iter().copied().sum()
}
pub(crate) fn mean(all: &[Dual]) -> Dual {
    sum(all) / all.len() as f64
}
pub(crate) fn product(all: &[Dual]) -> Dual {
    all.iter().fold(Dual::from(1.0), |product, &each| product * each)
}
pub(crate) fn variance(all: &[Dual]) -> Dual {
    let mean = mean(all);
    all.iter().map(|&each| (each - mean) * (each - mean)).sum::<Dual>() / all.len() as f64
}
pub(crate) fn log_sum_exp(all: &[Dual]) -> Dual {
    all.iter().map(|each| each.exp()).sum::<Dual>().ln()
}
/// Equal ones share it.
pub(crate) fn largest(all: &[Dual]) -> Dual {
    let most = all.iter().map(|each| each.0).fold(f64::NAN, f64::max);
    mean(&all.iter().copied().filter(|each| each.0 == most).collect::<Vec<_>>())
}
pub(crate) fn smallest(all: &[Dual]) -> Dual {
    -largest(&all.iter().map(|&each| -each).collect::<Vec<_>>())
}
