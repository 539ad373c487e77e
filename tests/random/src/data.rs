//! Arrays with elements of given ranges, laid out in memory in every way that `ndarray` can express.

use crate::Sample;
use bcast::ndarray::{Array, Array0, Array1, ArrayBase, ArrayD, ArrayViewMut, Axis, Dimension, IxDyn, RawData, Slice};

/// Which elements an array has.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    /// Where the sequence of elements begins.
    pub seed: u64,
    /// The least element.
    pub low: f64,
    /// The greatest element.
    pub high: f64,
    /// NaN, infinities and the like now and then.
    pub specials: bool,
}

impl Fill {
    fn element<T: Sample>(self, position: usize) -> T {
        let mut bits = (self.seed << 32 | position as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits ^= bits >> 32;
        if self.specials && bits.is_multiple_of(11) {
            return T::special(bits as usize / 11);
        }
        T::between(self.low, self.high, bits % 1024)
    }
}

/// An array of these sizes. `order` names its axes, the one with the largest stride first; `steps` are the elements
/// from one index to the next, in memory that holds other values between them.
pub fn stored<T: Sample, D: Dimension>(sizes: &[usize], order: &[usize], steps: &[isize], fill: Fill) -> Array<T, D> {
    let mut array = arranged(memory(sizes, order, steps, T::GAP), order, steps);
    array.iter_mut().enumerate().for_each(|(position, element)| *element = fill.element(position));
    array.into_dimensionality().expect("as many sizes as the type has axes")
}

/// Memory for these sizes and steps, with the axes in this order.
pub(crate) fn memory<T: Copy>(sizes: &[usize], order: &[usize], steps: &[isize], gap: T) -> ArrayD<T> {
    let lengths: Vec<usize> = order.iter().map(|&axis| sizes[axis] * steps[axis].unsigned_abs().max(1)).collect();
    ArrayD::from_elem(IxDyn(&lengths), gap)
}

/// Brings the memory's axes into the logical order and steps along them.
pub(crate) fn arranged<S: RawData>(
    memory: ArrayBase<S, IxDyn>,
    order: &[usize],
    steps: &[isize],
) -> ArrayBase<S, IxDyn> {
    let mut places = vec![0; order.len()];
    for (place, &axis) in order.iter().enumerate() {
        places[axis] = place;
    }
    let mut array = memory.permuted_axes(IxDyn(&places));
    for (axis, &step) in steps.iter().enumerate().filter(|(_, step)| **step != 0) {
        array.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
    }
    array
}

/// The only element.
pub fn single<T: Sample>(array: Array0<T>) -> T {
    array.into_scalar()
}

/// The elements of a line.
pub fn line<T: Sample>(array: Array1<T>) -> Vec<T> {
    array.to_vec()
}

/// A target whose surroundings are watched.
pub struct Guarded<T, D> {
    memory: ArrayD<T>,
    order: Vec<usize>,
    steps: Vec<isize>,
    dimension: std::marker::PhantomData<D>,
}

impl<T: Sample, D: Dimension> Guarded<T, D> {
    /// As [`stored`].
    pub fn new(sizes: &[usize], order: &[usize], steps: &[isize], fill: Fill) -> Self {
        let (order, steps) = (order.to_vec(), steps.to_vec());
        let memory = memory(sizes, &order, &steps, T::GAP);
        let mut guarded = Guarded { memory, order, steps, dimension: std::marker::PhantomData };
        guarded.view_mut().iter_mut().enumerate().for_each(|(position, element)| *element = fill.element(position));
        guarded
    }

    /// The elements.
    pub fn view_mut(&mut self) -> ArrayViewMut<'_, T, D> {
        let view = arranged(self.memory.view_mut(), &self.order, &self.steps);
        view.into_dimensionality().expect("as many sizes as the type has axes")
    }

    /// Asserts that nothing between the elements was written.
    ///
    /// # Panics
    /// If something was.
    pub fn untouched(&self) {
        let mut inside = self.memory.map(|_| false);
        arranged(inside.view_mut(), &self.order, &self.steps).fill(true);
        let gaps = self.memory.iter().zip(&inside).filter(|(_, inside)| !**inside);
        assert!(gaps.into_iter().all(|(element, _)| element.same(T::GAP)), "a place between the elements was written");
    }
}
