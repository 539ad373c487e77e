//! Inputs of models.

use bcast::ndarray::{Array1, Array2, Array3};
use std::cell::Cell;
use std::marker::PhantomData;

/// A float of either size.
pub(crate) trait Real {
    fn from_f64(value: f64) -> Self;
}
impl Real for f32 {
    fn from_f64(value: f64) -> f32 {
        value as f32
    }
}
impl Real for f64 {
    fn from_f64(value: f64) -> f64 {
        value
    }
}

/// Makes arrays of numbers between -1 and 1, which look random and are the same each time.
#[derive(Default)]
pub(crate) struct Numbers<T> {
    arrays: Cell<u64>,
    of: PhantomData<T>,
}

impl<T: Real> Numbers<T> {
    pub(crate) fn row(&self, len: usize) -> Array1<T> {
        let next = self.next();
        Array1::from_shape_fn(len, |at| T::from_f64(next(at)))
    }

    pub(crate) fn matrix(&self, rows: usize, columns: usize) -> Array2<T> {
        let next = self.next();
        Array2::from_shape_fn((rows, columns), |(i, j)| T::from_f64(next(i * columns + j)))
    }

    pub(crate) fn cube(&self, sizes: (usize, usize, usize)) -> Array3<T> {
        let next = self.next();
        Array3::from_shape_fn(sizes, |(i, j, k)| T::from_f64(next((i * sizes.1 + j) * sizes.2 + k)))
    }

    /// Indices below a limit.
    pub(crate) fn indices(&self, len: usize, limit: usize) -> Array1<usize> {
        let next = self.next();
        Array1::from_shape_fn(len, |at| ((next(at) + 1.0) / 2.0 * limit as f64) as usize % limit)
    }

    /// Zeros and ones.
    pub(crate) fn truths(&self, len: usize) -> Array1<T> {
        let next = self.next();
        Array1::from_shape_fn(len, |at| T::from_f64(f64::from(next(at) > 0.0)))
    }

    /// The numbers of one more array.
    fn next(&self) -> impl Fn(usize) -> f64 {
        let array = self.arrays.get();
        self.arrays.set(array + 1);
        move |at| {
            let mut bits = ((array << 40) + at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        }
    }
}

/// The side of a square of so many elements.
pub(crate) fn side(size: usize) -> usize {
    size.isqrt()
}

/// Points of a lattice, each a little beside its place.
pub(crate) fn lattice(of: &Numbers<f64>, n: usize) -> Array2<f64> {
    let (mut x, edge) = (of.matrix(n, 3), (n as f64).cbrt().ceil() as usize);
    for ((i, axis), at) in x.indexed_iter_mut() {
        *at = 0.2 * *at + (i / edge.pow(axis as u32) % edge) as f64;
    }
    x
}
