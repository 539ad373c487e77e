//! Calls on a place, `#[on(&place)]`: the same bits as without one, for any number of pieces along any axis.

#[path = "../common/mod.rs"]
mod common;

mod apart;
mod handed;
mod ranks;
mod same;
mod slices;
mod stored;
mod wrong;
