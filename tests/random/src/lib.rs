//! What the generated cases need: data, functions to call, the comparison.

mod compare;
mod data;
pub mod plain;
pub mod user;

pub use compare::{Outcome, Sample, is, same};
pub use data::{Fill, Guarded, line, single, stored};
