//! Calls on a GPU beside the driver's copies on the same device, in one run:
//! `cargo bench -p bcast-benches --features gpu --bench gpu -- [--tsv] [log2 of the elements ..]`.
//!
//! Without sizes, 2^20 to 2^28 elements on a GPU, which takes about a minute, and 2^16 and 2^20 on a renderer in
//! software. The program needs a Vulkan loader and no file: built here, it measures wherever it is copied to.
//!
//! A row is the time of a call, the bytes that it must read and write by it, and these as a part of what the device
//! copies in that time, by its driver or by `y .= x`, whichever is faster. Times are the device's own where it tells
//! them, else the processor's around many calls and one wait. `--tsv` prints a line for each, for
//! `benches/gpu/peers.py`, which runs torch and JAX beside it.

use std::error::Error;
use std::time::{Duration, Instant};

use bcast::ndarray::{Array1, Ix1, Ix2, Ix3};
use bcast::{BroadcastError, Gpu, GpuArray, try_bcast};

fn main() -> Result<(), Box<dyn Error>> {
    let sizes: Vec<u32> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let gpu = Gpu::new()?;
    let (has_clock, tsv) = (gpu.device_seconds(|| {}).is_some(), std::env::args().any(|argument| argument == "--tsv"));
    let bench = Bench { gpu, has_clock, tsv };
    let usual = if bench.gpu.is_software() { vec![16, 20] } else { vec![20, 22, 24, 26, 28] };
    bench.heading();
    bench.launches()?;
    if !tsv {
        bench.products()?;
    }
    for size in if sizes.is_empty() { usual } else { sizes } {
        // Larger arrays may be more than a device has memory for, or more than it takes in one piece.
        if let Err(error) = bench.calls(size) {
            eprintln!("2^{size}: {error}");
        }
    }
    Ok(())
}

struct Bench {
    gpu: Gpu,
    /// The device tells times.
    has_clock: bool,
    tsv: bool,
}

/// So long a call is repeated before it is measured.
const BUSY: Duration = Duration::from_millis(50);

