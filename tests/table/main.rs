//! One table of shapes, axis maps and memory layouts, run through every path of the engine.
//!
//! Each row is an expression with its operands' types, ranks and maps, beside the same formula for
//! one element. Every row meets every shape of its rank (`cases.rs`), with sizes 1 in changing
//! places and with each operand in every layout, and takes every path: plain, `#[serial]`, `try_bcast!`,
//! assignment and compound assignment into targets of every layout, with static and with dynamic
//! ranks, outside and inside of thread pools; optimised builds take about half of them (`paths.rs`). The naive
//! broadcaster says what must come out.
//!
//! The environment variable `BCAST_SIMD` forces a SIMD level from outside; the last test prints which one ran.

#[path = "../common/mod.rs"]
mod common;

mod cases;
#[macro_use]
mod paths;
mod far;
mod levels;
mod rows_maps;
mod rows_names;
mod rows_ranks;
mod rows_types;
