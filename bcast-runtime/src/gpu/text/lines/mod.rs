//! Functions of the user's as text: lines of steps become functions in WGSL.

mod body;
mod functions;
mod line;
mod names;
mod slopes;
mod trace;

pub(crate) use functions::{Functions, scalars};
