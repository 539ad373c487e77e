//! Passes: what a call reads and writes, which kernels run for it, over what part of which arrays, with what
//! parameters.
//!
//! It knows shapes and strides, and decides how work is divided; shapes join and axes merge as on the processor. It
//! writes no WGSL and calls no driver: `text` and `device` do, which know nothing of it.

pub(super) mod accumulation;
pub(crate) mod axes;
pub(super) mod cuts;
pub(crate) mod division;
mod filled;
pub(super) mod fuse;
pub(super) mod fusion;
pub(crate) mod gradient;
pub(super) mod item;
mod joined;
pub(crate) mod last;
pub(crate) mod launch;
pub(crate) mod leaf;
pub(crate) mod machine;
pub(crate) mod nest;
mod noted;
pub(crate) mod notes;
pub(crate) mod number;
pub(crate) mod operand;
pub(crate) mod pass;
pub(crate) mod reduction;
pub(crate) mod run;
pub(crate) mod scan;
pub(crate) mod scatter;
pub(crate) mod squares;
pub(crate) mod stage;
pub(crate) mod table;
mod tiles;
pub(crate) mod tree;
pub(crate) mod vectors;
pub(crate) mod way;