/// Values without a pattern that a memory would notice, made on the device.
fn vector(gpu: &Gpu, n: u32, step: u32) -> Result<GpuArray<f32, Ix1>, BroadcastError> {
    try_bcast!(#[gpu(gpu)] f32.((0..n) .* step .% 1013) .* 0.001 .+ 0.1)
}

fn matrix(gpu: &Gpu, rows: u32, columns: u32, step: u32) -> Result<GpuArray<f32, Ix2>, BroadcastError> {
    try_bcast!(#[gpu(gpu)] f32.(((0..rows) @ (0) .* 7 .+ (0..columns) @ (1) .* step) .% 1013) .* 0.001 .+ 0.1)
}

fn cube(gpu: &Gpu, sizes: [u32; 3]) -> Result<GpuArray<f32, Ix3>, BroadcastError> {
    let [a, b, c] = sizes;
    try_bcast!(#[gpu(gpu)] f32.(((0..a) @ (0) .* 7 .+ (0..b) @ (1) .* 3 .+ (0..c) @ (2)) .% 1013) .* 0.001 .+ 0.1)
}

impl Bench {
    fn heading(&self) {
        let (name, clock) = (self.gpu.name(), if self.has_clock { "device" } else { "processor" });
        match self.tsv {
            true => eprintln!("bcast: {name}; times of the {clock}"),
            false => println!("{name}; times of the {clock}"),
        }
    }

    /// The median of nine samples, seconds a call, when the device has been busy for a while.
    fn seconds<T>(&self, mut call: impl FnMut() -> Result<T, BroadcastError>) -> Result<f64, BroadcastError> {
        let mut sample = |calls: u32| {
            let mut all = || (0..calls).try_for_each(|_| call().map(drop));
            let mut done = Ok(());
            let seconds = self.gpu.device_seconds(|| done = all()).unwrap_or_else(|| {
                let start = Instant::now();
                done = all();
                self.gpu.wait();
                start.elapsed().as_secs_f64()
            });
            done.map(|()| seconds / f64::from(calls))
        };
        let start = Instant::now();
        while start.elapsed() < BUSY {
            sample(2)?;
        }
        // By its own clock a device would also wait for the next batch to be recorded, so all calls are one.
        let most = if self.has_clock { 16.0 } else { 1000.0 };
        let calls = (0.05 / sample(3)?).clamp(1.0, most) as u32;
        let mut samples: Vec<f64> = (0..9).map(|_| sample(calls)).collect::<Result<_, _>>()?;
        samples.sort_by(f64::total_cmp);
        Ok(samples[4])
    }

    /// What does not depend on sizes: seconds on the processor.
    fn launches(&self) -> Result<(), Box<dyn Error>> {
        let gpu = &self.gpu;
        let x = gpu.upload(&Array1::<f32>::ones(64))?;
        let say = |what: &str, seconds: f64| match self.tsv {
            true => println!("0\t{what}\t{seconds:e}\t0"),
            false => println!("{what:<44} {:9.1} us", seconds * 1e6),
        };
        let call = || try_bcast!(#[gpu(gpu)] x .* 2 .+ 1);
        let start = Instant::now();
        call()?.download()?;
        say("first call and download", start.elapsed().as_secs_f64());
        let start = Instant::now();
        (0..1000).try_for_each(|_| call().map(drop))?;
        say("small call, recorded", start.elapsed().as_secs_f64() / 1000.0);
        gpu.wait();
        say("small call, done", start.elapsed().as_secs_f64() / 1000.0);
        let start = Instant::now();
        for _ in 0..20 {
            call()?.download()?;
        }
        say("small call and download", start.elapsed().as_secs_f64() / 20.0);
        Ok(())
    }

    /// Products of square matrices, and what reads as they do.
    fn products(&self) -> Result<(), Box<dyn Error>> {
        let gpu = &self.gpu;
        println!();
        let sizes: &[u32] = if gpu.is_software() { &[128, 512] } else { &[512, 1024, 2048, 4096] };
        for &n in sizes {
            let (a, b) = (matrix(gpu, n, n, 1)?, matrix(gpu, n, n, 3)?);
            let say = |what: &str, seconds: f64| {
                let steps = 2.0 * f64::from(n).powi(3);
                println!("{what:<44} {:9.1} us {:8.1} GFLOP/s", seconds * 1e6, steps / seconds * 1e-9);
            };
            let product = || try_bcast!(#[gpu(gpu)] sum[k](a @ (i, k) .* b @ (k, j)));
            say(&format!("sum[k](a @ (i, k) .* b @ (k, j)), {n}x{n}"), self.seconds(product)?);
            let distances = || try_bcast!(#[gpu(gpu)] sum[2](abs.(a @ (0, 2) .- b @ (1, 2))));
            say(&format!("sum[2](abs.(a @ (0, 2) .- b @ (1, 2))), {n}x{n}"), self.seconds(distances)?);
        }
        gpu.wait();
        Ok(())
    }

    fn calls(&self, size: u32) -> Result<(), Box<dyn Error>> {
        let gpu = &self.gpu;
        let n = 1_u32.checked_shl(size).ok_or("more elements than ranges of `u32` have")?;
        let columns = 1_u32 << size.div_ceil(2).min(12);
        let rows = n / columns;
        let x = matrix(gpu, rows, columns, 1)?;
        let mut y = matrix(gpu, rows, columns, 3)?;
        let (v, w) = (vector(gpu, columns, 1)?, vector(gpu, rows, 5)?);

        let all = f64::from(n) * 4.0;
        let by_driver = self.seconds(|| {
            gpu.record_copy(&x, &mut y);
            Ok(())
        })?;
        // Some drivers copy by a unit of the device that is slower than its kernels.
        let by_kernel = self.seconds(|| try_bcast!(#[gpu(gpu)] y .= x))?;
        let copy = by_driver.min(by_kernel);
        let bandwidth = 2.0 * all / copy;
        if !self.tsv {
            let [driver, kernel] = [by_driver, by_kernel].map(|seconds| 2.0 * all / seconds * 1e-9);
            println!(
                "\n2^{size} elements, f32, rows of {columns}; copies: the driver {driver:.1} GB/s, `y .= x` {kernel:.1}"
            );
        }
        let row = Rows { size, bandwidth, tsv: self.tsv };
        row.say("copy", 2. * all, copy);
        row.say("2.5 .* x .+ y", 3. * all, self.seconds(|| try_bcast!(#[gpu(gpu)] 2.5 .* x .+ y))?);
        row.say("y .= 2.5 .* x .+ y", 3. * all, self.seconds(|| try_bcast!(#[gpu(gpu)] y .= 2.5 .* x .+ y))?);
        try_bcast!(#[gpu(gpu)] y .= x .+ 0.5)?;
        let scaled = || try_bcast!(#[gpu(gpu)] (x .- v @ (1)) ./ w @ (0));
        row.say("(x .- v @ (1)) ./ w @ (0)", 2. * all, self.seconds(scaled)?);
        let elementary = || try_bcast!(#[gpu(gpu)] exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1));
        row.say("exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1)", 3. * all, self.seconds(elementary)?);
        row.say("sum(x.^2 .+ y.^2)", 2. * all, self.seconds(|| try_bcast!(#[gpu(gpu)] sum(x.^2 .+ y.^2)))?);
        drop(y);
        self.rows(&x, &row, all)?;
        self.layouts(x, &row, all)?;
        gpu.wait();
        Ok(())
    }

    /// Reductions of rows and columns.
    fn rows(&self, x: &GpuArray<f32, Ix2>, row: &Rows, all: f64) -> Result<(), BroadcastError> {
        let gpu = &self.gpu;
        row.say("sum[0](x .* x)", all, self.seconds(|| try_bcast!(#[gpu(gpu)] sum[0](x .* x)))?);
        let softmax = || try_bcast!(#[gpu(gpu)] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        row.say("softmax of rows", 2. * all, self.seconds(softmax)?);
        let norm = || try_bcast!(#[gpu(gpu)] let d = x .- mean[1](x); d ./ sqrt.(mean[1](d .^ 2) .+ 1e-5));
        row.say("layer norm of rows", 2. * all, self.seconds(norm)?);
        self.scans(x, row, all)
    }

    /// What runs along rows, along columns, and along one line, whose elements are read twice.
    fn scans(&self, x: &GpuArray<f32, Ix2>, row: &Rows, all: f64) -> Result<(), BroadcastError> {
        let gpu = &self.gpu;
        row.say(
            "cumsum[1](x)",
            2. * all,
            self.seconds(|| {
                try_bcast!(
                    #[gpu(gpu)]
                    cumsum[1](x)
                )
            })?,
        );
        row.say(
            "cumsum[0](x)",
            2. * all,
            self.seconds(|| {
                try_bcast!(
                    #[gpu(gpu)]
                    cumsum[0](x)
                )
            })?,
        );
        let line = vector(gpu, x.len() as u32, 1)?;
        row.say(
            "cumsum of a line",
            2. * all,
            self.seconds(|| {
                try_bcast!(
                    #[gpu(gpu)]
                    cumsum[0](line)
                )
            })?,
        );
        Ok(())
    }

    /// Bytes, what lies across, and a matrix along two axes of three.
    fn layouts(&self, x: GpuArray<f32, Ix2>, row: &Rows, all: f64) -> Result<(), BroadcastError> {
        let gpu = &self.gpu;
        let (rows, columns) = (x.shape()[0] as u32, x.shape()[1] as u32);
        let bytes = try_bcast!(#[gpu(gpu)] u8.(x))?;
        let image = || try_bcast!(#[gpu(gpu)] u8.(f32.(bytes) .* 0.9));
        row.say("u8.(f32.(bytes) .* 0.9)", 0.5 * all, self.seconds(image)?);
        drop(bytes);
        let turned = matrix(gpu, columns, rows, 3)?.reversed_axes();
        row.say("x .+ turned", 3. * all, self.seconds(|| try_bcast!(#[gpu(gpu)] x .+ turned))?);
        drop((x, turned));
        let (c, m) = (cube(gpu, [rows / 16, 16, columns])?, matrix(gpu, rows / 16, columns, 1)?);
        row.say("c .+ m @ (0, 2)", (2. + 1. / 16.) * all, self.seconds(|| try_bcast!(#[gpu(gpu)] c .+ m @ (0, 2)))?);
        Ok(())
    }
}

/// The rows of a size.
struct Rows {
    size: u32,
    /// Bytes a second of a copy.
    bandwidth: f64,
    tsv: bool,
}

impl Rows {
    /// Seconds of a work that must move so many bytes.
    fn say(&self, what: &str, moved: f64, time: f64) {
        if self.tsv {
            return println!("{}\t{what}\t{time:e}\t{moved:e}", self.size);
        }
        let reached = moved / time;
        println!("{what:<44} {:9.1} us {:8.1} GB/s {:5.2}", time * 1e6, reached * 1e-9, reached / self.bandwidth);
    }
}
