//! The same expressions on a GPU, beside the processor: times of both, and the largest difference.

use std::error::Error;

use bcast::ndarray::{Array1, Array2};
use bcast::{Gpu, bcast};

use crate::report::Report;

/// Rows of the table on the device, which has them again and again: 178 wines would be nothing to do.
const ROWS: usize = 100_000;

pub(crate) fn run(
    report: &mut Report,
    x: &Array2<f64>,
    mu: &Array1<f64>,
    sigma: &Array1<f64>,
) -> Result<(), Box<dyn Error>> {
    report.title("The wine table on a GPU, in single precision");
    let gpu = match Gpu::new() {
        Ok(gpu) => gpu,
        Err(error) => {
            report.fact("not run", error);
            return Ok(());
        }
    };
    report.fact("device", gpu.name());
    let x = Array2::from_shape_fn((ROWS, x.ncols()), |(row, column)| x[[row % x.nrows(), column]] as f32);
    let (mu, sigma) = (bcast!(f32.(mu)), bcast!(f32.(sigma)));
    report.fact("x, f32", format_args!("{:?}", x.shape()));
    let (on_gpu, mu_there, sigma_there) = (gpu.upload(&x)?, gpu.upload(&mu)?, gpu.upload(&sigma)?);

    let standardise = || bcast!((x .- mu @ (1)) ./ sigma @ (1));
    let standardise_there = || bcast!(#[gpu(&gpu)] (on_gpu .- mu_there @ (1)) ./ sigma_there @ (1));
    let (here, there) = (standardise(), standardise_there().download()?);
    let off = bcast!(max(abs.(here .- there)));
    report.check("standardised as on the processor", off < 1e-5, format_args!("off by at most {off:.1e}"));
    report.beside("standardised", &standardise, || finished(&gpu, standardise_there()));

    let softmax = || bcast!(exp.(here .- max[1](here)) ./ sum[1](exp.(here .- max[1](here))));
    let z = gpu.upload(&here)?;
    let softmax_there = || bcast!(#[gpu(&gpu)] exp.(z .- max[1](z)) ./ sum[1](exp.(z .- max[1](z))));
    let (found, there) = (softmax(), softmax_there().download()?);
    let off = bcast!(max(abs.(found .- there)));
    report.check("softmax of rows as on the processor", off < 1e-6, format_args!("off by at most {off:.1e}"));
    report.beside("softmax of rows", &softmax, || finished(&gpu, softmax_there()));
    Ok(())
}

/// Calls are only recorded: a time is worth something when they have run.
fn finished<T>(gpu: &Gpu, result: T) -> T {
    gpu.wait();
    result
}
