//! The arrays that every peer computes with: the same numbers in Rust and in Python, by one formula.

use crate::protocol::Real;
use ndarray::{Array, Array1, Array2, Array3, Dimension, ShapeBuilder};

/// Rows and columns of most works; 16 MB of `f32`.
pub const SIDE: usize = 2048;
/// Bytes of one array of the large works.
pub const LARGE: usize = 64 << 20;

/// Between 0 and 1, in 24 bits: the multiples of an odd number wrap around and fall everywhere.
fn value<T: Real>(index: usize, factor: u32) -> T {
    let bits = (index as u32).wrapping_mul(factor) >> 8;
    T::from_f64((f64::from(bits) + 0.5) / f64::from(1 << 24))
}

/// Numbers from `low` to `low + width`.
fn numbers<T: Real, D: Dimension, S: ShapeBuilder<Dim = D>>(
    shape: S,
    factor: u32,
    low: f64,
    width: f64,
) -> Array<T, D> {
    let (low, width) = (T::from_f64(low), T::from_f64(width));
    let mut index = 0;
    Array::from_shape_simple_fn(shape, || {
        index += 1;
        value::<T>(index - 1, factor) * width + low
    })
}

/// Everything that is read, by the names that the formulas use.
pub struct Inputs<T> {
    /// Between 0 and 1.
    pub x: Array2<T>,
    /// Between 0 and 1.
    pub y: Array2<T>,
    /// Between -4 and 4.
    pub z: Array2<T>,
    /// One number per column, between 0.5 and 1.5.
    pub v: Array1<T>,
    /// One number per row, between 0.5 and 1.5.
    pub w: Array1<T>,
    /// As many elements as `x`, in three axes.
    pub c: Array3<T>,
    /// One number for each first and last index of `c`.
    pub m: Array2<T>,
    /// One number for each middle index of `c`.
    pub s: Array1<T>,
    /// 64 MB.
    pub large: Array2<T>,
    /// 64 MB.
    pub other: Array2<T>,
    /// 1,000 elements.
    pub thousand: Array1<T>,
    /// 3x4.
    pub a: Array2<T>,
    /// One number per column of `a`.
    pub b: Array1<T>,
}

impl<T: Real> Inputs<T> {
    pub fn new() -> Self {
        let large = (LARGE / size_of::<T>() / SIDE, SIDE);
        Inputs {
            x: numbers((SIDE, SIDE), 2_654_435_761, 0.0, 1.0),
            y: numbers((SIDE, SIDE), 2_246_822_519, 0.0, 1.0),
            z: numbers((SIDE, SIDE), 3_266_489_917, -4.0, 8.0),
            v: numbers(SIDE, 2_654_435_761, 0.5, 1.0),
            w: numbers(SIDE, 2_246_822_519, 0.5, 1.0),
            c: numbers((SIDE / 32, 32, SIDE), 2_246_822_519, 0.0, 1.0),
            m: numbers((SIDE / 32, SIDE), 2_654_435_761, 0.0, 1.0),
            s: numbers(32, 3_266_489_917, 0.5, 1.0),
            large: numbers(large, 2_654_435_761, 0.0, 1.0),
            other: numbers(large, 2_246_822_519, 0.0, 1.0),
            thousand: numbers(1000, 2_654_435_761, 0.0, 1.0),
            a: numbers((3, 4), 2_654_435_761, 0.0, 1.0),
            b: numbers(4, 2_246_822_519, 0.5, 1.0),
        }
    }
}
