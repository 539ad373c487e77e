//! Runs random cases on a GPU and on the processor, and fails when one differs from its loops.

use std::process::ExitCode;
use std::sync::LazyLock;

use bcast::{Gpu, GpuError, wgpu};

static GPU: LazyLock<Result<Gpu, GpuError>> = LazyLock::new(|| {
    // `BCAST_RANDOM_BINDING=1024`: kernels bind so many bytes of each array at most.
    let binding = std::env::var("BCAST_RANDOM_BINDING").ok().map(|bytes| bytes.parse().expect("a number of bytes"));
    let lower = move |limits: &mut wgpu::Limits| {
        limits.max_storage_buffer_binding_size = binding.unwrap_or(u64::MAX).min(limits.max_storage_buffer_binding_size)
    };
    Gpu::options().limits(lower).open()
});

/// What the cases name.
mod prelude {
    pub(crate) use bcast::ndarray::{Array, ArrayD, CowArray, Ix0, Ix1, Ix2, Ix3, Ix4, IxDyn, s};
    use bcast::ndarray::{ArrayBase, Data, Dimension, Slice};
    use bcast::{Gpu, GpuArray, GpuElement};
    pub(crate) use bcast::{One, bcast, try_bcast};
    use bcast_random::Sample;
    pub(crate) use bcast_random::{Fill, Guarded, Nearby, is, line, part, plain, same, single, stored};
    pub(crate) use std::hint::black_box;

    pub(crate) fn gpu() -> &'static Gpu {
        super::GPU.as_ref().expect("there is one, or the cases do not run")
    }

    pub(crate) fn upload<S: Data<Elem: GpuElement>, D: Dimension>(array: &ArrayBase<S, D>) -> GpuArray<S::Elem, D> {
        gpu().upload(array).expect("room on the device")
    }

    /// An array with gaps, of which a slice with these steps takes these elements.
    pub(crate) fn spread<S: Data<Elem: GpuElement + Sample>, D: Dimension>(
        array: &ArrayBase<S, D>,
        steps: &[isize],
    ) -> GpuArray<S::Elem, D> {
        let mut sizes = array.raw_dim();
        sizes.slice_mut().iter_mut().zip(steps).for_each(|(size, step)| *size *= step.unsigned_abs());
        let mut gaps = Array::from_elem(sizes, S::Elem::GAP);
        gaps.slice_each_axis_mut(|axis| Slice::new(0, None, steps[axis.axis.index()])).assign(array);
        upload(&gaps)
    }

    /// Asserts that nothing between the elements was written.
    pub(crate) fn untouched<T: GpuElement + Sample, D: Dimension>(gaps: &GpuArray<T, D>, steps: &[isize]) {
        let mut gaps = gaps.download().expect("it is on the device");
        gaps.slice_each_axis_mut(|axis| Slice::new(0, None, steps[axis.axis.index()])).fill(T::GAP);
        assert!(gaps.iter().all(|element| element.same(T::GAP)), "a place between the elements was written");
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
