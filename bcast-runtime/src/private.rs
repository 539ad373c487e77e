//! The names that the expansion of `bcast!` uses. Nothing here is for people.

pub use crate::call::Call;
pub use crate::engine::{run, try_run};
pub use crate::operand::{Leaf, Operand, align, mapped, placed};
pub use crate::ops::call::*;
pub use crate::ops::literal::closed;
pub use crate::rank::{
    At, AtFar, Covered, Fits, FitsMap, FitsMatrix, FitsVector, MapRank, Reaches, ShapeFits, TargetFits, join,
    map_verdict, rank, scalar, target_rank, target_verdict, verdict,
};
pub use crate::simd::Tok;
pub use crate::target::{Goal, Place, Target};
pub use core::primitive::*;
pub use core::result::Result::{self, Err, Ok};
