//! Runs random expressions over vectors on the processor and on a GPU, and fails when one differs from its loops.

use std::process::ExitCode;
use std::sync::LazyLock;

use bcast::{Gpu, GpuError};

static GPU: LazyLock<Result<Gpu, GpuError>> = LazyLock::new(Gpu::new);

/// What the cases name.
#[allow(unused_imports)] // there may be few
mod prelude {
    pub(crate) use bcast::glam::*;
    pub(crate) use bcast::ndarray::{Array, Ix1, Ix2, Ix3, Ix4, s};
    pub(crate) use bcast::vector::{cross, distance, dot, length, normalize};
    pub(crate) use bcast::{One, bcast, elemental, vectors, vectors_mut};
    pub(crate) use bcast_random::vectors::{alike, each, products, put, single_of, whole};
    pub(crate) use std::hint::black_box;
}

#[allow(clippy::all, warnings, unconditional_panic, arithmetic_overflow)]
mod cases {
    include!(concat!(env!("OUT_DIR"), "/vectors.rs"));
}

/// From so many cases on, everything must occur.
const MANY: usize = 100;

fn main() -> ExitCode {
    let often = usize::from(cases::ALL.cases.len() >= MANY);
    let machine = match &*GPU {
        Ok(gpu) => format!("of vectors, on the processor and on {}", gpu.name()),
        Err(error) if std::env::var("BCAST_REQUIRE_GPU").is_ok_and(|wanted| wanted == "1") => {
            println!("the random expressions over vectors did not run: {error}");
            return ExitCode::FAILURE;
        }
        Err(error) => format!("of vectors, on the processor alone, as {error}"),
    };
    bcast_random::run(&cases::ALL, often, &machine)
}
