//! What the dotted operators and built-in functions do to one element.
//!
//! Each is a trait called by path, with the result as a type *parameter*: so a pair of types that does not go together
//! is one error, in our words, at the user's token. The first operand comes last, as `Self`: when rustc looks for the
//! implementation it then knows the other types already, and can name them. The operators are blanket implementations
//! over `std::ops`: whatever your types implement there works in `bcast!`.

mod arithmetic;
pub(crate) mod call;
mod compare;
mod components;
mod convert;
pub mod fold;
mod functions;
#[cfg(feature = "gpu")]
pub mod gpu;
#[cfg(feature = "half")]
pub(crate) mod half;
pub(crate) mod literal;
pub mod logic;
mod look_up;
mod number;
pub mod own;
mod power;
pub mod reduce;
pub mod scan;

pub use arithmetic::{
    BitAnd, BitOr, BitXor, Divide, Minus, Negate, Not, Plus, Remainder, ShiftLeft, ShiftRight, Store, Times,
};
pub use compare::{Condition, Equal, Ordered};
pub use convert::Convert;
pub use functions::*;
pub use literal::Adopt;
#[cfg(feature = "gpu")]
pub(crate) use look_up::check_indices;
#[doc(hidden)]
pub use look_up::look_up;
pub use look_up::{Index, LookUp};
pub use power::{LiteralPower, NegativePower, Power};
