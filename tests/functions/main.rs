//! Built-in functions against `std` and against mpmath, and functions of the user's own.

#[path = "../common/mod.rs"]
mod common;

mod golden;
mod one_argument;
mod own;
mod several_arguments;
mod special_values;
