//! Calls over arrays of Zarr, beside the same calls in memory.

mod arrays;
mod broken;
mod common;
mod killed;
mod limits;
mod memory;
mod overlap;
mod same;
mod slices;
