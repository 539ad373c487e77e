//! `explain!` says what calls do: by hand, and beside calls that run.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "gpu")]
#[macro_use]
#[path = "../gpu/device.rs"]
mod device;

mod allocations;
#[cfg(all(feature = "gpu", debug_assertions))]
mod gpu;
#[cfg(feature = "rayon")]
mod gradients;
mod nothing;
mod passes;
mod pictures;
#[cfg(debug_assertions)]
mod routes;
mod structured;
mod texts;

use common::counting::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;
