// Where links of the README lead to here: of a name the first definition counts, and its own come last.
//! [guide]: guide
//! [tutorial]: guide::tutorial
//! [reference]: guide::reference
//! [cookbook]: guide::cookbook
//! [numpy]: guide::coming_from_numpy
//! [from-ndarray]: guide::coming_from_ndarray
//! [julia]: guide::coming_from_julia
//! [errors]: guide::errors
//! [performance]: guide::performance
//! [generic]: guide::recipes_for_generic_code
//! [gpu]: guide::gpu
#![doc = include_str!("../README.md")]
//!
//! # Where to find what
//!
//! * The macros: [`bcast!`], and [`try_bcast!`], which returns a [`BroadcastError`] instead of panicking; [`lazy!`] and
//!   [`try_lazy!`], which make an operand of an expression.
//! * What can be read is an [`Operand`], what can be assigned to a [`Target`]. [`from_shape_fn`], [`linspace`] and
//!   [`steps`] are arrays that are computed and take no memory. [`One`] passes a value whole;
//!   [`#[derive(Element)]`](derive@Element) makes a type of yours a plain scalar.
//! * [`Broadcast`] bounds operands in generic functions.
//! * [`ops`] has the traits of operators and functions, [`ops::reduce`] what can be reduced, and [`rank`] how ranks
//!   join: bounds for generic code, and the names in messages of the compiler.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod guide;

pub use bcast_macros::{Element, GpuElement};
pub use bcast_runtime::{
    Broadcast, BroadcastError, Elem, Element, Ends, FromArray, FromShapeFn, Goal, Leaf, Linear, LinearFloat, Linspace,
    One, Operand, OperandShape, Sizes, Steps, Stored, Target, explain, into, ndarray, ops, rank, simd_level, structure,
    vectors, vectors_mut,
};

#[cfg(feature = "faer")]
pub use bcast_runtime::faer;
#[cfg(feature = "glam")]
pub use bcast_runtime::glam;
#[cfg(feature = "half")]
pub use bcast_runtime::half;
#[cfg(feature = "image")]
pub use bcast_runtime::image;
#[cfg(feature = "nalgebra")]
pub use bcast_runtime::nalgebra;
#[cfg(feature = "complex")]
pub use bcast_runtime::num_complex;
#[cfg(feature = "gpu")]
pub use bcast_runtime::{
    Gpu, GpuArray, GpuDevice, GpuElement, GpuError, GpuGoal, GpuLeaf, GpuLookUp, GpuMemory, GpuMemoryUse, GpuNumber,
    GpuOperand, GpuOptions, GpuTarget, GpuView, GpuViewMut, HostArray, PowerPreference, wgpu,
};

#[doc = include_str!("elementals.md")]
pub use bcast_macros::elemental;
#[doc = include_str!("vectors.md")]
pub use bcast_runtime::vector;

/// rustc prints names without their modules where these can be reached.
#[cfg(feature = "gpu")]
#[doc(hidden)]
pub use __private::elemental::{
    FunctionWithoutElemental, GpuElementary, GpuHasOperators, GpuHasSums, GpuKnowsDoubles, GpuKnowsFunction,
    GpuKnowsNoRecursion, GpuValue, KnowsDerivativeOnGpu, SlopesOnGpu,
};
#[doc(hidden)]
pub use __private::without_derivative::{
    FunctionWithoutDerivative, KnowsDerivative, of1::WithoutDerivative1, of2::WithoutDerivative2,
    of3::WithoutDerivative3, of4::WithoutDerivative4,
};

/// The discrete cosine transform of a signal, by its matrix, which is nowhere:
///
/// ```
/// use bcast::{bcast, from_shape_fn, ndarray::array};
/// use std::f64::consts::PI;
///
/// let x = array![1., 2., 3., 4.];
/// let n = x.len();
/// let matrix = from_shape_fn((n, n), |(k, i)| (PI * (i as f64 + 0.5) * k as f64 / n as f64).cos());
/// let transformed = bcast!(sum[1](matrix .* x @ (1)));
/// assert!((transformed[0] - 10.).abs() < 1e-12 && transformed[2].abs() < 1e-12);
/// ```
pub use bcast_runtime::from_shape_fn;

