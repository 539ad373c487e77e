//! Products of matrices, for the element types that have them.

use super::streams::Reads;
use crate::ops::reduce::{Adding, Averaging, Folded};
#[cfg(feature = "complex")]
use matrixmultiply::CGemmOption::Standard;
use std::any::TypeId;
use std::mem::MaybeUninit;
use std::ops::Mul;

/// The product of two matrices of one element type, and what becomes of its elements.
pub(super) struct Gemm {
    /// Bytes of an element.
    pub(super) size: usize,
    pub(super) multiply: Multiply,
    pub(super) scale: Scale,
    /// Writes the number 1.
    pub(super) write_one: unsafe fn(*mut Scalar),
    /// Whether sums are divided by their number.
    pub(super) averages: bool,
}

/// Writes so many times the product of two matrices, or adds it to what is there: sizes of rows, summed axis and
/// columns; of both factors and of the product the first element, and the strides in elements from row to row and
/// column to column.
///
/// # Safety
/// The strides lead to elements, those of the product to one each, which nobody else reads or writes meanwhile. The
/// number is an element.
pub(super) type Multiply =
    unsafe fn(sizes: [usize; 3], times: &Scalar, at: [*mut u8; 3], strides: [[isize; 2]; 3], is_first: bool);

/// Multiplies elements by others, so many of both, with strides in elements.
///
/// # Safety
/// The strides lead to elements, and nobody else reads or writes the first ones meanwhile.
type Scale = unsafe fn(at: *mut u8, by: *const u8, strides: [isize; 2], n: usize);

/// Room for a single element.
pub(super) type Scalar = MaybeUninit<[f64; 2]>;

/// The products of element types: who multiplies, with which options, and the neutral numbers of its scalars.
macro_rules! gemm {
    ($($(#[$attr:meta])* $t:ty: $multiply:ident($($option:expr),*) $scalar:ty, $zero:expr, $one:expr;)*) => {
        impl Gemm {
            /// That of a stage which reads `L` and yields `W`, if there is one.
            pub(super) fn of<L: Reads, W>() -> Option<&'static Gemm> {
                let yielded = typeid::of::<W>();
                $($(#[$attr])* if L::are(TypeId::of::<$t>()) {
                    const SUM: Gemm = Gemm {
                        size: size_of::<$t>(),
                        multiply: |[m, k, n], times, [a, b, c], [sa, sb, sc], is_first| {
                            let beta = if is_first { $zero } else { $one };
                            // SAFETY: as `Multiply` says; types are those of the stage. A complex number is its two
                            // parts.
                            unsafe {
                                matrixmultiply::$multiply(
                                    $($option,)*
                                    m, k, n, times.as_ptr().cast::<$scalar>().read(),
                                    a.cast(), sa[0], sa[1], b.cast(), sb[0], sb[1],
                                    beta, c.cast(), sc[0], sc[1],
                                )
                            }
                        },
                        scale: scale::<$t>,
                        // SAFETY: there is room for two `f64`, more than for any scalar.
                        write_one: |at| unsafe { at.cast::<$scalar>().write($one) },
                        averages: false,
                    };
                    const MEAN: Gemm = Gemm { averages: true, ..SUM };
                    let sums = (yielded == TypeId::of::<Folded<Adding<$t>>>()).then_some(&SUM);
                    return sums.or((yielded == TypeId::of::<Folded<Averaging<$t>>>()).then_some(&MEAN));
                })*
                None
            }
        }
    };
}

gemm! {
    f32: sgemm() f32, 0.0, 1.0;
    f64: dgemm() f64, 0.0, 1.0;
    #[cfg(feature = "complex")]
    num_complex::Complex<f32>: cgemm(Standard, Standard) [f32; 2], [0.0, 0.0], [1.0, 0.0];
    #[cfg(feature = "complex")]
    num_complex::Complex<f64>: zgemm(Standard, Standard) [f64; 2], [0.0, 0.0], [1.0, 0.0];
}

/// # Safety
/// As for [`Scale`], of elements of this type.
unsafe fn scale<T: Copy + Mul<Output = T>>(at: *mut u8, by: *const u8, strides: [isize; 2], n: usize) {
    let (at, by) = (at.cast::<T>(), by.cast::<T>());
    // SAFETY: whoever calls says so: elements side by side are slices, and who is multiplied by one has some.
    unsafe {
        match strides {
            _ if n == 0 => {}
            [1, 0] => {
                let by = by.read();
                std::slice::from_raw_parts_mut(at, n).iter_mut().for_each(|at| *at = *at * by);
            }
            [1, 1] => {
                let by = std::slice::from_raw_parts(by, n);
                std::slice::from_raw_parts_mut(at, n).iter_mut().zip(by).for_each(|(at, &by)| *at = *at * by);
            }
            [step, other] => (0..n as isize).for_each(|index| {
                let at = at.offset(index * step);
                at.write(at.read() * by.offset(index * other).read());
            }),
        }
    }
}
