//! Random sizes and layouts of operands and targets.

use bcast::ndarray::ArrayD;
use proptest::collection::{SizeRange, vec};
use proptest::prelude::*;

use super::layouts::{Layout, Named, Stored};
use super::samples::Sample;

/// The sizes of an operand and how it lies in memory.
#[derive(Clone, Debug)]
pub(crate) struct Shaped {
    pub(crate) sizes: Vec<usize>,
    pub(crate) layout: Layout,
}

impl Shaped {
    pub(crate) fn samples<T: Sample>(&self, seed: usize) -> Stored<T> {
        Stored::sampled(&self.sizes, &self.layout, seed)
    }
}

/// Sizes whose product stays small enough for many cases a second.
pub(crate) fn few(
    size: impl Strategy<Value = usize>,
    rank: impl Into<SizeRange>,
    most: usize,
) -> impl Strategy<Value = Vec<usize>> {
    vec(size, rank).prop_map(move |mut sizes| {
        let mut total = 1;
        for size in &mut sizes {
            *size = if total * *size > most { 2 } else { *size };
            total *= (*size).max(1);
        }
        sizes
    })
}

fn layout(rank: usize, steps: &'static [isize]) -> impl Strategy<Value = Layout> {
    let order = Just((0..rank).collect::<Vec<_>>()).prop_shuffle();
    let any = (order, vec(prop::sample::select(steps), rank)).prop_map(|(order, steps)| Layout { order, steps });
    prop_oneof![1 => Just(Named::C.of_rank(rank)), 2 => any]
}

/// 0 repeats an element.
const ANY_STEP: &[isize] = &[1, 1, 1, 1, -1, 2, -2, 3, 0];
const TARGET_STEP: &[isize] = &[1, 1, 1, 1, -1, 2, -2, 3];

/// An operand along some axes of an output: each size is the output's or 1.
pub(crate) fn operand(output: &[usize], axes: &[usize]) -> impl Strategy<Value = Shaped> + use<> {
    let own: Vec<usize> = axes.iter().map(|&axis| output[axis]).collect();
    let ones = vec(prop::bool::weighted(0.25), own.len());
    (ones, layout(own.len(), ANY_STEP)).prop_map(move |(ones, layout)| {
        let sizes = own.iter().zip(ones).map(|(&size, one)| if one { 1 } else { size }).collect();
        Shaped { sizes, layout }
    })
}

/// An output of these sizes and operands along the given axes of it.
pub(crate) fn operands(
    sizes: impl Strategy<Value = Vec<usize>>,
    maps: &'static [&'static [usize]],
) -> impl Strategy<Value = (Vec<usize>, Vec<Shaped>)> {
    sizes.prop_flat_map(move |output| {
        let parts: Vec<_> = maps.iter().map(|axes| operand(&output, axes)).collect();
        (Just(output), parts)
    })
}

/// A target, in which every element has a place of its own.
pub(crate) fn target(sizes: Vec<usize>) -> impl Strategy<Value = Shaped> {
    layout(sizes.len(), TARGET_STEP).prop_map(move |layout| Shaped { sizes: sizes.clone(), layout })
}

/// The sizes, and the elements in logical order.
pub(crate) fn logical<T: Copy>(array: ArrayD<T>) -> (Vec<usize>, Vec<T>) {
    (array.shape().to_vec(), array.iter().copied().collect())
}

/// A few thousand cases, fewer where they are slow.
pub(crate) fn settings() -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { 150 } else { 2000 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
