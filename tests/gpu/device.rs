//! The device of all tests.

use std::io::Write;
use std::sync::LazyLock;

use bcast::Gpu;

static GPU: LazyLock<Option<Gpu>> = LazyLock::new(|| match Gpu::new() {
    Ok(gpu) => {
        println!("the GPU of these tests is {}", gpu.name());
        Some(gpu)
    }
    Err(error) if std::env::var("BCAST_REQUIRE_GPU").is_ok_and(|wanted| wanted == "1") => {
        panic!("BCAST_REQUIRE_GPU=1, but: {error}")
    }
    Err(error) => {
        // Not by `eprintln!`, which the harness keeps to itself.
        let _ = writeln!(std::io::stderr(), "\nGPU tests did not run: {error}");
        None
    }
});

pub(crate) fn gpu() -> Option<&'static Gpu> {
    GPU.as_ref()
}

/// The device, or the end of the test.
macro_rules! gpu {
    () => {
        match $crate::device::gpu() {
            Some(gpu) => gpu,
            None => return,
        }
    };
}
