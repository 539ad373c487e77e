//! Reductions, against plain loops and numbers computed by hand.

#[path = "../common/mod.rs"]
mod common;

mod accuracy;
mod basics;
mod determinism;
mod outcome;
mod rebroadcast;
mod shapes;
mod table;
mod tree;
mod types;
// `waiting.rs` does not compile yet.
