//! Calls on a GPU, compared with the processor and with index arithmetic.
//!
//! The tests of kernels' texts need no device. The others run on the best one there is, Mesa's software Vulkan if
//! nothing else; without any they say so and pass, unless `BCAST_REQUIRE_GPU=1` forbids that.

#[path = "../common/mod.rs"]
mod common;
#[macro_use]
mod device;
#[macro_use]
mod both;
#[macro_use]
mod same;

mod arrays;
mod calls;
mod computed;
mod containers;
mod faults;
mod floors;
mod functions;
mod gradients;
mod halves;
mod helpers;
mod interop;
mod language;
mod limits;
mod look_ups;
mod loss;
mod memory;
mod mixed;
mod narrow;
mod near;
mod order;
mod overflow;
mod reductions;
mod rows;
mod scan_gradients;
mod scans;
mod scatter;
mod slopes;
mod sums;
mod table;
mod texts;
mod tiles;
mod views;
