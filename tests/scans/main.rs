//! Running results along an axis: `cumsum`, `cumprod`, `cummax`, `cummin`.

#[path = "../common/mod.rs"]
mod common;

mod formulas;
mod given;
mod lines;
mod table;
mod targets;
