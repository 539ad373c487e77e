//! `#[structured]`: results and targets with the structure that types prove, beside the dense formula.

mod bits;
mod functions;
mod matrices;
mod messages;
mod own;
mod steps;
mod targets;
