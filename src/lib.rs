#![doc = include_str!("../README.md")]
//!
//! # In this reference
//!
//! * The macros: [`bcast!`], and [`try_bcast!`], which returns a [`BroadcastError`] instead of panicking.
//! * What can be read is an [`Operand`], what can be assigned to a [`Target`]. [`One`] passes a value whole;
//!   [`#[derive(Element)]`](derive@Element) makes a type of yours a plain scalar.
//! * [`Broadcast`] bounds operands in generic functions.
//! * [`ops`] has the traits of operators and functions, [`ops::reduce`] what can be reduced, and [`rank`] how ranks
//!   join: bounds for generic code, and the names in messages of the compiler.
#![doc = include_str!("axes.md")]
#![cfg_attr(feature = "gpu", doc = include_str!("gpu.md"))]

pub use bcast_macros::Element;
pub use bcast_runtime::{
    Broadcast, BroadcastError, Element, Goal, Leaf, One, Operand, OperandShape, Sizes, Stored, Target, ndarray, ops,
    rank, simd_level,
};

#[cfg(feature = "half")]
pub use bcast_runtime::half;
#[cfg(feature = "complex")]
pub use bcast_runtime::num_complex;
#[cfg(feature = "gpu")]
pub use bcast_runtime::{
    Gpu, GpuArray, GpuDevice, GpuElement, GpuError, GpuMemory, GpuOperand, GpuTarget, GpuView, GpuViewMut,
    PowerPreference,
};

#[doc(hidden)]
pub mod __private {
    pub use bcast_macros::expand;
    pub use bcast_runtime::private::*;
}

#[doc(hidden)]
pub use bcast_runtime::rank::Scalar;

/// Evaluates a dotted expression in one fused loop.
///
/// The language is described [at the top](crate#the-language). The value is an array of the joined rank, a plain
/// number when only plain numbers took part, a tuple for a final `(e1, e2)`, and `()` for assignments alone.
///
/// # Panics
///
/// When sizes (or dynamic ranks) do not fit, at the line of the call and before anything is written, with the text of
/// the [`BroadcastError`] that [`try_bcast!`] would return. Panics of your own functions propagate.
///
/// # Examples
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let a = array![1., 2.];
/// let b = array![10., 20., 30.];
/// assert_eq!(bcast!(a @ (0) .* b @ (1)), array![[10., 20., 30.], [20., 40., 60.]]); // outer product
/// assert_eq!(bcast!(a @ (i) .* b @ (j)), bcast!(a @ (0) .* b @ (1))); // the same by names
/// assert_eq!(bcast!(if b .> 15 { b } else { 0 }), array![0., 20., 30.]);
/// assert_eq!(bcast!((0..3) .* 2 .+ 1), array![1, 3, 5]);
/// assert_eq!(bcast!(2 .* 3), 6);
///
/// let (mut lo, mut hi) = (array![5., 1.], array![4., 2.]);
/// bcast! { let m = min.(lo, hi); hi .= max.(lo, hi); lo .= m } // two targets, one pass
/// assert_eq!((lo, hi), (array![4., 1.], array![5., 2.]));
/// ```
#[macro_export]
macro_rules! bcast {
    ($($body:tt)*) => { $crate::__private::expand! { [$crate] bcast $($body)* } };
}

/// Evaluates a dotted expression in one fused loop, or says why the shapes do not fit.
///
/// As [`bcast!`], but the value is a `Result<_, BroadcastError>`. When it is an error, nothing has been written.
///
/// ```
/// use bcast::{BroadcastError, ndarray::array, try_bcast};
///
/// let (x, y) = (array![1, 2, 3], array![1, 2]);
/// let error = try_bcast!(x .+ y).unwrap_err();
/// assert!(matches!(error, BroadcastError::Sizes { axis: 0, size: 2, expected: 3, .. }));
/// assert_eq!(error.to_string(), "\
/// try_bcast!: sizes differ along output axis 0
///   x    3
///   y    2
///        ^ 2 is neither 3 nor 1");
/// ```
#[macro_export]
macro_rules! try_bcast {
    ($($body:tt)*) => { $crate::__private::expand! { [$crate] try_bcast $($body)* } };
}

/// The WGSL text of the kernels that a `#[gpu(..)]` call would run, for these operands: no device is needed.
///
/// Operands, arrays of the host or of a device, tell types and how many axes are left when they are merged; nothing is
/// computed.
///
/// ```
/// use bcast::{ndarray::array, wgsl};
///
/// let x = array![1_f32, 2., 3.];
/// let text = wgsl!(2 .* x .+ 1);
/// assert!(text.contains("let v1 = v0 + "));
/// ```
///
/// # Panics
///
/// As [`bcast!`], when shapes do not fit.
#[cfg(feature = "gpu")]
#[macro_export]
macro_rules! wgsl {
    ($($body:tt)*) => { $crate::__private::expand! { [$crate] wgsl $($body)* } };
}
