//! How often, when and where things are evaluated: operands, functions, panics, threads.

mod calls;
mod control_flow;
mod generic;
mod hygiene;
mod numbers;
mod operands;
mod parts;
mod patterns;
mod sharing;
mod threads;
