//! The names that the expansion of `bcast!` uses. Nothing here is for people.

pub use crate::call::Call;
pub use crate::engine::{
    Reduce, choose, given, last, part, perhaps, run, run_stages, spared, stage, there, try_run, try_run_stages,
};
pub use crate::operand::{Leaf, Operand, align, mapped, placed, position};
pub use crate::ops::call::*;
pub use crate::ops::literal::closed;
pub use crate::rank::{
    At, AtFar, Beside, Covered, Fits, FitsAxes, FitsMap, FitsMatrix, FitsVector, MapRank, Reaches, ShapeFits,
    TargetFits, around, axes, axes_verdict, join, lined, map_verdict, rank, reduced, scalar, space, target_rank,
    target_verdict, verdict,
};
pub use crate::simd::Tok;
pub use crate::target::{Goal, Place, Target, again, old};
pub use core::primitive::*;
pub use core::result::Result::{self, Err, Ok};