/// A function on a grid, whose axes take no memory:
///
/// ```
/// use bcast::{bcast, linspace};
///
/// let hill = bcast!(exp.(-linspace(-2.0..=2.0, 5) @ (0) .^ 2 .- linspace(-1.0..=1.0, 3) @ (1) .^ 2));
/// assert_eq!((hill.dim(), hill[[2, 1]]), ((5, 3), 1.));
/// ```
pub use bcast_runtime::linspace;

/// Multiplication by a ramp:
///
/// ```
/// use bcast::{bcast, ndarray::array, steps};
///
/// let x = array![2., 2., 2.];
/// assert_eq!(bcast!(x .* steps(1.0, 0.25, 3)), array![2., 2.5, 3.]);
/// assert_eq!(bcast!(steps(10_u8, 5, 4) .+ 0), array![10, 15, 20, 25]);
/// ```
pub use bcast_runtime::steps;

#[doc = include_str!("own.md")]
pub use bcast_runtime::own;

/// A step of the five-point heat equation, from `u` into the inside of `next`, is one line:
///
/// ```
/// use bcast::{bcast, ndarray::Array2};
///
/// let u = Array2::from_shape_fn((5, 6), |(i, j)| (i * i + 2 * j) as f64);
/// let mut next = u.clone();
/// bcast!(next[1..-1, 1..-1] .= u[1..-1, 1..-1] .* 0.5
///     .+ 0.125 .* (u[..-2, 1..-1] .+ u[2.., 1..-1] .+ u[1..-1, ..-2] .+ u[1..-1, 2..]));
/// assert_eq!(next[[1, 1]], u[[1, 1]] + 0.25); // an eighth of the second difference, which is 2
/// ```
///
/// Entries are those of `ndarray`'s [`s!`](ndarray::s): `a..b`, `a..b;step`, or one index, which drops its axis. A
/// negative step goes through its range from the end. The bounds of a range may be of different integer types, and
/// `..=-1` reaches the end. An entry out of range panics, as an index does. An index that is one plain expression,
/// `x[i]`, is Rust's own, and so are all in the arguments of an undotted call.
///
/// An array type of your own is sliced, and looked up in by `at.`, when it lends a view of all of it:
///
/// ```
/// use bcast::{bcast, ndarray::{Array2, ArrayView2, array}, slice::Slice};
///
/// struct Image(Array2<u8>);
/// impl Slice for Image {
///     type Whole<'a> = ArrayView2<'a, u8>;
///     fn whole(&self) -> ArrayView2<'_, u8> {
///         self.0.view()
///     }
/// }
///
/// let image = Image(array![[1, 2], [3, 4]]);
/// assert_eq!(bcast!(image[.., 0] .* 2 .+ at.(image, 1, 1)), array![6, 10]);
/// ```
pub use bcast_runtime::slice;

/// Places: where a call runs that is cut into pieces, `bcast!(#[on(&place)] ..)`. The guide explains them:
/// [larger than one machine](crate::guide::larger_than_one_machine).
pub mod place {
    pub use bcast_runtime::Block;
    pub use bcast_runtime::parts::{Apart, Everywhere, OnOperand, OnTarget};
    pub use bcast_runtime::place::*;
}

#[doc(hidden)]
pub mod __private {
    pub use bcast_macros::expand;
    pub use bcast_runtime::private::*;
}

#[doc(hidden)]
pub use bcast_runtime::rank::Scalar;

#[doc = include_str!("bcast.md")]
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

