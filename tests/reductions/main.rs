//! Reductions, against plain loops and numbers computed by hand.

#[path = "../common/mod.rs"]
mod common;

mod accuracy;
mod basics;
mod determinism;
mod dynamic;
mod empty;
mod evaluation;
mod kept;
mod nested;
mod outcome;
mod passes;
mod rebroadcast;
mod shapes;
mod table;
mod targets;
mod tree;
mod types;
// `waiting.rs` holds what does not compile yet.
