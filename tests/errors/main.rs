//! Errors at run time: how they are drawn, what they carry, and when and where they come.

mod drawings;
mod facts;
mod limits;
#[cfg(debug_assertions)]
mod overflow;
mod panics;
