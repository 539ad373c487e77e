//! The guide: pages to learn `bcast!` from, and to look things up.
//!
//! | page | what it is for |
//! |---|---|
//! | [`tutorial`] | from an empty folder to fused, reduced and generic programs, in a quarter of an hour |
//! | [`reference`](mod@reference) | the whole language, to look up |
//! | [`axes`] | axes by name, from the end and as values; products of matrices |
//! | [`containers`] | matrices and images of other crates, structure, containers of yours |
//! | [`coming_from_numpy`] | what is written there, and what it is here |
//! | [`coming_from_ndarray`] | `Zip`, `mapv` and the other methods, and what they are here |
//! | [`coming_from_julia`] | dotted calls there and here |
//! | [`gradients`] | derivatives of a formula, from its own text |
//! | [`overflow`] | what integers do where a result does not fit |
//! | [`errors`] | messages of the compiler and errors of a run, with cause and remedy |
//! | [`performance`] | what becomes one loop, what is computed how often, what costs |
//! | [`plans`] | what a call will do, before it runs: `explain!`, with four pictures |
//! | [`gpu`] | the same text on a GPU |
//! | [`larger_than_one_machine`] | the same text over arrays that one memory does not hold: places, ranks of MPI |
//! | [`editors`] | what rust-analyzer knows inside a call, and what it does not |
//! | [`cookbook`] | whole problems as programs to copy: statistics, learning, pictures, physics, finance, data |
//! | [`recipes_for_generic_code`] | functions over any operand, rank and element; structs and traits |
//!
//! Items with pages of their own: [`elemental`](macro@crate::elemental) (functions for both machines),
//! [`vector`] (elements with parts), [`own`] (numbers and reductions of yours),
//! [`slice`](mod@slice), [`lazy!`].
//!
//! The guide exists in the documentation only: a program that uses the crate does not compile it.

pub mod cookbook;

#[allow(unused_imports, reason = "for the links of the pages")]
use crate::*;

/// Where links to pages lead. In the files they lead to files, by definitions at the end: of a name the first
/// definition counts.
macro_rules! links {
    () => {
        "[tutorial]: crate::guide::tutorial
[reference]: crate::guide::reference
[evaluated]: crate::guide::reference#what-is-evaluated-when
[axes]: crate::guide::axes
[containers]: crate::guide::containers
[gradients]: crate::guide::gradients
[overflow]: crate::guide::overflow
[numpy]: crate::guide::coming_from_numpy
[errors]: crate::guide::errors
[performance]: crate::guide::performance
[gpu]: crate::guide::gpu
[larger]: crate::guide::larger_than_one_machine
[generic]: crate::guide::recipes_for_generic_code
"
    };
}

macro_rules! pages {
    ($($name:ident $file:literal)*) => {$(
        #[doc = links!()]
        #[doc = include_str!($file)]
        pub mod $name {}
    )*};
}

pages! {
    tutorial "guide/tutorial.md"
    reference "guide/reference.md"
    axes "guide/axes.md"
    containers "guide/containers.md"
    coming_from_numpy "guide/coming_from_numpy.md"
    coming_from_ndarray "guide/coming_from_ndarray.md"
    coming_from_julia "guide/coming_from_julia.md"
    gradients "guide/gradients.md"
    overflow "guide/overflow.md"
    larger_than_one_machine "guide/larger_than_one_machine.md"
    errors "guide/errors.md"
    performance "guide/performance.md"
    recipes_for_generic_code "guide/recipes_for_generic_code.md"
    editors "guide/editors.md"
}

#[doc = links!()]
#[doc = include_str!("guide/plans.md")]
///
/// # A fused formula
///
/// `(x .- mu @ (1)) ./ sqrt.(mu .+ 1) @ (1)`: `x` of 2048x2048 is read once. The root is computed before, for each
/// column alone.
///
#[doc = include_str!("guide/pictures/map.svg")]
///
/// # Softmax of rows
///
/// `p .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))`: three passes, eight rows at a time. `x` comes from
/// memory once, and the exponentials stay in the cache.
///
#[doc = include_str!("guide/pictures/softmax.svg")]
///
/// # A product of matrices
///
/// `maximum.(sum[k](x @ (i, k) .* w @ (k, j)) .+ bias @ (j), 0)`: one product, and one pass over its result.
///
#[doc = include_str!("guide/pictures/contraction.svg")]
///
/// # An operand that lies the other way
///
/// `x .+ x.t()`: it is turned round tile by tile, in scratch.
///
#[doc = include_str!("guide/pictures/transposed.svg")]
pub mod plans {}

#[cfg(feature = "gpu")]
pages! {
    gpu "guide/gpu.md"
}

/// Calls on a GPU. The page is in the documentation of the feature: `cargo doc -p bcast --features gpu --open`.
#[cfg(not(feature = "gpu"))]
pub mod gpu {}