/// The expression as a value: an operand that borrows what it is made of and has no memory.
///
/// Nothing is computed when it is made, but for its shape. Whoever reads it, [`bcast!`] or another `lazy!`, computes it
/// element by element in its own loop, as if the formula stood there. So it can be named, returned by functions, read
/// twice, mapped, `a @ (0)`, and reduced, and none of this makes an array.
///
/// ```
/// use bcast::{Broadcast, bcast, lazy, ndarray::{Array2, Ix2, array}};
///
/// fn centred(x: &Array2<f64>) -> impl Broadcast<Ix2, Elem = f64> + '_ {
///     lazy!(x .- mean[0](x))
/// }
///
/// let x = array![[1., 2.], [3., 6.]];
/// let variance = bcast!(mean[0](centred(&x) .^ 2)); // no array but the result
/// assert_eq!(variance, array![1., 4.]);
///
/// let (a, b) = (array![1., 2., 3.], array![10., 20., 30., 40.]);
/// let table = lazy!((a @ (0) .+ b @ (1)) ./ 10);
/// assert_eq!(bcast!(max[1](table)), array![4.1, 4.2, 4.3]);
/// ```
///
/// * **It borrows.** Names, fields and elements are borrowed, numbers and views copied; anything else, such as `x.t()`,
///   `f(x)` or `{ a }`, moves into it, and so do variables that closures inside capture.
/// * **It is an [`Operand`]** of the joined rank. Functions take it as `&impl Broadcast<Ix2, Elem = f64>`, which arrays
///   are, too. It has no names for its axes, whatever names they have inside: `a @ (i, k)` gives new ones.
/// * **Computed when it is made** are reductions inside, and parts that cost and have fewer axes than the whole, such
///   as `exp.(v) @ (1)`: it keeps their results. All else is computed for each element of each reader. Where it costs,
///   and is read often or along more axes than it has, an array is faster: `let y = bcast!(a .+ 0)`.
/// * **One expression**: assignments, `let`s and tuples are refused. It does not run on a GPU, whose kernels are made
///   of one call: a call there that reads it says so.
///
/// # Panics
///
/// When the shapes do not fit, at the line where it is made, with the text that [`bcast!`] would have. Beside others it
/// is one operand, and [`bcast!`] says what does not fit.
#[macro_export]
macro_rules! lazy {
    ($($body:tt)*) => { $crate::__private::expand! { [$crate] lazy $($body)* } };
}

/// The expression as a value, or why the shapes do not fit.
///
/// As [`lazy!`], but the value is a `Result<_, BroadcastError>`.
///
/// ```
/// use bcast::{bcast, ndarray::array, try_lazy};
///
/// let (x, y) = (array![1, 2, 3], array![1, 2]);
/// assert_eq!(try_lazy!(x .+ y).err().unwrap().to_string(), "\
/// try_lazy!: sizes differ along output axis 0
///   x    3
///   y    2
///        ^ 2 is neither 3 nor 1");
/// let doubled = try_lazy!(x .* 2)?;
/// assert_eq!(bcast!(sum(doubled)), 12);
/// # Ok::<(), bcast::BroadcastError>(())
/// ```
///
/// # Errors
///
/// When the shapes do not fit, or a reduction inside has no value.
#[macro_export]
macro_rules! try_lazy {
    ($($body:tt)*) => { $crate::__private::expand! { [$crate] try_lazy $($body)* } };
}

