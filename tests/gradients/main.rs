//! Gradients against differences of the formula itself, and at kinks.

#[macro_use]
mod differences;
mod bodies;
mod conventions;
mod exchanged;
mod extended;
mod forms;
mod formulas;
mod functions_of_yours;
mod given_axes;
mod joined;
mod look_ups;
mod means;
mod running_extremes;
mod scans;
mod table;
