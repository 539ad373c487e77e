//! Calls on a GPU beside copies of the same bytes on the same device, in one run:
//! `cargo bench -p bcast-benches --features gpu --bench gpu -- [log2 of the elements ..]`.
//!
//! A row is the time of a call, the bytes that it must read and write by it, and these as a part of what the device copies in
//! that time. Times are the processor's, around many calls and one wait: at sizes where a call takes tens of microseconds or
//! more they are the device's. The first call, which compiles its kernel, and an empty one are rows of their own.

use std::time::Instant;

use bcast::ndarray::{Array1, Array2, Array3};
use bcast::{Gpu, GpuError, bcast};

fn main() -> Result<(), GpuError> {
    let sizes: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let gpu = Gpu::new()?;
    println!("{}, {} SIMD here", gpu.name(), bcast::simd_level());
    launches(&gpu)?;
    for size in if sizes.is_empty() { vec![20, 22, 24] } else { sizes } {
        // Larger arrays may be more than a device can bind.
        if let Err(error) = calls(&gpu, 1 << size) {
            println!("2^{size}: {error}");
        }
    }
    Ok(())
}

/// The median of nine samples, seconds a call.
fn seconds<T>(gpu: &Gpu, mut call: impl FnMut() -> T) -> f64 {
    let mut sample = |calls: u32| {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        gpu.wait();
        start.elapsed().as_secs_f64() / f64::from(calls)
    };
    sample(2);
    let calls = (0.05 / sample(3)).clamp(1.0, 1000.0) as u32;
    let mut samples: Vec<f64> = (0..9).map(|_| sample(calls)).collect();
    samples.sort_by(f64::total_cmp);
    samples[4]
}

fn launches(gpu: &Gpu) -> Result<(), GpuError> {
    let x = gpu.upload(&Array1::<f32>::ones(64))?;
    let start = Instant::now();
    bcast!(#[gpu(gpu)] x .* 2 .+ 1).download()?;
    println!("first call, with its kernel and a download  {:9.1} us", start.elapsed().as_secs_f64() * 1e6);
    let time = seconds(gpu, || bcast!(#[gpu(gpu)] x .* 2 .+ 1));
    println!("a call of 64 elements                       {:9.1} us", time * 1e6);
    let start = Instant::now();
    bcast!(#[gpu(gpu)] x .* 2 .+ 1).download()?;
    println!("a call of 64 elements and its download      {:9.1} us", start.elapsed().as_secs_f64() * 1e6);
    Ok(())
}

fn calls(gpu: &Gpu, n: usize) -> Result<(), GpuError> {
    let side = 1 << (n.ilog2() / 2);
    let (rows, columns) = (side, n / side);
    let values = |i: usize| (i % 1013) as f32 * 0.001 + 0.1;
    let x = gpu.upload(&Array2::from_shape_fn((rows, columns), |(i, j)| values(i + 7 * j)))?;
    let mut y = gpu.upload(&Array2::from_shape_fn((rows, columns), |(i, j)| values(3 * i + j)))?;
    let turned = gpu.upload(&Array2::from_shape_fn((columns, rows), |(i, j)| values(i + j)))?.reversed_axes();
    let (v, w) =
        (gpu.upload(&Array1::from_shape_fn(columns, values))?, gpu.upload(&Array1::from_shape_fn(rows, values))?);
    let c = gpu.upload(&Array3::from_shape_fn((rows / 16, 16, columns), |(i, j, k)| values(i + j + k)))?;
    let m = gpu.upload(&Array2::from_shape_fn((rows / 16, columns), |(i, j)| values(i + j)))?;

    let all = (n * 4) as f64;
    let copy = seconds(gpu, || x.copy());
    let bandwidth = 2. * all / copy;
    println!("\n2^{} elements, f32; copies {:.1} GB/s", n.ilog2(), bandwidth * 1e-9);
    let row = |what: &str, moved: f64, time: f64| {
        let reached = moved / time;
        println!("{what:<36} {:9.1} us {:8.1} GB/s {:5.2}", time * 1e6, reached * 1e-9, reached / bandwidth);
    };
    row("y .= 2.5 .* x .+ y", 3. * all, seconds(gpu, || bcast!(#[gpu(gpu)] y .= 2.5 .* x .+ y)));
    row("(x .- v @ (1)) ./ w @ (0)", 2. * all, seconds(gpu, || bcast!(#[gpu(gpu)] (x .- v @ (1)) ./ w @ (0))));
    row("c .+ m @ (0, 2)", 2. * all, seconds(gpu, || bcast!(#[gpu(gpu)] c .+ m @ (0, 2))));
    let elementary = || bcast!(#[gpu(gpu)] exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1));
    row("exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1)", 3. * all, seconds(gpu, elementary));
    row("sum(x.^2 .+ y.^2)", 2. * all, seconds(gpu, || bcast!(#[gpu(gpu)] sum(x.^2 .+ y.^2))));
    row(
        "sum[0](x)",
        all,
        seconds(gpu, || {
            bcast!(
                #[gpu(gpu)]
                sum[0](x)
            )
        }),
    );
    let softmax = || bcast!(#[gpu(gpu)] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    row("softmax of rows", 2. * all, seconds(gpu, softmax));
    row("x .+ turned", 3. * all, seconds(gpu, || bcast!(#[gpu(gpu)] x .+ turned)));
    Ok(())
}