/// What [`bcast!`] would do with these operands: a [`Plan`](explain::Plan).
///
/// It takes what [`bcast!`] takes. Operands are evaluated, as their sizes and memory decide; then the engine takes the
/// decisions that the call would take, and says them. No element is read, no target is written, no function of yours is
/// called, and no result gets memory.
///
/// ```
/// use bcast::explain::Route;
/// use bcast::ndarray::{Array1, Array2};
/// use bcast::{bcast, explain};
///
/// let (x, mu) = (Array2::<f32>::zeros((2000, 1000)), Array1::<f32>::ones(1000));
/// let plan = explain!(#[serial] (x .- mu @ (1)) ./ 2);
/// assert_eq!(plan.passes().len(), 1);
/// assert_eq!((plan.reads("x"), plan.reads("mu")), (1, 1));
/// assert_eq!((plan.route(), plan.allocates()), (Route::Planned, 8_000_000));
///
/// // As text, it begins with a line about this machine.
/// let text = plan.to_string();
/// let (_, text) = text.split_once('\n').unwrap();
/// assert_eq!(text, "\
/// moves 16.0 MB, which it has to; allocates 8.0 MB
///   0   (x .- mu @ (1)) ./ 2
///       over     2000x1000
///       by       a plan, row by row
///       reads    x, 8.0 MB
///       reads    mu @ (1), 4.0 kB, each element 2000 times
///       writes   result, 8.0 MB");
///
/// // A test that a formula stays fused: softmax goes through `x` once, block by block, and allocates nothing large.
/// let mut p = x.clone();
/// let plan = explain!(p .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
/// assert_eq!((plan.passes().len(), plan.reads("x"), plan.writes("p")), (3, 1, 1));
/// assert!(plan.allocates() < 100_000 && plan.bytes() < plan.least_bytes() + 100_000);
/// ```
///
/// A pass that would only hand on what an earlier one writes is none: `bcast!(sum[0](x))` is one pass. What decides is
/// the machine (threads, SIMD level), the build (with debug assertions, threads and blocks begin with fewer elements)
/// and the pool of threads in which the macro stands. Bits of results do not depend on any of these but as
/// [`bcast!`] says.
///
/// With `#[gpu(&gpu)]` the plan says which kernels run, over how many workgroups, what is copied to the device, the
/// memory that is taken there, and whether kernels are compiled first. Nothing is copied, taken or compiled for it:
///
/// ```
/// # #[cfg(feature = "gpu")]
/// # fn main() -> Result<(), bcast::GpuError> {
/// use bcast::{Gpu, explain, ndarray::{Array1, Array2}};
///
/// # if Gpu::new().is_err() { return Ok(()) } // where there is none
/// let gpu = Gpu::new()?;
/// let (x, mu) = (gpu.upload(&Array2::<f32>::zeros((80, 90)))?, Array1::<f32>::zeros(90));
/// let plan = explain!(#[gpu(&gpu)] exp.(x .- mu @ (1)));
/// assert_eq!((plan.kernels().count(), plan.compiles(), plan.uploads()), (1, 1, 360));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "gpu"))]
/// # fn main() {}
/// ```
///
/// With `#[on(&place)]` it gives what [the place says](crate::guide::plans#on-a-place) of the call.
///
/// With `#[structured]` it has the kind of the result, and the passes of each portion that is computed:
///
/// ```
/// use bcast::{explain, ndarray::array, structure::Diagonal};
///
/// let (d, m) = (Diagonal::new(array![1., 2.]), array![[5., 6.], [7., 8.]]);
/// let plan = explain!(#[structured] d .* m);
/// assert_eq!((plan.kind(), plan.portions(), plan.passes()[0].len()), (Some("Diagonals<0, 0>"), 1, 2));
/// ```
///
/// # Panics
///
/// As [`bcast!`], when shapes do not fit; [`try_explain!`] returns the error.
#[macro_export]
macro_rules! explain {
    ($($body:tt)*) => { $crate::__private::expand! { [$crate] explain $($body)* } };
}

/// What [`try_bcast!`] would do with these operands, or why the shapes do not fit.
///
/// As [`explain!`], but the value is a `Result<Plan, BroadcastError>`.
///
/// ```
/// use bcast::ndarray::{Array1, Array2};
/// use bcast::try_explain;
///
/// let (x, mu) = (Array2::<f32>::zeros((300, 200)), Array1::<f32>::zeros(200));
/// assert_eq!(try_explain!(x .- mu @ (1))?.passes().len(), 1);
/// assert_eq!(try_explain!(x .- mu @ (0)).unwrap_err().to_string(), "\
/// try_explain!: sizes differ along output axis 0
///   x           300 200
///   mu @ (0)    200   .
///                 ^ 200 is neither 300 nor 1");
/// # Ok::<(), bcast::BroadcastError>(())
/// ```
///
/// # Errors
///
/// Those of [`try_bcast!`] that are found before anything is computed: shapes that do not fit, reductions that have no
/// value; on a GPU also what it cannot do, and arrays that are too large for it.
#[macro_export]
macro_rules! try_explain {
    ($($body:tt)*) => { $crate::__private::expand! { [$crate] try_explain $($body)* } };
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
/// assert!(text.contains("@compute @workgroup_size("));
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
