//! Functions with `#[elemental]` on a GPU, compared with themselves on the processor, bit by bit.
//!
//! They run on the best device there is, Mesa's software Vulkan if nothing else; without any they say so and pass,
//! unless `BCAST_REQUIRE_GPU=1` forbids that.

#[macro_use]
#[path = "../gpu/device.rs"]
mod device;
#[macro_use]
mod equal;

mod elements;
mod loops;
mod methods;
mod names;
mod numbers;
mod parts;
mod slangpy;
mod statements;
