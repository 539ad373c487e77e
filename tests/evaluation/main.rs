//! How often, when and where things are evaluated: operands, functions, panics, threads.

mod control_flow;
mod generic;
mod hygiene;
mod operands;
mod panics;
mod parts;
mod threads;
