//! Calls on a place, `#[on(&place)]`: the same bits as without one, for any number of pieces along any axis.

#[path = "../common/mod.rs"]
mod common;

mod apart;
mod both;
mod gradients;
mod handed;
mod out_of_core;
mod ranks;
mod same;
mod slices;
mod wrong;
