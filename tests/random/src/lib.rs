//! What the generated cases need: data, functions to call, the comparison.

pub mod checked;
mod compare;
mod data;
#[allow(dead_code)] // `build.rs` writes programs, this runs them
#[path = "../formulas/mod.rs"]
mod formulas;
mod nearby;
mod off;
mod overflow;
pub mod plain;
mod program;
mod programs;
mod report;
pub mod user;
#[cfg(feature = "gpu")]
pub mod vectors;

pub use compare::{Dense, Outcome, Sample, dense, is, part, same};
pub use data::{Fill, Guarded, line, single, stored};
pub use nearby::Nearby;
pub use program::{Args, Call, Out, Real, apart, cut};
pub use programs::{described, form, is_for_refusal, is_refused_with, run_programs, simpler};
pub use report::{Cases, run, unless_stretched};

/// Has numbers be what they are everywhere: for a trait `Everywhere` beside it, whose function `everywhere` gives all
/// of what a call gives on a place. Packages outside say it for types of others, so the trait is theirs.
#[macro_export]
macro_rules! numbers_are_everywhere {
    ($($number:ident)*) => {$(
        impl Everywhere for $number {
            type Whole = $number;
            fn everywhere(&self) -> $number {
                *self
            }
        }
    )*};
}
