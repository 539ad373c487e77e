//! Gradients against differences of the formula itself, against dual numbers through plain loops, and at kinks.

#[macro_use]
mod differences;
mod conventions;
mod dual;
mod extended;
mod forms;
mod formulas;
mod look_ups;
mod scans;
mod table;
