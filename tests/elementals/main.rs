//! Functions with `#[elemental]` on a GPU, compared with themselves on the processor, bit by bit.
//!
//! They run on the best device there is, Mesa's software Vulkan if nothing else; without any they say so and pass,
//! unless `BCAST_REQUIRE_GPU=1` forbids that.

// What can be written is written, and some of it on purpose.
#![allow(clippy::never_loop, clippy::reversed_empty_ranges, clippy::manual_clamp, clippy::identity_op)]
#![allow(clippy::needless_range_loop, clippy::needless_late_init)]

#[macro_use]
#[path = "../gpu/device.rs"]
mod device;
#[macro_use]
mod equal;

mod elements;
#[cfg(feature = "glam")]
mod glam;
mod loops;
mod methods;
mod names;
mod numbers;
mod parts;
mod slangpy;
mod statements;
mod tuples;
mod vectors;
