//! Calls of several passes: reductions of reductions, results laid beside what they came from.

#[path = "../common/mod.rs"]
mod common;

// Ranks, whose formulas optimised builds take minutes to compile: nothing in them depends on what the processor has.
#[cfg(debug_assertions)]
mod alone;
#[cfg(debug_assertions)]
mod beside_maps;
mod in_blocks;
mod lent;
mod nested;
mod passes;
mod rebroadcast;
mod results;
mod shared_parts;
mod sizes;
mod support;
mod targets;
