//! Functions of the user's, as `#[elemental]` describes them.
//!
//! rustc finds what no rule tells: a closure that is never called has a mark for it, and the types of marks are asked.

mod described;
mod value;

pub(crate) use described::Instance;
pub use described::{
    CallMark, Called, Description, Elemental, GpuElementary, GpuKnowsNoRecursion, Mistaken, call, description,
};
pub(crate) use value::{Constant, FIELDS};
pub use value::{GpuValue, Mark, Of, Parts, Ty};
