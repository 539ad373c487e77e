//! The typed side: balanced trees of operands, targets and results, which only kernels see.
//!
//! Operands and how they are read are those of [`operand`](crate::operand); here is what targets and results add.

mod goals;
mod new;
mod writes;

pub(crate) use crate::operand::reads::{AnyAxis, Filled, LastAxis, Reads, Tree, Variant, Within};
pub(crate) use goals::Goals;
pub(crate) use new::New;
pub use new::Stored;
pub(crate) use writes::Writes;
