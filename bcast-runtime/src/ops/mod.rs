//! What the dotted operators and built-in functions do to one element.
//!
//! Each is a trait called by path, with the result as a type *parameter*: so a pair of types that does not go together
//! is one error, in our words, at the user's token. The first operand comes last, as `Self`: when rustc looks for the
//! implementation it then knows the other types already, and can name them. The operators are blanket implementations
//! over `std::ops`: whatever your types implement there works in `bcast!`.
//!
//! In generic code they are bounds: `T: Copy + Send + Sync + Exp<T>` for `exp.(x)`. Each page says for which arguments
//! there is a result, what infinities, zeros and NaN give, and how large the error is, in units in the last place
//! (ULP): half a unit is the least that there can be. *Floats* are `f32` and `f64`, with the feature `half` also `f16`,
//! which is computed as `f32` and rounded once more; with the feature `complex`, `Complex` has roots, `exp`, `exp2`,
//! `ln`, `log2`, `log10`, trigonometric and hyperbolic functions with their inverses, `recip` and `abs`, as the crate
//! `num-complex` computes them. Integers are converted first: `exp.(f64.(n))`.
//!
//! ```
//! use bcast::{bcast, ndarray::{Array1, array}, ops::{Adopt, Exp}};
//! use std::ops::{Add, Div, Neg};
//!
//! fn logistic<T>(x: &Array1<T>) -> Array1<T>
//! where
//!     T: Copy + Send + Sync + Neg<Output = T> + Add<Output = T> + Div<Output = T> + Exp<T> + Adopt<1>,
//! {
//!     bcast!(1 ./ (1 .+ exp.(-x)))
//! }
//!
//! assert_eq!((logistic(&array![0.0_f32]), logistic(&array![0.0_f64])), (array![0.5], array![0.5]));
//! ```
//!
#![doc = include_str!("../math/README.md")]

mod arithmetic;
pub(crate) mod call;
mod checks;
mod compare;
mod components;
mod convert;
mod differentiable;
pub mod fold;
mod functions;
#[cfg(feature = "gpu")]
pub mod gpu;
#[cfg(feature = "half")]
pub(crate) mod half;
pub(crate) mod literal;
pub mod logic;
mod look_up;
pub(crate) mod modes;
mod number;
pub(crate) mod overflow;
pub mod own;
mod power;
pub mod reduce;
pub mod scan;

pub use arithmetic::{
    BitAnd, BitOr, BitXor, Divide, Minus, Negate, Not, Plus, Remainder, ShiftLeft, ShiftRight, Store, Times,
};
pub use call::{dotted_expression, lazy_expression};
pub use compare::{Alike, Condition, Equal, Ordered};
pub use convert::Convert;
pub use differentiable::Differentiable;
pub use functions::*;
pub use literal::Adopt;
#[cfg(feature = "gpu")]
pub(crate) use look_up::check_indices;
pub use look_up::{Index, LookUp};
#[doc(hidden)]
pub use look_up::{find, look_up, look_up_checked};
pub use modes::{checked, saturating, wrapping};
pub use power::{LiteralPower, NegativePower, Power};
