//! Containers that say where their elements are zero, or pack them: as operands they are read as the dense arrays that
//! they stand for, without such an array. On a GPU they are copied to the device, as what is computed is.

mod banded;
mod bits;
mod dense;
pub(crate) mod kind;
mod lend;
mod rows;
mod triangle;

pub use banded::{Banded, Bidiagonal, Diagonal, LowerBidiagonal, SymTridiagonal, Tridiagonal};
pub use bits::Bits;
pub use kind::{
    Assign, Dense, Diagonals, Finish, FitsInto, Literal, Logic, LowerTriangle, Misfit, Packed, Plain, Portioned,
    Portions, Progress, Refilled, Rule, Structured, Symmetric, UpperTriangle, Whole, op,
};
pub use lend::{Line, LineMut, Square, SquareMut};
pub use rows::Elements;
pub use triangle::{Lower, Upper};
