//! Functions of the user's, as `#[elemental]` describes them.
//!
//! rustc finds what no rule tells: a closure that is never called has a mark for it, and the types of marks are asked.

mod closure;
mod described;
mod slopes;
pub mod unknown;

pub use closure::{ClosureLines, apply1, apply2, apply3, apply4, apply5, apply6, apply7, apply8, told, type_of};
pub use described::{
    CallMark, Called, Description, Elemental, GpuElementary, GpuKnowsDoubles, GpuKnowsNoRecursion, Instance, Mistaken,
    call, tell,
};
pub use slopes::{KnowsDerivativeOnGpu, KnowsSlopes, Named, NamedOnProcessor, Slopes, SlopesOnGpu};
