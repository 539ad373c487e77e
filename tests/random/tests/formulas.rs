//! Runs random formulas, and fails when one differs from the specification. `cargo run -p bcast-random --example hunt`
//! does so with those that compile, whatever the others do.

use std::process::ExitCode;

#[cfg(feature = "gpu")]
static GPU: std::sync::LazyLock<Result<bcast::Gpu, bcast::GpuError>> = std::sync::LazyLock::new(bcast::Gpu::new);

#[path = "../../common/pieces.rs"]
#[cfg_attr(feature = "gpu", allow(dead_code))] // the programs run elsewhere
mod pieces;

/// What the programs name.
#[allow(unused_imports, dead_code)] // there may be none, and they may run elsewhere
mod prelude {
    pub(crate) use bcast::ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};
    pub(crate) use bcast::{bcast, from_shape_fn, lazy, try_bcast};
    pub(crate) use bcast_random::{Args, Out, cut};

    pub(crate) use super::pieces::Pieces;

    /// The device of the programs that run on one.
    #[cfg(feature = "gpu")]
    pub(crate) fn gpu() -> &'static bcast::Gpu {
        super::GPU.as_ref().expect("there is one, or the programs do not run")
    }
}

#[allow(clippy::all, unused)]
mod formulas {
    include!(concat!(env!("OUT_DIR"), "/formulas/all.rs"));
}

fn main() -> ExitCode {
    #[cfg(feature = "gpu")]
    if let Err(error) = &*GPU {
        println!("the random formulas did not run: {error}");
        let required = std::env::var("BCAST_REQUIRE_GPU").is_ok_and(|wanted| wanted == "1");
        return ExitCode::from(u8::from(required));
    }
    bcast_random::run_programs(formulas::ALL)
}
