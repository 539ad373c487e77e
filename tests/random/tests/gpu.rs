//! Runs random cases on a GPU and on the processor, and fails when one differs from its loops.

use std::process::ExitCode;
use std::sync::LazyLock;

use bcast::{Gpu, GpuError};

static GPU: LazyLock<Result<Gpu, GpuError>> = LazyLock::new(Gpu::new);

/// What the cases name.
mod prelude {
    pub(crate) use bcast::ndarray::{Array, ArrayD, CowArray, Ix0, Ix1, Ix2, Ix3, Ix4, IxDyn};
    use bcast::ndarray::{ArrayBase, Data, Dimension};
    use bcast::{Gpu, GpuArray, GpuElement};
    pub(crate) use bcast::{One, bcast, try_bcast};
    pub(crate) use bcast_random::{Fill, Guarded, Nearby, is, line, plain, same, single, stored};
    pub(crate) use std::hint::black_box;

    pub(crate) fn gpu() -> &'static Gpu {
        super::GPU.as_ref().expect("there is one, or the cases do not run")
    }

    pub(crate) fn upload<S: Data<Elem: GpuElement>, D: Dimension>(array: &ArrayBase<S, D>) -> GpuArray<S::Elem, D> {
        gpu().upload(array).expect("room on the device")
    }
}

#[allow(clippy::all, unused, unconditional_panic, arithmetic_overflow)]
mod cases {
    include!(concat!(env!("OUT_DIR"), "/gpu.rs"));
}

fn main() -> ExitCode {
    match &*GPU {
        Ok(gpu) => bcast_random::run(&cases::ALL, 0, &format!("on {}", gpu.name())),
        Err(error) => {
            println!("the random expressions did not run: {error}");
            let required = std::env::var("BCAST_REQUIRE_GPU").is_ok_and(|wanted| wanted == "1");
            ExitCode::from(u8::from(required))
        }
    }
}
