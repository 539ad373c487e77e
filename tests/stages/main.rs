//! Calls of several passes: reductions of reductions, results laid beside what they came from.

#[path = "../common/mod.rs"]
mod common;

mod alone;
mod beside_maps;
mod lent;
mod nested;
mod passes;
mod rebroadcast;
mod results;
mod shared_parts;
mod sizes;
mod support;
mod targets;
