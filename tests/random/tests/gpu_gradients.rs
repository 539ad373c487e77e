//! Random formulas: value and gradients on a GPU beside the processor's.

use std::sync::LazyLock;

use bcast::{Gpu, GpuError};

#[path = "../../gpu/near.rs"]
mod near;

static GPU: LazyLock<Result<Gpu, GpuError>> = LazyLock::new(Gpu::new);

/// The GPU, unless there is none and none is wanted.
fn gpu() -> Option<&'static Gpu> {
    match &*GPU {
        Ok(gpu) => Some(gpu),
        Err(error) if std::env::var("BCAST_REQUIRE_GPU").is_ok_and(|wanted| wanted == "1") => panic!("{error}"),
        Err(error) => {
            println!("did not run: {error}");
            None
        }
    }
}

macro_rules! same {
    ([$($of:ident),+] $($body:tt)+) => {
        if let Some(gpu) = gpu() {
            let have = try_bcast!(#[gpu(gpu)] #[grad($($of),+)] $($body)+);
            let have = have.unwrap_or_else(|error| panic!("{error}"));
            have.near(bcast!(#[grad($($of),+)] $($body)+), 2e-3, stringify!($($body)+));
        }
    };
}

// There may be few, and functions are written by a program.
#[allow(unused_imports, unused_parens, unused_variables, unused_assignments, clippy::all)]
mod formulas {
    use super::gpu;
    use super::near::Near;
    use bcast::ndarray::{Array, Array3, array};
    use bcast::{bcast, try_bcast};
    use bcast_random::unless_stretched;

    include!(concat!(env!("OUT_DIR"), "/gpu_gradients.rs"));
}
