//! How often, when and where things are evaluated: operands, functions, panics, threads.

mod calls;
mod control_flow;
mod generic;
mod hygiene;
mod numbers;
mod operands;
mod panics;
mod parts;
mod sharing;
mod threads;
