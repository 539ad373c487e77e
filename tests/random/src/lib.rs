//! What the generated cases need: data, functions to call, the comparison.

mod compare;
mod data;
mod nearby;
mod off;
pub mod plain;
mod report;
pub mod user;

pub use compare::{Outcome, Sample, is, part, same};
pub use data::{Fill, Guarded, line, single, stored};
pub use nearby::Nearby;
pub use report::{Cases, run};
