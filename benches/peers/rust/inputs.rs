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

/// Zeros in huge pages where Linux has them: NumPy asks for these by itself, and the loops are to be compared, not the
/// pages. Results that a library allocates lie where it puts them.
pub fn zeros<T: Real, D: Dimension, S: ShapeBuilder<Dim = D>>(shape: S) -> Array<T, D> {
    let mut array = Array::<T, D>::zeros(shape);
    #[cfg(target_os = "linux")]
    huge_pages(array.as_mut_ptr().cast(), array.len() * size_of::<T>());
    array
}

/// Zeros are not touched yet, so the advice comes in time.
#[cfg(target_os = "linux")]
fn huge_pages(start: *mut std::ffi::c_void, bytes: usize) {
    unsafe extern "C" {
        fn madvise(start: *mut std::ffi::c_void, bytes: usize, advice: std::ffi::c_int) -> std::ffi::c_int;
    }
    const MADV_HUGEPAGE: std::ffi::c_int = 14;
    const PAGE: usize = 4096;
    let before = start.align_offset(PAGE);
    if bytes >= 4 << 20 {
        // SAFETY: whole pages of memory that the array owns; the advice does not change what is in them. Where it is
        // refused, nothing happens.
        unsafe { madvise(start.byte_add(before), (bytes - before) / PAGE * PAGE, MADV_HUGEPAGE) };
    }
}

/// Numbers from `low` to `low + width`.
fn numbers<T: Real, D: Dimension, S: ShapeBuilder<Dim = D>>(
    shape: S,
    factor: u32,
    low: f64,
    width: f64,
) -> Array<T, D> {
    let (low, width) = (T::from_f64(low), T::from_f64(width));
    let mut array = zeros(shape);
    array.iter_mut().enumerate().for_each(|(index, number)| *number = value::<T>(index, factor) * width + low);
    array
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
