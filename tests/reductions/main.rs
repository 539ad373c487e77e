//! Reductions, against plain loops and numbers computed by hand.

#[path = "../common/mod.rs"]
mod common;

mod accuracy;
mod alike;
mod basics;
mod composed;
mod determinism;
mod dynamic;
mod fold;
mod handed_on;
mod kept;
mod outcome;
mod shapes;
mod table;
mod tree;
mod types;
