//! The built-in functions that the library computes itself, and what they are measured against.
//!
//! Functions run through `bcast!`, so with the vector code of the level in use.

mod error;
mod table;

pub use error::{Float, error};
pub use table::{ONE, One, TWO, Two};
