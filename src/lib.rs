//! Dotted array expressions over [`ndarray`]: one formula, one fused loop.
//!
//! Write the formula with a dot before every operator and every call that works element by element. [`bcast!`] turns
//! all of it into a single loop over the elements, vectorised, on all cores, with no temporary array.
//!
//! ```
//! use bcast::{bcast, ndarray::array};
//!
//! let x = array![[1., 2., 3.], [5., 4., 3.]];
//! let mu = array![3., 3., 3.]; // one per column of x
//! let sigma = array![2., 1., 4.];
//!
//! let z = bcast!((x .- mu @ (1)) ./ sigma @ (1));
//! assert_eq!(z, array![[-1., -1., 0.], [1., 1., 0.]]);
//!
//! let mut y = array![1., 2., 3.];
//! bcast!(y .+= 10 .* mu); // in place: nothing is allocated
//! assert_eq!(y, array![31., 32., 33.]);
//! ```
//!
//! Ranks are checked by the compiler. `x .- mu` above would not compile: a vector beside a matrix has to say which of
//! its axes it lies along, and the message shows how: `mu @ (1)`. Sizes are checked before the first element is
//! touched, and a misfit is drawn with the operands as you wrote them:
//!
//! ```text
//! bcast!: sizes differ along output axis 1
//!   x          2 3
//!   mu @ (1)   . 4
//!                ^ 4 is neither 3 nor 1
//! ```
//!
//! # The language
//!
//! | | |
//! |---|---|
//! | operators, loosest first | `.\|\|` `.&&` `.== .!= .< .<= .> .>=` `.\|` `.&` `.<< .>>` `.+ .-` `.* ./ .%`, unary `-x !x`, `.^` (power, right-associative) |
//! | chains | `a .< b .<= c` means both, `b` evaluated once |
//! | calls | `f.(x, y)`: a built-in, any path (`f64::powi.(x, 3)`), a closure in parentheses (`(\|v\| v + 1.).(x)`) |
//! | conversions | `f32.(x)`, `u8.(x)`: Rust's `as`; `bool` becomes 0 or 1 |
//! | choice | `if c { a } else { b }` per element and lazy; `select.(c, a, b)` evaluates both |
//! | literals | take the element type beside them: `x .* 2` works for `f32`; nothing else is converted silently |
//! | axis maps | `v @ (1)`: the output axis of each axis of `v`; also on parentheses, and they compose |
//! | assignment | `y .= e`, `y .+= e` .. for every binary operator; the target is read and written in place |
//! | reductions | `sum(x)`, `mean[0](x)`, `sum[0, 2](x)`, `max[1; keep](x)`; `prod min max minimum maximum any all count argmin argmax` likewise |
//! | several | `a .= e1; b .= e2;` and a final `(e1, e2)` run in one pass; `let d = e;` names a fused value |
//! | attributes | `#[numpy]` aligns ranks at the right, `#[serial]` stays on one thread, `#[shape([4, 3])]` gives the output's shape |
//! | all dotted | `bcast!(@. a * x + y.sin())`: every operator and call is dotted |
//!
//! An operand is any Rust expression without dots of this kind: a name, a field, an index, a method call. Each is
//! evaluated once, in source order, before the loop. So is a call of your function whose arguments are numbers alone;
//! beside `v @ (0)` or a reduction it is computed once for each element of these. The built-in functions are those of
//! [`ops`], named as in `std`.
//!
//! # Reductions
//!
//! A reduction has no dot. Over all axes it gives a plain value; over some of them, named in brackets, an array of the
//! others that lines up with what it came from:
//!
//! ```
//! use bcast::{bcast, ndarray::array};
//!
//! let x = array![[1., 5.], [3., 7.]];
//! assert_eq!(bcast!(mean[0](x)), array![2., 6.]);
//! assert_eq!(bcast!(x .- mean[0](x)), array![[-1., -1.], [1., 1.]]);
//! assert_eq!(bcast!(x .- mean[1](x)), array![[-2., 2.], [-2., 2.]]);
//! assert_eq!(bcast!(count(x .> 2)), 3);
//! ```
//!
//! ```text
//!             axis 1 ─▶
//!   axis 0     1.  5.     max[1] ─▶   5.     no axis 1: a value for each row,
//!      │       3.  7.                 7.     along axis 0 beside `x`
//!      ▼
//!              │ mean[0]
//!              ▼
//!              2.  6.                        no axis 0: a value for each column,
//!                                            along axis 1 beside `x`
//! ```
//!
//! A reduction remembers the axes that it has left. Beside operands of the rank that it came from it lies along those;
//! alone, passed on, or beside operands of its own rank it is an array like any other. `max[1; keep](x)` keeps the
//! axis, with size 1. Reductions can be reduced again, named by `let`, and stand beside each other:
//!
//! ```
//! use bcast::{bcast, ndarray::array};
//!
//! let x = array![[1., 5.], [3., 7.]];
//! assert_eq!(bcast!(x .- mean[0](x) .- mean[1](x) .+ mean(x)), array![[0., 0.], [0., 0.]]);
//!
//! let (standard, deviation) = bcast!(
//!     let centred = x .- mean[1](x);
//!     let deviation = sqrt.(mean[1](centred .* centred));
//!     (centred ./ deviation, deviation)
//! );
//! assert_eq!(standard, array![[-1., 1.], [-1., 1.]]);
//! assert_eq!(deviation, array![2., 2.]);
//! assert_eq!(bcast!(max(sum[1](x))), 10.);
//! ```
//!
//! What is reduced is computed on the way, without an array for it. The order of additions depends on the shape alone,
//! not on threads or memory layout: a sum of `n` floats along rows is off by at most `(262 + log2(n / 16384)) * ε / 2`
//! of the sum of magnitudes, across rows by `(64 + log2(n / 64)) * ε / 2`. The elements of [`ops::reduce`] say what can
//! be reduced.
//!
//! # What can be an operand
//!
//! Arrays and views of `ndarray` of any ownership, rank and memory order, with `Copy` elements; slices, `Vec`s and
//! arrays as rank 1; integer ranges in parentheses, `(0..n)`, with no array behind them; numbers and `bool`; values of
//! your own types with [`#[derive(Element)]`](derive@Element); anything else that is one value, wrapped in [`One`]. See
//! [`Operand`] and, for what can be assigned to, [`Target`].
//!
//! # Rules
//!
//! * **Ranks** are equal, or an operand is a single value, or it has an axis map. Arrays of dynamic rank are
//!   checked when the call runs.
//! * **Sizes** fit if they are equal or one of them is 1. A target never grows.
//! * **Results** are `Array<T, D>` of the joined rank, in the memory order of the operands; a plain number if only
//!   plain numbers took part.
//! * **Arithmetic** is Rust's: overflow, division by zero and shifts behave as the operators do in your build; floats
//!   follow IEEE 754. `max` and `min` ignore a NaN, `maximum` and `minimum` propagate it.
//! * **Panics** in your functions propagate; a target then holds a mix of old and new elements, an owned result is
//!   freed.
//!
//! # Features
//!
//! * `rayon` (default): large work is split over the threads of the current rayon pool. Without it every call runs on
//!   the caller's thread, as small calls always do.
//! * `gpu`: `#[gpu(&gpu)]` runs a call on a GPU, see below.
//! * `half`: `f16` of the crate `half`, re-exported here, as elements. Each step is computed as `f32` and rounded to
//!   `f16`, which for `+ - * /` and roots is the same as rounding once; sums, products and means are accumulated as
//!   `f32` and rounded at the end. Integer literals become `f16` beside one; other numbers are written `2.5_f16`.
//! * `complex`: `Complex<f32>` and `Complex<f64>` of the crate `num_complex`, re-exported here, as elements.

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
/// The language is described at the [top of this crate](crate). The value is an array of the joined rank, a plain
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
